"""Types of members that both versions have: what is falsy, what is coerced, and what a language takes for the same."""

from agentcard_conformance.adequacy.coercions import (
    FLAG_COERCIONS,
    LIST_COERCIONS,
    OBJECT_COERCIONS,
    TEXT_COERCIONS,
    CoercedMember,
    coercing_validators,
)
from agentcard_conformance.adequacy.oversights import not_asking
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Absent

EXTENSION = {"uri": "urn:ext:tides"}
PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}
SIGNATURE = {"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}


MEMBERS: dict[str, CoercedMember] = {
    "name": CoercedMember(TEXT_COERCIONS, "/name", "name-type", {}),
    "description": CoercedMember(TEXT_COERCIONS, "/description", "description-type", {}),
    "version": CoercedMember(TEXT_COERCIONS, "/version", "version-type", {}),
    "icon-url": CoercedMember(TEXT_COERCIONS, "/iconUrl", "icon-url-type", {}),
    "documentation-url": CoercedMember(TEXT_COERCIONS, "/documentationUrl", "documentation-url-type", {}),
    "organization": CoercedMember(TEXT_COERCIONS, "/provider/organization", "organization-type", {"/provider": PROVIDER}),
    "provider-url": CoercedMember(TEXT_COERCIONS, "/provider/url", "provider-url-type", {"/provider": PROVIDER}),
    "skill-id": CoercedMember(TEXT_COERCIONS, "/skills/0/id", "skill-id-type", {}),
    "skill-name": CoercedMember(TEXT_COERCIONS, "/skills/0/name", "skill-name-type", {}),
    "skill-description": CoercedMember(TEXT_COERCIONS, "/skills/0/description", "skill-description-type", {}),
    "tag": CoercedMember(TEXT_COERCIONS, "/skills/0/tags/0", "tag-type", {}),
    "example": CoercedMember(TEXT_COERCIONS, "/skills/0/examples/0", "example-type", {"/skills/0/examples": ["x"]}),
    "input-mode": CoercedMember(TEXT_COERCIONS, "/defaultInputModes/0", "mode-type", {}),
    "extension-uri": CoercedMember(TEXT_COERCIONS, "/capabilities/extensions/0/uri", "extension-uri-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "extension-description": CoercedMember(TEXT_COERCIONS, "/capabilities/extensions/0/description", "extension-description-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "protected": CoercedMember(TEXT_COERCIONS, "/signatures/0/protected", "protected-type", {"/signatures": [SIGNATURE]}),
    "signature-value": CoercedMember(TEXT_COERCIONS, "/signatures/0/signature", "signature-value-type", {"/signatures": [SIGNATURE]}),
    "streaming": CoercedMember(FLAG_COERCIONS, "/capabilities/streaming", "streaming-type", {}),
    "push-notifications": CoercedMember(FLAG_COERCIONS, "/capabilities/pushNotifications", "push-notifications-type", {}),
    "extension-required": CoercedMember(FLAG_COERCIONS, "/capabilities/extensions/0/required", "extension-required-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "input-modes": CoercedMember(LIST_COERCIONS, "/defaultInputModes", "default-input-modes-type", {}),
    "output-modes": CoercedMember(LIST_COERCIONS, "/defaultOutputModes", "default-output-modes-type", {}),
    "skills": CoercedMember(LIST_COERCIONS, "/skills", "skills-type", {}),
    "tags": CoercedMember(LIST_COERCIONS, "/skills/0/tags", "skill-tags-type", {}),
    "examples": CoercedMember(LIST_COERCIONS, "/skills/0/examples", "examples-type", {}),
    "skill-input-modes": CoercedMember(LIST_COERCIONS, "/skills/0/inputModes", "skill-input-modes-type", {}),
    "skill-output-modes": CoercedMember(LIST_COERCIONS, "/skills/0/outputModes", "skill-output-modes-type", {}),
    "extensions": CoercedMember(LIST_COERCIONS, "/capabilities/extensions", "extensions-type", {}),
    "signatures": CoercedMember(LIST_COERCIONS, "/signatures", "signatures-type", {}),
    "capabilities": CoercedMember(OBJECT_COERCIONS, "/capabilities", "capabilities-type", {}),
    "provider": CoercedMember(OBJECT_COERCIONS, "/provider", "provider-type", {}),
    "skill": CoercedMember(OBJECT_COERCIONS, "/skills/0", "skill-type", {}),
    "extension": CoercedMember(OBJECT_COERCIONS, "/capabilities/extensions/0", "extension-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "extension-params": CoercedMember(OBJECT_COERCIONS, "/capabilities/extensions/0/params", "extension-params-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "security-schemes": CoercedMember(OBJECT_COERCIONS, "/securitySchemes", "security-schemes-type", {}),
    "signature": CoercedMember(OBJECT_COERCIONS, "/signatures/0", "signature-type", {"/signatures": [SIGNATURE]}),
    "header": CoercedMember(OBJECT_COERCIONS, "/signatures/0/header", "header-type", {"/signatures": [SIGNATURE]}),
}  # fmt: skip
"""What is taken, the place, the requirement, and what holds the member."""

TAKEN = coercing_validators(MEMBERS)

REQUIRED = {
    "name": ("/name", {}),
    "description": ("/description", {}),
    "version": ("/version", {}),
    "capabilities": ("/capabilities", {}),
    "default-input-modes": ("/defaultInputModes", {}),
    "default-output-modes": ("/defaultOutputModes", {}),
    "skills": ("/skills", {}),
    "skill-id": ("/skills/0/id", {}),
    "skill-name": ("/skills/0/name", {}),
    "skill-description": ("/skills/0/description", {}),
    "skill-tags": ("/skills/0/tags", {}),
    "organization": ("/provider/organization", {"/provider": PROVIDER}),
    "provider-url": ("/provider/url", {"/provider": PROVIDER}),
    "protected": ("/signatures/0/protected", {"/signatures": [SIGNATURE]}),
    "signature-value": ("/signatures/0/signature", {"/signatures": [SIGNATURE]}),
}

NOT_REQUIRED = [
    WrongValidator(
        f"{member}-left-out",
        "a default value, as of Go, protobuf, pydantic or a database, in place of what is missing",
        {**holder, place: Absent.ABSENT},
        not_asking(f"{member}-required"),
    )
    for member, (place, holder) in REQUIRED.items()
]
