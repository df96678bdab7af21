"""What validators said of a card, told once where several said the same."""

from collections import Counter
from collections.abc import Iterable, Sequence

from agentcard_conformance.model import Answer, Outcome
from agentcard_conformance.report.changes import RIGHT
from agentcard_conformance.report.page.view import CardTally, CommonAnswer
from agentcard_conformance.report.report import Report, ReportedResult, Said
from agentcard_conformance.report.standings import name_those

KINDS = ("silent", "wrong", "skipped")
"""What may be amiss with a result, the worst first."""

_LETTERS_OF_ALL, _MARKUP = 2_500_000, 60
"""Of what all validators said, and around each; so the page stays below 8 MB."""
_MOST, _LEAST = 200, 20


def result_kind(result: ReportedResult) -> str:
    """Which of the kinds a result is; empty where it is right, or only read."""
    if result.result in RIGHT or result.result is Outcome.READING:
        return ""
    if result.got is Answer.NONE:
        return "silent"
    return "skipped" if result.result is Outcome.SKIP else "wrong"


def tally_cards(results: Iterable[ReportedResult]) -> CardTally:
    """How many results there are of each kind."""
    found = list(results)
    kinds = Counter(map(result_kind, found))
    read = sum(each.result is Outcome.READING for each in found)
    known = sum(each.result is Outcome.KNOWN_FAILURE for each in found)
    return CardTally(kinds[""] - read, kinds["wrong"], kinds["silent"], kinds["skipped"], known, read)


def words_limit(reports: Sequence[Report]) -> int:
    """How many letters are shown of what was said about one card: none where there are too many cards."""
    missed = sum(bool(result_kind(each)) for report in reports for each in report.results.values())
    letters = min(_LETTERS_OF_ALL // max(missed, 1) - _MARKUP, _MOST)
    return letters if letters >= _LEAST else 0


def common_answers(reports: Sequence[Report], labels: Sequence[str], path: str, limit: int) -> tuple[CommonAnswer, ...]:
    """Of the validators that do not get a card right, those together that said the same."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for report, label in zip(reports, labels, strict=True):
        result = report.results.get(path)
        if result and result_kind(result):
            words = _words(result, report.said.get(path, Said()))
            shown = words if len(words) <= limit else f"{words[:limit]}…" if limit else ""
            groups.setdefault((result.result, result.got, shown), []).append(label)
    asked = [label for report, label in zip(reports, labels, strict=True) if path in report.results]
    return tuple(CommonAnswer(*key, tuple(names), name_those(names, asked)) for key, names in groups.items())


def _words(result: ReportedResult, said: Said) -> str:
    """The first errors, or the reason; and why a failure is known."""
    errors = [" ".join(filter(None, (each.pointer, each.message, each.requirement))) for each in said.errors[:2]]
    known = f"known: {result.known.reason}" if result.known else ""
    return "; ".join(filter(None, [result.why, said.why, *errors, known]))
