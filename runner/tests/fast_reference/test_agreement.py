"""The bulk engine says what the reference says, of every fixture and of cards that nobody wrote."""

import pytest

from agentcard_conformance.compare.card_search import ComparisonRequest
from agentcard_conformance.compare.comparing import compare_revisions
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.fast_reference.interpreted_judge import InterpretedJudge
from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import Dialect
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.schema_engine.engine import deep_recursion
from agreement import BULK_DIALECTS, agree, assess_fast, in_place_of_schema, with_schema
from card_mutants import compared, is_told_alike, said
from conftest import REFERENCE, SUITE
from schema_pairs import TIGHTENED, TIGHTENED_OURS, Tightened

pytestmark = pytest.mark.slow

CHUNK = 2_000
CHUNKS = {"values": 10, "tokens": 2}
LITTLE = ComparisonRequest(effort=0.03)
OF_EACH_DIALECT = pytest.mark.parametrize("dialect", BULK_DIALECTS, ids=[dialect.id for dialect in BULK_DIALECTS])


@OF_EACH_DIALECT
def test_of_every_fixture(dialect: Dialect) -> None:
    differing = [
        fixture.path
        for fixture in SUITE.fixtures([dialect.id])
        if said(assess_fast(fixture)) != said(REFERENCE.assess(fixture.question))
    ]

    assert differing == []


@pytest.mark.parametrize("dialect", SUITE.dialects.values(), ids=lambda dialect: dialect.id)
def test_of_every_fixture_by_an_interpreted_schema(dialect: Dialect) -> None:
    exact, interpreted = DialectJudge(dialect), InterpretedJudge(dialect)
    is_certain = is_supported(dialect.schema)
    differing = []
    for fixture in SUITE.fixtures([dialect.id]):
        with deep_recursion():
            found, expected = interpreted.assess(fixture.question), exact.assess(fixture.question)
        if not is_told_alike(found, expected) and (found or is_certain):
            differing.append(fixture.path)

    assert differing == []


@OF_EACH_DIALECT
@pytest.mark.parametrize(("mutator", "seed"), [(name, seed) for name, many in CHUNKS.items() for seed in range(many)])
def test_of_mutants(mutator: str, seed: int, dialect: Dialect) -> None:
    assert [*compared(SUITE, dialect, seed, CHUNK, mutator)] == []


@pytest.mark.parametrize("recorded", [*TIGHTENED_OURS, *TIGHTENED], ids=lambda recorded: recorded.name)
def test_of_every_witness(recorded: Tightened) -> None:
    schemas = recorded.loose, recorded.tight
    loose, tight = (Revision("", schema, {}, frozenset(SUITE.default.requirements)) for schema in schemas)
    witnesses = [flips.witness.card.encode() for flips in compare_revisions(loose, tight, LITTLE).flips]

    ours = recorded in TIGHTENED_OURS
    dialects = [in_place_of_schema(SUITE.default, each) if ours else with_schema(each) for each in schemas]

    assert witnesses
    assert [card for card in witnesses for dialect in dialects if not agree(dialect, card)] == []
