"""Takes the compact serialisation apart at its tildes and dots."""

from typing import NamedTuple

from agentcard_conformance.model import Steps
from agentcard_conformance.notations import DecodeError, DecodeFault


class Serialised(NamedTuple):
    """The parts of a card as they travel."""

    issuer: str
    disclosures: tuple[str, ...]
    key_binding: str
    """Empty where there is none."""

    @property
    def presentation(self) -> str:
        """Everything before the key binding, with the last tilde: what its hash covers."""
        return "".join(f"{part}~" for part in (self.issuer, *self.disclosures))


class SerialisedJwt(NamedTuple):
    """The three parts of a JWT in base64url."""

    header: str
    payload: str
    signature: str


def split_card(card: bytes) -> Serialised:
    """The issuer JWT, the disclosures and the key binding; raises DecodeError."""
    text = card.decode("ascii", "replace")
    if "~" not in text:
        raise _error("parts-joined", "there is no tilde, and one follows even an issuer JWT that stands alone")
    *parts, key_binding = text.split("~")
    if "" in parts:
        raise _error("no-empty-part", f"part {parts.index('') + 1} between the tildes is empty, counted from 1")
    issuer, *disclosures = parts
    for index, part in enumerate(disclosures):
        if "." in part:
            raise _error("key-binding-last", "a JWT stands among the disclosures", ("disclosures", index))
    if key_binding and "." not in key_binding:
        raise _error("parts-joined", f"no tilde follows the last disclosure, {key_binding[:40]!a}")
    return Serialised(issuer, tuple(disclosures), key_binding)


def split_jwt(text: str, at: Steps) -> SerialisedJwt:
    """Header, payload and signature, of which only the signature may be empty; raises DecodeError."""
    header, *rest = text.split(".")
    if len(rest) != 2 or not header or not rest[0]:  # noqa: PLR2004  # RFC 7515 section 7.1: three parts
        raise _error("jws-parts", "a JWT has a header, a payload and a signature, joined by two dots", at)
    return SerialisedJwt(header, *rest)


def _error(requirement: str, what: str, at: Steps = ()) -> DecodeError:
    return DecodeError(DecodeFault(requirement, what, at))
