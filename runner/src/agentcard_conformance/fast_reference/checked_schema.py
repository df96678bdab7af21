"""What the checks of keywords see: a schema within another, and a value that is held against it."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, Protocol, Self

from agentcard_conformance.model import Json, Steps
from agentcard_conformance.schema_engine.fast_engine import IsValid

_LARGEST_GROUP = 2**20


class Visit(NamedTuple):
    """A value that is held against a schema, and how it was reached."""

    value: Json
    at: Steps = ()
    requirement: str = ""
    room: float = _LARGEST_GROUP
    """Bytes as JSON: a fast engine is asked about no more at once."""
    is_large: bool = False
    """Whether it would take long to ask about the value alone."""
    failing: Collection[Steps] | None = None
    """The places where a keyword fails, and all above them; None where they are not known."""


class FailedKeyword(NamedTuple):
    """A keyword that does not hold."""

    keyword: str
    wanted: Json
    value: Json
    at: Steps
    requirement: str


class CheckedSchema(Protocol):
    """A schema within another one."""

    @property
    def schema(self) -> Mapping[str, Json]:
        """Its keywords."""
        ...

    @property
    def is_interpreted(self) -> bool:
        """Whether no engine looks at values, so that every look takes its time."""
        ...

    @property
    def matches(self) -> IsValid:
        """Whether a value matches all of it."""
        ...

    @property
    def items_match(self) -> IsValid:
        """Whether each value of a list matches all of it."""
        ...

    def keyword_matches(self, name: str) -> IsValid:
        """Whether a value matches one keyword of it."""
        ...

    def child(self, schema: Json) -> Self:
        """A schema that stands in it."""
        ...

    def target(self, reference: str) -> Self:
        """The schema that it refers to."""
        ...

    def passes_quickly(self, value: Json, level: int) -> bool:
        """Whether a quick look shows that it matches a value at this level of the card."""
        ...

    def failed_keywords(self, visit: Visit) -> Iterator[FailedKeyword]:
        """The keywords of it that do not hold."""
        ...
