"""`project` prints what is published of a card, or says why it may not be."""

import json
from pathlib import Path

import pytest

from checkout_copy import Checkout
from publishing_checkout import AT, with_publishing


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    checkout = with_publishing(tmp_path_factory.mktemp("checkout"))
    checkout.write("good.json", '{"title": "Tea", "teapot": 1}')
    checkout.write("untitled.json", '{\n  "title": 1\n}\n')
    checkout.write("cut-off.json", '{"title": "T')
    return checkout


def test_it_prints_the_published_form_as_it_lies_beside_a_fixture(checkout: Checkout) -> None:
    done = checkout.run("project", f"fixtures/{AT}/accented.json")

    assert done.stdout == (checkout.root / "fixtures" / AT / "accented.projection.json").read_text("utf-8")
    assert (done.returncode, done.stderr) == (0, "")


def test_it_reads_standard_input(checkout: Checkout) -> None:
    done = checkout.run("project", "-", stdin=b'{"title": "Tea"}')

    assert json.loads(done.stdout) == {"headline": "Tea", "sheets": 1}


@pytest.mark.parametrize(
    ("file", "reason"),
    [("untitled.json", "untitled.json:2:12: violation at /title\n"), ("cut-off.json", "json-syntax, section 3\n")],
)
def test_what_may_not_be_published_is_told_with_the_reasons(checkout: Checkout, file: str, reason: str) -> None:
    done = checkout.run("project", file)

    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["absent.json"], "absent.json cannot be read: No such file or directory"),
        (["good.json", "--dialect", "note-7"], "there is no dialect 'note-7'"),
        ([], "Missing argument"),
    ],
)
def test_a_wrong_call_is_told_from_a_refusal(checkout: Checkout, arguments: list[str], said: str) -> None:
    done = checkout.run("project", *arguments)

    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_dialect_that_is_published_as_it_is_has_no_other_form(checkout: Checkout, tmp_path: Path) -> None:
    plain = with_publishing(tmp_path)
    described = json.loads((plain.root / "schema/note-1/dialect.json").read_text())
    del described["projection"]
    plain.write("schema/note-1/dialect.json", json.dumps(described))

    done = plain.run("project", "--dialect", "note-1", f"fixtures/{AT}/tea.json")

    assert (done.returncode, "published in another format: none" in done.stderr) == (2, True)


def test_a_projection_that_no_module_has_is_a_wrong_file_of_the_suite(checkout: Checkout, tmp_path: Path) -> None:
    wrong = with_publishing(tmp_path)
    described = json.loads((wrong.root / "schema/note-1/dialect.json").read_text())
    wrong.write("schema/note-1/dialect.json", json.dumps(described | {"projection": "posters.leaflet"}))

    done = wrong.run("project", f"fixtures/{AT}/tea.json")

    assert done.returncode == 2
    assert "names a projection 'posters.leaflet', which no module of projections has" in done.stderr
