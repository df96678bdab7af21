"""Each plausible wrong validator is wrong about its witness, right about most cards, and caught."""

from functools import cache

import pytest

from agentcard_conformance.adequacy.decoded_cards import DecodedCard, decode_card
from agentcard_conformance.adequacy.plausible_breakages import JudgedCards, WrongVerdicts
from agentcard_conformance.adequacy.wrong_validators import read_witnesses, read_wrong_validators
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Dialect, Expected, Question
from checkout_copy import Checkout
from conftest import SUITE
from small_checkout import small

EVERY = 6
"""One fixture of so many is asked, and at least 100: enough to tell a validator that is wrong about most."""

FOLDERS = [each.name for each in SUITE.wrong_validators.iterdir()]
OF_EACH_DIALECT = pytest.mark.parametrize("name", sorted({name for each in FOLDERS for name in each.split(",")}))

FOLDER = "runner/wrong_validators/note-1"
ONE = """
from agentcard_conformance.adequacy.wrong_validators import wrong


@wrong("typing by hand", {"/title": "Brew"})
def refuses_brew(card):
    return card.is_valid and card.values("/title") != ["Brew"]
"""


@pytest.fixture
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The program around the tiny suite, with one wrong validator."""
    made = small(tmp_path_factory.mktemp("small"))
    made.write(f"{FOLDER}/titles.py", ONE)
    return made


@cache
def decoded(dialect: str) -> list[DecodedCard]:
    suite = read_suite()
    scored = [each for each in suite.fixtures([dialect]) if each.expected is not Expected.CONTESTED]
    step = min(EVERY, len(scored) // 100 or 1)
    return [decode_card(suite.dialects[dialect], each.question) for each in scored[::step]]


def wrong_verdicts(suite: Suite, dialect: Dialect) -> dict[str, WrongVerdicts]:
    judged = JudgedCards(dialect)
    return {name: WrongVerdicts(each.accepts, judged) for name, each in read_wrong_validators(suite, dialect).items()}


def test_there_are_many(suite: Suite) -> None:
    assert len(read_wrong_validators(suite, suite.default)) >= 150


@OF_EACH_DIALECT
def test_each_is_wrong_about_its_witness(suite: Suite, name: str) -> None:
    dialect = suite.dialect(name)
    verdicts, context = wrong_verdicts(suite, dialect), suite.default_context(dialect)
    witnesses = read_witnesses(suite, dialect).items()
    cards = {name: decode_card(dialect, Question(card, dialect.id, context)) for name, card in witnesses}

    assert [name for name, card in cards.items() if not verdicts[name].differs_on_card(card)] == []


@pytest.mark.slow
@OF_EACH_DIALECT
def test_each_is_right_about_most_fixtures(suite: Suite, name: str) -> None:
    cards, verdicts = decoded(name), wrong_verdicts(suite, suite.dialect(name)).items()
    wrong = {name: sum(each.differs_on_card(card) for card in cards) for name, each in verdicts}

    assert {name: count for name, count in wrong.items() if count > len(cards) / 4} == {}


def test_one_that_no_fixture_shows_is_printed_with_its_witness(checkout: Checkout) -> None:
    done = checkout.run("adequacy", "--only", "plausible *")

    assert done.returncode == 1 and "survives: plausible titles/refuses-brew" in done.stdout
    assert "--set '/title=\"Brew\"'" in done.stdout


def test_a_folder_may_name_several_dialects(checkout: Checkout) -> None:
    checkout.write("runner/wrong_validators/note-0,note-1/other_titles.py", ONE)
    suite = read_suite(checkout.root)

    assert [*read_wrong_validators(suite, suite.default)] == ["other-titles/refuses-brew", "titles/refuses-brew"]


def test_a_witness_of_bytes_needs_no_example(checkout: Checkout) -> None:
    checkout.write(f"{FOLDER}/titles.py", ONE.replace('{"/title": "Brew"}', 'b"brew"'))
    next(checkout.root.glob("schema/note-1/example.*")).unlink()
    suite = read_suite(checkout.root)

    assert read_witnesses(suite, suite.default) == {"titles/refuses-brew": b"brew"}


def test_the_list_names_it(checkout: Checkout) -> None:
    assert "plausible titles/refuses-brew" in checkout.run("adequacy", "--list").stdout.splitlines()


def test_its_witness_as_a_fixture_catches_it(checkout: Checkout) -> None:
    assert checkout.run("new", "valid", "title-type/brew", "--set", '/title="Brew"').returncode == 0
    assert checkout.run("adequacy", "--only", "plausible *").returncode == 0


def test_two_of_one_name_are_refused(checkout: Checkout) -> None:
    checkout.write(f"{FOLDER}/titles.py", f"{ONE}\nAGAIN = [refuses_brew]\n")
    suite = read_suite(checkout.root)

    with pytest.raises(SuiteError, match="two wrong validators of the name refuses-brew"):
        read_wrong_validators(suite, suite.default)


def test_a_validator_without_an_answer_is_always_wrong(suite: Suite) -> None:
    silent = WrongVerdicts(lambda _: None, JudgedCards(suite.default))

    assert all(silent.differs_on_card(card) for card in decoded(suite.default.id)[:100])
