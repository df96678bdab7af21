"""What one member does to another: `elif` where both may be there, and a check inside the wrong `if`."""

from itertools import combinations

from agentcard_conformance.adequacy.oversights import refusing_together, unseen_where
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Absent, Json

SIGNATURE = {
    "protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ",
    "signature": "c2lnbmF0dXJl",
    "header": {"note": "x"},
}
EXTENSION = {"uri": "urn:ext:tides", "description": "d", "required": False, "params": {"area": "north"}}
PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}

OPTIONAL = {
    "provider": "/provider",
    "icon": "/iconUrl",
    "documentation": "/documentationUrl",
    "streaming": "/capabilities/streaming",
    "push-notifications": "/capabilities/pushNotifications",
    "extensions": "/capabilities/extensions",
    "schemes": "/securitySchemes",
    "examples": "/skills/*/examples",
    "skill-input-modes": "/skills/*/inputModes",
    "skill-output-modes": "/skills/*/outputModes",
    "signatures": "/signatures",
}

FULL: dict[str, Json] = {
    "/provider": PROVIDER,
    "/iconUrl": "https://harbour.example/icon.svg",
    "/documentationUrl": "https://harbour.example/docs",
    "/capabilities": {"streaming": True, "pushNotifications": False, "extensions": [EXTENSION]},
    "/securitySchemes": {"cert": {"type": "mutualTLS", "mtlsSecurityScheme": {}}},
    "/skills/0/examples": ["12 m, Friday"],
    "/skills/0/inputModes": ["text/plain"],
    "/skills/0/outputModes": ["text/plain"],
    "/signatures": [SIGNATURE],
}
"""A card with every optional member that both versions have; its scheme is one of either."""

CHECKED: dict[str, tuple[list[str], str, Json]] = {
    "name": (["name-"], "/name", 5),
    "description": (["description-"], "/description", 5),
    "version": (["version-"], "/version", 5),
    "capabilities": (["capabilities-"], "/capabilities", "all"),
    "input-modes": (["default-input-modes-"], "/defaultInputModes", 5),
    "output-modes": (["default-output-modes-"], "/defaultOutputModes", 5),
    "modes": (["mode-"], "/defaultInputModes", [5]),
    "skills": (["skills-"], "/skills", 5),
    "skill-id": (["skill-id-"], "/skills/0/id", 5),
    "skill-name": (["skill-name-"], "/skills/0/name", 5),
    "skill-description": (["skill-description-"], "/skills/0/description", 5),
    "tags": (["skill-tags-", "tag-"], "/skills/0/tags", "harbour"),
    "examples": (["examples-", "example-"], "/skills/0/examples", 5),
    "skill-input-modes": (["skill-input-modes-"], "/skills/0/inputModes", 5),
    "skill-output-modes": (["skill-output-modes-"], "/skills/0/outputModes", 5),
    "provider": (["provider-type"], "/provider", 5),
    "organization": (["organization-"], "/provider", {"url": "https://harbour.example/"}),
    "provider-url": (["provider-url-"], "/provider", {"organization": "Harbour Office"}),
    "icon": (["icon-"], "/iconUrl", 5),
    "documentation": (["documentation-"], "/documentationUrl", 5),
    "streaming": (["streaming-"], "/capabilities/streaming", "yes"),
    "push-notifications": (["push-notifications-"], "/capabilities/pushNotifications", "yes"),
    "extensions": (["extensions-", "extension-type"], "/capabilities/extensions", 5),
    "extension-required": (["extension-required-"], "/capabilities/extensions", [{**EXTENSION, "required": "yes"}]),
    "extension-params": (["extension-params-"], "/capabilities/extensions", [{**EXTENSION, "params": "area"}]),
    "schemes": (["security-schemes-", "security-scheme-"], "/securitySchemes", 5),
    "signatures": (["signatures-", "signature-type"], "/signatures", 5),
    "protected": (["protected-"], "/signatures", [{**SIGNATURE, "protected": "?"}]),
    "signature": (["signature-value-"], "/signatures", [{**SIGNATURE, "signature": "?"}]),
    "header": (["header-"], "/signatures", [{**SIGNATURE, "header": "e30"}]),
}
"""The requirements about each member, by how they begin, its place, and a fault of it."""

HABIT = "elif where both may be there, in any language"
NESTED = "a check that stands inside the if of another member"


def overlaps(place: str, pattern: str) -> bool:
    """Whether a faulty member is, holds or lies in another one."""
    place = place.replace("/0", "/*")
    return f"{place}/".startswith(f"{pattern}/") or f"{pattern}/".startswith(f"{place}/")


UNSEEN_BESIDE = [
    WrongValidator(
        f"{name}-not-looked-at-beside-{beside}",
        HABIT,
        {**FULL, place: fault},
        unseen_where(requirements, lambda card, pattern=pattern: bool(card.values(pattern))),
    )
    for name, (requirements, place, fault) in CHECKED.items()
    for beside, pattern in OPTIONAL.items()
    if not overlaps(place, pattern)
]

UNSEEN_WITHOUT = [
    WrongValidator(
        f"{name}-looked-at-beside-{beside}-alone",
        NESTED,
        {place: fault, pattern.replace("/*", "/0"): Absent.ABSENT},
        unseen_where(requirements, lambda card, pattern=pattern: not card.values(pattern)),
    )
    for name, (requirements, place, fault) in CHECKED.items()
    for beside, pattern in OPTIONAL.items()
    if not overlaps(place, pattern)
]

REFUSED_TOGETHER = [
    WrongValidator(f"{one}-and-{other}-refused-together", HABIT, FULL, refusing_together(first, second))
    for (one, first), (other, second) in combinations(OPTIONAL.items(), 2)
]
