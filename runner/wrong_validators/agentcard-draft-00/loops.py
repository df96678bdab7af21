"""Loops that end too early, begin too late, or look at one item where all are meant."""

from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import seeing_items
from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, wrong
from agentcard_conformance.model import Json

CAPABILITY = {"id": "tool.news", "description": "Lists the news."}
GOAL = {"goal_id": "fresher-results"}
LISTS = {
    "capabilities": ("/capabilities", CAPABILITY, {"id": "A B"}),
    "goals": ("/goal_subscriptions", GOAL, {"goal_id": 5}),
    "tags": ("/capabilities/*/tags", "news", 5),
}
LIMITS = (1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 256, 500)

MEMBERS = {
    "capability-ids": ("/capabilities/*/id", "capability-id", "/capabilities", {"id": "A B"}),
    "descriptions": ("/capabilities/*/description", "", "/capabilities", {"id": "a", "description": 5}),
    "input-schemas": ("/capabilities/*/input_schema", "", "/capabilities", {"id": "a", "input_schema": {"type": 5}}),
    "output-schemas": ("/capabilities/*/output_schema", "", "/capabilities", {"id": "a", "output_schema": {"type": 5}}),
    "tags": ("/capabilities/*/tags", "", "/capabilities", {"id": "a", "tags": [5]}),
    "goal-ids": ("/goal_subscriptions/*/goal_id", "goal-id", "/goal_subscriptions", {"goal_id": 5}),
    "goal-priorities": ("/goal_subscriptions/*/priority", "", "/goal_subscriptions", {"goal_id": "a", "priority": 2}),
}  # fmt: skip
"""Where it stands, how its requirements begin where one may be about its absence, the list, and a faulty item."""


def looks_at_member(
    pattern: str, requirement: str, is_seen: Callable[[int, int], bool]
) -> Callable[[JudgedCard], bool]:
    """The same for one member of the items."""
    holder = "/" + pattern.split("/")[1]

    def is_ignored(card: JudgedCard, violation: Violation) -> bool:
        is_about = violation.is_below(pattern) or (
            requirement and violation.is_below(f"{holder}/*") and violation.requirement.startswith(requirement)
        )
        return bool(is_about) and not is_seen(int(violation.at[1]), len(card.value[holder[1:]]))

    return lambda card: card.is_valid_but_for(lambda violation: is_ignored(card, violation))


def holding(pattern: str, items: list[Json]) -> dict[str, Json]:
    """The edit that gives a list these items."""
    return {pattern.replace("/*", "/0"): items}


ONLY_THE_FIRST = [
    WrongValidator(
        f"only-the-first-{limit}-{name}",
        "a slice, or a loop with a bound that nobody thought to reach",
        holding(pattern, [good] * limit + [bad]),
        seeing_items(pattern, lambda number, _, limit=limit: number < limit),
    )
    for name, (pattern, good, bad) in LISTS.items()
    for limit in LIMITS
]

SEEN = {
    "the-last": (lambda number, count: number == count - 1, "a result that each turn of the loop overwrites"),
    "all-but-the-first": (lambda number, _: number > 0, "a loop from 1, as in Lua, R or Fortran"),
    "all-but-the-last": (lambda number, count: number < count - 1, "range(len(items) - 1), or < length - 1"),
    "every-other": (lambda number, _: number % 2 == 0, "an index that is counted up twice"),
    "the-first-and-the-last": (lambda number, count: number in (0, count - 1), "a look at both ends of a sorted list"),
}

SOME_ITEMS = [
    WrongValidator(
        f"only-{seen}-of-{name}",
        habit,
        holding(pattern, [bad if not is_seen(number, 4) else good for number in range(4)]),
        seeing_items(pattern, is_seen),
    )
    for name, (pattern, good, bad) in LISTS.items()
    for seen, (is_seen, habit) in SEEN.items()
]

ONE_MEMBER = [
    WrongValidator(
        f"{name}-of-{seen}-alone",
        "one check in its own loop, and that loop is wrong",
        holding(holder, [bad if not is_seen(number, 4) else {**CAPABILITY, **GOAL} for number in range(4)]),
        looks_at_member(pattern, requirement, is_seen),
    )
    for name, (pattern, requirement, holder, bad) in MEMBERS.items()
    for seen, is_seen in {
        "the-first": lambda number, _: number == 0,
        "the-first-two": lambda number, _: number < 2,
        "the-last": lambda number, count: number == count - 1,
        "the-later-ones": lambda number, _: number > 0,
    }.items()
]


def items_below(violations: tuple[Violation, ...], holder: str) -> set[str]:
    """The numbers of the items that something is wrong with."""
    return {each.at[1] for each in violations if each.is_below(f"/{holder}/*")}


def accepts_any(holder: str) -> Callable[[JudgedCard], bool]:
    """Takes a list in which one item is right."""

    def accepts(card: JudgedCard) -> bool:
        items = card.value.get(holder) if isinstance(card.value, dict) else None
        some_right = isinstance(items, list) and len(items_below(card.violations, holder)) < len(items)
        return card.is_valid_but_for(lambda violation: some_right and violation.is_below(f"/{holder}/*"))

    return accepts


