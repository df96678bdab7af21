"""Is a comparison read rightly by those it is printed for, whatever a card or a schema holds?"""

import html
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agentcard_conformance.compare import renderers
from agentcard_conformance.compare.findings import (
    Change,
    Comparison,
    Direction,
    Flips,
    Moved,
    Refusal,
    Unknown,
    Unwitnessed,
    VersionStep,
    Witness,
)
from agentcard_conformance.compare.renderers.markdown import LONGEST
from agentcard_conformance.compare.short import card_lines
from agentcard_conformance.corpus import Suite, read_json

FORMATS = ["html", "json", "markdown", "text"]
HOSTILE = "\x1b[31m\u202e```\n````@octocat #1 <script>alert(1)</script></details></pre>\ud800| ` https://evil.example/"
TEXTS = st.text(st.sampled_from("`~@#<>&|*_[]()\\\n\r\t \x1b\x00\x7f\u202e\ud800\u00e9'\"a"), max_size=12)
LENGTH = Change("maxLength", ("$defs", "a"), ("$defs", "b"), "128", "64", "name-length", (("name",), ("title",)))
REFUSAL = Refusal("/name", "'aaa' has 65 characters", "name-length", "maxLength")
WITNESS = Witness(Direction.REFUSED, '{"name":"aaa","cost":1.50}', REFUSAL, "fixtures/valid/note-1/a/b.json")
SHORTER = Flips(Direction.REFUSED, "name-length", LENGTH, WITNESS, {"corpus": 3, "cards": 120_000})
QUIET = Comparison(
    old="a.json",
    new="b.json",
    dialect="",
    rules=False,
    flips=(),
    unwitnessed=(),
    moved=(),
    contested=(),
    replayed={"generated": 12_000},
    unread=(),
    unknown=(),
    step=VersionStep.PATCH,
    complete=True,
)
LOUD = QUIET._replace(
    dialect="note-1",
    rules=True,
    flips=(SHORTER._replace(direction=Direction.ACCEPTED, change=None, requirement=""), SHORTER),
    unwitnessed=(Unwitnessed(LENGTH._replace(new=""), 4_000),),
    moved=(Moved("valid/note-1/a/b.json", Direction.REFUSED, "name-length"),),
    contested=(Moved("contested/note-1/a/c.json", Direction.ACCEPTED, ""),),
    unread=("dump.jsonl:7 is no JSON",),
    unknown=(Unknown("b.json", "maxLenght", ("properties", "name")),),
    step=VersionStep.MAJOR,
)


def printed(form: str, comparison: Comparison) -> str:
    return renderers.load(form)(comparison)


def full_of(text: str) -> Comparison:
    """A comparison in which a stranger wrote all that a stranger can."""
    change = Change(text, (text,), None, text, text, text, ((text,),))
    card = json.dumps({text: [text]}, ensure_ascii=False)
    witness = Witness(Direction.REFUSED, card, Refusal(text, text, text, text), text)
    seen, places = {"cards": 9}, (text, text)
    flips = tuple(Flips(side, text, each, witness, seen, places) for side in Direction for each in (change, None))
    unwitnessed, moved = (Unwitnessed(change, 1),), (Moved(text, Direction.REFUSED, text),)
    stranger = QUIET._replace(old=text, new=text, dialect=text, rules=True, unread=(text,))
    stranger = stranger._replace(unknown=(Unknown(text, text, (text,)),), contested=moved)
    return stranger._replace(flips=flips, unwitnessed=unwitnessed, moved=moved)


def tokens(markdown: str) -> list[Token]:
    """What GitHub's kind of reader sees, the pieces of a line included."""
    top = MarkdownIt("commonmark").enable("table").parse(markdown)
    return [piece for token in top for piece in (token, *(token.children or ()))]


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(comparison: Comparison) -> Page:
    read = Page()
    read.feed(printed("html", comparison))
    read.close()
    return read


def test_every_format_is_a_module_with_a_function_render() -> None:
    assert renderers.known() == FORMATS
    assert [name for name in FORMATS if not callable(renderers.load(name))] == []


@pytest.mark.parametrize(
    ("flips", "step", "answer"),
    [
        ((SHORTER,), VersionStep.MAJOR, "1 breaking: this is a major step"),
        ((SHORTER._replace(direction=Direction.ACCEPTED),), VersionStep.MINOR, "1 loosening: this is a minor step"),
        (LOUD.flips, VersionStep.MAJOR, "1 breaking, 1 loosening: this is a major step"),
        ((), VersionStep.PATCH, "no change that judges a card: this is a patch step"),
        ((), VersionStep.NONE, "no change: no step is needed"),
    ],
)
def test_the_answer_stands_in_the_first_line(flips: tuple[Flips, ...], step: VersionStep, answer: str) -> None:
    assert printed("text", QUIET._replace(flips=flips, step=step)).splitlines()[0] == answer


