"""The keys of recipes, and signatures that are the same each time."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256, SHA384
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from agentcard_conformance.minting.sd_jwt.certificates import make_certificate
from agentcard_conformance.minting.sd_jwt.encoding import from_base64url
from agentcard_conformance.minting.sd_jwt.placeholders import Fillers
from agentcard_conformance.model import Json

_P_256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_CURVES: Mapping[str, tuple[Any, int]] = {"P-256": (ec.SECP256R1(), 32), "P-384": (ec.SECP384R1(), 48)}
_PRIVATE = "d"


def key_fillers(keys: Mapping[str, Json]) -> Fillers:
    """What fills in `{{jwk holder}}`, `{{private-jwk holder}}` and `{{certificate holder}}`."""
    return {
        "jwk": lambda words: _public_part(keys[words[0]]),
        "private-jwk": lambda words: keys[words[0]],
        "certificate": lambda words: make_certificate(words[0], _elliptic_curve_key(keys[words[0]])),
    }


def sign(algorithm: str, jwk: Json, data: bytes) -> bytes:
    """The signature by an algorithm, whatever a header says of it."""
    return _SIGNERS[algorithm](jwk, data)


def signature_form(form: str, signature: bytes) -> bytes:
    """The same signature by ES256, written otherwise."""
    return _FORMS[form](signature)


def _public_part(jwk: Json) -> Json:
    return {name: value for name, value in jwk.items() if name not in (_PRIVATE, "kid")}


def _elliptic_curve_key(jwk: Json) -> ec.EllipticCurvePrivateKey:
    curve, _ = _CURVES[jwk["crv"]]
    return ec.derive_private_key(int.from_bytes(from_base64url(jwk[_PRIVATE])), curve)


def _sign_ecdsa(jwk: Json, data: bytes) -> bytes:
    """By RFC 6979, which takes what is signed in place of chance."""
    _, size = _CURVES[jwk["crv"]]
    algorithm = ec.ECDSA(SHA256() if jwk["crv"] == "P-256" else SHA384(), deterministic_signing=True)
    r, s = decode_dss_signature(_elliptic_curve_key(jwk).sign(data, algorithm))
    return r.to_bytes(size) + s.to_bytes(size)


def _sign_hmac(jwk: Json, data: bytes) -> bytes:
    """With the public key as the secret, which is what whoever confuses the algorithms takes for it."""
    public = _elliptic_curve_key(jwk).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return hmac.digest(public, data, hashlib.sha256)


def _sign_eddsa(jwk: Json, data: bytes) -> bytes:
    return ed25519.Ed25519PrivateKey.from_private_bytes(from_base64url(jwk[_PRIVATE])).sign(data)


_SIGNERS: Mapping[str, Callable[[Json, bytes], bytes]] = {
    "ES256": _sign_ecdsa,
    "ES384": _sign_ecdsa,
    "HS256": _sign_hmac,
    "EdDSA": _sign_eddsa,
    "none": lambda *_: b"",
}


def _numbers(signature: bytes) -> Sequence[int]:
    half = len(signature) // 2
    return int.from_bytes(signature[:half]), int.from_bytes(signature[half:])


def _with_s(signature: bytes, choose: Callable[[int, int], int]) -> bytes:
    """With one of the two numbers that both verify."""
    r, s = _numbers(signature)
    return r.to_bytes(32) + choose(s, _P_256_ORDER - s).to_bytes(32)


_FORMS: Mapping[str, Callable[[bytes], bytes]] = {
    "der": lambda signature: encode_dss_signature(*_numbers(signature)),
    "high-s": lambda signature: _with_s(signature, max),
    "low-s": lambda signature: _with_s(signature, min),
    "short": lambda signature: signature[:-1],
    "long": lambda signature: signature[:32] + b"\0" + signature[32:],
    "swapped": lambda signature: signature[32:] + signature[:32],
    "changed": lambda signature: signature[:-1] + bytes([signature[-1] ^ 1]),
}
