"""How can a stranger's text be shown without harm?"""

from typing import Final

TEXT_LIMIT: Final = 500

_CONTROL: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)}


def plain(text: str, limit: int = TEXT_LIMIT) -> str:
    """The beginning of a stranger's text as printable ASCII."""
    return printable(text[:limit])[:limit]


def printable(text: str) -> str:
    """A stranger's text as printable ASCII: it can break no terminal, pipe or report."""
    if text.isascii() and text.isprintable():
        return text
    return text.encode("ascii", "backslashreplace").decode().translate(_CONTROL)


def quote(line: bytes, limit: int = 200) -> str:
    """The beginning of a stranger's line as printable ASCII."""
    return plain(line[:limit].decode("utf-8", "backslashreplace"), limit)
