"""Asks jsonsubschema, in a process that stays up."""

import contextlib
import json
import sys
from typing import Any

from jsonsubschema import isSubschema


def told(old: Any, new: Any) -> dict[str, Any]:
    """Its answer, or the name of what it raises."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return {"compatible": bool(isSubschema(old, new))}
    except Exception as error:  # noqa: BLE001  # a stranger's code
        return {"open": type(error).__name__}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(told(asked["old"], asked["new"])), flush=True)
