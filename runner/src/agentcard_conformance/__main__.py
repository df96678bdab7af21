"""Starts and ends the program; `--version` is answered before anything is imported that takes time."""

import errno
import gc
import sys

from agentcard_conformance import __version__

_INTERRUPTED = 128 + 2  # as a shell reports SIGINT
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_COLLECT_AFTER = 500_000
"""New objects between two searches for garbage: imports make 100,000 and no garbage; the default of 700 costs 10 ms."""


def main() -> int:
    """The exit status of the call in sys.argv."""
    gc.set_threshold(_COLLECT_AFTER)
    try:
        return _print_version() if sys.argv[1:] == ["--version"] else _run()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        if error.errno not in _DISK_FULL:
            raise
        _discard_output()
        return _refuse(f"the output cannot be written: {error.strerror}")
    finally:
        gc.freeze()  # what lives until the end is not searched for garbage once more: another 8 ms


def _print_version() -> int:
    print(f"agentcard-conformance {__version__}", flush=True)
    return 0


def _run() -> int:
    from agentcard_conformance.errors import ConformanceError  # not above: `--version` needs none of this

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a file's name must break no pipe
    try:
        status = _run_command(sys.argv[1:])
        sys.stdout.flush()
    except ConformanceError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        from agentcard_conformance.cli.program import BROKEN_PIPE

        _discard_output()
        return BROKEN_PIPE
    return status


def _run_command(arguments: list[str]) -> int:
    """The simplest `check` needs no click, which takes a tenth of its time."""
    if arguments[:1] == ["check"]:
        from agentcard_conformance.cli.check_cards import check_cards, read_simple_check

        if simple := read_simple_check(arguments):
            return check_cards(*simple)
    from agentcard_conformance.cli.program import run_program

    return run_program(arguments)


def _refuse(sentence: str) -> int:
    print(f"agentcard-conformance: {sentence}", file=sys.stderr)
    return 2


def _discard_output() -> None:
    """Nobody can have it: what is still buffered must not be written at exit, nor complained of."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
