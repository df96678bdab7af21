"""What is amiss with the suite, and what of it can be mended here and now?"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from agentcard_conformance import output
from agentcard_conformance.cli import drafting
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.lint import CHECKS, Problem, Subject
from agentcard_conformance.reference import Reference
from agentcard_conformance.renderers import visible


def lint(paths: Sequence[str], *, fix: bool) -> int:
    """Print the problems at or below these paths: the exit status."""
    suite = drafting.checkout("lint --fix") if fix else read_suite()
    within = [_below(suite, path) for path in paths]
    problems = _problems(suite, within)
    if fix and any(problem.mended is not None for problem in problems):
        _mend(suite, problems)
        problems = _problems(read_suite(), within)
    for problem in problems:
        click.echo(_visible_lines(str(problem)))
    click.echo(_closing(suite, problems, paths))
    return 1 if problems else 0


def _visible_lines(text: str) -> str:
    """A problem's lines, with what has no glyph in a file's name escaped."""
    return "\n".join(map(visible, text.split("\n")))


def _problems(suite: Suite, within: Sequence[str]) -> list[Problem]:
    """Each once: what is wrong with schema/suite is found with every dialect."""
    reference = Reference(suite.dialects)
    subjects = [Subject(suite, dialect, reference.assess) for dialect in suite.dialects.values()]
    found = dict.fromkeys(problem for subject in subjects for check in CHECKS for problem in check(subject))
    return sorted((problem for problem in found if _lies(problem.path, within)), key=lambda problem: problem.path)


def _mend(suite: Suite, problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.mended is not None:
            output.write(suite.root / problem.path, [problem.mended])
            click.echo(f"mended: {visible(problem.path)}")


def _below(suite: Suite, path: str) -> str:
    """A path of the command line as the suite names it; what was removed may be named, too."""
    root, named = suite.root.resolve(), Path(path).resolve()
    if named != root and root not in named.parents:
        raise CallError(f"{visible(path)} does not lie in {root}, which is what is checked")
    below = named.relative_to(root).as_posix()
    if not named.exists() and not any(_lies(f"fixtures/{gone}", [below]) for gone in _released(suite)):
        raise CallError(f"there is no {visible(path)}, and nothing was released below it")
    return below


def _released(suite: Suite) -> Iterator[str]:
    """What was there in some version may be asked about, though it is gone."""
    for listed in suite.root.glob("schema/*/released/*/fixtures.txt"):
        yield from listed.read_text("utf-8").splitlines()


def _lies(path: str, within: Sequence[str]) -> bool:
    return not within or any(each in (".", path) or path.startswith(f"{each}/") for each in within)


def _closing(suite: Suite, problems: Sequence[Problem], paths: Sequence[str]) -> str:
    if not problems:
        where = " ".join(map(visible, paths)) or f"{len(suite.fixtures())} fixtures of {', '.join(suite.dialects)}"
        return f"nothing is amiss: {where}"
    files = len({problem.path for problem in problems})
    return f"{len(problems)} problem{'s' * (len(problems) > 1)} in {files} file{'s' * (files > 1)}"
