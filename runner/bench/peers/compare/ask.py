"""Asks `compare`, in a process that stays up."""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from labelled_pairs import LabelledPair
from labels import compared

from agentcard_conformance.compare.results import Direction, FlipAnswer

with tempfile.TemporaryDirectory() as scratch:
    for line in sys.stdin:
        asked = json.loads(line)
        found = compared(LabelledPair("", asked["old"], asked["new"], is_compatible=True), Path(scratch))
        answer = FlipAnswer.OPEN if isinstance(found, str) else found.answers[Direction.REFUSED].answer
        told = {"open": "it says so"} if answer is FlipAnswer.OPEN else {"compatible": answer is FlipAnswer.NONE}
        print(json.dumps(told), flush=True)
