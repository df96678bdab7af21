"""Loops that end too early or begin too late, over the lists that both versions have."""

from collections.abc import Callable
from itertools import pairwise

from agentcard_conformance.adequacy.oversights import SeenItems, overlooking, partly_seeing_validators
from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, wrong
from agentcard_conformance.model import Json

SIGNATURE = {
    "protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ",
    "signature": "c2lnbmF0dXJl",
}


def skill(number: int) -> Json:
    return {"id": f"s{number}", "name": "Skill", "description": "Does something.", "tags": ["harbour"]}


def always(value: Json) -> Callable[[int], Json]:
    return lambda _: value


LISTS: dict[str, SeenItems] = {
    "skills": SeenItems("/skills", skill, {"id": "bad", "name": "Skill", "description": "Has no tags."}),
    "input-modes": SeenItems("/defaultInputModes", always("text/plain"), 5),
    "output-modes": SeenItems("/defaultOutputModes", always("text/plain"), 5),
    "tags": SeenItems("/skills/0/tags", always("harbour"), 5),
    "examples": SeenItems("/skills/0/examples", always("12 m, Friday"), 5),
    "skill-input-modes": SeenItems("/skills/0/inputModes", always("text/plain"), 5),
    "skill-output-modes": SeenItems("/skills/0/outputModes", always("text/plain"), 5),
    "extensions": SeenItems(
        "/capabilities/extensions",
        lambda number: {"uri": f"urn:ext:{number}"},
        {"uri": "urn:ext:bad", "required": "yes"},
    ),
    "signatures": SeenItems("/signatures", always(SIGNATURE), {"signature": "c2lnbmF0dXJl"}),
}

SOME_ITEMS = partly_seeing_validators(LISTS)

FIRST_SKILL = [
    WrongValidator(
        f"{member}-of-the-first-skill-alone",
        "skills[0], since the examples have one",
        {"/skills": [skill(0), {**skill(1), member: 5}]},
        overlooking(
            lambda _, violation, member=member: violation.is_below(f"/skills/*/{member}") and violation.at[1] != "0"
        ),
    )
    for member in ("id", "name", "description", "tags", "examples", "inputModes", "outputModes")
]


def any_is_enough(holder: str) -> Callable[[JudgedCard], bool]:
    """Takes a list in which one item is right."""
    depth = holder.count("/")

    def is_overlooked(card: JudgedCard, violation: Violation) -> bool:
        found = {each.at[depth] for each in card.violations if each.is_below(f"{holder}/*")}
        return violation.is_below(f"{holder}/*") and len(found) < len(card.value_at(violation.at[:depth]))

    return overlooking(is_overlooked)


ANY = [
    WrongValidator(
        f"one-right-item-of-{name}-is-enough",
        "some() for every(), any() for all()",
        {place: [good(0), bad]},
        any_is_enough(place),
    )
    for name, (place, good, bad, _) in LISTS.items()
    if "/0" not in place
]


@wrong("a Map by id: the last of those with one id stays", {
    "/skills": [{**skill(1), "tags": 5}, skill(1)]
})  # fmt: skip
def skills_kept_by_id(card: JudgedCard) -> bool:
    """Sees of two skills with one id the last, and no repetition."""
    ids = [each.get("id") if isinstance(each, dict) else None for each in card.values("/skills/*")]

    def is_unseen(violation: Violation) -> bool:
        number = int(violation.at[1]) if violation.is_below("/skills/*") else -1
        return violation.requirement == "skill-ids-distinct" or (
            number >= 0 and isinstance(ids[number], str) and ids[number] in ids[number + 1 :]
        )

    return card.is_valid_but_for(is_unseen)


@wrong("set(ids) of neighbours: sorted lists alone are looked through", {"/skills": [skill(1), skill(2), skill(1)]})
def neighbouring_ids_alone(card: JudgedCard) -> bool:
    """Compares each id with the one before it."""
    ids = [each.get("id") for each in card.values("/skills/*") if isinstance(each, dict)]
    has_neighbours = any(one == other for one, other in pairwise(ids))
    return card.is_valid_but_for(lambda each: each.requirement == "skill-ids-distinct" and not has_neighbours)


