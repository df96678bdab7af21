"""Resolves scalars by the core schema of YAML 1.2, section 10.3, into values that JSON has."""

from collections.abc import Mapping
from types import NoneType

from agentcard_conformance.model import Json, LiteralFloat, Position
from agentcard_conformance.notations.json_text.decoder import LONGEST_INTEGER
from agentcard_conformance.notations.yaml_text.faults import yaml_error

CORE_TAG = "tag:yaml.org,2002:"

_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(["", "~", "null", "Null", "NULL"], None),
    **dict.fromkeys(["true", "True", "TRUE"], True),
    **dict.fromkeys(["false", "False", "FALSE"], False),
}
_INFINITIES = [f"{sign}.{word}" for sign in ["", "+", "-"] for word in ["inf", "Inf", "INF"]]
_NO_JSON = frozenset([".nan", ".NaN", ".NAN", *_INFINITIES])
_OTHER_BASES = ("0o", "0x")
_DECIMAL = frozenset("0123456789.eE+-")
"""Python reads blanks, underscores and the digits of other scripts as well."""

_LONGEST_OTHER_BASE = 1000
"""Characters: what is made of them has far less than the 4,300 digits that Python writes out."""

_TAGGED: Mapping[str, tuple[type, ...]] = {
    f"{CORE_TAG}null": (NoneType,),
    f"{CORE_TAG}bool": (bool,),
    f"{CORE_TAG}int": (int,),
    f"{CORE_TAG}float": (int, LiteralFloat),
}
"""By tag, the types of the values that it may stand before."""

_TEXT_TAGS = ("!", f"{CORE_TAG}str")


def resolve_scalar(text: str, tag: str | None, *, is_plain: bool, position: Position) -> Json:
    """The value of a scalar; one in quotes is a string, unless a tag says otherwise."""
    if tag in _TEXT_TAGS or (tag is None and not is_plain):
        return text
    value = _resolve_plain(text, position)
    if tag is not None and type(value) not in _TAGGED.get(tag, ()):
        raise yaml_error("yaml-tags", f"the tag {tag[:100]!a} is not one of the core schema for this value", position)
    return value


def _resolve_plain(text: str, position: Position) -> Json:
    if text in _WORDS:
        return _WORDS[text]
    if text in _NO_JSON:
        raise yaml_error("json-values", f"{text} is a number that JSON does not have", position)
    try:
        return _to_number(text, position)
    except ValueError:
        return text


def _to_number(text: str, position: Position) -> Json:
    """The number that a text is; raises ValueError when it is none."""
    if text.startswith(_OTHER_BASES) and text.isascii() and "_" not in text:
        if len(text) > _LONGEST_OTHER_BASE:
            raise yaml_error("reader-limits", f"a number has more than {_LONGEST_OTHER_BASE} characters", position)
        return int(text, 0)
    if not _DECIMAL.issuperset(text):
        raise ValueError(text)
    is_integer = len(text) <= LONGEST_INTEGER and text.lstrip("+-").isdecimal()
    return int(text) if is_integer else LiteralFloat(text)
