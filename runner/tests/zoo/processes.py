"""What a process can do to itself, to its children and to who reads its pipes, before or instead of answering."""

import contextlib
import fcntl
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from zoo.behaviour import CARD, NOTHING, Asked, Behaviour, in_turn

ALL = ("stream", "once", "python")
MARK = f"a daemon of the zoo {os.environ.get('AGENTCARD_ZOO')}"
"""Stands in the command line of each process that is to be found again, with the run that it comes of."""
SLEEP = [sys.executable, "-S", "-c", "import time; time.sleep(600)", MARK]
DEAF = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]; time.sleep(600)"
FLOOD = "import os\nwhile True: os.write(2, b'x' * 65536)"
HOPS = "import os, time\nfor _ in range(3000):\n    if os.fork(): os._exit(0)\n    os.setsid(); time.sleep(0.01)"
MEBIBYTE = b"\x1b[2J noise \xff ::error::owned\n" * 34_000


def kill(number: int) -> Callable[[Asked], None]:
    return lambda _: os.kill(os.getpid(), number)


def leave(status: int) -> Callable[[Asked], None]:
    return lambda _: os._exit(status)


def crash(_: Asked) -> None:
    raise ZeroDivisionError("a bug of the validator")


def hang(_: Asked) -> None:
    time.sleep(600)


def overflow(asked: Asked) -> None:
    overflow(asked)


def hang_deaf(asked: Asked) -> None:
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    hang(asked)


def spawn(*command: str, **how: object) -> None:
    subprocess.Popen([*command, MARK], **how)  # type: ignore[call-overload]  # a table's options


def child(_: Asked) -> None:
    spawn(*SLEEP)


def daemon(_: Asked) -> None:
    spawn(*SLEEP, start_new_session=True)


def closed_daemon(_: Asked) -> None:
    nothing = subprocess.DEVNULL
    spawn(*SLEEP, start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing)


def nameless_daemon(_: Asked) -> None:
    spawn(*SLEEP, start_new_session=True, env={})


def deaf_daemon(_: Asked) -> None:
    spawn(sys.executable, "-S", "-c", DEAF, start_new_session=True)


def flooding_daemon(_: Asked) -> None:
    spawn(sys.executable, "-S", "-c", FLOOD, start_new_session=True)


def hopping_daemon(_: Asked) -> None:
    spawn(sys.executable, "-S", "-c", HOPS, start_new_session=True)


def fork_twice(_: Asked) -> None:
    if first := os.fork():
        os.waitpid(first, 0)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execv(SLEEP[0], SLEEP)  # noqa: S606  # the classical daemon


def many_daemons(asked: Asked) -> None:
    for _number in range(10):
        fork_twice(asked)


def zombies(_: Asked) -> None:
    for _number in range(50):
        if not os.fork():
            os._exit(0)


def stopped_child(_: Asked) -> None:
    if not os.fork():
        os.setsid()
        os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)


def noise(mebibytes: int) -> Callable[[Asked], None]:
    def make_noise(_: Asked) -> None:
        for _number in range(mebibytes):
            write_all(2, MEBIBYTE)

    return make_noise


def write_all(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def change_terminal(_: Asked) -> None:
    with contextlib.suppress(OSError), open("/dev/tty", "wb", buffering=0) as terminal:  # noqa: PTH123
        terminal.write(b"\x1bc\x1b[?1049h owned")
    subprocess.run(["stty", "raw", "-echo"], stdin=subprocess.DEVNULL, capture_output=True, check=False)


def lower_limits(_: Asked) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.umask(0o777)


def shrink_pipes(_: Asked) -> None:
    for pipe in (0, 1, 2):
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) & ~os.O_NONBLOCK)


def hold_memory(_: Asked) -> None:
    HELD.append(bytearray(200 * 1024 * 1024))


def endless_thread(_: Asked) -> None:
    threading.Thread(target=time.sleep, args=(600,)).start()


HELD: list[bytearray] = []

