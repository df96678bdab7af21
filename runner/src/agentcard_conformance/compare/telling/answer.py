"""What do two revisions come to, in a line and in a sentence?"""

from agentcard_conformance.compare.findings import Comparison, Direction, VersionStep

NOTHING_JUDGES = "The schemas differ in nothing that judges a card."
WHY = {
    VersionStep.MAJOR: "Cards that were accepted are refused.",
    VersionStep.MINOR: "Cards that were refused are accepted, and no card was found that is newly refused.",
    VersionStep.PATCH: "Something that judges a card differs, and no card was found that shows it: there may be one.",
    VersionStep.NONE: "The schemas say the same.",
}
COUNTED = {Direction.REFUSED: "breaking", Direction.ACCEPTED: "loosening"}


def answer(comparison: Comparison) -> str:
    """What most readers want to know."""
    said = f"{_found(comparison)}{_untold(comparison)}: {_step(comparison)}"
    return said if comparison.complete else f"{said}, as far as this came before it was interrupted"


def why(comparison: Comparison) -> str:
    """What the step rests on."""
    return NOTHING_JUDGES if _judges_nothing(comparison) else WHY[comparison.step]


def _found(comparison: Comparison) -> str:
    sides = [each.direction for each in comparison.flips]
    if sides:
        return ", ".join(f"{sides.count(side)} {word}" for side, word in COUNTED.items() if side in sides)
    if comparison.step is VersionStep.NONE:
        return "no change"
    return "no change that judges a card" if _judges_nothing(comparison) else "no flip found"


def _untold(comparison: Comparison) -> str:
    """A change that no card shows may break somebody all the same."""
    count = len(comparison.unwitnessed)
    return f"; {count:,} change{'s' * (count > 1)} without a witness" if count else ""


def _step(comparison: Comparison) -> str:
    if comparison.step is VersionStep.NONE:
        return "no step is needed"
    may_be_more = comparison.unwitnessed and comparison.step is not VersionStep.MAJOR
    return f"{'at least' if may_be_more else 'this is'} a {comparison.step} step"


def _judges_nothing(comparison: Comparison) -> bool:
    return comparison.step is VersionStep.PATCH and not comparison.unwitnessed
