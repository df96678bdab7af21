"""The schema helps in an editor, and docs/schema.md says exactly what it cannot say."""

import json
import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import Suite, parse_json
from agentcard_conformance.model import Expected, Fixture, Json
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_schema
from agentcard_conformance.schema_engine.subschemas import walk_schema
from checkout_copy import ROOT
from document_steps import Step, install, steps

PAGE = ROOT / "docs" / "schema.md"


def described_parts(suite: Suite) -> list[dict[str, Any]]:
    """What an editor shows the description of: each member and item; the card as a whole is left out."""
    parts = [part for _, part in walk_schema(suite.default.schema) if isinstance(part, dict) and "description" in part]
    return [part for part in parts if "$schema" not in part]


def reader(suite: Suite) -> Iterator[tuple[Fixture, Json]]:
    """Each scored card that a strict reader of JSON can read, with its value."""
    for fixture in suite.fixtures([suite.default.id]):
        if fixture.expected is not Expected.CONTESTED and (text := _decoded(fixture.question.card)) is not None:
            try:
                yield fixture, parse_json(text)
            except ValueError:
                continue


def _decoded(card: bytes) -> str | None:
    try:
        return card.decode()
    except UnicodeDecodeError:
        return None


def wrong_cards(suite: Suite, *, formats: bool) -> dict[str, list[Fixture]]:
    """By requirement, the cards on which the schema alone gives the wrong verdict."""
    is_valid: IsValid = compile_schema(suite.default.schema, formats=formats).is_valid
    found: dict[str, list[Fixture]] = defaultdict(list)
    for fixture, value in reader(suite):
        if is_valid(value) is not (fixture.expected is Expected.VALID):
            found[fixture.requirement.id].append(fixture)
    return found


def rows(mark: str) -> dict[str, str]:
    """Of the table that follows a mark on the page, each requirement with the card that is named."""
    table = PAGE.read_text("utf-8").partition(f"<!-- {mark} -->\n\n")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `(.+)` \| `(.+)` \|$", table, re.MULTILINE))


@pytest.fixture(scope="module")
def with_formats(suite: Suite) -> dict[str, list[Fixture]]:
    return wrong_cards(suite, formats=True)


def test_the_page_names_what_the_schema_cannot_say(with_formats: dict[str, list[Fixture]]) -> None:
    named = rows("with formats")

    assert named.keys() == with_formats.keys()
    assert all(named[name] in {each.path for each in cards} for name, cards in with_formats.items())


def test_the_page_names_what_takes_formats(suite: Suite, with_formats: dict[str, list[Fixture]]) -> None:
    without, named = wrong_cards(suite, formats=False), rows("without formats")

    assert named.keys() == without.keys() - with_formats.keys()
    assert all(path in {each.path for each in without[name]} for name, path in named.items())


def test_the_page_copies_what_is_there() -> None:
    assert (ROOT / "schema" / "agentcard-draft-00" / "card.schema.json").is_file()
    assert "schema/agentcard-draft-00/card.schema.json" in PAGE.read_text("utf-8")


def test_the_page_gives_vs_code_the_words_for_each_pattern(suite: Suite, tmp_path: Path) -> None:
    installed = install(tmp_path / "programs")
    script = "".join(each.commands for each in steps(PAGE.read_text("utf-8")) if isinstance(each, Step))
    paths = os.pathsep.join([str(installed), os.environ["PATH"]])
    subprocess.run(["bash", "-euc", script], cwd=tmp_path, env={**os.environ, "PATH": paths}, check=True)

    parts = [part for _, part in walk_schema(json.loads((tmp_path / "card.schema.json").read_text("utf-8")))]
    form = suite.default.requirements["agent-id-form"].statement
    assert [part["patternErrorMessage"] for part in parts if str(part).count("{26}") == 1 and "pattern" in part] == [
        form
    ]


def test_the_hook_of_the_page_is_the_version_that_is_measured() -> None:
    (pinned,) = (line for line in Path(ROOT / "constraints.txt").read_text().splitlines() if "check-jsonschema" in line)

    assert f"rev: {pinned.partition('==')[2]}\n" in PAGE.read_text("utf-8")


def test_every_member_has_examples(suite: Suite) -> None:
    assert [part["title"] for part in described_parts(suite) if not part.get("examples")] == []


def test_every_example_is_right(suite: Suite) -> None:
    definitions = suite.default.schema["$defs"]
    wrong = [
        (part["title"], example)
        for part in described_parts(suite)
        for example in part["examples"]
        if not compile_schema({**part, "$defs": definitions}, formats=True).is_valid(example)
    ]

    assert wrong == []


def test_all_values_of_an_enumeration_are_examples_and_described(suite: Suite) -> None:
    enumerated = 0
    for part in described_parts(suite):
        for values in enumerations(suite, part):
            enumerated += 1
            assert part["examples"] == values
            assert [value for value in values if value not in part["description"]] == []
    assert enumerated == sum("enum" in json.dumps(each) for each in suite.default.schema["$defs"].values())


def enumerations(suite: Suite, part: dict[str, Any]) -> Iterator[list[str]]:
    """The values of each enumeration that a member is held to by name."""
    for each in part.get("allOf", ()):
        definition = suite.default.schema["$defs"][each["$ref"].rpartition("/")[2]]
        if found := definition.get("enum") or definition.get("then", {}).get("enum"):
            yield found


def test_annotations_change_no_verdict(suite: Suite) -> None:
    bare = json.loads(json.dumps(suite.default.schema))
    for _, part in walk_schema(bare):
        if isinstance(part, dict):
            for name in ("title", "description", "examples"):
                part.pop(name, None)
    plain, annotated = (compile_schema(each, formats=True).is_valid for each in (bare, suite.default.schema))

    assert "examples" not in json.dumps(bare)
    assert [fixture.path for fixture, value in reader(suite) if plain(value) is not annotated(value)] == []
