"""How does a comparison stand in a comment on a pull request?

Whatever is not ours stands between backticks, and a card in a fence: there GitHub makes no mention, no link and no
HTML of it. A backslash before an @ would not help, since mentions are looked for after Markdown.
"""

import re
from collections.abc import Iterator

from agentcard_conformance.compare.findings import Comparison
from agentcard_conformance.compare.telling.account import Account, Entry, Quoted, Section, Words, account

LONGEST = 65_536 - 2_000
"""Characters: GitHub takes 65,536 in a comment, and whoever posts it may have a line of his own to add."""
RESERVE = 200
"""Characters: the heading of a section, and the sentence on what is left out of it."""
_TICKS = re.compile("`+")


def render(comparison: Comparison, *, terminal: bool = False) -> str:  # noqa: ARG001  # the same text anywhere
    """The answer as a heading, and below it what was found, as far as it fits."""
    told = account(comparison)
    return "\n".join([*_top(told), *_sections(told)]) + "\n"


def _top(told: Account) -> list[str]:
    return [f"## {told.answer[:1].upper()}{told.answer[1:]}", "", *(f"- {_inline(note)}" for note in told.notes)]


def _sections(told: Account) -> Iterator[str]:
    """Each gets what those before it have left, and room enough for its heading."""
    room = LONGEST - sum(map(_length, _top(told))) - RESERVE * len(told.sections)
    for section in told.sections:
        yield from ("", f"### {section.title}", "")
        fitting = list(_fitting(section, room))
        room -= sum(map(_length, fitting))
        yield from fitting
        if left := len(section.entries) - len(fitting):
            yield f"\n{left:,} of {len(section.entries):,} did not fit here; `--format html` has all of them."


def _fitting(section: Section, room: int) -> Iterator[str]:
    for entry in section.entries:
        written = "\n".join(_entry(entry))
        room -= _length(written)
        if room < 0:
            return
        yield written


def _length(text: str) -> int:
    return len(text) + 1


def _entry(entry: Entry) -> Iterator[str]:
    yield f"- {_inline(entry.title)}"
    yield from (f"  - {_inline(fact)}" for fact in entry.facts)
    if entry.card:
        yield from ("", "  <details><summary>The card</summary>", "", "  ```json")
        yield from (f"  {line}" for line in entry.card)  # none is of backticks alone, so none ends the fence
        yield from ("  ```", "", "  </details>", "")


def _inline(words: Words) -> str:
    return "".join(_code(word.text) if isinstance(word, Quoted) else word for word in words)


def _code(text: str) -> str:
    """Blanks within the backticks are dropped by whoever reads it, and keep a backtick of the text apart."""
    ticks = "`" * (max(map(len, _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[:1] in "` " or text[-1:] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}" if text else '`""`'
