"""A verdict is held to what is expected and known, and what is known is written and read as it was."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.corpus import Suite, read_json, read_suite
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import (
    Answer,
    Expected,
    Fixture,
    KnownFailure,
    Outcome,
    Question,
    ReportedError,
    Result,
    Verdict,
)
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from agentcard_conformance.run.known_failures_file import read_expected, read_known_failures, write_known_failures
from agentcard_conformance.schema_engine.engine import schema_errors

SUITE = read_suite()
SCHEMA = read_json(SUITE.root / "schema" / "suite" / "expectations.schema.json")
SOME_REQUIREMENT = next(iter(SUITE.default.requirements.values()))
NOTHING_KNOWN = KnownFailures()


@pytest.fixture
def fixtures(small: Suite) -> dict[str, Fixture]:
    """The fixtures of the tiny suite, by path."""
    return {fixture.path: fixture for fixture in small.fixtures()}


@pytest.fixture
def number(fixtures: dict[str, Fixture]) -> Fixture:
    """One that is to be invalid."""
    return fixtures["invalid/note-1/title-type/number.json"]


def known(result: Any = Outcome.FAIL, **entry: str) -> KnownFailures:
    return KnownFailures((KnownFailure("because", **{**entry, "result": result}),))


def results(fixtures: dict[str, Fixture], answer: Answer, held: KnownFailures = NOTHING_KNOWN) -> list[Result]:
    return [hold_verdict(fixture, Verdict(answer), held) for fixture in fixtures.values()]


def refusal(tmp_path: Path, text: str) -> str:
    file = tmp_path / "known.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(SuiteError) as caught:
        read_known_failures(file)
    return str(caught.value).removeprefix(f"{file}: ")


@pytest.mark.parametrize(
    ("path", "answer", "outcome"),
    [
        ("valid/note-1/title-type/string.json", Answer.VALID, Outcome.PASS),
        ("valid/note-1/title-type/string.json", Answer.INVALID, Outcome.FAIL),
        ("valid/note-1/title-type/string.json", Answer.SKIP, Outcome.SKIP),
        ("valid/note-1/title-type/string.json", Answer.NONE, Outcome.NO_ANSWER),
        ("invalid/note-1/title-type/number.json", Answer.VALID, Outcome.FAIL),
        ("invalid/note-1/title-type/number.json", Answer.INVALID, Outcome.PASS),
        ("invalid/note-1/title-type/number.json", Answer.SKIP, Outcome.SKIP),
        ("invalid/note-1/title-type/number.json", Answer.NONE, Outcome.NO_ANSWER),
        ("contested/note-1/unique-names/title-twice.json", Answer.VALID, Outcome.READING),
        ("contested/note-1/unique-names/title-twice.json", Answer.INVALID, Outcome.READING),
        ("contested/note-1/unique-names/title-twice.json", Answer.SKIP, Outcome.READING),
        ("contested/note-1/unique-names/title-twice.json", Answer.NONE, Outcome.READING),
    ],
)
def test_a_verdict_is_held_to_what_is_expected(
    fixtures: dict[str, Fixture], path: str, answer: Answer, outcome: Outcome
) -> None:
    assert hold_verdict(fixtures[path], Verdict(answer), NOTHING_KNOWN).outcome is outcome


@pytest.mark.parametrize(
    "entry",
    [
        {"fixture": "invalid/note-1/title-type/number.json"},
        {"requirement": "title-type"},
        {"requirement": "note-1/title-type"},
    ],
)
@pytest.mark.parametrize(("answer", "result"), [(Answer.VALID, Outcome.FAIL), (Answer.NONE, Outcome.NO_ANSWER)])
def test_a_failure_that_is_listed_is_known(
    number: Fixture, entry: dict[str, str], answer: Answer, result: Outcome
) -> None:
    held = known(**entry, result=result)

    assert hold_verdict(number, Verdict(answer), held) == (
        number,
        Verdict(answer),
        Outcome.KNOWN_FAILURE,
        held.entries[0],
    )


@pytest.mark.parametrize("entry", [{"fixture": "invalid/note-1/title-type/number.json"}, {"requirement": "title-type"}])
@pytest.mark.parametrize(
    ("answer", "result", "outcome"),
    [(Answer.NONE, Outcome.FAIL, Outcome.NO_ANSWER), (Answer.VALID, Outcome.NO_ANSWER, Outcome.FAIL)],
)
def test_a_crash_is_no_known_wrong_answer_and_a_wrong_answer_no_known_crash(
    number: Fixture, entry: dict[str, str], answer: Answer, result: Outcome, outcome: Outcome
) -> None:
    assert hold_verdict(number, Verdict(answer), known(**entry, result=result)).outcome is outcome


def test_of_one_requirement_wrong_answers_and_crashes_may_be_listed(tmp_path: Path) -> None:
    entry = '[[known-failure]]\nrequirement = "a"\nreason = "r"\n'
    (tmp_path / "known.toml").write_text(entry + entry + 'result = "no-answer"\n')

    assert [each.result for each in read_known_failures(tmp_path / "known.toml").entries] == ["fail", "no-answer"]


@pytest.mark.parametrize(("answer", "outcome"), [(Answer.INVALID, Outcome.STALE), (Answer.SKIP, Outcome.SKIP)])
def test_a_fixture_that_is_listed_and_passes_is_stale(number: Fixture, answer: Answer, outcome: Outcome) -> None:
    assert hold_verdict(number, Verdict(answer), known(fixture=number.path)).outcome is outcome


def test_a_fixture_of_a_requirement_that_is_listed_may_pass(number: Fixture) -> None:
    held = hold_verdict(number, Verdict(Answer.INVALID), known(requirement="title-type"))

    assert (held.outcome, held.known) == (Outcome.PASS, None)


@pytest.mark.parametrize(
    "entry", [{"fixture": "number.json"}, {"requirement": "title"}, {"requirement": "note-2/title-type"}]
)
def test_a_failure_that_is_not_listed_is_none_of_the_known(number: Fixture, entry: dict[str, str]) -> None:
    assert hold_verdict(number, Verdict(Answer.VALID), known(**entry)).outcome is Outcome.FAIL


def test_the_entry_of_a_fixture_speaks_before_that_of_its_requirement(number: Fixture) -> None:
    wide, near = KnownFailure("wide", requirement="title-type"), KnownFailure("near", fixture=number.path)

    assert KnownFailures((wide, near)).entry_for(number) == near


@pytest.mark.parametrize("turn", [1, -1])
def test_the_entry_of_a_dialect_speaks_before_that_of_all(number: Fixture, turn: int) -> None:
    wide, near = KnownFailure("wide", requirement="title-type"), KnownFailure("near", requirement="note-1/title-type")

    assert KnownFailures((wide, near)[::turn]).entry_for(number) == near


def test_two_entries_about_the_same_are_refused(tmp_path: Path) -> None:
    entry = '[[known-failure]]\nrequirement = "a"\nreason = "{}"\n'

    assert refusal(tmp_path, entry.format("r") + entry.format("s")) == "names a twice; one entry says why it fails"


def test_an_entry_with_and_one_without_the_dialect_of_its_file_are_the_same(tmp_path: Path) -> None:
    entry = '[[known-failure]]\nrequirement = "{}title-type"\nreason = "r"\n'
    (tmp_path / "note-1.toml").write_text(entry.format("") + entry.format("note-1/"))

    with pytest.raises(SuiteError, match="names note-1/title-type twice"):
        read_expected({"note-1": tmp_path / "note-1.toml"})


def test_a_requirement_of_which_nothing_fails_any_more_is_stale(fixtures: dict[str, Fixture]) -> None:
    held = known(requirement="title-type")
    passing = [
        hold_verdict(each, Verdict(Answer(each.expected)), held)
        for each in fixtures.values()
        if each.expected != "contested"
    ]

    assert held.stale_requirements(passing, fixtures.values()) == list(held.entries)


@pytest.mark.parametrize("answer", [Answer.VALID, Answer.INVALID, Answer.SKIP, Answer.NONE])
def test_a_requirement_of_which_something_fails_is_not_stale(fixtures: dict[str, Fixture], answer: Answer) -> None:
    held = known(requirement="title-type")

    assert held.stale_requirements(results(fixtures, answer, held), fixtures.values()) == []


def test_a_requirement_that_was_not_asked_about_in_full_is_not_stale(
    fixtures: dict[str, Fixture], number: Fixture
) -> None:
    held = known(requirement="title-type")

    assert held.stale_requirements([hold_verdict(number, Verdict(Answer.INVALID), held)], fixtures.values()) == []


@pytest.mark.parametrize(
    "entry", [{"fixture": "a/b.json"}, {"requirement": "title-color"}, {"requirement": "note-2/title-type"}]
)
def test_an_entry_that_names_nothing_is_told(fixtures: dict[str, Fixture], entry: dict[str, str]) -> None:
    held = known(**entry)

    assert held.naming_nothing(fixtures.values()) == list(held.entries)


@pytest.mark.parametrize("name", ["requirement", "fixture"])
def test_an_entry_that_names_something_is_not(fixtures: dict[str, Fixture], number: Fixture, name: str) -> None:
    held = known(**{name: {"requirement": "title-type", "fixture": number.path}[name]})

    assert held.naming_nothing(fixtures.values()) == []


def test_entries_of_both_kinds_are_read(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(
        '[[known-failure]]\nfixture = "a/b.json"\nreason = "r"\nlink = "https://example.com"\n'
        '[[known-failure]]\nrequirement = "title-type"\nreason = "s"\n'
    )

    assert read_known_failures(file).entries == (
        KnownFailure("r", fixture="a/b.json", link="https://example.com"),
        KnownFailure("s", requirement="title-type"),
    )


def test_an_empty_file_knows_of_no_failure(tmp_path: Path) -> None:
    (tmp_path / "known.toml").touch()

    assert read_known_failures(tmp_path / "known.toml").entries == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[known-failure", "is not TOML: "),
        ('reason = "r"', "must hold [[known-failure]] entries and nothing else"),
        ("[known-failure]\na = 1", "must hold [[known-failure]] entries and nothing else"),
        ("known-failure = [1]", "known-failure 1 may have, as strings, fixture, link, reason, requirement, result"),
        ('[[known-failure]]\nfixture = 1\nreason = "r"', "known-failure 1 may have, as strings, "),
        ('[[known-failure]]\nfixture = "a"\nreason = "r"\nwhy = "r"', "known-failure 1 may have, as strings, "),
        ('[[known-failure]]\nreason = "r"', "known-failure 1 must name either a requirement or a fixture"),
        ('[[known-failure]]\nfixture = "a"\nrequirement = "b"\nreason = "r"', "known-failure 1 must name either"),
        ('[[known-failure]]\nfixture = "a"', "known-failure 1 gives no reason"),
        ('[[known-failure]]\nfixture = "a"\nreason = ""', "known-failure 1 gives no reason"),
        (
            '[[known-failure]]\nfixture = "a"\nreason = "r"\n[[known-failure]]\nfixture = "b"',
            "known-failure 2 gives no",
        ),
    ],
)
def test_a_file_that_is_no_list_of_known_failures_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert refusal(tmp_path, text).startswith(said)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "known.toml").write_bytes(b"\xff")

    with pytest.raises(SuiteError, match="is not TOML"):
        read_known_failures(tmp_path / "known.toml")


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_the_callers_mistake(tmp_path: Path, name: str) -> None:
    with pytest.raises(CallError, match=r"^the known failures .* cannot be read: "):
        read_known_failures(tmp_path / name)


@pytest.mark.parametrize(
    "said", ['a "quote" \\ and \n', "\u00e9\u202e\x1b[31m\x00\x7f", "\ud800", "\U0001f600", "'''\"\"\""]
)
def test_what_is_written_is_read_again(tmp_path: Path, number: Fixture, said: str) -> None:
    file = tmp_path / "known.toml"
    failing = Result(number, Verdict(Answer.VALID, errors=(ReportedError(message=said),)), Outcome.FAIL)

    assert write_known_failures(file, "a\nvalidator\u202e", [failing], [number]) == 1
    assert read_known_failures(file).entries == (
        KnownFailure(f"to be explained: answered valid, {said}".replace("\ud800", "?"), fixture=number.path),
    )


@settings(max_examples=50, deadline=None)
@given(
    reason=st.text(min_size=1),
    link=st.text(),
    name=st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1),
)
def test_what_was_known_is_kept_in_ascii(
    tmp_path_factory: pytest.TempPathFactory, reason: str, link: str, name: str
) -> None:
    file = tmp_path_factory.mktemp("kept") / "known.toml"
    fixture = Fixture(f"valid/{name}.json", Expected.VALID, SOME_REQUIREMENT, Question(b"", SUITE.default.id))
    entry = KnownFailure(reason, fixture=fixture.path, link=link)

    write_known_failures(
        file, name, [Result(fixture, Verdict(Answer.INVALID), Outcome.KNOWN_FAILURE, entry)], [fixture]
    )

    assert read_known_failures(file).entries == (entry,)
    assert file.read_bytes().isascii()


def test_all_that_fails_is_written_and_no_more(tmp_path: Path, fixtures: dict[str, Fixture]) -> None:
    file = tmp_path / "known.toml"

    count = write_known_failures(file, "accept-all", results(fixtures, Answer.VALID), fixtures.values())

    assert count == 5
    assert {entry.fixture for entry in read_known_failures(file).entries} == {
        path for path in fixtures if path.startswith("invalid/")
    }


def test_with_what_was_written_the_same_run_is_well(tmp_path: Path, fixtures: dict[str, Fixture]) -> None:
    file = tmp_path / "known.toml"
    write_known_failures(file, "accept-all", results(fixtures, Answer.VALID), fixtures.values())

    outcomes = {result.outcome for result in results(fixtures, Answer.VALID, read_known_failures(file))}

    assert outcomes == {Outcome.PASS, Outcome.READING, Outcome.KNOWN_FAILURE}


def test_what_is_written_holds_to_its_schema(tmp_path: Path, fixtures: dict[str, Fixture]) -> None:
    file = tmp_path / "known.toml"
    write_known_failures(file, "accept-all", results(fixtures, Answer.VALID), fixtures.values())

    assert list(schema_errors(SCHEMA, tomllib.loads(file.read_text("ascii")))) == []


def test_a_validator_that_did_not_answer_has_nothing_written_and_nothing_lost(
    tmp_path: Path, fixtures: dict[str, Fixture]
) -> None:
    file = tmp_path / "known.toml"
    file.write_text("# as it was")
    crashed = [*results(fixtures, Answer.VALID)[:-1], *results(fixtures, Answer.NONE)[-1:]]

    with pytest.raises(CallError, match="is not written: 1 cards got no answer, and a crash is not an expectation"):
        write_known_failures(file, "crasher", crashed, fixtures.values())
    assert [(each.name, each.read_text()) for each in tmp_path.glob("known*")] == [("known.toml", "# as it was")]


def test_no_answer_to_what_is_contested_hinders_nothing(tmp_path: Path, fixtures: dict[str, Fixture]) -> None:
    contested = [path.startswith("contested/") for path in fixtures]
    held = zip(contested, results(fixtures, Answer.NONE), results(fixtures, Answer.VALID), strict=True)

    assert (
        write_known_failures(
            tmp_path / "known.toml",
            "any",
            [silent if open_ else said for open_, silent, said in held],
            fixtures.values(),
        )
        == 5
    )


def test_a_folder_that_is_not_there_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"known.toml cannot be written: "):
        write_known_failures(tmp_path / "missing" / "known.toml", "any", [], [])


@pytest.mark.parametrize(
    "entry",
    [
        {"fixture": "a", "reason": "r"},
        {"requirement": "a", "reason": "r", "link": "l"},
        {"reason": "r"},
        {"fixture": "a"},
        {"fixture": "a", "requirement": "b", "reason": "r"},
        {"fixture": "a", "reason": ""},
        {"fixture": 1, "reason": "r"},
        {"fixture": "a", "reason": "r", "why": "w"},
        {"fixture": "a", "reason": "r", "result": "no-answer"},
        {"fixture": "a", "reason": "r", "result": "fail"},
        {"fixture": "a", "reason": "r", "result": "skip"},
    ],
)
def test_the_schema_and_the_reader_take_the_same_entries(tmp_path: Path, entry: dict[str, Any]) -> None:
    lines = "\n".join(f"{key} = {value!r}" for key, value in entry.items())
    (tmp_path / "known.toml").write_text(f"[[known-failure]]\n{lines}\n")

    try:
        read_known_failures(tmp_path / "known.toml")
        taken = True
    except SuiteError:
        taken = False

    assert taken is (list(schema_errors(SCHEMA, {"known-failure": [entry]})) == [])


KEPT = """\
# What is known of it.

