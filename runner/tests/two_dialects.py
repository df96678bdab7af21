"""A checkout of the tiny suite with a second dialect, whose profiles are others."""

import json
import shutil
from pathlib import Path

from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small

FIRST, SECOND = "note-1", "note-2"
WIDEST = "everything"
"""The one profile of the second dialect."""


def with_two_dialects(to: Path) -> Checkout:
    """The second one has the cards of the first."""
    checkout = small(to)
    shutil.copytree(ROOT / "conformance", to / "conformance", ignore=NOISE)
    shutil.copytree(to / "schema" / FIRST, to / "schema" / SECOND)
    for folder in (to / "fixtures").glob(f"*/{FIRST}"):
        shutil.copytree(folder, folder.with_name(SECOND))
    described = json.loads((to / "schema" / SECOND / "dialect.json").read_text("utf-8"))
    described |= {"default": False, "profiles": {WIDEST: "All of it."}}
    checkout.write(f"schema/{SECOND}/dialect.json", json.dumps(described))
    listed = json.loads((to / "schema" / SECOND / "requirements.json").read_text("utf-8"))
    for each in listed["requirements"]:
        each["profiles"] = [WIDEST]
    checkout.write(f"schema/{SECOND}/requirements.json", json.dumps(listed))
    return checkout
