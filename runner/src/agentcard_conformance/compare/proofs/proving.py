"""What is proven of two revisions, in either direction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from referencing.exceptions import Unresolvable

from agentcard_conformance.compare.proofs.bounded import in_time
from agentcard_conformance.compare.proofs.containment import DecidedContainment, covers_in_draft_4, decide_containment
from agentcard_conformance.compare.proofs.limits import limits_of
from agentcard_conformance.compare.proofs.one_document import OneDocument, are_same_json, one_document
from agentcard_conformance.compare.results import Direction
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.compare.schemas.changes import are_equivalent
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import deep_recursion

PartQuestion: TypeAlias = Callable[[], tuple[OneDocument, OneDocument] | None]
"""Makes two documents, or none where they cannot be put together."""


class Proof(NamedTuple):
    """What is known of the cards that go over in one direction."""

    is_empty: bool | None
    """True: there are none. False: there are some. None: neither is proven."""
    why_open: str = ""
    difference: Json = None
    """A schema of those cards, where there is one."""
    is_limited: bool = False
    """Whether no proof is trusted here."""
    depends_on_spelling: bool = False
    """Whether it is open for how values are written."""

    def with_rules(self) -> "Proof":
        """What holds of cards that rules judge, too, the same on both sides: each of a difference may be refused."""
        return (
            Proof(None, "the schemas differ, and the rules may refuse each such card")
            if self.is_empty is False
            else self
        )


NOT_PROVEN = Proof(None, "the time for a proof was over")


def prove(old: RevisionSchemas, new: RevisionSchemas, seconds: float) -> Mapping[Direction, Proof]:
    """What is proven in so many seconds."""
    if old.revision.says_the_same(new.revision):  # which no limit makes doubtful
        return dict.fromkeys(Direction, Proof(is_empty=True))
    found = dict.fromkeys(Direction, NOT_PROVEN)
    if limits := limits_of(old, new):
        why = f"no proof is trusted beside {limits[0].name}: {limits[0].why}"
        by_spelling = all(each.depends_on_spelling for each in limits)
        found = dict.fromkeys(Direction, Proof(None, why, is_limited=True, depends_on_spelling=by_spelling))
        return found | dict(in_time(lambda: _proofs_as_written(old, new), seconds) if by_spelling else ())
    found |= in_time(lambda: _proofs(old, new), seconds)
    return found


def prove_parts(questions: Sequence[PartQuestion], seconds: float) -> list[bool | None]:
    """Of each pair of documents, whether the second one accepts all that the first one does."""

    def answers() -> Iterator[bool | None]:
        with deep_recursion():
            yield from map(_part_answer, questions)

    found = [*in_time(answers, seconds)] if questions else []
    return [*found, *[None] * (len(questions) - len(found))]


def _part_answer(question: PartQuestion) -> bool | None:
    try:
        documents = question()
    except Unresolvable:  # what was put together from both sides refers to what only one of them has
        return None
    return decide_containment(*documents).holds if documents else None


def _proofs(old: RevisionSchemas, new: RevisionSchemas) -> Iterator[tuple[Direction, Proof]]:
    with deep_recursion():
        before, after = one_document(old), one_document(new)
        if _are_same(before, after) or are_equivalent(old, new):
            yield from dict.fromkeys(Direction, Proof(is_empty=True)).items()
            return
        yield Direction.REFUSED, _to_proof(decide_containment(before, after))
        yield Direction.ACCEPTED, _to_proof(decide_containment(after, before))


def _proofs_as_written(old: RevisionSchemas, new: RevisionSchemas) -> Iterator[tuple[Direction, Proof]]:
    """Of two schemas in draft-04, each in one document: jsonschema-rs knows how that draft tells integers apart."""
    before, after = old.revision.written, new.revision.written
    if before and after and before.metaschema == after.metaschema and not (before.neighbours or after.neighbours):
        for direction, sides in ((Direction.REFUSED, (before, after)), (Direction.ACCEPTED, (after, before))):
            if (holds := covers_in_draft_4(*(side.schema for side in sides))) is not None:
                yield direction, Proof(holds)


def _are_same(one: OneDocument, other: OneDocument) -> bool:
    return one.start == other.start and are_same_json(dict(one.definitions), dict(other.definitions))


def _to_proof(decided: DecidedContainment) -> Proof:
    why = "" if decided.holds is not None else "jsonschema-rs neither proves nor refutes it"
    return Proof(decided.holds, why, decided.difference)
