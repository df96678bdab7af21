"""The adequacy of a corpus as text."""

from collections import Counter
from collections.abc import Iterator, Mapping

from agentcard_conformance.adequacy.breakage import Breakage
from agentcard_conformance.adequacy.equivalents import shown_equivalents_file
from agentcard_conformance.adequacy.measure import UNSEEN, Adequacy, BreakageOutcome, MeasuredBreakage
from agentcard_conformance.adequacy.suggestions import SearchResult


def adequacy_text(found: Adequacy, *, redundant: bool = False) -> str:
    """Tables, what survives with a card for each, and one closing line."""
    parts = [_heading(found), _table("kind", found.count_by(lambda each: each.kind.value))]
    if len(found.dialects) > 1:
        parts.append(_table("dialect", found.count_by(lambda each: each.dialect or "(shared code)")))
    parts.append(_table("about", found.count_by(lambda each: each.about or "(structure)")))
    lists = (_lost(found), _survivors(found), _stale(found))
    parts += [part for part in ("\n".join(lines) for lines in lists) if part]
    parts += ["\n".join(_redundant(found))] * redundant
    return "\n\n".join([*parts, _closing_line(found)]) + "\n"


def list_text(breakages: list[Breakage]) -> str:
    """Every breakage by its name."""
    return "".join(f"{each.id}\n" for each in breakages)


def _heading(found: Adequacy) -> str:
    dialects, breakages = ", ".join(found.dialects), len(found.measured)
    return f"{dialects}: {breakages} breakages, held against {len(found.fixtures)} fixtures"


def _table(title: str, counts: Mapping[str, Counter[str]]) -> str:
    width = max(map(len, [title, *counts]))
    outcomes = [each for each in BreakageOutcome if each is not BreakageOutcome.LOST or _any_lost(counts)]
    rows = [f"{title:{width}}  {'all':>6}" + "".join(f"  {outcome:>10}" for outcome in outcomes)]
    for name, count in sorted(counts.items()):
        rows.append(f"{name:{width}}  {count.total():6}" + "".join(f"  {count[outcome]:10}" for outcome in outcomes))
    return "\n".join(rows)


def _any_lost(counts: Mapping[str, Counter[str]]) -> bool:
    return any(count[BreakageOutcome.LOST] for count in counts.values())


def _lost(found: Adequacy) -> Iterator[str]:
    for each in found.of(BreakageOutcome.LOST):
        yield f"lost: {each.breakage.id}"
        yield f"    {each.lost}, so nothing is known of it: try it alone, with --jobs 1 --only"


def _survivors(found: Adequacy) -> Iterator[str]:
    for each in found.of(BreakageOutcome.SURVIVES):
        yield f"survives: {each.breakage.id}"
        suggestion = each.search.suggestion if each.search else None
        yield f"    {suggestion.command if suggestion else _why_none_is_suggested(found, each)}"


def _why_none_is_suggested(found: Adequacy, survivor: MeasuredBreakage) -> str:
    search = survivor.search or SearchResult(None, 0)
    file = shown_equivalents_file(found.suite, survivor.breakage.owner)
    if search.bytes_only:
        return (
            f"no card found among {search.tried}, which differ from a fixture in a few bytes: the notation of"
            f" {', '.join(search.bytes_only)} has no `encode` that would write others. Write one by hand, or see {file}"
        )
    return f"no card found among {search.tried}: is it equal to the original? See {file}"


def _stale(found: Adequacy) -> Iterator[str]:
    for entry in found.stale:
        file = shown_equivalents_file(found.suite, entry.owner)
        yield f"stale: {entry.breakage}\n    names nothing that survives: remove it from {file}"


def _redundant(found: Adequacy) -> Iterator[str]:
    yield f"{len(found.redundant)} fixtures catch nothing that no other does:"
    yield from (f"    {path}" for path in found.redundant)


def _closing_line(found: Adequacy) -> str:
    caught, survivors = len(found.of(BreakageOutcome.CAUGHT)), len(found.of(BreakageOutcome.SURVIVES))
    unseen, lost = len(found.of(*UNSEEN)), len(found.of(BreakageOutcome.LOST))
    possible = len(found.measured) - unseen
    share = caught * 1000 // possible / 10 if possible else 100.0
    survive = f"{survivors} survive" if survivors else "none survives"
    lost_too = f", {lost} lost" if lost else ""
    return f"caught {caught} of {possible} ({share:g} %), {unseen} equivalent or contested, {survive}{lost_too}"
