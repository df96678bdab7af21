"""Rules about text that people read."""

import unicodedata
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule


@rule(passes={"type": "string"})
def is_text(value: Json) -> Iterator[Fault]:
    """A string, where the source only speaks of something that people read."""
    if not isinstance(value, str):
        yield Fault("it is no text")


# Latin, Cyrillic or Chinese: characters that are letters in every edition of Unicode.
@rule(passes={"pattern": "[!-~\u00c0-\u02af\u0410-\u044f\u4e00-\u9fa5]"})
def is_visible(value: Json) -> Iterator[Fault]:
    """At least one character that is no blank, control or invisible mark."""
    if value and all(unicodedata.category(character).startswith(("Z", "C")) for character in set(value)):
        yield Fault("it has no visible character")