@wrong("each id held against the first one alone", {"/skills": [skill(1), skill(2), skill(2)]})
def ids_held_against_the_first(card: JudgedCard) -> bool:
    ids = [each.get("id") for each in card.values("/skills/*") if isinstance(each, dict)]
    return card.is_valid_but_for(lambda each: each.requirement == "skill-ids-distinct" and ids[0] not in ids[1:])


@wrong("valid = !valid where valid = false is meant", {"/name": 5, "/description": 5})
def two_faults_cancel_out(card: JudgedCard) -> bool:
    return len(card.violations) % 2 == 0


@wrong("zip(defaultInputModes, defaultOutputModes)", {"/defaultOutputModes": ["text/plain", 5]})
def as_many_output_modes_as_input_modes(card: JudgedCard) -> bool:
    count = len(card.values("/defaultInputModes/*"))
    return card.is_valid_but_for(lambda each: each.is_below("/defaultOutputModes/*") and int(each.at[1]) >= count)


def holds_repetition(lists: list[Json]) -> bool:
    return any(isinstance(each, list) and len({*map(repr, each)}) < len(each) for each in lists)


REPEATED = [
    WrongValidator(
        f"{name}-distinct",
        "uniqueItems, or a set, for every list",
        {pattern.replace("*", "0"): [item, item]},
        lambda card, pattern=pattern: card.is_valid and not holds_repetition(card.values(pattern)),
    )
    for name, pattern, item in (
        ("tags", "/skills/*/tags", "harbour"),
        ("input-modes", "/defaultInputModes", "text/plain"),
        ("output-modes", "/defaultOutputModes", "text/plain"),
        ("skill-input-modes", "/skills/*/inputModes", "text/plain"),
        ("skill-output-modes", "/skills/*/outputModes", "text/plain"),
        ("examples", "/skills/*/examples", "12 m, Friday"),
        ("signatures", "/signatures", SIGNATURE),
    )
]

DISTINCT = [
    WrongValidator(
        f"{member}-of-skills-distinct",
        "a table with a key on the wrong column",
        {"/skills": [{**skill(1), member: same}, {**skill(2), member: same}]},
        lambda card, member=member: (
            card.is_valid
            and len({repr(each.get(member, number)) for number, each in enumerate(card.values("/skills/*"))})
            == len(card.values("/skills/*"))
        ),
    )
    for member, same in (("name", "Find a berth"), ("description", "Finds a berth."), ("tags", ["harbour"]))
]

FOLDED_IDS = [
    WrongValidator(
        f"skill-ids-distinct-but-for-{name}",
        habit,
        {"/skills": [{**skill(1), "id": one}, {**skill(2), "id": other}]},
        lambda card, fold=fold: (
            card.is_valid and len({*map(fold, card.values("/skills/*/id"))}) == len(card.values("/skills/*/id"))
        ),
    )
    for name, habit, one, other, fold in (
        ("letter-case", "a collation that ignores case, as of MySQL", "find", "FIND", str.lower),
        ("blanks-around", "trim() ahead of a comparison", "find", "find ", str.strip),
        ("hyphens", "a name made into an identifier", "find-berth", "find_berth", lambda text: text.replace("-", "_")),
        ("what-follows-a-dot", "a name cut at its first dot", "find.a", "find.b", lambda text: text.split(".")[0]),
        ("what-follows-64-characters", "a column of 64 characters", "f" * 64 + "1", "f" * 64 + "2", lambda text: text[:64]),
        ("numbers", "Number(id), in JavaScript", "1", "01", lambda text: int(text) if text.isdecimal() else text),
        ("accents", "unaccent(), of PostgreSQL", "e", "\u00e9",
         lambda text: text.replace("\u00e9", "e")),
    )
]  # fmt: skip
