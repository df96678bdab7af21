"""The form of a JSON Web Signature."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentcard_conformance.model import Fault
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url
from agentcard_conformance.rules import jws


def protected(**parameters: Any) -> str:
    return encode_base64url(json.dumps(parameters).encode())


@pytest.mark.parametrize("text", ["", "e30=", "a b", encode_base64url(b"[]"), encode_base64url(b"{"), "A"])
def test_what_encodes_no_object_is_no_protected_header(text: str) -> None:
    assert len(list(jws.is_protected_header(text))) == 1


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (jws.names_algorithm, {"alg": "ES256"}, {"alg": 7}),
        (jws.names_key, {"kid": "k"}, {}),
        (jws.names_type, {"typ": "JWT"}, {}),
        (jws.is_signed, {"alg": "ES256"}, {"alg": "none"}),
        (jws.type_is_jose, {}, {"typ": "JWT"}),
        (jws.fetches_keys_by_https, {}, {"jku": "http://a.example/"}),
    ],
)
def test_a_parameter_is_as_it_is_asked_for(
    rule: Callable[[Any], Iterator[Fault]], good: dict[str, Any], bad: dict[str, Any]
) -> None:
    assert [len(list(rule(protected(**header)))) for header in (good, bad)] == [0, 1]


def test_a_header_that_cannot_be_read_is_told_once() -> None:
    assert [list(rule("?")) for rule in (jws.names_algorithm, jws.names_key, jws.is_signed)] == [[], [], []]


@pytest.mark.parametrize(("signature", "found"), [("AA", 0), ("", 1), ("AA==", 1), ("A", 1)])
def test_a_signature_is_some_bytes(signature: str, found: int) -> None:
    assert len(list(jws.is_signature(signature))) == found


@pytest.mark.parametrize(("header", "found"), [({"x": 1}, 0), ({"alg": 1, "kid": 1, "x": 1}, 2), (None, 0), ([], 0)])
def test_no_parameter_stands_in_both_headers(header: Any, found: int) -> None:
    assert len(list(jws.headers_are_disjoint({"protected": protected(alg="a", kid="k"), "header": header}))) == found


@pytest.mark.parametrize(("header", "found"), [({"alg": "a"}, 0), ({"alg": 7}, 1), (None, 1)])
def test_either_header_may_name_the_algorithm(header: Any, found: int) -> None:
    assert len(list(jws.some_header_names_algorithm({"protected": protected(), "header": header}))) == found
