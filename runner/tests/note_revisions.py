"""Revisions of a schema for notes, and of the tiny suite's."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentcard_conformance.corpus import read_json
from checkout_copy import Checkout

QUICK = ("--effort", "0.02")
NOTE = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}}}
SHORTER = NOTE | {"properties": {"name": {"type": "string", "maxLength": 4}}}
LOOSER = NOTE | {"required": []}
BOTH = SHORTER | {"required": []}


def four_notes(folder: Path) -> Path:
    """As files in a folder."""
    for name, schema in {"old": NOTE, "shorter": SHORTER, "looser": LOOSER, "both": BOTH}.items():
        (folder / f"{name}.json").write_text(json.dumps(schema))
    return folder


def revised(checkout: Checkout, change: Callable[[Any], object]) -> str:
    """A revision of the tiny suite's schema, as a file."""
    schema = read_json(checkout.root / "schema" / "note-1" / "card.schema.json")
    change(schema)
    checkout.write("revised.json", json.dumps(schema))
    return "revised.json"


def needs_a_body(schema: Any) -> None:
    """A change."""
    schema["$defs"]["title-required"]["then"]["required"].append("body")
