"""Whether every rule is there, is declared, and takes whatever the schema lets stand where it looks."""

from collections.abc import Iterator, Mapping, Sequence

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import (
    Json,
    LiteralFloat,
    PathPattern,
    RuleUse,
    Step,
    Steps,
    parts_at,
    replaced_at,
    to_pointer,
)
from agentcard_conformance.notations import DecodeError, load_notation
from agentcard_conformance.reference.schema_errors import broken_requirements
from agentcard_conformance.rules import apply_rule, declaration, load_rule

_PLAIN_VALUES: Mapping[str, Sequence[Json]] = {
    "null": [None],
    "a boolean": [True],
    "a number": [0, LiteralFloat("0.5")],
    "a string": ["", "text"],
    "an array": [[], [None]],
    "an object": [{}, {"name": None}],
}
"""Of each type that JSON has, values that a rule does not expect."""

_FAILURES = (TypeError, AttributeError, LookupError, ValueError, ArithmeticError)
"""What code raises that was not written for the value it is given."""


def check_rules(subject: Subject) -> Iterator[Problem]:
    """dialect.json names rules that there are, for requirements that there are."""
    for use in subject.dialect.rules:
        if use.requirement not in subject.dialect.requirements:
            yield _problem(subject, f"has a rule for {use.requirement}, which is not a requirement")
        if not _has_rule(use.rule):
            yield _problem(subject, f"names the rule {use.rule}, which does not exist")


def check_rule_declarations(subject: Subject) -> Iterator[Problem]:
    """A rule says which values it passes: else it is asked about every card of a dump, which is seven times slower."""
    for name in dict.fromkeys(use.rule for use in subject.dialect.rules):
        if _has_rule(name) and declaration(name) is None:
            what = f"names the rule {name}, which does not say what it passes, so that it slows `check --jsonl` down"
            fix = (
                "write @rule(passes=SCHEMA) above it, with a schema that matches only values in which it finds nothing,"
                " or passes=False where no schema can tell"
            )
            yield _problem(subject, what, fix)


def check_rule_values(subject: Subject) -> Iterator[Problem]:
    """A rule takes every value of each type that may stand where it looks: it finds faults there, or none."""
    for use in subject.dialect.rules:
        if _has_rule(use.rule) and (failing := [kind for kind in _PLAIN_VALUES if _fails_on(subject, use, kind)]):
            where = to_pointer(use.at) or "the top level"
            what = f"the rule {use.rule} at {where} fails on {_listed(failing)}, and {_why_shown(subject, use)}"
            fix = "state in card.schema.json which type stands there, or let the rule find nothing in any other"
            yield _problem(subject, what, fix)


def _fails_on(subject: Subject, use: RuleUse, kind: str) -> bool:
    """Whether some value of a type is shown to a rule that cannot take it; the schema takes longer to ask."""
    return any(_fails(subject, use, value) and _is_shown(subject, use, value) for value in _PLAIN_VALUES[kind])


def _fails(subject: Subject, use: RuleUse, value: Json) -> bool:
    try:
        list(apply_rule(load_rule(use.rule), value, subject.default_context))
    except _FAILURES:
        return True
    return False


def _is_shown(subject: Subject, use: RuleUse, value: Json) -> bool:
    """Whether the reference shows a value in the rule's place to the rule: no requirement refuses its type."""
    cards = _with_value(subject.example, use.at, value)
    return any(_is_looked_at(subject, use, card, at) and _can_be_written(subject, card, at) for card, at in cards)


def _is_looked_at(subject: Subject, use: RuleUse, card: Json, steps: Steps) -> bool:
    broken = broken_requirements(subject.dialect.schema, subject.dialect.requirements, card)
    mistyped = {error.fault.at for error in broken if error.is_type}
    return steps in [at for at, _ in parts_at(card, use.at, mistyped)]


def _can_be_written(subject: Subject, card: Json, at: Steps) -> bool:
    """Whether a card of the notation may hold a value of that type at a place; some notations know only strings."""
    form = subject.house_form
    if form is None:
        return True
    try:
        read = load_notation(subject.dialect.notation).decode(form.encode(card), subject.default_context).value
        return _type_at(read, at) is _type_at(card, at)
    except (DecodeError, *_FAILURES):
        return False


def _type_at(value: Json, at: Steps) -> type:
    for step in at:
        value = value[step]
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)


def _with_value(whole: Json, pattern: PathPattern, value: Json) -> Iterator[tuple[Json, Steps]]:
    """A card with a value in a place of a pattern, and which place that is."""
    if not pattern:
        yield value, ()
        return
    for holder, step in _holders(whole, pattern[0]):
        part = dict(holder).get(step) if isinstance(holder, dict) else holder[int(step)]
        for inner, steps in _with_value(part, pattern[1:], value):
            yield replaced_at(holder, (step,), inner), (step, *steps)


def _holders(whole: Json, step: str) -> list[tuple[Json, Step]]:
    """What holds a part of that name, and where; in place of nothing, what could."""
    if step != "*":
        return [(whole if isinstance(whole, dict) else {}, step)]
    if isinstance(whole, dict | list) and whole:
        return [(whole, 0 if isinstance(whole, list) else next(iter(whole)))]
    return [([None], 0), ({"name": None}, "name")]


def _why_shown(subject: Subject, use: RuleUse) -> str:
    values = [value for values in _PLAIN_VALUES.values() for value in values]
    is_free = all(_is_shown(subject, use, value) for value in values)
    return "no requirement says what type stands there" if is_free else "the schema lets that stand there"


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _has_rule(name: str) -> bool:
    try:
        load_rule(name)
    except LookupError:
        return False
    return True


def _problem(subject: Subject, what: str, fix: str = "") -> Problem:
    return Problem(f"{subject.folder}/dialect.json", what, fix)
