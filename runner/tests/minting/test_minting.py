"""Recipes make cards, the same ones each time, and the commands and the lint that stand on them."""

import json
import re
import shutil
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest

from agentcard_conformance.minting.recipes import fixture_at
from agentcard_conformance.minting.sd_jwt.keys import sign
from agentcard_conformance.model import Question
from checkout_copy import ROOT, Checkout
from conftest import REFERENCE, SUITE
from small_checkout import small

DIALECT = next(each for each in SUITE.dialects.values() if each.notation == "sd_jwt")
FOLDER = f"fixtures/invalid/{DIALECT.id}/not-expired"
RECIPES = f"schema/{DIALECT.id}/mint"

PRIVATE_KEY = re.compile(rb'"d": *"[A-Za-z0-9_-]{20}')
"""In a JWK, where a shorter text is none."""

RFC_6979_KEY = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
RFC_6979_SIGNATURE = (
    "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
    "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
)
"""Appendix A.2.5: the text "sample" by SHA-256."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A small one with a few cards of the dialect."""
    made = small(tmp_path_factory.mktemp("minting"))
    for name in ("dialect.json", "card.schema.json", "requirements.json", "context.json", "context.schema.json"):
        made.write(f"schema/{DIALECT.id}/{name}", (ROOT / "schema" / DIALECT.id / name).read_bytes())
    for path in ("bases", "keys.json", "invalid/not-expired"):
        source, target = ROOT / RECIPES / path, made.root / RECIPES / path
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            made.write(f"{RECIPES}/{path}", source.read_bytes())
    shutil.copytree(ROOT / FOLDER, made.root / FOLDER)
    return made


def recipe(checkout: Checkout, name: str, **members: object) -> Path:
    described = {"about": "It is made for a test.", "base": "example", **members}
    return checkout.write(f"{RECIPES}/invalid/not-expired/{name}.json", json.dumps(described))


def test_signatures_are_those_of_rfc_6979() -> None:
    key = {"crv": "P-256", "d": urlsafe_b64encode(bytes.fromhex(RFC_6979_KEY)).decode()}

    assert sign("ES256", key, b"sample").hex().upper() == RFC_6979_SIGNATURE


def test_mint_makes_the_cards_that_are_there(checkout: Checkout) -> None:
    checkout.run("mint")

    done = checkout.run("mint")

    assert done.stdout.endswith("0 of them changed\n")
    assert all(
        (checkout.root / FOLDER / file.relative_to(ROOT / FOLDER)).read_bytes() == file.read_bytes()
        for file in (ROOT / FOLDER).rglob(f"*.{DIALECT.extension}")
    )


def test_a_card_that_its_recipe_does_not_make_is_named_and_made_again(checkout: Checkout) -> None:
    checkout.run("mint")
    file = next((checkout.root / FOLDER).glob(f"*.{DIALECT.extension}"))
    right = file.read_bytes()
    file.write_bytes(right + b"~")

    linted = checkout.run("lint", "--quick", FOLDER)
    checkout.run("mint")

    assert f"is not what {RECIPES}/invalid/not-expired/{file.stem}.json makes" in linted.stdout
    assert file.read_bytes() == right


def test_a_card_without_a_recipe_is_named(checkout: Checkout) -> None:
    file = checkout.write(f"{FOLDER}/without-a-recipe.{DIALECT.extension}", b"a.b.c~")

    done = checkout.run("lint", "--quick", FOLDER)
    file.unlink()

    assert f"{FOLDER}/without-a-recipe.{DIALECT.extension}: has no recipe" in done.stdout


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"base": "nowhere"}, "mint/bases/nowhere.json: cannot be read (No such file or directory)"),
        ({"set": {"/claims/nowhere/iss": 1}}, "there is no '/claims/nowhere'"),
        ({"set": {"/claims/iss": "{{nothing}}"}}, "{{nothing}} stands where only"),
        ({"set": {"/claims/iat": "{{now * 2}}"}}, "{{now * 2}} cannot be filled in"),
        ({"set": {"/issuer/key": "nobody"}}, "there is no 'nobody'"),
        ({"set": {"/present": ["nothing"]}}, "the disclosure 'nothing' is missing"),
    ],
)
def test_a_recipe_that_makes_nothing_is_named(checkout: Checkout, members: dict[str, object], said: str) -> None:
    file = recipe(checkout, "makes-nothing", **members)

    done = checkout.run("mint")
    file.unlink()

    assert said in done.stderr
    assert done.returncode == 2


def test_new_writes_a_card_and_its_recipe(checkout: Checkout) -> None:
    place, edit = f"{DIALECT.id}/not-expired/of-another-agent", "/claims/exp={{now - 7777}}"

    done = checkout.run("new", "invalid", place, "--about", "It is over", "--set", edit)

    written = json.loads((checkout.root / RECIPES / "invalid/not-expired/of-another-agent.json").read_text())
    assert done.stdout.startswith(f"written: {FOLDER}/of-another-agent.{DIALECT.extension}\n    breaks not-expired at ")
    assert written == {"about": "It is over.", "base": "example", "set": {"/claims/exp": "{{now - 7777}}"}}


def test_cards_minted_for_now_tell_the_present_time_and_are_judged_alike(checkout: Checkout) -> None:
    checkout.run("mint")

    lines = checkout.run("mint", "--now").stdout.splitlines()

    asked = [json.loads(line) for line in lines]
    questions = [Question(urlsafe_b64decode(each["card_base64"]), each["dialect"], each["context"]) for each in asked]
    assert {each["context"]["now"] > 1_790_000_000 for each in asked} == {True}
    assert [verdict.answer.value for verdict in REFERENCE.judge(questions)] == [each["expected"] for each in asked]


def test_a_validator_with_its_own_clock_is_given_cards_for_the_present_time(checkout: Checkout) -> None:
    checkout.run("mint")
    judging = (
        "import time\n"
        "def judge(card, dialect, context):\n"
        "    return {'valid': abs(context['now'] - time.time()) > 600}\n"
    )
    checkout.write("own/judging.py", judging)
    described = f'python = "judging:judge"\nclock = "system"\ndialects = ["{DIALECT.id}"]\n'
    checkout.write("own/validator.toml", described)

    done = checkout.run("run", "--validator", "own/validator.toml", "--requirement", "not-expired")

    assert done.returncode == 0, done.stdout


def test_no_private_key_lies_anywhere_but_among_the_test_keys() -> None:
    folders = [ROOT / name for name in ("schema", "fixtures", "runner/validators", "runner/src", "docs")]
    files = [file for folder in folders for file in folder.rglob("*.*") if file.is_file() and file.suffix != ".pyc"]

    assert {file for file in files if PRIVATE_KEY.search(file.read_bytes())} == {*ROOT.glob("schema/*/mint/keys.json")}


def test_a_card_of_a_dialect_without_a_clock_stays_as_it_is() -> None:
    [dialect] = (each.id for each in SUITE.dialects.values() if each.notation == "signed_agent_card")
    fixture = SUITE.fixtures([dialect])[0]

    assert fixture_at(SUITE, fixture, 0) is fixture
