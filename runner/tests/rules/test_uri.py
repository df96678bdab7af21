"""The rules about URIs follow RFC 3986, and only it; those about URLs leave open what other grammars add."""

import json
import string
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.rules.uri import (
    is_absolute_url,
    is_absolute_url_or_empty,
    is_plain_url,
    is_reference,
    is_uri,
    names_a_host,
    scheme_fits_protocol,
)

URIS = json.loads((Path(__file__).parents[1] / "data" / "uris.json").read_text("utf-8"))
UNRESERVED = string.ascii_letters + string.digits + "-._~"
GENERATED = st.builds(
    "{}://{}:{}/{}?{}#{}".format,
    st.from_regex(r"[A-Za-z][A-Za-z0-9+.-]*", fullmatch=True),
    st.text(UNRESERVED + "!$&'()*+,;="),
    st.text(string.digits),
    *[st.text(UNRESERVED + "!$&'()*+,;=:@/")] * 3,
)
NEVER_IN_A_URI = st.characters(codec="utf-8", exclude_characters=UNRESERVED + "!$&'()*+,;=:@/?#[]%")


@pytest.mark.parametrize("text", URIS["valid"], ids=ascii)
def test_a_uri_is_one(text: str) -> None:
    assert list(is_uri(text)) == []


@pytest.mark.parametrize("text", URIS["invalid"], ids=ascii)
def test_what_is_no_uri_is_none(text: str) -> None:
    (fault,) = is_uri(text)

    assert fault.what.isascii()
    assert fault.at == ()


@settings(max_examples=100, deadline=None)
@given(GENERATED)
def test_whatever_the_grammar_writes_is_a_uri(text: str) -> None:
    assert list(is_uri(text)) == []


@settings(max_examples=100, deadline=None)
@given(GENERATED, NEVER_IN_A_URI, st.integers(0, 200))
def test_one_character_that_the_grammar_lacks_spoils_it(text: str, stranger: str, place: int) -> None:
    assert list(is_uri(text[:place] + stranger + text[place:])) != []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("example.com", "it does not begin with a scheme and a colon, such as https:"),
        ("", "it does not begin with a scheme and a colon, such as https:"),
        ("http://a b", "the character ' ' is not allowed in a URI unless it is percent-encoded"),
        ("http://\u00e9", "the character '\\xe9' is not allowed in a URI unless it is percent-encoded"),
        ("http://a\n", "the character '\\n' is not allowed in a URI unless it is percent-encoded"),
        ("http://a/%4g", "'%4g' is a percent sign without two hexadecimal digits"),
        ("http://a:b", "it does not follow the grammar of RFC 3986 after its scheme"),
    ],
)
def test_a_fault_says_what_is_wrong(text: str, what: str) -> None:
    assert [fault.what for fault in is_uri(text)] == [what]


@pytest.mark.parametrize(
    "shape", ["a" * 100_000 + " ", "a@" * 50_000, "[" + "1:" * 50_000, "%41" * 30_000 + "%", "1." * 50_000]
)
def test_a_long_uri_is_told_in_one_pass(shape: str) -> None:
    assert list(is_uri(f"http://{shape}%")) != []


@pytest.mark.parametrize(
    "endpoint",
    [
        {"protocol": "https", "url": "https://a"},
        {"protocol": "https", "url": "HTTPS://a"},
        {"protocol": "http", "url": "http://a"},
        {"protocol": "grpc", "url": "dns:a"},
        {"protocol": "stdio", "url": "file:///bin/agent"},
        {"protocol": "mcp", "url": "http://a"},
        {"protocol": "HTTPS", "url": "ftp://a"},
        {"protocol": "https", "url": "no scheme"},
        {"protocol": "https", "url": 1},
        {"protocol": ["https"], "url": "http://a"},
        {"protocol": "https"},
        {"url": "http://a"},
        {},
    ],
)
def test_a_scheme_fits(endpoint: Any) -> None:
    assert list(scheme_fits_protocol(endpoint)) == []


@pytest.mark.parametrize("url", ["http://a", "ftp://a", "httpss://a", "mailto:a@b"])
def test_https_is_reached_by_https_alone(url: str) -> None:
    (fault,) = scheme_fits_protocol({"protocol": "https", "url": url})

    assert fault.at == ("url",)
    assert fault.what == f"the URL's scheme is {url.partition(':')[0]}, but the protocol is https"


@pytest.mark.parametrize("url", ["ftp://a", "ws://a", "urn:a"])
def test_http_is_not_reached_by_another_scheme(url: str) -> None:
    assert [fault.at for fault in scheme_fits_protocol({"protocol": "http", "url": url})] == [("url",)]


@pytest.mark.parametrize(
    "url",
    [
        "http://a",
        "https://a:80/",
        "http://[::1]",
        "http://u@a",
        "HTTP://1.2.3.4?q",
        "urn:",
        "file:///x",
        "no uri",
        "",
        7,
    ],
)
def test_a_host_is_named_or_not_needed(url: Any) -> None:
    assert list(names_a_host(url)) == []


@pytest.mark.parametrize(
    "url", ["http:", "https:/a", "http://", "http:///a", "https://:80", "http://u@", "HTTP://?q", "http://u@:80"]
)
def test_a_web_url_without_a_host_names_none(url: str) -> None:
    assert [fault.what for fault in names_a_host(url)] == ["the URL names no host"]


@pytest.mark.parametrize("url", ["[" * 100_000, "x://[" + "[a:0" * 25_000])
def test_many_brackets_are_read_in_one_pass(url: str) -> None:
    began = time.process_time()

    assert len(list(is_uri(url))) == 1
    assert time.process_time() - began < 5, "looking for padded octets behind each of them took minutes"


@pytest.mark.parametrize(
    "url", ["https://\u00e9.example/\u00e9", "https://[fe80::1%25eth0]:8/a%20b", "https://[::1%eth0]", "urn:\u6e2f"]
)
def test_what_other_grammars_add_to_a_url_is_a_question_of_its_own(url: str) -> None:
    assert len(list(is_absolute_url(url))) == 0
    assert len(list(is_plain_url(url))) == 1


@pytest.mark.parametrize(
    "url", ["https://a/\u00e9 a", "http\u017f://a", "https://a:\u0664", "https://[::1%]", "https://[::1%a b]", "//a"]
)
def test_what_no_grammar_has_is_no_url(url: str) -> None:
    assert len(list(is_absolute_url(url))) == 1


@pytest.mark.parametrize("url", ["https:///\u00e9", "http://:80", "https://[::1%e]/%zz"])
def test_a_url_has_one_fault(url: str) -> None:
    assert len(list(is_absolute_url(url))) == len(list(is_reference(url))) == 1


def test_nothing_may_be_an_address_that_is_not_set() -> None:
    assert [len(list(rule(""))) for rule in (is_absolute_url, is_absolute_url_or_empty)] == [1, 0]
