"""Writes values in the house form of YAML: block style, and quotes wherever a reader could doubt what is meant."""

import json
import re

from agentcard_conformance.model import Json, LiteralFloat
from agentcard_conformance.notations.json_text.encoder import is_unmistakable
from agentcard_conformance.notations.yaml_text.blocks import Block, BlockMapping, BlockSequence, write_block

HOUSE_FORM = "block style, two blanks for each level, one member a line"

_PLAIN = re.compile(r"[A-Za-z$](?:[A-Za-z0-9_./@$+()-]|[,;](?= )|:(?=[A-Za-z0-9/])| (?=[A-Za-z0-9_./(@-]))*")
"""Text that begins with a letter, as a name may with a dollar sign, and holds nothing that YAML gives a meaning."""

_DOUBTFUL = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
"""Words that YAML 1.1 or 1.2 takes for something else than text, in small letters."""

_EXPONENT = re.compile("[eE]([-+]?)")
_BASIC_PLANE = 0xFFFF


def encode(value: Json) -> bytes:
    """Write a value."""
    return write_block(_to_block(value))


def _to_block(value: Json) -> Block:
    if isinstance(value, dict):
        return BlockMapping([(_to_text(name), _to_block(part)) for name, part in value.items()]) if value else "{}"
    if isinstance(value, list):
        return BlockSequence([_to_block(part) for part in value]) if value else "[]"
    if isinstance(value, str):
        return _to_text(value)
    if isinstance(value, float):
        return _to_number(value.text if isinstance(value, LiteralFloat) else repr(value))
    return json.dumps(value)


def _to_number(text: str) -> str:
    """A number that YAML 1.1 takes for one as well: with a point and, before an exponent, a sign."""
    mantissa, *exponent = _EXPONENT.split(text)
    if not exponent:
        return text
    sign, digits = exponent
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{sign or '+'}{digits}"


def _to_text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _DOUBTFUL:
        return text
    return '"' + "".join(map(_to_quoted, text)) + '"'


def _to_quoted(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if is_unmistakable(character):
        return character
    code = ord(character)
    if code > _BASIC_PLANE:
        return f"\\U{code:08x}"
    return {"\n": "\\n", "\t": "\\t"}.get(character, f"\\u{code:04x}")
