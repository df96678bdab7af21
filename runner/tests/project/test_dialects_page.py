"""The page of dialects says where the dialects of the suite differ."""

from checkout_copy import ROOT
from program_call import call

BEGIN = "<!-- made by: agentcard-conformance dialects --differences --format markdown -->\n"


def test_the_page_has_the_table_that_the_command_prints() -> None:
    printed = call("dialects", "--differences", "--format", "markdown").stdout.decode()
    page = (ROOT / "docs" / "dialects.md").read_text("utf-8")

    table = printed.partition("\n\n")[2]
    assert table.startswith("| member | ")
    assert page.partition(BEGIN)[2].partition("\n<!-- end -->")[0] == "\n" + table
