"""Asks agentcard-mcp (https://github.com/kwailapt/AgentCard) as an MCP client does, by its tool agentcard_validate.

The tool takes a string, so bytes that are no UTF-8 are refused here.
"""

import base64
import json
import os
import select
import sys
from subprocess import PIPE, Popen
from typing import IO, cast

CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bridge", "version": "1"}}
SERVE = [sys.executable, "-m", "agentcard_mcp"]
START, REPLY = 60, 2  # seconds; a reply takes two thousandths


class Server:
    """An MCP server on its standard input and output, asked one thing at a time."""

    def __init__(self) -> None:
        self._process: Popen = Popen(SERVE, stdin=PIPE, stdout=PIPE)  # noqa: S603
        self._input, self._output = cast("IO", self._process.stdin), cast("IO", self._process.stdout)
        self._count = 0
        self.call("initialize", CLIENT, START)
        self._say({"method": "notifications/initialized"})

    def call(self, method: str, params: dict, seconds: float) -> dict:
        """The reply, if it comes in time."""
        self._count += 1
        self._say({"id": self._count, "method": method, "params": params})
        if not select.select([self._output], [], [], seconds)[0]:
            raise TimeoutError(f"the server gave no reply within {seconds} seconds")
        return json.loads(self._output.readline())

    def end(self) -> None:
        """Whatever it does at the moment."""
        self._process.kill()
        self._process.wait()

    def _say(self, message: dict) -> None:
        self._input.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._input.flush()


servers = [Server()]


def ask(arguments: dict) -> str:
    """What the tool says; a server whose session has died stays up and mute, and a new one takes its place."""
    try:
        message = servers[0].call("tools/call", {"name": "agentcard_validate", "arguments": arguments}, REPLY)
    except TimeoutError as error:
        servers.pop().end()
        servers.append(Server())
        return str(error)
    return message["result"]["content"][0]["text"] if "result" in message else json.dumps(message)


def judge(card: bytes) -> dict:
    try:
        arguments = {"card_json": card.decode()}
    except UnicodeDecodeError as error:
        return {"valid": False, "errors": [{"message": f"not UTF-8: {error}"}]}
    text = ask(arguments)
    if text.startswith("VALID"):
        return {"valid": True}
    if text.startswith("INVALID"):
        return {"valid": False, "errors": [{"message": text}]}
    # The tool raised something: that is neither of the two things it is documented to say.
    return {"error": text}


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return {"agentcard-conformance": 1}
    return {"id": question["id"], **judge(base64.b64decode(question["card"]))}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
