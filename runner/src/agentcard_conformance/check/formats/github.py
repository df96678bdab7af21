"""Findings as GitHub's workflow commands, which show them beside the lines of a pull request."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import MORE_FINDINGS, closing_line, finding_place
from agentcard_conformance.escaping import github_command, to_ascii
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import Finding


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:  # noqa: ARG001  # it is a log that is read
    """One command a line, and the closing line, which GitHub leaves alone."""
    commands = [command for item in checked if not item.is_silent for command in _file_commands(item)]
    return "".join(f"{line}\n" for line in [*commands, closing_line(checked)])


def _file_commands(item: CheckedFile) -> Iterator[str]:
    """A command that names no file is shown on the run's own page, which is the place for standard input."""
    found = item.assessment
    file = None if item.file == STANDARD_STREAM else item.name
    for level, findings in (("error", found.violations), ("warning", found.advice), ("notice", found.contested)):
        yield from (_finding_command(level, file, finding) for finding in findings)
    if found.has_more:
        yield github_command("notice", {"file": file}, MORE_FINDINGS)
    for hint in item.hints:
        message = f"{hint.sentence} {to_ascii(hint.command)}".rstrip()
        yield github_command("notice", {"file": file, "title": hint.name}, message)


def _finding_command(level: str, file: str | None, finding: Finding) -> str:
    at = finding.position if file else None
    position = {"line": str(at.line), "col": str(at.column)} if at else {}
    properties = {"file": file, **position, "title": f"{finding.requirement.id} at {finding_place(finding)}"}
    lead = "Validators disagree here: " if level == "notice" else ""
    return github_command(level, properties, f"{to_ascii(finding.what)}\n{lead}{finding.requirement.statement}")
