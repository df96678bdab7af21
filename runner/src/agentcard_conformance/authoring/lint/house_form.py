"""Whether a card is laid out so that a reviewer sees what is in it."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import Fixture
from agentcard_conformance.notations import DecodeError, HouseForm, Notation, load_notation

_SMALL = 4 * 2**10
LARGEST = 2 * 2**20
"""Bytes of a card of the corpus."""

_NUMBER = re.compile(r"(?:^|-)[0-9]+(?:-|\.)")


class LaidOutFixture(NamedTuple):
    """A fixture, and what it would look like in the house form."""

    fixture: Fixture
    card: bytes

    @property
    def key(self) -> tuple[str, str, bytes]:
        """Two fixtures of one folder with the same key differ in blanks alone."""
        return self.fixture.expected, self.fixture.requirement.id, self.card


def check_layout(subject: Subject) -> Iterator[Problem]:
    """A card is in the house form, unless its layout is its point or tells it from another of its folder."""
    form = subject.house_form
    if form is None:
        return
    laid_out = list(_laid_out_fixtures(subject, form))
    alike = Counter(each.key for each in laid_out)
    for each in laid_out:
        card = each.fixture.question.card
        if each.card != card and alike[each.key] == 1:
            path = f"fixtures/{each.fixture.path}"
            fix = f"agentcard-conformance lint --fix {shlex.quote(path)}"
            yield Problem(path, _first_difference(card, each.card, form.HOUSE_FORM), fix, each.card)


def check_largest(subject: Subject) -> Iterator[Problem]:
    """No card is too large for a line of the stream protocol, or for the other checks."""
    for fixture in subject.fixtures:
        if (size := len(fixture.question.card)) > LARGEST:
            what = f"has {size} bytes, but a line of the stream protocol must hold it: at most {LARGEST}"
            yield Problem(f"fixtures/{fixture.path}", what, "make it smaller")


def check_sizes(subject: Subject) -> Iterator[Problem]:
    """A card of more than 4 KiB has a number in its name that says what there is so much of."""
    for fixture in subject.fixtures:
        size, name = len(fixture.question.card), fixture.path.rpartition("/")[2]
        if size > _SMALL and not _NUMBER.search(name):
            what = f"has {size} bytes, but no number in its name says what there is so much of"
            fix = f"make it smaller than {_SMALL} bytes, or put a number into its name"
            yield Problem(f"fixtures/{fixture.path}", what, fix)


def _laid_out_fixtures(subject: Subject, form: HouseForm) -> Iterator[LaidOutFixture]:
    """Those that can be: what cannot be decoded has no layout, and what the decoder reports may lie in it."""
    notation = load_notation(subject.dialect.notation)
    for fixture in subject.fixtures:
        if fixture.requirement.id not in notation.REPORTS and _is_decodable(fixture, notation):
            yield LaidOutFixture(fixture, form.lay_out(fixture.question.card))


def _is_decodable(fixture: Fixture, notation: Notation) -> bool:
    try:
        notation.decode(fixture.question.card, fixture.question.context)
    except DecodeError:
        return False
    return True


def _first_difference(card: bytes, laid_out: bytes, house_form: str) -> str:
    """What a text in any encoding has that its house form has not, by line."""
    lines, wanted = (text.decode("utf-8", "replace").split("\n") for text in (card, laid_out))
    if lines[-1] and not wanted[-1]:
        return "does not end in a line feed"
    for number, (line, better) in enumerate(zip_longest(lines, wanted, fillvalue=""), 1):
        if line != better:
            return f"line {number} {_what_is_wrong(line, better, house_form)}"
    return "ends in more than one line feed"


def _what_is_wrong(line: str, better: str, house_form: str) -> str:
    unclear = [character for character in line if not character.isascii() and character not in better]
    if unclear:
        return f"holds U+{ord(unclear[0]):04X}, which is invisible or looks like another character: escape it"
    return f"is not in the house form: {house_form}"
