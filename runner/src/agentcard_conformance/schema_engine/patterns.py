"""Regular expressions as JSON Schema means them: ECMA-262 with the flag u."""

from functools import cache

from regress import Regex, RegressError


def pattern_matches(pattern: str, text: str) -> bool:
    """Whether a pattern occurs in a text."""
    return _compiled(pattern).find(_without_surrogates(text)) is not None


def pattern_error(pattern: str) -> str:
    """What is wrong with a pattern, or nothing."""
    try:
        Regex(pattern, "u")
    except RegressError as error:
        return str(error)
    return ""


@cache
def _compiled(pattern: str) -> Regex:
    return Regex(pattern, "u")


def _without_surrogates(text: str) -> str:
    """The engine takes no lone surrogates; no pattern of ours tells them from the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
