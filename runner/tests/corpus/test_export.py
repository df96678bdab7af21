"""The corpus travels whole, and the same from every machine."""

import base64
import io
import json
import os
import pty
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import read_suite
from checkout_copy import Checkout, copied
from program_call import COMMAND, call, surroundings

SUITE = read_suite()
ROOT = SUITE.root
DEFAULT = SUITE.default.id


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in call("export").stdout.splitlines()]


@pytest.fixture(scope="module")
def tar() -> bytes:
    return call("export", "--format", "tar").stdout


def names(tar: bytes) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        return archive.getnames()


def test_every_fixture_is_a_line_with_its_bytes(lines: list[dict[str, Any]]) -> None:
    exported = {line["id"]: base64.b64decode(line["card_base64"]) for line in lines}
    fixtures = read_suite().fixtures()
    assert exported == {each.path.rpartition(".")[0]: each.question.card for each in fixtures}
    assert len(lines) == len(fixtures)


def test_a_line_says_all_that_a_reader_needs_without_our_files(lines: list[dict[str, Any]]) -> None:
    members = ["id", "dialect", "requirement", "level", "profiles", "section", "expected", "card_base64", "context"]
    published = [line for line in lines if "projection" in line]
    assert {tuple(line) for line in lines} == {tuple(members), (*members, "projection")}
    assert published and all(line["context"]["project"] is True for line in published)
    assert {line["expected"] for line in lines} == {"valid", "invalid", "contested"}
    assert {line["level"] for line in lines} == {"must", "should", "advice", "contested"}
    told = {(line["dialect"], line["requirement"], *line["profiles"], line["section"]) for line in lines}
    assert told == {
        (each.dialect, each.requirement.id, *sorted(each.requirement.profiles), each.requirement.section)
        for each in SUITE.fixtures()
    }
    paths = [f"{line['expected']}/{line['dialect']}/{line['requirement']}/" for line in lines]
    assert [line["id"] for line, path in zip(lines, paths, strict=True) if not line["id"].startswith(path)] == []


def test_the_lines_are_sorted_and_ascii() -> None:
    exported = call("export").stdout
    ids = [json.loads(line)["id"] for line in exported.splitlines()]
    assert ids == sorted(ids)
    assert exported.isascii()


def test_only_the_dialect_that_was_named_is_exported(tmp_path: Path) -> None:
    checkout = with_second_dialect(tmp_path)
    exported = checkout.run("export", "--dialect", "second").stdout
    assert [json.loads(line)["dialect"] for line in exported.splitlines()] == ["second"]


def with_second_dialect(root: Path) -> Checkout:
    checkout = copied(root)
    for name in ("card.schema.json", "requirements.json", "dialect.json"):
        text = (root / "schema" / DEFAULT / name).read_text()
        checkout.write(f"schema/second/{name}", text.replace('"default": true', '"default": false'))
    checkout.write("fixtures/valid/second/member-order/sorted.json", "{}")
    return checkout


def test_a_tar_of_one_dialect_holds_nothing_of_another(tmp_path: Path) -> None:
    checkout = with_second_dialect(tmp_path)
    checkout.run("export", "--dialect", "second", "--format", "tar", "--output", "second.tar")
    held = names((tmp_path / "second.tar").read_bytes())
    assert {name.split("/")[1] for name in held if name.startswith("schema/")} == {"second", "suite"}
    fixtures = {name for name in held if name.startswith("fixtures/")} - {"fixtures/.gitattributes"}
    assert fixtures == {"fixtures/valid/second/member-order/sorted.json"}


def test_an_unknown_dialect_is_a_wrong_call() -> None:
    done = call("export", "--dialect", "nothing")
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_tar_holds_the_fixtures_and_the_schemas_as_they_lie_in_the_suite(tar: bytes) -> None:
    held = names(tar)
    assert [name for name in held if not (ROOT / name).is_file()] == []
    assert {f"fixtures/{each.path}" for each in read_suite().fixtures()} - set(held) == set()
    assert {f"schema/{DEFAULT}/card.schema.json", "schema/suite/check.schema.json"} <= set(held)


def test_a_tar_holds_the_bytes_of_a_fixture(tar: bytes) -> None:
    fixture = read_suite().fixtures()[0]
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        held = archive.extractfile(f"fixtures/{fixture.path}")
        assert held
        assert held.read() == fixture.question.card


def test_a_tar_tells_nothing_of_the_machine_that_made_it(tar: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        told = {(each.mtime, each.uid, each.gid, each.uname, each.gname, each.mode) for each in archive}
    assert told == {(0, 0, 0, "", "", 0o644)}
    assert names(tar) == sorted(names(tar))


def test_a_tar_is_the_same_when_files_are_touched_and_their_modes_changed(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    checkout.run("export", "--format", "tar", "--output", "before.tar")
    for file in (tmp_path / "schema").rglob("*.json"):
        os.utime(file, (1, 1))
        file.chmod(0o600)
    checkout.run("export", "--format", "tar", "--output", "after.tar")
    assert (tmp_path / "after.tar").read_bytes() == (tmp_path / "before.tar").read_bytes()


def test_tar_itself_can_read_it(tar: bytes, tmp_path: Path) -> None:
    subprocess.run(["tar", "xf", "-", "-C", str(tmp_path)], input=tar, check=True)  # wherever it is
    assert sorted(each.name for each in tmp_path.iterdir()) == ["fixtures", "schema"]


def test_a_tar_is_not_written_to_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [*COMMAND, "export", "--format", "tar"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False, env=surroundings(), timeout=20)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert b"say --output FILE" in done.stderr


def test_a_file_takes_the_place_of_an_older_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "fixtures.jsonl").write_text("older")
    done = call("export", "--output", "fixtures.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / "fixtures.jsonl").read_bytes() == call("export").stdout
    assert [each.name for each in tmp_path.iterdir()] == ["fixtures.jsonl"]


def test_whoever_has_the_older_file_open_goes_on_reading_the_whole_of_it(tmp_path: Path) -> None:
    (tmp_path / "fixtures.jsonl").write_text("older")
    with (tmp_path / "fixtures.jsonl").open() as older:
        call("export", "--output", "fixtures.jsonl", cwd=tmp_path)
        assert older.read() == "older"


def test_an_export_that_fails_leaves_the_older_file_as_it_was(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    checkout.write("fixtures.jsonl", "older")
    checkout.write(f"fixtures/valid/{DEFAULT}/no-such-requirement/card.json", "{}")
    done = checkout.run("export", "--output", "fixtures.jsonl")
    assert (done.returncode, (tmp_path / "fixtures.jsonl").read_text()) == (2, "older")


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    done = call("export", "--output", "no/such/folder.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == b"agentcard-conformance: no/such/folder.jsonl cannot be written: No such file or directory\n"


def test_a_device_stays_a_device() -> None:
    assert call("export", "--output", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()
