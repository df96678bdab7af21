"""Cards that are replayed are read as those of the dialect, and witnesses are shown so."""

import json

import pytest

from agentcard_conformance.compare.formats.markdown import _entry
from agentcard_conformance.compare.sections import Entry
from checkout_copy import Checkout
from greeting_dialect import HELLO, SCHEMA, greeting_checkout

LONG = HELLO.replace("T", "nine char")
WRONG = LONG.replace("hello", "goodbye")
QUICK = ("--effort", "0.02", "--fail-on", "none")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """With a context in the folder of the dialect, too."""
    checkout = greeting_checkout(tmp_path_factory.mktemp("checkout"))
    shorter = json.dumps(SCHEMA).replace('"maxLength": 9', '"maxLength": 4')
    checkout.write("new.json", shorter)
    checkout.write("hello.json", '{"greeting": "hello"}')
    return checkout


def compared(checkout: Checkout, *arguments: str) -> dict[str, object]:
    """What is found of cards that are given."""
    done = checkout.run("compare", "greeting-lines", "new.json", *QUICK, "--format", "json", *arguments)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {"cards": found["replayed"]["cards"], "unread": found["unread"]} | {
        "flips": sum(each["seen"].get("cards", 0) for each in found["breaking"])
    }


def test_cards_are_read_in_the_notation_of_the_dialect(checkout: Checkout) -> None:
    lines = [HELLO, LONG, WRONG, {"title": "nine char"}, "x" * 101, "no colon"]
    checkout.write("cards.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    rules = ("--dialect", "greeting-lines", "--context", "hello.json")

    assert compared(checkout, *rules, "--cards", "cards.jsonl") == {
        "cards": 3,
        "flips": 1,
        "unread": [
            "cards.jsonl:4: the line holds no card: it must be a JSON string with the text of a card",
            "cards.jsonl:5: is larger than 100 bytes",
            "cards.jsonl:6: a line has no colon",
        ],
    }


def test_the_default_context_of_the_dialect_is_taken(checkout: Checkout) -> None:
    checkout.write("cards.jsonl", "".join(f"{json.dumps(line)}\n" for line in (LONG, WRONG, WRONG)))
    file = checkout.write("schema/greeting-lines/context.json", '{"greeting": "goodbye"}')
    found = compared(checkout, "--dialect", "greeting-lines", "--cards", "cards.jsonl")
    file.unlink()

    assert found["flips"] == 2


def test_a_context_that_is_needed_is_asked_for(checkout: Checkout) -> None:
    done = checkout.run("compare", "greeting-lines", "new.json", "--dialect", "greeting-lines", "--seconds", "300")

    assert "cards of greeting-lines are judged with a context: name a file with --context" in done.stderr
    assert done.returncode == 2


def test_a_context_without_a_dialect_is_refused(checkout: Checkout) -> None:
    checkout.write("old.json", "{}")
    done = checkout.run("compare", "old.json", "new.json", "--context", "hello.json")

    assert "--context is for the cards of a dialect: name it with --dialect" in done.stderr
    assert done.returncode == 2


def test_a_file_with_the_extension_of_the_dialect_is_a_card(checkout: Checkout) -> None:
    checkout.write("mine/a.lines", LONG)
    checkout.write("mine/b.json", "{}")
    rules = ("--dialect", "greeting-lines", "--context", "hello.json")

    assert compared(checkout, *rules, "--cards", "mine") == {"cards": 1, "flips": 1, "unread": []}


def test_people_are_shown_a_witness_as_the_dialect_writes_it(checkout: Checkout) -> None:
    checkout.write("cards.jsonl", json.dumps(LONG) + "\n")
    arguments = ("--dialect", "greeting-lines", "--context", "hello.json", "--cards", "cards.jsonl")
    done = checkout.run("compare", "greeting-lines", "new.json", *QUICK, *arguments)

    assert "\n      title: " in done.stdout, done.stdout
    assert '"title"' not in done.stdout


def test_a_fence_says_json_of_json_alone(checkout: Checkout) -> None:
    checkout.write("cards.jsonl", json.dumps(LONG) + "\n")
    arguments = ("--dialect", "greeting-lines", "--context", "hello.json", "--cards", "cards.jsonl")
    done = checkout.run("compare", "greeting-lines", "new.json", *QUICK, *arguments, "--format", "markdown")

    assert "\n  ```\n  title: " in done.stdout, done.stdout


def test_a_line_of_backticks_ends_no_fence() -> None:
    lines = list(_entry(Entry(("",), card=("a: |", "  ````", ""), language="")))

    assert [line for line in lines if set(line.strip()) == {"`"}] == ["  `````", "    ````", "  `````"]
