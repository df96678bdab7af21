"""Reads a card in the compact serialisation of SD-JWT as one value.

It has the members `issuer` and `key_binding`, each with header, payload, signature and the text that is signed,
`disclosures`, `presentation`, which is what the hash of a key binding covers, and `card`, the payload after disclosure.
Nothing is verified here: that takes keys and a clock, which rules are given.
"""

from collections.abc import Mapping
from functools import lru_cache

from agentcard_conformance.model import NO_CONTEXT, Context, Json, Steps
from agentcard_conformance.notations import LARGEST_READ, DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import decode as decode_json
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url, encode_base64url
from agentcard_conformance.notations.sd_jwt.processed_payload import Disclosure, process_payload
from agentcard_conformance.notations.sd_jwt.serialisation import split_card, split_jwt

REPORTS = frozenset(
    {
        "parts-joined",
        "no-empty-part",
        "key-binding-last",
        "jws-parts",
        "base64url-unpadded",
        "base64url-alphabet",
        "base64url-bits",
        "jwt-json",
        "disclosure-json",
        "byte-order-mark",
        "unique-names",
        "unicode-scalars",
        "nesting-depth",
        "reader-limits",
        "digest-once",
        "disclosure-place",
        "claim-name-new",
        "disclosure-referenced",
        "disclosure-once",
        "sd-alg-top",
        "ellipsis-alone",
    }
)
LARGEST_CARD = LARGEST_READ

_LARGEST_TEXT = 2**16
"""Bytes."""


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # keys and a clock are for rules
    """Read a card; raises DecodeError when it holds no value."""
    found = _read(card)
    if isinstance(found, DecodeFault):
        raise DecodeError(found)
    return found


@lru_cache(maxsize=1)  # what tells its dialect and what judges it ask about the same card
def _read(card: bytes) -> Document | DecodeFault:
    try:
        return _Reader().read_card(card)
    except DecodeError as error:
        return error.fault


class _Reader:
    """Reads the parts, and keeps what is odd in them."""

    def __init__(self) -> None:
        self._faults: list[DecodeFault] = []

    def read_card(self, card: bytes) -> Document:
        """The whole card; raises DecodeError."""
        if len(card) > _LARGEST_TEXT:
            raise DecodeError(DecodeFault("reader-limits", f"the card has more than {_LARGEST_TEXT:,} bytes"))
        parts = split_card(card)
        jwts = {"issuer": parts.issuer, "key_binding": parts.key_binding}
        value: dict[str, Json] = {name: self._read_jwt(text, name) for name, text in jwts.items() if text}
        disclosures = [self._read_disclosure(text, index) for index, text in enumerate(parts.disclosures)]
        value["disclosures"] = [disclosure.content for disclosure in disclosures]
        value["presentation"] = parts.presentation
        processed = process_payload(value["issuer"]["payload"], disclosures)
        value["card"] = processed.card
        return Document(value, (*self._faults, *processed.faults), lambda _: None)

    def _read_jwt(self, text: str, name: str) -> Mapping[str, Json]:
        parts = split_jwt(text, (name,))
        self._read_base64url(parts.signature, (name, "signature"))
        return {
            "header": self._read_json(parts.header, (name, "header"), "jwt-json"),
            "payload": self._read_json(parts.payload, (name, "payload"), "jwt-json"),
            "signing_input": f"{parts.header}.{parts.payload}",
            "signature": parts.signature,
        }

    def _read_disclosure(self, text: str, index: int) -> Disclosure:
        return Disclosure(text, self._read_json(text, ("disclosures", index), "disclosure-json"))

    def _read_json(self, text: str, at: Steps, requirement: str) -> Json:
        """The JSON value in a part; what is no JSON text is told under the requirement."""
        data = self._read_base64url(text, at)
        try:
            document = decode_json(data, NO_CONTEXT)
        except DecodeError as error:
            raise DecodeError(_fault_of_part(error.fault, at, requirement)) from None
        self._faults += [_fault_of_part(fault, at, requirement) for fault in document.faults]
        return document.value

    def _read_base64url(self, text: str, at: Steps) -> bytes:
        data = decode_base64url(text, at)
        if encode_base64url(data) != text:
            self._faults.append(DecodeFault("base64url-bits", "the last bits stand for nothing, and are not zero", at))
        return data


def _fault_of_part(fault: DecodeFault, at: Steps, requirement: str) -> DecodeFault:
    """A fault in the JSON text of a part, as one of the card."""
    is_syntax = fault.requirement in ("json-encoding", "json-syntax")
    return DecodeFault(requirement if is_syntax else fault.requirement, fault.what, (*at, *fault.at))
