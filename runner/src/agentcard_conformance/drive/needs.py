"""Which tools does a validator need that are not there, and where does one get them?"""

import shutil
from collections.abc import Iterable, Mapping
from typing import Final

from agentcard_conformance.model import Description

HOMES: Final[Mapping[str, str]] = {
    "cargo": "https://rustup.rs/",
    "go": "https://go.dev/dl/",
    "java": "https://adoptium.net/",
    "javac": "https://adoptium.net/",
    "jq": "https://jqlang.org/download/",
    "mvn": "https://maven.apache.org/download.cgi",
    "node": "https://nodejs.org/",
    "npm": "https://nodejs.org/",
}


def missing(description: Description) -> list[str]:
    """The tools that PATH does not have."""
    return [tool for tool in description.needs if shutil.which(tool) is None]


def where_to_get(tools: Iterable[str]) -> str:
    """Their names, each with the place it comes from where we know one."""
    return ", ".join(f"{tool} ({HOMES[tool]})" if tool in HOMES else tool for tool in tools)
