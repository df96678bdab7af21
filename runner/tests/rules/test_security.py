"""What a caller has to prove, and the schemes that say how."""

from typing import Any

import pytest

from agentcard_conformance.rules import flat_scheme, security


def test_a_name_is_one_of_the_schemes_of_the_card() -> None:
    card = {"securitySchemes": {"a": {}}, "security": [{"a": [], "b": []}], "skills": [{"security": [{"c": []}]}]}

    found = [fault.at for fault in security.names_are_declared(card)]
    assert found == [("security", 0, "b"), ("skills", 0, "security", 0, "c")]


@pytest.mark.parametrize(("schemes", "found"), [({"a": {}}, 0), ({"b": {}}, 1), (["b"], 0), (None, 0)])
def test_names_may_stand_in_a_member_of_their_own(schemes: Any, found: int) -> None:
    card = {"securitySchemes": {"a": {}}, "securityRequirements": [{"schemes": schemes}]}

    assert len(list(security.wrapped_names_are_declared(card))) == found


def test_schemes_in_the_spelling_of_the_proto_file_have_names_too_and_null_has_none() -> None:
    card = {
        "securitySchemes": {"a": {}, "b": None},
        "security_schemes": {"c": {}},
        "securityRequirements": [{"schemes": {"a": {}, "b": {}, "c": {}}}],
    }

    assert [fault.at[-1] for fault in security.wrapped_names_are_declared(card)] == ["b"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"mtlsSecurityScheme": {}, "httpAuthSecurityScheme": None}, 0),
        ({"mtlsSecurityScheme": {}, "httpAuthSecurityScheme": {}}, 1),
    ],
)
def test_a_scheme_is_of_one_kind(value: Any, found: int) -> None:
    assert len(list(security.has_one_kind(value))) == found


def test_the_type_of_a_scheme_says_which_members_count() -> None:
    flows = {"password": {"tokenUrl": "/t"}}

    assert [
        len(list(flat_scheme.urls_are_absolute({"type": kind, "flows": flows}))) for kind in ("oauth2", "http")
    ] == [1, 0]


@pytest.mark.parametrize("url", ["/t", "", "id.example/t", "https:///t", "see README"])
def test_an_address_in_a_scheme_is_absolute(url: str) -> None:
    assert len(list(flat_scheme.urls_are_absolute({"type": "openIdConnect", "openIdConnectUrl": url}))) == 1


@pytest.mark.parametrize(
    ("scheme", "asked", "found"),
    [
        ({"httpAuthSecurityScheme": {}}, {"list": ["r"]}, 1),
        ({"httpAuthSecurityScheme": {}}, {"list": []}, 0),
        ({"httpAuthSecurityScheme": {}, "oauth2SecurityScheme": {}}, {"list": ["r"]}, 0),
        ({}, {"list": ["r"]}, 0),
    ],
)
def test_whether_a_scheme_without_scopes_is_asked_for_some_is_told(scheme: Any, asked: Any, found: int) -> None:
    card = {"securitySchemes": {"a": scheme}, "securityRequirements": [{"schemes": {"a": asked}}]}

    assert len(list(security.wrapped_scopes_are_of_oauth(card))) == found


@pytest.mark.parametrize(
    ("flow", "found"), [({"tokenUrl": "a:b"}, 1), ({"token_url": "a:b", "scopes": {}}, 0), (None, 0)]
)
def test_what_a_deprecated_flow_lacks_is_told(flow: Any, found: int) -> None:
    assert len(list(security.completes_deprecated_flows({"password": flow}))) == found


@pytest.mark.parametrize(("schemes", "found"), [({"a": {}}, 0), ({}, 1), (None, 1)])
def test_whether_an_extended_card_can_be_asked_for_is_told(schemes: Any, found: int) -> None:
    card = {"capabilities": {"extendedAgentCard": True}, "securitySchemes": schemes}

    assert len(list(security.extended_card_has_scheme(card))) == found
