"""Can a person read it?"""

import unicodedata
from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Fault, Json

SURE: Mapping[str, Json] = {"is_visible": {"pattern": "[!-~\u00c0-\u02af\u0410-\u044f\u4e00-\u9fa5]"}}
"""Latin, Cyrillic or Chinese: characters that are letters in every edition of Unicode."""


def is_visible(value: Json) -> Iterator[Fault]:
    """A name of nothing but blanks, controls and invisible marks shows nobody anything."""
    if value and all(unicodedata.category(character).startswith(("Z", "C")) for character in value):
        yield Fault("it has no visible character")
