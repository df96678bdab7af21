"""Findings on a line each, `path:line:column: level requirement: message`, for editors and for grep."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.check.checking import CheckedFile
from agentcard_conformance.check.formats import MORE_FINDINGS
from agentcard_conformance.escaping import to_ascii


def render(checked: Sequence[CheckedFile], *, terminal: bool = False) -> str:  # noqa: ARG001  # one line is one line
    """Nothing where nothing was found."""
    return "".join(f"{line}\n" for item in checked if not item.is_silent for line in _file_lines(item))


def _file_lines(item: CheckedFile) -> Iterator[str]:
    """What has no position, as of a card of many megabytes, is shown at the first line."""
    found = item.assessment
    for level, findings in (("violation", found.violations), ("advice", found.advice), ("contested", found.contested)):
        for each in findings:
            line, column = each.position or (1, 1)
            yield f"{item.name}:{line}:{column}: {level} {each.requirement.id}: {to_ascii(each.what)}"
    notes = [f"{hint.sentence} {to_ascii(hint.command)}".rstrip() for hint in item.hints]
    yield from (f"{item.name}:1:1: note: {note}" for note in [*[MORE_FINDINGS] * found.has_more, *notes])
