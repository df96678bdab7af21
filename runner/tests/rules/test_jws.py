"""The form of a JSON Web Signature."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentcard_conformance.model import Fault
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url
from agentcard_conformance.rules import jws, jws_parameters


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


@pytest.mark.parametrize("text", [b"\xef\xbb\xbf{}", b'{"\\ud83d":1}', b'{"alg":1,"alg":1}', b'{"x":' + b"[" * 100])
def test_a_header_that_readers_take_otherwise_is_an_open_question(text: bytes) -> None:
    header = encode_base64url(text)

    assert [len(list(rule(header))) for rule in (jws.is_plain_header, jws.is_protected_header)] == [1, 0]


@pytest.mark.parametrize("text", ["?", encode_base64url(b"{"), protected(x="\U0001f30a")])
def test_a_header_that_is_read_by_all_or_none_asks_nothing(text: str) -> None:
    assert list(jws.is_plain_header(text)) == []


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


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (
            jws_parameters.types_parameters,
            {"jku": "", "jwk": {}, "x5c": ["A"], "tide": 7},
            {"jku": 7, "jwk": [], "x5c": [7]},
        ),
        (jws_parameters.types_key_id, {"kid": ""}, {"kid": 7}),
        (jws_parameters.brings_public_key, {"jwk": {"kty": "EC"}}, {"jwk": {"d": "AA"}}),
        (jws_parameters.leads_to_keys, {"x5u": "urn:a"}, {"jku": "", "x5u": "/"}),
        (
            jws_parameters.encodes_certificates,
            {"x5c": ["+/8="], "x5t": "A" * 27},
            {"x5c": ["-_8="], "x5t#S256": "A" * 27},
        ),
    ],
)
def test_a_parameter_is_looked_at_in_either_header(
    rule: Callable[[Any], Iterator[Fault]], good: dict[str, Any], bad: dict[str, Any]
) -> None:
    signatures = [
        {"protected": protected(**one), "header": other} for one, other in [(good, good), (bad, good), (good, bad)]
    ]

    assert [{fault.at[0] for fault in rule(each)} for each in signatures] == [set(), {"protected"}, {"header"}]


@pytest.mark.parametrize(
    ("jwk", "found"),
    [
        ({"kty": "oct", "k": "AA"}, 1),
        ({"kty": "RSA", "n": "AA", "e": "AQAB"}, 0),
        ({"kty": "RSA", "d": "AA", "p": "AA", "q": "AA", "dp": "AA", "dq": "AA", "qi": "AA", "oth": []}, 7),
        ({"kty": "EC", "p": "AA", "k": "AA"}, 0),
        ({"kty": ["RSA"], "p": "AA"}, 1),
    ],
)
def test_a_public_key_has_no_private_part_of_its_kind(jwk: Any, found: int) -> None:
    assert len(list(jws_parameters.brings_public_key({"protected": protected(jwk=jwk)}))) == found


@pytest.mark.parametrize(("name", "found"), [("jku", 1), ("x5u", 1), ("tide", 0)])
def test_where_keys_lie_is_a_uri(name: str, found: int) -> None:
    signature = {"protected": protected(**{name: "a b"}), "header": {name: "https://a.example/k"}}

    assert len(list(jws_parameters.leads_to_keys(signature))) == found


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ({"crit": ["b64"], "b64": True}, 0),
        ({"crit": ["b64"], "b64": False}, 1),
        ({"crit": ["tide", "exp"], "tide": 1, "exp": 1}, 2),
        ({"crit": ["alg", "tide"], "alg": "a"}, 0),
        ({"crit": "tide", "tide": 1}, 0),
    ],
)
def test_an_extension_is_an_open_question(header: dict[str, Any], found: int) -> None:
    assert len(list(jws_parameters.asks_for_no_extension({"protected": protected(**header)}))) == found


@pytest.mark.parametrize("text", ["", "AA", "AA=", "AAA==", "AB==", "A A=", "AA==AA==", "-_8=", "+/8=\n", "\u00e9"])
def test_a_certificate_is_base64_with_its_padding(text: str) -> None:
    assert len(list(jws_parameters.encodes_certificates({"protected": protected(x5c=["AA==", text])}))) == 1


@pytest.mark.parametrize("crit", [[], None, "b64", [7], ["b64", "b64"], ["tide"], ["alg"], {"b64": True}])
def test_crit_names_extensions_that_are_there(crit: Any) -> None:
    assert len(list(jws_parameters.lists_extensions({"protected": protected(alg="a", b64=True, crit=crit)}))) == 1


def test_crit_may_name_what_is_not_protected() -> None:
    signature = {"protected": protected(crit=["b64", "tide"], b64=True), "header": {"tide": 7}}

    assert list(jws_parameters.lists_extensions(signature)) == []


@pytest.mark.parametrize("crit", [[], None, ["tide"]])
def test_crit_stands_in_the_protected_header(crit: Any) -> None:
    signature = {"protected": protected(tide=7), "header": {"crit": crit}}

    assert [fault.at for fault in jws_parameters.protects_extensions(signature)] == [("header", "crit")]
