"""Every command serves every dialect of the suite, whatever its cards are written in."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from agentcard_conformance.authoring.lint.subject import example_file
from agentcard_conformance.model import Dialect, Expected, Question
from agentcard_conformance.notations import load_house_form, load_notation
from agentcard_conformance.reference import Reference, matches_schema
from checkout_copy import NOISE, ROOT, Checkout
from conftest import SUITE
from program_call import call

DIALECTS = [pytest.param(dialect, id=name) for name, dialect in SUITE.dialects.items()]
EVERY_DIALECT = pytest.mark.parametrize("dialect", DIALECTS)
EVERY_ONE_WRITTEN_BY_HAND = pytest.mark.parametrize(
    "dialect",
    [pytest.param(dialect, id=name) for name, dialect in SUITE.dialects.items() if load_house_form(dialect.notation)],
)
"""What is made from recipes has no lines and no house form, and the tests of minting are about it."""


def typed_member(dialect: Dialect) -> tuple[str, str]:
    """A member of its cards that is a string, and the requirement that says so."""
    for member, said in dialect.schema["then"]["properties"].items():
        names = [each["$ref"].removeprefix("#/$defs/") for each in said["allOf"]]
        for name in names:
            if dialect.schema["$defs"][name].get("type") == "string":
                return member, name
    raise LookupError(dialect.id)


def example(dialect: Dialect) -> bytes:
    return example_file(SUITE, dialect).read_bytes()


def first_invalid(dialect: Dialect) -> str:
    return next(each.path for each in SUITE.fixtures([dialect.id]) if each.expected is Expected.INVALID)


def in_its_context(dialect: Dialect, name: str = "") -> list[str]:
    """The options that say in which context its example is judged, where it has one, or that of another dialect."""
    file = ROOT / f"schema/{name or dialect.id}/context.json"
    return ["--context", str(file)] if file.exists() else []


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The program with all schemas and no fixtures, to be written to."""
    root = tmp_path_factory.mktemp("checkout")
    for folder in ("schema", "runner/src", "runner/validators"):
        shutil.copytree(ROOT / folder, root / folder, ignore=NOISE)
    checkout = Checkout(root)
    checkout.write("pyproject.toml", "")
    checkout.write("CHANGELOG.md", "# Changelog\n")
    (root / "fixtures").mkdir()
    return checkout


@EVERY_DIALECT
def test_check_takes_its_example(dialect: Dialect) -> None:
    served = dialect.serves.documents[-1].dialect if dialect.serves else ""
    context = in_its_context(dialect, served)
    done = call("check", "--strict", "--dialect", dialect.id, *context, str(example_file(SUITE, dialect)))

    assert done.returncode == 0, done.stdout.decode()


@EVERY_ONE_WRITTEN_BY_HAND
def test_check_says_where_a_card_breaks_what(dialect: Dialect) -> None:
    path = first_invalid(dialect)
    done = call("check", "--format", "json", "--dialect", dialect.id, str(ROOT / "fixtures" / path))

    [violation, *_] = json.loads(done.stdout)["files"][0]["violations"]
    assert violation["requirement"] == path.split("/")[2]
    assert violation["line"] >= 1


@EVERY_DIALECT
def test_check_of_a_dump_takes_its_example(dialect: Dialect, tmp_path: Path) -> None:
    """As it is where cards are JSON, and as a string where they are text of another kind."""
    card = example(dialect).decode()
    is_json = dialect.notation == SUITE.default.notation
    (tmp_path / "cards.jsonl").write_text(json.dumps(json.loads(card) if is_json else card) + "\n")

    done = call("check", "--jsonl", str(tmp_path / "cards.jsonl"), "--dialect", dialect.id, *in_its_context(dialect))

    assert json.loads(done.stdout)["valid"] is True, done.stderr


@EVERY_DIALECT
def test_its_own_example_looks_like_it_and_no_other_does(dialect: Dialect) -> None:
    reference = Reference(SUITE.dialects)
    fitting = {
        other.id
        for other in SUITE.dialects.values()
        if not other.is_named_alone
        and matches_schema(
            dialect.looks_like,
            reference.assess(Question(example(other), dialect.id, SUITE.default_context(dialect))).value,
        )
    }

    assert fitting == (set() if dialect.is_named_alone else {dialect.id})


@EVERY_DIALECT
def test_run_holds_the_reference_to_its_profile_smoke(dialect: Dialect) -> None:
    done = call("run", "--dialect", dialect.id, "--profile", "smoke")

    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


@EVERY_DIALECT
def test_doctor_asks_a_validator_about_it(dialect: Dialect) -> None:
    done = call(
        "doctor", "--dialect", dialect.id, "--validator", f"stream:{sys.executable} -m agentcard_conformance serve"
    )

    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


@EVERY_DIALECT
def test_export_hands_its_cards_on(dialect: Dialect) -> None:
    lines = call("export", "--dialect", dialect.id).stdout.splitlines()

    assert len(lines) == len(SUITE.fixtures([dialect.id]))


@EVERY_DIALECT
def test_explain_knows_its_requirements(dialect: Dialect) -> None:
    name = next(iter(dialect.requirements))

    assert name in call("explain", "--dialect", dialect.id, name).stdout.decode()


@EVERY_ONE_WRITTEN_BY_HAND
def test_new_writes_a_card_that_breaks_what_it_says(checkout: Checkout, dialect: Dialect) -> None:
    member, requirement = typed_member(dialect)
    done = checkout.run("new", "invalid", f"{dialect.id}/{requirement}/zero-for-words", "--set", f"/{member}=0")

    file = checkout.root / f"fixtures/invalid/{dialect.id}/{requirement}/zero-for-words.{dialect.extension}"
    assert (done.returncode, file.is_file()) == (0, True), done.stdout + done.stderr
    assert f"breaks {requirement} at /{member}" in done.stdout


@EVERY_ONE_WRITTEN_BY_HAND
def test_lint_fix_leaves_a_card_that_new_wrote_as_it_is(checkout: Checkout, dialect: Dialect) -> None:
    member, requirement = typed_member(dialect)
    checkout.run("new", "invalid", f"{dialect.id}/{requirement}/true-for-words", "--set", f"/{member}=true")
    file = checkout.root / f"fixtures/invalid/{dialect.id}/{requirement}/true-for-words.{dialect.extension}"
    before = file.read_bytes()

    checkout.run("lint", "--quick", "--fix", str(file))

    assert file.read_bytes() == before


@EVERY_ONE_WRITTEN_BY_HAND
def test_its_example_is_in_the_house_form_of_its_notation(dialect: Dialect) -> None:
    form = load_house_form(dialect.notation)
    value = load_notation(dialect.notation).decode(example(dialect), {}).value

    assert form
    assert form.lay_out(example(dialect)) == example(dialect) == form.encode(value)


@EVERY_DIALECT
def test_adequacy_lists_what_can_be_broken_of_it(dialect: Dialect) -> None:
    listed = call("adequacy", "--dialect", dialect.id, "--list").stdout.decode()

    assert f"code notations.{dialect.notation}" in listed
    assert all(f"schema /$defs/{name}" in listed for name in dialect.schema["$defs"])


@EVERY_DIALECT
def test_compare_finds_no_difference_to_itself(dialect: Dialect) -> None:
    schema = str(ROOT / f"schema/{dialect.id}/card.schema.json")
    done = call("compare", schema, schema, "--dialect", dialect.id, "--effort", "0", "--seconds", "300")

    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
