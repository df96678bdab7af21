"""A schema of the suite that nothing can be held against is one sentence, and no verdict."""

import json
from pathlib import Path

import pytest

from small_checkout import small, with_toy

CONTEXT_SCHEMA = "schema/toy/context.schema.json"
WRONG = [
    ("3", "is no JSON Schema, which is an object or a boolean"),
    ("null", "is no JSON Schema, which is an object or a boolean"),
    ('{"type": "text"}', "cannot be used: Unknown type 'text'"),
    ('{"required": 3}', "cannot be used: 'int' object is not iterable"),
    ('{"$ref": "https://example.com/"}', "cannot be used: Unresolvable: https://example.com/"),
    ('{"$ref": "#"}', "cannot be used: it leads back to itself, or the value is nested too deeply for it"),
    ('{"properties": {"title": {"pattern": "("}}}', "cannot be used: Unbalanced parenthesis"),
]


@pytest.mark.parametrize("command", [["check", "schema/note-1/example.json"], ["run"]], ids=["check", "run"])
@pytest.mark.parametrize(("schema", "sentence"), WRONG)
def test_one_of_cards_is_a_sentence(tmp_path: Path, command: list[str], schema: str, sentence: str) -> None:
    checkout = small(tmp_path)
    checkout.write("schema/note-1/card.schema.json", schema)

    done = checkout.run(*command)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("agentcard-conformance: ")
    assert done.stderr.endswith(f"schema/note-1/card.schema.json: {sentence}\n")


@pytest.mark.parametrize("command", ["check --context schema/toy/context.json schema/toy/example.lines", "run"])
@pytest.mark.parametrize(("schema", "sentence"), WRONG)
def test_one_of_contexts_is_a_sentence(tmp_path: Path, command: str, schema: str, sentence: str) -> None:
    checkout = with_toy(tmp_path)
    checkout.write(CONTEXT_SCHEMA, schema.replace('"title"', '"today"'))

    done = checkout.run(*command.split(), "--dialect", "toy")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{CONTEXT_SCHEMA}: {sentence}\n")


def test_one_that_tells_cards_at_a_glance_is_a_sentence(tmp_path: Path) -> None:
    checkout = small(tmp_path)
    described = json.loads((checkout.root / "schema/note-1/dialect.json").read_text())
    checkout.write("schema/note-1/dialect.json", json.dumps({**described, "looks_like": {"type": "text"}}))

    done = checkout.run("check", "schema/note-1/example.json")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "agentcard-conformance: looks_like: {'type': 'text'} cannot be used as a schema: Unknown type 'text'\n"
    )


def test_lint_says_what_is_wrong_with_one_of_cards(tmp_path: Path) -> None:
    checkout = small(tmp_path)
    checkout.write("schema/note-1/card.schema.json", '{"type": "text"}')

    done = checkout.run("lint")

    assert done.returncode == 1, done.stderr
    assert 'schema/note-1/card.schema.json: /type: "text" is not a type of JSON Schema' in done.stdout


def test_lint_names_the_schema_and_not_the_contexts(tmp_path: Path) -> None:
    checkout = with_toy(tmp_path)
    checkout.write(CONTEXT_SCHEMA, '{"properties": {"today": {"pattern": "("}}}')

    done = checkout.run("lint")

    assert done.returncode == 1, done.stderr
    assert f"{CONTEXT_SCHEMA}: cannot be used: Unbalanced parenthesis" in done.stdout
    assert "context.json" not in done.stdout
