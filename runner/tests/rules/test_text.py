"""A person can read a name."""

from typing import Any

import pytest

from agentcard_conformance.rules.text import is_filled_in, is_short, is_text, is_visible


@pytest.mark.parametrize(
    "name", ["a", " a ", "\u200ba", "-", "\u6f22", "\u0301", "\U0001f600", "\u2800", "\u00ad\u00e9"]
)
def test_one_visible_character_is_enough(name: str) -> None:
    assert list(is_visible(name)) == []


@pytest.mark.parametrize(
    "name",
    [
        " ",
        "\t\n",
        "\u00a0",
        "\u3000",
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u202e",
        "\u0000",
        "\u007f",
        "\ue000",
        "\ud800",
        "\u2028 \u2060",
    ],
)
def test_blanks_controls_and_invisible_marks_show_nobody_anything(name: str) -> None:
    assert [fault.what for fault in is_visible(name)] == ["it has no visible character"]


def test_an_empty_name_is_left_to_its_length() -> None:
    assert list(is_visible("")) == []


@pytest.mark.parametrize("value", [None, True, 0, [], {}])
def test_what_is_no_string_is_no_text(value: Any) -> None:
    assert [fault.what for fault in is_text(value)] == ["it is no text"]


def test_an_empty_string_is_a_text() -> None:
    assert list(is_text("")) == []


@pytest.mark.parametrize("text", ["Your Agent", "<your name>", "For [your customers]", "Ask {{name}}", "See ${HOST}"])
def test_what_a_template_left_is_told(text: str) -> None:
    assert len(list(is_filled_in(text))) == 1


@pytest.mark.parametrize(
    "text", ['Send {"query": {"text": "tides"}}', "Adds your agent to the queue", "Ask with key=<your_key>", "a/[your]"]
)
def test_what_a_caller_sends_was_left_by_no_template(text: str) -> None:
    assert list(is_filled_in(text)) == []


def test_a_short_description_has_two_thousand_characters_at_most() -> None:
    assert [list(is_short("a" * 2000)), *(fault.what for fault in is_short("a" * 2001))] == [
        [],
        "it has 2001 characters, more than 2000",
    ]
