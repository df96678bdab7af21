"""Tells when nearly all valid cards are refused, or nearly all invalid ones accepted, for what looks like one reason.

Such a validator seems to fail everything, and what else it gets wrong is hidden behind that. The reason is the part of
a card that nearly all cards concerned have, or lack, and nearly none of the others; where no part tells them apart, it
is what the validator says of nearly all.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.escaping import to_ascii, to_short_ascii
from agentcard_conformance.model import Answer, Expected, Json, Question, Result, Steps, to_pointer
from agentcard_conformance.notations import DecodeError, Notation, load_notation

_MOST = 0.75
"""Of the cards of one side, how many judged wrongly are nearly all: a fault in one value of five stays below."""
_NEARLY_ALL = 0.9
_NEARLY_NONE = 0.1
_FEWEST_CARDS = 20
"""Of fewer there is always a part that tells them apart by chance."""
_DEEPEST = 4
_LONGEST_VALUE = 40
_ANY_VALUE = ""
_DONE = {Expected.VALID: ("refused", "accepted"), Expected.INVALID: ("accepted", "refused")}


class Part(NamedTuple):
    """What a card may have: a member or item, `*` being any, and its value as JSON or any at all."""

    pointer: str
    value: str = _ANY_VALUE


class Trait(NamedTuple):
    """A part that cards have, or lack, and the paths of those cards."""

    part: Part
    is_lacked: bool
    cards: frozenset[str]

    def __str__(self) -> str:
        if not self.part.pointer:
            return f"the card is {'no' if self.is_lacked else 'an'} object"
        if not self.part.value:
            return f"{self.part.pointer} is {'missing' if self.is_lacked else 'there'}"
        return f"{self.part.pointer} is {'not ' if self.is_lacked else ''}{self.part.value}"


def one_reasons(suite: Suite, results: Iterable[Result]) -> list[str]:
    """A line for each dialect and side of which nearly all cards are judged wrongly for one reason."""
    groups: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        if each.fixture.expected is not Expected.CONTESTED and each.verdict.answer in (Answer.VALID, Answer.INVALID):
            groups[each.fixture.dialect].append(each)
    return [
        f"{dialect}: " * (len(groups) > 1) + line
        for dialect in sorted(groups)
        for side in _DONE
        for line in _one_reason(groups[dialect], side, load_notation(suite.dialects[dialect].notation))
    ]


def _one_reason(results: Sequence[Result], side: Expected, notation: Notation) -> Iterator[str]:
    own = [each for each in results if each.fixture.expected is side]
    wrong = [each for each in own if not _is_right(each)]
    if len(own) < _FEWEST_CARDS or len(wrong) < _MOST * len(own):
        return
    done, _ = _DONE[side]
    begin = f"{len(wrong)} of {len(own)} {side} cards are {done}, for what looks like one reason"
    parts = {each.fixture.path: _parts_of_card(each.fixture.question, notation) for each in results}
    if trait := _telling_trait(_paths(wrong), _paths(own) - _paths(wrong), parts):
        yield f"{begin}: {_describe(trait, own, side)}. {_without(trait.cards, results)}"
    elif said := _common_message(wrong):
        yield f"{begin}: it says {said}"
    elif len(wrong) == len(own):
        yield f"{begin}: it {'refuses' if side is Expected.VALID else 'accepts'} them whatever is in them"


def _is_right(result: Result) -> bool:
    return result.verdict.answer == result.fixture.expected.value


def _paths(results: Iterable[Result]) -> frozenset[str]:
    return frozenset(each.fixture.path for each in results)


def _describe(trait: Trait, own: Iterable[Result], side: Expected) -> str:
    """The trait, and how many have it on either hand."""
    _, otherwise = _DONE[side]
    having = [_is_right(each) for each in own if each.fixture.path in trait.cards]
    others = sum(having)
    return to_ascii(f"{trait} in {len(having) - others} of them, and in {others or 'none'} of those {otherwise}")


def _without(cards: Collection[str], results: Sequence[Result]) -> str:
    """How the result would look without some cards."""
    rest = [each for each in results if each.fixture.path not in cards]
    right = sum(map(_is_right, rest))
    all_right = sum(map(_is_right, results))
    return f"Without such cards it gets {right} of {len(rest)} right, and with them {all_right} of {len(results)}"


def _telling_trait(wrong: frozenset[str], right: frozenset[str], parts: Mapping[str, frozenset[Part]]) -> Trait | None:
    """What tells the cards judged wrongly from those judged rightly best; of equals the shortest to say."""
    if not right:
        return None
    telling = [
        (share, trait)
        for trait in _traits(parts)
        if (of_wrong := len(trait.cards & wrong) / len(wrong)) >= _NEARLY_ALL
        and (of_right := len(trait.cards & right) / len(right)) <= _NEARLY_NONE
        and (share := of_wrong - of_right)
    ]
    return min(telling, key=_worth, default=(0, None))[1]


def _worth(told: tuple[float, Trait]) -> tuple[float, bool, int, Part]:
    share, trait = told
    return -share, trait.is_lacked, len(trait.part.pointer) + len(trait.part.value), trait.part


def _traits(parts: Mapping[str, frozenset[Part]]) -> Iterator[Trait]:
    """Each part as something that cards have, and as something that cards lack."""
    having: dict[Part, set[str]] = defaultdict(set)
    for path, own in parts.items():
        for part in own:
            having[part].add(path)
    for part, cards in having.items():
        yield Trait(part, is_lacked=False, cards=frozenset(cards))
        yield Trait(part, is_lacked=True, cards=frozenset(parts.keys() - cards))


def _parts_of_card(question: Question, notation: Notation) -> frozenset[Part]:
    """None of a card that holds no value."""
    try:
        return frozenset(_parts_of(notation.decode(question.card, question.context).value))
    except DecodeError:
        return frozenset()


def _parts_of(value: Json, at: Steps = ()) -> Iterator[Part]:
    pointer = to_pointer(at)
    if isinstance(value, dict) or at:
        yield Part(pointer)
    if isinstance(value, (dict, list)):
        if len(at) < _DEEPEST:
            below = value.items() if isinstance(value, dict) else (("*", item) for item in value)
            yield from (part for step, each in below for part in _parts_of(each, (*at, step)))
    elif at and len(written := json.dumps(value)) <= _LONGEST_VALUE:
        yield Part(pointer, written)


def _common_message(wrong: Sequence[Result]) -> str:
    """What the validator says first of nearly all of them, and of how many; empty where it says no such thing."""
    messages = Counter(each.verdict.errors[0].message for each in wrong if each.verdict.errors)
    message, count = max(messages.items(), key=lambda told: (told[1], told[0]), default=("", 0))
    return f'"{to_short_ascii(message)}" of {count}' if message and count >= _NEARLY_ALL * len(wrong) else ""
