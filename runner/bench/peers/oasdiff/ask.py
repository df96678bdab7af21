"""Asks oasdiff about the same schema of what is sent, in two descriptions of an interface."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ANSWERS = {0: {"compatible": True}, 1: {"compatible": False}}


def described(schema: Any) -> str:
    """The least that OpenAPI 3.1 asks for around a schema."""
    content = {"application/json": {"schema": schema}}
    responses = {"200": {"description": "taken"}}
    post = {"requestBody": {"required": True, "content": content}, "responses": responses}
    whole = {"openapi": "3.1.0", "info": {"title": "cards", "version": "1"}, "paths": {"/cards": {"post": post}}}
    return json.dumps(whole)


for line in sys.stdin:
    asked = json.loads(line)
    for side in ("old", "new"):
        Path(f"{side}.json").write_text(described(asked[side]), "utf-8")
    command = ["./oasdiff", "breaking", "--fail-on", "WARN", "old.json", "new.json"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    print(json.dumps(ANSWERS.get(done.returncode, {"open": f"status {done.returncode}"})), flush=True)
