"""How does somebody do by hand, in a shell, what the suite did?"""

import base64
import json
import shlex

from agentcard_conformance import protocol
from agentcard_conformance.drive.commands import words
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description, Dialect

SERVE = "python -m agentcard_conformance.serve"


def ask(description: Description, dialect: Dialect, card: bytes, suite: str, times: int = 1) -> str:
    """A line that asks a validator about a card, or many times about the same one."""
    packed = base64.b64encode(card).decode()
    if description.form == "http":
        headers = f"-H 'AgentCard-Dialect: {dialect.id}' -H 'Content-Type: {dialect.media_type}'"
        return (
            f"printf %s '{packed}' | base64 -d | curl -sS --data-binary @- {headers} {shlex.quote(description.target)}"
        )
    if description.form == "once":
        return f"printf %s '{packed}' | base64 -d | {_command(description, dialect)}"
    question = json.dumps({"id": 1, "dialect": dialect.id, "card": packed, "context": {}})
    return f"{{ {_greet(suite)}; {_questions(question, times)} }} | {_command(description, dialect)}"


def greet(description: Description, dialect: Dialect, suite: str) -> str:
    """A line that starts a validator and says hello."""
    if description.form == "http":
        return f"curl -sS --data-binary '{{}}' {shlex.quote(description.target)}"
    if description.form == "once":
        return f"printf %s '{{}}' | {_command(description, dialect)}"
    return f"{_greet(suite)} | {_command(description, dialect)}"


def _greet(suite: str) -> str:
    return f"echo {shlex.quote(protocol.greeting_line(suite).decode().strip())}"


def _questions(question: str, times: int) -> str:
    """Each with an id of its own."""
    if times == 1:
        return f"echo {shlex.quote(question)};"
    numbered = question.replace('"id": 1', '"id": %d')
    return f"printf {shlex.quote(numbered + chr(92) + 'n')} $(seq {times});"


def _command(description: Description, dialect: Dialect) -> str:
    if description.form == "python":
        return f"{SERVE} {shlex.quote(description.target)}"
    try:
        command = shlex.join(word.replace("{dialect}", dialect.id) for word in words(description))
    except CallError:
        command = description.target
    settings = "".join(f"{name}={shlex.quote(value)} " for name, value in description.environment.items())
    return f"(cd {shlex.quote(str(description.folder))} && {settings}{command})"
