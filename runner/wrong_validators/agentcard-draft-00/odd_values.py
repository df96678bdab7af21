"""Values and names that a language, a form or a store takes for something else, and texts that a filter refuses."""

import re
from collections.abc import Callable, Iterator

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, refusing, wrong
from agentcard_conformance.model import Json

NUMBERS = ("/pricing/base_cost_joules", "/pricing/per_token_joules", "/goal_subscriptions/*/priority")
CONTAINERS = (
    "/capabilities/*/tags",
    "/capabilities/*/input_schema",
    "/capabilities/*/output_schema",
    "/endpoint/auth",
    "/pricing",
    "/metadata",
    "/goal_subscriptions",
)
CHOICES = ("/endpoint/auth/scheme", "/metadata/pacr:trust_tier")
TEXTS = {
    "description": "/capabilities/*/description",
    "tag": "/capabilities/*/tags/*",
    "goal-id": "/goal_subscriptions/*/goal_id",
    "goal-description": "/goal_subscriptions/*/description",
    "substrate-scope": "/metadata/pacr:substrate_scope",
}


def holding(pattern: str, value: Json) -> dict[str, Json]:
    """What differs from the example in a card that has a value at a place, and what must be around it."""
    around: dict[str, Json] = {
        "/endpoint/auth": {},
        "/pricing": {},
        "/metadata": {},
        "/goal_subscriptions": [{"goal_id": "g"}],
        "/capabilities/0/tags": ["a"],
    }
    pointer = pattern.replace("*", "0")
    return {**{at: what for at, what in around.items() if pointer.startswith(f"{at}/")}, pointer: value}


def spoken(pattern: str) -> str:
    """The name of a place within the name of a validator."""
    return re.sub("[^a-z]+", "-", pattern).strip("-")


def overlooking(pattern: str, is_overlooked: Callable[[Json], bool]) -> Accepts:
    """Sees nothing wrong at a place where such a value stands."""

    def accepts(card: JudgedCard) -> bool:
        is_there = any(map(is_overlooked, card.values(pattern)))
        return card.is_valid_but_for(lambda violation: is_there and violation.is_below(pattern))

    return accepts


EMPTY = {
    "0": "empty() in PHP takes it for nothing",
    " ": "a field of a form that nobody filled in",
    "null": "null went through a string",
    "undefined": "undefined went through a string",
    "N/A": "a cell of a table that nobody filled in",
}
TAKEN_FOR_ABSENT = [
    WrongValidator(
        f"{spoken(pattern)}-absent-when-{text.strip() or 'blank'}",
        habit,
        holding(pattern, text),
        overlooking(pattern, lambda value, text=text: value == text),
    )
    for pattern in (*CONTAINERS, *CHOICES, *NUMBERS)
    for text, habit in EMPTY.items()
]

SKIPPED = {
    "empty string": "",
    "zero as a string": "0",
    "false": False,
    "empty list": [],
    "empty object": {},
    "null": None,
}


def skipping(pattern: str, skipped: Json, among: int) -> Accepts:
    """Filters a list before it looks at the items."""

    def is_kept(item: Json) -> bool:
        return type(item) is not type(skipped) or item != skipped

    def accepts(card: JudgedCard) -> bool:
        items = (card.values(pattern) or [None])[0]
        if not isinstance(items, list) or len(items) < among or all(map(is_kept, items)):
            return card.is_valid
        return card.is_valid_with((pattern, [item for item in items if is_kept(item)]))

    return accepts


SKIPPED_ITEMS = [
    WrongValidator(
        f"{spoken(pattern)}-{name.replace(' ', '-')}-skipped",
        "filter(Boolean), or `continue` on what counts as nothing",
        {pattern: [item, good]},
        skipping(pattern, item, 2),
    )
    for pattern, good in (("/capabilities", {"id": "tool.news"}), ("/goal_subscriptions", {"goal_id": "g"}))
    for name, item in SKIPPED.items()
]

JSON_TEXTS = {
    "/capabilities": '[{"id": "tool.news"}]',
    "/capabilities/*/tags": '["web"]',
    "/capabilities/*/input_schema": '{"type": "object"}',
    "/capabilities/*/output_schema": '{"type": "object"}',
    "/endpoint": '{"protocol": "https", "url": "https://agents.example.com/"}',
    "/endpoint/auth": '{"scheme": "bearer"}',
    "/pricing": '{"base_cost_joules": 1}',
    "/metadata": '{"team": "search"}',
    "/goal_subscriptions": '[{"goal_id": "g"}]',
}
TEXT_DECODED = [
    WrongValidator(
        f"{spoken(pattern)}-as-json-text",
        "a column that holds JSON as text is decoded on the way in",
        holding(pattern, text),
        overlooking(pattern, lambda value: isinstance(value, str) and value[:1] in ("{", "[")),
    )
    for pattern, text in JSON_TEXTS.items()
]

