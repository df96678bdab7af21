"""Cards that nobody wrote: fixtures with some bytes, or a value or two, changed at random, the same for a seed."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from agentcard_conformance.corpus import Suite
from agentcard_conformance.fast_reference.fast_judge import make_fast_judge
from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.fast_reference.interpreted_judge import InterpretedJudge
from agentcard_conformance.model import Assessment, Dialect, Expected, Question
from agentcard_conformance.notations.json_text.fast_reader import UNREADABLE, fast_read
from agentcard_conformance.reference import Reference
from odd_pieces import NAMES, NUMBERS, PARTS, STRINGS, TELLING
from token_mutants import token_mutants

Place: TypeAlias = tuple[int, ...]
DEEPEST = 300  # brackets open at once: not all versions of Python decode 1,000
LARGEST = 4000  # bytes of a card that is mutated: larger ones take long and are no odder
WHOLE = 5  # members of a card that has what every card needs
BYTES_ALONE, BOTH, HALF, MOSTLY = 0.2, 0.1, 0.5, 0.8


class Raw(str):
    """JSON as it is to be written: a number, mostly."""

    __slots__ = ()


class Members(list[tuple[str, Any]]):
    """An object, in which a name may stand twice."""


def mutants(cards: Sequence[bytes], seed: int, count: int) -> Iterator[bytes]:
    """So many of them."""
    draw = random.Random(seed)  # noqa: S311  # the same cards each time, and no secret
    small = [card for card in cards if len(card) <= LARGEST]
    values = [value for card in small for value in _decoded(card)]
    whole = [value for value in values if isinstance(value, Members) and len(value) >= WHOLE] or values
    for _ in range(count):
        if draw.random() < BYTES_ALONE:
            yield _bytes_changed(draw, draw.choice(small), small)
            continue
        card = _value_changed(draw, draw.choice(whole if draw.random() < MOSTLY else values), values)
        yield _bytes_changed(draw, card, small) if draw.random() < BOTH else card


def _decoded(card: bytes) -> list[Any]:
    if _depth(card) > DEEPEST:
        return []
    try:
        return [json.loads(card.decode(), parse_float=Raw, object_pairs_hook=Members)]
    except ValueError:
        return []


def _depth(card: bytes) -> int:
    """How many brackets are open at once, at most; those within strings count, too."""
    return max(accumulate((byte in b"[{") - (byte in b"]}") for byte in card), default=0)


def _bytes_changed(draw: random.Random, card: bytes, others: Sequence[bytes]) -> bytes:
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        start = draw.randrange(len(card) + 1)
        end = min(len(card), start + draw.choice((0, 1, 1, 2, 5, 30)))
        other = draw.choice(others)
        cut = draw.randrange(len(other) + 1)
        middle = (
            b"",
            card[start:end] * 2,
            bytes(byte ^ (1 << draw.randrange(8)) for byte in card[start:end]),
            draw.choice(TELLING),
            card[start:end] + draw.choice(TELLING),
            draw.choice(NUMBERS).encode(),
            other[cut : cut + draw.randrange(60)],
        )
        card = card[:start] + draw.choice(middle) + card[end:]
    return card


def _value_changed(draw: random.Random, value: Any, others: Sequence[Any]) -> bytes:
    for _ in range(draw.choice((1, 1, 2, 2, 4))):
        at = draw.choice(list(_places(value)))
        value = _replaced(value, at, draw, others)
    marks = draw.choice(((",", ":"), (", ", ": "), (" ,\n", " :\t")))
    return _written(value, marks, escaped=draw.random() < HALF).encode("utf-8", "surrogatepass")


def _places(value: Any, at: Place = ()) -> Iterator[Place]:
    yield at
    parts = [part for _, part in value] if isinstance(value, Members) else value if isinstance(value, list) else []
    for index, part in enumerate(parts):
        yield from _places(part, (*at, index))


def _replaced(value: Any, at: Place, draw: random.Random, others: Sequence[Any]) -> Any:
    """A copy in which the value at a place, and only it, is another one."""
    if not at:
        return _other(draw, value, others)
    index, changed = at[0], list(value)
    if isinstance(value, Members):
        changed[index] = (value[index][0], _replaced(value[index][1], at[1:], draw, others))
        return Members(changed)
    changed[index] = _replaced(value[index], at[1:], draw, others)
    return changed


def _other(draw: random.Random, value: Any, others: Sequence[Any]) -> Any:
    """Another value in its place, mostly one of its kind."""
    if isinstance(value, list) and draw.random() < HALF:
        return _rearranged(draw, value, others)
    ways: list[Callable[[], Any]] = [
        lambda: draw.choice(STRINGS),
        lambda: Raw(draw.choice(NUMBERS)),
        lambda: json.loads(draw.choice(PARTS), object_pairs_hook=Members),
        lambda: _elsewhere(draw, draw.choice(others)),
        lambda: _wrapped(draw, value) if draw.random() < HALF else None,
    ]
    likely = 1 if isinstance(value, (Raw, bool, int)) else 0
    ways += [ways[likely]] * 4 if not isinstance(value, list) else [ways[2], ways[3]]
    if isinstance(value, str) and not isinstance(value, Raw):
        ways += [lambda: _spliced(draw, value)] * 3
    return draw.choice(ways)()


def _elsewhere(draw: random.Random, value: Any) -> Any:
    for index in draw.choice(list(_places(value))):
        value = value[index][1] if isinstance(value, Members) else value[index]
    return value


def _spliced(draw: random.Random, text: str) -> str:
    cut = draw.randrange(len(text) + 1)
    return text[:cut] + draw.choice(STRINGS) + text[cut + draw.randrange(3) :]


def _rearranged(draw: random.Random, value: list[Any], others: Sequence[Any]) -> list[Any]:
    """Without a part, with one twice, with one more, or with one under another name."""
    new = _other(draw, None, others)
    index = draw.randrange(len(value) + 1)
    mine = value[index : index + 1]
    if isinstance(value, Members):
        name = draw.choice(NAMES)
        some = draw.choice(([], mine * 2, [*mine, (name, new)], [(name, new)], [(name, part) for _, part in mine]))
        return Members([*value[:index], *some, *value[index + 1 :]])
    return [*value[:index], *draw.choice(([], mine * 2, [*mine, new], [new])), *value[index + 1 :]]


def _wrapped(draw: random.Random, value: Any) -> Raw:
    """One level deeper, or around the depth where readers stop."""
    levels = draw.choice((1, 1, 1, 2, 94, 97, 98, 99, 100, 101))
    before, after = draw.choice((("[", "]"), ('{"not":', "}"), ('{"items": ', "}"), ('{"properties":{"x":', "}}")))
    return Raw(before * levels + _written(value, (",", ":"), escaped=True) + after * levels)


def _written(value: Any, marks: tuple[str, str], *, escaped: bool) -> str:
    if isinstance(value, Members):
        parts = [f"{json.dumps(name, ensure_ascii=escaped)}{marks[1]}" for name, _ in value]
        written = [name + _written(part, marks, escaped=escaped) for name, (_, part) in zip(parts, value, strict=True)]
        return "{" + marks[0].join(written) + "}"
    if isinstance(value, list):
        return "[" + marks[0].join(_written(part, marks, escaped=escaped) for part in value) + "]"
    return value if isinstance(value, Raw) else str(json.dumps(value, ensure_ascii=escaped))


Mutator: TypeAlias = Callable[[Sequence[bytes], int, int], Iterator[bytes]]
"""From cards, a seed and a count to so many mutants."""

MUTATORS: Mapping[str, Mutator] = {"values": mutants, "tokens": token_mutants}


def said(assessment: Assessment) -> tuple[object, ...]:
    """What has to be the same: the verdict, and which requirements are not met where."""
    parts = (assessment.violations, assessment.advice, assessment.contested)
    return assessment.verdict.answer, *({(each.requirement.id, each.pointer) for each in part} for part in parts)


def is_told_alike(found: Assessment | None, expected: Assessment) -> bool:
    """Whether two assessments are the same to the letter, places and sentences included; the values are those read."""
    return found is not None and found._replace(value=None) == expected._replace(value=None)


def compared(suite: Suite, dialect: Dialect, seed: int, count: int, mutator: str = "values") -> Iterator[str]:
    """A sentence for each mutant of a dialect's fixtures that the reference does not assess as another one does."""
    fixtures = suite.fixtures([dialect.id])
    context = fixtures[0].question.context
    engine, reference = FastReference(dialect, context), Reference(suite.dialects)
    interpreted, large = InterpretedJudge(dialect), make_fast_judge(dialect)
    assert large
    valid = [fixture.question.card for fixture in fixtures if fixture.expected is Expected.VALID]
    made = MUTATORS[mutator]([*valid * 4, *(fixture.question.card for fixture in fixtures)], seed, count)
    # Those that are read without care stand together, since one that is not has its neighbours read alone.
    cards = sorted(made, key=lambda card: fast_read(card) is UNREADABLE)
    for card, assessment in zip(cards, engine.assess_all(cards), strict=True):
        question = Question(card, dialect.id, context)
        exact = reference.assess(question)
        expected = said(exact)
        told = {"in a dump": said(assessment), "as a large card": said(large.assess_large(question))}
        for where, actual in told.items():
            if actual != expected:
                yield f"{card!r}\n  reference: {expected}\n  {where}: {actual}"
        if not is_told_alike(found := interpreted.assess(question), exact):
            yield f"{card!r}\n  reference: {exact}\n  by the interpreted schema: {found}"
