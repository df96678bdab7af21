"""Annotations keep to the names that are theirs."""

import pytest

from agentcard_conformance.rules.metadata import keeps_reserved_prefixes


@pytest.mark.parametrize(
    "name",
    [
        "pacr:trust_tier",
        "pacr:substrate_scope",
        "pacr",
        "PACR:x",
        " pacr:x",
        "xpacr:x",
        "org.example:x",
        "",
        "pac\u0433:x",
    ],
)
def test_a_defined_name_or_one_without_the_prefix_is_free(name: str) -> None:
    assert list(keeps_reserved_prefixes({name: None})) == []


@pytest.mark.parametrize("name", ["pacr:", "pacr:x", "pacr:trust_tier ", "pacr:Trust_Tier", "pacr:a\n"])
def test_an_undefined_name_with_the_prefix_is_not(name: str) -> None:
    (fault,) = keeps_reserved_prefixes({name: None})

    assert fault.at == (name,)
    assert fault.what == f"the prefix pacr: is reserved, and {name!a} is not defined"


def test_each_undefined_name_is_told() -> None:
    faults = keeps_reserved_prefixes({"pacr:a": 1, "pacr:trust_tier": 2, "pacr:b": 3})

    assert [fault.at for fault in faults] == [("pacr:a",), ("pacr:b",)]
