"""Shell lines that do by hand what the suite did."""

import base64
import json
import re
import shlex
from collections.abc import Callable

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Context, Description, Dialect, Question
from agentcard_conformance.validators.commands import target_command
from agentcard_conformance.validators.http import encode_context
from agentcard_conformance.validators.protocol.handshake import greeting_line

_SERVE = "python -m agentcard_conformance.validators.serve"
_FILES = {"{context}": '"$context"', "{card}": '"$card"'}
"""What stands in a line for the placeholders of a command that are files."""


def ask_line(description: Description, dialect: Dialect, question: Question, suite_version: str, times: int = 1) -> str:
    """A line that asks a validator about a card, or many times about the same one."""
    if description.form == "http":
        address = shlex.quote(description.target)
        return f"{_print_card(question)} | curl -sS --data-binary @- {_headers(dialect, question.context)} {address}"
    if description.form == "once":
        return _once_line(description, question)
    asked = _print_questions(question, times)
    return f"{{ {_print_greeting(suite_version)}; {asked}; }} | {_stream_command(description)}"


def start_line(description: Description, suite_version: str) -> str:
    """A line that starts a validator and greets it; one that is started for each card is never started before."""
    if description.form == "http":
        return f"curl -sS --data-binary '{{}}' {shlex.quote(description.target)}"
    return f"{_print_greeting(suite_version)} | {_stream_command(description)}"


def _headers(dialect: Dialect, context: Context) -> str:
    headers = [f"AgentCard-Dialect: {dialect.id}", f"Content-Type: {dialect.media_type}"]
    headers += [f"AgentCard-Context: {encode_context(context)}"] if context else []
    return " ".join(f"-H {shlex.quote(header)}" for header in headers)


def _once_line(description: Description, question: Question) -> str:
    """The context and the card go into files first, where the command asks for them."""
    command = _shell_command(description, lambda word: _once_word(word, question.dialect))
    line = command if _FILES["{card}"] in command else f"{_print_card(question)} | {command}"
    if _FILES["{card}"] in command:
        line = f'card=$(mktemp) && {_print_card(question)} > "$card" && {line}'
    if _FILES["{context}"] in command:
        context = shlex.quote(json.dumps(dict(question.context)))
        line = f'context=$(mktemp) && printf %s {context} > "$context" && {line}'
    return f"{line}; echo $?" if description.judges_by_exit_status else line


def _once_word(word: str, dialect: str) -> str:
    """A word of the command in quotes where it needs them, and what its placeholders stand for."""
    parts = re.split("({context}|{card})", word.replace("{dialect}", dialect))
    return "".join(_FILES.get(part) or shlex.quote(part) for part in parts if part) or "''"


def _print_card(question: Question) -> str:
    return f"printf %s '{base64.b64encode(question.card).decode()}' | base64 -d"


def _print_greeting(suite_version: str) -> str:
    return f"echo {shlex.quote(greeting_line(suite_version).decode().strip())}"


def _print_questions(question: Question, times: int) -> str:
    """Each with an id of its own; not with echo, since that of some shells reads the escapes in a context."""
    card = base64.b64encode(question.card).decode()
    rest = json.dumps({"dialect": question.dialect, "card": card, "context": dict(question.context)})[1:]
    if times == 1:
        one = '{"id": 1, ' + rest
        return f"printf '%s\\n' {shlex.quote(one)}"
    numbered = '{"id": %d, ' + rest.replace("\\", "\\\\").replace("%", "%%") + "\\n"
    return f"printf {shlex.quote(numbered)} $(seq {times})"


def _stream_command(description: Description) -> str:
    if description.form == "python":
        return f"{_SERVE} {shlex.quote(description.target)}"
    return _shell_command(description, shlex.quote)


def _shell_command(description: Description, to_shell: Callable[[str], str]) -> str:
    """The command in its folder and with its settings; one whose program is not there, as it was written."""
    try:
        command = " ".join(map(to_shell, target_command(description)))
    except CallError:
        command = description.target
    settings = "".join(f"{name}={shlex.quote(value)} " for name, value in description.environment.items())
    return f"(cd {shlex.quote(str(description.folder))} && {settings}{command})"
