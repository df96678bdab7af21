"""`lint`: what is wrong with the suite itself, and what of it a program can fix."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from agentcard_conformance.authoring.lint import CHECKS, QUICK_CHECKS, Check, Problem, Subject, find_problems
from agentcard_conformance.cli.options import writable_suite
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.files import write_file
from agentcard_conformance.notations import load_house_form, notation_names

_EXAMPLES = """\b
Examples:
  agentcard-conformance lint
  agentcard-conformance lint --fix fixtures/invalid/*/name-length
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@click.option("--fix", is_flag=True, help="Fix what a program can: layout, escapes, the line feed at the end.")
@click.option("--quick", is_flag=True, help="Leave out the checks that ask the reference about every card.")
def command(paths: tuple[str, ...], fix: bool, quick: bool) -> int:  # noqa: FBT001  # click's
    """Check the suite itself, offline; with a PATH, print only the problems at or below it.

    Each problem names the file, what is wrong, and the command that fixes it.

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
    for problem in problems:
        click.echo("\n".join(map(escape_invisible, str(problem).split("\n"))))
    click.echo(_closing_line(suite, problems, paths) + " (quick checks only)" * quick)
    return 1 if problems else 0


def _find_problems(suite: Suite, checks: Sequence[Check], folders: Sequence[str]) -> list[Problem]:
    """Each once: what is wrong with schema/suite is found with every dialect."""
    reference = BoundedReference(suite.dialects)
    subjects = [Subject(suite, dialect, reference.assess) for dialect in suite.dialects.values()]
    found = dict.fromkeys(problem for subject in subjects for problem in find_problems(subject, checks))
    return sorted((problem for problem in found if _is_below(problem.path, folders)), key=lambda problem: problem.path)


def _fix_problems(suite: Suite, problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.fixed is not None:
            write_file(suite.root / problem.path, [problem.fixed])
            click.echo(f"fixed: {escape_invisible(problem.path)}")


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
