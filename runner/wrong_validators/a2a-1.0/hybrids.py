"""Members of 0.3 in a card of 1.0: looked at, refused, or taken for those of 1.0; and what 1.0 alone has in flows."""

from collections.abc import Callable

from agentcard_conformance.adequacy.coercions import (
    FLAG_COERCIONS,
    OBJECT_COERCIONS,
    TEXT_COERCIONS,
    CoercedMember,
    coercing_validators,
)
from agentcard_conformance.adequacy.oversights import (
    CheckedMember,
    demanding,
    not_asking,
    overlooking,
    unseen_beside_validators,
)
from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, refusing, wrong
from agentcard_conformance.model import Absent, Json

MAIN = {"url": "https://harbour.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
CODE = {"authorizationUrl": "https://id.example/a", "tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
CLIENT = {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
DEVICE = {"deviceAuthorizationUrl": "https://id.example/d", **CLIENT}
SKILL = {"id": "s", "name": "n", "description": "d", "tags": ["t"]}

OLD: dict[str, tuple[Json, Json]] = {
    "url": ("https://harbour.example/a2a", 5),
    "protocolVersion": ("0.3.0", []),
    "preferredTransport": ("JSONRPC", 1),
    "additionalInterfaces": ([{"url": "https://harbour.example/a2a", "transport": "JSONRPC"}], {}),
    "supportsAuthenticatedExtendedCard": (True, "yes"),
    "security": ([{}], {}),
}
"""Members of 0.3, with a value of the right type and one of another."""

REFUSED_MEMBERS = [
    WrongValidator(
        f"{name}-refused",
        "a member of 0.3 is taken for a sign of the wrong version",
        {f"/{name}": right},
        refusing(f"/{name}", lambda _: True),
    )
    for name, (right, _) in OLD.items()
]
TYPED_MEMBERS = [
    WrongValidator(
        f"{name}-typed",
        "one class for both versions",
        {f"/{name}": other},
        refusing(f"/{name}", lambda value, right=right: type(value) is not type(right)),
    )
    for name, (right, other) in OLD.items()
]
NULL_MEMBERS = [
    WrongValidator(
        f"{name}-never-null",
        "one class for both versions",
        {f"/{name}": None},
        refusing(f"/{name}", lambda value: value is None),
    )
    for name in OLD
]

OTHERS: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "old-url-among-the-interfaces": ("two places, one address", {"/url": "https://old.example/"}, lambda card: not card.values("/url") or {*map(repr, card.values("/url"))} <= {*map(repr, card.values("/supportedInterfaces/*/url"))}),
    "old-url-absolute": ("one check for both", {"/url": "/a2a"}, lambda card: not any(str(each).startswith("/") for each in card.values("/url"))),
    "old-version-of-1-0": ("one check for both", {"/protocolVersion": "0.3.0"}, lambda card: not any(str(each).startswith("0") for each in card.values("/protocolVersion"))),
    "old-version-of-0-3": ("one check for both", {"/protocolVersion": "1.0"}, lambda card: not any(str(each).startswith("1") for each in card.values("/protocolVersion"))),
    "old-version-among-the-interfaces": ("an interface of each version", {"/protocolVersion": "0.3.0"}, lambda card: not card.values("/protocolVersion") or any(str(each).startswith("0.3") for each in card.values("/supportedInterfaces/*/protocolVersion"))),
    "old-transport-among-the-bindings": ("two names, one thing", {"/preferredTransport": "GRPC"}, lambda card: all(each in card.values("/supportedInterfaces/*/protocolBinding") for each in card.values("/preferredTransport"))),
    "old-security-declared": ("requirements of either version", {"/security": [{"x": []}]}, lambda card: not any({*each} - {*card.value.get("securitySchemes", {})} for each in card.values("/security/*") if isinstance(each, dict))),
    "old-security-of-skills-refused": ("a member of 0.3 in a skill", {"/skills/0/security": [{"x": []}]}, lambda card: not card.values("/skills/*/security")),
    "history-refused": ("a member of 0.3 in the capabilities", {"/capabilities/stateTransitionHistory": True}, lambda card: not card.values("/capabilities/stateTransitionHistory")),
    "history-typed": ("one class for both versions", {"/capabilities/stateTransitionHistory": "yes"}, lambda card: all(isinstance(each, bool) for each in card.values("/capabilities/stateTransitionHistory"))),
    "draft-flag-refused": ("a name of a draft", {"/supportsExtendedAgentCard": True}, lambda card: not card.values("/supportsExtendedAgentCard")),
    "draft-flag-typed": ("a name of a draft", {"/supportsExtendedAgentCard": "yes"}, lambda card: all(isinstance(each, bool) for each in card.values("/supportsExtendedAgentCard"))),
    "draft-versions-refused": ("a name of a draft", {"/protocolVersions": ["1.0"]}, lambda card: not card.values("/protocolVersions")),
    "draft-versions-typed": ("a name of a draft", {"/protocolVersions": "1.0"}, lambda card: all(isinstance(each, list) for each in card.values("/protocolVersions"))),
    "flags-that-agree": ("two names, one thing", {"/supportsAuthenticatedExtendedCard": True, "/capabilities/extendedAgentCard": False}, lambda card: not (card.values("/supportsAuthenticatedExtendedCard") and card.values("/capabilities/extendedAgentCard")) or card.values("/supportsAuthenticatedExtendedCard") == card.values("/capabilities/extendedAgentCard")),
    "authentication-refused": ("a member of 0.1", {"/authentication": {"schemes": ["Bearer"]}}, lambda card: not card.values("/authentication")),
    "transport-beside-the-binding-refused": ("a member of 0.3 in an interface", {"/supportedInterfaces": [{**MAIN, "transport": "JSONRPC"}]}, lambda card: not card.values("/supportedInterfaces/*/transport")),
    "transport-as-the-binding": ("two names, one thing", {"/supportedInterfaces": [{**MAIN, "transport": "GRPC"}]}, lambda card: all("transport" not in each or each["transport"] == each["protocolBinding"] for each in card.values("/supportedInterfaces/*"))),
    "type-beside-the-wrapper-refused": ("a member of 0.3 in a scheme", {"/securitySchemes": {"a": {"type": "mutualTLS", "mtlsSecurityScheme": {}}}}, lambda card: not card.values("/securitySchemes/*/type")),
    "type-as-the-wrapper": ("two names, one thing", {"/securitySchemes": {"a": {"type": "http", "mtlsSecurityScheme": {}}}}, lambda card: not any(isinstance(each, dict) and each.get("type") == "http" and "mtlsSecurityScheme" in each for each in card.values("/securitySchemes/*"))),
    "flat-members-typed": ("one class for both versions", {"/securitySchemes": {"a": {"scheme": 5, "mtlsSecurityScheme": {}}}}, lambda card: not any(not isinstance(each, str) for each in card.values("/securitySchemes/*/scheme"))),
    "in-beside-location-refused": ("a member of 0.3 in a scheme", {"/securitySchemes": {"a": {"apiKeySecurityScheme": {"in": "header", "location": "header", "name": "k"}}}}, lambda card: not card.values("/securitySchemes/*/apiKeySecurityScheme/in")),
    "in-as-location": ("two names, one thing", {"/securitySchemes": {"a": {"apiKeySecurityScheme": {"in": "query", "location": "header", "name": "k"}}}}, lambda card: all(not isinstance(each, dict) or each.get("in", each.get("location")) == each.get("location") for each in card.values("/securitySchemes/*/apiKeySecurityScheme"))),
    "scopes-beside-the-list-refused": ("another name of the list", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": {"scopes": []}}}]}, lambda card: not card.values("/securityRequirements/*/schemes/*/scopes")),
    "list-demanded": ("a list is never left out", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": {}}}]}, lambda card: {} not in card.values("/securityRequirements/*/schemes/*")),
    "list-demanded-in-skills": ("a list is never left out", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/skills/0/securityRequirements": [{"schemes": {"a": {}}}]}, lambda card: {} not in card.values("/skills/*/securityRequirements/*/schemes/*")),
    "empty-list-refused": ("an empty list is left out", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": {"list": []}}}]}, lambda card: [] not in card.values("/securityRequirements/*/schemes/*/list")),
    "schemes-demanded": ("a requirement without its member", {"/securityRequirements": [{}]}, lambda card: {} not in card.values("/securityRequirements/*")),
    "empty-schemes-refused": ("a requirement of nothing", {"/securityRequirements": [{"schemes": {}}]}, lambda card: {} not in card.values("/securityRequirements/*/schemes")),
    "pkce-never-false": ("OAuth 2.1 asks for it", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"authorizationCode": {**CODE, "pkceRequired": False}}}}}}, lambda card: False not in card.values("/securitySchemes/*/*/flows/authorizationCode/pkceRequired")),
    "pkce-demanded": ("OAuth 2.1 asks for it", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"authorizationCode": CODE}}}}}, lambda card: len(card.values("/securitySchemes/*/*/flows/authorizationCode")) == len(card.values("/securitySchemes/*/*/flows/authorizationCode/pkceRequired"))),
    "pkce-of-other-flows-refused": ("a member of one flow", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"clientCredentials": {**CLIENT, "pkceRequired": True}}}}}}, lambda card: not card.values("/securitySchemes/*/*/flows/clientCredentials/pkceRequired")),
    "device-code-refused": ("the flows of OpenAPI 3.0", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": DEVICE}}}}}, lambda card: not card.values("/securitySchemes/*/*/flows/deviceCode")),
    "refresh-url-of-the-device-code-refused": ("members of another flow", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "refreshUrl": "https://id.example/r"}}}}}}, lambda card: not card.values("/securitySchemes/*/*/flows/deviceCode/refreshUrl")),
    "refresh-url-of-the-device-code-demanded": ("tokens that end", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": DEVICE}}}}}, lambda card: len(card.values("/securitySchemes/*/*/flows/deviceCode")) == len(card.values("/securitySchemes/*/*/flows/deviceCode/refreshUrl"))),
    "authorization-url-of-the-device-code-refused": ("members of another flow", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "authorizationUrl": "https://id.example/a"}}}}}}, lambda card: not card.values("/securitySchemes/*/*/flows/deviceCode/authorizationUrl")),
    "device-code-over-https": ("an advice taken for a MUST", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "deviceAuthorizationUrl": "http://id.example/d"}}}}}}, lambda card: not any(str(each).startswith("http:") for each in card.values("/securitySchemes/*/*/flows/deviceCode/deviceAuthorizationUrl"))),
    "code-flow-over-https": ("a MUST of 0.3", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"authorizationCode": {**CODE, "tokenUrl": "http://id.example/t"}}}}}}, lambda card: not any(str(each).startswith("http:") for each in card.values("/securitySchemes/*/*/flows/authorizationCode/tokenUrl"))),
    "deprecated-flow-with-its-addresses": ("the members of 0.3", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"implicit": {"authorizationUrl": "https://id.example/a", "scopes": {}, "note": 1}}}}}}, lambda card: {} not in card.values("/securitySchemes/*/*/flows/implicit/scopes")),
    "extended-card-refused": ("a member that moved", {"/capabilities/extendedAgentCard": False}, lambda card: not card.values("/capabilities/extendedAgentCard")),
}  # fmt: skip
DEMANDS = [WrongValidator(name, habit, edits, demanding(is_taken)) for name, (habit, edits, is_taken) in OTHERS.items()]


