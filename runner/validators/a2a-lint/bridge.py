"""Asks a2a-lint (https://github.com/vivek24290/a2a-lint), whose errors make a card invalid."""

import base64
import json
import os
import sys

from a2a_lint.validator import validate_card


def judge(text: bytes) -> dict:
    """What its client would not hand to the linter, no JSON or no object, is refused as by the client."""
    try:
        card = json.loads(text)
    except ValueError as error:
        return {"valid": False, "errors": [{"message": str(error)}]}
    if not isinstance(card, dict):
        return {"valid": False, "errors": [{"message": "JSON body is not an object"}]}
    findings = validate_card(card)
    errors = [f"{each['field']}: {each['message']}" for each in findings if each["level"] == "error"]
    return {"valid": not errors, "errors": [{"message": each} for each in errors]}


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
