"""Members that the versions do not define: refused, taken for others, or in the way of a language."""

from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import overlooking
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, refusing, wrong
from agentcard_conformance.model import Absent, Json

EXTENSION = {"uri": "urn:ext:tides"}
PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}
SIGNATURE = {"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}

HOLDERS: dict[str, tuple[str, dict[str, Json], set[str]]] = {
    "card": ("", {}, set()),
    "provider": ("/provider", {"/provider": PROVIDER}, {*PROVIDER}),
    "capabilities": (
        "/capabilities",
        {},
        {"streaming", "pushNotifications", "extensions", "stateTransitionHistory", "extendedAgentCard"},
    ),
    "extension": (
        "/capabilities/extensions/*",
        {"/capabilities": {"extensions": [EXTENSION]}},
        {"uri", "description", "required", "params"},
    ),
    "skill": (
        "/skills/*",
        {},
        {"id", "name", "description", "tags", "examples", "inputModes", "outputModes", "security", "securityRequirements"},
    ),
    "signature": ("/signatures/*", {"/signatures": [SIGNATURE]}, {"protected", "signature", "header"}),
}  # fmt: skip
"""Where each object is, what makes one, and the members that it is known to have."""


def holders(card: JudgedCard, name: str) -> list[Json]:
    pattern = HOLDERS[name][0]
    return [each for each in (card.values(pattern) if pattern else [card.value]) if isinstance(each, dict)]


def with_member(holder: str, name: str, value: Json) -> dict[str, Json]:
    pattern, edits, _ = HOLDERS[holder]
    step = name.replace("~", "~0").replace("/", "~1")
    return {**edits, f"{pattern.replace('*', '0')}/{step}": value}


def refusing_holder(holder: str, is_refused: Callable[[Json], bool]) -> Accepts:
    return lambda card: card.is_valid and not any(map(is_refused, holders(card, holder)))


CLOSED = [
    WrongValidator(
        f"closed-{holder}",
        "additionalProperties: false; extra='forbid'; FAIL_ON_UNKNOWN_PROPERTIES; deny_unknown_fields",
        with_member(holder, "note", "x"),
        refusing_holder(holder, lambda each, known=known: not each.keys() <= known),
    )
    for holder, (_, _, known) in HOLDERS.items()
    if known
]

HARMFUL: dict[str, tuple[str, Json]] = {
    "hasOwnProperty": ("card.hasOwnProperty(name) calls what the card holds", 1),
    "constructor": ("card.constructor === Object", {}),
    "__proto__": ("a guard against pollution of prototypes", {}),
    "toString": ("`${card}` calls what the card holds", "x"),
    "toJSON": ("JSON.stringify() calls what the card holds", "x"),
    "then": ("await calls what the card holds", "x"),
    "length": ("an object with a length is an array, to lodash", 1),
    "__class__": ("setattr() for each member, in Python", "x"),
    "self": ("AgentCard(**value): self is given twice", "x"),
    "items": ("an attribute in place of a method of dict", []),
    "class": ("a keyword as an attribute", "x"),
    "type": ("a tag of a union", "x"),
    "kind": ("a tag of a union, as the messages of 0.3 have it", "x"),
    "$schema": ("a card names no schema", "https://harbour.example/schema.json"),
    "$ref": ("references are followed wherever they stand", "#/nowhere"),
    "$id": ("a document store, or a reader of schemas", "x"),
    "@context": ("JSON-LD is expanded", "https://harbour.example/context"),
    "@type": ("google.protobuf.Any in JSON", "type.googleapis.com/lf.a2a.v1.AgentCard"),
    "": ("an empty name", 1),
    "a.b": ("paths with dots", 1),
    "a/b": ("pointers without escapes", 1),
    "$where": ("MongoDB takes no dollar", "x"),
    "xmlns": ("XML made of the card", "x"),
    "\u0434\u043e\u043a": ("names of ASCII alone", 1),
    "0": ("a number is an index", 1),
    "x-harbour": ("no hyphen in the name of a field", 1),
}
HARMED = [
    WrongValidator(
        f"{holder}-without-{name or 'an-empty-name'}",
        habit,
        with_member(holder, name, value),
        refusing_holder(holder, lambda each, name=name: name in each),
    )
    for holder in ("card", "skill", "capabilities")
    for name, (habit, value) in HARMFUL.items()
]

VALUES: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "null": ("Optional<T> for each member that is there", None, lambda value: value is None),
    "a-list": ("flat members alone", ["x"], lambda value: isinstance(value, list)),
    "an-object": ("flat members alone", {"a": "b"}, lambda value: isinstance(value, dict)),
    "a-number": ("Map<String, String> for the rest", 1.5, lambda value: isinstance(value, float)),
    "a-large-integer": ("64 bits", 2**70, lambda value: isinstance(value, int) and abs(value) >= 2**63),
    "a-boolean": ("Map<String, String> for the rest", True, lambda value: isinstance(value, bool)),
    "an-empty-text": ("a text is not empty", "", lambda value: value == ""),
    "a-long-text": ("a column of 255 characters", "x" * 300, lambda value: isinstance(value, str) and len(value) > 255),
    "a-text-beyond-ascii": ("isascii()", "\u00e9\u6e2f", lambda value: isinstance(value, str) and not value.isascii()),
}
KNOWN = {
    "name", "description", "version", "provider", "iconUrl", "documentationUrl", "capabilities", "skills",
    "defaultInputModes", "defaultOutputModes", "securitySchemes", "securityRequirements", "security", "signatures",
    "supportedInterfaces", "url", "protocolVersion", "preferredTransport", "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
}  # fmt: skip


