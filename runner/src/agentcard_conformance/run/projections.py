"""What a validator says is published of a card, held against what is expected."""

import json

from agentcard_conformance.escaping import to_short_ascii
from agentcard_conformance.model import Absent, Answer, Fixture, Json, Verdict, first_difference, to_pointer

_LONGEST_VALUE = 80


def hold_projection(fixture: Fixture, verdict: Verdict) -> Verdict:
    """The verdict as it is, or one that says where what is published is not what is expected."""
    if fixture.projection is None or verdict.answer is not Answer.VALID:
        return verdict
    why = _what_differs(fixture.projection, verdict.projection)
    return Verdict(Answer.OTHER_PROJECTION, why, verdict.errors) if why else verdict


def _what_differs(expected: Json, projection: Json) -> str:
    if projection is None:
        return 'it gave no "projection" with its answer, which says what is published of the card'
    difference = first_difference(expected, projection)
    if difference is None:
        return ""
    at = to_short_ascii(to_pointer(difference.at)) or "the top level"
    return f"it publishes {_show(difference.found)} at {at}, where {_show(difference.expected)} is expected"


def _show(part: Json | Absent) -> str:
    return "nothing" if part is Absent.ABSENT else to_short_ascii(json.dumps(part), _LONGEST_VALUE)