NUMBER_TEXTS = {
    "no-number": ("NaN", "float() reads it, and it is neither too small nor too large"),
    "infinity": ("Infinity", "float() reads it"),
    "decimal-comma": ("0,5", "a decimal comma by the locale"),
    "hexadecimal": ("0x1", "Number() reads it"),
    "exponent": ("1e-3", "float() reads it"),
    "unit": ("0.5 J", "parseFloat() reads what it can"),
    "negative": ("-1", "a string is compared with nothing"),
}
NUMBERS_IN_TEXT = [
    WrongValidator(
        f"{spoken(pattern)}-as-text-with-{name}",
        habit,
        holding(pattern, text),
        overlooking(pattern, lambda value, text=text: value == text),
    )
    for pattern in NUMBERS
    for name, (text, habit) in NUMBER_TEXTS.items()
]
TWO_NUMBERS = [
    WrongValidator(
        f"{spoken(pattern)}-as-a-range",
        "a list stands for from and to",
        holding(pattern, [0.5, 1]),
        overlooking(pattern, lambda value: isinstance(value, list) and len(value) == 2),
    )
    for pattern in NUMBERS
]

SPELLINGS = {
    "capital-e": ("[0-9]E", "1E-1"),
    "plus-in-the-exponent": (r"[eE]\+", "1e+0"),
    "zero-before-the-exponent": ("[eE][-+]?0[0-9]", "1e-01"),
    "more-than-32-characters": (".{33}", f"0.{'1' * 40}"),
    "more-than-255-characters": (".{256}", f"0.{'1' * 300}"),
    "more-than-1000-characters": (".{1001}", f"0.{'1' * 1100}"),
    "zero-with-a-large-exponent": (r"^0[eE][0-9]{3}", "0e400"),
    "fraction-with-a-positive-exponent": (r"^0\.0*[0-9]+[eE]\+?[1-9]", "0.001e2"),
    "many-digits-with-a-small-exponent": ("^[0-9]{5}[0-9]*[eE]-", "123456e-6"),
}


def numbers_written(card: JudgedCard, name: str) -> Iterator[str]:
    """How the numbers of a member stand in the text."""
    written = re.finditer(rf'"{name}"\s*:\s*(-?[0-9][0-9.eE+-]*)'.encode(), card.text)
    return (each[1].decode() for each in written)


def spelled_number(pattern: str, text: str) -> bytes:
    """A card with a number as it is spelled."""
    _, *steps = pattern.split("/")
    member = f'"{steps[-1]}": {text}'
    held = (
        f'"pricing": {{{member}}}' if steps[0] == "pricing" else f'"goal_subscriptions": [{{"goal_id": "g", {member}}}]'
    )
    return f"""{{"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "A", "version": "1.0.0",
        "capabilities": [{{"id": "tool.news"}}], "endpoint": {{"protocol": "https", "url": "https://agents.example.com/"}},
        {held}}}""".encode()


def refusing_spelling(pattern: str, expression: str) -> Accepts:
    """Refuses a number for how it is written."""
    name = pattern.rpartition("/")[2]
    return lambda card: card.is_valid and not any(re.search(expression, each) for each in numbers_written(card, name))


NUMBER_SPELLINGS = [
    WrongValidator(
        f"{spoken(pattern)}-without-{name}",
        "an expression for numbers, or a buffer for their digits",
        spelled_number(pattern, text),
        refusing_spelling(pattern, expression),
    )
    for pattern in NUMBERS
    for name, (expression, text) in SPELLINGS.items()
]

FILTERS = {
    "controls": ("[\x00-\x1f\x7f]", "a\x01b"),
    "c1-controls": ("[\x80-\x9f]", "a\x85b"),
    "invisible-characters": ("[\u00ad\u200b\u2028\u3164\ufeff]", "a\u200bb"),
    "directions": ("\u202e", "a\u202eb"),
    "private-use": ("[\ue000-\uf8ff]", "a\ue000b"),
    "noncharacters": ("[\ufffe\uffff]", "a\ufffeb"),
    "replacement-characters": ("\ufffd", "a\ufffdb"),
    "tag-characters": ("[\U000e0000-\U000e007f]", "a\U000e0001b"),
    "astral-characters": ("[\U00010000-\U0010ffff]", "\U0001f600"),
    "combining-marks": ("[\u0300-\u036f]", "e\u0301"),
    "apostrophes": ("'", "agent's"),
    "quotation-marks": ('"', 'the "agent"'),
    "backslashes": (r"\\", "a\\b"),
    "markup": ("<[a-z/]", "<b>"),
    "entities": ("&[a-z]+;", "&amp;"),
    "templates": (r"\{\{|\$\{", "{{x}}"),
    "statements-of-sql": (";|--", "a; --"),
    "addresses-of-people": ("[a-z]@[a-z]", "a@example.com"),
    "web-addresses": ("https?://", "https://example.com"),
    "commas": (",", "a, b"),
    "bars": (r"\|", "a|b"),
    "percent-signs": ("%", "%s"),
}
FILTERED = [
    WrongValidator(
        f"{place}-without-{name}",
        "a filter for texts that are stored or shown",
        holding(pattern, text),
        refusing(
            pattern, lambda value, sought=expression: isinstance(value, str) and re.search(sought, value) is not None
        ),
    )
    for place, pattern in TEXTS.items()
    for name, (expression, text) in FILTERS.items()
]

