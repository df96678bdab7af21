"""What is most often meant by text that is not quite JSON: the sentence and the place for a person who wrote it."""

import re

from agentcard_conformance.model import Assessment, Finding, Position

_ABOUT_TEXT = frozenset({"json-encoding", "json-syntax"})
"""What the decoder of JSON reports of text that it cannot read."""

_COMMENTS = ("//", "/*", "#")
_OTHER_WORDS = {
    "True": "write true",
    "False": "write false",
    "None": "write null",
    "undefined": "leave the member out, or write null",
    "NaN": "JSON has no such number",
    "Infinity": "JSON has no such number",
}
_WORD = re.compile(r"-?\w+")
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def explain_slips(card: bytes, found: Assessment) -> Assessment:
    """The same with better words for what its author may not know of JSON."""
    if not any(each.requirement.id in _ABOUT_TEXT for each in found.violations):
        return found
    return found._replace(violations=tuple(_explained(card, each) for each in found.violations))


def _explained(card: bytes, finding: Finding) -> Finding:
    if card.startswith(_BYTE_ORDER_MARKS) or finding.what.startswith("the bytes look like"):
        return finding._replace(what="the file is in UTF-16 or UTF-32; save it as UTF-8")
    if not card.removeprefix(b"\xef\xbb\xbf").strip():
        return finding._replace(what="the file is empty; a card is a JSON object")
    if finding.position:
        return _explained_syntax(card.decode("utf-8", "replace"), finding, finding.position)
    return finding


def _explained_syntax(text: str, finding: Finding, at: Position) -> Finding:
    lines = text.split("\n")
    before, here = "\n".join([*lines[: at.line - 1], lines[at.line - 1][: at.column - 1]]), lines[at.line - 1]
    rest, end = here[at.column - 1 :], before.rstrip()
    word = _WORD.match(rest)
    if rest.startswith(("}", "]")) and end.endswith(","):
        comma = Position(end.count("\n") + 1, len(end) - end.rfind("\n") - 1)
        what = f"this comma stands before a closing {rest[0]}; leave it out, JSON allows none there"
        return finding._replace(what=what, position=comma)
    if rest.startswith(_COMMENTS):
        return finding._replace(what=f"{finding.what}: JSON has no comments")
    if rest.startswith("'"):
        return finding._replace(what=f"{finding.what}: JSON has double quotes alone")
    if word and word[0].removeprefix("-") in _OTHER_WORDS:
        return finding._replace(what=f"{finding.what}: {_OTHER_WORDS[word[0].removeprefix('-')]}")
    return finding
