"""Rules about public keys on the curve P-256, and the point that such a key is."""

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import TypeAlias

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

Point: TypeAlias = tuple[int, int]

_COORDINATE = re.compile("[A-Za-z0-9_-]{43}")
"""32 bytes in base64url."""

_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
_CONSTANT = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
"""SEC 2, section 2.4.2: the b of the curve, whose a is -3."""


@rule()
def is_on_p_256(value: Json) -> Iterator[Fault]:
    """A point of the curve; anything else lets an attacker learn a private key that is used with it."""
    point = read_point(value)
    if point and not is_point(point):
        yield Fault("x and y are no point of the curve P-256")


def read_point(jwk: Json) -> Point | None:
    """The coordinates of a JWK on P-256, whether they fit the curve or not; None where it is no such JWK."""
    if not isinstance(jwk, dict) or (jwk.get("kty"), jwk.get("crv")) != ("EC", "P-256"):
        return None
    x, y = (_to_number(jwk.get(name)) for name in "xy")
    return None if x is None or y is None else (x, y)


def is_point(point: Point) -> bool:
    """Whether coordinates satisfy the equation of the curve."""
    x, y = point
    return max(point) < _PRIME and (y * y - (x**3 - 3 * x + _CONSTANT)) % _PRIME == 0


def _to_number(coordinate: Json) -> int | None:
    if not isinstance(coordinate, str) or not _COORDINATE.fullmatch(coordinate):
        return None
    return int.from_bytes(urlsafe_b64decode(f"{coordinate}="))
