"""Asks jsoncompat whether a reader of the old schema's documents may go over to the new one."""

import json
import sys
from typing import Any

from jsoncompat import analyze_compat

ANSWERS = {"compatible": {"compatible": True}, "incompatible": {"compatible": False}}


def told(old: Any, new: Any) -> dict[str, Any]:
    """Its answer; "unknown" and what it refuses are open."""
    try:
        status = analyze_compat(json.dumps(old), json.dumps(new), "deserializer")["status"]
    except Exception as error:  # noqa: BLE001  # a stranger's code
        return {"open": type(error).__name__}
    return dict(ANSWERS.get(status, {"open": status}))


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(told(asked["old"], asked["new"])), flush=True)
