"""`new` writes the cards that show what their paths say, and no others."""

import json
from pathlib import Path

import pytest

from checkout_copy import Checkout
from small_checkout import small, tree


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return small(tmp_path)


def read(checkout: Checkout, path: str) -> str:
    return (checkout.root / "fixtures" / path).read_text("utf-8")


def test_an_invalid_card_is_written_and_said_to_break_its_requirement(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "note-1/title-type/list-of-words", "--set", '/title=["a", "b"]')

    said = "written: fixtures/invalid/note-1/title-type/list-of-words.json\n    breaks title-type at /title: it is an "
    assert done.stdout.startswith(said)
    assert (done.returncode, done.stderr) == (0, "")
    assert read(checkout, "invalid/note-1/title-type/list-of-words.json") == (
        '{\n  "title": [\n    "a",\n    "b"\n  ]\n}\n'
    )


def test_a_valid_card_is_written_and_said_to_break_nothing(checkout: Checkout) -> None:
    done = checkout.run("new", "valid", "note-1/closed-note/colour", "--set", "/colour=green")

    assert done.stdout.startswith("written: fixtures/valid/note-1/closed-note/colour.json\n    breaks nothing\n")
    assert json.loads(read(checkout, "valid/note-1/closed-note/colour.json")) == {"title": "Tea", "colour": "green"}


def test_advice_is_told(checkout: Checkout) -> None:
    done = checkout.run("new", "valid", "note-1/title-visible/zero-width", "--set", r'/title="\u200b"')

    assert "advice title-visible at /title: it has no visible character" in done.stdout
    assert read(checkout, "valid/note-1/title-visible/zero-width.json") == '{\n  "title": "\\u200b"\n}\n'


@pytest.mark.parametrize(
    ("side", "place", "edit", "said"),
    [
        ("invalid", "title-type/fine", "/title=ok", "breaks nothing, but lies under title-type"),
        ("invalid", "title-type/absent", "=[]", "breaks card-object, but lies under title-type"),
        ("invalid", "closed-note/colour", "/colour=1", "refuses no card"),
        ("valid", "title-type/number", "/title=5", "must be valid, but breaks title-type"),
        ("valid", "title-visible/seen", "/title=seen", "gets nothing as advice"),
        ("valid", "title-type/string-again", "/title=7", "must be valid"),
        ("valid", "title-type/same", '/title="7"', "has the same bytes as valid/note-1/title-type/string.json"),
        ("valid", "closed-note/Upper", "/a=1", "is not named in small letters"),
        ("valid", "closed-note/a-test", "/a=1", "has the word test in its name"),
        ("valid", "closed-note/1-member", "/a=1", "begins with 1 where a word would do: one"),
    ],
)
def test_a_card_that_shows_something_else_is_not_written(
    checkout: Checkout, side: str, place: str, edit: str, said: str
) -> None:
    before = tree(checkout)

    done = checkout.run("new", side, f"note-1/{place}", "--set", edit)

    assert done.returncode == 1
    assert said in done.stdout and done.stdout.startswith(f"not written: fixtures/{side}/note-1/{place}.json ")
    assert tree(checkout) == before


def test_a_card_that_shows_what_another_shows_is_not_written(checkout: Checkout) -> None:
    checkout.run("new", "invalid", "title-type/nine-by-ann", "--set", "/title=9", "--set", "/by=Ann")

    done = checkout.run("new", "invalid", "title-type/nine-by-bob", "--set", "/title=9", "--set", "/by=Bob")

    assert (
        done.returncode,
        "shows the same as invalid/note-1/title-type/nine-by-ann.json: they differ" in done.stdout,
    ) == (1, True)


def test_a_fault_that_another_card_has_is_not_written_again(checkout: Checkout) -> None:
    checkout.run("new", "invalid", "title-type/nine", "--set", "/title=9")

    done = checkout.run("new", "invalid", "title-type/a-nine", "--set", "/title=9", "--set", '/by={"name": "Bob"}')

    assert (done.returncode, "shows the same as invalid/note-1/title-type/nine.json" in done.stdout) == (1, True)


def test_what_is_contested_is_not_scored_too(checkout: Checkout) -> None:
    checkout.run("new", "contested", "title-type/nine", "--set", "/title=9")

    done = checkout.run("new", "invalid", "title-type/a-nine", "--set", "/title=9", "--set", '/by={"name": "Bob"}')

    assert (done.returncode, "a card is scored or contested, not both" in done.stdout) == (1, True)


