"""How are findings shown beside a file in a pull request? As GitHub's workflow commands."""

from collections.abc import Iterator, Mapping, Sequence

from agentcard_conformance.model import Finding
from agentcard_conformance.renderers import STANDARD_INPUT, Checked, closing, place, plain

DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(checked: Sequence[Checked], *, terminal: bool = False) -> str:  # noqa: ARG001  # it is a log that is read
    """One command a line, and the closing line, which GitHub leaves alone."""
    commands = [command for item in checked for command in _file(item)]
    return "".join(f"{line}\n" for line in [*commands, closing(checked)])


def _file(item: Checked) -> Iterator[str]:
    """A command that names no file is shown on the run's own page, which is the place for standard input."""
    found = item.assessment
    file = None if item.file == STANDARD_INPUT else item.name
    for level, findings in (("error", found.violations), ("warning", found.advice), ("notice", found.contested)):
        yield from (_finding(level, file, finding) for finding in findings)
    for hint in item.hints:
        yield _command("notice", {"file": file, "title": hint.name}, f"{hint.sentence} {plain(hint.command)}".rstrip())


def _finding(level: str, file: str | None, finding: Finding) -> str:
    at = finding.position if file else None
    position = {"line": str(at.line), "col": str(at.column)} if at else {}
    properties = {"file": file, **position, "title": f"{finding.requirement.id} at {place(finding)}"}
    lead = "Validators disagree here: " if level == "notice" else ""
    return _command(level, properties, f"{plain(finding.what)}\n{lead}{finding.requirement.statement}")


def _command(level: str, properties: Mapping[str, str | None], message: str) -> str:
    written = ",".join(f"{name}={value.translate(PROPERTY)}" for name, value in properties.items() if value)
    return f"::{level} {written}::{message.translate(DATA)}"
