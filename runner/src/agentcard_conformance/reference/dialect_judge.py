"""Judges the cards of one dialect: decode, hold against the schema, apply the rules, and collect what is found."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias, TypeVar

from agentcard_conformance.errors import SuiteError, UnknownName
from agentcard_conformance.model import (
    Assessment,
    Dialect,
    Fault,
    Finding,
    Json,
    Level,
    Position,
    Question,
    Rule,
    RuleUse,
    Stage,
    Steps,
    parts_at,
    to_pointer,
)
from agentcard_conformance.notations import DecodeError, DecodeFault, Document, Notation, load_notation
from agentcard_conformance.projections import Projection, load_projection
from agentcard_conformance.reference.assessments import FoundInCard, to_assessment
from agentcard_conformance.reference.schema_errors import BrokenRequirement, broken_requirements
from agentcard_conformance.rules import apply_rule, load_rule
from agentcard_conformance.schema_engine.checked import UnusableSchema

AskedRules: TypeAlias = tuple[Iterable[RuleUse], Callable[[RuleUse, Steps, Json], Iterable[Fault]]]
"""Rules to be asked about a card, and what asks one of them about a part of it, given its path and the part."""

Locate: TypeAlias = Callable[[Steps], Position | None]

MOST_FAULTS = 1000
"""Of one stage: nobody reads more, and each costs 70 us, so that a hostile card would take minutes."""

_LONGEST_SENTENCE = 300

_MOST_NAMES = 1_000_000
"""Characters: a thousand places below a name of 5 MB would take 10 GB to tell."""

_FoundT = TypeVar("_FoundT")


class DialectJudge:
    """The way of a card through one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect

    def assess(self, question: Question) -> Assessment:
        """Judge one card, and collect everything that is found in it."""
        try:
            document = self.notation.decode(question.card, question.context)
        except DecodeError as error:
            return self.assess_undecodable(error)
        broken = broken_requirements(self.dialect.schema, self.dialect.requirements, document.value)
        rules = self.rules, lambda use, _, part: apply_rule(self.rules[use], part, question.context)
        return self.assess_document(document, broken, rules)

    def assess_document(self, document: Document, broken: Iterator[BrokenRequirement], rules: AskedRules) -> Assessment:
        """What the decoder, the schema and the rules find in a card that was read."""
        found = self.findings(document.value, broken, rules, document.locate)
        odd = self.decode_findings(document)
        return to_assessment([*odd.findings, *found.findings], document.value, has_more=odd.has_more or found.has_more)

    def assess_undecodable(self, error: DecodeError) -> Assessment:
        """The assessment of a card that holds no value."""
        return to_assessment([self._decode_finding(error.fault, error.fault.position)], decoded=False)

    def decode_findings(self, document: Document) -> FoundInCard:
        """What the decoder found odd in a card that it read."""
        told = sorted(document.faults, key=lambda fault: not self._refuses(fault.requirement))[:MOST_FAULTS]
        found = (self._decode_finding(fault, fault.position or document.locate(fault.at)) for fault in told)
        return FoundInCard(tuple(found), len(document.faults) > MOST_FAULTS)

    @cached_property
    def notation(self) -> Notation:
        """How the cards of the dialect are written."""
        try:
            return load_notation(self.dialect.notation)
        except UnknownName as error:
            raise self._wrong(error.message) from None

    @cached_property
    def projection(self) -> Projection | None:
        """What a publisher makes of a card; None where nothing is published."""
        try:
            return load_projection(self.dialect.projection) if self.dialect.projection else None
        except UnknownName as error:
            raise self._wrong(error.message) from None

    @cached_property
    def rules(self) -> Mapping[RuleUse, Rule]:
        """The rules of the dialect, in the order of dialect.json."""
        return {use: self._load_rule(use) for use in self.dialect.rules}

    def findings(  # what stands on both ways of a card: the reference's and the fast one's
        self, value: Json, broken: Iterator[BrokenRequirement], rules: AskedRules, locate: Locate
    ) -> FoundInCard:
        """What rules and schema find; the rules come first, as of one requirement at one place theirs is exact."""
        errors, has_more = self._errors(broken)
        found = []
        if not has_more or not any(self._refuses(error.requirement) for error in errors):
            mistyped = {error.fault.at for error in errors if error.is_type}
            faults, has_more_faults = _bounded(
                _rule_faults(value, rules, mistyped),
                lambda found: found[1].at,
                lambda found: self._refuses(found[0].requirement),
            )
            has_more = has_more or has_more_faults
            found = [self._finding(use.requirement, fault, locate(fault.at), Stage.RULE) for use, fault in faults]
        for error in errors:
            found.append(self._finding(self._requirement_of(error), error.fault, locate(error.fault.at), Stage.SCHEMA))
        return FoundInCard(tuple(found), has_more)

    def _refuses(self, requirement: str) -> bool:
        """Whether a card that breaks a requirement is invalid; one that does not exist is refused later."""
        known = self.dialect.requirements.get(requirement)
        return known is None or known.level is Level.MUST

    def _errors(self, broken: Iterator[BrokenRequirement]) -> tuple[list[BrokenRequirement], bool]:
        try:
            return _bounded(broken, lambda error: error.fault.at, lambda error: self._refuses(error.requirement))
        except UnusableSchema as error:
            raise self._wrong(f"cannot be used: {error}", "card.schema.json") from None

    def _load_rule(self, use: RuleUse) -> Rule:
        try:
            return load_rule(use.rule)
        except UnknownName as error:
            raise self._wrong(error.message) from None

    def _requirement_of(self, error: BrokenRequirement) -> str:
        if not error.requirement:
            where = to_pointer(error.fault.at) or "a card"
            raise self._wrong(f"refuses {where} for no requirement: {error.fault.what}", "card.schema.json")
        return error.requirement

    def _decode_finding(self, fault: DecodeFault, position: Position | None) -> Finding:
        return self._finding(fault.requirement, Fault(fault.what, fault.at), position, Stage.DECODE)

    def _finding(self, name: str, fault: Fault, position: Position | None, stage: Stage) -> Finding:
        if name not in self.dialect.requirements:
            raise self._wrong(f"lacks {name}, which a decoder or a rule reports", "requirements.json")
        what = fault.what if len(fault.what) <= _LONGEST_SENTENCE else fault.what[: _LONGEST_SENTENCE - 3] + "..."
        return Finding(self.dialect.requirements[name], to_pointer(fault.at), what, stage, position)

    def _wrong(self, what: str, file: str = "dialect.json") -> SuiteError:
        return SuiteError(f"schema/{self.dialect.id}/{file}", what)


