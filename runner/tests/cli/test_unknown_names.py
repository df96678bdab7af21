"""A dialect.json that names what does not exist is one sentence, whichever command meets it first."""

from pathlib import Path

import pytest

from agentcard_conformance.notations import notation_names
from checkout_copy import Checkout
from small_checkout import small

DIALECT = "schema/note-1/dialect.json"
COMMANDS = [
    ["check", "schema/note-1/example.json"],
    ["run"],
    ["explain", "valid/note-1/title-type/string.json"],
    ["new", "valid", "title-type/tea", "--set", "/title=Tea"],
    ["adequacy", "--list"],
    ["compare", "note-1", "schema/note-1/card.schema.json", "--dialect", "note-1"],
]

NOTATIONS = ", ".join(notation_names())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return small(tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
@pytest.mark.parametrize(
    ("there", "instead", "sentence"),
    [
        ('"json_text"', '"telepathy"', f"names a notation 'telepathy'; there are {NOTATIONS}"),
        ('"text.is_visible"', '"text.is_loud"', "names a rule 'text.is_loud', which no module of rules has"),
        ('"text.is_visible"', '"noise.is_loud"', "names a rule 'noise.is_loud', which no module of rules has"),
    ],
)
def test_a_name_of_nothing_is_a_sentence(
    checkout: Checkout, command: list[str], there: str, instead: str, sentence: str
) -> None:
    checkout.write(DIALECT, (checkout.root / DIALECT).read_text().replace(there, instead))

    done = checkout.run(*command)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("agentcard-conformance: ")
    assert done.stderr.endswith(f"{sentence}\n")
