"""Code that dialects share is broken wherever it lies, held against the cards of all that use it, and counted once."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from checkout_copy import Checkout
from small_checkout import small
from split_notation import HOUSE_FORM, SPLIT, WHOLE, add_line_dialect
from two_dialects import with_two_dialects

pytestmark = pytest.mark.slow

HOLE = "schema /$defs/title-type/type widened by boolean"
RULES = "runner/src/agentcard_conformance/rules"
SHORT = '''"""Rules about length."""

from agentcard_conformance.model import Fault
from agentcard_conformance.rules import rule
{imported}

@rule()
def is_short(value, context):
    if {length}(value) > context.get("most", 4):
        yield Fault("it is long")
'''
LENGTH = """

def length(text):
    return len(text) + 1
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """The program around the tiny suite."""
    return small(tmp_path)


def said(checkout: Checkout, *arguments: str) -> Any:
    done = checkout.run("adequacy", "--format", "json", *arguments)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def entry(name: str) -> str:
    return f'[[equivalent]]\nbreakage = "{name}"\nreason = "for the test"\n'


def without_module(name: str) -> str:
    return name.split(" ", 2)[2]


def outcomes(checkout: Checkout) -> tuple[Any, list[str], list[str]]:
    """Of the breakages of the decoder of lines, whichever modules it lies in."""
    of_lines = ("--dialect", "line-1", "--only", "code notations.lines*")
    found = said(checkout, *of_lines)
    names = checkout.run("adequacy", "--list", *of_lines).stdout.splitlines()
    return (
        found["counts"]["all"],
        sorted(without_module(name) for name in names),
        sorted(without_module(each["breakage"]) for each in found["survivors"]),
    )


def test_a_decoder_that_is_split_into_a_package_is_broken_in_the_same_ways_and_as_often_caught(tmp_path: Path) -> None:
    whole, split = small(tmp_path / "whole"), small(tmp_path / "split")
    add_line_dialect(whole, WHOLE)
    add_line_dialect(split, SPLIT)

    expected = outcomes(whole)

    assert outcomes(split) == expected
    assert len(expected[1]) > 25 and expected[0]["caught"] > 15


def test_what_a_decoder_does_not_use_of_its_package_is_left_alone(checkout: Checkout) -> None:
    add_line_dialect(checkout, SPLIT)
    names = checkout.run("adequacy", "--list", "--only", "code notations.*").stdout

    assert "notations.lines.words" in names and "notations.json_text.decoder" in names
    assert "notations.lines.writer" not in names and "json_text.encoder" not in names and "fast_reader" not in names


def with_rule(checkout: Checkout, imported: str, length: str, more: str = "") -> None:
    """A rule about length at the title, whose code lies in the module of the rule, or partly in another one."""
    checkout.write(f"{RULES}/short.py", SHORT.format(imported=imported, length=length) + more)
    checkout.write(f"{RULES}/measures.py", f'"""Lengths."""\n{LENGTH}')
    file = checkout.root / "schema/note-1/dialect.json"
    dialect = json.loads(file.read_text())
    dialect["rules"].append({"requirement": "title-visible", "at": "/title", "rule": "short.is_short"})
    file.write_text(json.dumps(dialect))
    checkout.write("fixtures/valid/note-1/title-visible/four.json", '{"title": "abcd"}')


@pytest.mark.parametrize(
    ("imported", "length"),
    [
        ("from agentcard_conformance.rules.measures import length\n", "length"),
        ("from agentcard_conformance.rules.measures import length as size\n", "size"),
        ("from agentcard_conformance.rules import measures\n", "measures.length"),
    ],
)
def test_a_rule_is_broken_in_the_module_too_that_it_imports(checkout: Checkout, imported: str, length: str) -> None:
    with_rule(checkout, imported, length)

    found = said(checkout, "--only", "code rules.measures length: *")

    assert found["counts"]["all"] == {"caught": 4}


