"""A rule says that it passes only values in which it finds nothing, so that it need not be asked about them."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.fast_reference.flattening import flatten
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Context, Fault, Json, LiteralFloat
from agentcard_conformance.rules import apply_rule, declaration, load_rule
from agentcard_conformance.schema_engine.fast_engine import compile_check
from conftest import SUITE

SOME = st.sampled_from(["a", "b", "c"])
NUMBERS = st.one_of(
    st.integers(),
    st.sampled_from(["2.854e-21", "2.8540000000000001e-21", "2.8539999999999999e-21", "1e-400", "-1e-400", "0.0"]).map(
        LiteralFloat
    ),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda number: LiteralFloat(repr(number))),
)
WORDS = st.text("hHtTpPsS:/?#[]@.%aF0\u00e9 \n", max_size=12)
WEB = st.tuples(st.sampled_from(["http:", "https:", "HTTP:", "https://", "http://"]), WORDS).map("".join)
PARTS_OF_SCHEMAS = st.sampled_from(["type", "required", "items", "properties", "minLength", "$id", "not", "enum", "x"])
SCHEMAS = st.recursive(
    st.sampled_from(["string", "object", 0, -1, 1.0, True, None, "a b", [], ["a", "a"], "#a"]),
    lambda inner: st.dictionaries(PARTS_OF_SCHEMAS, inner, max_size=3) | st.lists(inner, max_size=2),
    max_leaves=6,
)
MAYBE: list[Json] = [None, True, 7, "", "a", [], {}]
URLS = st.sampled_from(
    [
        *(
            "https://a.example/x",
            "http://a.example:80/",
            "https:///x",
            "HTTPS://A.example",
            "/x",
            "10.0.0.1:443",
            "ws://a/",
        ),
        *("https://a.example/\n", "a:1", "http://localhost/", "http://127.0.0.1/", "https://-/", "a b", ""),
    ]
)
SERVED = st.sampled_from(
    [
        *(200, 401, 404, "/.well-known/agentcard", "/a/.well-known/agentcard", "/.well-known/agent.json", "/agentcard"),
        *("/.well-known/agent-card.json", "application/json", "application/agentcard+json", "application/a2a+json"),
        *("application/vnd.sd-jwt+json", "text/html", "3600", {"scheme": "https"}, {"scheme": "http"}),
        *({"cache_control": "x", "max_age": age} for age in ("3600", "5", None)),
        *MAYBE,
    ]
)
OF_SERVING = [
    *("is_status_ok", "is_status_ok_or_locked", "is_asked_over_tls", "is_path_of_agentcard", "is_at_root"),
    *("is_path_of_agent_card", "is_path_of_agent", "is_agentcard_json", "is_plain_json", "is_a2a_json"),
    *("is_sd_jwt_json", "has_cache_control", "is_kept_for_an_hour", "has_max_age", "has_etag"),
]
TRANSPORTS = st.sampled_from(["JSONRPC", "GRPC", "HTTP+JSON", "jsonrpc", "urn:x", *MAYBE])
URL_OF = st.fixed_dictionaries(
    {}, optional={"url": URLS | st.sampled_from(MAYBE), "protocolBinding": TRANSPORTS, "transport": TRANSPORTS}
)
OF_CARD = st.fixed_dictionaries(
    {},
    optional={
        "url": URLS | st.sampled_from(MAYBE),
        "preferredTransport": TRANSPORTS,
        "additionalInterfaces": st.lists(URL_OF | st.sampled_from(MAYBE), max_size=2) | st.sampled_from(MAYBE),
    },
)
NAMES_OF_SCHEMES = st.dictionaries(
    SOME, st.sampled_from([{"list": ["r"]}, ["r"], *MAYBE]), max_size=2
) | st.sampled_from(MAYBE)
DEMANDS = st.lists(NAMES_OF_SCHEMES | st.fixed_dictionaries({}, optional={"schemes": NAMES_OF_SCHEMES}), max_size=2)
DEMANDING = {"security": DEMANDS | st.sampled_from(MAYBE), "securityRequirements": DEMANDS | st.sampled_from(MAYBE)}
SCHEMES = st.dictionaries(
    SOME, st.sampled_from([{"type": "http"}, {"type": "oauth2"}, {"mtlsSecurityScheme": {}}, *MAYBE]), max_size=2
)
GUARDED = st.fixed_dictionaries(
    {},
    optional={
        **DEMANDING,
        "securitySchemes": NAMES_OF_SCHEMES | SCHEMES,
        "capabilities": st.dictionaries(st.just("extendedAgentCard"), st.booleans()) | st.sampled_from(MAYBE),
        "supportsAuthenticatedExtendedCard": st.sampled_from(MAYBE),
        "skills": st.lists(st.fixed_dictionaries({}, optional=DEMANDING) | st.sampled_from(MAYBE), max_size=2)
        | st.dictionaries(SOME, st.fixed_dictionaries({}, optional=DEMANDING), max_size=1),
    },
)
KINDS = st.dictionaries(
    st.sampled_from(["httpAuthSecurityScheme", "mtlsSecurityScheme", "type"]), st.sampled_from(MAYBE), max_size=3
)
FLOWS = st.dictionaries(
    st.sampled_from(["implicit", "password", "clientCredentials", "x"]), st.sampled_from(MAYBE), max_size=3
)
FLAT = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["http", "oauth2", "openIdConnect", "apiKey", *MAYBE]),
        "scheme": st.sampled_from(["Bearer", "token", *MAYBE]),
        "openIdConnectUrl": URLS,
        "oauth2MetadataUrl": URLS,
        "flows": st.dictionaries(
            st.sampled_from(["authorizationCode", "password"]), st.dictionaries(st.just("tokenUrl"), URLS), max_size=2
        ),
    },
)
VERSIONS = st.text("0123.v-\u0661", max_size=5) | st.sampled_from(["0.3", "1.0", "0.3.0"])
ASKED: Mapping[str, st.SearchStrategy[Json]] = {
    "uri.is_uri": WORDS | WEB,
    "uri.names_a_host": WORDS | WEB,
    "uri.scheme_fits_protocol": st.fixed_dictionaries(
        {}, optional={"protocol": st.sampled_from(["http", "https", "grpc"]), "url": WORDS}
    ),
    "semantic_version.is_semver": st.text("019-+.a\u0661\n", max_size=12),
    "ulid.in_range": st.text("0789AZ", max_size=3),
    "energy.not_negative": NUMBERS,
    "energy.landauer_floor": NUMBERS,
    "json_schema.is_schema": SCHEMAS,
    "json_schema.takes_an_object": st.fixed_dictionaries(
        {}, optional={"type": st.sampled_from(["object", "array", ["object"]])}
    ),
    "capability.is_described": st.dictionaries(st.sampled_from(["id", "description"]), st.none()),
    "capability.uses_a_namespace": st.text("text.fn-_\u00e9\n", max_size=8),
    "capability.ids_are_distinct": st.lists(st.dictionaries(st.just("id"), SOME | st.none() | st.just([]))),
    "capability.uris_are_distinct": st.none() | st.lists(st.dictionaries(st.just("uri"), SOME) | SOME, max_size=3),
    "capability.has_a_uri": st.dictionaries(st.sampled_from(["uri", "id"]), SOME),
    "text.is_text": st.text(max_size=4) | st.none() | st.integers() | st.lists(SOME),
    "text.is_visible": st.text(max_size=4),
    "metadata.keeps_reserved_prefixes": st.dictionaries(
        st.sampled_from(["pacr:trust_tier", "pacr:x", "pacr:", "pacr", "PACR:", "p", "a"]), st.none()
    ),
    "capability.is_dotted": st.text("a._-\u00e9\n", max_size=4),
    "json_schema.is_schema_or_null": st.none() | SCHEMAS,
    "goal.names_a_metric": st.dictionaries(st.sampled_from(["id", "metric"]), st.none()),
    "boundary.is_marked": st.text("MUSTHOLDN spil", max_size=12),
    "media_type.is_media_type": st.text("ab/; \n", max_size=6),
    **{
        f"uri.{name}": WORDS | WEB
        for name in ("is_reference", "is_absolute_url", "is_absolute_url_or_empty", "is_plain_url", "url_names_a_host")
    },
    "web_address.is_https_or_empty": URLS | WEB,
    "web_address.is_encrypted": URLS | WEB,
    "web_address.is_encrypted_unless_local": URLS | WEB,
    "web_address.is_public": st.sampled_from(
        ["a.example", "10.0.0.1", "localhost", "a.local", "com", "1.com", "A.com", "a.com:80", "a.com:x@localhost"]
    ).map(lambda host: f"https://{host}/"),
    "web_address.is_no_example": st.sampled_from(["example.com", "EXAMPLE.org", "a.example", "x"]).map(
        lambda host: f"http://{host}"
    ),
    "text.is_filled_in": st.sampled_from(
        ["{{", "Your Agent", "TODO:", "Lorem Ipsum", "replace me", "a", "[YOUR", "${x"]
    ),
    "text.is_short": st.sampled_from(["", "a", "a" * 2000, "a" * 2001, "\u00e9" * 2001]),
    "text.is_no_prompt": st.text("you are", max_size=9)
    | st.sampled_from(["You are it", "YOU MUST go", "Your task is a"]),
    "http_authentication.is_registered": st.sampled_from(["Bearer", "bearer", "DPoP", "token", "BASIC", ""]),
    "endpoint.is_known_or_uri": st.sampled_from(["JSONRPC", "GRPC", "HTTP+JSON", "jsonrpc", "urn:x", "a b", ""]),
    **{
        f"endpoint.{shape}_url_is_{what}": OF_CARD if shape == "preferred" else URL_OF
        for shape in ("binding", "transport", "preferred")
        for what in ("absolute", "of_the_web", "no_socket")
    },
    "endpoint.binding_url_of_others_is_of_the_web": URL_OF,
    "endpoint.transport_url_of_others_is_of_the_web": URL_OF,
    "endpoint.preferred_url_of_others_is_of_the_web": OF_CARD,
    "endpoint.repeats_main_interface": OF_CARD,
    "endpoint.urls_have_one_transport": OF_CARD,
    "endpoint.names_preferred_transport": OF_CARD,
    "security.wrapped_names_are_declared": GUARDED,
    "security.names_are_declared": GUARDED,
    "security.wrapped_scopes_are_of_oauth": GUARDED,
    "security.scopes_are_of_oauth": GUARDED,
    "security.extended_card_has_scheme": GUARDED,
    "security.authenticated_card_has_scheme": GUARDED,
    "security.names_schemes": NAMES_OF_SCHEMES.filter(lambda value: isinstance(value, dict)),
    "security.has_one_kind": KINDS,
    "security.has_one_flow": FLOWS,
    "security.has_some_flow": FLOWS,
    "security.has_no_deprecated_flow": FLOWS,
    "security.completes_deprecated_flows": FLOWS,
    **{
        f"flat_scheme.{name}": FLAT
        for name in (
            *("urls_are_absolute", "urls_are_plain", "urls_are_encrypted", "code_flow_uses_tls", "metadata_uses_tls"),
            "http_scheme_is_registered",
        )
    },
    "presence.is_not_null": st.sampled_from(MAYBE),
    "presence.is_not_empty": st.sampled_from(MAYBE[3:]),
    "presence.has_one_spelling": st.none() | st.dictionaries(st.text("aB_b", max_size=4), st.none()),
    "protocol_version.has_no_patch": VERSIONS,
    "protocol_version.is_major_and_minor": VERSIONS,
    "protocol_version.is_0_3": VERSIONS,
    **{f"serving.{name}": SERVED for name in OF_SERVING},
    "text.holds_no_key": st.sampled_from(["sk-" + "0" * 20, "sk-0", "x " * 9, "a" * 30]),
}


def passes(rule: str) -> Json:
    declared = declaration(rule)
    return declared.passes if declared else False


def matching(rule: str) -> st.SearchStrategy[Json]:
    """Values that are likely to be sure, too."""
    sure = passes(rule)
    is_pattern = isinstance(sure, dict) and list(sure) == ["pattern"]
    return st.from_regex(sure["pattern"]) if is_pattern else st.nothing()


def certain(rule: str) -> Callable[[Json], bool]:
    sure = passes(rule)
    holds: Callable[[Json], bool] = (
        sure if callable(sure) else compile_check(flatten(SchemaDocuments({}), [SchemaPart(sure)]))
    )
    return lambda value: holds(float(value) if isinstance(value, LiteralFloat) else value)


def test_every_rule_that_passes_something_is_asked_here() -> None:
    named = {use.rule for dialect in SUITE.dialects.values() for use in dialect.rules}

    assert {rule for rule in named if passes(rule) is not False} | {"json_schema.is_schema"} == ASKED.keys()


@pytest.mark.parametrize("rule", ASKED)
def test_where_a_rule_is_said_to_be_content_it_finds_nothing(rule: str) -> None:
    holds, find = certain(rule), load_rule(rule)

    @settings(max_examples=300, deadline=None)
    @given(ASKED[rule] | matching(rule))
    def sure_is_sure(value: Json) -> None:
        vanished = isinstance(value, LiteralFloat) and not value and value.exact != Decimal(0)
        assert vanished or not holds(value) or [*find(value)] == []

    sure_is_sure()


@settings(max_examples=300, deadline=None)
@given(ASKED["json_schema.is_schema"])
def test_a_rule_that_is_the_same_as_a_schema_finds_what_the_schema_does(value: Json) -> None:
    holds = certain("json_schema.is_schema")

    assert holds(value) == (next(load_rule("json_schema.is_schema")(value), None) is None)


def test_a_rule_may_ask_for_the_context() -> None:
    def is_current(value: Json, context: Context) -> Iterator[Fault]:
        if value < context["now"]:
            yield Fault("it is over")

    assert [*apply_rule(is_current, 3, {"now": 4})] == [Fault("it is over")]


def test_a_rule_that_does_not_ask_is_not_given_it() -> None:
    assert [*apply_rule(load_rule("energy.not_negative"), 3, {"now": 4})] == []
