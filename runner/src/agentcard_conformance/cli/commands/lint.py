"""`lint`: what is wrong with the suite itself, and what of it a program can fix."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TypeAlias

import click

from agentcard_conformance.authoring.lint import (
    CARD_CHECKS,
    CHECKS,
    QUICK_CHECKS,
    Check,
    Problem,
    Subject,
    find_problems,
    find_problems_of_cards,
)
from agentcard_conformance.authoring.lint.released import check_removed_fixtures
from agentcard_conformance.authoring.nearby_suite import NearbyReference, NearbySuite
from agentcard_conformance.cli.options import writable_suite
from agentcard_conformance.cli.progress import progress_bar
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Assessment, Fixture, Question
from agentcard_conformance.notations import load_house_form, notation_names

_EXAMPLES = """\b
Examples:
  agentcard-conformance lint
  agentcard-conformance lint --fix fixtures/invalid/*/name-length
"""

_MANY = 5
_FEW = 3
"""Files with the same problem that are shown, where there are many."""

_Assess: TypeAlias = Callable[[Question], Assessment]


@click.command(epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@click.option("--fix", is_flag=True, help="Fix what a program can: layout, escapes, the line feed at the end.")
@click.option("--all", "every", is_flag=True, help="Show every file of those that have the same problem.")
@click.option("--quick", is_flag=True, help="Leave out the checks that ask the reference about every card.")
def command(paths: tuple[str, ...], fix: bool, quick: bool, every: bool) -> int:  # noqa: FBT001  # click's
    """Check the suite itself, offline; with a PATH, print only the problems at or below it.

    Each problem names the file, what is wrong, and the command that fixes it. What is wrong with many files alike, as
    after a change of a schema, is shown of the first few.

    Exit status: 0 no problems, 1 there are some, 2 the call is wrong or a folder names nothing.
    """
    suite = writable_suite("lint --fix") if fix else read_suite()
    folders = [_path_in_suite(suite, path) for path in paths]
    checks = QUICK_CHECKS if quick else CHECKS
    problems = _find_problems(suite, checks, folders)
    for sentence in _unfixable_dialects(suite, folders) if fix else ():
        click.echo(sentence)
    if fix and any(problem.fixed is not None for problem in problems):
        _fix_problems(suite, problems)
        problems = _find_problems(read_suite(), checks, folders)
    for line in _problem_lines(problems, every=every):
        click.echo(escape_invisible(line))
    click.echo(_closing_line(suite, problems, paths) + " (quick checks only)" * quick)
    return 1 if problems else 0


def _find_problems(suite: Suite, checks: Sequence[Check], folders: Sequence[str]) -> list[Problem]:
    """Each once: what is wrong with schema/suite is found with every dialect."""
    cards = _named_cards(suite, folders)
    found = dict.fromkeys(
        _problems_of_suite(suite, checks) if cards is None else _problems_of_cards(suite, checks, cards)
    )
    return sorted((problem for problem in found if _is_below(problem.path, folders)), key=lambda problem: problem.path)


def _named_cards(suite: Suite, paths: Sequence[str]) -> dict[str, list[Fixture]] | None:
    """By dialect, the fixtures that are named, if nothing but such is, or the paths of some that are gone."""
    gone = {f"fixtures/{path}" for path in _released_paths(suite)} if paths else set()
    are_files = all(path in gone or (path.startswith("fixtures/") and (suite.root / path).is_file()) for path in paths)
    there = {f"fixtures/{each.path}": each for each in suite.fixtures()} if paths and are_files else {}
    if not paths or not all(path in gone or path in there for path in paths):
        return None
    named: dict[str, list[Fixture]] = {}
    for path in dict.fromkeys(paths):
        named.setdefault(path.split("/")[2], []).extend([there[path]] if path in there else [])
    return named


def _problems_of_cards(
    suite: Suite, checks: Sequence[Check], cards: Mapping[str, Sequence[Fixture]]
) -> Iterator[Problem]:
    for dialect, chosen in cards.items():
        nearby = NearbySuite(suite, dialect, chosen)
        reference = NearbyReference(nearby)
        subject = Subject(nearby, suite.dialects[dialect], reference.assess)
        yield from find_problems_of_cards(subject, [check for check in CARD_CHECKS if check in checks])
        yield from check_removed_fixtures(Subject(suite, suite.dialects[dialect], reference.assess))


def _problems_of_suite(suite: Suite, checks: Sequence[Check]) -> Iterator[Problem]:
    total = sum(file.is_file() for file in (suite.root / "fixtures").rglob("*"))
    with progress_bar(total) as show:
        assess = _shown(BoundedReference(suite.dialects).assess, show, total)
        for dialect in suite.dialects.values():
            yield from find_problems(Subject(suite, dialect, assess), checks)


def _shown(assess: _Assess, show: Callable[[int, str], None], total: int) -> _Assess:
    """What assesses cards, and shows how many of them it has."""
    done = count(1)

    def assess_and_show(question: Question) -> Assessment:
        show(number := next(done), f"card {number} of {total}")
        return assess(question)

    return assess_and_show


def _fix_problems(suite: Suite, problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.fixed is not None:
            write_file(suite.root / problem.path, [problem.fixed])
            click.echo(f"fixed: {escape_invisible(problem.path)}")


def _problem_lines(problems: Sequence[Problem], *, every: bool) -> Iterator[str]:
    """Each problem, and of many files with the same one the first few, with how many more there are."""
    counts = Counter(problem.what for problem in problems)
    shown: Counter[str] = Counter()
    for problem in problems:
        shown[problem.what] += 1
        if every or counts[problem.what] <= _MANY or shown[problem.what] <= _FEW:
            yield from str(problem).split("\n")
    for what, files in counts.items():
        if files > _MANY and not every:
            yield f"and {files - _FEW} more files: {what} (agentcard-conformance lint --all names them)"


def _unfixable_dialects(suite: Suite, folders: Sequence[str]) -> Iterator[str]:
    """A sentence for each dialect whose cards no program can lay out, unless the folders are those of others."""
    named = {step for folder in folders for step in folder.split("/")} & suite.dialects.keys()
    for dialect in suite.dialects.values():
        is_known = dialect.notation in notation_names() and dialect.id in (named or suite.dialects)
        if is_known and load_house_form(dialect.notation) is None:
            yield f"not laid out: the cards of {dialect.id}, since {dialect.notation} has no house form"


def _path_in_suite(suite: Suite, path: str) -> str:
    """A path of the command line as the suite names it; what was removed may be named, too."""
    root, named = suite.root.resolve(), Path(path).resolve()
    if named != root and root not in named.parents:
        raise CallError(f"{escape_invisible(path)} is not in {root}, which is what is checked")
    below = named.relative_to(root).as_posix()
    if not named.exists() and not any(_is_below(f"fixtures/{gone}", [below]) for gone in _released_paths(suite)):
        raise CallError(f"there is no {escape_invisible(path)}, and nothing was released below it")
    return below


def _released_paths(suite: Suite) -> Iterator[str]:
    """What was there in some version may be asked about, though it is gone."""
    for listed in suite.root.glob("schema/*/released/*/fixtures.txt"):
        yield from listed.read_text("utf-8").splitlines()


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return not folders or any(each in (".", path) or path.startswith(f"{each}/") for each in folders)


def _closing_line(suite: Suite, problems: Sequence[Problem], paths: Sequence[str]) -> str:
    if not problems:
        where = (
            " ".join(map(escape_invisible, paths)) or f"{len(suite.fixtures())} fixtures of {', '.join(suite.dialects)}"
        )
        return f"no problems: {where}"
    files = len({problem.path for problem in problems})
    return f"{len(problems)} problem{'s' * (len(problems) > 1)} in {files} file{'s' * (files > 1)}"