INSTEAD: Mapping[str, tuple[str, Callable[[Asked], None]]] = {
    "crash": ("an uncaught exception", crash),
    "overflow": ("recursion without end", overflow),
    "segfault": ("ended by a signal", kill(signal.SIGSEGV)),
    "abort": ("aborts", kill(signal.SIGABRT)),
    "kill-itself": ("kills itself", kill(signal.SIGKILL)),
    "terminate-itself": ("ends by SIGTERM", kill(signal.SIGTERM)),
    "stop-itself": ("stops, and can only be killed", kill(signal.SIGSTOP)),
    "kill-its-group": ("kills its group", lambda _: os.killpg(0, signal.SIGKILL)),
    "stop-its-group": ("stops its group", lambda _: os.killpg(0, signal.SIGSTOP)),
    "exit-0": ("ends well, without a word", leave(0)),
    "exit-1": ("ends with status 1", leave(1)),
    "exit-255": ("ends with status 255", leave(255)),
    "hang": ("no answer, ever", hang),
    "hang-deaf": ("no answer, and deaf to signals", hang_deaf),
    "close-output": ("closes its standard output and stays", in_turn(lambda _: os.closerange(0, 256), hang)),
    "child-and-exit": ("leaves a child with its pipes, and ends", in_turn(child, leave(0))),
    "daemon-and-exit": ("leaves a daemon with its pipes, and ends", in_turn(daemon, leave(0))),
    "daemons-and-abort": ("leaves ten daemons, and aborts", in_turn(many_daemons, kill(signal.SIGABRT))),
    "nameless-and-exit": ("a daemon without environment", in_turn(nameless_daemon, leave(0))),
    "noise-and-exit": ("much noise, and ends", in_turn(noise(8), leave(3))),
    "noise-for-ever": ("noise without end", noise(1_000_000)),
}

BEFORE: Mapping[str, tuple[str, Callable[[Asked], None]]] = {
    "child": ("a child with its pipes", child),
    "daemon": ("a daemon with its pipes", daemon),
    "closed-daemon": ("a daemon without its pipes", closed_daemon),
    "nameless-daemon": ("a daemon without environment", nameless_daemon),
    "deaf-daemon": ("a daemon that ignores signals", deaf_daemon),
    "flooding-daemon": ("a daemon that writes errors without end", flooding_daemon),
    "hopping-daemon": ("a daemon that is another process every moment", hopping_daemon),
    "fork-twice": ("a daemon by two forks", fork_twice),
    "many-daemons": ("ten of these", many_daemons),
    "stopped-child": ("a child that is stopped", stopped_child),
    "zombies": ("fifty children that nobody waits for", zombies),
    "noise": ("four mebibytes of standard error", noise(4)),
    "much-noise": ("sixty-four mebibytes of standard error", noise(64)),
    "line-without-end": ("eight mebibytes without a line feed", lambda _: write_all(2, b"\0" * 2**23)),
    "close-errors": ("closes its standard error", lambda _: os.close(2)),
    "change-terminal": ("writes to the terminal and changes it", change_terminal),
    "lower-limits": ("takes its own limits and rights away", lower_limits),
    "leave-the-folder": ("goes to another folder", lambda _: os.chdir("/")),
    "shrink-pipes": ("makes its pipes as small as they get", shrink_pipes),
    "hold-memory": ("keeps 200 MiB", hold_memory),
}


def behaviours() -> Iterator[Behaviour]:
    """Those that end without an answer, and those that answer in the end."""
    for name, (what, act) in INSTEAD.items():
        yield Behaviour(name, what, dict.fromkeys(ALL, CARD), act)
    for name, (what, act) in BEFORE.items():
        yield Behaviour(name, what, dict.fromkeys(ALL, NOTHING), answering(act))
    # Whoever is asked one card at a time is heard to its end; a stream ends with the run, which waits for two seconds.
    lingering = {"stream": NOTHING, "once": CARD, "python": NOTHING}
    yield Behaviour("endless-thread", "a thread that never ends", lingering, answering(endless_thread))


def answering(act: Callable[[Asked], None]) -> Callable[[Asked], bytes]:
    """The honest answer, after this."""

    def act_and_answer(asked: Asked) -> bytes:
        act(asked)
        return asked.line()

    return act_and_answer
