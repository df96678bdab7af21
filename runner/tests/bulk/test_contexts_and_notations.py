"""Dumps of cards that are not JSON, and of cards that are judged with a context."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from agentcard_conformance.bulk.checking import DumpCheck
from agentcard_conformance.corpus import Suite
from checkout_copy import Checkout
from dump_files import line, records
from greeting_dialect import GOODBYE, HELLO, greeting_checkout
from program_call import call

AS_JSON = {"title": "T", "greeting": "hello"}
NO_CARD = "the line holds no card: it must be a JSON string with the text of a card"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return greeting_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture
def context(tmp_path: Path) -> str:
    (tmp_path / "context.json").write_text('{"greeting": "hello"}')
    return str(tmp_path / "context.json")


def dump(folder: Path, *lines: object) -> str:
    (folder / "a.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    return str(folder / "a.jsonl")


def said(output: str) -> list[object]:
    """Of each line whether it is valid, or why it is skipped."""
    return [record.get("skip", record.get("valid")) for record in records(output.encode())]


def test_one_context_is_for_the_whole_dump(checkout: Checkout, tmp_path: Path, context: str) -> None:
    file = dump(tmp_path, AS_JSON, AS_JSON | {"greeting": "goodbye"})
    done = checkout.run("check", "--jsonl", file, "--dialect", "greeting-json", "--context", context)

    assert (said(done.stdout), done.returncode) == ([True, False], 1)


@pytest.mark.parametrize("dialect", ["greeting-json", "greeting-lines"])
def test_a_context_that_is_needed_is_asked_for(checkout: Checkout, tmp_path: Path, dialect: str) -> None:
    done = checkout.run("check", "--jsonl", dump(tmp_path, AS_JSON), "--dialect", dialect)

    assert f"cards of {dialect} are judged with a context: name a file with --context; see " in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_a_context_that_does_not_fit_ends_the_call(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "context.json").write_text('{"greeting": 1}')
    wrong = ("--context", str(tmp_path / "context.json"))
    done = checkout.run("check", "--jsonl", dump(tmp_path, AS_JSON), "--dialect", "greeting-json", *wrong)

    assert "context.json: does not fit greeting-json: at /greeting, " in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_a_dialect_without_a_context_takes_none(checkout: Checkout, tmp_path: Path, context: str) -> None:
    done = checkout.run("check", "--jsonl", dump(tmp_path, AS_JSON), "--context", context)

    assert "context.json: is not wanted: " in done.stderr
    assert done.returncode == 2


def test_each_card_is_judged_with_the_context_beside_it(checkout: Checkout, tmp_path: Path, context: str) -> None:
    contexts = [{"greeting": "hello"}, {"greeting": "goodbye"}, {"greeting": 1}, {"greeting": "hello"}, [], None]
    lines = [{"context": each, "card": AS_JSON} for each in contexts]
    arguments = ("check", "--jsonl", dump(tmp_path, *lines), "--dialect", "greeting-json", "--member", "card")
    judged = [
        *(True, False, "the context does not fit greeting-json: at /greeting, it is a number, not a string", True),
        "the context must hold a JSON object, with a name for each thing that a validator is told",
    ]

    assert said(checkout.run(*arguments, "--context", context).stdout) == [*judged, True]
    assert said(checkout.run(*arguments).stdout) == [
        *judged,
        'the context does not fit greeting-json: at the top level, "greeting" is missing',
    ]


def test_a_context_that_is_no_json_costs_its_card_alone(checkout: Checkout, tmp_path: Path) -> None:
    lines = [{"context": {"greeting": each}, "card": AS_JSON} for each in (float("nan"), "hello")]
    arguments = ("check", "--jsonl", dump(tmp_path, *lines), "--dialect", "greeting-json", "--member", "card")

    assert said(checkout.run(*arguments).stdout) == [
        "the context beside the card is not one JSON text without repeated names",
        True,
    ]


def test_a_row_of_parquet_has_its_context_beside_it(checkout: Checkout, tmp_path: Path) -> None:
    contexts = ['{"greeting": "hello"}', '{"greeting": "goodbye"}', "{"]
    pq.write_table(pa.table({"card": [HELLO] * 3, "context": contexts}), tmp_path / "a.parquet")
    arguments = ("--parquet", "--column", "card", str(tmp_path / "a.parquet"))
    done = checkout.run("check", "--dialect", "greeting-lines", *arguments)

    assert said(done.stdout) == [
        *(True, False),
        "the context beside the card is not one JSON text without repeated names",
    ]


def test_parquet_without_any_context_is_told_what_it_lacks(checkout: Checkout, tmp_path: Path) -> None:
    pq.write_table(pa.table({"card": [HELLO]}), tmp_path / "a.parquet")
    done = checkout.run("check", "--dialect", "greeting-lines", "--parquet", str(tmp_path / "a.parquet"))

    assert "a.parquet has no column 'context' beside the cards: cards of greeting-lines are judged with" in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_a_string_on_a_line_is_a_card_in_another_notation(checkout: Checkout, tmp_path: Path, context: str) -> None:
    file = dump(tmp_path, HELLO, GOODBYE, {"a": 1}, "x" * 101)
    done = checkout.run("check", "--jsonl", file, "--dialect", "greeting-lines", "--context", context)

    assert said(done.stdout) == [
        *(True, False, NO_CARD),
        "the card is larger than 100 bytes, which the reference does not read",
    ]


def test_the_text_of_a_card_is_not_read_as_lines_of_a_dump(checkout: Checkout, tmp_path: Path, context: str) -> None:
    (tmp_path / "a.jsonl").write_text(HELLO)
    arguments = ("check", "--jsonl", str(tmp_path / "a.jsonl"), "--dialect", "greeting-lines", "--context", context)

    assert said(checkout.run(*arguments).stdout) == [NO_CARD, NO_CARD]


def test_a_member_may_hold_the_text_of_a_card(checkout: Checkout, tmp_path: Path) -> None:
    file = dump(tmp_path, *({"text": each, "context": {"greeting": "goodbye"}} for each in (HELLO, GOODBYE)))
    done = checkout.run("check", "--jsonl", file, "--dialect", "greeting-lines", "--member", "text")

    assert said(done.stdout) == [False, True]


def test_another_context_does_not_continue_a_run(suite: Suite) -> None:
    check = DumpCheck(suite.default, [], context={"greeting": "hello"})
    others = [check._replace(context={"greeting": "goodbye"}), check._replace(member="card")]

    assert all(other.journal_call != check.journal_call for other in others)


def test_cards_in_a_member_are_judged_as_on_lines_of_their_own(tmp_path: Path) -> None:
    kinds = [line(kind).strip() for kind in ("good", "short version", "advised", "contested")]
    (tmp_path / "a.jsonl").write_bytes(b"".join(each + b"\n" for each in kinds))
    (tmp_path / "b.jsonl").write_bytes(b"".join(b'{"x": 1, "card": %b}\n' % each for each in kinds))
    alone = records(call("check", "--jsonl", "a.jsonl", cwd=tmp_path).stdout)
    within = records(call("check", "--jsonl", "b.jsonl", "--member", "card", cwd=tmp_path).stdout)

    assert [each | {"file": ""} for each in within] == [each | {"file": ""} for each in alone]
