"""`serve`: the reference on the stream protocol."""

from collections.abc import Callable, Sequence

import click

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Answer, Identity, Json, Question, ReportedError, Verdict

_MOST_ERRORS = 32
"""In one answer; a card may have a fault in each of a million places, and a line at most 16 MiB."""

_EXAMPLES = """\b
Examples:
  agentcard-conformance run --validator "stream:agentcard-conformance serve"
  pytest conformance/ --validator "stream:agentcard-conformance serve"
"""


@click.command(epilog=_EXAMPLES)
def command() -> None:
    """Answer on the stream protocol, as the reference.

    Reads one JSON object a line from standard input and writes one a line to standard output, until the input ends.
    """
    # Not above: --help of all commands needs no engine.
    from agentcard_conformance.fast_reference.bounded_reference import QuickReference
    from agentcard_conformance.validators.serve import serve

    reference = QuickReference(read_suite().dialects, expects_many=True)
    serve(_judge_card(reference.dialects, reference.judge), _welcome(reference.identity, reference.dialects))


def _welcome(identity: Identity, dialects: Sequence[str]) -> dict[str, Json]:
    validator = {"name": identity.name, "version": identity.version, "language": identity.language}
    return {"validator": validator, "dialects": list(dialects)}


def _judge_card(
    dialects: Sequence[str], judge: Callable[[list[Question]], list[Verdict]]
) -> Callable[[bytes, str, dict[str, Json]], bool | dict[str, Json]]:
    def judge_card(card: bytes, dialect: str, context: dict[str, Json]) -> bool | dict[str, Json]:
        if dialect not in dialects:
            return {"skip": f"the reference knows no dialect {dialect!a}"}
        return _to_answer(judge([Question(card, dialect, context)])[0])

    return judge_card


def _to_answer(verdict: Verdict) -> bool | dict[str, Json]:
    if verdict.answer is Answer.SKIP:
        return {"skip": verdict.why}
    if verdict.answer is Answer.VALID:
        return True if verdict.projection is None else {"valid": True, "projection": verdict.projection}
    return {"valid": False, "errors": [_error_document(each) for each in verdict.errors[:_MOST_ERRORS]]}


def _error_document(error: ReportedError) -> dict[str, str]:
    return {"pointer": error.pointer, "message": error.message, "requirement": error.requirement}
