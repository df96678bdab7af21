"""Habits of Protocol Buffers and their JSON: names with underscores, null, enums, one member of several, defaults."""

from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import not_asking, overlooking, taking
from agentcard_conformance.adequacy.wrong_validators import (
    Accepts,
    JudgedCard,
    Violation,
    WrongValidator,
    refusing,
    wrong,
)
from agentcard_conformance.model import Absent, Json

MAIN = {"url": "https://harbour.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
CODE = {"authorizationUrl": "https://id.example/a", "tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
CLIENT = {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
DEVICE = {"deviceAuthorizationUrl": "https://id.example/d", **CLIENT}
KEY = {"location": "header", "name": "X-Desk"}


def scheme(kind: str, body: Json) -> dict[str, Json]:
    return {"/securitySchemes": {"a": {kind: body}}}


def flow(name: str, body: Json) -> dict[str, Json]:
    return scheme("oauth2SecurityScheme", {"flows": {name: body}})


def less(body: dict[str, Json], name: str, **others: Json) -> dict[str, Json]:
    return {key: value for key, value in body.items() if key != name} | others


SNAKE: dict[str, tuple[str, str, dict[str, Json]]] = {
    "supported-interfaces": ("interfaces-required", "supported_interfaces", {"/supportedInterfaces": Absent.ABSENT, "/supported_interfaces": [MAIN]}),
    "default-input-modes": ("default-input-modes-required", "default_input_modes", {"/defaultInputModes": Absent.ABSENT, "/default_input_modes": ["text/plain"]}),
    "default-output-modes": ("default-output-modes-required", "default_output_modes", {"/defaultOutputModes": Absent.ABSENT, "/default_output_modes": ["text/plain"]}),
    "protocol-binding": ("interface-binding-required", "protocol_binding", {"/supportedInterfaces": [less(MAIN, "protocolBinding", protocol_binding="JSONRPC")]}),
    "protocol-version": ("interface-protocol-version-required", "protocol_version", {"/supportedInterfaces": [less(MAIN, "protocolVersion", protocol_version="1.0")]}),
    "open-id-connect-url": ("openid-url-required", "open_id_connect_url", scheme("openIdConnectSecurityScheme", {"open_id_connect_url": "https://id.example/c"})),
    "authorization-url": ("authorization-url-required", "authorization_url", flow("authorizationCode", less(CODE, "authorizationUrl", authorization_url="https://id.example/a"))),
    "token-url": ("token-url-required", "token_url", flow("clientCredentials", less(CLIENT, "tokenUrl", token_url="https://id.example/t"))),  # noqa: S106  # an address
    "device-authorization-url": ("device-flow-members-required", "device_authorization_url", flow("deviceCode", less(DEVICE, "deviceAuthorizationUrl", device_authorization_url="https://id.example/d"))),
}  # fmt: skip


def has_member(name: str) -> Callable[[JudgedCard, Violation], bool]:
    def test(card: JudgedCard, violation: Violation) -> bool:
        holder = card.value_at(violation.at)
        return isinstance(holder, dict) and name in holder

    return test


def taking_name(requirement: str, name: str) -> Accepts:
    """Takes a required member under another name."""
    has_name = has_member(name)
    return overlooking(lambda card, violation: violation.requirement == requirement and has_name(card, violation))


UNDERSCORES = [
    WrongValidator(
        f"{name}-with-underscores",
        "json_format.Parse(), which takes names of the proto file; UseProtoNames of protojson in Go",
        edits,
        taking_name(requirement, written),
    )
    for name, (requirement, written, edits) in SNAKE.items()
]

NULLED: dict[str, tuple[str, str, dict[str, Json]]] = {
    "name": ("/name", "name-type", {}),
    "description": ("/description", "description-type", {}),
    "version": ("/version", "version-type", {}),
    "capabilities": ("/capabilities", "capabilities-type", {}),
    "skills": ("/skills", "skills-type", {}),
    "interfaces": ("/supportedInterfaces", "interfaces-type", {}),
    "input-modes": ("/defaultInputModes", "default-input-modes-type", {}),
    "output-modes": ("/defaultOutputModes", "default-output-modes-type", {}),
    "url": ("/supportedInterfaces/0/url", "interface-url-type", {}),
    "binding": ("/supportedInterfaces/0/protocolBinding", "interface-binding-type", {}),
    "protocol-version": ("/supportedInterfaces/0/protocolVersion", "interface-protocol-version-type", {}),
    "skill-id": ("/skills/0/id", "skill-id-type", {}),
    "skill-name": ("/skills/0/name", "skill-name-type", {}),
    "skill-description": ("/skills/0/description", "skill-description-type", {}),
    "tags": ("/skills/0/tags", "skill-tags-type", {}),
    "organization": ("/provider", "organization-type", {"/provider": {"organization": None, "url": "https://h.example/"}}),
    "provider-url": ("/provider", "provider-url-type", {"/provider": {"organization": "O", "url": None}}),
    "tag": ("/skills/0/tags", "tag-type", {"/skills/0/tags": ["a", None]}),
    "mode": ("/defaultInputModes", "mode-type", {"/defaultInputModes": ["text/plain", None]}),
    "example": ("/skills/0/examples", "example-type", {"/skills/0/examples": [None]}),
    "skill": ("/skills/-", "skill-type", {"/skills": [None]}),
    "interface": ("/supportedInterfaces", "interface-type", {"/supportedInterfaces": [MAIN, None]}),
    "extension": ("/capabilities/extensions", "extension-type", {"/capabilities/extensions": [None]}),
    "signature": ("/signatures", "signature-type", {"/signatures": [None]}),
    "requirement": ("/securityRequirements", "security-requirement-type", {"/securityRequirements": [None]}),
    "scope": ("/securityRequirements", "scope-type", {"/securitySchemes": {"a": {"openIdConnectSecurityScheme": {"openIdConnectUrl": "https://id.example/c"}}},
                                                      "/securityRequirements": [{"schemes": {"a": {"list": [None]}}}]}),
    "protected": ("/signatures", "protected-type", {"/signatures": [{"protected": None, "signature": "c2ln"}]}),
    "key-name": ("", "key-name-type", scheme("apiKeySecurityScheme", {**KEY, "name": None})),
    "key-location": ("", "key-location-known", scheme("apiKeySecurityScheme", {**KEY, "location": None})),
    "http-scheme": ("", "http-scheme-type", scheme("httpAuthSecurityScheme", {"scheme": None})),
    "openid-url": ("", "openid-url-type", scheme("openIdConnectSecurityScheme", {"openIdConnectUrl": None})),
    "flows": ("", "flows-type", scheme("oauth2SecurityScheme", {"flows": None})),
    "token-url": ("", "token-url-type", flow("clientCredentials", {**CLIENT, "tokenUrl": None})),
    "authorization-url": ("", "authorization-url-type", flow("authorizationCode", {**CODE, "authorizationUrl": None})),
    "device-url": ("", "device-url-type", flow("deviceCode", {**DEVICE, "deviceAuthorizationUrl": None})),
    "scopes": ("", "scopes-type", flow("clientCredentials", {**CLIENT, "scopes": None})),
}  # fmt: skip
"""Where null stands, the requirement about its type, and the edits where they are more than that."""

NULLS = [
    WrongValidator(
        f"null-{name}",
        "null is a default value, as readers of ProtoJSON and of Jackson have it; an optional of pydantic",
        edits or {place: None},
        taking(requirement, lambda value: value is None),
    )
    for name, (place, requirement, edits) in NULLED.items()
]

LOCATIONS: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "in-capitals": ("enums of proto files are in capitals", "HEADER", lambda value: value in ("HEADER", "QUERY", "COOKIE")),
    "with-a-capital": ("enums of .NET", "Header", lambda value: value in ("Header", "Query", "Cookie")),
    "with-the-prefix-of-the-enum": ("an enum of a proto file", "API_KEY_LOCATION_HEADER", lambda value: str(value).startswith("API_KEY_LOCATION_")),
    "in": ("IN_HEADER, as grpc-gateway spells it", "IN_HEADER", lambda value: str(value).startswith("IN_")),
    "by-number": ("ProtoJSON reads enums by number", 1, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "by-number-in-a-text": ("an enum of strings", "1", lambda value: str(value).isdecimal() and isinstance(value, str)),
    "headers": ("several", "headers", lambda value: value == "headers"),
    "body": ("Swagger 2.0 had formData", "body", lambda value: value in ("body", "formData")),
    "path": ("parameters of OpenAPI", "path", lambda value: value == "path"),
    "with-blanks": ("trim()", " header", lambda value: isinstance(value, str) and value != value.strip()),
    "with-a-line-feed": ("$ of a pattern in Python", "header\n", lambda value: isinstance(value, str) and value.endswith("\n")),
    "a-part": ("'header cookie query'.includes(value)", "head", lambda value: isinstance(value, str) and value != "" and value not in ("header", "cookie", "query") and any(value in word for word in ("header", "cookie", "query"))),
    "empty": ("the value 0 of an enum is none; '' in text", "", lambda value: value == ""),
    "of-a-prototype": ("LOCATIONS[value], in JavaScript", "constructor", lambda value: value in ("constructor", "toString", "__proto__")),
    "the-name-of-a-header": ("the place itself", "X-API-Key", lambda value: isinstance(value, str) and value.startswith("X-")),
    "any-text": ("a string of the proto file", "somewhere", lambda value: isinstance(value, str)),
    "a-list": ("several places", ["header", "query"], lambda value: isinstance(value, list)),
    "any-value": ("a switch without a default", 5.5, lambda _: True),
}  # fmt: skip
LOCATION = [
    WrongValidator(
        f"location-{name}",
        habit,
        scheme("apiKeySecurityScheme", {**KEY, "location": value}),
        taking("key-location-known", is_taken),
    )
    for name, (habit, value, is_taken) in LOCATIONS.items()
]

KIND_NAMES = (
    "apiKeySecurityScheme", "httpAuthSecurityScheme", "oauth2SecurityScheme", "openIdConnectSecurityScheme",
    "mtlsSecurityScheme",
)  # fmt: skip
KINDS: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "flat-scheme-with-a-type": ("0.3, and the samples of 1.0 with `type`", {"type": "http", "scheme": "bearer"}, lambda value: "type" in value),
    "flat-scheme-without-a-type": ("Jackson without type information", {"openIdConnectUrl": "https://id.example/c"}, lambda value: "openIdConnectUrl" in value),
    "flat-http-scheme": ("Jackson without type information", {"scheme": "bearer"}, lambda value: "scheme" in value),
    "flat-flows": ("Jackson without type information", {"flows": {}}, lambda value: "flows" in value),
    "empty-scheme": ("a oneof of which nothing is set", {}, lambda value: value == {}),
    "description-alone": ("a oneof of which nothing is set", {"description": "d"}, lambda value: [*value] == ["description"]),
    "wrapper-http": ("names of a2a-go 2.0.0", {"http": {"scheme": "Bearer"}}, lambda value: "http" in value),
    "wrapper-api-key": ("names of a2a-go 2.0.0", {"apiKey": KEY}, lambda value: "apiKey" in value),
    "wrapper-oauth2": ("names of a2a-go 2.0.0", {"oauth2": {"flows": {"clientCredentials": CLIENT}}}, lambda value: "oauth2" in value),
    "wrapper-open-id-connect": ("names of a2a-go 2.0.0", {"openIdConnect": {"openIdConnectUrl": "https://id.example/c"}}, lambda value: "openIdConnect" in value),
    "wrapper-mutual-tls": ("the name of 0.3", {"mutualTLS": {}}, lambda value: "mutualTLS" in value),
    "wrapper-http-security-scheme": ("a name that rhymes with the others", {"httpSecurityScheme": {"scheme": "Bearer"}}, lambda value: "httpSecurityScheme" in value),
    "wrapper-http-auth-scheme": ("a name cut short", {"httpAuthScheme": {"scheme": "Bearer"}}, lambda value: "httpAuthScheme" in value),
    "wrapper-mutual-tls-security-scheme": ("the message's name", {"mutualTlsSecurityScheme": {}}, lambda value: "mutualTlsSecurityScheme" in value),
    "wrapper-o-auth2": ("a name of json_name with another rule", {"oAuth2SecurityScheme": {"flows": {"clientCredentials": CLIENT}}}, lambda value: "oAuth2SecurityScheme" in value),
    "wrapper-openid": ("another camelCase", {"openIDConnectSecurityScheme": {"openIdConnectUrl": "https://id.example/c"}}, lambda value: "openIDConnectSecurityScheme" in value),
    "wrapper-api-key-with-capitals": ("another camelCase", {"APIKeySecurityScheme": KEY}, lambda value: "APIKeySecurityScheme" in value),
    "case-and-value": ("oneof of protobuf-ts and of Wire", {"scheme": {"$case": "mtlsSecurityScheme", "value": {}}}, lambda value: isinstance(value.get("scheme"), dict)),
    "kind-of-null": ("'apiKeySecurityScheme' in scheme; required of JSON Schema alone", {"apiKeySecurityScheme": None}, lambda value: any(name in value and value[name] is None for name in KIND_NAMES)),
    "kind-of-null-with-underscores": ("names of either spelling, whatever they hold", {"mtls_security_scheme": None}, lambda value: any(part is None for name, part in value.items() if name.endswith("_security_scheme"))),
    "kind-of-text-with-underscores": ("names of either spelling, whatever they hold", {"http_auth_security_scheme": "Bearer"}, lambda value: any(isinstance(part, str) for name, part in value.items() if name.endswith("_security_scheme"))),
    "wrapper-of-another-kind": ("any one member", {"basicSecurityScheme": {}}, lambda value: len(value) == 1 and "SecurityScheme" in next(iter(value))),
}  # fmt: skip
SCHEME_KINDS = [
    WrongValidator(
        name,
        habit,
        {"/securitySchemes": {"a": value}},
        taking("scheme-kind-required", lambda value, test=is_taken: isinstance(value, dict) and test(value)),
    )
    for name, (habit, value, is_taken) in KINDS.items()
]

FLOWS = {"authorizationCode": CODE, "clientCredentials": CLIENT, "deviceCode": DEVICE}
ONE_OF_SEVERAL = [
    WrongValidator(name, habit, edits, accepts)
    for name, habit, edits, accepts in (
        ("two-kinds", "the last one set stays, in readers of ProtoJSON written by hand",
         {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}, "apiKeySecurityScheme": KEY}}}, not_asking("scheme-kind-single")),
        ("two-kinds-beside-mtls", "an empty message is not there",
         {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}, "httpAuthSecurityScheme": {"scheme": "Bearer"}}}},
         taking("scheme-kind-single", lambda value: value.get("mtlsSecurityScheme") == {})),
        ("two-kinds-but-three-refused", "a check of neighbours",
         {"/securitySchemes": {"a": {"apiKeySecurityScheme": KEY, "httpAuthSecurityScheme": {"scheme": "Bearer"}}}},
         taking("scheme-kind-single", lambda value: len({*KIND_NAMES} & value.keys()) == 2)),
        ("three-kinds", "count == 2 is an error",
         {"/securitySchemes": {"a": {"apiKeySecurityScheme": KEY, "httpAuthSecurityScheme": {"scheme": "Bearer"}, "mtlsSecurityScheme": {}}}},
         taking("scheme-kind-single", lambda value: len({*KIND_NAMES} & value.keys()) == 3)),
        ("two-flows", "0.3 has several", scheme("oauth2SecurityScheme", {"flows": {"authorizationCode": CODE, "clientCredentials": CLIENT}}),
         not_asking("flow-single")),
        ("two-flows-beside-a-deprecated-one", "deprecated flows do not count",
         scheme("oauth2SecurityScheme", {"flows": {"clientCredentials": CLIENT, "password": CLIENT}}),
         taking("flow-single", lambda value: len(value.keys() & FLOWS.keys()) <= 1)),
        ("two-flows-with-a-device-code", "the flows that 0.3 had",
         scheme("oauth2SecurityScheme", {"flows": {"clientCredentials": CLIENT, "deviceCode": DEVICE}}),
         taking("flow-single", lambda value: "deviceCode" in value)),
        ("three-flows", "count == 2 is an error", scheme("oauth2SecurityScheme", {"flows": FLOWS}),
         taking("flow-single", lambda value: len(value) == 3)),
    )
]  # fmt: skip

