"""What a person wants to know of a card, and its parts one by one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from agentcard_conformance.model import NO_CONTEXT, Json, Steps, parts_at, to_pointer
from agentcard_conformance.notations import DecodeError, DescribedPart
from agentcard_conformance.notations.json_text.decoder import decode as decode_json
from agentcard_conformance.notations.json_text.encoder import encode as encode_json
from agentcard_conformance.notations.sd_jwt.base64url import decode_base64url
from agentcard_conformance.notations.sd_jwt.decoder import decode
from agentcard_conformance.notations.sd_jwt.processed_payload import Disclosure, Processed, hash_text, process_payload

_LARGEST_SHOWN = 2**16
_MOST_SHOWN = 100
"""Disclosures and names: nobody reads more."""

_LONGEST_SHOWN = 200


def describe(value: Json) -> Iterator[DescribedPart]:
    """Of a decoded card: who issued it, until when, for whom, and what of it is disclosed and hidden."""
    yield DescribedPart("issued by", _claim(value, "card", "iss"))
    yield DescribedPart("about", _claim(value, "card", "sub"))
    yield DescribedPart("valid until", _time(value, "card", "exp"))
    yield DescribedPart("disclosed", _disclosed_names(value))
    yield DescribedPart("hidden", _hidden_digests(value))
    yield DescribedPart("bound", _binding(value))


def inspect(card: bytes) -> Iterator[DescribedPart]:
    """The parts of anything that may be such a card, as far as each can be read; nothing is verified."""
    if len(card) > _LARGEST_SHOWN:
        yield DescribedPart("card", f"it has {len(card):,} bytes, and more than {_LARGEST_SHOWN:,} are not shown")
        return
    issuer, *disclosures = card.decode("ascii", "replace").strip().split("~")
    key_binding = disclosures.pop() if disclosures else ""
    yield from _jwt_parts("issuer", issuer)
    for number, text in enumerate(disclosures[:_MOST_SHOWN], 1):
        yield DescribedPart(f"disclosure {number} of {len(disclosures)}, digest {hash_text(text)}", _json_in(text))
    yield from _jwt_parts("key binding", key_binding) if key_binding else ()
    yield from _whole(card.strip())


def _jwt_parts(name: str, text: str) -> Iterator[DescribedPart]:
    names = ("header", "payload", "signature")
    for part, title in zip(text.split("."), names, strict=False):
        yield DescribedPart(f"{name} {title}", part if title == "signature" else _json_in(part))
    if text.count(".") != len(names) - 1:
        yield DescribedPart(f"{name}", f"a JWT has {len(names)} parts, and it has {text.count('.') + 1}")


def _json_in(text: str) -> str:
    try:
        value = decode_json(decode_base64url(text, ()), NO_CONTEXT).value
    except DecodeError as error:
        return f"cannot be read: {error.fault.what}"
    return encode_json(value).decode("utf-8", "surrogatepass")


def _whole(card: bytes) -> Iterator[DescribedPart]:
    """What the parts make together, or why they make nothing."""
    try:
        document = decode(card, NO_CONTEXT)
    except DecodeError as error:
        yield DescribedPart("card", f"the parts make no card: {error.fault.what}")
        return
    for fault in document.faults[:_MOST_SHOWN]:
        yield DescribedPart("fault", f"{to_pointer(fault.at)}: {fault.what}")
    yield DescribedPart("card after disclosure", encode_json(document.value["card"]).decode("utf-8", "surrogatepass"))
    yield from describe(document.value)


def _claim(value: Json, *path: str) -> str:
    found = [part for _, part in parts_at(value, path)]
    return str(found[0])[:_LONGEST_SHOWN] if found else "nobody says"


def _time(value: Json, *path: str) -> str:
    """The time in UTC that a claim is."""
    from datetime import UTC, datetime  # not above: it takes a millisecond, and a card is mostly judged, not described

    for _, seconds in parts_at(value, path):
        try:
            return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
        except (TypeError, ValueError, OverflowError, OSError):
            return f"{str(seconds)[:_LONGEST_SHOWN]}, which is no time"
    return "nothing says"


def _disclosed_names(value: Json) -> str:
    """The names of members, and how many items of arrays."""
    names = [each[-2] if isinstance(each, list) and len(each) > 2 else None for each in value["disclosures"]]  # noqa: PLR2004  # a salt, a name and a value
    members = [str(name)[:_LONGEST_SHOWN] for name in names if name is not None]
    items = len(names) - len(members)
    shown = [*members[:_MOST_SHOWN], *[f"{items} items of arrays"] * bool(items)]
    return ", ".join(shown) or "nothing beyond what every reader sees"


def _hidden_digests(value: Json) -> str:
    processed = _processed(value)
    shown = {hash_text(text) for text in _texts(value)}
    places = Counter(at for digest, at in processed.places.items() if digest not in shown)
    listed = [f"{count} at {to_pointer(at) or 'the top'}" for at, count in sorted(places.items(), key=_depth)][
        :_MOST_SHOWN
    ]
    return f"{', '.join(listed)} (digests, of which some may stand for nothing)" if listed else "nothing"


def _depth(counted: tuple[Steps, int]) -> int:
    return len(counted[0])


def _processed(value: Json) -> Processed:
    disclosures = [Disclosure(*each) for each in zip(_texts(value), value["disclosures"], strict=True)]
    return process_payload(value["issuer"]["payload"], disclosures)


def _texts(value: Mapping[str, Json]) -> Sequence[str]:
    return str(value["presentation"]).split("~")[1:-1]


def _binding(value: Json) -> str:
    if "key_binding" not in value:
        return "no: whoever holds it can present it"
    audience = _claim(value, "key_binding", "payload", "aud")
    return f"yes, for {audience}, {_time(value, 'key_binding', 'payload', 'iat')}"
