"""The canonical form of an A2A 1.0 Agent Card, section 8.4.1: what of it is signed, by RFC 8785."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from agentcard_conformance.model import Json

_Form: TypeAlias = Callable[[Json], Json]


class NoCanonicalForm(ValueError):
    """A card holds what RFC 8785 refuses; the sentence says what."""


class _Field(NamedTuple):
    """What becomes of a field of a message."""

    form: _Form
    stays: bool
    """Whether it stays with its default value: it is REQUIRED, optional or a message."""


def canonical_form(card: Json) -> str:
    """The text that is signed; raises NoCanonicalForm."""
    import rfc8785  # not above: few dialects sign anything

    try:
        return rfc8785.dumps(_AGENT_CARD(card)).decode()
    except ValueError as error:  # the package's own are such, and so is what a name that is no Unicode text raises
        raise NoCanonicalForm(str(error)) from None


def _as_it_is(value: Json) -> Json:
    return value


def _stays(form: _Form = _as_it_is) -> _Field:
    return _Field(form, stays=True)


def _goes(form: _Form = _as_it_is) -> _Field:
    """With its default value."""
    return _Field(form, stays=False)


def _message(**fields: _Field) -> _Form:
    """Of a message, the fields that 1.0 knows; null is no value, as ProtoJSON has it."""

    def form(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        parts = {name: field.form(value[name]) for name, field in fields.items() if value.get(name) is not None}
        return {name: part for name, part in parts.items() if part or fields[name].stays}

    return form


def _each(form: _Form) -> _Form:
    return lambda value: [*map(form, value)] if isinstance(value, list) else value


def _map_of(form: _Form) -> _Form:
    return lambda value: {name: form(part) for name, part in value.items()} if isinstance(value, dict) else value


_INTERFACE = _message(url=_stays(), protocolBinding=_stays(), tenant=_goes(), protocolVersion=_stays())
_PROVIDER = _message(url=_stays(), organization=_stays())
_EXTENSION = _message(uri=_goes(), description=_goes(), required=_goes(), params=_stays())
_CAPABILITIES = _message(
    streaming=_stays(), pushNotifications=_stays(), extensions=_goes(_each(_EXTENSION)), extendedAgentCard=_stays()
)
_REQUIREMENT = _message(schemes=_goes(_map_of(_message(list=_goes()))))
_SKILL = _message(
    id=_stays(),
    name=_stays(),
    description=_stays(),
    tags=_stays(),
    examples=_goes(),
    inputModes=_goes(),
    outputModes=_goes(),
    securityRequirements=_goes(_each(_REQUIREMENT)),
)
_FLOWS = _message(
    authorizationCode=_stays(
        _message(
            authorizationUrl=_stays(), tokenUrl=_stays(), refreshUrl=_goes(), scopes=_stays(), pkceRequired=_goes()
        )
    ),
    clientCredentials=_stays(_message(tokenUrl=_stays(), refreshUrl=_goes(), scopes=_stays())),
    implicit=_stays(_message(authorizationUrl=_goes(), refreshUrl=_goes(), scopes=_goes())),
    password=_stays(_message(tokenUrl=_goes(), refreshUrl=_goes(), scopes=_goes())),
    deviceCode=_stays(
        _message(deviceAuthorizationUrl=_stays(), tokenUrl=_stays(), refreshUrl=_goes(), scopes=_stays())
    ),
)
_SCHEME = _message(
    apiKeySecurityScheme=_stays(_message(description=_goes(), location=_stays(), name=_stays())),
    httpAuthSecurityScheme=_stays(_message(description=_goes(), scheme=_stays(), bearerFormat=_goes())),
    oauth2SecurityScheme=_stays(_message(description=_goes(), flows=_stays(_FLOWS), oauth2MetadataUrl=_goes())),
    openIdConnectSecurityScheme=_stays(_message(description=_goes(), openIdConnectUrl=_stays())),
    mtlsSecurityScheme=_stays(_message(description=_goes())),
)
_AGENT_CARD = _message(
    name=_stays(),
    description=_stays(),
    supportedInterfaces=_stays(_each(_INTERFACE)),
    provider=_stays(_PROVIDER),
    version=_stays(),
    documentationUrl=_stays(),
    capabilities=_stays(_CAPABILITIES),
    securitySchemes=_goes(_map_of(_SCHEME)),
    securityRequirements=_goes(_each(_REQUIREMENT)),
    defaultInputModes=_stays(),
    defaultOutputModes=_stays(),
    skills=_stays(_each(_SKILL)),
    iconUrl=_stays(),
)
