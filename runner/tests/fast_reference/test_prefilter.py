"""A card without a finding is passed by one schema and a few looks, also where null may stand."""

import json
from typing import Any

import pytest

from agentcard_conformance.fast_reference.prefilter import Prefilter
from agentcard_conformance.fast_reference.references import SchemaDocuments
from conftest import SUITE

DIALECT = SUITE.dialects["agentcard-1.0"]
EXAMPLE = json.loads((SUITE.root / "schema" / DIALECT.id / "example.json").read_text("utf-8"))
PREFILTER = Prefilter(SchemaDocuments(DIALECT.schema), DIALECT.rules)


def is_passed(pricing: Any) -> bool:
    card = {**EXAMPLE, "pricing": pricing}
    return PREFILTER.schema_matches(card) and PREFILTER.value_passes(card, json.dumps(card).encode())


@pytest.mark.parametrize("pricing", [None, {}, {"base_cost_joules": None}, {"base_cost_joules": 0.5}])
def test_a_price_and_its_absence_need_no_closer_look(pricing: Any) -> None:
    assert is_passed(pricing)


@pytest.mark.parametrize("cost", [-1, 1e-22, "0.5", True, []])
def test_a_wrong_price_is_looked_at(cost: Any) -> None:
    assert not is_passed({"base_cost_joules": cost})
