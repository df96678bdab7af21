"""Is a card written so that a reviewer sees what is in it?"""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from agentcard_conformance import decoders, encoders
from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Fixture

UNREMARKABLE = 4 * 2**10
LARGEST = 2 * 2**20
_NUMBER = re.compile(r"(?:^|-)[0-9]+(?:-|\.)")


class Laid(NamedTuple):
    """A fixture, and what it would look like in the house form."""

    fixture: Fixture
    card: bytes

    @property
    def key(self) -> tuple[str, str, bytes]:
        """Two fixtures of one folder with the same key differ in blanks alone."""
        return self.fixture.expected, self.fixture.requirement.id, self.card


def is_the_house_form(subject: Subject) -> Iterator[Problem]:
    """Unless the requirement is about the text, or the blanks alone tell a card from another of its folder."""
    laid = list(_laid_out(subject))
    alike = Counter(each.key for each in laid)
    for each in laid:
        if each.card != each.fixture.question.card and alike[each.key] == 1:
            path = f"fixtures/{each.fixture.path}"
            mend = f"agentcard-conformance lint --fix {shlex.quote(path)}"
            yield Problem(path, _difference(each.fixture.question.card, each.card), mend, each.card)


def size_is_told(subject: Subject) -> Iterator[Problem]:
    """A card of more than 4 KiB has a number in its name that says what there is so much of."""
    for fixture in subject.fixtures:
        size, name = len(fixture.question.card), fixture.path.rpartition("/")[2]
        if size > LARGEST:
            what = f"has {size} bytes, and a line of the stream protocol has to hold it: at most {LARGEST}"
            yield Problem(f"fixtures/{fixture.path}", what, "make it smaller")
        elif size > UNREMARKABLE and not _NUMBER.search(name):
            what = f"has {size} bytes, and its name has no number that says what there is so much of"
            yield Problem(
                f"fixtures/{fixture.path}", what, f"make it smaller than {UNREMARKABLE}, or count in its name"
            )


CHECKS: tuple[Check, ...] = (is_the_house_form, size_is_told)


def _laid_out(subject: Subject) -> Iterator[Laid]:
    """Those that can be: what cannot be decoded has no layout, and what the decoder reports may lie in it."""
    for fixture in subject.fixtures:
        decoder = subject.dialect.decoders[fixture.question.notation]
        form = encoders.load(decoder)
        if form and fixture.requirement.id not in decoders.reports(decoder) and _is_decodable(fixture, decoder):
            yield Laid(fixture, form.lay_out(fixture.question.card))


def _is_decodable(fixture: Fixture, decoder: str) -> bool:
    try:
        decoders.load(decoder)(fixture.question.card, fixture.question.context)
    except decoders.NotDecodable:
        return False
    return True


def _difference(card: bytes, laid: bytes) -> str:
    there, wanted = card.decode("utf-8").split("\n"), laid.decode("utf-8").split("\n")
    if there[-1]:
        return "does not end in a line feed"
    for number, (line, better) in enumerate(zip_longest(there, wanted, fillvalue=""), 1):
        if line != better:
            return f"line {number} {_in(line, better)}"
    return "ends in more than one line feed"


def _in(line: str, better: str) -> str:
    hidden = [letter for letter in line if not letter.isascii() and letter not in better]
    if hidden:
        return f"holds U+{ord(hidden[0]):04X}, which a reader does not see or takes for another: it is to be escaped"
    return "is not laid out as the house form is: two blanks for each level, one member a line"
