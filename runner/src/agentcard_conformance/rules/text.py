"""Can a person read it?"""

import unicodedata
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json


def is_visible(value: Json) -> Iterator[Fault]:
    """A name of nothing but blanks, controls and invisible marks shows nobody anything."""
    if value and all(unicodedata.category(character).startswith(("Z", "C")) for character in value):
        yield Fault("it has no visible character")
