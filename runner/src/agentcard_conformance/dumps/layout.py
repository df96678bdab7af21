"""How the cards stand in the lines and rows of dumps."""

from typing import NamedTuple, TypeAlias

from agentcard_conformance.model import Json

CONTEXT_NAME = "context"
"""Of the member or column that holds the contexts of the cards beside it."""


class DumpLayout(NamedTuple):
    """Where the card is in a line or row, how JSON holds it, and whether there is a context beside it."""

    column: str = ""
    """Of Parquet: the one with the cards; a file of one column needs no name for it."""
    member: str = ""
    """Of the objects on the lines of JSON Lines: the one that is the card; empty where the whole line is."""
    as_text: bool = False
    """Whether JSON holds a card as a string, since the card is written in another notation."""
    takes_context: bool = False
    """Whether a column of Parquet may hold contexts; a table of other cards may have a column of that name, too."""
    missing_context: str = ""
    """Why a table without such a column cannot be read; empty where it can."""

    @property
    def is_wrapped(self) -> bool:
        """Whether a line of JSON Lines is not the card itself."""
        return bool(self.member) or self.as_text


class CardEntry(NamedTuple):
    """What is in a line or row that is not just a card."""

    card: bytes
    """The text of the card; all of the line where it holds none."""
    context: Json = None
    """What stands beside the card; None where nothing does."""
    problem: str = ""
    """Why there is no card to be judged; empty where there is one."""


DumpCard: TypeAlias = bytes | CardEntry
"""What a line or row holds: a card as it is, or what else there is; no bytes where it is blank."""
