"""How does the program begin and end? `--version` is answered before anything is imported that takes time."""

import errno
import gc
import sys

from agentcard_conformance import __version__

INTERRUPTED = 128 + 2  # as a shell reports SIGINT
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
SELDOM = 500_000
"""New objects between two searches for garbage: imports make 100,000 and no garbage; the default of 700 costs 10 ms."""

ROOM = 100_000
"""Stack slots. CPython keeps frames in pieces of 16 KB, and maps and unmaps one whenever calls go to and fro over its
edge: depending on how deep an import stood, a start took 20 to 200 ms longer. One wide frame makes the piece 1 MB."""


def main() -> int:
    """The exit status of the call in sys.argv."""
    gc.set_threshold(SELDOM)
    try:
        return _version() if sys.argv[1:] == ["--version"] else _run()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _forget_output()
        return _refused(f"the output cannot be written: {error.strerror}")
    finally:
        gc.freeze()  # what lives until the end is not searched for garbage once more: another 8 ms


def _version() -> int:
    print(f"agentcard-conformance {__version__}", flush=True)
    return 0


def _run() -> int:
    from agentcard_conformance.cli import BROKEN_PIPE, plain  # not above: `--version` needs none of this
    from agentcard_conformance.errors import ConformanceError

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a file's name must break no pipe
    try:
        status = plain.run(sys.argv[1:])
        sys.stdout.flush()
    except ConformanceError as error:
        return _refused(str(error))
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    return status


_run.__code__ = _run.__code__.replace(co_stacksize=ROOM)


def _refused(sentence: str) -> int:
    print(f"agentcard-conformance: {sentence}", file=sys.stderr)
    return 2


def _forget_output() -> None:
    """Nobody can have it: what is still buffered must not be written at exit, nor complained of."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
