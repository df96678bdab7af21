"""A comment on a pull request holds no markup but ours, and never more than fits."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agentcard_conformance.compare.formats.markdown import LONGEST_COMMENT
from agentcard_conformance.compare.results import Direction, MovedFixture
from agentcard_conformance.compare.shown_cards import card_lines
from printed_comparisons import HOSTILE, LENGTH, LOUD, SHORTER, TEXTS, full_of, printed

KINDS = {
    *("heading_open", "heading_close", "inline", "text", "softbreak", "code_inline", "fence", "html_block"),
    *("paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close"),
    *("list_item_open", "list_item_close"),
}


def tokens(markdown: str) -> list[Token]:
    """What GitHub's kind of reader sees, the pieces of a line included."""
    top = MarkdownIt("commonmark").enable("table").parse(markdown)
    return [piece for token in top for piece in (token, *(token.children or ()))]


@settings(max_examples=200, deadline=None)
@given(text=TEXTS | st.just(HOSTILE))
def test_markdown_holds_foreign_words_in_code_alone(text: str) -> None:
    found = tokens(printed("markdown", full_of(text)))
    said = "".join(token.content for token in found if token.type == "text")
    tags = {token.content.strip() for token in found if token.type in ("html_block", "html_inline")}
    assert tags <= {"<details><summary>The card</summary>", "</details>"}
    assert set("@#<`|*_[]\\").isdisjoint(said)
    assert {token.type for token in found} <= KINDS


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
    moved = tuple(MovedFixture(f"{number}/{'a' * 60}", Direction.REFUSED, "x") for number in range(1_000))
    said = printed("markdown", LOUD._replace(flips=flips, moved=moved))
    assert LONGEST_COMMENT - 5_000 < len(said) <= LONGEST_COMMENT
    left = re.findall(r"\n([0-9,]+) of 1,000 did not fit here", said)
    assert len(left) == 2


def test_markdown_leaves_nothing_out_that_fits() -> None:
    assert "did not fit" not in printed("markdown", LOUD)
