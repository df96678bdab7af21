"""Cards that are made to cost a reader of SD-JWT time or memory, or to make it stumble."""

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence

HEADER = {"alg": "ES256", "typ": "dc+sd-jwt"}
CURVE = {"kty": "EC", "crv": "P-256", "x": "A" * 43, "y": "A" * 43}
LARGE = 10 * 2**20
SMALL = 2**16


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def part(value: object) -> str:
    return base64url(value if isinstance(value, bytes) else json.dumps(value).encode())


def card(payload: object, *disclosures: object, header: object = HEADER, signature: str = "A" * 86) -> bytes:
    """A card whose signature is none."""
    return "~".join([f"{part(header)}.{part(payload)}.{signature}", *map(part, disclosures), ""]).encode()


def digest(disclosure: object) -> str:
    return base64url(hashlib.sha256(part(disclosure).encode()).digest())


def chain(length: int, copies: int = 1) -> bytes:
    """Disclosures of which each has the digest of the next, so that all lie in the first one, or many times."""
    made: list[Sequence[object]] = [["salt", "last", 1]]
    while len(made) < length:
        made.append(["salt", "next", {"_sd": [digest(made[-1])] * copies}])
    return card({"_sd": [digest(made[-1])]}, *made)


HOSTILE_SD_JWT: Mapping[str, Callable[[], bytes]] = {
    "100,000 tildes": lambda: b"~" * 100_000,
    "100,000 tildes behind a JWT": lambda: card({}) + b"~" * 100_000,
    "60,000 dots": lambda: b"." * 60_000 + b"~",
    "many small disclosures": lambda: card({}, *[[]] * 10_000),
    "many disclosures that differ": lambda: card({}, *[["s", "n", number] for number in range(2_000)]),
    "disclosures in a ring": lambda: card(
        {"_sd": ["A" * 43]}, ["s", "a", {"_sd": ["B" * 43]}], ["s", "b", {"_sd": ["A" * 43]}]
    ),
    "a long chain of disclosures": lambda: chain(400),
    "disclosures that unfold into two each": lambda: chain(60, 2),
    "a disclosure that has its own digest twice": lambda: card({"_sd": ["A" * 43] * 1_000}),
    "deep JSON in a payload": lambda: card(b"[" * 40_000),
    "deep JSON in a disclosure": lambda: card({}, b'{"a":' * 8_000),
    "deep JSON that is closed": lambda: card(b"[" * 20_000 + b"]" * 20_000),
    "many small values": lambda: card({"claims": [[]] * 15_000}),
    "many digests": lambda: card({"_sd": [str(number) for number in range(6_000)]}),
    "many items that are digests": lambda: card({"skills": [{"...": str(number)} for number in range(2_500)]}),
    "10 MB of base64url": lambda: card(b"A" * (LARGE * 3 // 4 - 1_000)),
    "10 MB of base64url in a disclosure": lambda: card({}, b"A" * (LARGE * 3 // 4 - 1_000)),
    "64 KB of base64url": lambda: card(b"A" * (SMALL * 3 // 4 - 1_000)),
    "a kid of 16 KB": lambda: card({}, header={**HEADER, "kid": "k" * 16_384}),
    "a kid that is no string": lambda: card({}, header={**HEADER, "kid": {"k": []}}),
    "a key with its private part": lambda: card({"cnf": {"jwk": {**CURVE, "d": "A" * 43}}}),
    "a key that is no point of the curve": lambda: card({"cnf": {"jwk": CURVE}}),
    "a key on another curve": lambda: card({"cnf": {"jwk": {**CURVE, "crv": "P-521", "x": "A" * 88}}}),
    "a key that is symmetric": lambda: card({"cnf": {"jwk": {"kty": "oct", "k": "AAAA"}}}),
    "coordinates of 16 KB": lambda: card({"cnf": {"jwk": {**CURVE, "x": "A" * 16_384}}}),
    "coordinates that are no strings": lambda: card({"cnf": {"jwk": {**CURVE, "x": 1, "y": []}}}),
    "a signature in DER": lambda: card({}, signature=base64url(bytes.fromhex("3006020101020101"))),
    "a signature of zeros": lambda: card({}, signature="A" * 86),
    "a signature of ones": lambda: card({}, signature=base64url(b"\xff" * 64)),
    "a signature of 40 KB": lambda: card({}, signature="A" * 40_000),
    "times beyond all bounds": lambda: card(b'{"exp": 1e999, "nbf": -1e999, "iat": 123456789012345678901234567890}'),
    "times of 4,000 digits": lambda: card({"exp": -(10**4000), "nbf": 10**4000, "iat": 10**4000}),
    "times that are not times": lambda: card({"exp": True, "nbf": [], "iat": {}, "aud": [1, None, {}]}),
    "an algorithm that is no string": lambda: card({"_sd_alg": ["sha-256"], "_sd": "x"}, ["s", "n", 1]),
    "digests that are no strings": lambda: card({"_sd": [1, None, {}, []], "skills": [{"...": []}]}),
    "names that are no strings": lambda: card(
        {"_sd": [digest(["s", {}, 1]), digest(["s", [], 1])]}, ["s", {}, 1], ["s", [], 1]
    ),
    "parts that are no objects": lambda: card([[]], 1, None, "x", {}, header=[]),
    "bytes that are no text": lambda: b"\xff\xfe\x00~" * 1_000,
    "halves of surrogate pairs": lambda: card(b'{"iss": "\\ud800", "\\udfff": 1}', b'["\\ud800", "\\udc00", 1]'),
    "nothing": lambda: b"",
}
