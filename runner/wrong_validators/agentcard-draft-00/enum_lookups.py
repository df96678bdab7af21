"""Members of a fixed set of words, looked up in other ways than by comparing them."""

import unicodedata
from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json

PLACES = {
    "protocol": ("/endpoint/protocol", "endpoint-protocol", ["http", "https", "grpc", "stdio", "mcp"]),
    "auth-scheme": ("/endpoint/auth/scheme", "auth-scheme-known", ["none", "bearer", "api_key", "oauth2", "mtls"]),
    "trust-tier": (
        "/metadata/pacr:trust_tier",
        "trust-tier-known",
        ["untrusted", "basic", "established", "verified", "banned"],
    ),
}

OBJECT_MEMBERS = [
    "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
]  # fmt: skip
ARRAY_MEMBERS = ["length", "0", "indexOf", "includes", "map"]
ENUM_ATTRIBUTES = [
    "__class__",
    "__members__",
    "__doc__",
    "__module__",
    "__name__",
    "__init__",
    "__dict__",
    "mro",
    "name",
]


def witness(place: str, word: Json) -> dict[str, Json]:
    """The example with a word in that place, and with what holds it."""
    if place.startswith("/endpoint/auth"):
        return {"/endpoint/auth": {"scheme": word}}
    return {"/metadata": {"pacr:trust_tier": word}} if place.startswith("/metadata") else {place: word}


def takes(place: str, requirement: str, is_taken: Callable[[Json], bool]) -> Accepts:
    """Takes more values than there are in the set."""

    def accepts(card: JudgedCard) -> bool:
        values = card.values(place)
        taken = bool(values) and is_taken(values[0])
        return card.is_valid_but_for(lambda each: taken and each.requirement.startswith(requirement))

    return accepts


def validator(name: str, habit: str, enum: str, word: Json, is_taken: Callable[[Json], bool]) -> WrongValidator:
    place, requirement, _ = PLACES[enum]
    return WrongValidator(f"{enum}-{name}", habit, witness(place, word), takes(place, requirement, is_taken))


NAMED = [
    validator(name, habit, enum, words[0], lambda value, words=words: isinstance(value, str) and value in words)
    for enum in PLACES
    for name, habit, words in (
        ("looked-up-in-a-plain-object", "SCHEMES[value], in JavaScript", OBJECT_MEMBERS),
        ("looked-up-where-proto-is-kept-out", "a plain object, guarded against __proto__ alone", OBJECT_MEMBERS[:7]),
        ("looked-up-where-the-constructor-is-kept-out", "a plain object, guarded by halves", OBJECT_MEMBERS[1:]),
        ("proto-alone", "a member of the prototype that is an object, where functions are kept out", ["__proto__"]),
        ("looked-up-in-an-array", "the `in` operator on an array, in JavaScript", ARRAY_MEMBERS),
        ("attribute-of-an-enum", "hasattr() on an Enum class, in Python", ENUM_ATTRIBUTES),
    )
]


def is_text(value: Json) -> bool:
    return isinstance(value, str)


LENIENT = {
    "small-letters": ("lower() before the comparison", lambda words, value: value.lower() in words),
    "capitals-alone": ("constants of an enum, by their names", lambda words, value: value in map(str.upper, words)),
    "a-capital-first": ("names of an enum in C# or Go", lambda words, value: value in map(str.capitalize, words)),
    "trimmed": ("strip() before the comparison", lambda words, value: value.strip() in words),
    "without-blanks": ("blanks taken out of a configuration", lambda words, value: value.replace(" ", "") in words),
    "case-folded": ("casefold(), or a pattern with the flags i and u: \u017f is s, and \u212a is k",
                    lambda words, value: value.casefold() in words),
    "upper-and-lower": ("upper() on both sides: \u0131 is I", lambda words, value: value.upper() in map(str.upper, words)),
    "compatible": ("NFKC before the comparison: full-width letters are letters",
                   lambda words, value: unicodedata.normalize("NFKC", value) in words),
    "part-of-the-list": ("`in` on one string with all of them", lambda words, value: value in " ".join(words)),
    "part-of-a-word": ("any(value in word for word in words)", lambda words, value: any(value in each for each in words)),
    "beginning-of-a-word": ("abbreviations, as getopt takes them",
                            lambda words, value: value != "" and any(each.startswith(value) for each in words)),
    "word-and-more": ("a pattern without its end", lambda words, value: value.startswith(tuple(words))),
    "more-and-word": ("a pattern without its beginning", lambda words, value: value.endswith(tuple(words))),
    "word-somewhere": ("a pattern without its ends", lambda words, value: any(each in value for each in words)),
    "an-alternative-without-brackets": ("^a|b|c$: the first is a beginning, the last an end",
                                        lambda words, value: value.startswith(words[0]) or value.endswith(words[-1])
                                        or any(each in value for each in words[1:-1])),
    "a-line-feed-last": ("$ in Python, Perl and PHP", lambda words, value: value.removesuffix("\n") in words),
    "a-line-of-many": ("^ and $ with the flag m, or Ruby's", lambda words, value: bool({*value.split("\n")} & {*words})),
    "hyphen-for-underscore": ("names turned from kebab case", lambda words, value: value.replace("-", "_") in words),
    "camel-letters": ("serde(rename_all), or Jackson's naming strategies",
                      lambda words, value: value in {"apiKey", "mTls", "stdIo", "oAuth2"}),
    "underscores-left-out": ("compared without separators",
                             lambda words, value: value in [each.replace("_", "") for each in words]),
    "cut-at-nul": ("a string of C", lambda words, value: value.split("\0")[0] in words),
    "empty": ("no value chosen, in a form or a protobuf enum", lambda words, value: value == ""),
    "a-number-in-quotes": ("the number of an enum member, as text", lambda words, value: value in "01234"),
    "several-with-a-comma": ("a list in one string", lambda words, value: {*value.split(",")} <= {*words}),
    "several-with-a-blank": ("scopes of OAuth", lambda words, value: {*value.split()} <= {*words} and value.split() != []),
    "several-with-a-bar": ("flags", lambda words, value: {*value.split("|")} <= {*words}),
}  # fmt: skip


