"""Findings as GitHub's workflow commands, which show them beside the lines of a pull request."""

from collections.abc import Iterator, Mapping, Sequence

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import closing_line, finding_place
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.files import STANDARD_STREAM
from agentcard_conformance.model import Finding

_MESSAGE_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY_ESCAPES = _MESSAGE_ESCAPES | str.maketrans({":": "%3A", ",": "%2C"})


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:  # noqa: ARG001  # it is a log that is read
    """One command a line, and the closing line, which GitHub leaves alone."""
    commands = [command for item in checked for command in _file_commands(item)]
    return "".join(f"{line}\n" for line in [*commands, closing_line(checked)])


def _file_commands(item: CheckedFile) -> Iterator[str]:
    """A command that names no file is shown on the run's own page, which is the place for standard input."""
    found = item.assessment
    file = None if item.file == STANDARD_STREAM else item.name
    for level, findings in (("error", found.violations), ("warning", found.advice), ("notice", found.contested)):
        yield from (_finding_command(level, file, finding) for finding in findings)
    for hint in item.hints:
        message = f"{hint.sentence} {to_ascii(hint.command)}".rstrip()
        yield _command("notice", {"file": file, "title": hint.name}, message)


def _finding_command(level: str, file: str | None, finding: Finding) -> str:
    at = finding.position if file else None
    position = {"line": str(at.line), "col": str(at.column)} if at else {}
    properties = {"file": file, **position, "title": f"{finding.requirement.id} at {finding_place(finding)}"}
    lead = "Validators disagree here: " if level == "notice" else ""
    return _command(level, properties, f"{to_ascii(finding.what)}\n{lead}{finding.requirement.statement}")


def _command(level: str, properties: Mapping[str, str | None], message: str) -> str:
    written = ",".join(f"{name}={value.translate(_PROPERTY_ESCAPES)}" for name, value in properties.items() if value)
    return f"::{level} {written}::{message.translate(_MESSAGE_ESCAPES)}"
