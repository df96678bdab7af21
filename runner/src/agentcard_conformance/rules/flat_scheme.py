"""Rules about security schemes whose members stand beside a `type`: which of them count is what it says."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from agentcard_conformance.model import Fault, Json, PathPattern, parts_at
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.http_authentication import is_registered
from agentcard_conformance.rules.uri import is_absolute_url, is_plain_url
from agentcard_conformance.rules.web_address import is_encrypted, is_https

_Places: TypeAlias = Sequence[tuple[str, PathPattern]]
"""Each the type of a scheme, and where something is in it."""

_OAUTH, _OPENID = "oauth2", "openIdConnect"
_CODE_FLOW = tuple(
    (_OAUTH, ("flows", "authorizationCode", name)) for name in ("authorizationUrl", "tokenUrl", "refreshUrl")
)
_MOST = (
    (_OPENID, ("openIdConnectUrl",)),
    *(
        (_OAUTH, ("flows", flow, name))
        for flow, name in (
            ("clientCredentials", "tokenUrl"),
            ("clientCredentials", "refreshUrl"),
            ("implicit", "authorizationUrl"),
            ("implicit", "refreshUrl"),
            ("password", "tokenUrl"),
            ("password", "refreshUrl"),
        )
    ),
)
"""All but those of the code flow and of the metadata, of which the source asks for https."""
_METADATA = (_OAUTH, ("oauth2MetadataUrl",))
_HTTP_OR_NOTHING = {"properties": {"type": {"enum": ["apiKey", "http", "mutualTLS"]}}, "required": ["type"]}


@rule(passes=_HTTP_OR_NOTHING)
def urls_are_absolute(value: Json) -> Iterator[Fault]:
    """Absolute URLs, but where more is asked of them."""
    yield from _faults(value, _MOST, is_absolute_url)


@rule(passes=_HTTP_OR_NOTHING)
def urls_are_plain(value: Json) -> Iterator[Fault]:
    """Nothing in any address on which the grammars of URLs differ."""
    yield from _faults(value, (*_MOST, *_CODE_FLOW, _METADATA), is_plain_url)


@rule(passes=_HTTP_OR_NOTHING)
def urls_are_encrypted(value: Json) -> Iterator[Fault]:
    """The scheme https of the same."""
    yield from _faults(value, _MOST, is_encrypted)


@rule(passes=_HTTP_OR_NOTHING)
def code_flow_uses_tls(value: Json) -> Iterator[Fault]:
    """Https URLs in the authorization code flow."""
    yield from _faults(value, _CODE_FLOW, is_https)


@rule(passes=_HTTP_OR_NOTHING)
def metadata_uses_tls(value: Json) -> Iterator[Fault]:
    """An https URL for the metadata of the server."""
    yield from _faults(value, [_METADATA], is_https)


@rule(passes={"properties": {"type": {"not": {"const": "http"}}}})
def http_scheme_is_registered(value: Json) -> Iterator[Fault]:
    """An HTTP authentication scheme of the registry."""
    yield from _faults(value, [("http", ("scheme",))], is_registered)


def _faults(value: Json, places: _Places, find: Callable[[Json], Iterator[Fault]]) -> Iterator[Fault]:
    """What a rule finds at those places that count in a scheme; what is no string is refused for that."""
    for place in [place for kind, place in places if value.get("type") == kind]:
        for at, part in parts_at(value, place):
            if isinstance(part, str):
                yield from (Fault(fault.what, at) for fault in find(part))