def _bounded(
    found: Iterable[_FoundT], path_of: Callable[[_FoundT], Steps], refuses: Callable[[_FoundT], bool]
) -> tuple[list[_FoundT], bool]:
    """The first of them, and whether there are more; fewer where names are long, since each place is told with all.

    Among them is one that refuses the card, if there is any: else advice without end would hide what is wrong.
    """
    kept: list[_FoundT] = []
    room, is_refused, has_more = _MOST_NAMES, False, False
    for each in found:
        has_more = has_more or len(kept) == MOST_FAULTS or room < 0
        if has_more and is_refused:
            break
        if not has_more or refuses(each):
            kept.append(each)
            is_refused = is_refused or refuses(each)
            room -= sum(len(step) for step in path_of(each) if isinstance(step, str))
    return kept, has_more


def _rule_faults(value: Json, rules: AskedRules, mistyped: Collection[Steps]) -> Iterator[tuple[RuleUse, Fault]]:
    present = {"*", *value} if isinstance(value, dict) else {"*"}
    uses, ask = rules
    for use in uses:
        if use.at and use.at[0] not in present:  # most rules look at members that most cards lack
            continue
        for at, part in parts_at(value, use.at, mistyped):
            for fault in ask(use, at, part):
                yield use, Fault(fault.what, (*at, *fault.at))
