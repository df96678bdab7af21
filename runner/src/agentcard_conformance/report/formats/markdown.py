"""Reports as Markdown, for the summary of a job or a comment on a pull request."""

from collections.abc import Iterable, Iterator, Sequence

from agentcard_conformance.escaping import escape_markdown, markdown_code, to_ascii
from agentcard_conformance.model import Answer, Outcome
from agentcard_conformance.report.changes import RIGHT, Changes
from agentcard_conformance.report.report import Report, Said
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.report.standings import (
    DialectStanding,
    describe_conformance,
    describe_identity,
    dialect_standing,
    validator_labels,
    worst_requirements,
)

_MOST_CARDS, _MOST_REQUIREMENTS = 20, 10
"""A comment holds 65,536 characters."""
_SEVERAL = 2
_MOST_TABLED = 50
"""Cards that are told one by one."""
_COLUMNS = ("validator", *DialectStanding._fields, "conformant")


def render(runs: ReportedRuns) -> str:
    """A table for each dialect, what has changed, and the cards that are not right, folded up."""
    lines = ["## AgentCard conformance", ""]
    for changes in runs.changes:
        lines += [*_changes(changes), ""]
    for dialect in runs.dialects:
        lines += [
            f"### {dialect}",
            "",
            *_table(runs, dialect),
            "",
            *_verdicts(runs, dialect),
            *_failures(runs, dialect),
        ]
    return "\n".join(lines).rstrip() + "\n"


def _changes(changes: Changes) -> Iterator[str]:
    yield f"### {escape_markdown(changes.validator)}: {_told(changes)}"
    for title, paths in changes.lists.items():
        yield from _folded(title, [f"- {markdown_code(path)}" for path in paths])


def _told(changes: Changes) -> str:
    counts = {
        "newly failing": len(changes.failing),
        "newly passing": len(changes.passing),
        "read otherwise": len(changes.readings),
        "new cards": changes.new,
        "not run any more": changes.gone,
    }
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing has changed"


def _table(runs: ReportedRuns, dialect: str) -> Iterator[str]:
    yield _row([name.replace("_", " ") for name in _COLUMNS])
    yield _row(["---", *["--:"] * len(DialectStanding._fields), "---"])
    for report in runs.about(dialect):
        numbers = map(str, dialect_standing(report.counts.dialect[dialect].all))
        yield _row([describe_identity(report.validator), *numbers, describe_conformance(report.dialects[dialect])])


def _verdicts(runs: ReportedRuns, dialect: str) -> Iterator[str]:
    """Of a few cards, as of a proposed change, what each validator said of each."""
    about = runs.about(dialect)
    paths = sorted({path for report in about for path in report.results if path.split("/")[1] == dialect})
    if len(about) < _SEVERAL or len(paths) > _MOST_TABLED:
        return
    yield _row(["card", *(f"said {answer}" for answer in (Answer.VALID, Answer.INVALID)), "said neither"])
    yield _row(["---"] * 4)
    for path in paths:
        asked = zip(validator_labels(about), about, strict=True)
        got = {label: report.results[path].got for label, report in asked if path in report.results}
        neither = [f"{name} ({answer})" for name, answer in got.items() if answer not in (Answer.VALID, Answer.INVALID)]
        said = ([name for name, answer in got.items() if answer is each] for each in (Answer.VALID, Answer.INVALID))
        names = " | ".join(escape_markdown(", ".join(each)) for each in (*said, neither))
        yield f"| {markdown_code(path)} | {names} |"
    yield ""


def _failures(runs: ReportedRuns, dialect: str) -> Iterator[str]:
    for report in runs.about(dialect):
        name = describe_identity(report.validator)
        worst = worst_requirements(report, dialect)
        requirements = runs.suite.dialects[dialect].requirements
        told = [
            f"- **{each}**, {count}: {escape_markdown(requirements[each].statement)}"
            f" (section {escape_markdown(requirements[each].section)})"
            for each, count in worst
        ]
        yield from _folded(f"{name}: requirements not met", told, _MOST_REQUIREMENTS)
        yield from _folded(f"{name}: cards not right", list(_cards(report, dialect)))


def _cards(report: Report, dialect: str) -> Iterator[str]:
    """Those without an answer first."""
    own = {path: each for path, each in report.results.items() if path.split("/")[1] == dialect}
    wrong = [path for path, each in own.items() if each.result not in RIGHT]
    for path in sorted(wrong, key=lambda path: report.results[path].result is not Outcome.NO_ANSWER):
        result, said = report.results[path], report.said.get(path, Said())
        if result.result is not Outcome.READING:
            words = [result.why, said.why, *(f"{each.pointer} {each.message}".strip() for each in said.errors[:1])]
            told = to_ascii("; ".join(filter(None, words)))
            said_text = f", and it said {markdown_code(told)}" if told else ""
            yield f"- {markdown_code(path)}: {result.result}, expected {result.expected}, got {result.got}{said_text}"


def _folded(title: str, lines: Sequence[str], most: int = _MOST_CARDS) -> Iterator[str]:
    """Under a line that opens it; of many, the first."""
    if lines:
        more = [f"- and {len(lines) - most} more"] * (len(lines) > most)
        yield f"<details><summary>{_as_html(title)}: {len(lines)}</summary>"
        yield from ("", *lines[:most], *more, "", "</details>", "")


def _as_html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(escape_markdown(cell) for cell in cells)} |"
