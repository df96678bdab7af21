"""Rules about how a capability is declared."""

from typing import Any

import pytest

from agentcard_conformance.rules.capability import ids_are_distinct, is_described, is_dotted, uses_a_namespace


@pytest.mark.parametrize("description", ["Sums up.", "", None, 7])
def test_a_description_that_is_there_is_left_to_its_type(description: object) -> None:
    assert list(is_described({"description": description})) == []


@pytest.mark.parametrize("capability", [{}, {"Description": "x"}, {"id": "text.x"}])
def test_a_capability_without_a_description_has_none(capability: Any) -> None:
    assert [fault.what for fault in is_described(capability)] == ["the capability has no description"]


@pytest.mark.parametrize(
    "name",
    ["text.a", "tool.a", "data.a", "fn.a", "a2a.a", "text.a.b", "com.example.a", "com.example.a.b", "x.y.z", "tool.a."],
)
def test_a_known_namespace_or_a_reverse_domain_is_one(name: str) -> None:
    assert list(uses_a_namespace(name)) == []


@pytest.mark.parametrize(
    "name", ["search", "text", "text.", "text..a", "Text.a", "textual.a", "example.a", "com..a", "a.b.", ".a.b", ""]
)
def test_another_name_stands_in_no_namespace(name: str) -> None:
    (fault,) = uses_a_namespace(name)

    assert fault.what.startswith(f"{name!a} is in none of the namespaces text., tool., data., fn., a2a.")


@pytest.mark.parametrize(
    "capabilities",
    [
        [],
        [{"id": "a"}],
        [{"id": "a"}, {"id": "A"}],
        [{"id": "a"}, {"id": "a "}],
        [{}, {}],
        [1, 1],
        [{"id": 1}, {"id": 1}],
        [{"id": []}] * 2,
    ],
)
def test_ids_that_differ_or_are_none_are_distinct(capabilities: Any) -> None:
    assert list(ids_are_distinct(capabilities)) == []


def test_an_id_is_told_wherever_it_stands_again() -> None:
    faults = ids_are_distinct([{"id": "a"}, {"id": "b"}, {"id": "a"}, None, {"id": "a"}])

    assert [(fault.at, fault.what) for fault in faults] == [
        ((2, "id"), "the id 'a' occurs twice"),
        ((4, "id"), "the id 'a' occurs twice"),
    ]


@pytest.mark.parametrize("name", ["text.generate", "a.b", "a.b.c", "a..b", "a.."])
def test_a_dot_stands_between_a_namespace_and_a_name(name: str) -> None:
    assert list(is_dotted(name)) == []


@pytest.mark.parametrize("name", ["review", ".review", "review.", ".", ""])
def test_a_name_alone_has_no_namespace(name: str) -> None:
    assert [fault.what for fault in is_dotted(name)] == [f"{name!a} has no dot between a namespace and a name"]
