"""How is a text shown that may be too long to be read?"""

import json
import re

from agentcard_conformance.escaping import replace_surrogates
from agentcard_conformance.notations.json_text import encoder

CUT = " [...] "
MOST_LINES = 40
LONGEST_LINE = 160
WHOLE = "--format json has the whole card"
_NOT_ASCII = re.compile(r"[^ -~]")


def shortened(text: str, longest: int = LONGEST_LINE) -> str:
    """Its beginning and its end, when there is too much between them."""
    half = (longest - len(CUT)) // 2
    return text if len(text) <= longest else text[:half] + CUT + text[-half:]


def card_lines(card: str) -> tuple[str, ...]:
    """A card in JSON, laid out, in printable ASCII; it is JSON still unless it is cut, which it says."""
    laid = encoder.lay_out(replace_surrogates(card).encode()).decode().rstrip("\n")
    lines = [shortened(_NOT_ASCII.sub(_escaped, line)) for line in laid.split("\n")]
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    return (*lines[:MOST_LINES], f"[... {len(lines) - MOST_LINES:,} more lines; {WHOLE}]")


def _escaped(character: re.Match[str]) -> str:
    return json.dumps(character[0])[1:-1]
