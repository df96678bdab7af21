"""A validator's fault costs the card that it belongs to, and no other verdict."""

import json
import os
import sys
from pathlib import Path

import pytest

from agentcard_conformance.errors import CallError, NotStarted
from agentcard_conformance.model import Answer, Description, Identity, Question, Verdict
from agentcard_conformance.validators import ExternalJudge, open_judge
from agentcard_conformance.validators.descriptions import describe_validator

HERE = Path(__file__).parents[1]
POISON = "poison"

FAULTS_ON_A_CARD = ("crash", "hang", "prose", "valid-as-text", "wrong-id", "half-a-line", "flood", "daemon-and-exit")
"""One of each kind; test_hostile_validators.py has all of them."""

DIALECT = "whatever-it-reads"


def questions(count: int = 60, poisoned: tuple[int, ...] = ()) -> list[Question]:
    return [Question(card(number, number in poisoned), DIALECT) for number in range(count)]


def card(number: int, poisoned: bool) -> bytes:
    members: dict[str, object] = {"number": number}
    if number % 2:
        members["name"] = "agent"
    if poisoned:
        members[POISON] = True
    return json.dumps(members).encode()


def honest(asked: list[Question]) -> list[Answer]:
    return [Answer.VALID if b'"name"' in each.card else Answer.INVALID for each in asked]


def zoo(behaviour: str, *options: str, timeout: float = 0.5, startup_timeout: float = 20) -> ExternalJudge:
    words = [sys.executable, "-m", "zoo.program", behaviour, *options]
    target = " ".join(f"'{word}'" for word in words)
    description = Description(
        f"stream:{behaviour}",
        "stream",
        target,
        Identity(""),
        HERE,
        timeout=timeout,
        startup_timeout=startup_timeout,
    )
    return open_judge(description, "0.1.0", {})


def answers(verdicts: list[Verdict]) -> list[Answer]:
    return [verdict.answer for verdict in verdicts]


def asked_of(behaviour: str, asked: list[Question], *options: str, timeout: float = 0.5) -> list[Verdict]:
    with zoo(behaviour, *options, timeout=timeout) as judge:
        return judge.judge(asked)


@pytest.mark.parametrize("behaviour", ["honest", "slow", "noise", "exit-behind", "crash-fifth", "twice", "contradict"])
def test_a_validator_that_answers_every_card_loses_no_verdict(behaviour: str) -> None:
    asked = questions()
    assert answers(asked_of(behaviour, asked, timeout=5)) == honest(asked)


def test_answers_in_another_order_are_put_in_order() -> None:
    asked = questions()
    assert answers(asked_of("reverse", asked, "--count", "60", timeout=5)) == honest(asked)


@pytest.mark.parametrize(
    ("behaviour", "expected"), [("accept", Answer.VALID), ("refuse", Answer.INVALID), ("skip", Answer.SKIP)]
)
def test_one_answer_for_all_cards_is_heard_for_all(behaviour: str, expected: Answer) -> None:
    assert answers(asked_of(behaviour, questions())) == [expected] * 60


def test_a_validator_that_goes_by_the_order_of_cards_is_heard_as_it_is() -> None:
    heard = answers(asked_of("alternate", questions()))
    assert sorted(heard) == [Answer.INVALID] * 30 + [Answer.VALID] * 30


@pytest.mark.parametrize("behaviour", FAULTS_ON_A_CARD)
def test_a_fault_costs_its_own_cards_and_no_other_verdict(behaviour: str) -> None:
    asked = questions(poisoned=(7, 8, 59))
    expected = honest(asked)
    for place in (7, 8, 59):
        expected[place] = Answer.NONE
    assert answers(asked_of(behaviour, asked, "--on", POISON)) == expected


@pytest.mark.parametrize("behaviour", ["crash", "prose", "valid-as-text", "wrong-id", "crash-first"])
def test_ten_faults_in_a_row_end_the_asking(behaviour: str) -> None:
    with zoo(behaviour) as judge:
        verdicts = judge.judge(questions())
        unasked = [verdict for verdict in verdicts if verdict.why.startswith("not asked")]
        assert (answers(verdicts), len(unasked), judge.gave_up) == ([Answer.NONE] * 60, 50, True)


def test_hanging_on_every_card_ends_the_asking_too() -> None:
    with zoo("hang", timeout=0.1) as judge:
        assert answers(judge.judge(questions())) == [Answer.NONE] * 60
        assert judge.gave_up


