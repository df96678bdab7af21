"""A validator that is started for each card is heard by its answer alone, and never waited for in vain."""

import sys
import time
from pathlib import Path

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Answer, Description, Identity, Question, Verdict
from agentcard_conformance.validators import ExternalJudge, open_judge

NO = Answer.NONE


def once(script: str, folder: Path, *arguments: str, timeout: float = 20) -> ExternalJudge:
    program = folder / "judge.py"
    program.write_text("import json, os, subprocess, sys, time\n" + script)
    target = " ".join([sys.executable, "-I", "-S", str(program), *arguments])
    return open_judge(Description("once:it", "once", target, Identity(""), folder, timeout=timeout), "0.1.0", {})


def heard(script: str, folder: Path, *cards: bytes, timeout: float = 20) -> list[Verdict]:
    with once(script, folder, timeout=timeout) as judge:
        return judge.judge([Question(card, "toy") for card in cards or (b"{}",)])


HONEST = "print(json.dumps({'valid': 'name' in sys.stdin.read()}))\n"


def test_each_card_gets_the_answer_of_its_own_process(tmp_path: Path) -> None:
    cards = [b"name" if number % 3 else b"" for number in range(20)]
    expected = [Answer.VALID if card else Answer.INVALID for card in cards]
    assert [verdict.answer for verdict in heard(HONEST, tmp_path, *cards)] == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("print('{\"valid\": true}'); sys.exit(1)", Answer.VALID),
        ("print('{\"valid\": false}'); sys.stderr.write('all is well')", Answer.INVALID),
        ('print(\'{\\n  "skip": "later"\\n}\\n\')', Answer.SKIP),
        ("sys.exit(1)", NO),
        ("sys.exit(0)", NO),
        ("print('valid')", NO),
        ("print('true')", NO),
        ("print('Checking...'); print('{\"valid\": true}')", NO),
        ('print(\'{"valid": true}\\n{"valid": true}\')', NO),
        ("print('{\"valid\": 1}')", NO),
        ("raise ValueError", NO),
        ("os.kill(os.getpid(), 11)", NO),
        ("print('[' * 100000)", NO),
        ("sys.stdout.buffer.write(b'\\xff\\xfe')", NO),
    ],
)
def test_only_one_answer_object_is_an_answer(script: str, expected: Answer, tmp_path: Path) -> None:
    assert [verdict.answer for verdict in heard(script, tmp_path)] == [expected]


def test_a_megabyte_that_is_not_read_does_not_block(tmp_path: Path) -> None:
    (verdict,) = heard("print('{\"valid\": true}')", tmp_path, b"x" * 4_000_000)
    assert verdict.answer is Answer.VALID


def test_a_megabyte_of_standard_error_does_not_block(tmp_path: Path) -> None:
    (verdict,) = heard("sys.stderr.write('x' * 4_000_000); print('{\"valid\": true}')", tmp_path)
    assert verdict.answer is Answer.VALID


def test_output_without_end_is_cut_off(tmp_path: Path) -> None:
    (verdict,) = heard("while True: print('x' * 1000)", tmp_path)
    assert verdict == Verdict(NO, "wrote more than 1 MiB")


def test_a_hang_ends_with_the_time_limit(tmp_path: Path) -> None:
    (verdict,) = heard("time.sleep(600)", tmp_path, timeout=0.3)
    assert verdict == Verdict(NO, "gave no answer within 0.3 seconds")


@pytest.mark.parametrize("said", ["", "print('{\"valid\": true}', flush=True); "])
def test_a_child_left_behind_is_not_waited_for(said: str, tmp_path: Path) -> None:
    script = f"{said}subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    began = time.monotonic()
    (verdict,) = heard(script, tmp_path)
    assert verdict.answer is (Answer.VALID if said else NO)
    assert time.monotonic() - began < 10


def test_no_process_outlives_its_card(tmp_path: Path) -> None:
    script = "subprocess.Popen(['sh', '-c', 'sleep 0.5; touch outlived'])"
    heard(script, tmp_path)
    time.sleep(0.8)
    assert not (tmp_path / "outlived").exists()


