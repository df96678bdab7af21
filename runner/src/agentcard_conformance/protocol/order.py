"""In which order are cards asked, so that neither name nor place gives a verdict away?"""

import hashlib
import json
from typing import Final

from agentcard_conformance.model import Question

_SEED: Final = b"agentcard-conformance"


def turn(question: Question) -> bytes:
    """Questions are asked by this, the smallest first: a hash of all that is told, the same in every run."""
    told = json.dumps(dict(question.context), sort_keys=True) if question.context else ""
    head = f"{len(question.card)} {question.dialect} {told} ".encode("utf-8", "surrogatepass")
    return hashlib.sha256(_SEED + head + question.card).digest()
