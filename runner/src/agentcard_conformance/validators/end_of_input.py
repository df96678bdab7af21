"""What a program on the stream protocol writes once its input has ended, which flushes its output."""

import contextlib
import time

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description
from agentcard_conformance.validators import stream_command
from agentcard_conformance.validators.child_process import ChildProcess
from agentcard_conformance.validators.protocol.lines import LineBuffer, ProtocolError


def writes_at_end(description: Description, sent: bytes, count: int, seconds: float) -> bool:
    """Whether a program on the stream protocol writes so many lines once its input has ended."""
    if description.form != "stream":
        return False
    try:
        child = ChildProcess(stream_command(description), description.folder, description.environment)
    except (OSError, CallError):
        return False
    child.send(sent)
    child.finish_input()
    lines, deadline = LineBuffer(), time.monotonic() + seconds
    with contextlib.suppress(ProtocolError):
        while count > 0 and time.monotonic() < deadline and (chunk := child.receive(0.05)) is not None:
            count -= len(lines.feed(chunk))
    child.end()
    return count <= 0
