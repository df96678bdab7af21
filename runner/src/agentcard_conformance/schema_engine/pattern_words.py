"""Says in words what a text lacks that does not match a simple pattern: so many of some characters, or any number."""

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits

_CHARACTERS = r"\[([^\]\\^]+)\]"
_COUNTED = re.compile(rf"\^{_CHARACTERS}\{{([0-9]+)\}}\$")
_FIRST_AND_OTHERS = re.compile(rf"\^{_CHARACTERS}{_CHARACTERS}\*\$")
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)
_ALPHABETS = (digits, ascii_uppercase, ascii_lowercase)
_FEW_MISSING = 6


def describe_mismatch(pattern: str, text: str) -> str:
    """What follows the text in a sentence; nothing for a pattern of another form."""
    if counted := _COUNTED.fullmatch(pattern):
        return _describe_counted(_parse(counted[1]), int(counted[2]), text)
    if found := _FIRST_AND_OTHERS.fullmatch(pattern):
        return _describe_any(_parse(found[1]), _parse(found[2]), text)
    return ""


def _describe_counted(allowed: str, count: int, text: str) -> str:
    what = f"is not {count} characters from {_in_words(allowed, 'and')}"
    odd = next((character for character in text if character not in allowed), None)
    if len(text) != count or odd is None:
        return f"{what}; this has {len(text)}"
    return f"{what}; this has {_quoted(odd)} as character {text.index(odd) + 1}"


def _describe_any(first: str, others: str, text: str) -> str:
    if not text or text[0] not in first:
        return f"does not begin with one of {_in_words(first, 'or')}"
    odd = next((index for index, character in enumerate(text) if character not in others), len(text) - 1)
    shown = f"has {_quoted(text[odd])} as character {odd + 1}"
    return f"{shown}, where only {_in_words(others, 'and')} may stand"


def _parse(characters: str) -> str:
    """Each character of a class, its ranges written out."""
    found = (
        "".join(map(chr, range(ord(low), ord(high) + 1))) if low else one
        for low, high, one in _RANGE.findall(characters)
    )
    return "".join(found)


def _in_words(allowed: str, word: str) -> str:
    """Alphabets as ranges, with what they lack, and the rest one by one."""
    named = [part for alphabet in _ALPHABETS for part in _alphabet_in_words(alphabet, allowed)]
    named += [_quoted(each) for each in dict.fromkeys(allowed) if each not in "".join(_ALPHABETS)]
    return _joined(named, word)


def _alphabet_in_words(alphabet: str, allowed: str) -> list[str]:
    lacking = [each for each in alphabet if each not in allowed]
    if len(lacking) > _FEW_MISSING:
        return [_quoted(each) for each in alphabet if each in allowed]
    return [f"{alphabet[0]}-{alphabet[-1]}" + f" without {', '.join(lacking)}" * bool(lacking)]


def _joined(parts: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _quoted(character: str) -> str:
    return f'"{ascii(character)[1:-1]}"'
