"""Makes text from cards, validators and file names safe to show on terminals, in files and on web pages."""

import re
from collections.abc import Mapping
from typing import Final

TEXT_LIMIT: Final = 500
LINE_LIMIT: Final = 200

# Compiled when they are first used, which takes half a millisecond: most names and texts need none.
_NOT_PRINTABLE_ASCII: Final = r"[^ -~]"
_SURROGATE: Final = "[\ud800-\udfff]"
_MARKDOWN: Final = r"([\\`*_\[\]<>|])"
_BACKTICKS: Final = "`+"
_GITHUB_MESSAGE: Final[Mapping[int, str]] = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_GITHUB_PROPERTY: Final[Mapping[int, str]] = {**_GITHUB_MESSAGE, ord(":"): "%3A", ord(","): "%2C"}


def to_ascii(text: str) -> str:
    r"""Escape what is not printable ASCII, as \n, \x1b, \xe9 or \ud800; escaping twice changes nothing more."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_NOT_PRINTABLE_ASCII, lambda found: _escape(found[0]), text)


def to_short_ascii(text: str, limit: int = TEXT_LIMIT) -> str:
    """The beginning of a text, as printable ASCII."""
    return to_ascii(text[:limit])[:limit]


def bytes_to_ascii(line: bytes, limit: int = LINE_LIMIT) -> str:
    """The beginning of a line of bytes, as printable ASCII."""
    return to_short_ascii(line[:limit].decode("utf-8", "backslashreplace"), limit)


def escape_invisible(name: str) -> str:
    """Escape the characters of a file name that have no glyph; the rest stays, so that the name can be clicked."""
    if name.isprintable():
        return name
    return "".join(character if character.isprintable() else _escape(character) for character in name)


def replace_surrogates(text: str) -> str:
    """Replace halves of surrogate pairs, which strict readers of JSON refuse, with U+FFFD."""
    return re.sub(_SURROGATE, "\ufffd", text)


def escape_surrogates(text: str) -> str:
    """Write halves of surrogate pairs as escapes: pytest-xdist loses a report that holds one."""
    return text.encode("utf-8", "backslashreplace").decode()


def escape_markdown(text: str) -> str:
    """Put a backslash before each character that Markdown gives a meaning."""
    return re.sub(_MARKDOWN, r"\\\1", text)


def markdown_code(text: str) -> str:
    """Text between enough backticks that nothing in it ends them or is read as Markdown, HTML or a mention."""
    ticks = "`" * (max(map(len, re.findall(_BACKTICKS, text)), default=0) + 1)
    # Readers drop one blank at each end, which keeps a backtick of the text apart from ours.
    pad = " " if text[:1] in "` " or text[-1:] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}" if text else '`""`'


def toml_string(text: str) -> str:
    """A TOML basic string in ASCII; half of a surrogate pair has no spelling in TOML and becomes a question mark."""
    escaped = text.encode("utf-8", "replace").decode().replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(each if " " <= each <= "~" else f"\\U{ord(each):08X}" for each in escaped) + '"'


def _escape(character: str) -> str:
    return ascii(character)[1:-1]


def github_command(level: str, properties: Mapping[str, str | None], message: str) -> str:
    """A workflow command of GitHub, which shows a message beside a file; properties without a value are left out."""
    named = {name: value.translate(_GITHUB_PROPERTY) for name, value in properties.items() if value}
    written = ",".join(f"{name}={value}" for name, value in named.items())
    return f"::{level} {written}::{message.translate(_GITHUB_MESSAGE)}"
