"""What is most often meant by text that is not quite JSON: the sentence and the place for a person who wrote it."""

import re
from collections.abc import Iterator

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
_GZIP = b"\x1f\x8b"
_BEGINNINGS = (
    (re.compile("<"), "it begins like HTML or XML; a card of this dialect is JSON"),
    (re.compile(r"HTTP/\d"), "it begins with the head of an answer over HTTP; save the body alone"),
    (re.compile(r"---|[A-Za-z_$][\w$-]*:(?:\s|$)"), "it begins like YAML; a card of this dialect is JSON"),
)


def explain_slips(card: bytes, found: Assessment) -> Assessment:
    """The same with better words for what its author may not know of JSON."""
    if not any(each.requirement.id in _ABOUT_TEXT for each in found.violations):
        return found
    return found._replace(violations=tuple(_explained(card, each) for each in found.violations))


def _explained(card: bytes, finding: Finding) -> Finding:
    if card.startswith(_BYTE_ORDER_MARKS) or finding.what.startswith("the bytes look like"):
        return finding._replace(what="the file is in UTF-16 or UTF-32; save it as UTF-8")
    if card.startswith(_GZIP):
        return finding._replace(what="the file is packed by gzip; unpack it")
    if not card.removeprefix(b"\xef\xbb\xbf").strip():
        return finding._replace(what="the file is empty; a card is a JSON object")
    if finding.position:
        return _explained_syntax(card.decode("utf-8", "replace"), finding, finding.position)
    return finding


def _explained_syntax(text: str, finding: Finding, at: Position) -> Finding:
    lines = text.split("\n")
    before, here = "\n".join([*lines[: at.line - 1], lines[at.line - 1][: at.column - 1]]), lines[at.line - 1]
    rest, end = here[at.column - 1 :], before.rstrip()
    if rest.startswith(("}", "]")) and end.endswith(","):
        comma = Position(end.count("\n") + 1, len(end) - end.rfind("\n") - 1)
        what = f"this comma stands before a closing {rest[0]}; leave it out, JSON allows none there"
        return finding._replace(what=what, position=comma)
    if not end and (meant := [what for beginning, what in _BEGINNINGS if beginning.match(rest)]):
        return finding._replace(what=meant[0])
    meant = [why for why in _reasons(finding.what, rest) if why]
    return finding._replace(what=": ".join((finding.what, *meant[:1])))


def _reasons(what: str, rest: str) -> Iterator[str]:
    """Why no JSON stands where the rest of a line begins; nothing where it is not known."""
    word = _WORD.match(rest)
    if rest.startswith(_COMMENTS):
        yield "JSON has no comments"
    if rest.startswith("'"):
        yield "JSON has double quotes alone"
    if word:
        yield _OTHER_WORDS.get(word[0].removeprefix("-"), "")
    if what.startswith("expected the end of the card") and rest.startswith(("{", "[")):
        yield "files with a card on each line are checked with --jsonl"