@pytest.mark.parametrize(
    ("comparison", "answer"),
    [
        (QUIET, "no flip found; 1 change without a witness: at least a patch step"),
        (
            QUIET._replace(flips=(SHORTER._replace(direction=Direction.ACCEPTED),), step=VersionStep.MINOR),
            "1 loosening; 1 change without a witness: at least a minor step",
        ),
        (LOUD, "1 breaking, 1 loosening; 1 change without a witness: this is a major step"),
    ],
)
@pytest.mark.parametrize("form", FORMATS)
def test_a_change_without_a_witness_leaves_open_how_far_the_version_rises(
    form: str, comparison: Comparison, answer: str
) -> None:
    said = printed(form, comparison._replace(unwitnessed=LOUD.unwitnessed)).lower()
    assert (answer in said, "differ in nothing" in said) == (True, False)


def test_schemas_that_differ_in_nothing_that_judges_are_told_from_those_that_are_the_same() -> None:
    said = [
        printed("text", QUIET._replace(step=step)).splitlines()[1] for step in (VersionStep.PATCH, VersionStep.NONE)
    ]
    assert said == ["  The schemas differ in nothing that judges a card.", "  The schemas say the same."]


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_somebodys_own_cards_are_named(form: str) -> None:
    flips = SHORTER._replace(places=("dump.jsonl:7", "card.json"))
    said = re.sub("</?code>|`", "", printed(form, QUIET._replace(flips=(flips,))))
    assert "in --cards: dump.jsonl:7, card.json and 119,998 more" in said


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_the_fixtures_that_flip_are_accounted_for(form: str) -> None:
    said = re.sub("</?code>|`", "", printed(form, LOUD))
    assert "4 of the corpus go to the sides where they are expected" in said
    assert "Fixtures that would change sides: 1" in said
    assert "Contested fixtures that would be read otherwise: 1" in said
    assert "fixtures/contested/note-1/a/c.json from invalid to valid" in said


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_a_word_that_is_no_keyword_is_told(form: str) -> None:
    said = re.sub("</?code>|`", "", printed(form, LOUD))
    assert "Not a keyword of JSON Schema, so it judges nothing" in said
    assert "maxLenght at /properties/name of b.json" in said


def test_a_person_reads_what_changed_and_a_card_that_shows_it() -> None:
    assert printed("text", QUIET._replace(flips=(SHORTER,), step=VersionStep.MAJOR)) == (
        "1 breaking: this is a major step\n"
        "  Cards that were accepted are refused.\n"
        "  old: a.json\n"
        "  new: b.json\n"
        "  held against both: 12,000 generated\n"
        "  3 of the corpus go to the sides where they are expected\n"
        "\n"
        "Valid before, refused now: 1\n"
        "\n"
        "  name-length: maxLength at /name and 1 more place was 128, is 64\n"
        "    the new side says, at /name: 'aaa' has 65 characters\n"
        "    cards: 3 of the corpus, 120,000 of --cards\n"
        "    one of them: fixtures/valid/note-1/a/b.json\n"
        "      {\n"
        '        "name": "aaa",\n'
        '        "cost": 1.50\n'
        "      }\n"
    )


def test_a_change_without_a_witness_is_never_called_compatible() -> None:
    said = [printed(form, LOUD) for form in FORMATS]
    assert "no witness found in 4,000 cards" in said[-1]
    assert [text for text in said if "compatible" in text] == []


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_an_interrupted_comparison_says_so_and_how_far_it_came(form: str) -> None:
    said = printed(form, QUIET._replace(complete=False))
    assert said.count("interrupted") >= 2
    assert "interrupted after 12,000 cards" in said


def test_the_order_in_which_flips_were_found_is_not_seen() -> None:
    flips = (*LOUD.flips, SHORTER._replace(requirement="another"), SHORTER._replace(change=LENGTH._replace(new="32")))
    there, back = (LOUD._replace(flips=each) for each in (flips, flips[::-1]))
    assert [form for form in FORMATS if printed(form, back) != printed(form, there)] == []


def test_json_holds_to_its_schema(suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "comparison.schema.json")
    said = [json.loads(printed("json", each)) for each in (QUIET, LOUD, full_of(HOSTILE))]
    assert [error.message for each in said for error in Draft202012Validator(schema).iter_errors(each)] == []


def test_json_has_no_member_that_its_schema_does_not_describe_and_the_other_way_round(suite: Suite) -> None:
    schema = read_json(suite.root / "schema" / "suite" / "comparison.schema.json")
    assert sorted(json.loads(printed("json", QUIET))) == sorted(schema["properties"]) == sorted(schema["required"])


