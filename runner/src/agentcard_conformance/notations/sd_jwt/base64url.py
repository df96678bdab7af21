"""Base64url without padding, RFC 7515 section 2."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from agentcard_conformance.model import Steps
from agentcard_conformance.notations import DecodeError, DecodeFault

# To import the letters of `string` takes longer than to write them.
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def decode_base64url(text: str, at: Steps) -> bytes:
    """The bytes that a text stands for; raises DecodeError when it stands for none."""
    if not _ALPHABET.issuperset(text):
        odd = next(character for character in text if character not in _ALPHABET)
        what = f"{odd!a} is none of the characters of base64url: letters, digits, - and _"
        is_padding = _ALPHABET.issuperset(text.rstrip("="))
        raise DecodeError(DecodeFault("base64url-unpadded" if is_padding else "base64url-alphabet", what, at))
    if len(text) % 4 == 1:
        what = f"no bytes are base64url of length {len(text)}"
        raise DecodeError(DecodeFault("base64url-alphabet", what, at))
    return urlsafe_b64decode(text + "==")


def encode_base64url(data: bytes) -> str:
    """The one text that stands for some bytes."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()
