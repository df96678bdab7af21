"""The first line of a run names the one reason for which nearly all cards are judged wrongly."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Answer, Expected, Fixture, Question, ReportedError, Verdict
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from agentcard_conformance.run.one_reason import one_reasons
from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small as small_checkout

Accepts = Callable[[Fixture], bool]

NO_MEMO = """
import json

def judge(card, dialect, context):
    try:
        value = json.loads(card.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("title"), str) and value.get("kind") != "memo"
"""
FIRST = (
    '36 of 47 valid cards are refused, for what looks like one reason: /kind is "memo" in 36 of them, '
    "and in none of those accepted. Without such cards it gets 16 of 16 right, and with them 16 of 52"
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A small suite with 36 memos among its notes, and a validator that knows no memo."""
    made = small_checkout(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    made.write("strict.py", NO_MEMO)
    for number in range(40):
        card = json.dumps({"kind": "memo" if number < 36 else "list", "title": f"{number}"})
        made.write(f"fixtures/valid/note-1/title-type/note-{number}.json", card)
    return made


@pytest.fixture(scope="module")
def cards(small: Suite) -> list[Fixture]:
    """40 valid notes, 30 of them memos, and 40 invalid ones, 30 of them objects; one in eight has a tag."""
    valid = [note(kind="memo" if number < 30 else "list", number=number) for number in range(40)]
    objects = [note(kind=number, number=number) for number in range(30)]
    strings = [json.dumps(f"{number}") for number in range(10)]
    named = {Expected.VALID: valid, Expected.INVALID: [*objects, *strings]}
    return [
        Fixture(f"{side}/note-1/title-type/{number}.json", side, requirement, Question(card.encode(), "note-1"))
        for side, written in named.items()
        for number, card in enumerate(written)
        for requirement in [small.default.requirements["title-type"]]
    ]


def note(kind: object, number: int) -> str:
    return json.dumps({"title": f"{number}", "kind": kind} | ({"tag": {"of": "tea"}} if number % 8 == 0 else {}))


def lines(suite: Suite, cards: Sequence[Fixture], accepts: Accepts, message: str = "") -> list[str]:
    errors = (ReportedError(message=message),) * bool(message)
    verdicts = [Verdict(Answer.VALID if accepts(each) else Answer.INVALID, errors=errors) for each in cards]
    return one_reasons(suite, [hold_verdict(*each, KnownFailures()) for each in zip(cards, verdicts, strict=True)])


def is_valid(fixture: Fixture) -> bool:
    return fixture.expected is Expected.VALID


def has(text: bytes) -> Accepts:
    return lambda fixture: text in fixture.question.card


def test_a_validator_that_is_right_has_no_such_line(suite: Suite) -> None:
    assert lines(suite, suite.fixtures(), is_valid) == []


def test_a_fault_in_some_cards_is_left_to_the_table(small: Suite, cards: list[Fixture]) -> None:
    assert lines(small, cards, lambda each: is_valid(each) and not has(b'"list"')(each)) == []


def test_the_value_that_refused_cards_have_is_named(small: Suite, cards: list[Fixture]) -> None:
    (line,) = lines(small, cards, lambda each: is_valid(each) and not has(b'"memo"')(each))

    assert line == (
        '30 of 40 valid cards are refused, for what looks like one reason: /kind is "memo" in 30 of them, '
        "and in none of those accepted. Without such cards it gets 50 of 50 right, and with them 50 of 80"
    )


def test_the_member_that_refused_cards_lack_is_named(small: Suite, cards: list[Fixture]) -> None:
    (line,) = lines(small, cards, lambda each: is_valid(each) and has(b'"tag"')(each))

    assert line == (
        "35 of 40 valid cards are refused, for what looks like one reason: /tag is missing in 35 of them, "
        "and in none of those accepted. Without such cards it gets 9 of 9 right, and with them 45 of 80"
    )


def test_what_accepts_every_object_is_told_by_what_it_refuses(small: Suite, cards: list[Fixture]) -> None:
    (line,) = lines(small, cards, has(b"{"))

    assert line == (
        "30 of 40 invalid cards are accepted, for what looks like one reason: the card is an object in 30 of them, "
        "and in none of those refused. Without such cards it gets 10 of 10 right, and with them 50 of 80"
    )


def test_another_fault_beside_it_does_not_hide_it(small: Suite, cards: list[Fixture]) -> None:
    another = f'"{31}"'.encode()
    (line,) = lines(small, cards, lambda each: is_valid(each) and not has(b'"memo"')(each) and not has(another)(each))

    assert line.startswith("31 of 40 valid cards are refused")
    assert '/kind is "memo" in 30 of them' in line
    assert line.endswith("Without such cards it gets 49 of 50 right, and with them 49 of 80")


@pytest.mark.parametrize(
    ("accepts", "said"),
    [
        (lambda _: False, "valid cards are refused, for what looks like one reason: it refuses them whatever"),
        (lambda _: True, "invalid cards are accepted, for what looks like one reason: it accepts them whatever"),
    ],
)
def test_one_answer_to_everything_is_told(small: Suite, cards: list[Fixture], accepts: Accepts, said: str) -> None:
    (line,) = lines(small, cards, accepts)

    assert line.startswith(f"40 of 40 {said}")


def test_where_no_part_tells_it_is_what_the_validator_says(small: Suite, cards: list[Fixture]) -> None:
    (line,) = lines(small, cards, lambda _: False, "no such\x1b protocol")

    assert line.endswith(r'one reason: it says "no such\x1b protocol" of 40')


def test_wrong_verdicts_without_anything_in_common_have_no_such_line(small: Suite, cards: list[Fixture]) -> None:
    accepted = [cards[number] for number in (3, 9, 11, 22, 29, 33, 35, 38)]

    assert lines(small, cards, lambda each: each in accepted) == []
    assert sum(map(is_valid, cards)) - len(accepted) == 32


def test_of_few_cards_nothing_is_said(small: Suite) -> None:
    assert lines(small, small.fixtures(), lambda _: False) == []


def test_cards_without_an_answer_are_not_counted(small: Suite, cards: list[Fixture]) -> None:
    assert one_reasons(small, [hold_verdict(each, Verdict(Answer.NONE), KnownFailures()) for each in cards]) == []


def test_every_card_of_the_corpus_can_be_looked_at(suite: Suite) -> None:
    for dialect in suite.dialects:
        fixtures = suite.fixtures([dialect])
        (line,) = lines(suite, fixtures, lambda _: False)

        assert line.startswith(f"{sum(map(is_valid, fixtures))} of ")


def test_run_says_so_first(checkout: Checkout) -> None:
    done = checkout.run("run", "--validator", "python:strict:judge")

    assert (done.stdout.splitlines()[:2], done.returncode) == ([FIRST, ""], 1)


@pytest.mark.parametrize("more", [(), ("-n", "2")])
def test_pytest_says_so_first_in_its_summary(checkout: Checkout, more: tuple[str, ...]) -> None:
    done = checkout.pytest("--validator", "python:strict:judge", "-k", "test_verdict", *more)
    summary = done.stdout.partition("= agentcard-conformance =")[2].splitlines()

    assert summary[1] == FIRST


def test_results_are_as_they_were(checkout: Checkout, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    checkout.run("run", "--validator", "python:strict:judge", "--report", str(report))

    assert json.loads(report.read_text())["counts"]["all"] == {"fail": 36, "pass": 16, "reading": 4}