def test_a_member_that_the_dialect_does_not_define_is_told(checkout: Checkout) -> None:
    done = checkout.run("new", "valid", "closed-note/slip", "--set", "/titel=9")

    assert done.stdout.endswith("note: note-1 does not define the member /titel; did you mean title?\n")
    assert done.returncode == 0


def test_contested_is_offered_where_the_source_leaves_something_open(checkout: Checkout) -> None:
    question = {
        "question": "May it be?",
        "fixtures": ["title-type/*"],
        "valid": "Yes.",
        "invalid": "No.",
        "section": "1",
    }
    checkout.write("schema/note-1/rulings.json", json.dumps({"questions": [question]}))
    at_title, at_card = (
        checkout.run("new", "invalid", f"{name}/fine", "--set", "/title=ok").stdout
        for name in ("title-type", "card-object")
    )

    assert "The source leaves open: May it be?\nIf your card asks that, say --anyway" in at_title
    assert "--anyway" not in at_card and at_card.endswith("agentcard-conformance explain card-object\n")


def test_a_card_of_what_nothing_reports_yet_is_told_what_to_write_first(checkout: Checkout) -> None:
    file = checkout.root / "schema/note-1/card.schema.json"
    schema = json.loads(file.read_text())
    del schema["$defs"]["title-required"], schema["allOf"]
    file.write_text(json.dumps(schema))

    done = checkout.run("new", "invalid", "title-required/by", "--set", "/by=9", "--remove", "/title")

    assert "Nothing reports title-required yet, in schema/note-1/card.schema.json: state it there as $defs/title" in (
        done.stdout
    )


def test_anyway_makes_it_an_open_question(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "note-1/title-type/fine", "--set", "/title=ok", "--anyway")

    assert done.stdout.startswith("written: fixtures/contested/note-1/title-type/fine.json")
    assert list(tree(checkout).keys() & {"invalid/note-1/title-type/fine.json"}) == []


def test_anyway_changes_nothing_for_a_card_that_shows_what_it_says(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "note-1/title-type/boolean", "--set", "/title=true", "--anyway")

    assert done.stdout.startswith("written: fixtures/invalid/note-1/title-type/boolean.json")


def test_anyway_excuses_no_bad_name(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "note-1/title-type/Fine", "--set", "/title=ok", "--anyway")

    assert (done.returncode, "is not named in small letters" in done.stdout) == (1, True)


def test_bytes_are_taken_as_they_are(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "note-1/json-syntax/arrow", "--raw", "-", stdin=b'{"title" => \xc3\xa9}')

    assert done.returncode == 0
    assert read(checkout, "invalid/note-1/json-syntax/arrow.json") == '{"title" => é}'


def test_bytes_come_from_a_file_too(checkout: Checkout) -> None:
    checkout.write("mine.json", b"\xff")

    done = checkout.run("new", "invalid", "note-1/json-encoding/ff", "--raw", "mine.json")

    assert (done.returncode, tree(checkout)["invalid/note-1/json-encoding/ff.json"]) == (0, b"\xff")


@pytest.mark.parametrize(
    "begin",
    [
        "valid/note-1/closed-note/another-member",
        "valid/note-1/closed-note/another-member.json",
        "fixtures/valid/note-1/closed-note/another-member.json",
    ],
)
def test_another_fixture_may_be_the_beginning(checkout: Checkout, begin: str) -> None:
    arguments = ("--from", begin, "--set", "/title=T", "--set", "/more=[1]")
    checkout.run("new", "valid", "note-1/closed-note/two-members", *arguments)

    member = json.loads(read(checkout, "valid/note-1/closed-note/another-member.json"))
    made = json.loads(read(checkout, "valid/note-1/closed-note/two-members.json"))
    assert made == {**member, "title": "T", "more": [1]}


def test_a_place_needs_no_name_of_the_default_dialect(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "title-type/real", "--set", "/title=1.50")

    assert done.stdout.startswith("written: fixtures/invalid/note-1/title-type/real.json")
    assert "1.50" in read(checkout, "invalid/note-1/title-type/real.json")


def test_a_fixture_lies_in_the_folder_of_its_context(checkout: Checkout) -> None:
    checkout.write("fixtures/invalid/note-1/title-type/later/context.json", '{"now": 1}')

    done = checkout.run("new", "invalid", "title-type/later/boolean", "--set", "/title=true")

    assert done.stdout.startswith("written: fixtures/invalid/note-1/title-type/later/boolean.json")