# Numbers are read by somebody else's library.
[[known-failure]]
fixture = "invalid/note-1/title-type/number.json"
reason = "takes any scalar"   # since its first version

# Everything else.

[[known-failure]]
requirement = "json-syntax"
reason = "is not strict"
[[known-failure]]
fixture = "invalid/note-1/title-required/empty-object.json"
reason = "hangs"
result = "no-answer"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Known failures as somebody wrote them, with comments."""
    (tmp_path / "known.toml").write_text(KEPT)
    return tmp_path / "known.toml"


def test_entries_of_cards_that_were_not_asked_stay_as_they_were_written(
    file: Path, fixtures: dict[str, Fixture], number: Fixture
) -> None:
    count = write_known_failures(
        file, "any", [hold_verdict(number, Verdict(Answer.VALID), NOTHING_KNOWN)], fixtures.values()
    )

    assert (count, file.read_text()) == (3, KEPT)


def test_an_entry_goes_with_its_comment_when_its_card_does_not_fail_any_more(
    file: Path, fixtures: dict[str, Fixture], number: Fixture
) -> None:
    passing = hold_verdict(number, Verdict(Answer.INVALID), NOTHING_KNOWN)

    assert write_known_failures(file, "any", [passing], fixtures.values()) == 2
    assert file.read_text() == KEPT.replace(KEPT[KEPT.index("# Numbers") : KEPT.index("# Everything")], "\n", 1)


def test_the_entry_of_a_requirement_stays_while_one_of_its_cards_fails(
    file: Path, fixtures: dict[str, Fixture]
) -> None:
    answers = {
        path: Answer.VALID if "json-syntax" in path else Answer(each.expected)
        for path, each in fixtures.items()
        if each.expected != "contested"
    }
    asked = [hold_verdict(fixtures[path], Verdict(answer), NOTHING_KNOWN) for path, answer in answers.items()]

    write_known_failures(file, "any", asked, fixtures.values())

    assert [each.requirement for each in read_known_failures(file).entries] == ["json-syntax"]


def test_a_requirement_of_which_all_cards_pass_loses_its_entry(file: Path, fixtures: dict[str, Fixture]) -> None:
    asked = [
        hold_verdict(each, Verdict(Answer(each.expected)), NOTHING_KNOWN)
        for each in fixtures.values()
        if each.expected != "contested"
    ]

    assert write_known_failures(file, "any", asked, fixtures.values()) == 0
    assert file.read_text() == "# What is known of it.\n\n\n# Everything else.\n\n"


def test_a_known_crash_that_has_become_a_wrong_answer_is_listed_as_that(
    file: Path, fixtures: dict[str, Fixture]
) -> None:
    path = "invalid/note-1/title-required/empty-object.json"
    wrong = hold_verdict(fixtures[path], Verdict(Answer.VALID), NOTHING_KNOWN)

    assert write_known_failures(file, "any", [wrong], fixtures.values()) == 3
    assert read_known_failures(file).entries[-1].result is Outcome.FAIL


def test_entries_that_share_their_lines_are_not_rewritten(tmp_path: Path, number: Fixture) -> None:
    written = 'known-failure = [{fixture = "a", reason = "r"}]\n'
    (tmp_path / "known.toml").write_text(written)
    failing = hold_verdict(number, Verdict(Answer.VALID), NOTHING_KNOWN)

    with pytest.raises(CallError, match="give each entry its own"):
        write_known_failures(tmp_path / "known.toml", "any", [failing], [number])
    assert (tmp_path / "known.toml").read_text() == written
