"""A comparison as Markdown for a comment on a pull request.

What comes from a card, a schema or a file name stands between backticks, and a card in a fence: there GitHub makes no
mention, no link and no HTML of it. A backslash before an @ would not help: mentions are looked for after Markdown.
"""

from collections.abc import Iterator

from agentcard_conformance.compare.results import Comparison
from agentcard_conformance.compare.sections import ComparisonText, Entry, Quoted, Section, Words, comparison_text
from agentcard_conformance.escaping import markdown_code

LONGEST_COMMENT = 65_536 - 2_000
"""Characters: GitHub takes 65,536 in a comment, and whoever posts it may have a line of his own to add."""
_RESERVE = 200
"""Characters: the heading of a section, and the sentence on what is left out of it."""


def render(comparison: Comparison, *, terminal: bool = False) -> str:  # noqa: ARG001  # the same text anywhere
    """The headline as a heading, and below it what was found, as far as it fits."""
    text = comparison_text(comparison)
    return "\n".join([*_top(text), *_sections(text)]) + "\n"


def _top(text: ComparisonText) -> list[str]:
    return [f"## {text.headline[:1].upper()}{text.headline[1:]}", "", *(f"- {_inline(note)}" for note in text.notes)]


def _sections(text: ComparisonText) -> Iterator[str]:
    """Each gets what those before it have left, and room enough for its heading."""
    room = LONGEST_COMMENT - sum(map(_length_of_lines, _top(text))) - _RESERVE * len(text.sections)
    for section in text.sections:
        yield from ("", f"### {section.title}", "")
        fitting = list(_fitting(section, room))
        room -= sum(map(_length_of_lines, fitting))
        yield from fitting
        if left := len(section.entries) - len(fitting):
            yield f"\n{left:,} of {len(section.entries):,} did not fit here; `--format html` has all of them."


def _fitting(section: Section, room: int) -> Iterator[str]:
    for entry in section.entries:
        written = "\n".join(_entry(entry))
        room -= _length_of_lines(written)
        if room < 0:
            return
        yield written


def _length_of_lines(text: str) -> int:
    return len(text) + 1


def _entry(entry: Entry) -> Iterator[str]:
    yield f"- {_inline(entry.title)}"
    yield from (f"  - {_inline(fact)}" for fact in entry.facts)
    if entry.card:
        # In JSON no line is of backticks alone, which would end the fence; in another notation one may be.
        fence = "`" * max([3, *(1 + len(line.strip()) for line in entry.card if not line.strip(" `"))])
        yield from ("", "  <details><summary>The card</summary>", "", f"  {fence}{entry.language}")
        yield from (f"  {line}" for line in entry.card)
        yield from (f"  {fence}", "", "  </details>", "")


def _inline(words: Words) -> str:
    return "".join(markdown_code(word.text) if isinstance(word, Quoted) else word for word in words)
