"""Null, kinds, flows and hybrids in cards of 0.3."""

from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import (
    CheckedMember,
    demanding,
    not_asking,
    overlooking,
    taking,
    unseen_beside_validators,
)
from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, refusing
from agentcard_conformance.model import Absent, Json

CODE = {"authorizationUrl": "https://id.example/a", "tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
CLIENT = {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}
IMPLICIT = {"authorizationUrl": "https://id.example/a", "scopes": {"r": "Read"}}
KEY = {"type": "apiKey", "in": "header", "name": "k"}
HTTP = {"type": "http", "scheme": "Bearer"}
SKILL = {"id": "s", "name": "n", "description": "d", "tags": ["t"]}
MAIN = {"url": "https://harbour.example/a2a", "transport": "JSONRPC"}


def oauth(**flows: Json) -> dict[str, Json]:
    return {"/securitySchemes": {"a": {"type": "oauth2", "flows": flows}}}


def scheme(**members: Json) -> dict[str, Json]:
    return {"/securitySchemes": {"a": members}}


NULLED: dict[str, tuple[str, str, dict[str, Json]]] = {
    name: (f"/{name}", requirement, {})
    for name, requirement in {
        "name": "name-type", "description": "description-type", "version": "version-type", "url": "url-type",
        "protocolVersion": "protocol-version-type", "preferredTransport": "preferred-transport-type",
        "additionalInterfaces": "interfaces-type", "iconUrl": "icon-url-type", "documentationUrl": "documentation-url-type",
        "provider": "provider-type", "capabilities": "capabilities-type", "skills": "skills-type",
        "defaultInputModes": "default-input-modes-type", "defaultOutputModes": "default-output-modes-type",
        "securitySchemes": "security-schemes-type", "security": "security-type", "signatures": "signatures-type",
        "supportsAuthenticatedExtendedCard": "extended-card-type",
    }.items()
} | {
    name: (f"/capabilities/{name}", requirement, {})
    for name, requirement in {
        "streaming": "streaming-type", "pushNotifications": "push-notifications-type", "extensions": "extensions-type",
        "stateTransitionHistory": "state-transition-history-type",
    }.items()
} | {
    f"skill-{name}": (f"/skills/0/{name}", requirement, {})
    for name, requirement in {
        "id": "skill-id-type", "name": "skill-name-type", "description": "skill-description-type", "tags": "skill-tags-type",
        "examples": "examples-type", "inputModes": "skill-input-modes-type", "outputModes": "skill-output-modes-type",
        "security": "skill-security-type",
    }.items()
} | {
    "tag": ("/skills/0/tags/0", "tag-type", {}),
    "mode": ("/defaultInputModes/0", "mode-type", {}),
    "interface": ("/additionalInterfaces/0", "interface-type", {"/additionalInterfaces": [MAIN]}),
    "transport": ("/additionalInterfaces/0/transport", "interface-transport-type", {"/additionalInterfaces": [MAIN]}),
    "interface-url": ("/additionalInterfaces/0/url", "interface-url-type", {"/additionalInterfaces": [MAIN]}),
    "extension-description": ("/capabilities/extensions/0/description", "extension-description-type", {"/capabilities": {"extensions": [{"uri": "urn:e"}]}}),
    "extension-required": ("/capabilities/extensions/0/required", "extension-required-type", {"/capabilities": {"extensions": [{"uri": "urn:e"}]}}),
    "extension-params": ("/capabilities/extensions/0/params", "extension-params-type", {"/capabilities": {"extensions": [{"uri": "urn:e"}]}}),
    "organization": ("/provider/organization", "organization-type", {"/provider": {"organization": "O", "url": "https://h.example/"}}),
    "provider-url": ("/provider/url", "provider-url-type", {"/provider": {"organization": "O", "url": "https://h.example/"}}),
    "scheme": ("/securitySchemes/a", "security-scheme-type", scheme(**KEY)),
    "scheme-description": ("/securitySchemes/a/description", "scheme-description-type", scheme(**KEY)),
    "bearer-format": ("/securitySchemes/a/bearerFormat", "bearer-format-type", scheme(**HTTP)),
    "metadata-url": ("/securitySchemes/a/oauth2MetadataUrl", "metadata-url-type", oauth(clientCredentials=CLIENT)),
    "flow": ("/securitySchemes/a/flows/clientCredentials", "flow-type", oauth(clientCredentials=CLIENT)),
    "refresh-url": ("/securitySchemes/a/flows/clientCredentials/refreshUrl", "refresh-url-type", oauth(clientCredentials=CLIENT)),
    "header": ("/signatures/0/header", "header-type", {"/signatures": [{"protected": "eyJhbGciOiJFUzI1NiJ9", "signature": "c2ln"}]}),
}  # fmt: skip
NULLS = [
    WrongValidator(
        f"null-{name}",
        "Optional of pydantic and Jackson; null as the Java SDK writes it",
        {**holder, place: None},
        taking(requirement, lambda value: value is None),
    )
    for name, (place, requirement, holder) in NULLED.items()
]
ALL_NULLS = [
    WrongValidator(
        "null-everywhere",
        "Optional for each member",
        {"/iconUrl": None, "/provider": None},
        overlooking(lambda card, violation: card.value_at(violation.at) is None),
    )
]

KINDS: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "in-capitals": ("enums of proto files", "HTTP", lambda value: value in ("HTTP", "OAUTH2", "APIKEY", "API_KEY", "MUTUALTLS", "OPENIDCONNECT")),
    "in-small-letters": ("toLowerCase() on both sides", "apikey", lambda value: value in ("apikey", "openidconnect", "mutualtls")),
    "with-a-capital": ("names of classes", "Http", lambda value: isinstance(value, str) and value[:1].isupper()),
    "with-underscores": ("snake_case of enums", "api_key", lambda value: isinstance(value, str) and "_" in value),
    "with-hyphens": ("kebab-case of enums", "api-key", lambda value: isinstance(value, str) and "-" in value),
    "basic": ("Swagger 2.0", "basic", lambda value: value == "basic"),
    "bearer": ("the scheme for its kind", "bearer", lambda value: value in ("bearer", "jwt", "token")),
    "oauth": ("a word cut short", "oauth", lambda value: value in ("oauth", "OAuth", "oauth2.0")),
    "oidc": ("a word cut short", "oidc", lambda value: value in ("oidc", "openid", "openId")),
    "mtls": ("the wrapper of 1.0", "mtls", lambda value: value in ("mtls", "mTLS", "tls")),
    "wrappers-of-1-0": ("the wrapper of 1.0", "httpAuthSecurityScheme", lambda value: isinstance(value, str) and value.endswith("SecurityScheme")),
    "empty": ("if scheme.type and ...", "", lambda value: value == ""),
    "with-a-blank": ("trim()", "http ", lambda value: isinstance(value, str) and value != value.strip()),
    "with-a-line-feed": ("$ of a pattern in Python", "http\n", lambda value: isinstance(value, str) and value.endswith("\n")),
    "a-part": ("'apiKey http oauth2'.includes(value)", "api", lambda value: isinstance(value, str) and value in ("api", "Key", "auth2", "tls", "openId")),
    "of-a-prototype": ("KINDS[value], in JavaScript", "constructor", lambda value: value in ("constructor", "toString")),
    "any-text": ("a tag that selects no class", "custom", lambda value: isinstance(value, str)),
    "a-list": ("several kinds", ["http"], lambda value: isinstance(value, list)),
    "a-number": ("enums by number", 1, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "null": ("an optional tag", None, lambda value: value is None),
}  # fmt: skip
KIND = [
    WrongValidator(
        f"kind-{name}",
        habit,
        scheme(type=value, scheme="Bearer"),
        taking("scheme-type-known", is_taken),
    )
    for name, (habit, value, is_taken) in KINDS.items()
]
PLACES: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "in-capitals": ("enums of proto files", "HEADER", lambda value: value in ("HEADER", "QUERY", "COOKIE")),
    "with-a-capital": ("enums of .NET", "Header", lambda value: value in ("Header", "Query", "Cookie")),
    "body": ("Swagger 2.0 had formData", "body", lambda value: value in ("body", "formData")),
    "path": ("parameters of OpenAPI", "path", lambda value: value == "path"),
    "headers": ("several", "headers", lambda value: value == "headers"),
    "empty": ("if scheme.in and ...", "", lambda value: value == ""),
    "with-a-blank": ("trim()", " header", lambda value: isinstance(value, str) and value != value.strip()),
    "with-a-line-feed": ("$ of a pattern in Python", "header\n", lambda value: isinstance(value, str) and value.endswith("\n")),
    "a-part": ("'header query cookie'.includes(value)", "head", lambda value: value in ("head", "e", "cook")),
    "of-a-prototype": ("PLACES[value], in JavaScript", "constructor", lambda value: value in ("constructor", "toString")),
    "the-name-of-a-header": ("the place itself", "X-API-Key", lambda value: isinstance(value, str) and value.startswith("X-")),
    "any-text": ("a string", "somewhere", lambda value: isinstance(value, str)),
    "a-list": ("several places", ["header"], lambda value: isinstance(value, list)),
    "a-number": ("enums by number", 1, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "null": ("an optional member", None, lambda value: value is None),
}  # fmt: skip
PLACE = [
    WrongValidator(f"place-{name}", habit, scheme(**{**KEY, "in": value}), taking("key-place-known", is_taken))
    for name, (habit, value, is_taken) in PLACES.items()
]

INSTEAD: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard, Violation], bool]]] = {
    "wrapper-for-type": ("an SDK that merges both versions", scheme(httpAuthSecurityScheme={"scheme": "Bearer"}), lambda card, violation: violation.requirement == "scheme-type-required" and any("SecurityScheme" in name for name in card.value_at(violation.at))),
    "kind-for-type": ("another word", scheme(kind="http", scheme="Bearer"), lambda card, violation: violation.requirement == "scheme-type-required" and "kind" in card.value_at(violation.at)),
    "empty-scheme": ("a scheme to be filled in", scheme(), lambda card, violation: violation.requirement == "scheme-type-required" and card.value_at(violation.at) == {}),
    "type-by-the-members": ("Jackson's deduction of types", scheme(flows={}), lambda card, violation: violation.requirement == "scheme-type-required" and "flows" in card.value_at(violation.at)),
    "location-for-in": ("the name in 1.0", scheme(type="apiKey", location="header", name="k"), lambda card, violation: violation.requirement == "key-place-required" and "location" in card.value_at(violation.at)),
    "interfaces-of-1-0-for-url": ("an SDK that merges both versions", {"/url": Absent.ABSENT, "/supportedInterfaces": [{"url": "https://h.example/", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"}]}, lambda card, violation: violation.requirement == "url-required" and "supportedInterfaces" in card.value),
    "interfaces-of-1-0-for-the-version": ("an SDK that merges both versions", {"/protocolVersion": Absent.ABSENT, "/supportedInterfaces": [{"url": "https://h.example/", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"}]}, lambda card, violation: violation.requirement == "protocol-version-required" and "supportedInterfaces" in card.value),
    "binding-for-transport": ("the name in 1.0", {"/additionalInterfaces": [{"url": "https://h.example/", "protocolBinding": "GRPC"}]}, lambda card, violation: violation.requirement == "interface-transport-required" and "protocolBinding" in card.value_at(violation.at)),
    "protocol-for-transport": ("another word", {"/additionalInterfaces": [{"url": "https://h.example/", "protocol": "GRPC"}]}, lambda card, violation: violation.requirement == "interface-transport-required" and "protocol" in card.value_at(violation.at)),
    "uri-for-url": ("another word", {"/additionalInterfaces": [{"uri": "https://h.example/", "transport": "GRPC"}]}, lambda card, violation: violation.requirement == "interface-url-required" and "uri" in card.value_at(violation.at)),
    "a2a-version-for-the-version": ("another word", {"/protocolVersion": Absent.ABSENT, "/a2aVersion": "0.3.0"}, lambda card, violation: violation.requirement == "protocol-version-required" and "a2aVersion" in card.value),
    "version-with-underscores": ("snake_case", {"/protocolVersion": Absent.ABSENT, "/protocol_version": "0.3.0"}, lambda card, violation: violation.requirement == "protocol-version-required" and "protocol_version" in card.value),
    "modes-with-underscores": ("snake_case", {"/defaultInputModes": Absent.ABSENT, "/default_input_modes": ["text/plain"]}, lambda card, violation: violation.requirement == "default-input-modes-required" and "default_input_modes" in card.value),
    "endpoint-for-url": ("another word", {"/url": Absent.ABSENT, "/endpoint": "https://h.example/"}, lambda card, violation: violation.requirement == "url-required" and "endpoint" in card.value),
    "extension-by-name": ("another word", {"/capabilities": {"extensions": [{"name": "tides"}]}}, lambda card, violation: violation.requirement == "extension-uri-required" and "name" in card.value_at(violation.at)),
    "implicit-without-url": ("discovered from the metadata", oauth(implicit={"scopes": {}}), lambda card, violation: violation.requirement == "implicit-flow-members-required" and "authorizationUrl" not in card.value_at(violation.at)),
    "implicit-without-scopes": ("no scopes are no member", oauth(implicit={"authorizationUrl": "https://id.example/a"}), lambda card, violation: violation.requirement == "implicit-flow-members-required" and "scopes" not in card.value_at(violation.at)),
    "password-without-url": ("discovered from the metadata", oauth(password={"scopes": {}}), lambda card, violation: violation.requirement == "password-flow-members-required" and "tokenUrl" not in card.value_at(violation.at)),
    "password-without-scopes": ("no scopes are no member", oauth(password={"tokenUrl": "https://id.example/t"}), lambda card, violation: violation.requirement == "password-flow-members-required" and "scopes" not in card.value_at(violation.at)),
    "token-url-for-implicit": ("the member of the other flows", oauth(implicit={"tokenUrl": "https://id.example/t", "scopes": {}}), lambda card, violation: violation.requirement == "implicit-flow-members-required" and "tokenUrl" in card.value_at(violation.at)),
    "authorization-url-for-password": ("the member of the other flows", oauth(password={"authorizationUrl": "https://id.example/a", "scopes": {}}), lambda card, violation: violation.requirement == "password-flow-members-required" and "authorizationUrl" in card.value_at(violation.at)),
    "code-flow-over-http": ("any URL", oauth(authorizationCode={**CODE, "tokenUrl": "http://id.example/t"}), lambda _, violation: violation.requirement == "code-flow-urls-https"),
    "code-flow-authorization-over-http": ("the token is what matters", oauth(authorizationCode={**CODE, "authorizationUrl": "http://id.example/a"}), lambda _, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "authorizationUrl"),
    "code-flow-token-over-http": ("a page that people see is what matters", oauth(authorizationCode={**CODE, "tokenUrl": "http://id.example/t"}), lambda _, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "tokenUrl"),
    "code-flow-refresh-over-http": ("the required addresses alone", oauth(authorizationCode={**CODE, "refreshUrl": "http://id.example/r"}), lambda _, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "refreshUrl"),
    "code-flow-over-http-on-this-machine": ("a test", oauth(authorizationCode={**CODE, "tokenUrl": "http://localhost:8080/t"}), lambda card, violation: violation.requirement == "code-flow-urls-https" and "localhost" in str(card.value_at(violation.at))),
    "code-flow-authorization-relative": ("joined to the address of the agent", oauth(authorizationCode={**CODE, "authorizationUrl": "/a"}), lambda card, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "authorizationUrl" and str(card.value_at(violation.at)).startswith("/")),
    "code-flow-token-relative": ("joined to the address of the agent", oauth(authorizationCode={**CODE, "tokenUrl": "/t"}), lambda card, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "tokenUrl" and str(card.value_at(violation.at)).startswith("/")),
    "code-flow-refresh-relative": ("joined to the address of the agent", oauth(authorizationCode={**CODE, "refreshUrl": "/r"}), lambda card, violation: violation.requirement == "code-flow-urls-https" and violation.at[-1] == "refreshUrl" and str(card.value_at(violation.at)).startswith("/")),
    "second-flow-not-looked-at": ("else if over the flows", oauth(clientCredentials=CLIENT, implicit={}), lambda card, violation: violation.is_below("/securitySchemes/*/flows/*") and violation.at[3] != next(iter(card.value_at(violation.at[:3])))),
    "last-flow-alone-looked-at": ("a result that each turn overwrites", oauth(implicit={}, clientCredentials=CLIENT), lambda card, violation: violation.is_below("/securitySchemes/*/flows/*") and violation.at[3] != [*card.value_at(violation.at[:3])][-1]),
    "flows-looked-at-beside-one-alone": ("a oneof", oauth(clientCredentials=CLIENT, password={}), lambda card, violation: violation.is_below("/securitySchemes/*/flows/*") and len(card.value_at(violation.at[:3])) > 1),
}  # fmt: skip
TAKEN_INSTEAD = [
    WrongValidator(name, habit, edits, overlooking(is_overlooked))
    for name, (habit, edits, is_overlooked) in INSTEAD.items()
]

OTHERS: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "one-flow-alone": ("the oneof of 1.0", oauth(clientCredentials=CLIENT, authorizationCode=CODE), lambda card: not any(len(each) > 1 for each in card.values("/securitySchemes/*/flows") if isinstance(each, dict))),
    "some-flow": ("minProperties 1", oauth(), lambda card: {} not in card.values("/securitySchemes/*/flows")),
    "scopes-not-empty": ("the reading of 1.0", oauth(clientCredentials={**CLIENT, "scopes": {}}), lambda card: {} not in card.values("/securitySchemes/*/flows/*/scopes")),
    "no-deprecated-flow": ("OAuth 2.1", oauth(password=CLIENT), lambda card: not card.values("/securitySchemes/*/flows/password")),
    "no-flow-of-1-0": ("an enum of four", oauth(deviceCode={**CLIENT, "deviceAuthorizationUrl": "https://id.example/d"}, clientCredentials=CLIENT), lambda card: not card.values("/securitySchemes/*/flows/deviceCode")),
    "device-code-typed": ("a flow of 1.0", oauth(deviceCode={}), lambda card: {} not in card.values("/securitySchemes/*/flows/deviceCode")),
    "no-mutual-tls": ("OpenAPI 3.0 has four kinds", scheme(type="mutualTLS"), lambda card: "mutualTLS" not in card.values("/securitySchemes/*/type")),
    "members-of-another-kind-refused": ("extra='forbid' of a union", scheme(type="mutualTLS", scheme="Bearer"), lambda card: not any(each.get("type") == "mutualTLS" and "scheme" in each for each in card.values("/securitySchemes/*"))),
    "members-of-another-kind-typed": ("one class for all kinds", scheme(type="mutualTLS", flows=5), lambda card: not any(isinstance(each, int) for each in card.values("/securitySchemes/*/flows"))),
    "wrapper-refused": ("a member of 1.0", scheme(**HTTP, httpAuthSecurityScheme={"scheme": "Bearer"}), lambda card: not card.values("/securitySchemes/*/httpAuthSecurityScheme")),
    "wrapper-typed": ("one class for both versions", scheme(**HTTP, httpAuthSecurityScheme=5), lambda card: not any(isinstance(each, int) for each in card.values("/securitySchemes/*/httpAuthSecurityScheme"))),
    "authentication-refused": ("a member of 0.1", {"/authentication": {"schemes": ["Bearer"]}}, lambda card: not card.values("/authentication")),
    "some-skill": ("minItems 1", {"/skills": []}, lambda card: card.values("/skills") != [[]]),
    "some-tag": ("minItems 1", {"/skills/0/tags": []}, lambda card: [] not in card.values("/skills/*/tags")),
    "some-input-mode": ("minItems 1", {"/defaultInputModes": []}, lambda card: card.values("/defaultInputModes") != [[]]),
    "some-output-mode": ("minItems 1", {"/defaultOutputModes": []}, lambda card: card.values("/defaultOutputModes") != [[]]),
    "name-not-empty": ("minLength 1", {"/name": ""}, lambda card: card.values("/name") != [""]),
    "description-not-empty": ("minLength 1", {"/description": ""}, lambda card: card.values("/description") != [""]),
    "version-not-empty": ("minLength 1", {"/version": ""}, lambda card: card.values("/version") != [""]),
    "skill-id-not-empty": ("minLength 1", {"/skills/0/id": ""}, lambda card: "" not in card.values("/skills/*/id")),
    "skill-name-not-empty": ("minLength 1", {"/skills/0/name": ""}, lambda card: "" not in card.values("/skills/*/name")),
    "skill-description-not-empty": ("minLength 1", {"/skills/0/description": ""}, lambda card: "" not in card.values("/skills/*/description")),
    "organization-not-empty": ("minLength 1", {"/provider": {"organization": "", "url": "https://h.example/"}}, lambda card: card.values("/provider/organization") != [""]),
    "key-name-not-empty": ("minLength 1", scheme(**{**KEY, "name": ""}), lambda card: not any(each.get("type") == "apiKey" and each.get("name") == "" for each in card.values("/securitySchemes/*"))),
    "http-scheme-not-empty": ("minLength 1", scheme(type="http", scheme=""), lambda card: "" not in card.values("/securitySchemes/*/scheme")),
    "transport-in-the-list-not-empty": ("minLength 1", {"/additionalInterfaces": [{"url": "https://h.example/", "transport": ""}]}, lambda card: "" not in card.values("/additionalInterfaces/*/transport")),
    "kid-demanded": ("the MUST of 1.0", {"/signatures": [{"protected": "eyJhbGciOiJFUzI1NiJ9", "signature": "c2ln"}]}, lambda card: not any(str(each) == "eyJhbGciOiJFUzI1NiJ9" for each in card.values("/signatures/*/protected"))),
    "alg-protected": ("the MUST of 1.0", {"/signatures": [{"protected": "eyJraWQiOiJrIn0", "header": {"alg": "ES256"}, "signature": "c2ln"}]}, lambda card: not card.values("/signatures/*/header/alg")),
}  # fmt: skip
DEMANDS = [WrongValidator(name, habit, edits, demanding(is_taken)) for name, (habit, edits, is_taken) in OTHERS.items()]

NEW: dict[str, tuple[Json, Json]] = {
    "supportedInterfaces": (
        [{"url": "https://harbour.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        5,
    ),
    "securityRequirements": ([{}], 5),
}
NEW_MEMBERS = [
    WrongValidator(f"{name}-refused", "a member of 1.0 is a sign of the wrong version", {f"/{name}": right}, refusing(f"/{name}", lambda _: True))
    for name, (right, _) in NEW.items()
] + [
    WrongValidator(f"{name}-typed", "one class for both versions", {f"/{name}": other}, refusing(f"/{name}", lambda value: not isinstance(value, list)))
    for name, (_, other) in NEW.items()
] + [
    WrongValidator(f"{name}-refused", "a member of 1.0 is a sign of the wrong version", {place: value}, refusing(place.replace("/0", "/*"), lambda _: True))
    for name, place, value in (
        ("extended-card-of-1-0", "/capabilities/extendedAgentCard", True),
        ("requirements-of-1-0-in-a-skill", "/skills/0/securityRequirements", [{}]),
    )
] + [
    WrongValidator("extended-card-of-1-0-typed", "one class for both versions", {"/capabilities/extendedAgentCard": "yes"},
                   refusing("/capabilities/extendedAgentCard", lambda value: not isinstance(value, bool))),
]  # fmt: skip

FULL: dict[str, Json] = {
    "/additionalInterfaces": [MAIN],
    "/supportedInterfaces": NEW["supportedInterfaces"][0],
    "/provider": {"organization": "O", "url": "https://harbour.example/"},
    "/capabilities": {"streaming": True, "stateTransitionHistory": False},
    "/securitySchemes": {"cert": {"type": "mutualTLS"}},
    "/security": [{"cert": []}],
    "/supportsAuthenticatedExtendedCard": True,
    "/skills": [{**SKILL, "security": [{"cert": []}]}],
}
OPTIONAL = {
    "transport": "/preferredTransport", "interfaces": "/additionalInterfaces", "new-interfaces": "/supportedInterfaces",
    "provider": "/provider", "schemes": "/securitySchemes", "security": "/security", "skill-security": "/skills/*/security",
    "extended-card": "/supportsAuthenticatedExtendedCard", "history": "/capabilities/stateTransitionHistory",
}  # fmt: skip
CHECKED: dict[str, CheckedMember] = {
    "url": CheckedMember(["url-", "interface-url-"], "/url", "/a2a"),
    "protocol-version": CheckedMember(["protocol-version-"], "/protocolVersion", 0.3),
    "transport": CheckedMember(["preferred-transport-"], "/preferredTransport", 5),
    "interfaces": CheckedMember(["interfaces-"], "/additionalInterfaces", 5),
    "interface-transport": CheckedMember(["interface-transport-"], "/additionalInterfaces", [{"url": "https://harbour.example/a2a"}]),
    "extended-card": CheckedMember(["extended-card-type"], "/supportsAuthenticatedExtendedCard", "yes"),
    "history": CheckedMember(["state-transition-"], "/capabilities/stateTransitionHistory", "yes"),
    "scheme-types": CheckedMember(["scheme-type-"], "/securitySchemes", {"cert": {"mtlsSecurityScheme": {}}}),
    "security": CheckedMember(["security-type"], "/security", {}),
    "skill-security": CheckedMember(["skill-security-"], "/skills/0/security", {}),
    "names": CheckedMember(["required-schemes-declared"], "/security", [{"x": []}]),
}  # fmt: skip
UNSEEN_BESIDE = unseen_beside_validators(CHECKED, OPTIONAL, FULL)

UNDERSCORES = [
    WrongValidator(
        "names-of-schemes-with-underscores",
        "one model for both spellings, as for cards of 1.0",
        {"/security_schemes": {"x": HTTP}, "/security": [{"x": []}]},
        overlooking(
            lambda card, violation: (
                violation.requirement == "required-schemes-declared"
                and violation.at[-1] in (card.value.get("security_schemes") or {})
            )
        ),
    )
]
EMPTY_URLS = [
    WrongValidator(
        f"{name}-of-{flow}-empty",
        "if url and not is_url(url)",
        oauth(**{flow: {**right, name: ""}}),
        overlooking(
            lambda card, violation, flow=flow, name=name: (
                violation.at[-2:] == (flow, name) and card.value_at(violation.at) == ""
            )
        ),
    )
    for flow, name, right in (("implicit", "authorizationUrl", IMPLICIT), ("password", "tokenUrl", CLIENT))
]

FORGOTTEN = [
    WrongValidator(name, "a rule that was forgotten", edits, not_asking(requirement))
    for name, edits, requirement in (
        ("kinds-not-asked-for", scheme(type="custom"), "scheme-type-known"),
        ("places-not-asked-for", scheme(**{**KEY, "in": "body"}), "key-place-known"),
        ("declared-names-not-asked-for", {"/security": [{"x": []}]}, "required-schemes-declared"),
        ("skill-ids-not-compared", {"/skills": [SKILL, SKILL]}, "skill-ids-distinct"),
    )
]
