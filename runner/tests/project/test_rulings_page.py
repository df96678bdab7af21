"""The page of rulings lists the contested questions as the suite holds them."""

import re

import pytest

from checkout_copy import ROOT
from program_call import call

PAGE = (ROOT / "docs" / "rulings.md").read_text("utf-8")
TABLES = re.findall(r"<!-- made by: agentcard-conformance (.*?) -->\n\n(.*?)\n<!-- end -->", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "table"), TABLES, ids=[command for command, _ in TABLES])
def test_the_page_says_what_the_command_prints(command: str, table: str) -> None:
    printed = call(*command.split()).stdout.decode()

    assert table == printed.partition("\n\n")[2]
    assert table.count("\n") > 2


def test_the_page_has_the_table_of_each_dialect_with_such_questions() -> None:
    listed = {file.parent.name for file in ROOT.glob("schema/*/rulings.json")}

    assert {command.split()[-1] for command, _ in TABLES} == listed
