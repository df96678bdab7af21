"""What is published of a card lies beside it: `lint` holds it to the reference, and `new` writes it."""

import json
from collections.abc import Iterator

import pytest

from checkout_copy import Checkout
from publishing_checkout import AT, with_publishing

TEA = f"fixtures/{AT}/tea.projection.json"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return with_publishing(tmp_path_factory.mktemp("checkout"))


@pytest.fixture
def checkout(shared: Checkout) -> Iterator[Checkout]:
    """The same for every test, which may change what lies among the fixtures."""
    folder = shared.root / "fixtures"
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    yield shared
    for file in folder.rglob("*"):
        if file.is_file() and file not in before:
            file.unlink()
    for file, content in before.items():
        file.write_bytes(content)


def test_lint_finds_nothing_wrong(checkout: Checkout) -> None:
    done = checkout.run("lint")

    assert done.returncode == 0, done.stdout + done.stderr


def test_another_projection_than_that_of_the_reference_is_told(checkout: Checkout) -> None:
    checkout.write(TEA, '{\n  "headline": "Coffee",\n  "sheets": 1\n}\n')

    assert f"{TEA}: is not what the reference publishes: they differ at /headline\n" in checkout.run("lint").stdout


def test_one_that_is_missing_is_written_by_fix(checkout: Checkout) -> None:
    before = (checkout.root / TEA).read_bytes()
    (checkout.root / TEA).unlink()

    assert f"{TEA}: is not there\n" in checkout.run("lint").stdout
    assert checkout.run("lint", "--fix").returncode == 0
    assert (checkout.root / TEA).read_bytes() == before


def test_one_in_another_layout_is_laid_out_by_fix(checkout: Checkout) -> None:
    before = (checkout.root / TEA).read_bytes()
    checkout.write(TEA, before.replace(b"  ", b"\t"))

    assert f"{TEA}: is not in the house form" in checkout.run("lint").stdout
    assert checkout.run("lint", "--fix").returncode == 0
    assert (checkout.root / TEA).read_bytes() == before


@pytest.mark.parametrize(
    ("file", "content", "what"),
    [
        (f"fixtures/{AT}/coffee.projection.json", "{}\n", "lies beside no card"),
        ("fixtures/valid/note-1/title-type/string.projection.json", "{}\n", "lies beside a card that is not published"),
        (f"fixtures/{AT}/unasked/context.json", '{ "project": false }\n', "which its context does not ask for"),
        ("fixtures/valid/note-1/title-type/context.json", '{ "project": true }\n', "of which title-type says nothing"),
    ],
)
def test_one_that_belongs_to_nothing_is_told(checkout: Checkout, file: str, content: str, what: str) -> None:
    checkout.write(file, content)
    checkout.write(f"fixtures/{AT}/unasked/milk.json", '{\n  "title": "Milk"\n}\n')

    assert what in checkout.run("lint").stdout


def test_new_writes_it_beside_the_card(checkout: Checkout) -> None:
    done = checkout.run("new", "valid", "published-headline/milk", "--set", "/title=Milk")

    published = checkout.root / "fixtures" / AT / "milk.projection.json"
    assert f"written: fixtures/{AT}/milk.projection.json\n" in done.stdout, done.stderr
    assert json.loads(published.read_text()) == {"headline": "Milk", "sheets": 1}
    assert checkout.run("lint").returncode == 0


def test_explain_shows_it(checkout: Checkout) -> None:
    fixture = checkout.run("explain", f"fixtures/{AT}/tea.json").stdout
    requirement = checkout.run("explain", "published-headline").stdout

    assert 'published      {"headline": "Tea", "sheets": 1}' in fixture
    assert "the projection posters.poster, of a valid card" in requirement


def test_adequacy_breaks_it(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--dialect", "note-1", "--only", "code projections*")

    assert "none survives" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_adequacy_finds_that_no_card_shows_it(checkout: Checkout) -> None:
    for file in (checkout.root / "fixtures" / AT).glob("*.json"):
        file.unlink()

    done = checkout.run("adequacy", "--dialect", "note-1", "--only", "code projections*")

    assert (done.returncode, "survives" in done.stdout) == (1, True), done.stderr


def test_smoke_leaves_it_to_publishers(checkout: Checkout) -> None:
    checkout.run("smoke", "--dialect", "note-1")

    listed = checkout.root / "schema" / "note-1" / "smoke.txt"
    paths = listed.read_text("utf-8").splitlines()
    linted = checkout.run("lint")
    listed.unlink()
    assert paths and [path for path in paths if AT in path] == []
    assert linted.returncode == 0, linted.stdout
