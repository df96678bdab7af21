"""Rules about the signatures of JWTs, by ES256 alone."""

from collections.abc import Iterator, Sequence

from agentcard_conformance.model import Context, Fault, Json, parts_at
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.elliptic_curve import Point, is_point, read_point

_ALGORITHM = "ES256"
_NUMBER = 32
"""Bytes of each of the two numbers in a signature, RFC 7518 section 3.4."""


@rule()
def is_signed_by_issuer(value: Json, context: Context) -> Iterator[Fault]:
    """A signature of the issuer's key that kid names, or of any that the verifier has, if it names none."""
    if _is_by_known_algorithm(value):
        points = [point for key in _keys_for(value["header"], context) if (point := read_point(key))]
        if not any(is_right_es256(value, point) for point in points):
            yield Fault("the signature is not one of the issuer's key", ("signature",))


@rule()
def kid_names_one_key(value: Json, context: Context) -> Iterator[Fault]:
    """A kid that tells which of the issuer's keys signed, where there are several."""
    keys = context["issuer_keys"]["keys"]
    if len(keys) > 1 and not _keys_named(value, keys):
        yield Fault(f"kid names none of the {len(keys)} keys of the issuer")


@rule()
def is_signed_by_holder(value: Json) -> Iterator[Fault]:
    """A signature of the key that the card says its holder has."""
    for _, jwt in parts_at(value, ("key_binding",)):
        for _, key in parts_at(value, ("card", "cnf", "jwk")):
            point = read_point(key)
            if point and is_point(point) and _is_by_known_algorithm(jwt) and not is_right_es256(jwt, point):
                yield Fault("the signature is not one of the key in cnf", ("key_binding", "signature"))


def _is_by_known_algorithm(jwt: Json) -> bool:
    """Whether the header names the algorithm; a JWT of another one is refused for that."""
    return [part for _, part in parts_at(jwt, ("header", "alg"))] == [_ALGORITHM]


def _keys_for(header: Json, context: Context) -> Sequence[Json]:
    """Those that may have signed: never one that the card brings along."""
    keys = context["issuer_keys"]["keys"]
    return _keys_named(header, keys) or keys


def _keys_named(header: Json, keys: Sequence[Json]) -> Sequence[Json]:
    kids = [kid for _, kid in parts_at(header, ("kid",))]
    return [key for key in keys if [key.get("kid")] == kids]


def is_right_es256(jwt: Json, point: Point) -> bool:
    """Whether the signature of a JWS is one by ES256 of the key that is that point."""
    from cryptography.exceptions import InvalidSignature  # not above: it takes 30 ms, and few dialects sign anything
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256

    signature = decode_base64url(jwt["signature"], ())
    if len(signature) != 2 * _NUMBER or not is_point(point):
        return False
    r, s = int.from_bytes(signature[:_NUMBER]), int.from_bytes(signature[_NUMBER:])
    key = ec.EllipticCurvePublicNumbers(*point, ec.SECP256R1()).public_key()
    try:
        key.verify(utils.encode_dss_signature(r, s), jwt["signing_input"].encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True
