"""Certificates that keys of recipes sign for themselves, the same each time."""

from base64 import b64encode
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

_BEGINNING, _END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2126, 1, 1, tzinfo=UTC)
"""Around every clock that a card is made for."""


def make_certificate(name: str, key: EllipticCurvePrivateKey) -> str:
    """A certificate of a key, in DER and base64 as an x5c holds it."""
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"TEST ONLY {name}")])
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), 1, _BEGINNING, _END)
    certificate = builder.sign(key, SHA256(), ecdsa_deterministic=True)
    return b64encode(certificate.public_bytes(Encoding.DER)).decode()