def test_who_was_given_up_is_not_asked_in_the_next_judging() -> None:
    with zoo("crash") as judge:
        judge.judge(questions(12))
        assert {verdict.why[:9] for verdict in judge.judge(questions(3))} == {"not asked"}


def test_faults_are_counted_across_judgings() -> None:
    with zoo("valid-as-text") as judge:
        for question in questions(10):
            judge.judge([question])
        assert judge.gave_up


def test_an_answer_ends_a_row_of_faults() -> None:
    asked = questions(poisoned=tuple(number for number in range(60) if number % 3))
    with zoo("valid-as-text", "--on", POISON) as judge:
        for question in asked:
            judge.judge([question])
        assert not judge.gave_up


def test_a_crash_that_does_not_come_again_costs_nothing(tmp_path: Path) -> None:
    asked = questions()
    verdicts = asked_of("crash-once", asked, "--state", str(tmp_path / "state"))
    assert answers(verdicts) == honest(asked)


def test_a_judging_can_follow_a_judging_that_met_a_fault() -> None:
    asked = questions(poisoned=(3,))
    with zoo("crash", "--on", POISON) as judge:
        judge.judge(asked[:16])
        assert answers(judge.judge(asked[16:])) == honest(asked[16:])


def test_the_same_question_may_be_asked_again() -> None:
    asked = questions(5) * 3
    with zoo("honest") as judge:
        judge.judge(asked)
        assert answers(judge.judge(asked)) == honest(asked)


def test_nothing_asked_is_nothing_answered() -> None:
    with zoo("honest") as judge:
        assert judge.judge([]) == []


@pytest.mark.parametrize(
    "behaviour", ["twice-1-ms-apart", "twice-12-ms-apart", "twice-30-ms-apart", "twice-70-ms-apart"]
)
@pytest.mark.parametrize("at_once", [1, 4, 30])
def test_a_second_answer_is_not_heard_whenever_it_comes(behaviour: str, at_once: int) -> None:
    asked = questions(8)
    with zoo(behaviour, timeout=5) as judge:
        heard = [each for start in range(0, 8, at_once) for each in judge.judge(asked[start : start + at_once])]
        assert (answers(heard), judge.restarts) == (honest(asked), [])


def test_answering_one_card_for_ever_costs_no_other() -> None:
    asked = questions(8, poisoned=(3,))
    assert answers(asked_of("itself-for-ever", asked, "--on", POISON)) == honest(asked)


def test_a_fault_is_told_without_the_id_that_it_was_asked_with() -> None:
    verdict = asked_of("echo", questions(1))[0]
    assert '{"id": ID, "dialect"' in verdict.why


def test_of_a_process_that_was_killed_only_whole_lines_are_told() -> None:
    verdict = asked_of("noise-for-ever", questions(1))[0]
    assert verdict.why.endswith(r"its standard error ends: \x1b[2J noise \xff ::error::owned")


def test_a_gigabyte_of_standard_error_costs_nothing() -> None:
    asked = questions(20, poisoned=(7,))
    assert answers(asked_of("gigabyte", asked, "--on", POISON, timeout=20)) == honest(asked)


def test_what_crashes_is_quoted_without_its_control_characters() -> None:
    verdict = asked_of("crash", questions(1))[0]
    assert verdict.why == "exited with status 1; its standard error ends: ZeroDivisionError: a bug of the validator"


def test_what_is_garbled_is_quoted_in_ascii() -> None:
    verdict = asked_of("prose", questions(1))[0]
    assert verdict.why == r"wrote a line that is not one JSON object in UTF-8: valid, I suppose \xff \x1b[31m"


def test_hostile_complaints_come_out_short_and_harmless() -> None:
    verdicts = [asked_of(behaviour, questions(1), timeout=5)[0] for behaviour in ("odd-text", "thousand-errors")]
    texts = [text for verdict in verdicts for error in verdict.errors for text in error]
    assert [len(verdict.errors) for verdict in verdicts] == [1, 32]
    assert all(text.isascii() and text.isprintable() and len(text) <= 500 for text in texts)


def test_a_card_too_long_for_a_line_is_not_asked_and_harms_no_other() -> None:
    asked = [Question(b" " * (13 * 1024 * 1024), DIALECT), *questions(3)]
    verdicts = asked_of("honest", asked, timeout=5)
    assert answers(verdicts) == [Answer.NONE, *honest(asked[1:])]


