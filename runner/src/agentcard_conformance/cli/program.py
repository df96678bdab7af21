"""The program `agentcard-conformance`: finds the command that was called, and turns mistakes into exit statuses."""

from typing import cast

import click

from agentcard_conformance import __version__
from agentcard_conformance.cli import commands
from agentcard_conformance.plugins import load_plugin, plugin_names

BROKEN_PIPE = 128 + 13  # as a shell reports SIGPIPE

_PROGRAM = "agentcard-conformance"
_EXAMPLES = """\b
Examples:
  agentcard-conformance check card.json
  agentcard-conformance run --validator "stream:agentcard-conformance serve"
  pytest "$(agentcard-conformance path)/conformance"
"""


class Commands(click.Group):
    """The modules of cli/commands; one is imported only when it is called or its help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """All of them."""
        return [name.replace("_", "-") for name in plugin_names(commands.__name__)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the one that was named."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return cast("click.Command", load_plugin(commands.__name__, cmd_name.replace("-", "_")).command)

    def invoke(self, ctx: click.Context) -> object:
        """Click makes 1 of a broken pipe, which would say that a card is wrong."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return BROKEN_PIPE


@click.group(
    cls=Commands, epilog=_EXAMPLES, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name=_PROGRAM, message="%(prog)s %(version)s")
def program() -> None:
    """Check agent cards, and the validators that check them.

    Exit status of every command: 0 all well, 1 something failed, 2 the call or the suite itself is wrong, 130 it was
    interrupted.
    """


def run_program(arguments: list[str]) -> int:
    """The exit status of a call; prints click's error message where the call is wrong."""
    try:
        return int(program.main(arguments, prog_name=_PROGRAM, standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
