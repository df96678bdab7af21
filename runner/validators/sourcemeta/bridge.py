"""Asks the command line of Sourcemeta (https://github.com/sourcemeta/jsonschema), in C++, with formats asserted.

It tells JSON from YAML by a file's extension, and stops at the first file that it cannot read: each card is a file and
a process of its own.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INVALID = 2
NOT_JSON = b"Failed to parse the JSON document"


def judge(card: bytes, dialect: str) -> dict:
    schema = Path(sys.argv[1], dialect, "card.schema.json")
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(card)
        file.flush()
        command = ["./jsonschema", "validate", "--fast", "--format-assertion", schema, file.name]
        done = subprocess.run(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    if NOT_JSON in done.stdout:
        return {"valid": False, "errors": [{"message": "not JSON"}]}
    if done.returncode not in (0, INVALID):
        return {"error": done.stdout.decode("utf-8", "replace")}
    return {"valid": done.returncode == 0}


def answer(line: bytes) -> str:
    question = json.loads(line)
    if "id" not in question:
        return '{"agentcard-conformance": 1}\n'
    said = judge(base64.b64decode(question["card"]), question["dialect"])
    return json.dumps({"id": question["id"], **said}) + "\n"


def main() -> None:
    rest = b""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while chunk := os.read(0, 65536):
            *lines, rest = (rest + chunk).split(b"\n")
            for each in pool.map(answer, lines):
                sys.stdout.write(each)
                sys.stdout.flush()


if __name__ == "__main__":
    main()
