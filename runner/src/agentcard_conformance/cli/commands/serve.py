"""How does another program, or this suite itself, ask the reference?"""

from collections.abc import Callable

import click

from agentcard_conformance.model import Answer, Complaint, Identity, Json, Question, Verdict

EXAMPLES = """\b
Examples:
  agentcard-conformance run --validator "stream:agentcard-conformance serve"
  pytest conformance/ --validator "stream:agentcard-conformance serve"
"""
SHOWN = 32
"""Complaints in one answer; a card may have a fault in each of a million places, and a line at most 16 MiB."""


@click.command(epilog=EXAMPLES)
def command() -> None:
    """Answer on the stream protocol, as the reference.

    Reads one JSON object a line from standard input and writes one a line to standard output, until the input ends.
    """
    from agentcard_conformance import serve  # --help of all commands needs neither this nor jsonschema
    from agentcard_conformance.corpus import read_suite
    from agentcard_conformance.reference import Reference

    reference = Reference(read_suite().dialects)
    serve.serve(_judge_one(reference.dialects, reference.judge), _welcome(reference.identity, reference.dialects))


def _welcome(identity: Identity, dialects: tuple[str, ...]) -> dict[str, Json]:
    validator = {"name": identity.name, "version": identity.version, "language": identity.language}
    return {"validator": validator, "dialects": list(dialects)}


def _judge_one(
    dialects: tuple[str, ...], judge: Callable[[list[Question]], list[Verdict]]
) -> Callable[[bytes, str, dict[str, Json]], bool | dict[str, Json]]:
    def judge_one(card: bytes, dialect: str, context: dict[str, Json]) -> bool | dict[str, Json]:
        if dialect not in dialects:
            return {"skip": f"the reference knows no dialect {dialect!a}"}
        return _answer(judge([Question(card, dialect, context)])[0])

    return judge_one


def _answer(verdict: Verdict) -> bool | dict[str, Json]:
    if verdict.answer is Answer.SKIP:
        return {"skip": verdict.why}
    if verdict.answer is Answer.VALID:
        return True
    return {"valid": False, "errors": [_error(each) for each in verdict.complaints[:SHOWN]]}


def _error(complaint: Complaint) -> dict[str, str]:
    return {"pointer": complaint.pointer, "message": complaint.message, "requirement": complaint.requirement}
