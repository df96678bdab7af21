"""new, lint and explain serve a dialect in a notation of its own, with or without a house form, and with contexts."""

import re
from pathlib import Path

import pytest

from checkout_copy import Checkout
from small_checkout import with_toy

DEFAULT = "schema/toy/context.json"
NOTATION = "runner/src/agentcard_conformance/notations/lines/__init__.py"
EXAMPLE = "schema/toy/example.lines"
URN = "fixtures/valid/toy/home-is-a-uri/urn.lines"
MESSY = "greeting: hello   \ntitle: Tea\nhome: urn:x:y\n"
RIGHT = re.compile(r"no problems: [0-9]+ fixtures of note-1, toy\n")
NO_HOUSE_FORM = "not laid out: the cards of toy, since lines has no house form\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return with_toy(tmp_path)


@pytest.fixture
def bare(checkout: Checkout) -> Checkout:
    """One whose notation has no house form."""
    package = "agentcard_conformance.notations.lines.reader"
    checkout.write(NOTATION, f"from {package} import LARGEST_CARD, REPORTS, decode\n")
    return checkout


def test_a_value_is_read_in_the_notation(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "toy/title-required/greeting-alone", "--set", "=greeting: hello")

    card = checkout.root / "fixtures/invalid/toy/title-required/greeting-alone.lines"
    assert done.stdout.startswith(
        "written: fixtures/invalid/toy/title-required/greeting-alone.lines\n    breaks title-"
    )
    assert card.read_text() == "greeting: hello\n"


@pytest.mark.parametrize(("greeting", "side"), [("ciao", "valid"), ("salve", "invalid")])
def test_a_card_is_judged_with_the_context_of_its_place(checkout: Checkout, greeting: str, side: str) -> None:
    nearer = f'{{"greeting": "{greeting}", "today": "2026-01-01"}}'
    checkout.write(f"fixtures/{side}/toy/greeting-agreed/in-italian/context.json", nearer)

    done = checkout.run("new", side, "toy/greeting-agreed/in-italian/ciao", "--set", "/greeting=ciao")

    assert (done.returncode, done.stdout.split()[0]) == (0, "written:")


def test_a_card_is_not_written_where_no_context_holds(checkout: Checkout) -> None:
    (checkout.root / DEFAULT).unlink()

    done = checkout.run("new", "valid", "toy/title-required/coffee", "--set", "/title=Coffee")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cards of toy are judged with a context: write schema/toy/context.json" in done.stderr


def test_the_help_speaks_of_no_one_notation(checkout: Checkout) -> None:
    said = " ".join(checkout.run("new", "--help").stdout.split())

    assert "VALUE is written as the cards of the dialect are" in said


def test_without_a_house_form_a_card_is_given_as_bytes(bare: Checkout) -> None:
    edited = bare.run("new", "valid", "toy/title-required/coffee", "--set", "/title=Coffee")
    given = bare.run(
        "new", "valid", "toy/title-required/coffee", "--raw", "-", stdin=b"greeting: hello\ntitle: Coffee\n"
    )

    assert "lines has no house form for cards to be written in; give bytes with --raw FILE" in edited.stderr
    assert (edited.returncode, given.returncode) == (2, 0)


def test_a_suite_with_both_dialects_is_right(checkout: Checkout) -> None:
    done = checkout.run("lint")

    assert done.returncode == 0
    assert RIGHT.fullmatch(done.stdout)


def test_a_rule_is_shown_what_the_schema_lets_stand_in_a_notation_of_strings(checkout: Checkout) -> None:
    file = checkout.root / "schema/toy/card.schema.json"
    file.write_text(file.read_text().replace('"type": "string"', '"minLength": 0'))

    done = checkout.run("lint", "schema")

    assert "schema/toy/dialect.json: the rule uri.is_uri at /home fails on a boolean," in done.stdout


def test_the_house_form_is_that_of_the_notation(checkout: Checkout) -> None:
    file = checkout.write(URN, MESSY)

    found, fixed = checkout.run("lint"), checkout.run("lint", "--fix")

    assert found.stdout.startswith(f"{URN}: line 1 is not in the house form: no blanks at the end of a line\n")
    assert RIGHT.fullmatch(fixed.stdout.removeprefix(f"fixed: {URN}\n"))
    assert file.read_text() == MESSY.replace("hello   ", "hello")


