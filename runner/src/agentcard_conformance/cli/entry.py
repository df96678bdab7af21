"""Which command was called?"""

from importlib import import_module
from pkgutil import iter_modules
from typing import cast

import click

from agentcard_conformance import __version__
from agentcard_conformance.cli import BROKEN_PIPE, commands

PROGRAM = "agentcard-conformance"
EXAMPLES = """\b
Examples:
  agentcard-conformance check card.json
  agentcard-conformance run --validator "stream:agentcard-conformance serve"
  pytest "$(agentcard-conformance path)/conformance"
"""


class Commands(click.Group):
    """The modules of cli/commands; one is imported only when it is called or its help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Every module is a command; an underscore in its name is a hyphen on the command line."""
        return sorted(module.name.replace("_", "-") for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the one that was named."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        return cast("click.Command", module.command)

    def invoke(self, ctx: click.Context) -> object:
        """Click makes 1 of a broken pipe, which would say that a card is wrong."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return BROKEN_PIPE


@click.group(
    cls=Commands, epilog=EXAMPLES, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
def program() -> None:
    """Check agent cards, and the validators that check them.

    Exit status of every command: 0 all well, 1 something failed, 2 the call or the suite itself is wrong.
    """


def run(arguments: list[str]) -> int:
    """The exit status of a call; what click has to say of a wrong one is said here."""
    try:
        return int(program.main(arguments, prog_name=PROGRAM, standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
