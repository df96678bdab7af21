"""A dialect in a notation of its own, with a context, and every command on it: no file of ours is edited to add it."""

import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from checkout_copy import ROOT, Checkout
from small_checkout import small

TOY = Path(__file__).parents[1] / "data" / "toy-dialect"
CARDS = sorted(file.relative_to(TOY / "fixtures").as_posix() for file in TOY.glob("fixtures/*/toy/**/*.lines"))
OVER = b"greeting: hello\nuntil: 2025-01-01\nhome: nowhere\n"
ALL_PASS = f"all    {len(CARDS):>4}     0        0"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The program of this checkout around a small suite, with the toy dialect copied in."""
    checkout = small(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", checkout.root / "conformance")
    shutil.copytree(TOY, checkout.root, dirs_exist_ok=True)
    return checkout


@pytest.fixture(scope="module")
def service(checkout: Checkout) -> Iterator[str]:
    """The address of a validator of the toy dialect on HTTP."""
    command = [sys.executable, "service.py"]
    environment = {"PYTHONPATH": str(checkout.root / "runner/src")}
    with subprocess.Popen(command, cwd=checkout.root, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/"
        process.kill()


@pytest.fixture(params=["reference", "stream", "once", "python", "http"])
def validator(request: pytest.FixtureRequest, service: str) -> list[str]:
    """The options that name a validator of the toy dialect, in each form."""
    specs = {
        "stream": f"stream:{sys.executable} -m agentcard_conformance serve",
        "once": f"once:{sys.executable} once.py {{dialect}} {{context}}",
        "python": "python:judging:judge",
        "http": service,
    }
    return [] if request.param == "reference" else ["--validator", specs[request.param]]


@pytest.fixture(scope="module")
def results(checkout: Checkout) -> object:
    """The results of the reference."""
    checkout.run("run", "--dialect", "toy", "--report=reference.json")
    return json.loads((checkout.root / "reference.json").read_bytes())["results"]


def written(folder: Path, card: bytes) -> str:
    file = folder / "card.lines"
    file.write_bytes(card)
    return str(file)


def context_file(checkout: Checkout) -> str:
    return str(checkout.root / "schema/toy/context.json")


def test_check_reads_its_notation_in_its_context(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("check", "--dialect", "toy", "--context", context_file(checkout), written(tmp_path, OVER))

    assert done.returncode == 1, done.stderr
    assert "card.lines:2:1: violation at /until\n    It ended on 2025-01-01, before today, 2026-01-01." in done.stdout
    assert "title-required" in done.stdout


def test_check_asks_for_the_context(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("check", "--dialect", "toy", written(tmp_path, OVER))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "agentcard-conformance: cards of toy are judged with a context: name a file with --context;"
        " see schema/toy/context.schema.json\n"
    )


def test_check_says_that_a_card_looks_like_it(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("check", written(tmp_path, OVER))

    assert done.returncode == 1, done.stderr
    assert "--dialect toy" in done.stdout


def test_run_holds_a_validator_to_it_in_every_form(
    checkout: Checkout, validator: list[str], results: object, tmp_path: Path
) -> None:
    done = checkout.run("run", "--dialect", "toy", *validator, f"--report={tmp_path / 'report.json'}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert ALL_PASS in done.stdout
    assert json.loads((tmp_path / "report.json").read_bytes())["results"] == results


def test_pytest_runs_its_fixtures_in_every_form(checkout: Checkout, validator: list[str]) -> None:
    done = checkout.pytest("-q", "--dialect", "toy", *validator)

    assert done.returncode == 0, done.stdout
    assert ALL_PASS in done.stdout


def test_pytest_runs_both_dialects(checkout: Checkout) -> None:
    done = checkout.pytest("-q", "--dialect", "toy", "--dialect", "note-1")

    assert done.returncode == 0, done.stdout
    assert "conformant to toy? all: yes" in done.stdout
    assert "conformant to note-1? core: yes, full: yes" in done.stdout


def test_lint_finds_nothing_wrong(checkout: Checkout) -> None:
    done = checkout.run("lint")

    assert done.returncode == 0, done.stdout + done.stderr


def test_lint_fix_lays_a_card_out(checkout: Checkout) -> None:
    file = checkout.write("fixtures/valid/toy/title-required/wide.lines", "greeting: hello\ntitle: Wide   \n")

    done = checkout.run("lint", "--fix", str(file))

    fixed = file.read_bytes()
    file.unlink()
    assert fixed == b"greeting: hello\ntitle: Wide\n", done.stdout


def test_new_writes_a_card_in_its_notation(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "toy/home-is-a-uri/a-bare-word", "--set", "/home=nowhere")

    file = checkout.root / "fixtures/invalid/toy/home-is-a-uri/a-bare-word.lines"
    card = file.read_bytes()
    file.unlink()
    assert done.returncode == 0, done.stdout + done.stderr
    assert card == b"greeting: hello\ntitle: Tea\nhome: nowhere\nuntil: 9999-12-31\n"


def test_new_judges_a_card_in_the_context_of_its_folder(checkout: Checkout) -> None:
    done = checkout.run("new", "invalid", "toy/greeting-agreed/in-french/salut", "--set", "/greeting=salut")

    (checkout.root / "fixtures/invalid/toy/greeting-agreed/in-french/salut.lines").unlink()
    assert "breaks greeting-agreed at /greeting: another greeting was agreed" in done.stdout, done.stderr


def test_explain_knows_its_requirements_and_its_fixtures(checkout: Checkout) -> None:
    requirement = checkout.run("explain", "--dialect", "toy", "greeting-agreed")
    fixture = checkout.run("explain", "fixtures/invalid/toy/greeting-agreed/in-french/hello.lines")

    assert "the decoder of lines" in requirement.stdout, requirement.stderr
    assert "another greeting was agreed" in fixture.stdout, fixture.stderr


def test_doctor_asks_in_its_context(checkout: Checkout, validator: list[str]) -> None:
    if not validator:
        validator = ["--validator", f"stream:{sys.executable} -m agentcard_conformance serve"]

    done = checkout.run("doctor", "--dialect", "toy", *validator)

    assert done.returncode == 0, done.stdout + done.stderr


def test_export_hands_its_contexts_on(checkout: Checkout) -> None:
    done = checkout.run("export", "--dialect", "toy")

    lines = {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}
    french = lines["invalid/toy/greeting-agreed/in-french/hello"]
    assert len(lines) == len(CARDS)
    assert french["context"] == {"greeting": "bonjour", "today": "2026-01-01"}
    assert base64.b64decode(french["card_base64"]) == b"greeting: hello\ntitle: Hello\n"


def test_dumps_hold_its_cards_as_texts(checkout: Checkout, tmp_path: Path) -> None:
    dump = tmp_path / "cards.jsonl"
    dump.write_text("\n".join(json.dumps(text) for text in ("greeting: hello\ntitle: Tea\n", OVER.decode())))

    done = checkout.run("check", "--jsonl", str(dump), "--dialect", "toy", "--context", context_file(checkout))

    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["valid"] for record in records] == [True, False], done.stderr
    assert {each["requirement"] for each in records[1]["violations"]} == {
        "title-required",
        "home-is-a-uri",
        "last-day-ahead",
    }


def test_adequacy_measures_its_notation_its_rules_and_its_schema(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--dialect", "toy", "--only", "*toy*")

    assert done.returncode in (0, 1), done.stderr
    listed = checkout.run("adequacy", "--dialect", "toy", "--list").stdout
    for part in ("notations.lines.reader", "notations.lines.splitting", "rules.toy", "schema /$defs/title-required"):
        assert part in listed


def test_compare_finds_whose_cards_a_change_breaks(checkout: Checkout, tmp_path: Path) -> None:
    schema = json.loads((checkout.root / "schema/toy/card.schema.json").read_text())
    schema["$defs"]["title-required"]["required"] = ["title", "home"]
    changed = tmp_path / "card.schema.json"
    changed.write_text(json.dumps(schema))

    done = checkout.run("compare", "toy", str(changed), "--dialect", "toy", "--seconds", "300")

    assert done.returncode == 1, done.stderr
    assert "fixtures/valid/toy/title-required/blank-at-the-end.lines" in done.stdout


def test_results_have_a_table_for_it(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run("run", "--dialect", "toy", f"--report={tmp_path / 'toy.json'}")

    done = checkout.run("report", "--format", "results", str(tmp_path / "toy.json"))

    assert "## toy" in done.stdout, done.stderr
