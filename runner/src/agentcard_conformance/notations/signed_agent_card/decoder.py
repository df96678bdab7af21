"""Reads an A2A Agent Card and its signatures as one value.

It has the members `card`, `payload`, which is the canonical form that is signed, and `signatures`, each with its
headers, its signature and the text that is signed. Nothing is verified here: that takes keys, which rules are given.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.model import NO_CONTEXT, Context, Json, Steps
from agentcard_conformance.notations import DecodeError, DecodeFault, Document
from agentcard_conformance.notations.json_text.decoder import REPORTS as _JSON_REPORTS
from agentcard_conformance.notations.json_text.decoder import decode as decode_json
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url, encode_base64url
from agentcard_conformance.notations.signed_agent_card.canonical_form import NoCanonicalForm, canonical_form

_CANONICAL, _FORM, _TEXT = "canonical-form", "signature-form", "header-text"

REPORTS = _JSON_REPORTS | {_CANONICAL, _FORM, _TEXT}
LARGEST_CARD = 2**16
"""Bytes: each signature has a signing input with the whole card in it, which took 9 GB for 14,000 in a card of 1 MB."""

_SIGNATURES = "signatures"


class _Signature(NamedTuple):
    """The parts of one, and what is odd in the text of its protected header."""

    parts: Mapping[str, Json]
    faults: Sequence[DecodeFault]


def decode(card: bytes, context: Context) -> Document:  # noqa: ARG001  # keys are for rules
    """Read a card; raises DecodeError when it holds no value, or one that has no canonical form."""
    document = decode_json(card, NO_CONTEXT)
    value: dict[str, Json] = {"card": document.value, "payload": _read_payload(document.value), _SIGNATURES: []}
    faults = [*document.faults]
    for at, signature in _signatures(document.value):
        try:
            read = _read_signature(signature, value["payload"], at)
        except DecodeError as error:
            faults.append(error.fault)
        else:
            value[_SIGNATURES].append(read.parts)
            faults.extend(read.faults)
    return Document(value, tuple(faults), document.locate)


def _read_payload(card: Json) -> str:
    try:
        return canonical_form(card)
    except NoCanonicalForm as error:
        raise DecodeError(DecodeFault(_CANONICAL, f"it has no canonical form: {error}")) from None


def _signatures(card: Json) -> Iterator[tuple[Steps, Json]]:
    """Each with its place; what stands where an array belongs counts as a wrong one."""
    signatures = card.get(_SIGNATURES) if isinstance(card, dict) else None
    if isinstance(signatures, list):
        yield from (((_SIGNATURES, index), each) for index, each in enumerate(signatures))
    elif signatures is not None:
        yield (_SIGNATURES,), None


def _read_signature(signature: Json, payload: str, at: Steps) -> _Signature:
    """One signature taken apart; raises DecodeError."""
    members: dict[str, Json] = signature if isinstance(signature, dict) else {}
    protected, text = members.get("protected"), members.get("signature")
    if not isinstance(protected, str) or not isinstance(text, str):
        raise DecodeError(DecodeFault(_FORM, "a signature has protected and signature, both strings", at))
    unprotected = {} if members.get("header") is None else members["header"]
    if not isinstance(unprotected, dict):
        raise DecodeError(DecodeFault(_FORM, "the header that is not signed is no object", at))
    header = _read_header(protected, at)
    _read_base64url(text, at)
    signing_input = f"{protected}.{encode_base64url(payload.encode())}"
    parts = {"header": header.value, "unprotected": unprotected, "signature": text, "signing_input": signing_input}
    return _Signature(parts, [_header_fault(_TEXT, fault, at) for fault in header.faults])


def _read_header(protected: str, at: Steps) -> Document:
    try:
        header = decode_json(_read_base64url(protected, at), NO_CONTEXT)
    except DecodeError as error:
        requirement = _TEXT if error.fault.requirement == "nesting-depth" else _FORM
        raise DecodeError(_header_fault(requirement, error.fault, at)) from None
    if not isinstance(header.value, dict):
        raise DecodeError(DecodeFault(_FORM, "the protected header is no JSON object", at))
    return header


def _header_fault(requirement: str, fault: DecodeFault, at: Steps) -> DecodeFault:
    return DecodeFault(requirement, f"the protected header: {fault.what}", at)


def _read_base64url(text: str, at: Steps) -> bytes:
    try:
        return decode_base64url(text, at)
    except DecodeError as error:
        raise DecodeError(DecodeFault(_FORM, error.fault.what, at)) from None
