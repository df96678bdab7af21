"""Rules about the version of a protocol, of which a major and a minor number tell who understands whom."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_BEFORE_ONE = ["0", "3"]


@rule(passes={"enum": ["0.3", "1.0"]})
def has_no_patch(value: Json) -> Iterator[Fault]:
    """A major and a minor number: patches change nothing between those who speak."""
    if value.count(".") > 1:
        yield Fault(f"{value!a:.100} has more than a major and a minor number")


@rule(passes={"enum": ["0.3", "1.0"]})
def is_major_and_minor(value: Json) -> Iterator[Fault]:
    """Two numbers with a dot between them, if anything; whether a patch number may follow is another question."""
    numbers = value.split(".")
    if value and (len(numbers) not in (2, 3) or not all(map(_is_number, numbers))):
        yield Fault(f"{value!a:.100} is not of the form 1.0")


@rule(passes={"enum": ["0.3", "0.3.0"]})
def is_0_3(value: Json) -> Iterator[Fault]:
    """The version 0.3, with a patch number or without."""
    numbers = value.split(".")
    if numbers[:2] != _BEFORE_ONE or len(numbers) > 3 or not all(map(_is_number, numbers)):  # noqa: PLR2004  # major, minor, patch
        yield Fault(f"{value!a:.100} is no version 0.3, such as 0.3.0")


def _is_number(text: str) -> bool:
    """Whether it is one without zeros before it, which readers who compare texts take for another one."""
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