def test_a_card_of_megabytes_passes_through_the_pipe() -> None:
    asked = [Question(b'{"name": "' + b"x" * (5 * 1024 * 1024) + b'"}', DIALECT), *questions(3)]
    assert answers(asked_of("honest", asked, timeout=20)) == honest(asked)


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("start-die", "the validator exited with status 1\n  | no licence found\n  | bye"),
        ("start-prose", "not one JSON object in UTF-8: Hello! Ready when you are."),
        ("start-version-2", "speaks version 2 of the stream protocol, not version 1"),
        ("start-flood", "wrote a line of more than 16 MiB"),
    ],
)
def test_who_does_not_shake_hands_is_not_started(behaviour: str, sentence: str) -> None:
    with pytest.raises(NotStarted) as raised, zoo(behaviour):
        pass
    assert sentence in str(raised.value)


def test_who_does_not_greet_in_time_is_not_started() -> None:
    with pytest.raises(NotStarted, match=r"within 0\.3 seconds"), zoo("start-hang", startup_timeout=0.3):
        pass


def test_a_command_that_is_not_there_is_a_wrong_call() -> None:
    with pytest.raises(CallError, match="command not found: no-such-program"):
        describe_validator("stream:no-such-program --fast", HERE)


def test_a_file_of_this_folder_needs_its_folder_in_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "judge-cards").write_text("#!/bin/sh")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CallError, match=r"judge-cards is no command; for the file in this folder write \./judge-cards"):
        describe_validator("stream:judge-cards", HERE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("neither a script nor a binary", "its first line names no program after #!"),
        ("#!/bin/sh\r\nexit 0\r\n", "the program that its first line names after #! is not there"),
    ],
    ids=["no first line", "a carriage return"],
)
def test_a_file_that_cannot_be_executed_is_not_started(tmp_path: Path, text: str, why: str) -> None:
    program = tmp_path / "program"
    program.write_bytes(text.encode())
    program.chmod(0o755)
    judge = open_judge(describe_validator(f"stream:{program}", HERE), "0.1.0", {})
    with pytest.raises(NotStarted, match=why), judge:
        pass


def test_identity_and_dialects_come_from_the_handshake() -> None:
    with zoo("honest", "--dialect", "toy") as judge:
        assert (judge.identity, judge.dialects) == (Identity("zoo honest", "1", "Python"), ("toy",))


def test_the_description_says_who_it_is_before_the_handshake_does() -> None:
    command = f"{sys.executable} -m zoo.program honest"
    description = Description("zoo", "stream", command, Identity("mine"), HERE, dialects=("own",))
    with open_judge(description, "0.1.0", {}) as judge:
        assert (judge.identity, judge.dialects) == (Identity("mine", "1", "Python"), ("own",))


@pytest.fixture
def recorder(tmp_path: Path) -> Path:
    program = tmp_path / "recorder.py"
    program.write_text(
        "import json, sys\n"
        "sys.stdin.readline()\n"
        "print(json.dumps({'agentcard-conformance': 1}), flush=True)\n"
        "for line in sys.stdin:\n"
        "    open('heard', 'a').write(line)\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'valid': True}), flush=True)\n"
    )
    return program


def heard_by(recorder: Path, asked: list[Question]) -> list[dict[str, object]]:
    command = f"{sys.executable} {recorder}"
    description = Description("recorder", "stream", command, Identity(""), recorder.parent)
    with open_judge(description, "0.1.0", {}) as judge:
        judge.judge(asked)
    heard = (recorder.parent / "heard").read_text().splitlines()
    (recorder.parent / "heard").unlink()
    return [json.loads(line) for line in heard]


def test_every_run_asks_with_the_same_ids(recorder: Path) -> None:
    assert heard_by(recorder, questions()) == heard_by(recorder, questions())


def test_neither_order_nor_ids_follow_the_order_of_the_fixtures(recorder: Path) -> None:
    heard = heard_by(recorder, questions(30) * 2)
    ids = [message["id"] for message in heard]
    assert len(set(ids)) == 60
    assert ids != sorted(ids)  # type: ignore[type-var]


def test_a_validator_is_told_dialect_and_context(recorder: Path) -> None:
    (message,) = heard_by(recorder, [Question(b"\xff", "toy", {"now": "2026-01-01"})])
    del message["id"]
    assert message == {"dialect": "toy", "card": "/w==", "context": {"now": "2026-01-01"}}


def test_leaving_ends_a_validator_that_does_not_go(recorder: Path) -> None:
    stubborn = "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    recorder.write_text(recorder.read_text() + stubborn)
    heard_by(recorder, questions(1))
    with pytest.raises(ProcessLookupError):
        os.kill(int((recorder.parent / "pid").read_text()), 0)
