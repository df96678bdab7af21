"""Is it a version by Semantic Versioning 2.0.0?"""

import re
from collections.abc import Iterator

from semver import Version

from agentcard_conformance.model import Fault, Json

LONG_NUMBER = re.compile(r"(?!0)\d{4000,}", re.ASCII)
"""Version turns each number into an int, which Python refuses from 4301 digits on; the grammar has no such bound."""


def is_semver(value: Json) -> Iterator[Fault]:
    """MAJOR.MINOR.PATCH without leading zeros, then -PRE-RELEASE and +BUILD where they are wanted."""
    if not Version.is_valid(LONG_NUMBER.sub("9", value)):
        yield Fault(f"{value!a} is not a version of the form MAJOR.MINOR.PATCH[-PRE-RELEASE][+BUILD]")
