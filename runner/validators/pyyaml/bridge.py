"""Reads cards with PyYAML (https://pyyaml.org/), which has the scalars of YAML 1.1; jsonschema judges what it reads."""

import base64
import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator


@cache
def engine(dialect: str) -> Draft202012Validator:
    schema = json.loads(Path(sys.argv[1], dialect, "card.schema.json").read_bytes())
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def judge(card: bytes, dialect: str) -> dict:
    try:
        value = yaml.safe_load(card)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return {"valid": False, "errors": [{"message": f"not YAML: {error}"}]}
    errors = [
        {"pointer": pointer(error.absolute_path), "message": error.message}
        for error in engine(dialect).iter_errors(value)
    ]
    return {"valid": not errors, "errors": errors}


def pointer(steps: Iterable) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return {"agentcard-conformance": 1}
    return {"id": question["id"], **judge(base64.b64decode(question["card"]), question["dialect"])}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