@pytest.mark.parametrize(
    ("edits", "made"),
    [
        (["--set", "/a=1", "--set", "/b/=2"], None),
        (["--set", "/a={}", "--set", "/a/=2"], {"title": "Tea", "a": {"": 2}}),
        (["--set", "/a=[1, 2]", "--set", "/a/-=3", "--remove", "/a/0"], {"title": "Tea", "a": [2, 3]}),
        (["--set", "/a=[1, 2]", "--set", "/a/1=x"], {"title": "Tea", "a": [1, "x"]}),
        (["--set", "/a=[1]", "--set", "/a/1=x"], {"title": "Tea", "a": [1, "x"]}),
        (["--set", "/a~1b~0=null"], {"title": "Tea", "a/b~": None}),
        (["--set", "/a=b=c"], {"title": "Tea", "a": "b=c"}),
        (["--set", "/a="], {"title": "Tea", "a": ""}),
        (["--set", '/a="'], {"title": "Tea", "a": '"'}),
        (["--set", '/a="x"', "--set", '/title="T"'], {"title": "T", "a": "x"}),
    ],
)
def test_edits_are_json_pointers(checkout: Checkout, edits: list[str], made: object) -> None:
    done = checkout.run("new", "valid", "closed-note/edited", *edits)

    file = checkout.root / "fixtures/valid/note-1/closed-note/edited.json"
    assert (json.loads(file.read_text()) if file.exists() else None) == made
    assert done.returncode == (0 if made else 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["valid", "note-1/title-type/string", "--set", "/title=x"], "exists already, and is another card"),
        (["valid", "title-type/string", "--set", '/title="7"'], "exists already, with the same bytes"),
        (["valid", "note-1/nothing/x"], "'nothing' is not a requirement of note-1"),
        (["valid", "title-type"], "is not a place for a card"),
        (["valid", "note-1/title-type/../x"], "is not a place for a card"),
        (["valid", "note-1/title-type/x.yaml"], "has not the extension of note-1, which is .json"),
        (["valid", "title-type/x", "--set", "title=x"], "is not a JSON Pointer"),
        (["valid", "title-type/x", "--set", "/title"], "--set takes POINTER=VALUE"),
        (["invalid", "title-type/x", "--set", "/title=['x']"], "is none: expected a value"),
        (["valid", "title-type/x", "--set", "/title/deep=x"], "'/title' is neither an object nor an array"),
        (["valid", "title-type/x", "--remove", "/body"], "there is no '/body'"),
        (["valid", "title-type/x", "--remove", ""], "--remove takes a place within the card"),
        (["valid", "title-type/x", "--set", "/a=[]", "--remove", "/a/0"], "there is no item '/a/0'"),
        (["valid", "title-type/x", "--set", "/a=[1, 2]", "--set", "/a/01=1"], "there is no item '/a/01'"),
        (["valid", "title-type/x", "--set", "/a=[1]", "--set", "/a/2=1"], "there is no item '/a/2'"),
        (["valid", "title-type/x", "--from", "nowhere"], "there is no file and no fixture 'nowhere'"),
        (["valid", "title-type/x", "--from", "invalid/note-1/json-syntax/trailing-comma"], "cannot be edited, since"),
        (["valid", "title-type/x", "--raw", "nowhere"], "'nowhere' cannot be read"),
        (["valid", "title-type/x", "--raw", "-", "--set", "/a=1"], "leave out --from, --set and --remove"),
    ],
)
def test_a_wrong_call_is_one_sentence(checkout: Checkout, arguments: list[str], said: str) -> None:
    before = tree(checkout)

    done = checkout.run("new", *arguments)

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert tree(checkout) == before


def test_without_an_example_a_beginning_has_to_be_named(checkout: Checkout) -> None:
    (checkout.root / "schema/note-1/example.json").unlink()

    done = checkout.run("new", "valid", "title-type/x", "--set", "/title=x")

    assert (done.returncode, "note-1 has no example to begin from; name a card with --from" in done.stderr) == (2, True)


def test_what_was_installed_is_not_written_to(checkout: Checkout) -> None:
    (checkout.root / "pyproject.toml").unlink()

    done = checkout.run("new", "valid", "title-type/x", "--set", "/title=x")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "new writes into a checkout" in done.stderr
