"""What do the schemas within a changed keyword ask, and of which values?

Where a whole block comes or goes, a card shows it by an edit at the places that the block is about.
"""

import json
from collections.abc import Iterator

from agentcard_conformance.compare.findings import Address, Change
from agentcard_conformance.compare.schemas.changes import Place, further
from agentcard_conformance.compare.schemas.references import LISTED, NAMED, ONE, REFERENCES, Node, Schemas, below
from agentcard_conformance.compare.schemas.shapes import APART, partners

MOST = 12
"""Keywords of one block."""

DEEPEST = 8


def inner(change: Change, schemas: Schemas, at: Address | None) -> list[Change]:
    """Each keyword below a changed one on one side, as if it had been added by itself."""
    node = schemas.find(at) if at is not None else None
    if node is None:
        return []
    words = partners(change.keyword)
    found = []
    for steps, _ in below(node.schema):
        if steps[0] in words and _is_meant(change, steps):
            onward = further(steps) if change.keyword in APART else ()
            found += [*_asked(schemas, schemas.child(node, *steps), onward, DEEPEST)]
    places = dict.fromkeys(found)
    return [
        Change(word, None, None, "", said, change.requirement, tuple((*above, *place) for above in change.places))
        for word, said, place in [*places][:MOST]
    ]


def _is_meant(change: Change, steps: Address) -> bool:
    """A change of what is named tells only the names that differ."""
    said = [json.loads(text) for text in (change.old, change.new) if text]
    return change.keyword not in NAMED or any(steps[1] in each for each in said if isinstance(each, dict))


def _asked(schemas: Schemas, node: Node, place: Place, depth: int) -> Iterator[tuple[str, str, Place]]:
    if depth:
        for word, value in node.words.items():
            if word not in (*ONE, *LISTED, *NAMED, *REFERENCES) and not word.startswith("$"):
                yield word, json.dumps(value), place
        if node.schema is False:
            yield "false", "false", place
        for steps, _ in below(node.schema):
            if steps[0] != "$defs":
                yield from _asked(schemas, schemas.child(node, *steps), (*place, *further(steps)), depth - 1)
        for target in schemas.targets(node):
            yield from _asked(schemas, target, place, depth - 1)