def test_json_tells_the_two_directions_apart() -> None:
    said = json.loads(printed("json", LOUD))
    assert [(len(said["breaking"]), said["breaking"][0]["change"]["new"]), said["loosening"][0]["change"]] == [
        (1, "64"),
        None,
    ]


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_whatever_a_stranger_wrote_what_is_printed_breaks_no_terminal(form: str, text: str) -> None:
    assert [letter for letter in printed(form, full_of(text)) if not letter.isprintable() and letter != "\n"] == []


def test_a_card_is_shown_as_json_with_its_numbers_as_they_were_written() -> None:
    card = '{"a":1.50e-7,"\u00e9\U0001f600":"\\u202e\x7f"}'
    shown = "\n".join(card_lines(card))
    assert (shown.isascii(), json.loads(shown), "1.50e-7" in shown) == (True, json.loads(card), True)


def test_a_card_that_is_too_long_is_cut_and_says_so() -> None:
    lines = card_lines(json.dumps({"long": "a" * 1000, **{str(number): 0 for number in range(100)}}))
    assert (len(lines), max(map(len, lines)) <= 160, lines[-1].startswith("[... 63 more lines; ")) == (41, True, True)


@settings(max_examples=200, deadline=None)
@given(text=TEXTS | st.just(HOSTILE))
def test_markdown_holds_foreign_words_in_code_alone(text: str) -> None:
    found = tokens(printed("markdown", full_of(text)))
    said = "".join(token.content for token in found if token.type == "text")
    tags = {token.content.strip() for token in found if token.type in ("html_block", "html_inline")}
    assert tags <= {"<details><summary>The card</summary>", "</details>"}
    assert set("@#<`|*_[]\\").isdisjoint(said)
    assert {token.type for token in found} <= KINDS


KINDS = {
    *("heading_open", "heading_close", "inline", "text", "softbreak", "code_inline", "fence", "html_block"),
    *("paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close"),
    *("list_item_open", "list_item_close"),
}


@settings(max_examples=100, deadline=None)
@given(text=TEXTS | st.just(HOSTILE))
def test_markdown_has_each_card_in_a_fence_of_its_own(text: str) -> None:
    fences = [token.content for token in tokens(printed("markdown", full_of(text))) if token.type == "fence"]
    card = "\n".join(card_lines(json.dumps({text: [text]}, ensure_ascii=False)))
    assert fences == [card + "\n"] * 4


@pytest.mark.parametrize("size", [1, 50, 5_000])
def test_markdown_fits_a_comment_and_says_what_is_left_out(size: int) -> None:
    change = LENGTH._replace(old=HOSTILE * size)
    flips = tuple(SHORTER._replace(requirement=f"{number:04}", change=change) for number in range(1_000))
    moved = tuple(Moved(f"{number}/{'a' * 60}", Direction.REFUSED, "x") for number in range(1_000))
    said = printed("markdown", LOUD._replace(flips=flips, moved=moved))
    assert LONGEST - 5_000 < len(said) <= LONGEST
    left = re.findall(r"\n([0-9,]+) of 1,000 did not fit here", said)
    assert len(left) == 2


def test_markdown_leaves_nothing_out_that_fits() -> None:
    assert "did not fit" not in printed("markdown", LOUD)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS.filter(bool) | st.just(HOSTILE))
def test_a_page_has_no_tag_that_is_not_ours(text: str) -> None:
    assert page(full_of(text)).tags == page(full_of("a")).tags


def test_a_page_shows_what_a_stranger_wrote_as_it_is() -> None:
    assert "<script>alert(1)</script></details></pre>" in page(full_of(HOSTILE)).text


def test_a_page_stands_alone() -> None:
    said = printed("html", LOUD)
    read = page(LOUD)
    assert {tag for tag, _ in read.tags} & {"script", "img", "link", "iframe", "object", "base", "form"} == set()
    assert (re.findall(r"url\(|@import|\bon[a-z]+=|src=", said), "default-src" in html.unescape(said)) == ([], True)


def test_a_page_is_read_in_light_and_in_dark() -> None:
    said = printed("html", QUIET)
    assert ("color-scheme: light dark" in said, "prefers-color-scheme: dark" in said) == (True, True)


def test_a_terminal_gets_colour_and_a_pipe_none() -> None:
    render: Any = renderers.load("text")
    assert "\x1b" not in render(LOUD)
    assert re.sub(r"\x1b\[[0-9;]*m", "", render(LOUD, terminal=True)) == render(LOUD)


def test_of_thousands_of_fixtures_the_first_are_shown() -> None:
    moved = tuple(Moved(f"{number:04}", Direction.REFUSED, "") for number in range(3_000))
    lines = printed("text", QUIET._replace(moved=moved)).splitlines()
    assert [lines[-2], lines[-1]] == [
        "  fixtures/0049 from valid to invalid",
        "  and 2,950 more, which --format json lists",
    ]
