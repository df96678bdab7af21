"""Who is a validator, when its description, its handshake and the call may each say so?"""

from agentcard_conformance.model import Description, Identity


def known_as(description: Description, shaken: Identity | None = None) -> Identity:
    """What the description says, else the handshake, else the name it was called by."""
    told, shaken = description.identity, shaken or Identity("")
    return Identity(
        told.name or shaken.name or description.spec,
        told.version or shaken.version,
        told.language or shaken.language,
        told.homepage or shaken.homepage,
    )
