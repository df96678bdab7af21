"""Asks the schema inside agentcard-mcp (https://github.com/kwailapt/AgentCard), by jsonschema and its formats."""

import base64
import json
import os
import sys

from agentcard_mcp.schema import AGENTCARD_SCHEMA
from jsonschema import Draft202012Validator

ENGINE = Draft202012Validator(AGENTCARD_SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


def judge(card: bytes) -> dict:
    try:
        value = json.loads(card.decode())
    except (ValueError, RecursionError) as error:
        return {"valid": False, "errors": [{"message": f"not JSON: {error}"}]}
    errors = [{"message": f"{error.json_path}: {error.message}"} for error in ENGINE.iter_errors(value)]
    return {"valid": not errors, "errors": errors}


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