def first_wrong(words: list[str], is_right: Callable[[list[str], str], bool]) -> str:
    """A word that is taken and is none of the set."""
    first, last = words[0], words[-1]
    tried = [
        first.upper(), first.capitalize(), f" {first}", f"{first[:2]} {first[2:]}",
        *(each.replace("s", "\u017f").replace("k", "\u212a") for each in words),
        *(each.upper().replace("I", "\u0131") for each in words),
        "".join(chr(ord(letter) + 0xFEE0) for letter in first), first[:-1], f"{first} {words[1]}", f"{first}x", f"x{last}",
        f"x{words[1]}x", f"{first}\n", f"x\n{first}", *(each.replace("_", "-") for each in words), "apiKey", "stdIo",
        *(each.replace("_", "") for each in words), f"{first}\0x", "", "1", f"{first},{last}", f"{first} {last}",
        f"{first}|{last}",
    ]  # fmt: skip
    return next((each for each in tried if each not in words and is_right(words, each)), "")


FOUND_BY_TEXT = [
    validator(name, habit, enum, word, lambda value, words=words, test=test: is_text(value) and test(words, value))
    for enum, (_, _, words) in PLACES.items()
    for name, (habit, test) in LENIENT.items()
    if (word := first_wrong(words, test)) or name == "empty"
]

OF_OTHER_TYPES = [
    validator(name, habit, enum, made(words), lambda value, words=words, test=test: test(words, value))
    for enum, (_, _, words) in PLACES.items()
    for name, habit, made, test in (
        ("a-list-of-one", "loose equality: ['https'] == 'https' in JavaScript and PHP",
         lambda words: [words[1]], lambda words, value: isinstance(value, list) and len(value) == 1 and value[0] in words),
        ("a-list-of-some", "every() over what may be a list", lambda words: words[:2],
         lambda words, value: isinstance(value, list) and value != [] and all(each in words for each in value)),
        ("an-empty-list", "all() of nothing", lambda _: [], lambda _, value: value == []),
        ("a-number", "the number of the member, as protobuf writes enums", lambda _: 1,
         lambda _, value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 5),
        ("true", "a flag of an older form", lambda _: True, lambda _, value: value is True),
        ("false", "if value and value not in words", lambda _: False, lambda _, value: value is False),
        ("zero", "if value and value not in words", lambda _: 0,
         lambda _, value: value == 0 and not isinstance(value, bool)),
        ("an-object-with-a-value", "{'value': ...}, as some serialisers write enums", lambda words: {"value": words[0]},
         lambda words, value: isinstance(value, dict) and value.get("value") in words),
        ("an-object-of-one-member", "serde's externally tagged enums", lambda words: {words[0]: {}},
         lambda words, value: isinstance(value, dict) and len(value) == 1 and next(iter(value)) in words),
        ("an-empty-object", "{} is falsy in no language but those with count()", lambda _: {},
         lambda _, value: value == {}),
    )
]  # fmt: skip

MORE_WORDS = [
    validator(f"also-{word}", "a word of another revision, or of what everybody uses", enum, word,
              lambda value, word=word: value == word)
    for enum, words in {
        "protocol": ["ws", "wss", "websocket", "sse", "tcp", "udp", "unix", "grpcs", "jsonrpc", "a2a",
                     "google_a2a", "native", "ftp", "file", "amqp", "mqtt", "http2",
                     "streamable-http", "quic", "pipe", "rest"],
        "auth-scheme": ["basic", "digest", "jwt", "oauth", "oauth2.0", "openIdConnect", "apikey", "apiKey",
                        "api-key", "hmac", "saml", "tls", "mutualTLS", "cookie", "custom", "http"],
        "trust-tier": ["gold", "unknown", "trusted", "high", "low", "medium", "none", "root",
                       "blocked", "unverified", "revoked"],
    }.items()
    for word in words
]  # fmt: skip
FEWER_WORDS = [
    WrongValidator(
        f"{enum}-lacks-{word}",
        "a word that was added after the validator was written",
        {
            **witness(place, word),
            "/endpoint/url": f"{word}://agents.example.com/" if word == "http" else "https://a.example/",
        },
        lambda card, place=place, word=word: card.is_valid and word not in card.values(place)[:1],
    )
    for enum, (place, _, words) in PLACES.items()
    for word in words
    if word != "https"
]
