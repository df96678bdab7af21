"""Rules about versions, by Semantic Versioning 2.0.0."""

import re
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_SIMPLE = re.compile(r"\d(?:\.\d){2}", re.ASCII)
"""As most versions are; the package brings a command line of its own, and takes 4 of the 100 ms of a `check`."""

_LONG_NUMBER = re.compile(r"(?<!\d)(?!0)\d{4000,}", re.ASCII)
"""Version turns each number into an int, which Python refuses from 4301 digits on; the grammar has no such bound.
Only where digits begin: tried at every one of them, 10 MiB of numbers just too short took 30 s."""

_MOST_PARTS = 1000

_NUMBER = "(?:0|[1-9][0-9]*)"
_PRE_RELEASE = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_BUILD = "[0-9A-Za-z-]+"
_VERSION = rf"^{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_PRE_RELEASE}(?:\.{_PRE_RELEASE})*)?(?:\+{_BUILD}(?:\.{_BUILD})*)?$"


@rule(passes={"pattern": _VERSION})
def is_semver(value: Json) -> Iterator[Fault]:
    """MAJOR.MINOR.PATCH without leading zeros, then an optional -PRE-RELEASE and +BUILD."""
    if not _SIMPLE.fullmatch(value) and not _is_valid(value):
        yield Fault(f"{value!a} is not a version of the form MAJOR.MINOR.PATCH[-PRE-RELEASE][+BUILD]")


def _is_valid(value: str) -> bool:
    from semver import Version

    return all(map(Version.is_valid, _shortened(_LONG_NUMBER.sub("9", value))))


def _shortened(value: str) -> Iterator[str]:
    """Versions that are all valid where a long one is: for each of its parts the package takes a kilobyte."""
    rest, plus, build = value.partition("+")
    core, dash, pre_release = rest.partition("-")
    for some in _groups(pre_release):
        yield core + dash + some
    for some in _groups(build):
        yield core + plus + some


def _groups(identifiers: str) -> Iterator[str]:
    """Each identifier once, since each stands for itself."""
    parts = [*dict.fromkeys(identifiers.split("."))]
    for start in range(0, len(parts), _MOST_PARTS):
        yield ".".join(parts[start : start + _MOST_PARTS])
