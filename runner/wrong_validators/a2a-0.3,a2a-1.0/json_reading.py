"""Readers of JSON that take more than JSON, or less, as the readers behind SDKs do."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import repairing
from agentcard_conformance.adequacy.wrong_validators import WrongValidator

CARD = (
    b'{"protocolVersion": "0.3.0", "name": "Agent", "description": "d", "url": "https://harbour.example/",'
    b' "preferredTransport": "JSONRPC", "supportedInterfaces": [{"url": "https://harbour.example/",'
    b' "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "version": "1", "capabilities": {},'
    b' "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],'
    b' "skills": [{"id": "s", "name": "S", "description": "d", "tags": ["t"]}]}'
)
"""A card of both versions."""
AGENT = b'"Agent"'
SYNTAX = ("json-syntax", "json-encoding")


def sub(pattern: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda text: re.sub(pattern, new, text)


def with_note(value: bytes) -> bytes:
    return CARD[:-1] + b', "note": ' + value + b"}"


def named(text: bytes) -> bytes:
    return CARD.replace(AGENT, b'"' + text + b'"')


TAKEN: dict[str, tuple[str, bytes, Callable[[bytes], bytes]]] = {
    "comma-too-many-in-an-object": ("Newtonsoft, Gson, JSON5", CARD[:-1] + b",}", sub(rb",(\s*\})", rb"\1")),
    "comma-too-many-in-an-array": ("Newtonsoft, Gson, JSON5", CARD.replace(b"}]}", b"},]}"), sub(rb",(\s*\])", rb"\1")),
    "line-comments": ("Newtonsoft, Gson, JSON5", b"// a card\n" + CARD, sub(rb"(?m)^\s*//[^\n]*$", b"")),
    "block-comments": ("Newtonsoft, Gson, JSON5", b"/* a card */" + CARD, sub(rb"(?s)/\*.*?\*/", b"")),
    "hash-comments": ("YAML", b"# a card\n" + CARD, sub(rb"(?m)^\s*#[^\n]*$", b"")),
    "single-quotes": ("Newtonsoft, Gson in lenient mode, JSON5", CARD.replace(AGENT, b"'Agent'"), sub(rb"'([^'\"]*)'", rb'"\1"')),
    "bare-names": ("Gson in lenient mode, JSON5, YAML", CARD.replace(b'"name": "Agent"', b'name: "Agent"'), sub(rb"([{,]\s*)([a-zA-Z]+)(\s*:)", rb'\1"\2"\3')),
    "nan": ("json.loads() in Python", with_note(b"NaN"), sub(rb"\bNaN\b", b"0")),
    "infinity": ("json.loads() in Python", with_note(b"-Infinity"), sub(rb"-?\bInfinity\b", b"0")),
    "leading-zeros": ("Newtonsoft: octal numbers", with_note(b"007"), sub(rb"(?<=: )0+(?=\d)", b"")),
    "leading-plus": ("strtod()", with_note(b"+1"), sub(rb"(?<=: )\+(?=\d)", b"")),
    "no-digit-behind-the-dot": ("strtod()", with_note(b"5."), sub(rb"(?<=\d)\.(?=[\s,}\]])", b".0")),
    "no-digit-ahead-of-the-dot": ("strtod()", with_note(b".5"), sub(rb"(?<=: )\.(?=\d)", b"0.")),
    "hexadecimal-numbers": ("Newtonsoft, JSON5", with_note(b"0x1F"), sub(rb"\b0[xX][0-9A-Fa-f]+\b", b"0")),
    "words-of-python": ("ast.literal_eval(), or eval()", with_note(b"None"), sub(rb"\bNone\b|\bTrue\b|\bFalse\b", b"null")),
    "words-in-capitals": ("stricmp(), Gson", with_note(b"TRUE"), sub(rb"\bNULL\b|\bTRUE\b|\bFALSE\b", b"null")),
    "undefined": ("eval(), Newtonsoft", with_note(b"undefined"), sub(rb"\bundefined\b", b"null")),
    "words-behind-the-card": ("Decoder.Decode() of Go; Jackson without FAIL_ON_TRAILING_TOKENS", CARD + b" x", lambda text: text[: text.rfind(b"}") + 1]),
    "second-card-behind-the-first": ("Decoder.Decode() of Go; JSON Lines", CARD + b"\n" + CARD, lambda text: text.split(b"\n{")[0]),
    "brace-too-many": ("Decoder.Decode() of Go", CARD + b"}", lambda text: text.rstrip()[:-1]),
    "nul-behind-the-card": ("strings of C", CARD + b"\0", lambda text: text.split(b"\0")[0]),
    "comma-behind-the-card": ("a line of a list", CARD + b",", lambda text: text.rstrip().removesuffix(b",")),
    "semicolon-behind-the-card": ("a statement of JavaScript", CARD + b";", lambda text: text.rstrip().removesuffix(b";")),
    "text-ahead-of-the-card": ("text.find('{')", b"card = " + CARD, lambda text: text[text.index(b"{") :] if b"{" in text else text),
    "fence-around-the-card": ("answers of a language model", b"```json\n" + CARD + b"\n```", lambda text: text.strip().removeprefix(b"```json").strip(b"`").strip()),
    "cut-off-card": ("partial JSON, closed by force", CARD[:-1], lambda text: text.rstrip() + b"}"),
    "raw-line-feeds": ("strict=False in Python; Jackson with a feature on", named(b"Web\nSearch"), sub(rb"(?<=\w)\n(?=\w)", rb"\\n")),
    "raw-tabs": ("strict=False in Python; jsoncpp", named(b"Web\tSearch"), sub(rb"(?<=\w)\t(?=\w)", rb"\\t")),
    "escape-of-x": ("JSON5", named(b"\\x41gent"), sub(rb"\\x([0-9A-Fa-f]{2})", rb"\\u00\1")),
    "escape-of-a-single-quote": ("JSON5, Newtonsoft", named(b"Tom\\'s"), sub(rb"\\'", b"'")),
    "escape-of-any-letter": ("an unknown escape is the letter", named(b"\\Agent"), sub(rb"\\([^\"\\/bfnrtu])", rb"\1")),
    "no-comma-between-members": ("HJSON", CARD.replace(b', "name"', b' "name"', 1), sub(rb'("|\d|\}|\])(\s+")', rb"\1,\2")),
    "equals-sign-for-a-colon": ("Gson in lenient mode", CARD.replace(b'"name": "Agent"', b'"name" = "Agent"'), sub(rb'"\s*=>?\s*"', rb'": "')),
    "semicolon-for-a-comma": ("Gson in lenient mode", CARD.replace(b', "name"', b'; "name"', 1), sub(rb'";\s*"', rb'", "')),
    "other-blanks": (r"\s of a pattern", CARD.replace(b", ", b",\xc2\xa0", 1), sub(rb"\xc2\xa0|\xe3\x80\x80|\x0c|\x0b", b" ")),
    "utf-16": ("json.loads(bytes) in Python; Jackson", CARD.decode().encode("utf-16-le"), lambda text: text.decode("utf-16-le", "ignore").encode("utf-8", "ignore")),
    "utf-16-be": ("json.loads(bytes) in Python; Jackson", CARD.decode().encode("utf-16-be"), lambda text: text.decode("utf-16-be", "ignore").encode("utf-8", "ignore")),
    "utf-32": ("json.loads(bytes) in Python; Jackson", CARD.decode().encode("utf-32-le"), lambda text: text.decode("utf-32-le", "ignore").encode("utf-8", "ignore")),
    "latin-1": ("response.text without a charset in the header, in requests", named(b"Caf\xe9"), lambda text: text.decode("latin-1").encode()),
    "windows-1252": ("an editor's code page", named(b"\x93Agent\x94"), lambda text: text.decode("cp1252", "ignore").encode()),
    "replaced-bytes": ("response.text in browsers; encoding/json of Go", named(b"Caf\xff"), lambda text: text.decode("utf-8", "replace").encode()),
    "ignored-bytes": ("errors='ignore'", named(b"Caf\xff"), lambda text: text.decode("utf-8", "ignore").encode()),
    "overlong-sequences": ("a decoder written by hand", named(b"Caf\xc1\xa1"), sub(rb"[\xc0\xc1][\x80-\xbf]", b"a")),
    "surrogates-in-utf-8": ("modified UTF-8 of Java", named(b"\xed\xa0\xbd\xed\xb8\x80"), sub(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]", b"a")),
    "cut-off-sequence": ("a buffer that ends within a letter", named(b"Caf\xc3"), sub(rb"\xc3(?=\")", b"a")),
    "callback-around-the-card": ("JSONP", b"callback(" + CARD + b")", lambda text: text.strip().removeprefix(b"callback(").rstrip(b";)")),
    "guard-ahead-of-the-card": (")]}' against hijacking", b")]}'\n" + CARD, lambda text: text.removeprefix(b")]}'").lstrip(b",\n")),
    "form-feed-around-the-card": ("strip()", b"\x0c" + CARD, lambda text: text.strip()),
}  # fmt: skip
TAKEN_TEXTS = [
    WrongValidator(f"takes-{name}", habit, card, repairing(SYNTAX, repair))
    for name, (habit, card, repair) in TAKEN.items()
]

REFUSED: dict[str, tuple[str, bytes, Callable[[bytes], object]]] = {
    "blank-lines-first": ("a card begins with a brace", b"\n\n" + CARD, lambda text: text[:1] in b" \t\r\n"),
    "blanks-last": ("a card ends with a brace", CARD + b"  ", lambda text: text[-1:] in b" \t"),
    "carriage-returns": ("lines of Windows", CARD.replace(b", ", b",\r\n"), lambda text: b"\r" in text),
    "tabs": ("JSON is no YAML", CARD.replace(b", ", b",\t"), lambda text: b"\t" in text),
    "escaped-solidi": ("an escape too many", CARD.replace(b"//", b"\\/\\/"), lambda text: b"\\/" in text),
    "escaped-letters": ("an escape too many", named(b"\\u0041gent"), lambda text: re.search(rb"\\u00[4-7]", text)),
    "escaped-pairs": ("surrogates", named(b"\\ud83d\\ude00"), lambda text: re.search(rb"\\u[dD]8", text)),
    "escaped-nul": ("strings of C, texts of PostgreSQL", named(b"a\\u0000b"), lambda text: b"\\u0000" in text),
    "small-hexadecimal-digits": ("[0-9A-F]{4}", named(b"\\u00e9"), lambda text: re.search(rb"\\u[0-9A-F]*[a-f]", text)),
    "capital-hexadecimal-digits": ("[0-9a-f]{4}", named(b"\\u00E9"), lambda text: re.search(rb"\\u[0-9a-f]*[A-F]", text)),
    "bytes-beyond-ascii": ("decode('ascii')", named("Caf\u00e9".encode()), lambda text: not text.isascii()),
    "four-byte-letters": ("utf8 of MySQL", named("\U0001f6a2".encode()), lambda text: any(each >= 0xF0 for each in text)),
    "capital-exponents": ("[0-9]e[0-9]", with_note(b"1E3"), lambda text: re.search(rb"\dE[+-]?\d", text)),
    "plus-in-exponents": ("e-?[0-9]+", with_note(b"1e+3"), lambda text: re.search(rb"\d[eE]\+\d", text)),
    "minus-zero": ("a sign of nothing", with_note(b"-0"), lambda text: re.search(rb": ?-0[\s,}]", text)),
    "integers-beyond-64-bits": ("long", with_note(b"36893488147419103232"), lambda text: re.search(rb"\d{20}", text)),
    "integers-beyond-2-to-the-53": ("Number.isSafeInteger()", with_note(b"9007199254740993"), lambda text: re.search(rb"[: ]9\d{15}\b", text)),
    "small-fractions": ("float of 32 bits", with_note(b"1e-60"), lambda text: re.search(rb"e-[5-9]\d", text)),
    "large-powers": ("float of 32 bits", with_note(b"1e100"), lambda text: re.search(rb"\de\+?[1-9]\d\d", text)),
    "more-than-17-digits": ("a number that is not exact", with_note(b"1.23456789012345678901"), lambda text: re.search(rb"\.\d{18}", text)),
    "escapes-in-names-of-members": ("names compared ahead of escapes", CARD.replace(b'"name": "Agent"', b'"n\\u0061me": "Agent"'),
                                    lambda text: re.search(rb'\\u00[0-9a-fA-F]{2}\w*"\s*:', text)),
    "20-levels": ("a bound on depth", with_note(b"[" * 25 + b"]" * 25), lambda text: b"[" * 20 in re.sub(rb"\s", b"", text)),
    "32-levels": ("a bound on depth, as of PHP in old texts", with_note(b"[" * 40 + b"]" * 40), lambda text: b"[" * 32 in re.sub(rb"\s", b"", text)),
    "line-separators": ("eval(), of JavaScript before 2019", named(b"a\xe2\x80\xa8b"), lambda text: b"\xe2\x80\xa8" in text),
    "delete-character": ("isprintable()", named(b"a\x7fb"), lambda text: b"\x7f" in text),
}  # fmt: skip
REFUSED_TEXTS = [
    WrongValidator(f"no-{name}", habit, card, lambda card, test=test: card.is_valid and not test(card.text))
    for name, (habit, card, test) in REFUSED.items()
]