def test_a_line_feed_at_the_end_is_asked_for_where_the_house_form_has_one(checkout: Checkout) -> None:
    writer = (checkout.root / NOTATION).with_name("writer.py")
    writer.write_text(writer.read_text().replace(".splitlines())", ".splitlines()).removesuffix('\\n')"))
    checkout.write(URN, MESSY.removesuffix("\n"))

    assert f"{URN}: line 1 is not in the house form" in checkout.run("lint", URN).stdout


def test_fix_says_which_cards_it_cannot_lay_out(bare: Checkout) -> None:
    file = bare.write(URN, MESSY)

    done = bare.run("lint", "--fix")

    assert done.stdout.startswith(NO_HOUSE_FORM)
    assert file.read_text() == MESSY


@pytest.mark.parametrize(
    ("path", "said"),
    [("fixtures/valid/note-1", ""), ("fixtures/valid/toy", NO_HOUSE_FORM), ("fixtures", NO_HOUSE_FORM)],
)
def test_of_others_it_says_nothing(bare: Checkout, path: str, said: str) -> None:
    assert bare.run("lint", "--fix", path).stdout == f"{said}no problems: {path}\n"


def test_a_missing_card_is_added_as_its_notation_allows(bare: Checkout) -> None:
    (bare.root / URN).unlink()

    assert "new valid toy/home-is-a-uri/WORDS --raw FILE   # The home is a URI." in bare.run("lint").stdout


def test_every_wrong_context_is_a_problem_and_hides_the_rest(checkout: Checkout) -> None:
    checkout.write(DEFAULT, '{"greeting": "hello"}')
    checkout.write("fixtures/valid/toy/context.json", '{"greeting": 1, "today": ""}')
    checkout.write(URN, "greeting: hello\n")

    done = checkout.run("lint")

    assert done.stdout.splitlines() == [
        "fixtures/valid/toy/context.json: does not fit toy: at /greeting, it is a number, not a string",
        f'{DEFAULT}: does not fit toy: at the top level, "today" is missing',
        "2 problems in 2 files",
    ]
    assert done.returncode == 1


def test_a_notation_that_does_not_exist_is_a_problem(checkout: Checkout) -> None:
    (checkout.root / NOTATION).parent.rename(checkout.root / "lines")

    done = checkout.run("lint", "--fix")

    assert done.stdout.startswith("schema/toy/dialect.json: names the notation lines, which does not exist\n1 problem")


def test_a_problem_of_a_card_leads_to_its_context(checkout: Checkout) -> None:
    checkout.write(URN, "greeting: hello\n")

    assert f"see: agentcard-conformance explain {URN}\n" in checkout.run("lint").stdout


def test_a_problem_of_the_example_is_seen_with_its_context(checkout: Checkout) -> None:
    checkout.write(EXAMPLE, "greeting: hello\n")

    command = f"agentcard-conformance check --strict --dialect toy --context {DEFAULT} {EXAMPLE}"
    assert f"    {command}\n" in checkout.run("lint").stdout


def test_a_fixture_is_explained_with_its_context(checkout: Checkout) -> None:
    lines = checkout.run("explain", "invalid/toy/greeting-agreed/in-french/hello").stdout.splitlines()

    assert '  context        {"greeting": "bonjour", "today": "2026-01-01"}' in lines
    assert lines[-1] == "    greeting-agreed at /greeting: another greeting was agreed"


def test_a_requirement_says_why_no_row_stands_for_it(checkout: Checkout) -> None:
    file = checkout.root / "schema/note-1/requirements.json"
    rows = '[\n        "NOTE-11"\n      ]'
    file.write_text(
        file.read_text().replace(rows, '[], "why_no_rows": "It goes without saying."').replace("NOTE-12", "NOTE-11")
    )

    done = checkout.run("explain", "closed-note")

    assert "  rows         none: It goes without saying." in done.stdout.splitlines()
    assert checkout.run("lint").returncode == 0
