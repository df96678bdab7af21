"""An address fits the transport beside it."""

from typing import Any

import pytest

from agentcard_conformance.rules.endpoint import (
    binding_url_is_absolute,
    binding_url_is_no_socket,
    binding_url_is_of_the_web,
    binding_url_of_others_is_of_the_web,
    is_known_or_uri,
    preferred_url_is_of_the_web,
    repeats_main_interface,
    transport_url_is_absolute,
    transport_url_of_others_is_of_the_web,
    urls_have_one_transport,
)

URL = "https://a.example/"


def interface(url: Any, binding: Any = "JSONRPC") -> dict[str, Any]:
    return {"url": url, "protocolBinding": binding}


@pytest.mark.parametrize(
    ("url", "binding"), [(URL, "JSONRPC"), ("10.0.0.1:443", "GRPC"), ("a:b", "urn:x"), (None, "GRPC")]
)
def test_an_absolute_uri_or_a_socket_of_grpc_is_taken(url: Any, binding: str) -> None:
    assert list(binding_url_is_absolute(interface(url, binding))) == []


@pytest.mark.parametrize(
    ("url", "binding"),
    [
        ("/a", "GRPC"),
        ("10.0.0.1:443", "JSONRPC"),
        (":443", "GRPC"),
        ("1/a:4", "GRPC"),
        ("{h}:4", "GRPC"),
        ("1?a:4", "GRPC"),
    ],
)
def test_anything_else_is_no_address(url: str, binding: str) -> None:
    assert [fault.at for fault in binding_url_is_absolute(interface(url, binding))] == [("url",)]


def test_each_shape_names_its_transport_otherwise() -> None:
    assert (
        list(transport_url_is_absolute({"url": "10.0.0.1:443", "transport": "GRPC", "protocolBinding": "JSONRPC"}))
        == []
    )
    assert len(list(preferred_url_is_of_the_web({"url": "ftp://a.example/"}))) == 1


@pytest.mark.parametrize(
    ("url", "found"), [(URL, 0), ("https:///x", 0), ("ftp://a.example/", 1), ("a.example:80", 1), ("/a", 0)]
)
def test_what_is_spoken_over_http_has_a_web_address(url: str, found: int) -> None:
    assert len(list(binding_url_is_of_the_web(interface(url)))) == found


@pytest.mark.parametrize(("url", "found"), [(URL, 0), ("a.example:80", 1), ("grpc://a.example", 1), (7, 0)])
def test_whether_grpc_has_one_is_told(url: Any, found: int) -> None:
    assert len(list(binding_url_is_no_socket(interface(url, "GRPC")))) == found


@pytest.mark.parametrize(
    ("url", "transport", "found"), [("wss://a/", "urn:x", 1), (URL, "urn:x", 0), ("wss://a/", "JSONRPC", 0)]
)
def test_whether_another_transport_has_one_is_told(url: str, transport: str, found: int) -> None:
    assert len(list(transport_url_of_others_is_of_the_web({"url": url, "transport": transport}))) == found


@pytest.mark.parametrize(("url", "found"), [("wss://a/", 0), ("WSS://a/", 0), ("ws://a/", 1), ("urn:a", 1), (7, 0)])
def test_another_binding_may_be_a_web_socket(url: Any, found: int) -> None:
    assert len(list(binding_url_of_others_is_of_the_web(interface(url, "urn:x")))) == found


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        ([{"url": URL, "transport": "JSONRPC"}, {"url": "https://b.example/", "transport": "GRPC"}], []),
        ([{"url": URL, "transport": "GRPC"}], [0]),
        ([{"url": "a:b", "transport": "GRPC"}, {"url": URL}, {"url": "a:b", "transport": "JSONRPC"}], [2]),
        (None, []),
    ],
)
def test_whether_an_address_has_two_transports_is_told(listed: Any, found: list[int]) -> None:
    faults = urls_have_one_transport({"url": URL, "additionalInterfaces": listed})
    assert [fault.at for fault in faults] == [("additionalInterfaces", index, "url") for index in found]


@pytest.mark.parametrize(("name", "found"), [("GRPC", 0), ("urn:x:y", 0), ("grpc", 1), ("", 1)])
def test_a_transport_has_a_known_name_or_a_uri(name: str, found: int) -> None:
    assert len(list(is_known_or_uri(name))) == found


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        ([], 0),
        (None, 0),
        ([{"url": URL, "transport": "JSONRPC"}], 0),
        ([{"url": URL, "transport": "GRPC"}], 1),
        ([7], 1),
    ],
)
def test_the_own_address_is_among_the_others(listed: Any, found: int) -> None:
    assert len(list(repeats_main_interface({"url": URL, "additionalInterfaces": listed}))) == found
