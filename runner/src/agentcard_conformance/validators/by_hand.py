"""Shell lines that do by hand what the suite did."""

import base64
import json
import shlex

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description, Dialect
from agentcard_conformance.validators.commands import target_command
from agentcard_conformance.validators.protocol.handshake import greeting_line

_SERVE = "python -m agentcard_conformance.validators.serve"


def ask_line(description: Description, dialect: Dialect, card: bytes, suite_version: str, times: int = 1) -> str:
    """A line that asks a validator about a card, or many times about the same one."""
    packed = base64.b64encode(card).decode()
    if description.form == "http":
        headers = f"-H 'AgentCard-Dialect: {dialect.id}' -H 'Content-Type: {dialect.media_type}'"
        return (
            f"printf %s '{packed}' | base64 -d | curl -sS --data-binary @- {headers} {shlex.quote(description.target)}"
        )
    if description.form == "once":
        return f"printf %s '{packed}' | base64 -d | {_start_command(description, dialect)}"
    question = json.dumps({"id": 1, "dialect": dialect.id, "card": packed, "context": {}})
    asked = _echo_questions(question, times)
    return f"{{ {_echo_greeting(suite_version)}; {asked} }} | {_start_command(description, dialect)}"


def start_line(description: Description, dialect: Dialect, suite_version: str) -> str:
    """A line that starts a validator and greets it."""
    if description.form == "http":
        return f"curl -sS --data-binary '{{}}' {shlex.quote(description.target)}"
    if description.form == "once":
        return f"printf %s '{{}}' | {_start_command(description, dialect)}"
    return f"{_echo_greeting(suite_version)} | {_start_command(description, dialect)}"


def _echo_greeting(suite_version: str) -> str:
    return f"echo {shlex.quote(greeting_line(suite_version).decode().strip())}"


def _echo_questions(question: str, times: int) -> str:
    """Each with an id of its own."""
    if times == 1:
        return f"echo {shlex.quote(question)};"
    numbered = question.replace('"id": 1', '"id": %d')
    return f"printf {shlex.quote(numbered + chr(92) + 'n')} $(seq {times});"


def _start_command(description: Description, dialect: Dialect) -> str:
    if description.form == "python":
        return f"{_SERVE} {shlex.quote(description.target)}"
    try:
        command = shlex.join(word.replace("{dialect}", dialect.id) for word in target_command(description))
    except CallError:
        command = description.target
    settings = "".join(f"{name}={shlex.quote(value)} " for name, value in description.environment.items())
    return f"(cd {shlex.quote(str(description.folder))} && {settings}{command})"
