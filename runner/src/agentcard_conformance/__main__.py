"""How does the program begin and end? `--version` is answered before anything is imported that takes time."""

import gc
import sys

from agentcard_conformance import __version__

INTERRUPTED = 128 + 2  # as a shell reports SIGINT
SELDOM = 500_000
"""New objects between two searches for garbage: imports make 100,000 and no garbage; the default of 700 costs 10 ms."""

ROOM = 100_000
"""Stack slots. CPython keeps frames in pieces of 16 KB, and maps and unmaps one whenever calls go to and fro over its
edge: depending on how deep an import stood, a start took 20 to 200 ms longer. One wide frame makes the piece 1 MB."""


def main() -> int:
    """The exit status of the call in sys.argv."""
    if sys.argv[1:] == ["--version"]:
        print(f"agentcard-conformance {__version__}")
        return 0
    gc.set_threshold(SELDOM)
    try:
        return _run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # what lives until the end is not searched for garbage once more: another 8 ms


def _run() -> int:
    from agentcard_conformance.cli import BROKEN_PIPE, plain  # not above: `--version` needs none of this
    from agentcard_conformance.errors import ConformanceError

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a file's name must break no pipe
    try:
        status = plain.run(sys.argv[1:])
        sys.stdout.flush()
    except ConformanceError as error:
        print(f"agentcard-conformance: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    return status


_run.__code__ = _run.__code__.replace(co_stacksize=ROOM)


def _forget_output() -> None:
    """Whoever read it is gone: what is still buffered must not be written at exit, nor complained of."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
