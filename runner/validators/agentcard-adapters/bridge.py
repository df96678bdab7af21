"""Asks agentcard-adapters (https://github.com/kwailapt/AgentCard): its AgentCard is read, and validated."""

import base64
import json
import os
import sys

from agentcard_adapters.core import AgentCard


def judge(card: bytes) -> dict:
    try:
        AgentCard.from_json(card.decode()).validate()
    except ValueError as error:
        return {"valid": False, "errors": [{"message": str(error)}]}
    # Whatever else it raises is no verdict, which ValueError alone is documented to be.
    except Exception as error:
        return {"error": repr(error)}
    return {"valid": True}


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
