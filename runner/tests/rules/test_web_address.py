"""Where a web address leads, and whether the way there is encrypted."""

from typing import Any

import pytest

from agentcard_conformance.rules.uri import web_host
from agentcard_conformance.rules.web_address import (
    is_encrypted_unless_local,
    is_https,
    is_no_example,
    is_public,
)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://A.example:443/x", "a.example"),
        ("http://user@a.example?x", "a.example"),
        ("https://[2001:DB8::1]:8443/", "2001:db8::1"),
        ("https://:443/", ""),
        ("https:a", ""),
        ("ftp://a.example/", None),
        ("/a", None),
        (None, None),
    ],
)
def test_the_host_of_a_web_address_is_found(url: Any, host: str | None) -> None:
    assert web_host(url) == host


@pytest.mark.parametrize(
    ("url", "found"), [("https://a.example/", 0), (None, 0), ("http://a.example/", 1), ("https:///", 1), (7, 1)]
)
def test_https_has_a_host(url: Any, found: int) -> None:
    assert len(list(is_https(url))) == found


@pytest.mark.parametrize(
    ("url", "found"),
    [("http://localhost/", 0), ("http://127.8.8.8/", 0), ("http://[::1]/", 0), ("http://10.0.0.1/", 1)],
)
def test_http_stays_on_the_machine(url: str, found: int) -> None:
    assert len(list(is_encrypted_unless_local(url))) == found


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("a.example", 0),
        ("8.8.4.4", 0),
        ("localhost", 1),
        ("a.local", 1),
        ("192.168.0.1", 1),
        ("[fd00::1]", 1),
        ("0.0.0.1", 1),
    ],
)
def test_others_reach_a_public_host(host: str, found: int) -> None:
    assert len(list(is_public(f"https://{host}/"))) == found


@pytest.mark.parametrize(
    ("host", "found"), [("a.example", 0), ("myexample.com", 0), ("example.com", 1), ("a.EXAMPLE.org", 1)]
)
def test_an_example_of_documents_is_nobodys_host(host: str, found: int) -> None:
    assert len(list(is_no_example(f"https://{host}/"))) == found
