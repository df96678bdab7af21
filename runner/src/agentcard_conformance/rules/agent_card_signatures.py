"""Rules about the signatures of an A2A Agent Card: one that is right is enough, and each rule asks for one step more.

Keys are those that the verifier trusts, never ones that the card names with jku or brings along.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from agentcard_conformance.model import Context, Fault, Json
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.elliptic_curve import read_point
from agentcard_conformance.rules.signatures import is_right_es256

_Test: TypeAlias = Callable[[Json, Sequence[Json]], bool]
"""Of a signature, given the keys that are trusted."""


@rule()
def is_by_taken_algorithm(value: Json, context: Context) -> Iterator[Fault]:
    """A signature by an algorithm of public keys that the verifier takes."""
    yield from _fault(value, context, _is_by_taken_algorithm, "no signature is by ES256 or EdDSA")


@rule()
def has_disjoint_headers(value: Json, context: Context) -> Iterator[Fault]:
    """Among those, one whose headers share no parameter."""
    yield from _fault(value, context, _has_disjoint_headers, "the headers of a signature share a parameter")


@rule()
def is_understood(value: Json, context: Context) -> Iterator[Fault]:
    """Among those, one without extensions that a verifier must understand."""
    yield from _fault(value, context, _is_understood, "crit names what the verifier does not understand")


@rule()
def is_by_trusted_key(value: Json, context: Context) -> Iterator[Fault]:
    """Among those, one whose kid names a key that is trusted."""
    yield from _fault(value, context, _is_by_trusted_key, "no kid names a key that is trusted")


@rule()
def fits_key(value: Json, context: Context) -> Iterator[Fault]:
    """Among those, one whose algorithm is that of the key."""
    yield from _fault(value, context, _fits_key, "alg is not the algorithm of the key that kid names")


@rule()
def is_right(value: Json, context: Context) -> Iterator[Fault]:
    """Among those, one that is a signature of the key over the canonical form."""
    yield from _fault(value, context, _is_right, "no signature is one of its key over the canonical form")


@rule()
def every_known_key_signed(value: Json, context: Context) -> Iterator[Fault]:
    """No wrong signature of a key that is trusted, beside one that is right."""
    keys = context["issuer_keys"]["keys"]
    known = [each for each in _signatures(value) if all(test(each, keys) for test in _STEPS[:-1])]
    right = [_is_right(each, keys) for each in known]
    if any(right) and not all(right):
        yield Fault("beside a right signature stands a wrong one of a key that is trusted")


def _fault(value: Json, context: Context, step: _Test, what: str) -> Iterator[Fault]:
    """One fault where none of the signatures that pass the steps before passes this one; none where none is left."""
    keys = context["issuer_keys"]["keys"]
    before = _STEPS[: _STEPS.index(step)]
    left = [each for each in _signatures(value) if all(test(each, keys) for test in before)]
    if left and not any(step(each, keys) for each in left):
        yield Fault(what)


def _signatures(value: Json) -> Sequence[Json]:
    return [each for each in value if isinstance(each, dict)]


def _is_by_taken_algorithm(signature: Json, keys: Sequence[Json]) -> bool:  # noqa: ARG001  # every step is given them
    return signature["header"].get("alg") in ("ES256", "EdDSA")


def _has_disjoint_headers(signature: Json, keys: Sequence[Json]) -> bool:  # noqa: ARG001  # every step is given them
    """RFC 7515 section 7.2.1."""
    return not signature["header"].keys() & signature["unprotected"].keys()


def _is_understood(signature: Json, keys: Sequence[Json]) -> bool:  # noqa: ARG001  # every step is given them
    """RFC 7515 section 4.1.11: this verifier knows no extension, and crit is none where it is not signed."""
    return "crit" not in signature["header"] | signature["unprotected"]


def _is_by_trusted_key(signature: Json, keys: Sequence[Json]) -> bool:
    return bool(_named(signature, keys))


def _fits_key(signature: Json, keys: Sequence[Json]) -> bool:
    return any(_algorithm_of(key) == signature["header"]["alg"] for key in _named(signature, keys))


def _is_right(signature: Json, keys: Sequence[Json]) -> bool:
    verifies = {"ES256": _is_right_es256, "EdDSA": _is_right_eddsa}[signature["header"]["alg"]]
    return any(verifies(signature, key) for key in _named(signature, keys))


_STEPS: tuple[_Test, ...] = (
    _is_by_taken_algorithm,
    _has_disjoint_headers,
    _is_understood,
    _is_by_trusted_key,
    _fits_key,
    _is_right,
)


def _named(signature: Json, keys: Sequence[Json]) -> Sequence[Json]:
    kid = signature["header"].get("kid")
    return [key for key in keys if key["kid"] == kid]


def _algorithm_of(key: Json) -> str:
    return "ES256" if key["kty"] == "EC" else "EdDSA"


def _is_right_es256(signature: Json, key: Json) -> bool:
    point = read_point(key)
    return point is not None and is_right_es256(signature, point)


def _is_right_eddsa(signature: Json, key: Json) -> bool:
    from cryptography.exceptions import InvalidSignature  # not above: it takes 30 ms, and few dialects sign anything
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    public = Ed25519PublicKey.from_public_bytes(decode_base64url(key["x"], ()))
    try:
        public.verify(decode_base64url(signature["signature"], ()), signature["signing_input"].encode())
    except InvalidSignature:
        return False
    return True
