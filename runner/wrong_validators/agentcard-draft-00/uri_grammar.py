"""The grammar of RFC 3986, character by character: one left out of a part of a URI, or let into one by mistake."""

import re
from string import digits

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json

PARTS = re.compile(
    r"(?s)(?:(?P<scheme>[^:/?#]*):)?(?://(?:(?P<user>[^/?#@]*)@)?(?P<host>\[[^]]*\]|[^/?#@]*?)(?::(?P<port>[^/?#@]*))?(?=[/?#]|\Z))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?\Z"
)
"""Appendix B of the RFC, with the authority taken apart."""

UNRESERVED, DELIMITERS = "-._~", "!$&'()*+,;="
ALLOWED = {
    "scheme": "+-.",
    "user": f"{UNRESERVED}{DELIMITERS}%",
    "host": f"{UNRESERVED}{DELIMITERS}%",
    "path": f"{UNRESERVED}{DELIMITERS}:@%",
    "query": f"{UNRESERVED}{DELIMITERS}:@/?%",
    "fragment": f"{UNRESERVED}{DELIMITERS}:@/?%",
}
"""Beside letters and digits."""

EXAMPLES = {
    "scheme": "a{}b://agents.example.com/",
    "user": "https://a{}b@agents.example.com/",
    "host": "https://a{}b.example.com/",
    "path": "https://agents.example.com/a{}b",
    "query": "https://agents.example.com/?a{}b",
    "fragment": "https://agents.example.com/#a{}b",
}
NAMES = {
    " ": "blank", '"': "quotation-mark", "<": "less-than", ">": "greater-than", "\\": "backslash", "^": "caret",
    "`": "backtick", "{": "left-brace", "|": "bar", "}": "right-brace", "[": "left-bracket", "]": "right-bracket",
    "#": "hash", "%": "percent", "\t": "tab", "\n": "line-feed", "\x7f": "delete", "\u00e9": "accented-letter",
    "\u6f22": "han", "\U0001f600": "emoji", "-": "hyphen", ".": "dot", "_": "underscore", "~": "tilde", "!": "exclamation",
    "$": "dollar", "&": "ampersand", "'": "apostrophe", "(": "left-parenthesis", ")": "right-parenthesis", "*": "star",
    "+": "plus", ",": "comma", ";": "semicolon", "=": "equals", ":": "colon", "@": "at-sign", "/": "solidus",
    "?": "question-mark",
}  # fmt: skip
NEVER = ' "<>\\^`{|}\t\n\x7f\u00e9\u6f22\U0001f600'
LET_IN = {
    "scheme": " _*!~\u00e9",
    "user": NEVER + "[]",
    "host": NEVER,
    "path": NEVER + "[]",
    "query": NEVER + "[]",
    "fragment": NEVER + "[]#",
}
SCRIPTS = {"\u00e9": "[\u00c0-\u024f]", "\u6f22": "[\u4e00-\u9fff]", "\U0001f600": "[\U0001f300-\U0001faff]"}
"""What is let in with a letter: all of its kind."""

HABITS = ("a character class copied with a character missing", "a character class written from memory")


def parts_of(url: Json) -> dict[str, str | None]:
    found = PARTS.match(url) if isinstance(url, str) else None
    return found.groupdict() if found else {}


def refuses(part: str, character: str) -> Accepts:
    """Holds a character for none of that part."""
    return lambda card: (
        card.is_valid and not any(character in (parts_of(url).get(part) or "") for url in card.values("/endpoint/url"))
    )


def takes(part: str, character: str) -> Accepts:
    """Holds a character for one of that part."""

    def accepts(card: JudgedCard) -> bool:
        if card.is_valid or not card.is_valid_but_for(lambda each: each.at == ("endpoint", "url")):
            return card.is_valid
        (url,) = card.values("/endpoint/url")
        found = PARTS.match(url) if isinstance(url, str) else None
        if not found or not found[part]:
            return False
        start, end = found.span(part)
        repaired = re.sub(SCRIPTS.get(character, re.escape(character)), "a", url[start:end])
        return card.is_valid_with(("/endpoint/url", url[:start] + repaired + url[end:]))

    return accepts


def example(part: str, character: str) -> dict[str, Json]:
    text = "%20" if character == "%" and part in ALLOWED and "%" in ALLOWED[part] else character
    return {"/endpoint": {"protocol": "grpc", "url": EXAMPLES[part].format(text)}}


LEFT_OUT = [
    WrongValidator(f"{part}-without-{NAMES[character]}", HABITS[0], example(part, character), refuses(part, character))
    for part, allowed in ALLOWED.items()
    for character in allowed
    if (part, character) != ("host", ".")
]

LET_IN_BY_MISTAKE = [
    WrongValidator(f"{part}-with-{NAMES[character]}", HABITS[1], example(part, character), takes(part, character))
    for part, characters in LET_IN.items()
    for character in characters
]

KINDS = {
    "capitals": lambda text: any("A" <= letter <= "Z" for letter in text),
    "digits": lambda text: any(digit in text for digit in digits),
}
LETTERS = [
    WrongValidator(
        f"{part}-without-{kind}",
        HABITS[0],
        {"/endpoint": {"protocol": "grpc", "url": EXAMPLES[part].format({"capitals": "Z", "digits": "0"}[kind])}},
        lambda card, part=part, kind=kind: (
            card.is_valid
            and not any(KINDS[kind](parts_of(url).get(part) or "") for url in card.values("/endpoint/url"))
        ),
    )
    for part in ALLOWED
    for kind in ("capitals", "digits")
]


def with_bad_percent(is_taken: re.Pattern[str]) -> Accepts:
    """Takes percent signs that stand before something else than two hexadecimal digits."""

    def accepts(card: JudgedCard) -> bool:
        if card.is_valid or not card.is_valid_but_for(lambda each: each.at == ("endpoint", "url")):
            return card.is_valid
        (url,) = card.values("/endpoint/url")
        return isinstance(url, str) and card.is_valid_with(("/endpoint/url", is_taken.sub("a", url)))

    return accepts


PERCENT = [
    WrongValidator(name, "a percent sign among the other characters", {"/endpoint/url": f"https://a.example/{text}"},
                   with_bad_percent(re.compile(pattern)))
    for name, text, pattern in (
        ("percent-alone-taken", "a%", "%"),
        ("percent-and-one-digit-taken", "a%4", "%[0-9A-Fa-f]?"),
        ("percent-and-two-letters-taken", "a%zz", "%[0-9A-Za-z]{2}"),
        ("percent-and-two-digits-of-any-script-taken", "a%\u0664\u0661", r"%\d{2}"),
        ("percent-and-u-taken", "a%u0041", "%u[0-9A-Fa-f]{4}"),
    )
]  # fmt: skip