def missing(requirement: str, has: Callable[[Json], bool]) -> Callable[[JudgedCard, Violation], bool]:
    """Whether a member that is missing has another one in its place."""
    return lambda card, violation: violation.requirement == requirement and has(card.value_at(violation.at))


def less(body: dict[str, Json], name: str, **others: Json) -> dict[str, Json]:
    return {key: value for key, value in body.items() if key != name} | others


INSTEAD: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard, Violation], bool]]] = {
    "url-for-interfaces": ("an SDK that merges both versions", {"/supportedInterfaces": Absent.ABSENT, "/url": "https://h.example/"}, missing("interfaces-required", lambda value: "url" in value)),
    "url-and-version-for-interfaces": ("an SDK that merges both versions", {"/supportedInterfaces": Absent.ABSENT, "/url": "https://h.example/", "/protocolVersion": "0.3.0", "/preferredTransport": "JSONRPC"}, missing("interfaces-required", lambda value: {"url", "protocolVersion"} <= value.keys())),
    "additional-interfaces-for-interfaces": ("an SDK that merges both versions", {"/supportedInterfaces": Absent.ABSENT, "/additionalInterfaces": [{"url": "https://h.example/", "transport": "JSONRPC"}]}, missing("interfaces-required", lambda value: "additionalInterfaces" in value)),
    "interfaces-without-an-adjective": ("a name cut short", {"/supportedInterfaces": Absent.ABSENT, "/interfaces": [MAIN]}, missing("interfaces-required", lambda value: "interfaces" in value)),
    "one-interface": ("a list of one", {"/supportedInterfaces": Absent.ABSENT, "/supportedInterface": MAIN}, missing("interfaces-required", lambda value: "supportedInterface" in value)),
    "endpoints-for-interfaces": ("another format", {"/supportedInterfaces": Absent.ABSENT, "/endpoints": [MAIN]}, missing("interfaces-required", lambda value: "endpoints" in value)),
    "transport-for-the-binding": ("a member of 0.3", {"/supportedInterfaces": [less(MAIN, "protocolBinding", transport="JSONRPC")]}, missing("interface-binding-required", lambda value: "transport" in value)),
    "protocol-for-the-binding": ("what real cards have", {"/supportedInterfaces": [less(MAIN, "protocolBinding", protocol="JSONRPC")]}, missing("interface-binding-required", lambda value: "protocol" in value)),
    "binding-for-the-binding": ("a name cut short", {"/supportedInterfaces": [less(MAIN, "protocolBinding", binding="JSONRPC")]}, missing("interface-binding-required", lambda value: "binding" in value)),
    "version-for-the-protocol-version": ("a name cut short", {"/supportedInterfaces": [less(MAIN, "protocolVersion", version="1.0")]}, missing("interface-protocol-version-required", lambda value: "version" in value)),
    "protocol-version-of-the-card": ("a member of 0.3 that says it for all", {"/protocolVersion": "1.0", "/supportedInterfaces": [less(MAIN, "protocolVersion")]}, lambda card, violation: violation.requirement == "interface-protocol-version-required" and bool(card.values("/protocolVersion"))),
    "uri-for-the-url": ("another word", {"/supportedInterfaces": [less(MAIN, "url", uri="https://h.example/")]}, missing("interface-url-required", lambda value: "uri" in value)),
    "address-for-the-url": ("another word", {"/supportedInterfaces": [less(MAIN, "url", address="https://h.example/")]}, missing("interface-url-required", lambda value: "address" in value)),
    "url-of-the-card": ("a member of 0.3 that says it for all", {"/url": "https://h.example/", "/supportedInterfaces": [less(MAIN, "url")]}, lambda card, violation: violation.requirement == "interface-url-required" and bool(card.values("/url"))),
    "in-for-location": ("a member of 0.3", {"/securitySchemes": {"a": {"apiKeySecurityScheme": {"in": "header", "name": "k"}}}}, missing("key-location-required", lambda value: "in" in value)),
    "location-left-out": ("a header is meant", {"/securitySchemes": {"a": {"apiKeySecurityScheme": {"name": "k"}}}}, missing("key-location-required", lambda value: "in" not in value)),
    "empty-wrapper": ("an empty message", {"/securitySchemes": {"a": {"apiKeySecurityScheme": {}}}}, lambda card, violation: violation.is_below("/securitySchemes/*/*") and card.value_at(violation.at) == {}),
    "flat-members-beside-an-empty-wrapper": ("an SDK that merges both versions", {"/securitySchemes": {"a": {"type": "http", "scheme": "bearer", "httpAuthSecurityScheme": {}}}}, lambda card, violation: violation.requirement == "http-scheme-required" and "scheme" in card.value_at(violation.at[:2])),
    "device-url-left-out": ("discovered from the metadata", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": less(DEVICE, "deviceAuthorizationUrl")}}}}}, missing("device-flow-members-required", lambda value: "deviceAuthorizationUrl" not in value)),
    "device-token-url-left-out": ("discovered from the metadata", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": less(DEVICE, "tokenUrl")}}}}}, missing("device-flow-members-required", lambda value: "tokenUrl" not in value)),
    "device-scopes-left-out": ("no scopes are no member", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": less(DEVICE, "scopes")}}}}}, missing("device-flow-members-required", lambda value: "scopes" not in value)),
    "authorization-url-for-the-device-url": ("the member of the code flow", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": less(DEVICE, "deviceAuthorizationUrl", authorizationUrl="https://id.example/a")}}}}}, missing("device-flow-members-required", lambda value: "authorizationUrl" in value)),
    "verification-url-for-the-device-url": ("a word of RFC 8628", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": less(DEVICE, "deviceAuthorizationUrl", verificationUrl="https://id.example/a")}}}}}, missing("device-flow-members-required", lambda value: "verificationUrl" in value)),
    "device-urls-relative": ("joined to the address of the agent", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "deviceAuthorizationUrl": "/device"}}}}}}, lambda _, violation: violation.requirement == "scheme-url-absolute" and "deviceCode" in violation.at),
    "device-refresh-url-relative": ("joined to the address of the agent", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "refreshUrl": "/r"}}}}}}, lambda _, violation: violation.requirement == "scheme-url-absolute" and violation.at[-2:] == ("deviceCode", "refreshUrl")),
    "device-token-url-relative": ("joined to the address of the agent", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "tokenUrl": "/t"}}}}}}, lambda _, violation: violation.requirement == "scheme-url-absolute" and violation.at[-2:] == ("deviceCode", "tokenUrl")),
    "device-url-empty": ("if url and not is_url(url)", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "deviceAuthorizationUrl": ""}}}}}}, lambda card, violation: violation.requirement == "scheme-url-absolute" and violation.at[-2:] == ("deviceCode", "deviceAuthorizationUrl") and card.value_at(violation.at) == ""),
    "device-refresh-url-without-a-host": ("scheme and path are there", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "refreshUrl": "https:///r"}}}}}}, lambda card, violation: violation.requirement == "scheme-url-absolute" and violation.at[-2:] == ("deviceCode", "refreshUrl") and str(card.value_at(violation.at)).startswith("https:///")),
    "device-token-url-empty": ("if url and not is_url(url)", {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": {**DEVICE, "tokenUrl": ""}}}}}}, lambda card, violation: violation.requirement == "scheme-url-absolute" and violation.at[-2:] == ("deviceCode", "tokenUrl") and card.value_at(violation.at) == ""),
    "arrays-for-scope-lists": ("requirements of OpenAPI inside the wrapper", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": []}}]}, lambda card, violation: violation.requirement == "scope-list-type" and isinstance(card.value_at(violation.at), list)),
    "arrays-for-scope-lists-in-skills": ("requirements of OpenAPI inside the wrapper", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/skills/0/securityRequirements": [{"schemes": {"a": ["r"]}}]}, lambda card, violation: violation.requirement == "scope-list-type" and violation.at[0] == "skills"),
    "true-for-a-scope-list": ("a scheme that is on", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": True}}]}, lambda card, violation: violation.requirement == "scope-list-type" and card.value_at(violation.at) is True),
    "text-for-a-scope-list": ("one scope", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": "r"}}]}, lambda card, violation: violation.requirement == "scope-list-type" and isinstance(card.value_at(violation.at), str)),
    "arrays-for-schemes": ("a list of names", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": ["a"]}]}, lambda card, violation: violation.requirement == "required-schemes-type" and isinstance(card.value_at(violation.at), list)),
    "text-for-schemes": ("one name", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": "a"}]}, lambda card, violation: violation.requirement == "required-schemes-type" and isinstance(card.value_at(violation.at), str)),
    "arrays-for-schemes-in-skills": ("a list of names", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/skills/0/securityRequirements": [{"schemes": ["a"]}]}, lambda _, violation: violation.requirement == "required-schemes-type" and violation.at[0] == "skills"),
}  # fmt: skip
TAKEN_INSTEAD = [
    WrongValidator(name, habit, edits, overlooking(is_overlooked))
    for name, (habit, edits, is_overlooked) in INSTEAD.items()
]

PKCE = {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"authorizationCode": CODE}}}}}
DEVICE_FLOW = {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"deviceCode": DEVICE}}}}}
FLOW = "/securitySchemes/a/oauth2SecurityScheme/flows"
KEY = {"/securitySchemes": {"a": {"apiKeySecurityScheme": {"location": "header", "name": "k"}}}}
TYPES = coercing_validators({
    "pkce": CoercedMember(FLAG_COERCIONS, f"{FLOW}/authorizationCode/pkceRequired", "pkce-required-type", PKCE),
    "device-url": CoercedMember(TEXT_COERCIONS, f"{FLOW}/deviceCode/deviceAuthorizationUrl", "device-url-type", DEVICE_FLOW),
    "deprecated-url": CoercedMember(
        TEXT_COERCIONS, f"{FLOW}/implicit/authorizationUrl", "deprecated-url-type",
        {"/securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"implicit": {"scopes": {}}}}}}},
    ),
    "body": CoercedMember(OBJECT_COERCIONS, "/securitySchemes/a/apiKeySecurityScheme", "scheme-body-type", KEY),
})  # fmt: skip

FULL: dict[str, Json] = {
    "/supportedInterfaces": [{**MAIN, "tenant": "north"}],
    "/url": "https://harbour.example/a2a",
    "/protocolVersion": "0.3.0",
    "/preferredTransport": "JSONRPC",
    "/security": [{"cert": []}],
    "/provider": {"organization": "O", "url": "https://harbour.example/"},
    "/capabilities": {"streaming": True, "extendedAgentCard": True},
    "/securitySchemes": {"cert": {"mtlsSecurityScheme": {}}},
    "/securityRequirements": [{"schemes": {"cert": {}}}],
    "/skills": [{**SKILL, "securityRequirements": [{"schemes": {"cert": {}}}], "security": [{"cert": []}]}],
}
OPTIONAL = {
    "tenant": "/supportedInterfaces/*/tenant", "provider": "/provider", "extended-card": "/capabilities/extendedAgentCard",
    "schemes": "/securitySchemes", "requirements": "/securityRequirements", "old-url": "/url",
    "skill-requirements": "/skills/*/securityRequirements", "old-version": "/protocolVersion",
    "old-security": "/security", "streaming": "/capabilities/streaming",
}  # fmt: skip
CHECKED: dict[str, CheckedMember] = {
    "interfaces": CheckedMember(["interfaces-"], "/supportedInterfaces", 5),
    "interface-url": CheckedMember(["interface-url-"], "/supportedInterfaces", [{**MAIN, "tenant": "north", "url": "/a2a"}]),
    "interface-binding": CheckedMember(["interface-binding-"], "/supportedInterfaces", [{**MAIN, "tenant": "north", "protocolBinding": 5}]),
    "interface-version": CheckedMember(["interface-protocol-version-"], "/supportedInterfaces", [{**MAIN, "tenant": "north", "protocolVersion": 1}]),
    "extended-card": CheckedMember(["extended-card-type"], "/capabilities/extendedAgentCard", "yes"),
    "scheme-kinds": CheckedMember(["scheme-kind-required"], "/securitySchemes", {"cert": {"type": "mutualTLS"}}),
    "requirements": CheckedMember(["security-requirements-type"], "/securityRequirements", {}),
    "skill-requirements": CheckedMember(["skill-requirements-type"], "/skills/0/securityRequirements", {}),
    "names": CheckedMember(["required-schemes-declared"], "/securityRequirements", [{"schemes": {"x": {}}}]),
    "tags": CheckedMember(["skill-tags-", "tag-", "required-arrays-"], "/skills/0/tags", []),
}  # fmt: skip
UNSEEN_BESIDE = unseen_beside_validators(CHECKED, OPTIONAL, FULL)


@wrong(
    "a hybrid is judged as a card of 0.3",
    {"/url": "https://h.example/", "/protocolVersion": "0.3.0", "/supportedInterfaces": 5},
)
def hybrids_judged_as_0_3(card: JudgedCard) -> bool:
    is_hybrid = bool(card.values("/url") and card.values("/protocolVersion"))
    return card.is_valid_but_for(lambda violation: is_hybrid and violation.requirement.startswith("interface"))


DUPLICATED = [
    WrongValidator(name, "a rule that was forgotten", edits, not_asking(requirement))
    for name, edits, requirement in (
        ("scheme-kind-not-asked-for", {"/securitySchemes": {"a": {}}}, "scheme-kind-required"),
        ("declared-names-not-asked-for", {"/securityRequirements": [{"schemes": {"x": {}}}]}, "required-schemes-declared"),
        ("kid-not-asked-for", {"/signatures": [{"protected": "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}]}, "kid-required"),
        ("alg-none-taken", {"/signatures": [{"protected": "eyJhbGciOiJub25lIiwia2lkIjoiayIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}]}, "alg-signs"),
    )
]  # fmt: skip
