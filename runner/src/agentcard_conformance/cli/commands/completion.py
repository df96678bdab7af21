"""`completion`: the script by which a shell completes our commands."""

import click

_EXAMPLES = """\b
Examples:
  agentcard-conformance completion bash >> ~/.bashrc
  agentcard-conformance completion zsh >> ~/.zshrc
  agentcard-conformance completion fish > ~/.config/fish/completions/agentcard-conformance.fish
"""
_VARIABLE = "_AGENTCARD_CONFORMANCE_COMPLETE"
"""Click derives this name from the program's, and answers when it is set."""


@click.command(epilog=_EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes our commands in a shell.

    It completes commands, options, the names of dialects and files.
    """
    from click.shell_completion import get_completion_class  # it is imported by nothing else here

    root = ctx.find_root()
    complete = get_completion_class(shell)
    if complete is not None:
        click.echo(complete(root.command, {}, str(root.info_name), _VARIABLE).source())
