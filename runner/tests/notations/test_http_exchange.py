"""Whatever stands in a file, it is read as an exchange or refused, and in little time."""

import gzip
import time
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.model import NO_CONTEXT, Json
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.http_exchange import LARGEST_CARD, decode
from checkout_copy import ROOT

EXAMPLE = (ROOT / "schema/agentcard-draft-00-http/example.http").read_bytes()
HEAD = b"GET https://a.example/ HTTP/1.1\nHost: a.example\n\n"
OK = HEAD + b"HTTP/1.1 200 OK\n"
ROOM = LARGEST_CARD - 200
SECONDS = 4.0


def answer_of(fields: bytes) -> Json:
    return decode(OK + fields + b"\n\n{}", NO_CONTEXT).value["answer"]


@pytest.mark.parametrize(
    "data",
    [
        OK + b"a:b\n" * (ROOM // 4) + b"\n{}",
        OK + b"cache-control:,\n" * (ROOM // 16) + b"\n{}",
        OK + b"Cache-Control: " + b'",' * (ROOM // 2) + b"\n\n{}",
        OK + b"Cache-Control: max-age=" + b"9" * ROOM + b"\n\n{}",
        OK + b"Transfer-Encoding: chunked\n\n" + b"1\r\nx\r\n" * (ROOM // 6) + b"0\r\n\r\n",
        OK + b"a: x\n" + b" y\n" * (ROOM // 3) + b"\n{}",
        OK + b"\n" + b"[" * ROOM,
        (HEAD + b"HTTP/1.1 302 F\n\n") * (ROOM // 66) + OK + b"\n{}",
        HEAD + b"HTTP/1.1 100 C\n\n" * (ROOM // 16) + b"HTTP/1.1 200 OK\n\n{}",
        OK + b"Content-Encoding: gzip\n\n" + gzip.compress(b"") * (ROOM // 20),
        OK + b"Content-Encoding: " + b"gzip," * (ROOM // 5) + b"\n\n" + gzip.compress(b""),
        OK
        + b"Content-Encoding: gzip,gzip,gzip,gzip\n\n"
        + gzip.compress(gzip.compress(gzip.compress(gzip.compress(b" " * 2**20)))),
        OK + b"Content-Encoding: deflate\n\n" + zlib.compress(b" " * 2**28),
    ],
    ids=[
        *("fields", "one field", "quotes", "digits", "chunks", "folded lines", "depth", "redirects", "interim answers"),
        *("members", "codings", "packed four times", "bomb"),
    ],
)
def test_no_shape_takes_long(data: bytes) -> None:
    before = time.process_time()
    with suppress(DecodeError):
        decode(data[:LARGEST_CARD], NO_CONTEXT)

    assert time.process_time() - before < SECONDS


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, len(EXAMPLE)),
    st.integers(0, 30),
    st.sampled_from(
        [b"", b"\n", b"\r", b":", b" ", b",", b'"', b"\0", b"\xff", b"HTTP/1.1 100 C\n\n", HEAD, b"[", b"9" * 5000]
    )
    | st.binary(max_size=6),
)
def test_what_is_no_exchange_is_refused(at: int, gone: int, put: bytes) -> None:
    with suppress(DecodeError):
        assert {"request", "through", "source", "status"} <= decode(
            EXAMPLE[:at] + put + EXAMPLE[at + gone :], NO_CONTEXT
        ).value.keys()


@pytest.mark.parametrize(
    ("field", "seconds"),
    [
        ("max-age=60", "60"),
        ("MAX-AGE=60", "60"),
        ('max-age="60"', "60"),
        ("public , max-age=60", "60"),
        ('private="a, max-age=1", max-age=60', "60"),
        ("max-age=60, max-age=1", "60"),
        ("s-maxage=60", None),
        ("max-age = 60", None),
        ("max-age=6.0", None),
        ("max-age=", None),
        ('max-age="60', None),
    ],
)
def test_the_directive_max_age_is_read(field: str, seconds: str | None) -> None:
    assert answer_of(b"Cache-Control: " + field.encode())["max_age"] == seconds


@pytest.mark.parametrize("field", ["application/json", "Application/JSON ; charset=utf-8", "application/json;q"])
def test_a_media_type_is_read_without_parameters(field: str) -> None:
    assert answer_of(b"Content-Type: " + field.encode())["media_type"] == "application/json"


def test_a_path_alone_is_one_of_the_host_in_the_field_host() -> None:
    request = decode(OK.replace(b"GET https://a.example/", b"GET /cards?v=2") + b"\n{}", NO_CONTEXT).value["request"]

    assert request == {"scheme": "https", "authority": "a.example", "path": "/cards?v=2"}


def test_of_another_status_nothing_is_read() -> None:
    assert "answer" not in decode(HEAD + b"HTTP/1.1 404 Not Found\n\n{}", NO_CONTEXT).value
