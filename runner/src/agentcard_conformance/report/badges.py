"""What a badge says of a validator, from a complete report alone."""

from typing import NamedTuple

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.report.report import Report


class Badge(NamedTuple):
    """A label, a message, and a colour by the name that shields.io gives it."""

    label: str
    message: str
    colour: str


def read_badge(report: Report) -> Badge:
    """Whether it is conformant to the profile it was held to, or to which smaller ones; raises CallError of a part."""
    for name, dialect in report.dialects.items():
        if dialect.conformant.get(dialect.profile) is None:
            raise CallError(f"a badge is made from a complete report, and this one of a part of {name}: run it whole")
    label = ", ".join(report.dialects) if len(report.dialects) == 1 else "AgentCard conformance"
    held = [each.conformant.get(each.profile, False) for each in report.dialects.values()]
    largest = [_largest(report, name) for name in report.dialects]
    if len(held) > 1:
        message = f"{held.count(True)} of {len(held)} dialects"
    else:
        message = f"conformant to {largest[0]}" if largest[0] else "not conformant"
    colour = "brightgreen" if all(held) else "yellow" if any(largest) else "red"
    return Badge(to_ascii(label), to_ascii(message), colour)


def _largest(report: Report, dialect: str) -> str:
    """The largest profile that it is conformant to, if any."""
    conformant = report.dialects[dialect].conformant
    return next((profile for profile in reversed([*conformant]) if conformant[profile]), "")
