"""A stream bridge in Python: call your validator in judge. It needs nothing but Python 3.

agentcard-conformance doctor --validator "stream:python3 bridge.py"
"""

import base64
import json
import os
import sys

DIALECTS = ["agentcard-draft-00"]  # those that your validator reads
WELCOME = {
    "agentcard-conformance": 1,
    "validator": {"name": "mine", "version": "0.1.0", "language": "Python"},
    "dialects": DIALECTS,
}


def judge(card: bytes, dialect: str, context: dict) -> dict:
    """Your validator's verdict on a card; this one accepts any valid JSON."""
    try:
        json.loads(card)
    except (ValueError, RecursionError) as error:
        return {"valid": False, "errors": [{"message": f"not JSON: {error}"}]}
    return {"valid": True}


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return WELCOME
    if question["dialect"] not in DIALECTS:
        return {"id": question["id"], "skip": "a dialect that it does not read"}
    card = base64.b64decode(question["card"])
    return {"id": question["id"], **judge(card, question["dialect"], question["context"])}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        # All lines that have arrived are answered in one write: half the time of one write a line.
        *lines, rest = (rest + chunk).split(b"\n")
        answers = "".join(json.dumps(answer(line)) + "\n" for line in lines)
        sys.stdout.buffer.write(answers.encode())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
