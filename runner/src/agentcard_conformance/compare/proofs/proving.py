"""What is proven of two revisions, in either direction."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.compare.proofs.bounded import in_time
from agentcard_conformance.compare.proofs.containment import DecidedContainment, decide_containment
from agentcard_conformance.compare.proofs.limits import limits_of
from agentcard_conformance.compare.proofs.one_document import OneDocument, one_document
from agentcard_conformance.compare.results import Direction
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.compare.schemas.equivalence import EquivalenceClasses, conjunction
from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import deep_recursion


class Proof(NamedTuple):
    """What is known of the cards that go over in one direction."""

    is_empty: bool | None
    """True: there are none. False: there are some. None: neither is proven."""
    why_open: str = ""
    difference: Json = None
    """A schema of those cards, where there is one."""


_OUT_OF_TIME = Proof(None, "the time for a proof was over")


def prove(old: RevisionSchemas, new: RevisionSchemas, seconds: float) -> Mapping[Direction, Proof]:
    """What is proven in so many seconds."""
    found = dict.fromkeys(Direction, _OUT_OF_TIME)
    if limits := limits_of(old, new):
        return dict.fromkeys(Direction, Proof(None, f"no proof is trusted beside {limits[0].name}: {limits[0].why}"))
    found |= in_time(lambda: _proofs(old, new), seconds)
    return found


def prove_parts(questions: Sequence[tuple[OneDocument, OneDocument]], seconds: float) -> list[bool | None]:
    """Of each pair of documents, whether the second one accepts all that the first one does."""

    def answers() -> Iterator[bool | None]:
        for old, new in questions:
            yield decide_containment(old, new).holds

    found = [*in_time(answers, seconds)]
    return [*found, *[None] * (len(questions) - len(found))]


def _proofs(old: RevisionSchemas, new: RevisionSchemas) -> Iterator[tuple[Direction, Proof]]:
    with deep_recursion():
        before, after = one_document(old), one_document(new)
        if before == after or _are_of_one_class(old, new):
            yield from dict.fromkeys(Direction, Proof(is_empty=True)).items()
            return
        yield Direction.REFUSED, _to_proof(decide_containment(before, after))
        yield Direction.ACCEPTED, _to_proof(decide_containment(after, before))


def _are_of_one_class(old: RevisionSchemas, new: RevisionSchemas) -> bool:
    roots = conjunction(old, old.root), conjunction(new, new.root)
    classes = EquivalenceClasses(roots)
    return classes.of(roots[0]) == classes.of(roots[1])


def _to_proof(decided: DecidedContainment) -> Proof:
    why = "" if decided.holds is not None else "jsonschema-rs neither proves nor refutes it"
    return Proof(decided.holds, why, decided.difference)
