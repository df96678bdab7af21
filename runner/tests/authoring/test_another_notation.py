"""new, lint and explain serve a dialect in a notation of its own, with or without a house form, and with contexts."""

from pathlib import Path

import pytest

from checkout_copy import Checkout
from lines_dialect import GOOD, with_lines

DEFAULT = "schema/lines-1/context.json"
NOTATION = "runner/src/agentcard_conformance/notations/lines.py"
LETTER = "fixtures/valid/lines-1/line-title/letter.lines"
NO_HOUSE_FORM = "not laid out: the cards of lines-1, since lines has no house form\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return with_lines(tmp_path)


@pytest.fixture
def bare(tmp_path: Path) -> Checkout:
    """One whose notation has no house form."""
    return with_lines(tmp_path, house_form=False)


def test_a_card_is_written_in_its_notation(checkout: Checkout) -> None:
    done = checkout.run("new", "valid", "lines-1/line-sender/carol", "--set", "/by=Carol", "--remove", "/from")

    assert done.stdout == "written: fixtures/valid/lines-1/line-sender/carol.lines\n    breaks nothing\n"
    assert (checkout.root / "fixtures/valid/lines-1/line-sender/carol.lines").read_text() == "title: T\nby: Carol\n"


def test_a_value_is_read_in_the_notation(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "lines-1/line-title/subject", "--set", "=subject: Tea")

    assert done.stdout.startswith("written: fixtures/invalid/lines-1/line-title/subject.lines\n    breaks line-title")
    assert (checkout.root / "fixtures/invalid/lines-1/line-title/subject.lines").read_text() == "subject: Tea\n"


@pytest.mark.parametrize(("nearer", "side"), [('{"from": "Bob"}', "valid"), ('{"from": "Eve"}', "invalid")])
def test_a_card_is_judged_with_the_context_of_its_place(checkout: Checkout, nearer: str, side: str) -> None:
    checkout.write(f"fixtures/{side}/lines-1/line-sender/told/context.json", nearer)

    done = checkout.run("new", side, "lines-1/line-sender/told/bob", "--set", "/from=Bob")

    assert (done.returncode, done.stdout.split()[0]) == (0, "written:")


def test_a_card_is_not_written_where_no_context_holds(checkout: Checkout) -> None:
    (checkout.root / DEFAULT).unlink()

    done = checkout.run("new", "valid", "lines-1/line-title/tea", "--set", "/title=Tea")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cards of lines-1 are judged with a context: write schema/lines-1/context.json" in done.stderr


def test_the_help_speaks_of_no_one_notation(checkout: Checkout) -> None:
    said = " ".join(checkout.run("new", "--help").stdout.split())

    assert "VALUE is written as the cards of the dialect are" in said


def test_without_a_house_form_a_card_is_given_as_bytes(bare: Checkout) -> None:
    edited = bare.run("new", "valid", "lines-1/line-title/tea", "--set", "/title=Tea")
    given = bare.run("new", "valid", "lines-1/line-title/tea", "--raw", "-", stdin=b"title:   Tea\n")

    assert "lines has no house form for cards to be written in; give bytes with --raw FILE" in edited.stderr
    assert (edited.returncode, given.returncode) == (2, 0)


def test_a_suite_with_both_dialects_is_right(checkout: Checkout) -> None:
    done = checkout.run("lint")

    assert (done.returncode, done.stdout) == (0, "no problems: 22 fixtures of lines-1, note-1\n")


def test_the_house_form_is_that_of_the_notation(checkout: Checkout) -> None:
    file = checkout.write(LETTER, GOOD.replace("title: T", "title:   V"))

    found, fixed = checkout.run("lint"), checkout.run("lint", "--fix")

    assert found.stdout.startswith(f"{LETTER}: line 1 is not in the house form: one blank after each colon\n")
    assert fixed.stdout.startswith(f"fixed: {LETTER}\nno problems")
    assert file.read_text() == GOOD.replace("T", "V")


def test_fix_says_which_cards_it_cannot_lay_out(bare: Checkout) -> None:
    bare.write(LETTER, GOOD.replace("title: T", "title:   V"))

    done = bare.run("lint", "--fix")

    assert (done.returncode, done.stdout) == (0, NO_HOUSE_FORM + "no problems: 22 fixtures of lines-1, note-1\n")


@pytest.mark.parametrize(
    ("path", "said"), [("fixtures/valid/note-1", ""), ("fixtures/valid/lines-1", NO_HOUSE_FORM), (".", NO_HOUSE_FORM)]
)
def test_of_others_it_says_nothing(bare: Checkout, path: str, said: str) -> None:
    assert bare.run("lint", "--fix", path).stdout == f"{said}no problems: {path}\n"


def test_a_missing_card_is_added_as_its_notation_allows(bare: Checkout) -> None:
    (bare.root / LETTER).unlink()

    assert "new valid lines-1/line-title/WORDS --raw FILE   # A title is given." in bare.run("lint").stdout


def test_every_wrong_context_is_a_problem_and_hides_the_rest(checkout: Checkout) -> None:
    checkout.write(DEFAULT, '{"to": "Ann"}')
    checkout.write("fixtures/valid/lines-1/context.json", '{"from": 1}')
    checkout.write(LETTER, "from: Ann\n")

    done = checkout.run("lint")

    assert done.stdout.splitlines() == [
        "fixtures/valid/lines-1/context.json: does not fit lines-1: at /from, it is a number, not a string",
        f'{DEFAULT}: does not fit lines-1: at the top level, "from" is missing',
        "2 problems in 2 files",
    ]
    assert done.returncode == 1


def test_a_notation_that_does_not_exist_is_a_problem(checkout: Checkout) -> None:
    (checkout.root / NOTATION).unlink()

    done = checkout.run("lint", "--quick", "--fix")

    assert "schema/lines-1/dialect.json: names the notation lines, which does not exist" in done.stdout


def test_a_problem_of_a_card_leads_to_its_context(checkout: Checkout) -> None:
    checkout.write(LETTER, "subject: V\n")

    assert f"see: agentcard-conformance explain {LETTER}\n" in checkout.run("lint").stdout


def test_a_problem_of_the_example_is_seen_with_its_context(checkout: Checkout) -> None:
    checkout.write("schema/lines-1/example.lines", "subject: V\n")

    options = "--strict --dialect lines-1 --context schema/lines-1/context.json schema/lines-1/example.lines"
    assert f"agentcard-conformance check {options}\n" in checkout.run("lint").stdout


def test_a_fixture_is_explained_with_its_context(checkout: Checkout) -> None:
    lines = checkout.run("explain", "invalid/lines-1/line-sender/bob").stdout.splitlines()

    assert '  context        {"from": "Ann"}' in lines
    assert lines[-1] == "    line-sender at /from: it is from somebody else"


def test_a_requirement_says_why_no_row_stands_for_it(checkout: Checkout) -> None:
    file = checkout.root / "schema/lines-1/requirements.json"
    file.write_text(file.read_text().replace('["LINES-03"]', '[], "why_no_rows": "It goes without saying."'))

    done = checkout.run("explain", "--dialect", "lines-1", "line-title")

    assert "  rows         none: It goes without saying." in done.stdout.splitlines()
    assert checkout.run("lint").returncode == 0
