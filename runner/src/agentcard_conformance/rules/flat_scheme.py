"""Rules about security schemes whose members stand beside a `type`: which of them count is what it says."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from agentcard_conformance.model import Fault, Json, PathPattern, parts_at
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.http_authentication import is_registered
from agentcard_conformance.rules.presence import is_not_empty
from agentcard_conformance.rules.uri import is_absolute_url, is_plain_url, is_reference
from agentcard_conformance.rules.web_address import is_encrypted, is_https

_Places: TypeAlias = Sequence[tuple[str, PathPattern]]
"""Each the type of a scheme, and where something is in it."""

_OAUTH, _OPENID = "oauth2", "openIdConnect"
_DISCOVERY = (_OPENID, ("openIdConnectUrl",))
_CODE_FLOW = tuple(
    (_OAUTH, ("flows", "authorizationCode", name)) for name in ("authorizationUrl", "tokenUrl", "refreshUrl")
)
_REQUIRED = (
    _DISCOVERY,
    *(
        (_OAUTH, ("flows", flow, name))
        for flow, name in (
            ("clientCredentials", "tokenUrl"),
            ("implicit", "authorizationUrl"),
            ("password", "tokenUrl"),
        )
    ),
)
_REFRESHING = tuple((_OAUTH, ("flows", flow, "refreshUrl")) for flow in ("clientCredentials", "implicit", "password"))
_MOST = (*_REQUIRED, *_REFRESHING)
"""All but those of the code flow and of the metadata, of which the source asks for https."""
_METADATA = (_OAUTH, ("oauth2MetadataUrl",))
_HTTP_OR_NOTHING = {"properties": {"type": {"enum": ["apiKey", "http", "mutualTLS"]}}, "required": ["type"]}


@rule(passes=_HTTP_OR_NOTHING)
def urls_are_references(value: Json) -> Iterator[Fault]:
    """URLs, or what is completed by the address of the card, but where more is asked of them."""
    yield from _faults(value, _MOST, is_reference)


@rule(passes=_HTTP_OR_NOTHING)
def required_urls_are_given(value: Json) -> Iterator[Fault]:
    """No empty text for those of the same that a scheme cannot do without."""
    yield from _faults(value, _REQUIRED, is_not_empty)


@rule(passes=_HTTP_OR_NOTHING)
def urls_are_absolute(value: Json) -> Iterator[Fault]:
    """Absolute URLs for all of the same."""
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