def test_an_import_that_cannot_be_followed_is_named(checkout: Checkout) -> None:
    with_rule(checkout, "import agentcard_conformance.rules.measures as measures\n", "measures.length")

    done = checkout.run("adequacy", "--list")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "rules/short.py: line 5 imports agentcard_conformance.rules.measures in a way" in done.stderr


def test_a_rule_is_judged_with_the_context_of_each_card(checkout: Checkout) -> None:
    with_rule(checkout, "", "length", LENGTH)
    name = "code rules.short is_short: *context.get('most', 4)* -> *context.get('mos', 4)*"
    before = said(checkout, "--only", name)["counts"]["all"]
    checkout.write("fixtures/valid/note-1/title-visible/five/context.json", '{"most": 6}')
    checkout.write("fixtures/valid/note-1/title-visible/five/five.json", '{"title": "abcde"}')
    checkout.write("schema/note-1/context.schema.json", '{"type": "object"}')

    assert (before, said(checkout, "--only", name)["counts"]["all"]) == ({"survives": 1}, {"caught": 1})


def test_code_is_counted_once_and_each_schema_for_itself(tmp_path: Path) -> None:
    one = said(small(tmp_path / "one"), "--only", "*visible*")["counts"]
    both = said(with_two_dialects(tmp_path / "both"), "--only", "*visible*")["counts"]

    assert both["kind"]["code"] == one["kind"]["code"] == both["dialect"][""]
    assert both["dialect"]["note-1"] == both["dialect"]["note-2"] == one["dialect"]["note-1"]


@pytest.mark.parametrize("chosen", [[], ["--dialect", "note-1"], ["--dialect", "note-2"]])
def test_a_card_of_another_dialect_catches_what_is_wrong_with_code_of_both(tmp_path: Path, chosen: list[str]) -> None:
    checkout = with_two_dialects(tmp_path)
    depth = "code notations.json_text.decoder MAX_DEPTH: MAX_DEPTH = 100 -> MAX_DEPTH = 101"
    shutil.rmtree(checkout.root / "fixtures/contested/note-1/nesting-depth")
    assert said(checkout, "--only", depth, *chosen)["counts"]["all"] == {"caught": 1}
    shutil.rmtree(checkout.root / "fixtures/contested/note-2/nesting-depth")
    assert said(checkout, "--only", depth, *chosen)["counts"]["all"] == {"survives": 1}


def test_a_card_of_another_dialect_catches_nothing_that_is_wrong_with_a_schema(tmp_path: Path) -> None:
    checkout = with_two_dialects(tmp_path)
    checkout.write("fixtures/invalid/note-2/title-type/true.json", '{"title": true}')

    found = said(checkout, "--only", HOLE)

    assert [each["dialect"] for each in found["survivors"]] == ["note-1"]
    assert found["counts"]["dialect"] == {"note-1": {"survives": 1}, "note-2": {"caught": 1}}


def test_one_dialect_is_measured_with_the_code_that_it_uses(checkout: Checkout) -> None:
    add_line_dialect(checkout, WHOLE)
    names = checkout.run("adequacy", "--list", "--dialect", "line-1").stdout

    assert "code notations.lines decode:" in names and "code schema_engine.engine" in names
    assert "json_text" not in names and "title-type" not in names and "rules.text" not in names


def test_an_entry_about_code_lies_beside_the_code(checkout: Checkout) -> None:
    name = "code rules.text is_visible: ('Z', 'C') -> ('Zx', 'C')"
    for file in (checkout.root / "fixtures/valid/note-1/title-visible").iterdir():
        file.unlink()
    checkout.write("schema/note-1/equivalents.toml", entry(name))
    beside_schema = said(checkout, "--only", name)["counts"]["all"]
    checkout.write(f"{RULES}/equivalents.toml", entry(name))

    assert (beside_schema, said(checkout, "--only", name)["counts"]["all"]) == ({"survives": 1}, {"equivalent": 1})