def test_dialect_and_context_are_put_into_the_command(tmp_path: Path) -> None:
    script = "print(json.dumps({'skip': ' '.join([sys.argv[1], open(sys.argv[2]).read()])}))"
    with once(script, tmp_path, "--for={dialect}", "{context}") as judge:
        (verdict,) = judge.judge([Question(b"{}", "toy", {"now": "\u00fc"})])
    assert verdict == Verdict(Answer.SKIP, '--for=toy {"now": "\\\\u00fc"}'.replace("\\\\", "\\"))


def test_ten_faults_in_a_row_end_the_asking(tmp_path: Path) -> None:
    with once("sys.exit(1)", tmp_path) as judge:
        verdicts = judge.judge([Question(b"{}", "toy")] * 30)
        assert sum(verdict.why.startswith("not asked") for verdict in verdicts) == 20
        assert judge.gave_up


def test_an_answer_ends_a_row_of_faults(tmp_path: Path) -> None:
    cards = [b"{}" if number % 9 == 8 else b"bad" for number in range(27)]
    verdicts = heard("json.loads(sys.stdin.read()); print('{\"valid\": true}')", tmp_path, *cards)
    assert [verdict.answer for verdict in verdicts] == [Answer.VALID if card == b"{}" else NO for card in cards]
    assert not any(verdict.why.startswith("not asked") for verdict in verdicts)


def test_what_went_wrong_is_quoted_for_people(tmp_path: Path) -> None:
    (verdict,) = heard("raise ValueError('\\x1b[2J')", tmp_path)
    why = "wrote nothing; if its exit status is the verdict, add --exit-status"
    assert verdict == Verdict(NO, rf"{why}; its standard error ends: ValueError: \x1b[2J")


def test_it_is_known_by_its_spec_where_no_description_names_it(tmp_path: Path) -> None:
    with once(HONEST, tmp_path) as judge:
        assert (judge.identity, judge.dialects) == (Identity("once:it"), ())


def judged_by_status(script: str, folder: Path, *arguments: str) -> list[Verdict]:
    (folder / "judge.py").write_text(f"import sys, os\n{script}\n")
    target = " ".join([sys.executable, "-I", "-S", str(folder / "judge.py"), *arguments])
    description = Description("once:it", "once", target, Identity(""), folder, judges_by_exit_status=True)
    with open_judge(description, "0.1.0", {}) as judge:
        return judge.judge([Question(b"{}", "toy")])


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        ("print('fine')", Verdict(Answer.VALID)),
        ("sys.exit(1)", Verdict(Answer.INVALID)),
        ("sys.exit(2)", Verdict(NO, "exited with 2, and 0 says valid, 1 invalid")),
        ("os.kill(os.getpid(), 9)", Verdict(NO, "was ended by signal 9, and 0 says valid, 1 invalid")),
    ],
)
def test_an_exit_status_counts_where_it_was_asked_for(tmp_path: Path, script: str, verdict: Verdict) -> None:
    assert judged_by_status(script, tmp_path) == [verdict]


def test_a_card_is_given_as_a_file_where_the_command_names_one(tmp_path: Path) -> None:
    script = "print(json.dumps({'valid': open(sys.argv[1]).read() == '{}' and sys.stdin.read() == ''}))\n"
    with once(script, tmp_path, "{card}") as judge:
        assert judge.judge([Question(b"{}", "toy")]) == [Verdict(Answer.VALID)]


@pytest.mark.parametrize("word", ["2>/dev/null", "|", "&&", ";", ">out", "<in"])
def test_what_only_a_shell_understands_is_named(tmp_path: Path, word: str) -> None:
    with pytest.raises(CallError, match="needs a shell, and commands run without one"):
        once(HONEST, tmp_path, word, "cat")


def test_what_stands_in_quotes_is_an_argument(tmp_path: Path) -> None:
    with once("print(json.dumps({'valid': sys.argv[1] == '|'}))\n", tmp_path, "'|'") as judge:
        assert judge.judge([Question(b"{}", "toy")]) == [Verdict(Answer.VALID)]


def test_a_program_that_is_not_executable_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "validate").write_text("#!/bin/sh\n")
    description = Description("once:./validate", "once", "./validate", Identity(""), tmp_path)

    with pytest.raises(CallError, match=r"\./validate in .* is not executable: chmod \+x it"):
        open_judge(description, "0.1.0", {})
