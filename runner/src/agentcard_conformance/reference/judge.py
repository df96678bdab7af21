"""What does the reference say of a card: bytes, then value, then schema, then rules, and all that is found?"""

import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Self, TypeAlias

from agentcard_conformance import __version__, decoders, rules
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import (
    Answer,
    Assessment,
    Complaint,
    Dialect,
    Fault,
    Finding,
    Identity,
    Json,
    Level,
    Position,
    Question,
    Rule,
    RuleUse,
    Stage,
    Step,
    Verdict,
    pointer,
)
from agentcard_conformance.reference.schema import Broken, broken
from agentcard_conformance.rules import json_schema

LARGEST_CARD = 10 * 2**20
DEEP_ENOUGH = 10_000  # frames: the metaschema takes ten for each of a card's hundred levels, and a caller has its own
LONGEST_SENTENCE = 300
MOST_FAULTS = 1000  # of one stage: nobody reads more, and each costs 70 us, so a hostile card would take minutes
Uses: TypeAlias = Iterable[tuple[RuleUse, Rule]]
Locate: TypeAlias = Callable[[rules.Steps], Position | None]

WHO = Identity("agentcard-conformance reference", __version__, "Python")


@dataclass(frozen=True)
class Reference:
    """Our own validator."""

    known: Mapping[str, Dialect]
    identity: Identity = WHO

    @property
    def dialects(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self.known)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """Nothing was opened."""

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question."""
        return [self.assess(question).verdict for question in questions]

    def assess(self, question: Question) -> Assessment:
        """All that is to be said of one card."""
        if len(question.card) > LARGEST_CARD:
            why = f"the card is larger than {LARGEST_CARD // 2**20} MiB, which the reference does not read"
            return Assessment(Verdict(Answer.SKIP, why))
        with room_to_recurse():
            return self._walks[question.dialect].assess(question)

    @cached_property
    def _walks(self) -> Mapping[str, "Walk"]:
        return {name: Walk(dialect) for name, dialect in self.known.items()}


class Remembering(Reference):
    """The reference for one run over one corpus, which is asked about each card more than once."""

    @cached_property
    def _said(self) -> dict[tuple[bytes, str, str, str], Assessment]:
        return {}

    def assess(self, question: Question) -> Assessment:
        """What was said before, if it was."""
        key = (question.card, question.dialect, question.notation, repr(sorted(question.context.items())))
        if key not in self._said:
            self._said[key] = super().assess(question)
        return self._said[key]


def matches(schema: Json, value: Json) -> bool:
    """Does a value hold to a schema, as `looks_like` asks?"""
    return next(json_schema.errors(schema, value), None) is None


@dataclass(frozen=True)
class Walk:
    """The way of a card through one dialect."""

    dialect: Dialect

    def assess(self, question: Question) -> Assessment:
        """All that is to be said of one card."""
        notation = question.notation or next(iter(self.dialect.decoders))
        try:
            document = self._decoder(self.dialect.decoders[notation])(question.card, question.context)
        except decoders.NotDecodable as refusal:
            return assessment([self._undecodable(refusal.fault)], refused=True)
        findings = [self._decoded(fault, document) for fault in document.faults]
        errors = broken(self.dialect.schema, self.dialect.requirements, document.value)
        findings += self.judged(document.value, errors, self.asked, document.locate)
        return assessment(findings, document.value)

    def _decoder(self, name: str) -> decoders.Decoder:
        try:
            return decoders.load(name)
        except LookupError:
            raise self._wrong(f"names a decoder {name!a}; those there are: {', '.join(decoders.known())}") from None

    @cached_property
    def asked(self) -> tuple[tuple[RuleUse, Rule], ...]:
        """The rules, in the order of dialect.json."""
        return tuple((use, self._rule(use)) for use in self.dialect.rules)

    def _rule(self, use: RuleUse) -> Rule:
        try:
            return rules.load(use.rule)
        except LookupError:
            raise self._wrong(f"names a rule {use.rule!a} that no module of rules has") from None

    def _wrong(self, what: str, file: str = "dialect.json") -> SuiteError:
        return SuiteError(f"schema/{self.dialect.id}/{file}", what)

    def judged(self, value: Json, errors: Iterator[Broken], asked: Uses, locate: Locate) -> Iterator[Finding]:
        """The rules speak first: of one requirement at one place, their sentence is the exact one."""
        first = list(islice(errors, MOST_FAULTS))
        if len(first) < MOST_FAULTS:
            ruled = _ruled(value, asked, {error.fault.at for error in first if error.is_type})
            for use, fault in islice(ruled, MOST_FAULTS):
                yield self._found(use.requirement, fault.what, fault.at, locate(fault.at), Stage.RULE)
        for error in first:
            yield self._found(self._sure(error), error.fault.what, error.fault.at, locate(error.fault.at), Stage.SCHEMA)

    def _sure(self, error: Broken) -> str:
        if not error.requirement:
            refused = f"refuses {pointer(error.fault.at) or 'a card'} for no requirement: {error.fault.what}"
            raise self._wrong(refused, "card.schema.json")
        return error.requirement

    def _decoded(self, fault: decoders.DecodeFault, document: decoders.Document) -> Finding:
        where = fault.position or document.locate(fault.at)
        return self._found(fault.requirement, fault.what, fault.at, where, Stage.DECODE)

    def _undecodable(self, fault: decoders.DecodeFault) -> Finding:
        return self._found(fault.requirement, fault.what, fault.at, fault.position, Stage.DECODE)

    def _found(self, name: str, what: str, at: tuple[Step, ...], where: Position | None, stage: Stage) -> Finding:
        if name not in self.dialect.requirements:
            raise self._wrong(f"lacks {name}, which a decoder or a rule reports", "requirements.json")
        sentence = what if len(what) <= LONGEST_SENTENCE else what[: LONGEST_SENTENCE - 3] + "..."
        return Finding(self.dialect.requirements[name], pointer(at), sentence, stage, where)


def _ruled(value: Json, asked: Uses, mistyped: Container[rules.Steps]) -> Iterator[tuple[RuleUse, Fault]]:
    for use, rule in asked:
        for at, part in rules.places(value, use.at, mistyped):
            for fault in rule(part):
                yield use, Fault(fault.what, (*at, *fault.at))


def assessment(findings: Iterable[Finding], value: Json = None, *, refused: bool = False) -> Assessment:
    """One finding for each requirement and pointer, by where they stand; refused for a must, or when unreadable."""
    once: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        once.setdefault((finding.requirement.id, finding.pointer), finding)
    ordered = sorted(once.values(), key=_order)
    violations = tuple(each for each in ordered if refused or each.requirement.level is Level.MUST)
    advice = tuple(each for each in ordered if each.requirement.level is Level.SHOULD)
    contested = tuple(each for each in ordered if not refused and each.requirement.level is Level.CONTESTED)
    return Assessment(_verdict(violations), violations, advice, contested, value)


def _order(finding: Finding) -> tuple[int, int, str, str]:
    where = finding.position or Position(0, 0)
    return where.line, where.column, finding.requirement.id, finding.pointer


def _verdict(violations: tuple[Finding, ...]) -> Verdict:
    complaints = tuple(Complaint(each.pointer, each.what, each.requirement.id) for each in violations)
    return Verdict(Answer.INVALID if violations else Answer.VALID, complaints=complaints)


@contextmanager
def room_to_recurse() -> Iterator[None]:
    """What walks a card goes down some frames for each of its levels."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEP_ENOUGH))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
