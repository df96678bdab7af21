"""A mode looks like a media type."""

import pytest

from agentcard_conformance.rules.media_type import is_media_type


@pytest.mark.parametrize(
    "text",
    ["text/plain", "a/b", "image/*", "application/vnd.x+json", "text/plain;charset=utf-8", "text/plain ; a=b/c d"],
)
def test_a_type_and_a_subtype_are_one(text: str) -> None:
    assert list(is_media_type(text)) == []


@pytest.mark.parametrize(
    "text", ["", "text", "text/", "/plain", "a/b/c", "text /plain", " a/b", "a/b\n", "a/b c", ";a/b"]
)
def test_anything_else_is_none(text: str) -> None:
    assert [fault.what for fault in is_media_type(text)] == [f"{text!a} is no media type, such as text/plain"]
