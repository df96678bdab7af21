"""Rules about text that people read."""

import re
import unicodedata
from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

# Closing braces end JSON, what a caller fills in stands behind = or /, and prose speaks of "your agent".
_PLACEHOLDERS = ("{{", "${", " <your", " [your", "lorem ipsum", "replace me", "change me", "todo:")
_WHOLE_PLACEHOLDER = "your agent"
_LONGEST_DESCRIPTION = 2000
_TO_A_MODEL = ("you are ", "you must ", "your task is ")
_BEGINNINGS_OF_KEYS = ("sk-", "ghp_", "github_pat_", "xoxb-", "AKIA", "AIza")


@rule(passes={"type": "string"})
def is_text(value: Json) -> Iterator[Fault]:
    """A string, where the source only speaks of something that people read."""
    if not isinstance(value, str):
        yield Fault("it is no text")


@rule(passes={"not": {"pattern": r"[{$<[:]|^[Yy][Oo][Uu][Rr] [Aa]|[Ee][Mm] [Ii][Pp]|[Ee] [Mm][Ee]"}})  # a part of each
def is_filled_in(value: Json) -> Iterator[Fault]:
    """A text of one's own, with nothing in it that a template leaves to be replaced."""
    text = value.lower()
    found = _WHOLE_PLACEHOLDER if text == _WHOLE_PLACEHOLDER else ""
    if placeholder := next((each for each in _PLACEHOLDERS if each in f" {text}"), found):
        yield Fault(f"{placeholder.strip()!a} looks like a part of a template that was to be replaced")


@rule(passes={"maxLength": _LONGEST_DESCRIPTION})
def is_short(value: Json) -> Iterator[Fault]:
    """A description that people read to its end."""
    if len(value) > _LONGEST_DESCRIPTION:
        yield Fault(f"it has {len(value)} characters, more than {_LONGEST_DESCRIPTION}")


@rule(passes={"not": {"pattern": "^[Yy][Oo][Uu]"}})
def is_no_prompt(value: Json) -> Iterator[Fault]:
    """A text about the agent, and not one that speaks to it."""
    if value.lower().startswith(_TO_A_MODEL):
        yield Fault("it speaks to a model, as a system prompt does, and not to those who look for an agent")


@rule(passes={"not": {"pattern": "[-A-Za-z0-9_]{20}"}})
def holds_no_key(value: Json) -> Iterator[Fault]:
    """No key of a service that many use, which has a beginning of its own."""
    if any(word.startswith(_BEGINNINGS_OF_KEYS) for word in re.findall("[-A-Za-z0-9_]{20,}", value)):
        yield Fault("it holds what looks like a secret key")


# Latin, Cyrillic or Chinese: characters that are letters in every edition of Unicode.
@rule(passes={"pattern": "[!-~\u00c0-\u02af\u0410-\u044f\u4e00-\u9fa5]"})
def is_visible(value: Json) -> Iterator[Fault]:
    """At least one character that is no blank, control or invisible mark."""
    if value and all(unicodedata.category(character).startswith(("Z", "C")) for character in set(value)):
        yield Fault("it has no visible character")
