"""A page holds no tag but ours, and needs nothing else."""

import html
import re
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.compare.results import Comparison
from printed_comparisons import HOSTILE, LOUD, QUIET, TEXTS, full_of, printed


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


@settings(max_examples=100, deadline=None)
@given(text=TEXTS.filter(bool) | st.just(HOSTILE))
def test_a_page_has_no_tag_that_is_not_ours(text: str) -> None:
    shown, plain = ([tag for tag in page(full_of(each)).tags if tag[0] != "mark"] for each in (text, "a"))
    assert shown == plain


def test_a_page_shows_what_a_stranger_wrote_as_it_is() -> None:
    assert "<script>alert(1)</script></details></pre>" in page(full_of(HOSTILE)).text


def test_a_page_stands_alone() -> None:
    said = printed("html", LOUD)
    read = page(LOUD)
    assert {tag for tag, _ in read.tags} & {"script", "img", "link", "iframe", "object", "base", "form"} == set()
    assert (re.findall(r"url\(|@import|\bon[a-z]+=|src=", said), "default-src" in html.unescape(said)) == ([], True)


def test_the_place_that_breaks_is_marked_in_its_card() -> None:
    assert "\n  <mark>&quot;name&quot;: &quot;aaa&quot;,</mark>\n" in printed("html", LOUD)


def test_a_page_is_read_in_light_and_in_dark() -> None:
    said = printed("html", QUIET)
    assert ("color-scheme: light dark" in said, "prefers-color-scheme: dark" in said) == (True, True)
