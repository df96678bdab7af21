"""What readers of cards take for different things: bytes, numbers, strings, names and values."""

import json

TELLING = (
    *(b'"', b"\\", b":", b",", b"[", b"]", b"{", b"}", b" ", b"\n", b"\x00", b"\x7f", b"\xff", b"\xc3"),
    *(
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xf0\x9f\x98\x80",
        b"\\u003a",
        b"\\u003A",
        b"\\ud800",
        b"\\udc00",
        b"\\u0000",
    ),
    *(b"\\n", b"\\/", b"null", b"true", b"NaN", b"-Infinity", b"-", b"0", b".", b"e", b"E-400", b"e-330", b"e400"),
    *(b"9" * 25, b'"a":1,', b'"name":"b",', b'"id":"tool.c",', b"{},", b"[],", b'"":0,'),
)
NUMBERS = (
    *("0", "-0", "0.0", "-0.0", "0e5", "0e-400", "1", "1.0", "-1", "1e2", "1.5", "0.5", "1e-7", "-1e-30"),
    *("2.854e-21", "2.8540e-21", "2.8539999999999999e-21", "2.8540000000000001e-21", "2.853e-21", "2.871e-21"),
    *("1e-400", "-1e-400", "1E-330", "5e-324", "2e-324", "0." + "0" * 330 + "1", "0." + "0" * 230 + "1e-99", "1e400"),
    *("9007199254740993", "9223372036854775808", "18446744073709551616", "18446744073709551617", "1" + "0" * 30),
    *("1" + "0" * 400, "1" * 4301, "-" + "9" * 25, "1.7976931348623157e308", "1e19", "0.1", "1.0000000000000000001"),
)
STRINGS: list[str] = json.loads(r"""[
    "", " ", "\u200b", "\u0000", "\u2028", "\ue000", "a\n", "\ud83d\ude00", "\u00e9", "e\u0301",
    "1.0.0", "1.0", "01.0.0", "1.0.0-rc.1+b", "1.0.0-01", "1.0.0\n", "\uff11.0.0",
    "https://a.example", "HTTPS://a.example", "http://a.example", "https:a", "https://", "https://u@", "https://[::1]",
    "https://[::01.2.3.4]/", "https://[[::1]]", "https://a:b/", "https://a/%zz", "mailto:a@b", "urn:x:y", "stdio:agent",
    "a b:c", "h:x", "//a/b", "https://a.example/\u00fc", "https://a?b#c", "https://a\n", "http://a:@b", "x://[V1.a]",
    "hx://a b", "https", "http", "grpc", "mcp", "none", "bearer", "basic", "verified", "untrusted", "object", "string",
    "01HZQK3P8EMXR9V7T5N2W4J6C0", "81HZQK3P8EMXR9V7T5N2W4J6C0", "01HZQK3P8EMXR9V7T5N2W4J6CU",
    "01hzqk3p8emxr9v7t5n2w4j6c0", "tool.a", "tool.", "tool..a", "tool.a.", "com.example.a", "com.example", "a", "A.b.c",
    "text.x.", ".a.b", "a:b"
]""")
STRINGS += ["x" * 128, "x" * 129, "9" * 4301 + ".0.0"]
NAMES = (
    *("agent_id", "name", "version", "capabilities", "endpoint", "pricing", "metadata", "goal_subscriptions", "id"),
    *("description", "input_schema", "output_schema", "tags", "protocol", "url", "auth", "scheme", "priority", "*"),
    *("base_cost_joules", "per_token_joules", "pacr:trust_tier", "pacr:substrate_scope", "pacr:other", "goal_id"),
    *("mcp:x", "Name", "type", "properties", "required", "items", "$ref", "$defs", "$id", "not", "", "x", "a:b"),
)
PARTS = """
null
true
[]
{}
[[]]
[{}]
{"": {}}
["a", "a"]
["a", 1]
[1, 1.0]
[{"a": 1}, {"a": 1}]
{"type": "object"}
{"type": "nothing"}
{"type": ["string", "string"]}
{"type": []}
{"type": "object", "properties": {"a": {"$ref": "#/x", "items": 3}}, "required": [1]}
{"properties": []}
{"properties": {"a": 1, "b": {"type": 7}}}
{"required": "a"}
{"required": ["a", "a"]}
{"required": [1, 1]}
{"required": [18446744073709551616, 18446744073709551617]}
{"minLength": -1}
{"minLength": 1.0}
{"minLength": 1e-400}
{"multipleOf": 0}
{"multipleOf": 1e-400}
{"items": [{}]}
{"prefixItems": [{}, 1]}
{"allOf": []}
{"anyOf": [1, true]}
{"not": null}
{"enum": "a"}
{"pattern": "["}
{"$ref": 5}
{"$ref": "#"}
{"$id": "#a"}
{"$anchor": "1"}
{"$schema": "x", "type": "object"}
{"$defs": {"a": {"type": 1}}}
{"$vocabulary": {"x": 1}}
{"dependencies": {"a": ["b", "b"], "c": 1}}
{"dependentRequired": {"a": [1]}}
{"unevaluatedItems": 1}
{"contentSchema": 0}
{"id": "tool.a"}
{"id": "tool.a", "description": ""}
{"goal_id": "g", "priority": 2}
{"protocol": "https"}
{"protocol": "http", "url": "https://a.example"}
{"scheme": "basic"}
{"base_cost_joules": 1e-400}
{"pacr:x": 1, "a": 2}
""".strip().split("\n")
YAML_PIECES = (
    *("a", "b: ", ": ", "- ", "? ", "[", "]", "{", "}", ", ", "\n", "\n  ", "\t", " ", "#", " # c", "|\n  ", ">-\n  "),
    *('"', "'", "\\", "\\u00e9", "\\ud800", "\\UFFFFFFFF", "\\x", "&x ", "*x", "<<: ", "!!str ", "!!int ", "!x ", "! "),
    *(
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "%TAG ! a\n",
        "%",
        "@",
        "`",
        "0x",
        "0o",
        "_",
        "1",
        ".5",
        "e3",
        "~",
        "null",
        "no",
    ),
    *("\x85", "\u2028", "\u00e9", "\U0001f600", "\ufeff", "\x00", "\x07", "\r", ".nan", "-.inf", "=", "9" * 4301),
)
"""What the grammar of YAML is made of, and what readers of it differ on."""
