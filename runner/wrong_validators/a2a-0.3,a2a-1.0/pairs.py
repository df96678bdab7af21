"""What one member does to another: `elif` where both may be there, and a check inside the wrong `if`."""

from itertools import combinations

from agentcard_conformance.adequacy.oversights import (
    CheckedMember,
    overlaps,
    refusing_together,
    unseen_beside_validators,
    unseen_where,
)
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

CHECKED: dict[str, CheckedMember] = {
    "name": CheckedMember(["name-"], "/name", 5),
    "description": CheckedMember(["description-"], "/description", 5),
    "version": CheckedMember(["version-"], "/version", 5),
    "capabilities": CheckedMember(["capabilities-"], "/capabilities", "all"),
    "input-modes": CheckedMember(["default-input-modes-"], "/defaultInputModes", 5),
    "output-modes": CheckedMember(["default-output-modes-"], "/defaultOutputModes", 5),
    "modes": CheckedMember(["mode-"], "/defaultInputModes", [5]),
    "skills": CheckedMember(["skills-"], "/skills", 5),
    "skill-id": CheckedMember(["skill-id-"], "/skills/0/id", 5),
    "skill-name": CheckedMember(["skill-name-"], "/skills/0/name", 5),
    "skill-description": CheckedMember(["skill-description-"], "/skills/0/description", 5),
    "tags": CheckedMember(["skill-tags-", "tag-"], "/skills/0/tags", "harbour"),
    "examples": CheckedMember(["examples-", "example-"], "/skills/0/examples", 5),
    "skill-input-modes": CheckedMember(["skill-input-modes-"], "/skills/0/inputModes", 5),
    "skill-output-modes": CheckedMember(["skill-output-modes-"], "/skills/0/outputModes", 5),
    "provider": CheckedMember(["provider-type"], "/provider", 5),
    "organization": CheckedMember(["organization-"], "/provider", {"url": "https://harbour.example/"}),
    "provider-url": CheckedMember(["provider-url-"], "/provider", {"organization": "Harbour Office"}),
    "icon": CheckedMember(["icon-"], "/iconUrl", 5),
    "documentation": CheckedMember(["documentation-"], "/documentationUrl", 5),
    "streaming": CheckedMember(["streaming-"], "/capabilities/streaming", "yes"),
    "push-notifications": CheckedMember(["push-notifications-"], "/capabilities/pushNotifications", "yes"),
    "extensions": CheckedMember(["extensions-", "extension-type"], "/capabilities/extensions", 5),
    "extension-required": CheckedMember(
        ["extension-required-"], "/capabilities/extensions", [{**EXTENSION, "required": "yes"}]
    ),
    "extension-params": CheckedMember(
        ["extension-params-"], "/capabilities/extensions", [{**EXTENSION, "params": "area"}]
    ),
    "schemes": CheckedMember(["security-schemes-", "security-scheme-"], "/securitySchemes", 5),
    "signatures": CheckedMember(["signatures-", "signature-type"], "/signatures", 5),
    "protected": CheckedMember(["protected-"], "/signatures", [{**SIGNATURE, "protected": "?"}]),
    "signature": CheckedMember(["signature-value-"], "/signatures", [{**SIGNATURE, "signature": "?"}]),
    "header": CheckedMember(["header-"], "/signatures", [{**SIGNATURE, "header": "e30"}]),
}

OTHER_BRANCH = "elif where both may be there, in any language"
NESTED = "a check that stands inside the if of another member"


UNSEEN_BESIDE = unseen_beside_validators(CHECKED, OPTIONAL, FULL)

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
    WrongValidator(f"{one}-and-{other}-refused-together", OTHER_BRANCH, FULL, refusing_together(first, second))
    for (one, first), (other, second) in combinations(OPTIONAL.items(), 2)
]
