"""The parts of a long text that are shown: its beginning, its end, and what stands around marks."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Span: TypeAlias = tuple[int, int]

_LONGEST_MARK = 200
_LEAST_LEFT_OUT = 40
"""What is shorter is shown, rather than a note in its place."""


class Excerpt(NamedTuple):
    """A part of a text, with the marks in it, and a note of what is left out behind it."""

    text: str
    marks: tuple[Span, ...]
    left_out: str = ""


def excerpt(text: str, marks: Sequence[Span], limit: int) -> list[Excerpt]:
    """The whole text where it is no longer than the limit; marks come in their order and do not overlap."""
    if len(text) <= limit:
        return [Excerpt(text, tuple(marks))]
    cut = [(start, min(end, start + _LONGEST_MARK)) for start, end in marks]
    beside = max(limit // 6, _LEAST_LEFT_OUT)
    around = [(max(0, start - beside), min(len(text), end + beside)) for start, end in cut]
    rest = max(limit - sum(end - start for start, end in around), limit // 4)
    shown = _joined([(0, rest * 3 // 4), *around, (len(text) - rest // 4, len(text))])
    nexts = [start for start, _ in shown[1:]] + [len(text)]
    return [_part(text, span, cut, following - span[1]) for span, following in zip(shown, nexts, strict=True)]


def _joined(spans: Iterable[Span]) -> list[Span]:
    """In their order; those that overlap or almost touch are one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] < _LEAST_LEFT_OUT:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _part(text: str, span: Span, marks: Iterable[Span], behind: int) -> Excerpt:
    begin, end = span
    inside = tuple((start - begin, stop - begin) for start, stop in marks if begin <= start and stop <= end)
    return Excerpt(text[begin:end], inside, f" … {behind:,} characters left out … " if behind else "")
