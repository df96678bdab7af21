"""The counts of a check as text."""

from agentcard_conformance.bulk.counts import CardCounts
from agentcard_conformance.model import Dialect, Level, Requirement


def summary_text(counts: CardCounts, dialect: Dialect) -> str:
    """How many cards of which kind, then which requirements, the most frequent first."""
    kinds = {
        "valid": counts.valid,
        "invalid": counts.invalid,
        "skipped": counts.skipped,
        "with advice": counts.advised,
        "contested": counts.contested,
    }
    told = ", ".join(f"{number:,} {what}" for what, number in kinds.items() if number or what == "valid")
    blank = f"; {_count(counts.blank, 'line')} without a card" if counts.blank else ""
    lines = [f"{_count(counts.cards, 'card')} as {dialect.id}: {told}{blank}"]
    for name, number in sorted(counts.requirements.items(), key=lambda item: (-item[1], item[0])):
        level = _level(dialect.requirements[name], counts.broken.get(name, 0))
        lines.append(f"  {number:>{len(f'{counts.cards:,}')},}  {name} ({level})")
    return "\n".join(lines) + "\n"


def _level(requirement: Requirement, broken: int) -> str:
    if requirement.level is Level.MUST or not broken:
        return requirement.level
    return f"{requirement.level}; {_count(broken, 'card')} not read further, and so invalid"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
