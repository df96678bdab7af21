"""All that lies in dumps, read as a run reads it."""

import zstandard

from agentcard_conformance.dumps import DumpCard, read_cards
from dump_files import slices


def zipped(text: bytes) -> bytes:
    return zstandard.compress(text)


def found(*names: object, form: str = "", column: str = "", size: int = 4) -> list[DumpCard]:
    """All that lies in dumps, which the numbers have to agree with."""
    texts: list[DumpCard] = []
    for part in slices(map(str, names), form=form, column=column, size=size):
        numbered = list(enumerate(read_cards(part), 1))
        assert [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
        texts += [card for _, card in numbered]
    return texts
