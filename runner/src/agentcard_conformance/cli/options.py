"""What several commands take: a dialect, a format, a suite that may be written to."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.files import STANDARD_STREAM

_FunctionT = TypeVar("_FunctionT", bound=Callable[..., object])


def complete_dialects(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001  # click's
    """The dialects that a shell offers after --dialect; a broken suite offers none."""
    try:
        return [name for name in read_suite().dialects if name.startswith(incomplete)]
    except ConformanceError:
        return []


def refuse_empty(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of an option whose empty value, as of an unset variable, would be as good as no option."""
    if value == "":
        raise click.BadParameter("it is empty; leave the option out, or give it a value.", ctx, param)
    return value


def dialect_option(explanation: str, *names: str, **settings: Any) -> Callable[[_FunctionT], _FunctionT]:
    """The option --dialect."""
    declared = ("--dialect", *names)
    return click.option(*declared, metavar="NAME", shell_complete=complete_dialects, help=explanation, **settings)


def context_option() -> Callable[[_FunctionT], _FunctionT]:
    """The option --context."""
    explanation = "What the cards are judged with from outside, where the dialect has such a thing."
    return click.option("--context", metavar="FILE", type=click.Path(), callback=refuse_empty, help=explanation)


def format_option(
    names: Sequence[str], default: str = "text", explanation: str = "How to print."
) -> Callable[[_FunctionT], _FunctionT]:
    """The option --format."""
    choice = click.Choice(names)
    return click.option("--format", "form", type=choice, default=default, show_default=True, help=explanation)


def worker_options(engine_use: str) -> Callable[[_FunctionT], _FunctionT]:
    """The options --jobs, --engine and --scheduler."""
    jobs = "How many processes; else one for each processor."
    engine = f"{engine_use}: processes (here, the default), or dask."
    scheduler = "Of the Dask cluster, or the file that its scheduler wrote."

    def add(function: _FunctionT) -> _FunctionT:
        function = click.option("--scheduler", callback=refuse_empty, metavar="ADDRESS", help=scheduler)(function)
        function = click.option("--engine", callback=refuse_empty, metavar="NAME", help=engine)(function)
        return click.option("--jobs", type=click.IntRange(1), metavar="N", help=jobs)(function)

    return add


def writable_suite(command: str) -> Suite:
    """The suite, if it may be written to; raises CallError when it was installed from a wheel."""
    suite = read_suite()
    if not suite.is_checkout:
        raise CallError(f"{command} writes into a checkout: clone the repository and run `pip install -e .` in it")
    return suite


def without_standard_stream(file: str | None) -> str | None:
    """The file of --output; None where `-` stands for standard output, as without the option."""
    return None if file == STANDARD_STREAM else file
