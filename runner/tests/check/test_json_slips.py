"""`check` says what an author may not know of JSON."""

import gzip
from pathlib import Path

import pytest

from conftest import SUITE
from program_call import call

CARD = (SUITE.root / "schema" / SUITE.default.id / "example.json").read_text("utf-8")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            CARD.replace('"1.0.0",', '"1.0.0", // so far'),
            "4:23: violation json-syntax: expected a member name in double ",
        ),
        (CARD.replace('"1.0.0",', '"1.0.0", // so far'), "found '/': JSON has no comments"),
        ("# a card\n" + CARD, "1:1: violation json-syntax: expected a value, found '#': JSON has no comments"),
        (
            CARD.replace('search"\n', 'search",\n\n'),
            "13:47: violation json-syntax: this comma stands before a closing }",
        ),
        (CARD.replace("    }\n  ]", "    },\n  ]"), "9:6: violation json-syntax: this comma stands before a closing ]"),
        (
            CARD.replace('"1.0.0"', "'1.0.0'"),
            '4:14: violation json-syntax: expected a value, found "\'": JSON has double',
        ),
        (CARD.replace('"1.0.0"', "None"), "found 'None': write null"),
        (CARD.replace('"1.0.0"', "-Infinity"), "found '-Infinity': JSON has no such number"),
        ("", "1:1: violation json-syntax: the file is empty; a card is a JSON object"),
        ("\ufeff\r\n", "violation json-syntax: the file is empty; a card is a JSON object"),
        ("<!DOCTYPE html>", "1:1: violation json-syntax: it begins like HTML or XML; a card of this dialect is"),
        (
            "name: Geo\nurl: https://a.example/\n",
            "1:1: violation json-syntax: it begins like YAML; a card of this dialect is",
        ),
        ("HTTP/1.1 200 OK\r\n\r\n" + CARD, "it begins with the head of an answer over HTTP; save the body alone"),
        (CARD + CARD, "found '{': files with a card on each line are checked with --jsonl"),
        (CARD[:40], "violation json-syntax: expected "),
    ],
)
def test_a_slip_is_told_with_its_place(tmp_path: Path, card: str, said: str) -> None:
    (tmp_path / "card.json").write_bytes(card.encode())

    assert said in call("check", "--format", "concise", "card.json", cwd=tmp_path).stdout.decode()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "card.json").write_bytes(CARD.encode(encoding))

    assert b"he file is in UTF-16 or UTF-32; save it as UTF-8" in call("check", "card.json", cwd=tmp_path).stdout


def test_a_packed_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_bytes(gzip.compress(CARD.encode()))

    assert b"he file is packed by gzip; unpack it" in call("check", "card.json", cwd=tmp_path).stdout


def test_the_line_ends_of_windows_are_fine(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_bytes(CARD.replace("\n", "\r\n").encode())

    assert call("check", "--strict", "card.json", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("01HZQK3P8EMXR9V7T5N2W4J6C0", "01HZQK", "26 characters from 0-9 and A-Z without I, L, O, U; this has 6"),
        ("W4J6C0", "W4J6Cl", 'A-Z without I, L, O, U; this has "l" as character 26'),
        ("tool.web_search", "tool.web search", 'has " " as character 9, where only 0-9, a-z, ".", "_" and'),
        ("tool.web_search", ".tool", "does not begin with one of 0-9 or a-z"),
    ],
)  # fmt: skip
def test_a_pattern_is_told_in_words(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "card.json").write_text(CARD.replace(old, new))

    assert said in call("check", "card.json", cwd=tmp_path).stdout.decode()
