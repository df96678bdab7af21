"""A dialect's rules, switched off or turned into their opposite."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from agentcard_conformance.adequacy.breakage import Breakage, BreakageKind
from agentcard_conformance.adequacy.broken_rules import BrokenRules, RulePair
from agentcard_conformance.model import Context, Dialect, Fault, Json, Rule, RuleUse
from agentcard_conformance.rules import apply_rule, load_rule


def rule_breakages(dialect: Dialect) -> Iterator[Breakage]:
    """Each rule where it is used, switched off and inverted."""
    for use in dialect.rules:
        for label, change in (("off", _switched_off), ("inverted", _inverted)):
            name = f"rule {use.rule} at /{'/'.join(use.at)} for {use.requirement} {label}"
            make = _maker(use, change)
            yield Breakage(name, BreakageKind.RULE, use.requirement, dialect.id, (dialect.id,), make)


def unbroken(use: RuleUse) -> RulePair:
    """A rule that nothing was done to."""
    rule = load_rule(use.rule)
    return RulePair(use, rule, rule)


def rules_beside(uses: Sequence[RuleUse], dialect: Dialect) -> Mapping[str, Sequence[RulePair]]:
    """The other rules that serve the requirements of these, which are unbroken."""
    others: dict[str, list[RulePair]] = {use.requirement: [] for use in uses}
    for use in dialect.rules:
        if use.requirement in others and use not in uses:
            others[use.requirement].append(unbroken(use))
    return others


def _maker(use: RuleUse, change: Callable[[Rule], Rule]) -> Callable[[Dialect], Sequence[BrokenRules]]:
    rule = load_rule(use.rule)
    return lambda dialect: [BrokenRules([RulePair(use, rule, change(rule))], rules_beside([use], dialect))]


def _switched_off(_rule: Rule) -> Rule:
    def find_nothing(_value: Json) -> Iterator[Fault]:
        yield from ()

    return find_nothing


def _inverted(rule: Rule) -> Rule:
    def find_opposite(value: Json, context: Context) -> Iterator[Fault]:
        if not any(True for _ in apply_rule(rule, value, context)):
            yield Fault("nothing was found")

    return find_opposite
