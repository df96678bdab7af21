"""What a card or a validator says is shown, and nothing of it carried out."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from small_checkout import small

SCRIPT = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
ENDING = "</script></style></pre></details><!--"
BIDI = "\u202e\u2066"
CARDS = {
    "script.json": f'{{"title": 1, "x": "{SCRIPT}{ENDING}"}}'.replace("\"document.title='taken'\"", "taken()").encode(),
    "bidi.json": f'{{"title": 1, "x": "{BIDI}abc"}}'.encode(),
    "nul.json": b'{"title": 1, "x": "\x00\x1b[31m"}',
    "surrogate.json": b'{"title": 1, "x": "\xed\xa0\x80"}',
    "template.json": b'{"title": 1, "x": "{{ 7 * 191 }}{% raw %}"}',
    "large.json": b'{"title": 1, "x": "' + b"<b>" * 350_000 + b'"}',
}
VALIDATOR = """
SCRIPT = {script!r}

def judge(card, dialect, context):
    return {{"valid": True, "errors": [{{"pointer": "/" + SCRIPT, "message": SCRIPT, "requirement": SCRIPT}}]}}
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page about hostile cards, and a validator that is hostile in all it says."""
    checkout = small(tmp_path_factory.mktemp("checkout"))
    for name, card in CARDS.items():
        checkout.write(f"fixtures/invalid/note-1/title-type/{name}", card)
    checkout.write("hostile.py", VALIDATOR.format(script=SCRIPT + ENDING))
    checkout.write(
        "validator.toml",
        f"name = {toml(SCRIPT)}\nversion = {toml(ENDING)}\nhomepage = \"javascript:document.title='taken'\"\n"
        'python = "hostile:judge"\n',
    )
    checkout.run("run", "--validator", "validator.toml", "--report", "report.json")
    done = checkout.run("report", "report.json", "--format", "html", "--output", "page.html")
    assert done.returncode == 0, done.stderr
    return Path(checkout.root / "page.html").as_uri()


def toml(text: str) -> str:
    """A literal string of TOML."""
    return f"'''{text}'''"


def card(page: Page, name: str) -> str:
    return page.locator(f'[id="invalid/note-1/title-type/{name}"] pre').text_content() or ""


def test_nothing_is_carried_out_or_loaded(hostile: str, open_page: Callable[..., Page]) -> None:
    page = open_page(hostile)
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")

    assert page.title().startswith("<script>")
    assert page.locator("script").count() == 2, "its own, and its data"
    assert page.locator("main img, [onerror]").count() == 0


def test_an_address_that_is_a_script_is_no_link(hostile: str, open_page: Callable[..., Page]) -> None:
    assert open_page(hostile).locator("a[href^='javascript']").count() == 0


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("script.json", "<script>document.title='taken'</script><img src=x onerror=taken()></script></style></pre>"),
        ("bidi.json", r'"x": "\u202e\u2066abc"'),
        ("nul.json", r'"x": "\x00\x1b[31m"'),
        ("surrogate.json", r'"x": "\xed\xa0\x80"'),
        ("template.json", "{{ 7 * 191 }}{% raw %}"),
    ],
)
def test_a_hostile_card_is_shown_as_it_is_written(
    name: str, seen: str, hostile: str, open_page: Callable[..., Page]
) -> None:
    assert seen in card(open_page(hostile), name)


def test_of_a_card_of_a_megabyte_the_beginning_the_fault_and_the_end_are_shown(
    hostile: str, open_page: Callable[..., Page]
) -> None:
    shown = card(open_page(hostile), "large.json")

    assert len(shown) < 6000
    assert shown.startswith('{"title": 1') and shown.endswith('"}')
    assert "characters left out" in shown


def test_the_page_allows_no_script_but_its_own(hostile: str, open_page: Callable[..., Page]) -> None:
    page = open_page(hostile)
    policy = page.locator("meta[http-equiv]").get_attribute("content") or ""

    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy
