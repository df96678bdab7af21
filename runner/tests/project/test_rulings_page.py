"""The page of rulings lists the contested questions as the suite holds them."""

from checkout_copy import ROOT
from program_call import call

BEGIN = "<!-- made by: agentcard-conformance explain --contested --format markdown -->\n"


def test_the_page_says_what_the_command_prints() -> None:
    printed = call("explain", "--contested", "--format", "markdown").stdout.decode()
    page = (ROOT / "docs" / "rulings.md").read_text("utf-8")

    table = printed.partition("\n\n")[2]
    assert table.count("\n") > 10
    assert page.partition(BEGIN)[2].partition("\n<!-- end -->")[0] == "\n" + table
