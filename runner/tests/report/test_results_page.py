"""The page of results says what the reports say, and reports that it cannot use are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from checkout_copy import Checkout
from small_checkout import small

HONEST = """
import json

def judge(card, dialect, context):
    try:
        value = json.loads(card.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("title"), str)
"""
VALIDATORS = {
    "honest": HONEST,
    "lenient": HONEST.replace('value.get("title")', 'value.get("title", "")'),
    "mute": "def judge(card, dialect, context):\n    return {'skip': 'no'}",
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A suite with the reports of three validators."""
    made = small(tmp_path_factory.mktemp("checkout"))
    for name, script in VALIDATORS.items():
        made.write(f"runner/validators/{name}/bridge.py", script)
        made.write(f"runner/validators/{name}/validator.toml", f'name = "{name}"\npython = "bridge:judge"\n')
    made.run("validators", "run", "--reports", "reports")
    return made


def cells(page: str) -> list[list[str]]:
    """The rows of the table."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]


def with_questions(checkout: Checkout, *patterns: str) -> Checkout:
    """The checkout with a question for each pattern of contested fixtures."""
    questions = [
        {"question": f"May it {each}?", "fixtures": [each], "valid": "Yes.", "invalid": "No.", "section": "1"}
        for each in patterns
    ]
    checkout.write("schema/note-1/rulings.json", json.dumps({"questions": questions}))
    return checkout


def in_first_format(file: Path, to: Path) -> Path:
    """A report of one dialect, as format 1 had it."""
    report = json.loads(file.read_text())
    ((dialect, counts),) = report["counts"]["dialect"].items()
    counts["requirement"] = {f"{dialect}/{name}": each for name, each in counts["requirement"].items()}
    del report["said"]
    profile = report["dialects"][dialect].pop("profile")
    for member in ("refused", "earned"):
        del report["dialects"][dialect][member]
    for result in report["results"].values():
        result.pop("nearest_valid", None)
    to.write_text(json.dumps({**report, "format": 1, "counts": counts, "profile": profile}))
    return to


def changed(checkout: Checkout, file: Path, **members: Any) -> Path:
    """The report of the honest one, with something else in it."""
    report = json.loads((checkout.root / "reports" / "honest.json").read_text())
    file.write_text(json.dumps({**report, **members}))
    return file


def test_each_validator_has_a_row_the_best_first(checkout: Checkout) -> None:
    rows = cells(checkout.run("report", "--format", "results", "reports").stdout)
    assert [row[0] for row in rows] == ["validator", "---", "*requirements*", "honest", "lenient", "mute"]


def test_met_requirements_are_counted_by_area(checkout: Checkout) -> None:
    titles, _, counted, honest, lenient, mute = cells(checkout.run("report", "--format", "results", "reports").stdout)
    by_name = {row[0]: dict(zip(titles, row, strict=True)) for row in (counted, honest, lenient, mute)}
    assert {name: (row["document"], row["title"], row["all"]) for name, row in by_name.items()} == {
        "*requirements*": ("4", "3", "7"),
        "honest": ("4", "3", "7"),
        "lenient": ("4", "2", "6"),
        "mute": ("0", "0", "0"),
    }


def test_the_largest_profile_that_is_held_is_named(checkout: Checkout) -> None:
    rows = cells(checkout.run("report", "--format", "results", "reports").stdout)
    assert {row[0]: row[3] for row in rows[3:]} == {"honest": "full", "lenient": "neither", "mute": "neither"}


def test_the_page_is_written_and_found_to_be_what_it_should(checkout: Checkout, tmp_path: Path) -> None:
    page = tmp_path / "RESULTS.md"
    written = checkout.run("report", "--format", "results", "reports", "--output", str(page))
    checked = checkout.run("report", "--format", "results", "reports", "--output", str(page), "--check")
    assert (written.returncode, written.stdout, checked.returncode, page.read_text()[:9]) == (0, "", 0, "# Results")


def test_a_page_that_says_something_else_is_found(checkout: Checkout, tmp_path: Path) -> None:
    page = tmp_path / "RESULTS.md"
    checkout.run("report", "--format", "results", "reports/lenient.json", "--output", str(page))
    before = page.read_text()
    checked = checkout.run("report", "--format", "results", "reports", "--output", str(page), "--check")
    assert (checked.returncode, page.read_text() == before) == (1, True)
    assert "does not say what the reports say" in checked.stderr


def test_a_report_of_other_cards_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    report = json.loads((checkout.root / "reports" / "honest.json").read_text())
    report["dialects"]["note-1"]["corpus"] = "sha256:" + "0" * 64
    done = checkout.run(
        "report", "--format", "results", str(changed(checkout, tmp_path / "other.json", dialects=report["dialects"]))
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "the report of honest is about other cards of note-1: run it again" in done.stderr


def test_a_report_of_other_profiles_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    report = json.loads((checkout.root / "reports" / "honest.json").read_text())
    del report["dialects"]["note-1"]["conformant"]["full"]
    done = checkout.run(
        "report", "--format", "results", str(changed(checkout, tmp_path / "other.json", dialects=report["dialects"]))
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "the report of honest is about other profiles of note-1: run it again" in done.stderr


def test_each_row_ends_with_the_refusals_that_are_earned(checkout: Checkout) -> None:
    rows = cells(checkout.run("report", "--format", "results", "reports").stdout)
    assert {row[0]: row[-1] for row in rows[3:]} == {"honest": "5 of 5", "lenient": "4 of 4", "mute": "0 of 0"}


def test_both_formats_give_the_same_page_but_for_what_the_first_does_not_tell(
    checkout: Checkout, tmp_path: Path
) -> None:
    for file in (checkout.root / "reports").glob("*.json"):
        in_first_format(file, tmp_path / file.name)
    first, second = (
        cells(checkout.run("report", "--format", "results", place).stdout) for place in (str(tmp_path), "reports")
    )
    assert [row[:-1] for row in first] == [row[:-1] for row in second]
    assert [row[-1] for row in first[3:]] == ["not told", "not told", "0 of 0"]


def test_a_report_that_lacks_a_member_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    file = changed(checkout, tmp_path / "report.json", validator={"name": "honest", "version": "", "homepage": ""})
    done = checkout.run("report", "--format", "results", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f'agentcard-conformance: {file}: is not a report of format 2: at /validator, "language" is missing\n'
    )


def test_a_report_of_a_part_is_refused(checkout: Checkout, tmp_path: Path) -> None:
    folder = "invalid/note-1/card-object"
    report = str(tmp_path / "part.json")
    checkout.run("run", "--validator", "honest", "--fixture", folder, "--report", report)
    assert "is about a part of note-1: run all of it" in checkout.run("report", "--format", "results", report).stderr


def test_a_folder_without_reports_is_a_wrong_call(checkout: Checkout, tmp_path: Path) -> None:
    done = checkout.run("report", "--format", "results", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "make some with agentcard-conformance validators run" in done.stderr


def test_a_name_cannot_break_the_table(checkout: Checkout, tmp_path: Path) -> None:
    named = {"name": "a|b\n\x1b[31m\udc00", "version": "", "language": "", "homepage": ""}
    done = checkout.run("report", "--format", "results", str(changed(checkout, tmp_path / "odd.json", validator=named)))
    assert [line for line in done.stdout.splitlines() if line.startswith("| a")] == [
        r"| a\|b\n\x1b[31m\udc00 |  |  | full | 4 | 3 | 7 | 5 of 5 |"
    ]


def test_each_question_that_the_source_leaves_open_says_who_reads_it_how(tmp_path: Path) -> None:
    made = small(tmp_path)
    made.write("fixtures/contested/note-1/title-type/twice.json", '{"title": "a", "title": 1}')
    made.write("fixtures/contested/note-1/title-type/twice-the-other-way.json", '{"title": 1, "title": "a"}')
    for name, script in VALIDATORS.items():
        made.write(f"runner/validators/{name}/bridge.py", script)
        made.write(f"runner/validators/{name}/validator.toml", f'name = "{name}"\npython = "bridge:judge"\n')
    made.run("validators", "run", "--reports", "reports")
    with_questions(made, "title-type/twice", "title-type/twice*")
    *_, one, both = cells(made.run("report", "--format", "results", "reports").stdout)
    assert one == ["May it title-type/twice?", "", "honest, lenient", "mute (1 skipped)"]
    assert both[3] == "honest (1 accepted, 1 refused), lenient (1 accepted, 1 refused), mute (2 skipped)"


def test_a_table_of_requirements_has_a_row_for_each_and_says_how_many_cards_are_right(checkout: Checkout) -> None:
    rows = cells(checkout.run("report", "reports", "--requirements", "full").stdout)

    assert rows[0] == ["requirement", "honest", "lenient", "mute"]
    assert ["title-required", "all", "1 of 2", "0 of 2"] in rows


def test_a_page_written_by_hand_keeps_what_stands_around_the_table(checkout: Checkout) -> None:
    command = ["report", "reports", "--requirements", "full", "--output", "page.md"]
    checkout.write(
        "page.md", f"before\n<!-- made by: agentcard-conformance {' '.join(command)} -->\n\nold\n<!-- end -->\n"
    )

    checkout.run(*command)

    text = (checkout.root / "page.md").read_text()
    assert text.startswith("before\n<!-- made by") and text.endswith("|\n\n<!-- end -->\n")
    assert "old" not in text
    assert checkout.run(*command, "--check").returncode == 0


def test_a_profile_that_the_dialect_lacks_is_a_wrong_call(checkout: Checkout) -> None:
    done = checkout.run("report", "reports", "--requirements", "narrow")

    assert (done.returncode, done.stderr) == (
        2,
        "agentcard-conformance: note-1 has no profile 'narrow'; it has core, full\n",
    )