ANY = [
    WrongValidator(
        f"any-of-the-{holder.replace('_', '-')}-is-enough",
        "any() where all() is meant; some() for every()",
        {f"/{holder}": [good, bad]},
        accepts_any(holder),
    )
    for holder, good, bad in (
        ("capabilities", CAPABILITY, {"id": "A B"}),
        ("goal_subscriptions", GOAL, {"goal_id": 5}),
    )
]


def stops_at(holder: str, stops: Callable[[Json], bool]) -> Callable[[JudgedCard], bool]:
    """Looks at no item behind the first of some kind."""

    def accepts(card: JudgedCard) -> bool:
        items = card.value.get(holder) if isinstance(card.value, dict) else None
        found = [number for number, item in enumerate(items) if stops(item)] if isinstance(items, list) else []
        end = found[0] if found else 10**9
        return card.is_valid_but_for(lambda each: each.is_below(f"/{holder}/*") and int(each.at[1]) > end)

    return accepts


def skips(holder: str, is_skipped: Callable[[Json], bool]) -> Callable[[JudgedCard], bool]:
    """Looks at no item of some kind."""

    def is_ignored(card: JudgedCard, violation: Violation) -> bool:
        return violation.is_below(f"/{holder}/*") and is_skipped(card.value[holder][int(violation.at[1])])

    return lambda card: card.is_valid_but_for(lambda violation: is_ignored(card, violation))


KINDS = [
    (holder, member, value, good, bad)
    for holder, members, good, bad in (
        (
            "capabilities",
            {"description": "d", "tags": ["a"], "input_schema": {"type": "object"}, "output_schema": {"type": "array"}},
            {"id": "a.b"},
            {"id": "A B"},
        ),
        ("goal_subscriptions", {"description": "d", "priority": 0.5}, {"goal_id": "g"}, {"goal_id": 5}),
    )
    for member, value in members.items()
]


def has(member: str) -> Callable[[Json], bool]:
    return lambda item: isinstance(item, dict) and member in item


def lacks(member: str) -> Callable[[Json], bool]:
    return lambda item: isinstance(item, dict) and member not in item


RETURNS_EARLY = [
    WrongValidator(
        f"{holder.replace('_', '-')}-up-to-one-{word}-{member.replace('_', '-')}",
        "return or break where continue is meant",
        {f"/{holder}": [{**good, member: value} if word == "with" else good, {**bad, member: value}]},
        stops_at(holder, has(member) if word == "with" else lacks(member)),
    )
    for holder, member, value, good, bad in KINDS
    for word in ("with", "without")
]

SKIPPED = [
    WrongValidator(
        f"{holder.replace('_', '-')}-{word}-{member.replace('_', '-')}-skipped",
        "continue ahead of the check",
        {f"/{holder}": [good, {**bad, member: value} if word == "with" else bad]},
        skips(holder, has(member) if word == "with" else lacks(member)),
    )
    for holder, member, value, good, bad in KINDS
    for word in ("with", "without")
]

REFUSED_ITEMS = [
    WrongValidator(
        f"{holder.replace('_', '-')}-must-all-have-{member.replace('_', '-')}-or-none",
        "a table with one column for each member, as data frames and databases want it",
        {f"/{holder}": [good, {**good, member: value}]},
        lambda card, holder=holder, member=member: (
            card.is_valid and len({member in item for item in card.values(f"/{holder}/*")}) < 2
        ),
    )
    for holder, member, value, good, _ in KINDS
]


@wrong("a dict comprehension by id, in Python, or a Map in JavaScript", {
    "/capabilities": [{"id": "a.b", "tags": [5]}, {"id": "a.b"}]
})  # fmt: skip
def the_last_of_those_with_one_id(card: JudgedCard) -> bool:
    """Keeps capabilities in a map by id."""

    def is_overwritten(violation: Violation) -> bool:
        if not violation.is_below("/capabilities/*/*"):
            return False
        items = card.value["capabilities"]
        name = items[int(violation.at[1])].get("id")
        return any(isinstance(each, dict) and each.get("id") == name for each in items[int(violation.at[1]) + 1 :])

    return card.is_valid_but_for(is_overwritten)


@wrong("setdefault, or putIfAbsent in Java", {"/capabilities": [{"id": "a.b"}, {"id": "a.b", "tags": [5]}]})
def the_first_of_those_with_one_id(card: JudgedCard) -> bool:
    """Looks at an id once."""

    def is_repeated(violation: Violation) -> bool:
        if not violation.is_below("/capabilities/*/*"):
            return False
        items = card.value["capabilities"]
        name = items[int(violation.at[1])].get("id")
        return any(isinstance(each, dict) and each.get("id") == name for each in items[: int(violation.at[1])])

    return card.is_valid_but_for(is_repeated)


@wrong("a message for each field in a map: an even number of errors cancels out in a toggle", {
    "/capabilities": [{"id": "A"}, {"id": "B"}]
})  # fmt: skip
def two_faults_cancel_out(card: JudgedCard) -> bool:
    """Valid = !valid where valid = false is meant."""
    return len(card.violations) % 2 == 0


@wrong("a goal list read only as far as the capabilities go, as zip() does", {
    "/goal_subscriptions": [{"goal_id": "a"}, {"goal_id": 5}]
})  # fmt: skip
def as_many_goals_as_capabilities(card: JudgedCard) -> bool:
    """zip(capabilities, goals)."""
    count = len(card.values("/capabilities/*"))
    return card.is_valid_but_for(lambda each: each.is_below("/goal_subscriptions/*") and int(each.at[1]) >= count)
