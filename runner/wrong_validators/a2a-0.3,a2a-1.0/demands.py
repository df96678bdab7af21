"""Demands that neither version states: limits, forms of texts, counts, and lists that must agree."""

import re
from collections.abc import Callable, Sequence

from agentcard_conformance.adequacy.oversights import refusing_texts
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, refusing, wrong
from agentcard_conformance.model import Json

PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}
EXTENSION = {"uri": "urn:ext:tides"}
SKILL = {"id": "s", "name": "Skill", "description": "Does something.", "tags": ["harbour"]}
SIGNATURE = {"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}

TEXTS: dict[str, tuple[str, dict[str, Json]]] = {
    "name": ("/name", {}),
    "description": ("/description", {}),
    "version": ("/version", {}),
    "organization": ("/provider/organization", {"/provider": PROVIDER}),
    "skill-id": ("/skills/0/id", {}),
    "skill-name": ("/skills/0/name", {}),
    "skill-description": ("/skills/0/description", {}),
    "tag": ("/skills/0/tags/0", {}),
    "example": ("/skills/0/examples/0", {"/skills/0/examples": ["x"]}),
    "extension-description": ("/capabilities/extensions/0/description", {"/capabilities": {"extensions": [EXTENSION]}}),
}
"""The place of each text, and what holds it."""

LIMITS = {
    "name": (32, 64, 100, 255),
    "description": (160, 500, 1000, 2000),
    "version": (16, 32, 64),
    "organization": (64, 100, 255),
    "skill-id": (32, 64, 128),
    "skill-name": (50, 100, 255),
    "skill-description": (160, 500, 1024),
    "tag": (20, 50, 100),
    "example": (100, 500, 1000),
    "extension-description": (160, 500, 1000),
}


def refusing_matches(place: str, pattern: str) -> Accepts:
    """Refuses what a pattern matches as a whole, at a place or its like."""
    return refusing_texts(place.replace("/0", "/*"), re.compile(pattern, re.DOTALL).fullmatch)


LONG_TEXTS = [
    WrongValidator(
        f"{name}-of-at-most-{limit}-characters",
        "the width of a column, or of a line in a catalogue",
        {**TEXTS[name][1], TEXTS[name][0]: "a" * (limit + 1)},
        refusing_texts(TEXTS[name][0].replace("/0", "/*"), lambda value, limit=limit: len(value) > limit),
    )
    for name, limits in LIMITS.items()
    for limit in limits
]

LEAST = [
    WrongValidator(
        f"{name}-of-at-least-{least}-characters",
        "a form that refuses what looks like a slip",
        {**TEXTS[name][1], TEXTS[name][0]: "a" * (least - 1)},
        refusing_texts(TEXTS[name][0].replace("/0", "/*"), lambda value, least=least: len(value) < least),
    )
    for name, least in {
        "name": 2, "description": 10, "version": 3, "skill-id": 3, "skill-name": 2, "skill-description": 10,
        "tag": 2, "organization": 2,
    }.items()
]  # fmt: skip

FORMS: dict[str, tuple[str, str, str]] = {
    "ascii-alone": ("isascii(), or a font", r".*[^\x00-\x7f].*", "Caf\u00e9"),
    "bmp-alone": ("utf8 of MySQL, which has three bytes", ".*[\U00010000-\U0010ffff].*", "\u2693 or \U0001f6a2"),
    "no-line-feed": ("a pattern with a dot, which takes no line feed", r".*\n.*", "Harbour\nDesk"),
    "no-tab": ("isprintable()", r".*\t.*", "Harbour\tDesk"),
    "no-control-character": ("isprintable()", r".*[\x00-\x08\x0b-\x1f\x7f].*", "Harbour\u0007"),
    "no-markup": ("a filter against scripts", ".*<.*", "<b>Harbour</b>"),
    "no-apostrophe": ("a filter against SQL", ".*'.*", "Harbour's desk"),
    "no-quotation-mark": ("a text that is put into a text", '.*".*', 'The "Desk"'),
    "no-backslash": ("escapes undone twice", r".*\\.*", "C:\\harbour"),
    "no-ampersand": ("entities of HTML", ".*&.*", "Berths & tides"),
    "no-solidus": ("names of files", ".*/.*", "in/out"),
    "no-blank-around": ("text == text.strip()", r"\s.*|.*\s", " Harbour "),
    "no-right-to-left": ("a filter against spoofing", ".*[\u0590-\u06ff].*", "\u05e0\u05de\u05dc"),
    "no-format-character": ("a filter against spoofing", ".*[\u200b-\u200f\ufeff].*", "Har\u200bbour"),
    "composed": ("must be in NFC", ".*[\u0300-\u036f].*", "Cafe\u0301"),
    "no-word-of-a-program": ("a value that was made into a text", "null|None|undefined|NaN|nil", "null"),
    "no-name-of-a-prototype": ("names[text], in JavaScript", "constructor|toString|__proto__|hasOwnProperty", "constructor"),
    "no-digit-first": ("an identifier", r"\d.*", "7 harbours"),
    "a-letter-somewhere": ("isalpha()", r"[^A-Za-z\u0080-\U0010ffff]+", "+1"),
    "no-number-alone": ("Number(text) for what looks like one", r"[+-]?\d+(\.\d+)?", "12"),
    "no-truth": ("booleans of YAML", "true|false|yes|no|on|off", "no"),
}  # fmt: skip

MADE_FORMS = [
    WrongValidator(
        f"{place}-{name}",
        habit,
        {**holder, pointer: text},
        refusing_matches(pointer, pattern),
    )
    for place, (pointer, holder) in TEXTS.items()
    for name, (habit, pattern, text) in FORMS.items()
    if place != "version" or name not in ("no-digit-first", "a-letter-somewhere")
]

OTHER_FORMS: dict[str, tuple[str, str, str, str]] = {
    "version-semver": ("a pattern from semver.org", "version", r"(?!\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$).*", "2026-autumn"),
    "version-of-three-numbers": (r"\d+\.\d+\.\d+", "version", r"(?!\d+\.\d+\.\d+$).*", "1.0.0-rc.1"),
    "version-with-a-dot": ("version.split('.')", "version", r"[^.]*", "7"),
    "version-without-v": ("parse_version() of a strict kind", "version", "v.*", "v1.2.0"),
    "version-of-at-most-three-numbers": ("System.Version turned around", "version", r"\d+(\.\d+){3,}", "1.2.3.4"),
    "version-without-letters": ("tuple(map(int, version.split('.')))", "version", ".*[A-Za-z].*", "1.2.0b1"),
    "version-that-is-no-date": ("CalVer is refused", "version", r"\d{4}-\d\d-\d\d", "2026-11-20"),
    "version-without-leading-zeros": ("SemVer", "version", r"0\d.*|.*\.0\d.*", "1.02"),
    "version-not-of-zero": ("released agents alone", "version", r"0\..*", "0.1.0"),
    "version-without-build": ("a pattern without +", "version", r".*\+.*", "1.0.0+5"),
    "version-that-is-no-word": ("a number somewhere", "version", r"\D+", "latest"),
    "version-with-a-blank-refused": ("split()", "version", ".* .*", "1.0 beta"),
    "skill-id-slug": ("[a-z0-9-]+ for whatever is called id", "skill-id", r".*[^a-z0-9-].*", "Find_Berth"),
    "skill-id-without-blanks": (r"\S+", "skill-id", r".*\s.*", "find berth"),
    "skill-id-without-dots": ("paths with dots, of a configuration", "skill-id", r".*\..*", "harbour.find"),
    "skill-id-without-colons": ("keys of Redis", "skill-id", r".*:.*", "urn:harbour:find"),
    "skill-id-without-solidi": ("a segment of a path", "skill-id", r".*/.*", "harbour/find"),
    "skill-id-without-underscores": ("host names", "skill-id", r".*_.*", "find_berth"),
    "skill-id-without-hyphens": ("identifiers of a language", "skill-id", r".*-.*", "find-berth"),
    "skill-id-in-small-letters": ("folded ids", "skill-id", r".*[A-Z].*", "findBerth"),
    "skill-id-that-begins-with-a-letter": ("identifiers of a language", "skill-id", r"[^A-Za-z].*", "1-find"),
    "skill-id-of-letters-beyond-ascii-refused": (r"[\w]+ with a flag for ASCII", "skill-id", r".*[^\x00-\x7f].*", "\u6e2f"),
    "skill-id-that-is-no-uuid": ("ids made by people alone", "skill-id", r"[0-9a-f-]{36}", "7b2f0c9e-8a51-4d6b-9a55-2f0a6f1f6f10"),
    "skill-id-no-word-of-a-language": ("an attribute of a class", "skill-id", "class|import|def|return|default", "default"),
    "tag-in-small-letters": ("folded tags", "tag", r".*[A-Z].*", "Harbour"),
    "tag-without-blanks": ("one word", "tag", r".*\s.*", "tide tables"),
    "tag-without-hyphens": (r"\w+", "tag", r".*-.*", "tide-table"),
    "tag-without-hash": ("tags of a network", "tag", r"#.*", "#harbour"),
    "tag-without-commas": ("join(',')", "tag", r".*,.*", "berth, free"),
    "tag-without-colons": ("join(':')", "tag", r".*:.*", "lang:en"),
    "tag-not-empty": ("minLength 1 for each text", "tag", "", ""),
    "example-not-empty": ("minLength 1 for each text", "example", "", ""),
    "example-that-is-no-json": ("plain words", "example", r"\s*[{\[].*", '{"length": 12}'),
    "example-that-is-no-question": ("commands alone", "example", r".*\?", "Is there a berth?"),
    "organization-without-commas": ("a record of a CSV file", "organization", ".*,.*", "Harbour Office, Ltd."),
    "organization-without-dots": ("names of directories", "organization", r".*\..*", "Harbour Office Inc."),
    "name-with-a-capital": ("title case", "name", r"[^A-Z]*", "harbour"),
    "name-without-dots": ("a name of a file", "name", r".*\..*", "harbour.desk"),
    "name-without-parentheses": (r"[\w -]+", "name", r".*[()].*", "Harbour (test)"),
    "description-that-ends-with-a-dot": ("a linter of documentation", "description", r".*[^.]", "Finds berths"),
    "description-that-begins-with-a-capital": ("a linter of documentation", "description", r"[a-z].*", "finds berths."),
    "description-without-addresses": ("a filter against spam", "description", r".*https?://.*", "See https://harbour.example/."),
    "description-without-doubled-line-feeds": ("one paragraph", "description", r".*\n\n.*", "Finds berths.\n\nReads tides."),
    "description-without-markdown": ("plain text", "description", r".*(\*\*|`|# ).*", "Finds **free** berths."),
    "description-unlike-the-name": ("a linter of documentation", "description", "Harbour Desk", "Harbour Desk"),
}  # fmt: skip

NAMED_FORMS = [
    WrongValidator(
        name,
        habit,
        {**TEXTS[place][1], TEXTS[place][0]: text},
        refusing_matches(TEXTS[place][0], pattern),
    )
    for name, (habit, place, pattern, text) in OTHER_FORMS.items()
]

COUNTS: dict[str, tuple[str, Callable[[int], Json], Sequence[int]]] = {
    "skills": ("/skills", lambda number: {**SKILL, "id": f"s{number}"}, (1, 10, 50, 100)),
    "tags": ("/skills/0/tags", lambda number: f"tag-{number}", (1, 5, 10, 20, 50)),
    "examples": ("/skills/0/examples", lambda number: f"Berth {number}?", (1, 5, 10, 50)),
    "input-modes": ("/defaultInputModes", lambda number: f"text/x-{number}", (1, 5, 10, 50)),
    "output-modes": ("/defaultOutputModes", lambda number: f"text/x-{number}", (1, 5, 10, 50)),
    "skill-input-modes": ("/skills/0/inputModes", lambda number: f"text/x-{number}", (1, 5, 10)),
    "skill-output-modes": ("/skills/0/outputModes", lambda number: f"text/x-{number}", (1, 5, 10)),
    "extensions": ("/capabilities/extensions", lambda number: {"uri": f"urn:ext:{number}"}, (1, 5, 10, 20)),
    "signatures": ("/signatures", lambda _: SIGNATURE, (1, 2, 5, 10)),
}

MANY = [
    WrongValidator(
        f"at-most-{limit}-{name}",
        "a bound that seemed to be enough",
        {place: [made(number) for number in range(limit + 1)]},
        refusing(place.replace("/0", "/*"), lambda value, limit=limit: isinstance(value, list) and len(value) > limit),
    )
    for name, (place, made, limits) in COUNTS.items()
    for limit in limits
]

NONE = [
    WrongValidator(
        f"{name}-not-empty-where-optional",
        "minItems 1 for each list",
        {place: []},
        refusing(place.replace("/0", "/*"), lambda value: value == []),
    )
    for name, (place, _, _) in COUNTS.items()
    if name not in ("skills", "tags", "input-modes", "output-modes")
]

SIZES = [
    WrongValidator(
        f"card-of-at-most-{limit}-bytes",
        "the size of a buffer, a packet or a database field",
        {"/x-note": "a" * limit},
        lambda card, limit=limit: card.is_valid and len(card.text) <= limit,
    )
    for limit in (4096, 8192, 16384, 65535)
]

MODES: dict[str, tuple[str, str, str]] = {
    "no-parameters": ("type/subtype and nothing more", ".*;.*", "text/plain; charset=utf-8"),
    "no-blank-behind-the-semicolon": ("one way to write a parameter", r".*;\s.*", "text/plain; charset=utf-8"),
    "no-parameter-without-a-blank": ("split('; ')", r".*;\S.*", "text/plain;charset=utf-8"),
    "no-quoted-parameter": ("split('=')", '.*".*', 'text/plain; charset="utf-8"'),
    "no-two-parameters": ("split(';') of two", ".*;.*;.*", "text/plain; charset=utf-8; format=flowed"),
    "no-capital": ("media types in small letters", ".*[A-Z].*", "Text/Plain"),
    "no-vendor-tree": ("[a-z]+/[a-z-]+", r".*/vnd\..*", "application/vnd.harbour.tide"),
    "no-personal-tree": ("[a-z]+/[a-z-]+", r".*/prs\..*", "text/prs.harbour"),
    "no-private-tree": ("registered types alone", r".*/(x-|x\.).*", "application/x-tide"),
    "no-suffix": (r"\w+/\w+", r".*\+.*", "application/ld+json"),
    "no-dot": (r"[\w-]+/[\w-]+", r".*\..*", "application/vnd.harbour.tide"),
    "no-digit": ("[a-z-]+/[a-z-]+", r".*\d.*", "audio/mp4"),
    "no-hyphen": (r"\w+/\w+", ".*-.*", "application/octet-stream"),
    "no-underscore": ("[a-z0-9.+-]+", ".*_.*", "text/x_tide"),
    "no-multipart": ("a content has one part", "multipart/.*", "multipart/form-data"),
    "no-image": ("texts alone", "image/.*", "image/png"),
    "no-audio": ("texts and images alone", "audio/.*", "audio/wav"),
    "no-video": ("texts and images alone", "video/.*", "video/mp4"),
    "no-font-or-model": ("the types of RFC 2046", "(font|model|haptics)/.*", "model/gltf+json"),
    "no-message": ("a list of types", "message/.*", "message/rfc822"),
    "no-other-type": ("the registered types at the top", "(?!(text|image|audio|video|application|font|model|message|multipart|haptics)/).*",
                      "harbour/tide"),
    "known-text-types-alone": ("a list of types", r"text/(?!plain|html|markdown|csv).*", "text/calendar"),
    "known-application-types-alone": ("a list of types", r"application/(?!json|pdf|xml|octet-stream).*", "application/cbor"),
    "of-at-most-40-characters": ("a column", ".{41,}", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}  # fmt: skip
MODE_PLACES = {
    "input-mode": "/defaultInputModes",
    "output-mode": "/defaultOutputModes",
    "skill-input-mode": "/skills/0/inputModes",
    "skill-output-mode": "/skills/0/outputModes",
}

MODE_FORMS = [
    WrongValidator(
        f"{place}-{name}",
        habit,
        {pointer: [mode]},
        refusing_matches(f"{pointer}/*", pattern),
    )
    for place, pointer in MODE_PLACES.items()
    for name, (habit, pattern, mode) in MODES.items()
]


@wrong("in: a subset check", {"/skills/0/inputModes": ["image/png"]})
def skill_input_modes_among_the_defaults(card: JudgedCard) -> bool:
    return card.is_valid and {*card.values("/skills/*/inputModes/*")} <= {*card.values("/defaultInputModes/*")}


@wrong("in: a subset check", {"/skills/0/outputModes": ["image/png"]})
def skill_output_modes_among_the_defaults(card: JudgedCard) -> bool:
    return card.is_valid and {*card.values("/skills/*/outputModes/*")} <= {*card.values("/defaultOutputModes/*")}


@wrong("an override that says nothing new is a slip", {"/skills/0/inputModes": ["text/plain"]})
def skill_modes_unlike_the_defaults(card: JudgedCard) -> bool:
    defaults = card.values("/defaultInputModes")
    return card.is_valid and not any(each in defaults for each in card.values("/skills/*/inputModes"))


@wrong("every agent speaks plain text", {"/defaultInputModes": ["application/json"]})
def plain_text_among_the_input_modes(card: JudgedCard) -> bool:
    return card.is_valid and any(str(each).startswith("text/plain") for each in card.values("/defaultInputModes/*"))


@wrong("every agent speaks plain text", {"/defaultOutputModes": ["application/json"]})
def plain_text_among_the_output_modes(card: JudgedCard) -> bool:
    return card.is_valid and any(str(each).startswith("text/plain") for each in card.values("/defaultOutputModes/*"))


@wrong("what goes in comes out", {"/defaultOutputModes": ["application/json"]})
def output_modes_as_the_input_modes(card: JudgedCard) -> bool:
    return card.is_valid and card.values("/defaultInputModes") == card.values("/defaultOutputModes")


@wrong("override both or none", {"/skills/0/inputModes": ["text/plain"]})
def skill_modes_both_or_none(card: JudgedCard) -> bool:
    return card.is_valid and all(
        ("inputModes" in each) == ("outputModes" in each) for each in card.values("/skills/*") if isinstance(each, dict)
    )


@wrong("a streaming agent has more than text", {"/capabilities/streaming": False})
def streaming_never_false(card: JudgedCard) -> bool:
    """Takes what is off for what is missing."""
    return card.is_valid and False not in card.values("/capabilities/streaming")


@wrong("a flag that is only ever off in the tests", {"/capabilities/pushNotifications": True})
def push_notifications_never_true(card: JudgedCard) -> bool:
    return card.is_valid and True not in card.values("/capabilities/pushNotifications")


@wrong("an event stream is how push notifications are told", {"/capabilities": {"pushNotifications": True}})
def push_notifications_need_streaming(card: JudgedCard) -> bool:
    pushes = card.values("/capabilities/pushNotifications") == [True]
    return card.is_valid and not (pushes and card.values("/capabilities/streaming") != [True])


@wrong("names are compared with a prefix of the name of the agent", {"/skills/0/id": "Harbour Desk"})
def skill_id_unlike_the_name(card: JudgedCard) -> bool:
    return card.is_valid and not {*card.values("/name")} & {*card.values("/skills/*/id")}


@wrong("a tag that repeats the name of its skill is noise", {"/skills/0/tags": ["Find a berth"]})
def tags_unlike_the_name(card: JudgedCard) -> bool:
    return card.is_valid and not any(
        each["name"] in each["tags"] for each in card.values("/skills/*") if isinstance(each, dict)
    )


@wrong("sorted(tags) == tags", {"/skills/0/tags": ["tides", "berths"]})
def tags_in_order(card: JudgedCard) -> bool:
    return card.is_valid and all(sorted(map(str, each)) == each for each in card.values("/skills/*/tags"))


@wrong("the signature of an organisation asks for one", {"/signatures": [SIGNATURE]})
def signatures_need_a_provider(card: JudgedCard) -> bool:
    return card.is_valid and not (card.values("/signatures/*") and not card.values("/provider"))


EXTENSIONS: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "uri-of-the-web": ("URLs alone", {"uri": "urn:ext:tides"}, lambda each: not str(each.get("uri", "http")).startswith("http")),
    "uri-without-a-fragment": ("urldefrag()", {"uri": "https://h.example/e#1"}, lambda each: "#" in str(each.get("uri"))),
    "uri-without-a-query": ("a page, not a service", {"uri": "https://h.example/e?v=1"}, lambda each: "?" in str(each.get("uri"))),
    "uri-with-a-version": ("a version at the end", {"uri": "https://h.example/ext"}, lambda each: not re.search(r"v?\d", str(each.get("uri", "1")))),
    "uri-of-https": ("https alone", {"uri": "http://h.example/e/v1"}, lambda each: str(each.get("uri")).startswith("http:")),
    "description-demanded": ("all four members", {"uri": "urn:e", "required": True}, lambda each: "required" in each and "description" not in each),
    "params-demanded": ("all four members", {"uri": "urn:e", "required": True}, lambda each: "required" in each and "params" not in each),
    "required-demanded": ("a flag is never left out", {"uri": "urn:e", "params": {}}, lambda each: "params" in each and "required" not in each),
    "never-required": ("an extension nobody may ask for", {"uri": "urn:e", "required": True}, lambda each: each.get("required") is True),
    "required-never-false": ("if extension.required", {"uri": "urn:e", "required": False}, lambda each: each.get("required") is False),
    "params-not-empty": ("minProperties 1", {"uri": "urn:e", "params": {}}, lambda each: each.get("params") == {}),
    "params-of-texts": ("Map<String, String>", {"uri": "urn:e", "params": {"a": 1}},
                        lambda each: any(not isinstance(value, str) for value in (each.get("params") or {}).values())),
    "params-without-null": ("values that are there", {"uri": "urn:e", "params": {"a": None}},
                            lambda each: None in (each.get("params") or {}).values()),
    "params-without-objects": ("flat settings", {"uri": "urn:e", "params": {"a": {"b": 1}}},
                               lambda each: any(isinstance(value, dict) for value in (each.get("params") or {}).values())),
    "params-without-lists": ("flat settings", {"uri": "urn:e", "params": {"a": [1]}},
                             lambda each: any(isinstance(value, list) for value in (each.get("params") or {}).values())),
    "params-without-mixed-lists": ("List<String>", {"uri": "urn:e", "params": {"a": [1, "b"]}},
                                   lambda each: any(isinstance(value, list) and len({*map(type, value)}) > 1
                                                    for value in (each.get("params") or {}).values())),
    "params-without-fractions": ("Map<String, Integer>", {"uri": "urn:e", "params": {"a": 0.5}},
                                 lambda each: any(isinstance(value, float) and value % 1 for value in (each.get("params") or {}).values())),
    "params-without-negative-numbers": ("unsigned integers", {"uri": "urn:e", "params": {"a": -1}},
                                        lambda each: any(isinstance(value, int | float) and value < 0
                                                         for value in (each.get("params") or {}).values())),
    "params-without-numbers-beyond-32-bits": ("int", {"uri": "urn:e", "params": {"a": 4294967296}},
                                              lambda each: any(isinstance(value, int | float) and value >= 2**32
                                                               for value in (each.get("params") or {}).values())),
    "params-named-as-identifiers": (r"[A-Za-z_]\w*", {"uri": "urn:e", "params": {"a-b": 1}},
                                    lambda each: any(not re.fullmatch(r"[A-Za-z_]\w*", name) for name in each.get("params") or {})),
    "params-without-an-empty-name": ("a path to each value", {"uri": "urn:e", "params": {"": 1}},
                                     lambda each: "" in (each.get("params") or {})),
    "params-without-the-name-of-a-prototype": ("a guard against pollution", {"uri": "urn:e", "params": {"__proto__": {}}},
                                               lambda each: bool({"__proto__", "constructor"} & {*(each.get("params") or {})})),
    "params-without-an-at-sign": ("@type of google.protobuf.Any", {"uri": "urn:e", "params": {"@type": "tides"}},
                                  lambda each: "@type" in (each.get("params") or {})),
}  # fmt: skip

EXTENSION_FORMS = [
    WrongValidator(
        f"extension-{name}",
        habit,
        {"/capabilities": {"extensions": [extension]}},
        refusing("/capabilities/extensions/*", is_refused),
    )
    for name, (habit, extension, is_refused) in EXTENSIONS.items()
]
