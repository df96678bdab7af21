"""What has changed between two reports of one validator, card by card."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Answer, Outcome
from agentcard_conformance.report.report import Report, ReportedResult

RIGHT = frozenset({Outcome.PASS, Outcome.STALE})
"""The outcomes of a card that the validator gets right, whatever is written of it."""


class ChangedReading(NamedTuple):
    """A contested card that is read in another way than before."""

    path: str
    before: Answer
    now: Answer


class Changes(NamedTuple):
    """What a report says otherwise than an older one; the paths of cards, sorted."""

    validator: str
    failing: tuple[str, ...]
    """It got them right, and does not any more: a wrong answer, none, or a skip."""
    passing: tuple[str, ...]
    readings: tuple[ChangedReading, ...]
    new_failing: tuple[str, ...]
    """It does not get them right, and the older report does not have them."""
    new: int
    """How many cards the older report does not have."""
    gone: int
    """How many cards this one does not have."""

    @property
    def lists(self) -> dict[str, Sequence[str]]:
        """The cards by what has become of them, in words."""
        readings = [f"{each.path}: {each.before}, now {each.now}" for each in self.readings]
        return {
            "newly failing": self.failing,
            "newly passing": self.passing,
            "read otherwise, which nothing scores": readings,
            "failing, of the cards that the older report does not have": self.new_failing,
        }


def compare_reports(old: Report, new: Report) -> Changes:
    """What differs; a card that only one of them has is told apart, so that more cards are no step back."""
    both = sorted(old.results.keys() & new.results.keys())
    added = sorted(new.results.keys() - old.results.keys())
    return Changes(
        validator=to_ascii(new.validator.name),
        failing=tuple(path for path in both if _is_right(old.results[path]) and _is_wrong(new.results[path])),
        passing=tuple(path for path in both if _is_wrong(old.results[path]) and _is_right(new.results[path])),
        readings=tuple(_changed_readings(old, new, both)),
        new_failing=tuple(path for path in added if _is_wrong(new.results[path])),
        new=len(added),
        gone=len(old.results.keys() - new.results.keys()),
    )


def compare_all(old: Sequence[Report], new: Sequence[Report]) -> tuple[Changes, ...]:
    """The changes of each; one report is held against one whatever they are called, several go by their names."""
    if len(old) == len(new) == 1:
        return (compare_reports(old[0], new[0]),)
    by_name = {_name(each): each for each in old}
    missing = [_name(each)[0] for each in new if _name(each) not in by_name]
    if missing:
        raise CallError(f"--against has no report of {to_ascii(missing[0])}: name one, or leave its new report out")
    return tuple(compare_reports(by_name[_name(each)], each) for each in new)


def _name(report: Report) -> tuple[str, str]:
    return report.validator.name, report.validator.language


def _is_right(result: ReportedResult) -> bool:
    return result.result in RIGHT


def _is_wrong(result: ReportedResult) -> bool:
    return result.result not in RIGHT and result.result is not Outcome.READING


def _changed_readings(old: Report, new: Report, paths: Iterable[str]) -> Iterator[ChangedReading]:
    for path in paths:
        before, now = old.results[path], new.results[path]
        if before.result is now.result is Outcome.READING and before.got is not now.got:
            yield ChangedReading(path, before.got, now.got)
