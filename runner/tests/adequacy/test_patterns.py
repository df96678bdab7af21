"""The ways in which adequacy widens and narrows a pattern."""

import re

import pytest

from agentcard_conformance.adequacy.pattern_breakages import pattern_variants
from agentcard_conformance.variations.patterns import tokenize_pattern

DIGITS = {"[0-9/]", "[0-9:]", r"[0-9\n]", "[0-9 ]", "[0-9\u00e0-\u00ff]", "[0-9\u0660-\u0669]", "[1-9]", "[0-8]"}


def made(pattern: str) -> set[str]:
    return {variant.pattern for variant in pattern_variants(pattern)}


@pytest.mark.parametrize(
    ("pattern", "changed"),
    [
        ("^$", {"$", "^"}),
        ("x*", {"x+", "x?", r"[\s\S]*"}),
        ("x+", {"x*", "x", "x{2,}", r"[\s\S]+"}),
        ("x?", {"x", "x*", "x{0}", r"[\s\S]?"}),
        (r"\.{3}", {r"\.{2,3}", r"\.{3,4}", r"[\s\S]{3}"}),
        (".{2,5}", {".{1,5}", ".{3,5}", ".{2,4}", ".{2,6}"}),
        (".{2,}", {".{1,}", ".{3,}"}),
        (r"\d", {r"\d?", r"\d{1,2}"}),
        ("[0-9]*", {f"{text}*" for text in DIGITS} | {"[0-9]+", "[0-9]?"}),
    ],
)
def test_each_piece_is_widened_and_narrowed_by_one_step(pattern: str, changed: set[str]) -> None:
    assert made(pattern) == changed


@pytest.mark.parametrize(
    ("pattern", "one"),
    [
        ("[a-f]+", "[a-fA-F]+"),
        ("[xX_]+", "[xX]+"),
        ("[A-Z-]+", "[A-Y-]+"),
        ("[A-Z-]+", "[A-Z]+"),
        ("[^/]+", "[^/ ]+"),
        ("(?:a|bc|d)", "(?:bc|d)"),
        ("(?:a|bc|d)", "(?:a|d)"),
        ("(?:a|bc|d)", "(?:a|bc)"),
        ("a|b", "a"),
        ("(?:ab)", "(?:ab)?"),
        ("(?:ab)", "(?:ab){1,2}"),
    ],
)
def test_this_is_one_of_the_changes(pattern: str, one: str) -> None:
    assert one in made(pattern)


def test_what_looks_ahead_is_not_repeated() -> None:
    assert "(?!a)?" not in made("(?!a)")


def test_a_range_loses_no_end_of_another() -> None:
    assert all("A-Z" in text for text in made("[A-Z-]") if text.startswith("[A-Z") and "-]" not in text)


def test_no_change_is_named_twice() -> None:
    labels = [variant.label for variant in pattern_variants(r"^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)$")]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize(
    "pattern", [r"^(?:\u{1F600}|\u00e9|[\]\-\\^])+?$", r"\[[^]vV][^]]*?(?:[:.]0[0-9]+\.)", "(?P<host>x)"]
)
def test_the_pieces_are_the_pattern_again(pattern: str) -> None:
    assert "".join(token.text for token in tokenize_pattern(pattern)) == pattern


def test_the_characters_of_a_change_tell_it_from_the_original() -> None:
    told = [variant for variant in pattern_variants("[b-y]") if "with" in variant.label or "without" in variant.label]
    parted = [
        bool(re.fullmatch("[b-y]", each.characters)) != bool(re.fullmatch(each.pattern, each.characters))
        for each in told
    ]
    assert told and all(parted)
