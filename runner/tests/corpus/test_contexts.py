"""Contexts: what the cards of a dialect are judged with from outside, and what is refused as one."""

import json
import shutil
from pathlib import Path

import pytest

from agentcard_conformance.corpus import context_problem, given_context, read_context, read_suite
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Answer, Question
from agentcard_conformance.reference import Reference

NUMBER = "invalid/note-1/title-type/number.json"
SCHEMA = Path("schema", "note-1", "context.schema.json")
DEFAULT = Path("schema", "note-1", "context.json")


def context_of(root: Path, path: str) -> object:
    return next(fixture.question.context for fixture in read_suite(root).fixtures() if fixture.path == path)


def need_a_sender(root: Path) -> None:
    """From now on a note is judged with the name of its sender."""
    described = json.loads((root / SCHEMA).read_text())
    (root / SCHEMA).write_text(json.dumps({**described, "required": ["from"]}))
    (root / DEFAULT).write_text('{"from": "everybody"}')


def test_a_fixture_without_a_nearer_one_has_the_default_of_its_dialect(tiny: Path) -> None:
    need_a_sender(tiny)

    assert context_of(tiny, NUMBER) == {"from": "everybody"}


def test_a_nearer_one_replaces_the_default_whole(tiny: Path) -> None:
    need_a_sender(tiny)
    (tiny / "schema/note-1/context.json").write_text('{"from": "everybody", "now": 1}')
    (tiny / "fixtures" / NUMBER).with_name("context.json").write_text('{"from": "me"}')

    assert context_of(tiny, NUMBER) == {"from": "me"}


def test_one_that_the_schema_refuses_is_named_with_the_place(tiny: Path) -> None:
    file = (tiny / "fixtures" / NUMBER).with_name("context.json")
    file.write_text('{"now": "early"}')

    with pytest.raises(SuiteError, match=r"context\.json: does not fit note-1: at /now, it is a string"):
        context_of(tiny, NUMBER)


def test_a_default_that_the_schema_refuses_is_named(tiny: Path) -> None:
    (tiny / DEFAULT).write_text('{"when": 1}')

    with pytest.raises(SuiteError, match=r"schema/note-1/context\.json: does not fit note-1"):
        context_of(tiny, NUMBER)


def test_a_dialect_without_a_schema_for_contexts_takes_none(tiny: Path) -> None:
    (tiny / SCHEMA).unlink()
    (tiny / "fixtures" / NUMBER).with_name("context.json").write_text('{"now": 1}')

    with pytest.raises(SuiteError, match=r"is not wanted: note-1 has no context\.schema\.json"):
        context_of(tiny, NUMBER)


def test_two_dialects_have_each_its_own_default(tiny: Path) -> None:
    need_a_sender(tiny)
    shutil.copytree(tiny / "schema/note-1", tiny / "schema/note-2")
    described = (tiny / "schema/note-2/dialect.json").read_text()
    (tiny / "schema/note-2/dialect.json").write_text(described.replace('"default": true', '"default": false'))
    (tiny / "schema/note-2/context.json").write_text('{"from": "somebody"}')
    shutil.copytree(tiny / "fixtures/invalid/note-1", tiny / "fixtures/invalid/note-2")

    assert context_of(tiny, NUMBER) == {"from": "everybody"}
    assert context_of(tiny, NUMBER.replace("note-1", "note-2")) == {"from": "somebody"}


def test_none_is_needed_where_the_schema_accepts_the_empty_one(tiny: Path) -> None:
    assert given_context(None, read_suite(tiny).default) == {}


def test_one_that_is_needed_and_not_given_is_asked_for(tiny: Path) -> None:
    need_a_sender(tiny)

    with pytest.raises(CallError, match=r"judged with a context: name a file with --context; see schema/note-1/"):
        given_context(None, read_suite(tiny).default)


def test_a_file_that_is_not_there_is_a_sentence(tiny: Path) -> None:
    with pytest.raises(SuiteError, match=r"cannot be read \(No such file"):
        read_context(tiny / "nothing.json", read_suite(tiny).default)


def test_the_reference_skips_a_card_without_the_context_it_needs(tiny: Path) -> None:
    need_a_sender(tiny)
    suite = read_suite(tiny)

    (verdict,) = Reference(suite.dialects).judge([Question(b'{"title": "Tea"}', "note-1")])

    assert (verdict.answer, verdict.why) == (
        Answer.SKIP,
        'the context does not fit note-1: at the top level, "from" is missing',
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"now": ' + "[" * 100_000, "it is nested too deeply"),
        ('{"now": 1, "now": 2}', "the member 'now' stands twice in one object"),
        ('{"now": NaN}', "NaN is not JSON"),
        ('{"now": -1e999}', "-1e999 is larger than a number of 64 bits can be"),
    ],
    ids=["deep", "a member twice", "NaN", "beyond all numbers"],
)
def test_one_that_programs_would_read_otherwise_is_refused(tiny: Path, text: str, sentence: str) -> None:
    (tiny / DEFAULT).write_text(text)

    with pytest.raises(SuiteError, match=f"cannot be read as JSON: {sentence}$"):
        read_context(tiny / DEFAULT, read_suite(tiny).default)


@pytest.mark.parametrize(("levels", "problem"), [(100, ""), (101, "is nested more than 100 levels deep")])
def test_one_that_is_too_deep_for_the_engine_is_no_fault_of_the_schema(tiny: Path, levels: int, problem: str) -> None:
    (tiny / SCHEMA).write_text('{"type": "object", "additionalProperties": {"$ref": "#"}}')
    context: dict[str, object] = {}
    for _ in range(levels - 1):
        context = {"a": context}

    assert context_problem(read_suite(tiny).default, context) == problem
