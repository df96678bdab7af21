"""Fills the templates of pages, and says which style and script a page may use: its own, by their digests."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.model import Json

_HERE = Path(__file__).parent
_STYLE = "page.css"


def render_page(template: str, script: str = "", folder: Path = _HERE, **values: Json) -> str:
    """A page from a template of a folder, with the style of all pages and perhaps a script beside the template."""
    style = (_HERE / _STYLE).read_text("utf-8")
    code = (folder / script).read_text("utf-8") if script else ""
    policy = _policy(style, code)
    page = _environment(folder).get_template(template)
    # Both are files of this package, and hold nothing of a card or a validator.
    own = {"style": Markup(style), "script": Markup(code), "policy": Markup(policy)}  # noqa: S704  # as said above
    return page.render(**own, **values)


def embedded_json(value: Json) -> Markup:
    """JSON for a script element: in ASCII, and without the character that could end the element."""
    text = json.dumps(value, separators=(",", ":")).replace("<", r"\u003c")
    return Markup(text)  # noqa: S704  # in it nothing is left that begins a tag


@cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    environment.filters |= {"escape_text": _escape_text, "slug": _slug}
    return environment


def _visible(value: Json) -> Json:
    """Of each text that a template prints, what cannot be seen is escaped."""
    return escape_invisible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _escape_text(text: str) -> Markup:
    """Text between tags, where quotation marks mean nothing: escaped, they would be a third of a card."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(escaped)  # noqa: S704  # escaped in the line above


def _slug(title: str) -> str:
    """An id for an element, and its address on the page."""
    return re.sub(r"[^a-z0-9._]+", "-", title.lower()).strip("-")


def _policy(style: str, script: str) -> str:
    """Nothing is loaded from anywhere, and nothing runs but the page's own script."""
    rules = {
        "default-src": "'none'",
        "style-src": _digest(style),
        "script-src": _digest(script) if script else "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
