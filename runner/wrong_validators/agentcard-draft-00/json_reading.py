"""Readers of JSON that take more than JSON, or less."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import repairing
from agentcard_conformance.adequacy.wrong_validators import JudgedCard, WrongValidator, wrong

CARD = (
    b'{"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "Agent", "version": "1.0.0", "capabilities": [{"id": "tool.news"}],'
    b' "endpoint": {"protocol": "https", "url": "https://agents.example.com/"}}'
)
SYNTAX = ("json-syntax", "json-encoding")


def sub(pattern: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda text: re.sub(pattern, new, text)


def recoded(encoding: str) -> Callable[[bytes], bytes]:
    def recode(text: bytes) -> bytes:
        try:
            return text.decode(encoding).encode()
        except UnicodeError:
            return text

    return recode


AGENT = b'"Agent"'
TAKEN: dict[str, tuple[str, bytes, Callable[[bytes], bytes]]] = {
    "comma-too-many-in-an-object": ("JSON5, JSONC", CARD[:-1] + b",}", sub(rb",(\s*\})", rb"\1")),
    "comma-too-many-in-an-array": ("JSON5, JSONC", CARD.replace(b"}],", b"},],"), sub(rb",(\s*\])", rb"\1")),
    "line-comments": ("JSON5, JSONC", b"// a card\n" + CARD, sub(rb"(?m)(?<![:/])//[^\n\"]*$", b"")),
    "block-comments": ("JSON5, JSONC, Gson", b"/* a card */" + CARD, sub(rb"(?s)/\*.*?\*/", b"")),
    "hash-comments": ("YAML, HOCON", b"# a card\n" + CARD, sub(rb"(?m)^\s*#[^\n]*$", b"")),
    "single-quotes": ("JSON5, eval()", CARD.replace(AGENT, b"'Agent'"), sub(rb"'([^'\"]*)'", rb'"\1"')),
    "bare-names": ("JSON5", CARD.replace(b'"name"', b"name"), sub(rb"([{,]\s*)([a-z_]+)(\s*:)", rb'\1"\2"\3')),
    "nan": ("json.loads() in Python", CARD[:-1] + b', "note": NaN}', sub(rb"\bNaN\b", b"0")),
    "infinity": ("json.loads() in Python", CARD[:-1] + b', "note": Infinity}', sub(rb"-?\bInfinity\b", b"0")),
    "leading-zeros": ("octal numbers, or atoi()", CARD[:-1] + b', "note": 007}', sub(rb"(?<=[\s:,\[-])0+(?=\d)", b"")),
    "leading-plus": ("strtod()", CARD[:-1] + b', "note": +1}', sub(rb"(?<=[\s:,\[])\+(?=[\d.])", b"")),
    "no-digit-ahead-of-the-dot": ("strtod()", CARD[:-1] + b', "note": .5}', sub(rb"(?<=[\s:,\[-])\.(?=\d)", b"0.")),
    "no-digit-behind-the-dot": ("strtod()", CARD[:-1] + b', "note": 5.}', sub(rb"(?<=\d)\.(?=[\s,}\]eE])", b".0")),
    "hexadecimal-numbers": ("JSON5, strtol()", CARD[:-1] + b', "note": 0x1F}', sub(rb"\b0[xX][0-9A-Fa-f]+\b", b"0")),
    "words-of-python": ("ast.literal_eval()", CARD[:-1] + b', "note": None}', sub(rb"\bNone\b|\bTrue\b|\bFalse\b", b"null")),
    "words-in-capitals": ("stricmp()", CARD[:-1] + b', "note": NULL}', sub(rb"\bNULL\b|\bTRUE\b|\bFALSE\b|\bNull\b", b"null")),
    "undefined": ("eval()", CARD[:-1] + b', "note": undefined}', sub(rb"\bundefined\b", b"null")),
    "more-behind-the-card": ("raw_decode(), Decoder.Decode() of Go, a stream", CARD + b" x", lambda text: text[: text.rfind(b"}") + 1]),
    "second-card-behind-the-first": ("Decoder.Decode() of Go, a stream", CARD + b"\n" + CARD, lambda text: text[: len(text) // 2]
                                     if text[: len(text) // 2].strip() == text[len(text) // 2 :].strip()
                                     else text.split(b'\n{"')[0]),
    "brace-too-many": ("a stream that ends with the value", CARD + b"}", lambda text: text.rstrip()[:-1]),
    "nul-behind-the-card": ("strings of C", CARD + b"\0", lambda text: text.split(b"\0")[0]),
    "comma-behind-the-card": ("a line of a list", CARD + b",", lambda text: text.rstrip().removesuffix(b",")),
    "semicolon-behind-the-card": ("a statement of JavaScript", CARD + b";", lambda text: text.rstrip().removesuffix(b";")),
    "text-ahead-of-the-card": ("text.find('{')", b"card = " + CARD, lambda text: text[text.index(b"{") :] if b"{" in text else text),
    "fence-around-the-card": ("answers of a language model", b"```json\n" + CARD + b"\n```", lambda text: text.strip().removeprefix(
        b"```json").strip(b"`").strip()),
    "cut-off-card": ("partial JSON, closed by force", CARD[:-1], lambda text: text.rstrip() + b"}"),
    "braces-left-out": ("HJSON, HOCON", CARD[1:-1], lambda text: b"{" + text + b"}"),
    "raw-line-feeds": ("strict=False in Python", CARD.replace(AGENT, b'"Web\nSearch"'), sub(rb"(?<=\w)\n(?=\w)", rb"\\n")),
    "raw-tabs": ("strict=False in Python", CARD.replace(AGENT, b'"Web\tSearch"'), sub(rb"(?<=\w)\t(?=\w)", rb"\\t")),
    "raw-control-characters": ("strict=False in Python", CARD.replace(AGENT, b'"Web\x01Search"'), sub(rb"[\x01-\x08\x0e-\x1f]", b"x")),
    "escape-of-x": ("JSON5", CARD.replace(AGENT, b'"\\x41gent"'), sub(rb"\\x([0-9A-Fa-f]{2})", rb"\\u00\1")),
    "escape-of-a-single-quote": ("JSON5", CARD.replace(AGENT, b'"Tom\\\'s"'), sub(rb"\\'", b"'")),
    "escape-of-any-letter": ("an unknown escape is the letter", CARD.replace(AGENT, b'"\\Agent"'), sub(rb"\\([^\"\\/bfnrtu])", rb"\1")),
    "no-comma-between-members": ("HJSON", CARD.replace(b', "name"', b' "name"'), sub(rb'("|\d|\}|\])(\s+")', rb"\1,\2")),
    "equals-sign-for-a-colon": ("HOCON, Lua", CARD.replace(b'"name":', b'"name" ='), sub(rb'"\s*=>?\s*"', rb'": "')),
    "other-blanks": (r"\s of a pattern", CARD.replace(b", ", b",\xc2\xa0", 1), sub(rb"\xc2\xa0|\xe3\x80\x80|\x0c|\x0b", b" ")),
    "utf-16": ("json.loads(bytes) in Python", CARD.decode().encode("utf-16-le"), recoded("utf-16-le")),
    "utf-16-be": ("json.loads(bytes) in Python", CARD.decode().encode("utf-16-be"), recoded("utf-16-be")),
    "utf-16-with-a-mark": ("json.loads(bytes) in Python", CARD.decode().encode("utf-16"), recoded("utf-16")),
    "utf-32": ("json.loads(bytes) in Python", CARD.decode().encode("utf-32-le"), recoded("utf-32-le")),
    "utf-32-with-a-mark": ("json.loads(bytes) in Python", CARD.decode().encode("utf-32"), recoded("utf-32")),
    "latin-1": ("decode('latin-1'), which never fails", CARD.replace(AGENT, b'"Caf\xe9"'), recoded("latin-1")),
    "windows-1252": ("an editor's code page", CARD.replace(AGENT, b'"Caf\xe9"'), recoded("cp1252")),
    "replaced-bytes": ("errors='replace', Go's encoding/json, String.fromUtf8Lossy", CARD.replace(AGENT, b'"Caf\xff"'),
                       lambda text: text.decode("utf-8", "replace").encode()),
    "ignored-bytes": ("errors='ignore'", CARD.replace(AGENT, b'"Caf\xff"'), lambda text: text.decode("utf-8", "ignore").encode()),
    "overlong-sequences": ("a decoder written by hand", CARD.replace(AGENT, b'"Caf\xc1\xa1"'), sub(rb"[\xc0\xc1][\x80-\xbf]", b"a")),
    "surrogates-in-utf-8": ("CESU-8, Java's modified UTF-8", CARD.replace(AGENT, b'"\xed\xa0\xbd\xed\xb8\x80"'),
                            sub(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]", b"a")),
    "nul-of-two-bytes": ("Java's modified UTF-8", CARD.replace(AGENT, b'"a\xc0\x80b"'), sub(rb"\xc0\x80", b"a")),
    "beyond-the-last-code-point": ("UTF-8 of RFC 2279", CARD.replace(AGENT, b'"\xf4\x90\x80\x80"'), sub(rb"\xf4[\x90-\xbf][\x80-\xbf]{2}", b"a")),
    "five-bytes": ("UTF-8 of RFC 2279", CARD.replace(AGENT, b'"\xf8\x88\x80\x80\x80"'), sub(rb"[\xf8-\xfb][\x80-\xbf]{4}", b"a")),
    "cut-off-sequence": ("a buffer that ends within a letter", CARD.replace(AGENT, b'"Caf\xc3"'), sub(rb"\xc3(?=\")", b"a")),
    "callback-around-the-card": ("JSONP", b"callback(" + CARD + b")", lambda text: text.strip().removeprefix(b"callback(").rstrip(b";)")),
    "guard-ahead-of-the-card": (")]}' against hijacking", b")]}'\n" + CARD, lambda text: text.removeprefix(b")]}'").lstrip(b",\n")),
    "form-feed-around-the-card": ("strip()", b"\x0c" + CARD, lambda text: text.strip()),
    "blanks-of-unicode-around-the-card": ("strip() of a text", b"\xe2\x80\xa8" + CARD, lambda text: text.decode("utf-8", "replace").strip().encode()),
}  # fmt: skip
TAKEN_TEXTS = [
    WrongValidator(f"takes-{name}", habit, card, repairing(SYNTAX, repair))
    for name, (habit, card, repair) in TAKEN.items()
]

REFUSED = {
    "blank-lines-first": ("a card begins with a brace", b"\n\n" + CARD, lambda text: text[:1] in b" \t\r\n"),
    "blanks-last": ("a card ends with a brace", CARD + b"  ", lambda text: text[-1:] in b" \t"),
    "line-feed-last": ("a card ends with a brace", CARD + b"\n\n", lambda text: text[-2:] == b"\n\n"),
    "no-line-feed-last": ("a text ends with a line feed", CARD, lambda text: text[-1:] != b"\n"),
    "carriage-returns": ("lines of Windows", CARD.replace(b", ", b",\r\n"), lambda text: b"\r" in text),
    "tabs": ("JSON is no YAML", CARD.replace(b", ", b",\t"), lambda text: b"\t" in text),
    "one-line": ("a pretty card", CARD, lambda text: b"\n" not in text.strip()),
    "escaped-solidi": ("an escape too many", CARD.replace(b"//", b"\\/\\/"), lambda text: b"\\/" in text),
    "escaped-letters": ("an escape too many", CARD.replace(b"Agent", b"\\u0041gent"),
                        lambda text: re.search(rb"\\u00[4-7]", text) is not None),
    "escaped-pairs": ("surrogates", CARD.replace(b"Agent", b"\\ud83d\\ude00"), lambda text: re.search(rb"\\u[dD]8", text) is not None),
    "escaped-nul": ("strings of C", CARD.replace(b"Agent", b"a\\u0000b"), lambda text: b"\\u0000" in text),
    "small-hexadecimal-digits": ("[0-9A-F]{4}", CARD.replace(b"Agent", b"\\u00e9"), lambda text: re.search(
        rb"\\u[0-9A-F]*[a-f]", text) is not None),
    "capital-hexadecimal-digits": ("[0-9a-f]{4}", CARD.replace(b"Agent", b"\\u00E9"), lambda text: re.search(
        rb"\\u[0-9a-f]*[A-F]", text) is not None),
    "bytes-beyond-ascii": ("decode('ascii')", CARD.replace(b"Agent", "Caf\u00e9".encode()), lambda text: not text.isascii()),
    "four-byte-letters": ("utf8 of MySQL", CARD.replace(b"Agent", "\U0001f600".encode()), lambda text: any(each >= 0xF0 for each in text)),
    "capital-exponent": ("[0-9]e[0-9]", CARD[:-1] + b', "pricing": {"base_cost_joules": 1E3}}',
                         lambda text: re.search(rb"\dE[+-]?\d", text) is not None),
    "plus-in-an-exponent": ("e-?[0-9]+", CARD[:-1] + b', "pricing": {"base_cost_joules": 1e+3}}',
                            lambda text: re.search(rb"\d[eE]\+\d", text) is not None),
    "zeros-in-an-exponent": ("no leading zeros", CARD[:-1] + b', "pricing": {"base_cost_joules": 1e03}}',
                             lambda text: re.search(rb"\d[eE][+-]?0\d", text) is not None),
    "exponent-of-an-integer": ("a digit behind the dot", CARD[:-1] + b', "pricing": {"base_cost_joules": 1e3}}',
                               lambda text: re.search(rb"(?<![\d.])\d+[eE]", text) is not None),
    "more-than-17-digits": ("a number that is not exact", CARD[:-1] + b', "pricing": {"base_cost_joules": 1.2345678901234567890}}',
                            lambda text: re.search(rb"\d\.\d{18}", text) is not None),
    "minus-zero": ("a sign of nothing", CARD[:-1] + b', "note": -0}', lambda text: re.search(rb"[:\s,\[]-0[\s,}\]]", text) is not None),
}  # fmt: skip
REFUSED_TEXTS = [
    WrongValidator(f"no-{name}", habit, card, lambda card, test=test: card.is_valid and not test(card.text))
    for name, (habit, card, test) in REFUSED.items()
    if name not in ("one-line", "no-line-feed-last")
]


@wrong(
    "an escape of half a pair is an error, and so is a whole one",
    CARD.replace(b"Agent", b"\\ud83d\\ude00 \\ud83d\\ude00"),
)
def two_pairs_in_a_text(card: JudgedCard) -> bool:
    """Refuses a text with two escaped pairs."""
    return card.is_valid and len(re.findall(rb"\\ud83d\\ude00", card.text)) < 2
