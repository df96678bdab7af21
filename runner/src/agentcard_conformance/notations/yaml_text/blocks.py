"""Collections in block style: two blanks for each level, one member or item a line."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

_LONGEST_NAME = 1000
"""Characters; YAML lets a reader look 1,024 ahead for the colon, unless a question mark says that a name begins."""


class BlockSequence(NamedTuple):
    """Items, each below the other."""

    items: Sequence["Block"]


class BlockMapping(NamedTuple):
    """Members, each below the other, with their names as they are to be written."""

    members: Sequence[tuple[str, "Block"]]


Block: TypeAlias = str | BlockSequence | BlockMapping
"""A part of a card; what stands on one line is a text."""


def write_block(block: Block) -> bytes:
    """The text of a card."""
    return "".join(f"{line}\n" for line in _lines(block)).encode("utf-8")


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield block
    elif isinstance(block, BlockSequence):
        for item in block.items:
            yield from _below("- ", _lines(item))
    else:
        for name, part in block.members:
            yield from _member_lines(name, part)


def _member_lines(name: str, part: Block) -> Iterator[str]:
    start = f"{name}:"
    if len(name) > _LONGEST_NAME:
        yield f"? {name}"
        start = ":"
    if isinstance(part, str):
        yield f"{start} {part}".rstrip(" ")
    else:
        yield start
        yield from (f"  {line}" for line in _lines(part))


def _below(first: str, lines: Iterator[str]) -> Iterator[str]:
    """Lines with something in front of the first, and blanks in front of the others."""
    yield f"{first}{next(lines)}".rstrip(" ")
    yield from (f"{' ' * len(first)}{line}" for line in lines)
