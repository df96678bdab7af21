"""What is known of each change by itself: whether, with all others made, it moves no card."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from agentcard_conformance.compare.attribution import Attribution
from agentcard_conformance.compare.proofs.one_document import OneDocument, one_document
from agentcard_conformance.compare.proofs.proving import PartQuestion, Proof, prove_parts
from agentcard_conformance.compare.results import Change, Direction, FlipAnswer
from agentcard_conformance.compare.revision_pair import RevisionPair
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.model import Json

ChangeAnswers: TypeAlias = Mapping[Change, Mapping[Direction, FlipAnswer]]

_MOST_PROVEN = 40
"""Changes of which each is proven by itself, 5 ms apiece."""


def prove_changes(
    changes: Sequence[Change],
    pair: RevisionPair,
    attribution: Attribution,
    proofs: Mapping[Direction, Proof],
    seconds: float,
) -> ChangeAnswers:
    """Of each change and direction whether it is proven that the change moves no card; else the answer is open.

    A change moves none if the side that refuses accepts all that it accepts with that change undone. Where there is but
    one change, that is the question of the whole.
    """
    found = {change: {each: _of_whole(proofs[each], len(changes)) for each in Direction} for change in changes}
    asked = [
        (change, each)
        for change in changes[:_MOST_PROVEN]
        for each in Direction
        if found[change][each] is FlipAnswer.OPEN and len(changes) > 1 and not proofs[each].is_limited
    ]
    questions = [_question(pair, attribution, *each) for each in asked]
    for (change, direction), holds in zip(asked, prove_parts(questions, seconds), strict=True):
        if holds:
            found[change][direction] = FlipAnswer.NONE
    return found


def _of_whole(proof: Proof, changes: int) -> FlipAnswer:
    if proof.is_empty:
        return FlipAnswer.NONE
    return FlipAnswer.PROVEN if changes == 1 and proof.is_empty is False else FlipAnswer.OPEN


def _question(pair: RevisionPair, attribution: Attribution, change: Change, direction: Direction) -> PartQuestion:
    refusing = pair.refusing(direction).schemas

    def documents() -> tuple[OneDocument, OneDocument] | None:
        root = attribution.root_without(change, direction)
        return None if root is None else (_document(refusing, root), one_document(refusing))

    return documents


def _document(refusing: RevisionSchemas, root: Json) -> OneDocument:
    return one_document(RevisionSchemas(refusing.revision._replace(schema=root)))
