"""A refusal is earned only where the nearest valid card is accepted, and the nearest one is the nearest."""

from collections.abc import Callable

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Answer, Expected, Fixture, Kind, Level, Question, Requirement, Result, Verdict
from agentcard_conformance.report.credit import nearest_valid_cards
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.report.summary import summary_lines
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from conftest import REFERENCE

Refuses = Callable[[bytes], bool]

NAME = Requirement("name", Level.MUST, Kind.CONSTRAINS, "a", frozenset({"full"}), "1", "A name.", ("N-01",))
COLOUR = NAME._replace(id="colour")
CARD = b'{\n  "name": "tea",\n  "colour": "green"\n}\n'
NOT_GREEN = CARD.replace(b'"green"', b'"red"')
NUMBER = CARD.replace(b'"tea"', b"7")


def fixture(side: Expected, card: bytes, requirement: Requirement = NAME, name: str = "a", **context: str) -> Fixture:
    path = f"{side}/note-1/{requirement.id}/{name}.json"
    return Fixture(path, side, requirement, Question(card, "note-1", context))


def nearest(invalid: Fixture, *valid: Fixture) -> str:
    """The requirement and the name of the card that is found beside one that is refused."""
    answers = [*((each, Answer.VALID) for each in valid), (invalid, Answer.INVALID)]
    results = [hold_verdict(each, Verdict(answer), KnownFailures()) for each, answer in answers]
    return nearest_valid_cards(results).get(invalid.path, "").removeprefix("valid/note-1/").removesuffix(".json")


def report_of(suite: Suite, refuses: Refuses, side: str = "") -> Report:
    fixtures = [each for each in suite.fixtures([suite.default.id]) if each.path.startswith(side)]
    scope = DialectScope("full", "", {})
    results = (held(each, refuses) for each in fixtures)
    return build_report(Run("", REFERENCE.identity, {suite.default.id: scope}, (), tuple(results)))


def held(each: Fixture, refuses: Refuses) -> Result:
    answer = Answer.INVALID if refuses(each.question.card) else Answer.VALID
    return hold_verdict(each, Verdict(answer), KnownFailures())


def credit(report: Report) -> tuple[int, int | None]:
    (dialect,) = report.dialects.values()
    return dialect.refused, dialect.earned


def test_the_nearest_card_is_that_of_the_requirement() -> None:
    valid = fixture(Expected.VALID, b'{"name": "a card of one line"}\n'), fixture(Expected.VALID, CARD, COLOUR)

    assert nearest(fixture(Expected.INVALID, NUMBER), *valid) == "name/a"


def test_where_the_requirement_has_none_it_is_that_of_the_dialect() -> None:
    assert nearest(fixture(Expected.INVALID, NUMBER), fixture(Expected.VALID, CARD, COLOUR)) == "colour/a"


def test_the_fewest_lines_that_differ_decide() -> None:
    far = fixture(Expected.VALID, NOT_GREEN.replace(b"tea", b"8"), name="a")
    near = fixture(Expected.VALID, CARD.replace(b"tea", b"a name of many letters"), name="b")

    assert nearest(fixture(Expected.INVALID, NUMBER), far, near) == "name/b"


def test_of_as_many_lines_the_fewest_bytes_decide() -> None:
    far = fixture(Expected.VALID, CARD.replace(b"tea", b"coffee"), name="a")
    near = fixture(Expected.VALID, CARD.replace(b"tea", b"TeA"), name="b")

    assert nearest(fixture(Expected.INVALID, CARD.replace(b"tea", b"TEA")), far, near) == "name/b"


def test_a_member_in_another_place_is_no_difference() -> None:
    moved = CARD.replace(b'  "name": "tea",\n  "colour": "green"', b'  "colour": "green",\n  "name": "tea"')
    far = fixture(Expected.VALID, NOT_GREEN, name="a")

    assert nearest(fixture(Expected.INVALID, NUMBER), far, fixture(Expected.VALID, moved, name="b")) == "name/b"


def test_a_card_of_the_same_context_is_nearer() -> None:
    other = fixture(Expected.VALID, CARD, name="a", clock="1")
    same = fixture(Expected.VALID, NOT_GREEN, name="b", clock="2")

    assert nearest(fixture(Expected.INVALID, NUMBER, clock="2"), other, same) == "name/b"


def test_a_card_that_is_wrongly_accepted_has_none() -> None:
    results = [hold_verdict(fixture(each, CARD), Verdict(Answer.VALID), KnownFailures()) for each in Expected]

    assert nearest_valid_cards(results) == {}


def test_who_refuses_everything_earns_nothing(suite: Suite) -> None:
    assert credit(report_of(suite, lambda _: True))[1] == 0


def test_who_refuses_for_another_reason_earns_next_to_nothing(suite: Suite) -> None:
    refused, earned = credit(report_of(suite, lambda card: b"https" in card))

    assert earned is not None and earned < refused / 5


def test_the_reference_earns_every_refusal(suite: Suite) -> None:
    valid = {each.question.card for each in suite.fixtures([suite.default.id]) if each.expected is Expected.VALID}
    refused, earned = credit(report_of(suite, lambda card: card not in valid))

    assert refused == earned == sum(each.expected is Expected.INVALID for each in suite.fixtures([suite.default.id]))


def test_without_valid_cards_nothing_is_said_of_credit(suite: Suite) -> None:
    report = report_of(suite, lambda _: True, "invalid/")

    assert credit(report)[1] is None
    assert not [line for line in summary_lines(report) if "earned" in line]


def test_a_refusal_names_its_nearest_card_and_a_wrong_verdict_names_none(suite: Suite) -> None:
    results = report_of(suite, lambda card: b'"version": "1.0.0"' in card).results

    named = {path for path, each in results.items() if each.nearest_valid}
    refused = {path for path, each in results.items() if path.startswith("invalid/") and each.got is Answer.INVALID}
    assert named == refused
    assert all(results[path].nearest_valid.split("/")[:3] == ["valid", *path.split("/")[1:3]] for path in named)
