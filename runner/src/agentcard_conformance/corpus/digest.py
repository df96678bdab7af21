"""Is this the same corpus as before?"""

import hashlib
import json
from collections.abc import Iterable

from agentcard_conformance.model import Fixture


def digest(fixtures: Iterable[Fixture]) -> str:
    """One value that changes when any fixture does: its path, its bytes or its context."""
    total = hashlib.sha256()
    for fixture in fixtures:
        context = json.dumps(dict(fixture.question.context), sort_keys=True)
        for part in (fixture.path.encode(), fixture.question.card, context.encode()):
            total.update(len(part).to_bytes(8) + part)
    return f"sha256:{total.hexdigest()}"
