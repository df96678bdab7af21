"""`adequacy`: how many broken validators the corpus catches, and which card would catch the rest."""

import os
import signal

import click

from agentcard_conformance.cli.options import dialect_option, format_option
from agentcard_conformance.cli.progress import show_progress_line
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError

_EXAMPLES = """\b
Examples:
  agentcard-conformance adequacy
  agentcard-conformance adequacy --only 'schema /$defs/name-length/*'
  agentcard-conformance adequacy --only 'plausible *'
  agentcard-conformance adequacy --fixture fixtures/invalid/DIALECT/name-type/zero.json
  agentcard-conformance adequacy --format json > adequacy.json
"""


@click.command(epilog=_EXAMPLES)
@dialect_option("Only this dialect's schema and rules, and the code that it uses; else those of all dialects.")
@format_option(["text", "json"])
@click.option("--only", metavar="PATTERN", help="Only breakages of this name; * is any text. No entry is called stale.")
@click.option("--fixture", metavar="PATH", help="What this card notices, and what it alone does; in seconds.")
@click.option("--list", "listing", is_flag=True, help="Print the breakages, and try none.")
@click.option("--redundant", is_flag=True, help="List the fixtures that catch nothing that no other does.")
@click.option("--doubt", is_flag=True, help="Look for cards that disprove what equivalents.toml says.")
@click.option(
    "--trust-lists",
    is_flag=True,
    help="Try nothing that equivalents.toml lists: much faster, and no entry that is caught is found.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", default=os.cpu_count() or 1, help="How many processes.")
def command(  # one for each option
    dialect: str | None, form: str, only: str | None, fixture: str | None, jobs: int, **flags: bool
) -> int:
    """Break the reference on purpose, one change at a time, and see which changes no fixture notices.

    Each keyword of the schema, each rule and each piece of the code of rules and decoders is changed a little; and the
    plausible wrong validators of runner/wrong_validators/ are asked, which err as people do. Code
    is held against the fixtures of all dialects that use it, and counts once; a schema against those of its dialect.
    A change that no fixture notices is printed with a card that would notice it. Those that no card can show are
    listed, each with its reason, in schema/<dialect>/equivalents.toml, or in the equivalents.toml beside the code.
    With --fixture, none has to be caught: it says what one card adds.
    Exit status: 0 all are caught, 1 some survive or an entry of such a file is stale, 2 the call is wrong, or a
    process was lost with what it tried.
    """
    if not hasattr(signal, "setitimer"):
        raise CallError("adequacy needs a POSIX system: it ends hanging code by signals")
    if fixture:
        _refuse_flags(flags)
        return _measure_card(fixture, only, jobs, form)
    # As in check: the engine takes its time, and --help needs none.
    from agentcard_conformance.adequacy.document import adequacy_json
    from agentcard_conformance.adequacy.equivalents import Equivalent, read_equivalents
    from agentcard_conformance.adequacy.measure import BreakageOutcome, Measurement, all_breakages, measure
    from agentcard_conformance.adequacy.text import adequacy_text, list_text

    suite = read_suite()
    chosen = suite.dialect(dialect).id if dialect else ""
    pattern = Equivalent(only, "") if only else None
    if flags["listing"]:
        click.echo(list_text(all_breakages(suite, chosen, pattern)), nl=False)
        return 0
    entries = read_equivalents(suite, chosen)
    redundant = flags["redundant"] or form == "json"
    asked = Measurement(suite, chosen, entries, pattern, flags["doubt"], jobs, redundant, flags["trust_lists"])
    found = measure(asked, show_progress_line)
    show_progress_line("")
    click.echo(adequacy_json(found) if form == "json" else adequacy_text(found, redundant=flags["redundant"]), nl=False)
    if lost := found.of(BreakageOutcome.LOST):
        raise CallError(f"{len(lost)} of {len(found.measured)} breakages were lost with the process that tried them")
    return 0 if found.is_complete else 1


def _refuse_flags(flags: dict[str, bool]) -> None:
    """None has a meaning where one card is asked about."""
    names = ("list" if name == "listing" else name.replace("_", "-") for name, given in flags.items() if given)
    if needless := ", ".join(f"--{name}" for name in names):
        raise CallError(f"--fixture says what one card adds: leave out {needless}")


def _measure_card(path: str, only: str | None, jobs: int, form: str) -> int:
    """Print what one card adds."""
    from agentcard_conformance.adequacy.equivalents import Equivalent
    from agentcard_conformance.adequacy.measure import Measurement
    from agentcard_conformance.adequacy.one_card import added_json, added_text, measure_card

    asked = Measurement(read_suite(), only=Equivalent(only, "") if only else None, jobs=jobs)
    added = measure_card(asked, path, show_progress_line)
    show_progress_line("")
    click.echo(added_json(added) if form == "json" else added_text(added), nl=False)
    return 0
