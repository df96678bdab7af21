"""What if a dialect's rule were not asked, or said the opposite?"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from agentcard_conformance import rules
from agentcard_conformance.adequacy.breakage import Breakage, Kind
from agentcard_conformance.adequacy.broken_rules import BrokenRules, Pair
from agentcard_conformance.model import Dialect, Fault, Json, Rule, RuleUse


def rule_breakages(dialect: Dialect) -> Iterator[Breakage]:
    """Each rule where it is used, switched off and inverted."""
    for use in dialect.rules:
        for label, change in (("off", _off), ("inverted", _inverted)):
            name = f"rule {use.rule} at /{'/'.join(use.at)} for {use.requirement} {label}"
            yield Breakage(name, Kind.RULE, use.requirement, _maker(dialect, use, change))


def whole(use: RuleUse) -> Pair:
    """A rule that nothing was done to."""
    rule = rules.load(use.rule)
    return Pair(use, rule, rule)


def beside(uses: Sequence[RuleUse], dialect: Dialect) -> Mapping[str, Sequence[Pair]]:
    """The other rules that serve the requirements of these, which are whole."""
    others: dict[str, list[Pair]] = {use.requirement: [] for use in uses}
    for use in dialect.rules:
        if use.requirement in others and use not in uses:
            others[use.requirement].append(whole(use))
    return others


def _maker(dialect: Dialect, use: RuleUse, change: Callable[[Rule], Rule]) -> Callable[[], BrokenRules]:
    rule = rules.load(use.rule)
    return lambda: BrokenRules([Pair(use, rule, change(rule))], beside([use], dialect))


def _off(_rule: Rule) -> Rule:
    def silent(_value: Json) -> Iterator[Fault]:
        yield from ()

    return silent


def _inverted(rule: Rule) -> Rule:
    def opposite(value: Json) -> Iterator[Fault]:
        if not any(True for _ in rule(value)):
            yield Fault("nothing was found")

    return opposite
