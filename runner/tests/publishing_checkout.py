"""A checkout of a small suite whose cards are published in another format, and validators that know of it or not."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from checkout_copy import NOISE, ROOT, Checkout
from small_checkout import small

PROFILE = "publish"
AT = "valid/note-1/published-headline"
REFUSED = "invalid/note-1/title-required/publishing"
PROJECTION = '''
"""Posters."""

from agentcard_conformance.model import Json


def poster(card: Json) -> Json:
    """The title as a headline, and a poster of one sheet."""
    return {"headline": card["title"], "sheets": 1}
'''
VALIDATORS = '''
"""Validators of notes, as callables, as a program for each card, and as a service."""

import base64
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path


def publisher(card, dialect, context):
    try:
        title = json.loads(card)["title"]
    except (KeyError, TypeError, ValueError):
        return {"valid": False}
    return {"valid": True, "projection": {"sheets": 1.0, "headline": title}}


def plain(card, dialect, context):
    return publisher(card, dialect, context)["valid"]


def shouting(card, dialect, context):
    answer = publisher(card, dialect, context)
    if answer["valid"]:
        answer["projection"]["headline"] = answer["projection"]["headline"].upper()
    return answer


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        card = self.rfile.read(int(self.headers["Content-Length"]))
        context = json.loads(base64.urlsafe_b64decode(self.headers["AgentCard-Context"]))
        answer = json.dumps(publisher(card, self.headers["AgentCard-Dialect"], context)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if sys.argv[1:]:
        context = json.loads(Path(sys.argv[1]).read_text())
        print(json.dumps(publisher(sys.stdin.buffer.read(), "note-1", context)))
    else:
        server = HTTPServer(("127.0.0.1", 0), Service)
        print(server.server_port, flush=True)
        server.serve_forever()
'''
CARDS = {"tea": "Tea", "accented": "Caf\u00e9"}


def with_publishing(to: Path) -> Checkout:
    """Two cards with what is published of them, and one that is not published."""
    checkout = small(to)
    shutil.copytree(ROOT / "conformance", to / "conformance", ignore=NOISE)
    checkout.write("runner/src/agentcard_conformance/projections/posters.py", PROJECTION)
    checkout.write("validating.py", VALIDATORS)
    _edit(checkout, "dialect.json", _publish)
    _edit(checkout, "requirements.json", _require)
    _edit(checkout, "context.schema.json", lambda schema: schema["properties"].update(project={"type": "boolean"}))
    for folder in (AT, REFUSED):
        checkout.write(f"fixtures/{folder}/context.json", '{ "project": true }\n')
    for name, title in CARDS.items():
        checkout.write(f"fixtures/{AT}/{name}.json", f'{{\n  "title": "{title}"\n}}\n')
        checkout.write(f"fixtures/{AT}/{name}.projection.json", f'{{\n  "headline": "{title}",\n  "sheets": 1\n}}\n')
    checkout.write(f"fixtures/{REFUSED}/subject-alone.json", '{\n  "subject": "Tea"\n}\n')
    return checkout


def _edit(checkout: Checkout, name: str, change: Callable[[Any], None]) -> None:
    file = checkout.root / "schema" / "note-1" / name
    value = json.loads(file.read_text("utf-8"))
    change(value)
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def _publish(dialect: dict[str, Any]) -> None:
    dialect |= {"projection": "posters.poster", "profiles": {PROFILE: "Posters.", **dialect["profiles"]}}


def _require(listed: dict[str, Any]) -> None:
    published: dict[str, Any] = {"id": "published-headline", "level": "must", "kind": "projects", "area": "publishing"}
    published |= {"profiles": [PROFILE], "section": "9", "class": ["publisher"], "rows": ["POST-01"]}
    listed["requirements"].append(published | {"statement": "The title is the headline of a poster of one sheet."})
    for each in listed["requirements"]:
        if each["id"] == "title-required":
            each["profiles"] = [PROFILE, "full"]
