"""Is it a version by Semantic Versioning 2.0.0?"""

import re
from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Fault, Json

PLAIN = re.compile(r"\d(?:\.\d){2}", re.ASCII)
"""As most versions are; the package brings a command line of its own, and takes 4 of the 100 ms of a `check`."""

LONG_NUMBER = re.compile(r"(?<!\d)(?!0)\d{4000,}", re.ASCII)
"""Version turns each number into an int, which Python refuses from 4301 digits on; the grammar has no such bound.
Only where digits begin: tried at every one of them, 10 MiB of numbers just too short took 30 s."""

NUMBER = "(?:0|[1-9][0-9]*)"
PRE_RELEASE = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
BUILD = "[0-9A-Za-z-]+"
SURE: Mapping[str, Json] = {
    "is_semver": {
        "pattern": rf"^{NUMBER}\.{NUMBER}\.{NUMBER}"
        rf"(?:-{PRE_RELEASE}(?:\.{PRE_RELEASE})*)?(?:\+{BUILD}(?:\.{BUILD})*)?$"
    }
}


def is_semver(value: Json) -> Iterator[Fault]:
    """MAJOR.MINOR.PATCH without leading zeros, then -PRE-RELEASE and +BUILD where they are wanted."""
    if not PLAIN.fullmatch(value) and not _is_valid(value):
        yield Fault(f"{value!a} is not a version of the form MAJOR.MINOR.PATCH[-PRE-RELEASE][+BUILD]")


def _is_valid(value: str) -> bool:
    from semver import Version

    return Version.is_valid(LONG_NUMBER.sub("9", value))
