"""Digests of disclosures and presentations, the right one and its plausible misreadings."""

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping

from agentcard_conformance.minting import UnusableRecipe
from agentcard_conformance.minting.sd_jwt.encoding import from_base64url
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url
from agentcard_conformance.notations.sd_jwt.processed_payload import SHA_256


def make_digest(text: str, variant: str) -> str:
    """The digest of a text as it travels; `variant` is the name of a hash algorithm, or of another way to write it."""
    return (_VARIANTS[variant] if variant in _VARIANTS else _by_algorithm(variant))(text)


def make_decoy(name: str) -> str:
    """A digest that belongs to nothing."""
    return make_digest(f"decoy {name}", SHA_256)


def _by_algorithm(name: str) -> Callable[[str], str]:
    if name not in _ALGORITHMS:
        raise UnusableRecipe(f"{name!a} is no kind of digest; there are {', '.join([*_ALGORITHMS, *_VARIANTS])}")
    return lambda text: encode_base64url(hashlib.new(_ALGORITHMS[name], text.encode()).digest())


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _changed(text: str) -> str:
    digest = _hash(text)
    return encode_base64url(bytes([digest[0] ^ 1]) + digest[1:])


_ALGORITHMS = {SHA_256: "sha256", "sha-384": "sha384", "sha-512": "sha512", "sha3-256": "sha3_256"}
_VARIANTS: Mapping[str, Callable[[str], str]] = {
    "hex": lambda text: _hash(text).hex(),
    "decoded": lambda text: encode_base64url(hashlib.sha256(from_base64url(text)).digest()),
    "padded": lambda text: encode_base64url(_hash(text)) + "=",
    "standard": lambda text: b64encode(_hash(text)).decode(),  # unpadded, a quarter of them would be base64url, too
    "uppercase": lambda text: encode_base64url(_hash(text)).upper(),
    "truncated": lambda text: encode_base64url(_hash(text)[:16]),
    "changed": _changed,
}
