"""Asks the JSON Schema that pydantic makes of the AgentCard of a2a-sdk 0.3, with jsonschema-rs."""

import base64
import json
import os
import sys

import jsonschema_rs
from a2a.types import AgentCard

SCHEMA = jsonschema_rs.Draft202012Validator(AgentCard.model_json_schema())


def judge(card: bytes) -> dict:
    try:
        value = json.loads(card)
    except ValueError as error:
        return {"valid": False, "errors": [{"message": f"not JSON: {error}"}]}
    errors = [{"message": error.message} for error in SCHEMA.iter_errors(value)]
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