def test_an_entry_about_code_that_only_another_dialect_uses_is_not_stale(checkout: Checkout) -> None:
    add_line_dialect(checkout, WHOLE)
    package = "runner/src/agentcard_conformance"
    (checkout.root / package / "notations/json_text/equivalents.toml").unlink()
    for folder in ("schema/line-1", f"{package}/notations", f"{package}/schema_engine"):
        checkout.write(f"{folder}/equivalents.toml", entry("*"))
    checkout.write(f"{RULES}/equivalents.toml", entry("code rules.text is_visible: *") + entry("code rules.gone *"))

    assert [each["entry"] for each in said(checkout, "--dialect", "line-1")["stale"]] == ["code rules.gone *"]


@pytest.mark.parametrize(
    ("house_form", "command"), [(HOUSE_FORM, "--from valid/line-1/title-length/five.lines --set"), ("", "--raw -")]
)
def test_a_card_in_another_notation_is_suggested(checkout: Checkout, house_form: str, command: str) -> None:
    add_line_dialect(checkout, {"lines": WHOLE["lines"] + house_form})
    (checkout.root / "fixtures/invalid/line-1/title-length/six.lines").unlink()

    done = checkout.run("adequacy", "--only", "schema /$defs/title-length/properties/title/maxLength loosened")

    assert f"agentcard-conformance new invalid line-1/title-length/maxlength-loosened {command}" in done.stdout


def test_a_decoder_that_raises_on_a_card_is_named_with_the_card(checkout: Checkout) -> None:
    add_line_dialect(checkout, {"lines": WHOLE["lines"].replace('"replace"', '"strict"')})
    (checkout.root / "fixtures/invalid/line-1/name-once/twice.lines").unlink()

    done = checkout.run("adequacy", "--only", "code notations.lines Reader.read_card: name in members -> False")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "notations/lines: the decoder raises what it must not on the card that `echo" in done.stderr


def test_who_finds_no_card_of_bytes_is_told_why(checkout: Checkout) -> None:
    add_line_dialect(checkout, WHOLE)
    file = checkout.root / "schema/line-1/card.schema.json"
    file.write_text(file.read_text().replace('"maxLength": 5', '"maxLength": 5000'))

    done = checkout.run("adequacy", "--only", "schema /$defs/title-length/properties/title/maxLength loosened")

    assert "the notation of line-1 has no `encode` that would write others" in done.stdout


@pytest.mark.parametrize(
    ("end", "cause"),
    [("os._exit(7)", "itself, with status 7"), ("os.kill(os.getpid(), signal.SIGKILL)", "signal 9")],
)
def test_a_breakage_is_lost_with_its_process_and_neither_caught_nor_equivalent(
    checkout: Checkout, end: str, cause: str
) -> None:
    ending = f"\n\nimport os, signal\n\ndef length(text):\n    if text is None:\n        {end}\n    return len(text)\n"
    with_rule(checkout, "", "length", ending)
    name = "code rules.short length: text is None -> text is not None"
    checkout.write(f"{RULES}/equivalents.toml", entry(name))

    done = checkout.run("adequacy", "--only", name)

    assert (done.returncode, "1 of 1 breakages were lost with the process that tried them" in done.stderr) == (2, True)
    assert f"lost: {name}\n    a process that judged cards was ended by {cause}, so nothing is known" in done.stdout
    assert "caught 0 of 1" in done.stdout


def test_an_engine_that_does_not_come_back_is_caught_by_the_time_that_it_takes(checkout: Checkout) -> None:
    endless = "\n\ndef length(text):\n    return len(text) if text else sum(range(10**15))\n"
    with_rule(checkout, "", "length", endless)

    found = said(checkout, "--only", "code rules.short length: text -> False")

    assert found["counts"]["all"] == {"caught": 1}
