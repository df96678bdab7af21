"""The programs that hold `compare`, and others, to published labels count what is right, wrong and open."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
JAR = "apicurio-registry-schema-util-json-3.0.9-tests.jar"
MEMBER = "io/apicurio/registry/rules/compatibility/jsonschema/compatibility-test-data.json"
CORPUS = "Apicurio Registry"
TEXT, ANYTHING = {"type": "string"}, {"title": "anything"}
CASES = [
    {"id": "widened", "original": TEXT, "updated": ANYTHING, "compatibility": "backward"},
    {"id": "said the wrong way round", "original": TEXT, "updated": ANYTHING, "compatibility": "forward"},
]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / JAR, "w") as jar:
        jar.writestr(MEMBER, json.dumps({"tests": CASES}))
    return tmp_path


def told(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH / program, *arguments], capture_output=True, text=True, check=False)


def test_a_label_that_compare_contradicts_is_counted_and_an_error(labels: Path) -> None:
    done = told("labels.py", labels, CORPUS)

    assert "2 right      0 erratum      2 wrong" in done.stdout.splitlines()[-1]
    assert done.returncode == 1


def test_a_corpus_that_was_named_and_is_not_there_is_an_error(tmp_path: Path, labels: Path) -> None:
    with zipfile.ZipFile(labels / JAR, "w") as jar:
        jar.writestr(MEMBER, json.dumps({"tests": CASES[:1]}))

    statuses = [told("labels.py", tmp_path, *names).returncode for names in ([CORPUS], [CORPUS, "jsoncompat"])]

    assert statuses == [0, 1]


def test_a_peer_is_asked_about_each_pair(labels: Path, tmp_path: Path) -> None:
    done = told("peers.py", labels, tmp_path / "peers", "--peer", "compare", "--corpus", CORPUS)

    assert done.stdout.splitlines()[-1].startswith(f"| {CORPUS} | 2 / 2 / 0 / 0, ")


def test_each_erratum_says_why_and_its_card_is_json() -> None:
    errata = json.loads((BENCH / "labels" / "errata.json").read_text("utf-8"))
    entries = [entry for corpus in errata.values() for entry in corpus.values()]

    assert all(entry["why"] for entry in entries)
    assert [json.loads(entry["card"]) for entry in entries if "card" in entry]