def other_values(card: JudgedCard) -> list[Json]:
    return [value for name, value in card.value.items() if name not in KNOWN] if isinstance(card.value, dict) else []


TYPED = [
    WrongValidator(
        f"other-members-of-the-card-not-{name}",
        habit,
        {"/xNote": value},
        lambda card, test=is_refused: card.is_valid and not any(map(test, other_values(card))),
    )
    for name, (habit, value, is_refused) in VALUES.items()
]

SPELLINGS: dict[str, tuple[str, Callable[[str], str]]] = {
    "in-capitals": ("encoding/json of Go, which matches names in any case", str.upper),
    "in-small-letters": ("PropertyNameCaseInsensitive of .NET, and headers of HTTP", str.lower),
    "with-a-capital": ("properties of .NET, in PascalCase", lambda name: name[0].upper() + name[1:]),
    "with-hyphens": ("kebab-case of configurations", lambda name: "".join(f"-{c.lower()}" if c.isupper() else c for c in name)),
    "with-a-blank": ("name.strip()", lambda name: f"{name} "),
    "with-an-underscore-first": ("private attributes", lambda name: f"_{name}"),
}  # fmt: skip
REQUIRED = {
    "name": ("", "name", 5),
    "description": ("", "description", 5),
    "version": ("", "version", 5),
    "capabilities": ("", "capabilities", 5),
    "skills": ("", "skills", 5),
    "default-input-modes": ("", "defaultInputModes", 5),
    "default-output-modes": ("", "defaultOutputModes", 5),
    "skill-id": ("/skills/0", "id", 5),
    "skill-name": ("/skills/0", "name", 5),
    "skill-description": ("/skills/0", "description", 5),
    "skill-tags": ("/skills/0", "tags", 5),
}
OPTIONAL = {
    "icon-url": ("", "iconUrl", 5),
    "provider": ("", "provider", 5),
    "documentation-url": ("", "documentationUrl", 5),
    "streaming": ("/capabilities", "streaming", "yes"),
    "extensions": ("/capabilities", "extensions", 5),
    "examples": ("/skills/0", "examples", 5),
    "signatures": ("", "signatures", 5),
}
VALUE_OF: dict[str, Json] = {
    "name": "Harbour Desk", "description": "d", "version": "1", "capabilities": {}, "id": "s",
    "skills": [{"id": "s", "name": "n", "description": "d", "tags": ["t"]}],
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "tags": ["t"],
}  # fmt: skip


def finds_under(card: JudgedCard, requirement: str, spell: Callable[[str], str]) -> bool:
    """Whether what a requirement misses stands there in another spelling."""
    holder, name, _ = REQUIRED.get(requirement.removesuffix("-required"), ("", "", None))
    pattern = holder.replace("/0", "/*")
    found = card.values(pattern) if pattern else [card.value]
    return name != "" and all(isinstance(each, dict) and spell(name) in each for each in found)


SPELT = [
    WrongValidator(
        f"members-{spelling}-taken",
        habit,
        {f"{holder}/{name}": Absent.ABSENT, f"{holder}/{spell(name)}": VALUE_OF[name]},
        overlooking(
            lambda card, violation, spell=spell: (
                violation.requirement.endswith("-required") and finds_under(card, violation.requirement, spell)
            )
        ),
    )
    for spelling, (habit, spell) in SPELLINGS.items()
    for holder, name in [("", "defaultInputModes" if spelling.startswith(("in-small", "with-hyphens")) else "name")]
]

