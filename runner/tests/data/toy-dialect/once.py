"""Judges the card on standard input: once.py DIALECT CONTEXT_FILE."""

import json
import sys
from pathlib import Path

from judging import judge

_, dialect, context = sys.argv
print(json.dumps({"valid": judge(sys.stdin.buffer.read(), dialect, json.loads(Path(context).read_text()))}))
