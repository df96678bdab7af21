"""What does a report say?

Nothing in it comes from a clock, a process or an order, so that one validator has one report,
however it was asked. What a validator said in words is shown when a run fails, and is not kept.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentcard_conformance import output
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Answer, Identity, Outcome, Result

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run had of one dialect: the digest of its corpus, and how many fixtures each profile asks for."""

    corpus: str
    scored: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """All that a report is made of."""

    version: str
    validator: Identity
    profile: str
    scopes: Mapping[str, Scope]
    not_run: tuple[str, ...]
    results: tuple[Result, ...]


def build(run: Run) -> dict[str, Any]:
    """The report of a run."""
    results = sorted(run.results, key=lambda result: result.fixture.path)
    return {
        "format": FORMAT,
        "suite": run.version,
        "validator": run.validator._asdict(),
        "profile": run.profile,
        "dialects": {name: _dialect(name, scope, results) for name, scope in run.scopes.items()},
        "not_run": list(run.not_run),
        "counts": _counts(results),
        "readings": {each.fixture.path: each.verdict.answer for each in results if each.outcome is Outcome.READING},
        "results": {each.fixture.path: _result(each) for each in results},
        "complete": len(results),
    }


def write(report: Mapping[str, Any], file: Path) -> None:
    """Write a report whole or not at all."""
    text = json.dumps(report, indent=1, sort_keys=True) + "\n"
    output.write(file, [text.encode("ascii")])


def read(file: Path) -> dict[str, Any]:
    """A report again; one that was cut short or is of another format is refused."""
    try:
        report = json.loads(file.read_text("ascii"))
    except OSError as error:
        raise CallError(f"the report {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not a report: {error}") from None
    if not isinstance(report, dict) or report.get("format") != FORMAT:
        raise SuiteError(file, f"is not a report of format {FORMAT}")
    if not isinstance(report.get("results"), dict) or len(report["results"]) != report.get("complete"):
        raise SuiteError(file, "is not complete; run again")
    return report


def _dialect(name: str, scope: Scope, results: Iterable[Result]) -> dict[str, Any]:
    outcomes = {each.fixture.path: each.outcome for each in results if each.fixture.dialect == name}
    conformant = {profile: _conformant(paths, outcomes) for profile, paths in scope.scored.items()}
    return {"corpus": scope.corpus, "conformant": conformant, "run": len(outcomes)}


def _conformant(paths: Iterable[str], outcomes: Mapping[str, Outcome]) -> bool | None:
    """A stale entry is a pass to the validator; none at all was said of a profile that was not run in full."""
    paths = frozenset(paths)
    if any(path in outcomes and outcomes[path] not in (Outcome.PASS, Outcome.STALE) for path in paths):
        return False
    return True if paths and paths <= outcomes.keys() else None


def _counts(results: Iterable[Result]) -> dict[str, Any]:
    by: dict[str, Callable[[Result], str]] = {
        "area": lambda result: result.fixture.requirement.area,
        "level": lambda result: result.fixture.requirement.level,
        "requirement": lambda result: f"{result.fixture.dialect}/{result.fixture.requirement.id}",
    }
    counted = {name: _tally(results, key) for name, key in by.items()}
    return {"all": dict(Counter(result.outcome for result in results)), **counted}


def _tally(results: Iterable[Result], key: Callable[[Result], str]) -> dict[str, dict[str, int]]:
    groups: dict[str, Counter[str]] = {}
    for result in results:
        groups.setdefault(key(result), Counter())[result.outcome] += 1
    return {name: dict(outcomes) for name, outcomes in groups.items()}


def _result(result: Result) -> dict[str, str]:
    written: dict[str, str] = {
        "expected": result.fixture.expected,
        "got": result.verdict.answer,
        "result": result.outcome,
    }
    skipped = result.verdict.answer is Answer.SKIP
    return {**written, "why": result.verdict.why} if skipped else written