MEANINGFUL = ("0", "null", "undefined", "None", "nil", "NaN", "true", "false", " ", " a", "\u00a0")
MEANINGFUL_WORDS = [
    WrongValidator(
        f"{place}-other-than-{text!a}".replace("'", ""),
        "a text that means something to a language, or nothing to its trim()",
        holding(pattern, text),
        refusing(pattern, lambda value, text=text: value == text),
    )
    for place, pattern in TEXTS.items()
    for text in MEANINGFUL
]

LONG = [
    WrongValidator(
        f"{place}-of-at-most-{limit}-characters",
        "TEXT in a database, or a length in 16 bits",
        holding(pattern, "a" * (limit + 1)),
        refusing(pattern, lambda value, limit=limit: isinstance(value, str) and len(value) > limit),
    )
    for place, pattern in TEXTS.items()
    for limit in (10_000, 32_767, 65_535)
]
MANY = [
    WrongValidator(
        f"at-most-{limit}-{name}",
        "a limit out of caution",
        holding(pattern, [make(number) for number in range(limit + 1)]),
        refusing(pattern, lambda items, limit=limit: isinstance(items, list) and len(items) > limit),
    )
    for name, pattern, make in (
        ("capabilities", "/capabilities", lambda number: {"id": f"n{number}"}),
        ("tags", "/capabilities/*/tags", lambda number: f"t{number}"),
        ("goals", "/goal_subscriptions", lambda number: {"goal_id": f"g{number}"}),
    )
    for limit in (1000, 1024, 2000)
]


def goals_by_id(card: JudgedCard, *, keeps_first: bool) -> bool:
    """Looks at one of the goals that have the same id."""
    goals = (card.values("/goal_subscriptions") or [None])[0]
    if not isinstance(goals, list) or not all(isinstance(goal, dict) and "goal_id" in goal for goal in goals):
        return card.is_valid
    kept = {str(goal["goal_id"]): goal for goal in (goals[::-1] if keeps_first else goals)}
    return card.is_valid_with(("/goal_subscriptions", list(kept.values())))


@wrong(
    "a map from ids to goals, filled in one loop and checked in another",
    {"/goal_subscriptions": [{"goal_id": "g", "priority": 5}, {"goal_id": "g"}]},
)
def last_goal_of_an_id(card: JudgedCard) -> bool:
    """A later goal takes the place of an earlier one."""
    return goals_by_id(card, keeps_first=False)


@wrong(
    "an id that was seen is passed over",
    {"/goal_subscriptions": [{"goal_id": "g"}, {"goal_id": "g", "priority": 5}]},
)
def first_goal_of_an_id(card: JudgedCard) -> bool:
    """A later goal of the same id is not looked at."""
    return goals_by_id(card, keeps_first=True)


HTML_ENTITY = re.compile("&(?:amp|lt|gt|quot);")
SHORTENED_NAMES: dict[str, tuple[str, Callable[[str], str]]] = {
    "entities-decoded": ("&amp;" * 30, lambda name: HTML_ENTITY.sub("x", name)),
    "percent-encodings-decoded": ("%20" * 50, lambda name: re.sub("%[0-9A-F]{2}", "x", name)),
    "line-ends-counted-once": ("\r\n" * 65, lambda name: name.replace("\r\n", "\n")),
    "length-in-16-bits": ("a" * 65_537, lambda name: "a" * (len(name) % 65_536)),
}


def shortening(change: Callable[[str], str]) -> Accepts:
    """Counts the characters of another name than the card has."""

    def accepts(card: JudgedCard) -> bool:
        names = [name for name in card.values("/name") if isinstance(name, str)]
        return card.is_valid_with(("/name", change(names[0]))) if names else card.is_valid

    return accepts


NAME_LENGTHS = [
    WrongValidator(f"name-{name}", "the length is taken after a change", {"/name": text}, shortening(change))
    for name, (text, change) in SHORTENED_NAMES.items()
]
