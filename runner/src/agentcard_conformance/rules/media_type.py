"""Rules about media types."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule


@rule(passes={"pattern": "^[a-z]+/[a-z]+$"})
def is_media_type(value: Json) -> Iterator[Fault]:
    """A type, a solidus and a subtype without blanks; parameters may follow a semicolon."""
    kind, _, subtype = value.partition(";")[0].rstrip(" ").partition("/")
    if "/" in subtype or [*kind.split(), *subtype.split()] != [kind, subtype]:
        yield Fault(f"{value!a} is no media type, such as text/plain")
