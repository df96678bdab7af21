"""What has changed since an older report, as lines that a person reads."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.report.changes import Changes

_MOST_SHOWN = 20


def changes_lines(changes: Changes) -> list[str]:
    """A heading for each kind of change, and below it the cards; of many, the first."""
    lines = [f"{changes.validator}, compared with the older report"]
    readings = [f"{each.path}: {each.before}, now {each.now}" for each in changes.readings]
    for title, paths in (
        ("newly failing", changes.failing),
        ("newly passing", changes.passing),
        ("read otherwise, which nothing scores", readings),
        ("failing, of the cards that the older report does not have", changes.new_failing),
    ):
        lines += _listed(title, paths)
    told = [f"{changes.new} cards are new"] * bool(changes.new) + [f"{changes.gone} are not run any more"] * bool(
        changes.gone
    )
    return [*lines, *told, *["nothing has changed"] * (len(lines) == 1 and not told)]


def _listed(title: str, paths: Sequence[str]) -> Iterator[str]:
    if paths:
        yield f"{title}: {len(paths)}"
        yield from (f"  {path}" for path in paths[:_MOST_SHOWN])
    if len(paths) > _MOST_SHOWN:
        yield f"  and {len(paths) - _MOST_SHOWN} more"
