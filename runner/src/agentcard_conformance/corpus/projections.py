"""Reads what is published of a card, which lies beside it."""

from pathlib import Path

from agentcard_conformance.corpus.files import read_json
from agentcard_conformance.model import Dialect, Json
from agentcard_conformance.notations import load_house_form

PROJECTION_NOTATION = "json_text"
_END = ".projection.json"


def projection_file(card: Path) -> Path:
    """The file beside a card that holds what is published of it, whether it is there or not."""
    return card.with_name(card.name.partition(".")[0] + _END)


def is_projection_file(file: Path, dialect: Dialect) -> bool:
    """Whether a file among the fixtures of a dialect holds no card, but what is published of one."""
    return bool(dialect.projection) and file.name.endswith(_END)


def encode_projection(projection: Json) -> bytes:
    """What is published of a card, in the house form."""
    form = load_house_form(PROJECTION_NOTATION)
    return form.encode(projection) if form else b""


def read_projection(card: Path, dialect: Dialect) -> Json:
    """What is published of a card of the corpus; None where nothing is said of that."""
    file = projection_file(card)
    return read_json(file) if dialect.projection and file.exists() else None
