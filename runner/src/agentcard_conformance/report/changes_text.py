"""What has changed since an older report, as lines that a person reads."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.report.changes import Changes

_MOST_SHOWN = 20


def changes_lines(changes: Changes) -> list[str]:
    """A heading for each kind of change, and below it the cards; of many, the first."""
    lines = [f"{changes.validator}, compared with the older report"]
    for title, paths in changes.lists.items():
        lines += _listed(title, paths)
    lines += [f"{changes.new} cards are new"] * bool(changes.new)
    lines += [f"{changes.gone} cards are not run any more"] * bool(changes.gone)
    return lines if len(lines) > 1 else [*lines, "nothing has changed"]


def _listed(title: str, paths: Sequence[str]) -> Iterator[str]:
    if paths:
        yield f"{title}: {len(paths)}"
        yield from (f"  {path}" for path in paths[:_MOST_SHOWN])
    if len(paths) > _MOST_SHOWN:
        yield f"  and {len(paths) - _MOST_SHOWN} more"