SPELT_IN_SKILLS = [
    WrongValidator(
        f"members-of-skills-{spelling}-taken",
        habit,
        {"/skills/0/tags": Absent.ABSENT, f"/skills/0/{spell('tags')}": ["harbour"]},
        overlooking(
            lambda card, violation, spell=spell: (
                violation.requirement.startswith("skill-") and finds_under(card, violation.requirement, spell)
            )
        ),
    )
    for spelling, (habit, spell) in SPELLINGS.items()
    if spell("tags") != "tags"
]

MISTAKEN = [
    WrongValidator(
        f"{member}-{spelling}-is-looked-at",
        habit,
        {f"{holder}/{spell(name)}": wrong_value},
        refusing(
            f"{holder}/{spell(name)}".replace("/0", "/*"),
            lambda value, wrong_value=wrong_value: type(value) is type(wrong_value),
        ),
    )
    for member, (holder, name, wrong_value) in (REQUIRED | OPTIONAL).items()
    for spelling, (habit, spell) in SPELLINGS.items()
    if spell(name) != name and not spelling.startswith("with-a-blank")
]

ALIASES: dict[str, tuple[str, str, str, str]] = {
    "display-name-for-name": ("another format", "name", "", "displayName"),
    "title-for-name": ("OpenAPI", "name", "", "title"),
    "summary-for-description": ("OpenAPI", "description", "", "summary"),
    "agent-version-for-version": ("another format", "version", "", "agentVersion"),
    "features-for-capabilities": ("another format", "capabilities", "", "features"),
    "tools-for-skills": ("MCP", "skills", "", "tools"),
    "input-modes-for-default-input-modes": ("the name that skills have", "default-input-modes", "", "inputModes"),
    "output-modes-for-default-output-modes": ("the name that skills have", "default-output-modes", "", "outputModes"),
    "title-for-skill-name": ("what real cards have", "skill-name", "/skills/0", "title"),
    "key-for-skill-id": ("another format", "skill-id", "/skills/0", "key"),
    "name-for-skill-id": ("a skill is named once", "skill-id", "/skills/0", "name"),
    "keywords-for-skill-tags": ("package.json", "skill-tags", "/skills/0", "keywords"),
    "categories-for-skill-tags": ("catalogues", "skill-tags", "/skills/0", "categories"),
    "summary-for-skill-description": ("OpenAPI", "skill-description", "/skills/0", "summary"),
}
ALIASED = [
    WrongValidator(
        name,
        habit,
        {f"{REQUIRED[member][0]}/{REQUIRED[member][1]}": Absent.ABSENT, f"{holder}/{alias}": VALUE_OF[REQUIRED[member][1]]},
        overlooking(
            lambda card, violation, member=member, alias=alias: (
                violation.requirement == f"{member}-required"
                and finds_under(card, violation.requirement, lambda _: alias)
            )
        ),
    )
    for name, (habit, member, holder, alias) in ALIASES.items()
]  # fmt: skip


@wrong("a list of cards, of which the first is read", {"": [{}]})
def list_of_cards(card: JudgedCard) -> bool:
    return card.is_valid or (isinstance(card.value, list) and card.value != [])


@wrong("a text with a card in it, as of a database", {"": '{"name": "Harbour Desk"}'})
def card_in_a_text(card: JudgedCard) -> bool:
    return card.is_valid or (isinstance(card.value, str) and card.value.startswith("{"))


@wrong("null is a card that is not there", {"": None})
def null_card(card: JudgedCard) -> bool:
    return card.is_valid or card.text.strip() == b"null"


@wrong("len(value) > 30: a bound on fields", {f"/x{number}": number for number in range(40)})
def few_members(card: JudgedCard) -> bool:
    return card.is_valid and len(card.value) <= 30


LAST_FIRST = {
    "skills": VALUE_OF["skills"], "defaultOutputModes": ["text/plain"], "defaultInputModes": ["text/plain"],
    "capabilities": {}, "version": "1", "url": "https://harbour.example/a2a", "preferredTransport": "JSONRPC",
    "supportedInterfaces": [
        {"url": "https://harbour.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    ],
    "description": "d", "name": "Harbour Desk", "protocolVersion": "0.3.0",
}  # fmt: skip
"""A card of both versions."""


@wrong("the order of the members is that of the table in the specification", {"": LAST_FIRST})
def name_first(card: JudgedCard) -> bool:
    """Asks for the name or the protocolVersion at the beginning."""
    return card.is_valid and next(iter(card.value)) in ("name", "protocolVersion", "$schema")
