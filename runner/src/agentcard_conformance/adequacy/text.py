"""The adequacy of a corpus as text."""

from collections import Counter
from collections.abc import Iterator, Mapping

from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.measure import Adequacy

_OUTCOMES = ("caught", "equivalent", "contested", "survives")


def adequacy_text(found: Adequacy, *, redundant: bool = False) -> str:
    """Tables, what survives with a card for each, and one closing line."""
    parts = [_heading(found), _table("kind", found.count_by(lambda each: each.kind.value))]
    parts += [_table("about", found.count_by(lambda each: each.about or "(structure)"))]
    parts += [part for part in ("\n".join(_survivors(found)), "\n".join(_stale(found))) if part]
    parts += ["\n".join(_redundant(found, listed=redundant))]
    return "\n\n".join([*parts, _closing_line(found)]) + "\n"


def list_text(breakages: list[Breakage]) -> str:
    """Every breakage by its name."""
    return "".join(f"{each.id}\n" for each in breakages)


def _heading(found: Adequacy) -> str:
    return f"{found.dialect.id}: {len(found.breakages)} breakages, held against {len(found.fixtures)} fixtures"


def _table(title: str, counts: Mapping[str, Counter[str]]) -> str:
    width = max(map(len, [title, *counts]))
    rows = [f"{title:{width}}  {'all':>6}" + "".join(f"  {outcome:>10}" for outcome in _OUTCOMES)]
    for name, count in sorted(counts.items()):
        rows.append(f"{name:{width}}  {count.total():6}" + "".join(f"  {count[outcome]:10}" for outcome in _OUTCOMES))
    return "\n".join(rows)


def _survivors(found: Adequacy) -> Iterator[str]:
    for breakage in found.survivors:
        search = found.searches[breakage.id]
        yield f"survives: {breakage.id}"
        if search.suggestion:
            yield f"    {search.suggestion.command}"
        else:
            yield f"    no card found among {search.tried}: is it equal to the original? See {_equivalents_file(found)}"


def _stale(found: Adequacy) -> Iterator[str]:
    for entry in found.stale:
        yield f"stale: {entry.breakage}\n    names nothing that survives: remove it from {_equivalents_file(found)}"


def _redundant(found: Adequacy, *, listed: bool) -> Iterator[str]:
    end = ":" if listed else ", and may still document something: --redundant lists them"
    yield f"{len(found.redundant)} fixtures catch nothing that no other does{end}"
    if listed:
        yield from (f"    {path}" for path in found.redundant)


def _closing_line(found: Adequacy) -> str:
    possible = len(found.breakages) - len(found.equivalent)
    share = len(found.caught) * 1000 // possible / 10 if possible else 100.0
    survive = f"{len(found.survivors)} survive" if found.survivors else "none survives"
    unseen = f"{len(found.equivalent)} equivalent or contested"
    return f"caught {len(found.caught)} of {possible} ({share:g} %), {unseen}, {survive}"


def _equivalents_file(found: Adequacy) -> str:
    return f"schema/{found.dialect.id}/equivalents.toml"
