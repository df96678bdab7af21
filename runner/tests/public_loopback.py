"""A loopback interface of its own, with a public address on it, to ask a server that leads to a private one.

    unshare --user --map-root-user --net --mount python public_loopback.py HOSTS LOCATION

It lets no packet out: the network is one of this process alone. HOSTS is a file for the names that are looked up, which
the server rewrites when it is asked, and LOCATION is where it redirects to, with {port} for its own. What the program
says is printed.
"""

import fcntl
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching import FetchBounds, parse_address, record
from scripted_server import answer, serving

PUBLIC = "93.184.215.14"
NAME = "moving.example"

_SET_ADDRESS, _SET_FLAGS = 0x8916, 0x8914  # SIOCSIFADDR and SIOCSIFFLAGS of Linux
_UP = 1


def set_up(hosts: Path) -> None:
    """Bring the interface up with the public address, and look names up in the file."""
    with socket.socket() as any_socket:
        address = struct.pack("16sHH4s8x", b"lo:1", socket.AF_INET, 0, socket.inet_aton(PUBLIC))
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sH14x", b"lo", _UP))
        fcntl.ioctl(any_socket, _SET_ADDRESS, address)
    hosts.write_text(f"{PUBLIC} {NAME}\n")
    subprocess.run(["mount", "--bind", str(hosts), "/etc/hosts"], check=True)


def main(hosts: Path, location: str) -> None:
    """Ask the server at its name."""
    set_up(hosts)

    def moving(path: str) -> Iterable[bytes]:
        hosts.write_text(f"127.0.0.1 {NAME}\n")
        to = location.replace("{port}", server.origin.rpartition(":")[2])
        return [answer("{}") if path == "/there" else answer("", "302 Found", Location=to)]

    with serving(moving, host=PUBLIC) as server:
        bounds = FetchBounds(allow_private=False, deadline=time.monotonic() + 10)
        try:
            said = record(parse_address(server.address.replace(PUBLIC, NAME)), "*/*", bounds).exchange.decode()
        except CallError as error:
            said = str(error)
    sys.stdout.write(said)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