BODIES = {
    "apiKeySecurityScheme": KEY,
    "httpAuthSecurityScheme": {"scheme": "Bearer"},
    "oauth2SecurityScheme": {"flows": {"clientCredentials": CLIENT}},
    "openIdConnectSecurityScheme": {"openIdConnectUrl": "https://id.example/c"},
    "mtlsSecurityScheme": {},
}
CLOSED: dict[str, tuple[str, dict[str, Json], set[str]]] = {
    "interface": ("/supportedInterfaces/*", {"/supportedInterfaces/0/note": 1}, {*MAIN, "tenant"}),
    "scheme": ("/securitySchemes/*", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}, "note": 1}}}, {*BODIES}),
    "flows": ("/securitySchemes/*/*/flows", scheme("oauth2SecurityScheme", {"flows": {"clientCredentials": CLIENT, "note": 1}}),
              {*FLOWS, "implicit", "password"}),
    "flow": ("/securitySchemes/*/*/flows/*", flow("clientCredentials", {**CLIENT, "note": 1}),
             {*CODE, *DEVICE, "refreshUrl", "pkceRequired"}),
    "requirement": ("/securityRequirements/*", {"/securityRequirements": [{"schemes": {}, "note": 1}]}, {"schemes"}),
    "scope-list": ("/securityRequirements/*/schemes/*", {"/securitySchemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"a": {"note": 1}}}]}, {"list"}),
} | {
    kind: (f"/securitySchemes/*/{kind}", scheme(kind, {**body, "note": 1}),
           {*body, "description", "bearerFormat", "oauth2MetadataUrl"})
    for kind, body in BODIES.items()
}  # fmt: skip
CLOSED_MESSAGES = [
    WrongValidator(
        f"closed-{name}",
        "Parse() without ignore_unknown_fields; DiscardUnknown left at false in Go",
        edits,
        refusing(pattern, lambda value, known=known: isinstance(value, dict) and not value.keys() <= known),
    )
    for name, (pattern, edits, known) in CLOSED.items()
]


NAMES = [
    WrongValidator(
        name,
        habit,
        edits,
        overlooking(lambda card, violation, is_taken=is_taken: violation.requirement == "required-schemes-declared" and is_taken(card, violation)),
    )
    for name, habit, edits, is_taken in (
        ("names-of-schemes-that-are-null", "name in schemes",
         {"/securitySchemes": {"a": None}, "/securityRequirements": [{"schemes": {"a": {}}}]},
         lambda card, violation: violation.at[-1] in (card.value.get("securitySchemes") or {})),
        ("any-name-beside-schemes-with-underscores", "schemes that are not known are not looked through",
         {"/security_schemes": {"a": {"mtlsSecurityScheme": {}}}, "/securityRequirements": [{"schemes": {"b": {}}}]},
         lambda card, _: "security_schemes" in card.value),
    )
]  # fmt: skip


@wrong("Parse() without ignore_unknown_fields; DiscardUnknown left at false in Go", {"/note": 1})
def closed_card(card: JudgedCard) -> bool:
    known = {
        "name", "description", "supportedInterfaces", "provider", "version", "documentationUrl", "capabilities", "skills",
        "securitySchemes", "securityRequirements", "defaultInputModes", "defaultOutputModes", "signatures", "iconUrl",
    }  # fmt: skip
    return card.is_valid and not any(len(each) < 5 for each in card.value.keys() - known)


@wrong("a message that is there is not default", {"/capabilities": {}, "/iconUrl": "https://h.example/i.png"})
def empty_capabilities_beside_an_icon(card: JudgedCard) -> bool:
    """Takes an empty message for one that is missing, where there is more than the plainest card."""
    return card.is_valid and not (card.values("/capabilities") == [{}] and card.values("/iconUrl"))


DEFAULTS = {
    "streaming-false": ("/capabilities/streaming", False),
    "push-notifications-false": ("/capabilities/pushNotifications", False),
    "extended-card-false": ("/capabilities/extendedAgentCard", False),
    "empty-extensions": ("/capabilities/extensions", []),
    "empty-schemes": ("/securitySchemes", {}),
    "empty-requirements": ("/securityRequirements", []),
    "empty-signatures": ("/signatures", []),
    "empty-examples": ("/skills/0/examples", []),
    "empty-skill-modes": ("/skills/0/inputModes", []),
    "empty-skill-output-modes": ("/skills/0/outputModes", []),
    "empty-skill-requirements": ("/skills/0/securityRequirements", []),
    "empty-tenant": ("/supportedInterfaces/0/tenant", ""),
}
NO_DEFAULTS = [
    WrongValidator(
        f"no-{name}",
        "writers of ProtoJSON leave default values out, so that one is a fault",
        {place: value},
        refusing(place.replace("/0", "/*"), lambda found, value=value: found == value and type(found) is type(value)),
    )
    for name, (place, value) in DEFAULTS.items()
]
