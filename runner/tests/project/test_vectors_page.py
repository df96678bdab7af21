"""Somebody who writes an SD-JWT library can do as docs/sd-jwt-vectors.md says, without Python but for one file."""

import re
import shutil
from pathlib import Path

import pytest

from agentcard_conformance.model import Level
from checkout_copy import ROOT, copied
from conftest import SUITE
from document_steps import follow, install, steps

PAGE = (ROOT / "docs" / "sd-jwt-vectors.md").read_text("utf-8")
DIALECT = next(each for each in SUITE.dialects.values() if each.notation == "sd_jwt")
PROFILE = next(iter(DIALECT.profiles))
ASKED = [
    each for each in DIALECT.requirements.values() if PROFILE in each.profiles and each.level is not Level.CONTESTED
]
TABLE = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.partition("made by")[2].splitlines()]


@pytest.mark.skipif(shutil.which("node") is None, reason="the page's program is in JavaScript, and there is no node")
def test_every_command_does_what_the_page_shows(tmp_path: Path) -> None:
    checkout, programs = copied(tmp_path / "checkout"), install(tmp_path / "programs")

    differences = [follow(step, checkout, programs) for step in steps(PAGE)]

    assert [difference for difference in differences if difference] == []


def test_the_page_names_every_area_and_every_member_of_a_context() -> None:
    named = set(re.findall(r"`(\w[\w-]*)`", PAGE))

    assert {each.area for each in ASKED} | DIALECT.context_schema["properties"].keys() <= named


def test_every_vector_says_where_an_rfc_asks_for_it() -> None:
    assert [each.id for each in ASKED if "RFC" not in each.section] == []


def test_the_table_has_a_row_for_each_requirement_and_a_column_for_each_library() -> None:
    described = [file.read_text("utf-8") for file in SUITE.validators.glob("*/validator.toml")]
    names = {re.findall('^name = "(.*)"', text)[0] for text in described if f'"{DIALECT.id}"' in text}
    rows = [row for row in TABLE if len(row) > 1]

    assert {name for name in rows[0] if name != "requirement"} == names
    assert [row[0] for row in rows[2:]] == [each.id for each in ASKED]
