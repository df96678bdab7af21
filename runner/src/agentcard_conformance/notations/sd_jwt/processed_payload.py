"""Puts what is disclosed in the place of its digests, RFC 9901 section 7.1."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from agentcard_conformance.model import Json, Steps
from agentcard_conformance.notations import DecodeError, DecodeFault
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH, depth_fault
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url

SHA_256 = "sha-256"
DIGESTS, ALGORITHM, ITEM_DIGEST = "_sd", "_sd_alg", "..."

_ITEM, _MEMBER = 2, 3
"""Elements of the disclosure of an array's item, and of an object's member."""


class Disclosure(NamedTuple):
    """One disclosure: as it travels, and what it holds."""

    text: str
    content: Json


class Processed(NamedTuple):
    """What disclosures make of a payload."""

    card: Json
    faults: tuple[DecodeFault, ...] = ()
    places: Mapping[str, Steps] = MappingProxyType({})
    """By digest, disclosed or not, the place in the card of the object or array that has it."""


def hash_text(text: str) -> str:
    """The digest of a text by SHA-256."""
    import hashlib  # not above: it takes 3 ms, and `check` asks each notation whether it can read a text

    return encode_base64url(hashlib.sha256(text.encode()).digest())


def process_payload(payload: Json, disclosures: Sequence[Disclosure]) -> Processed:
    """The payload as it is after disclosure; one that is no object, or by another algorithm, stays as it is."""
    if not isinstance(payload, dict) or payload.get(ALGORITHM, SHA_256) != SHA_256:
        return Processed(payload)
    processor = _Processor(disclosures)
    card = processor.process_object(payload, ())
    card.pop(ALGORITHM, None)
    return Processed(card, (*processor.faults, *processor.loose_disclosures()), processor.places)


class _Processor:
    """One pass over a payload and what is disclosed of it; depth is bounded, so recursion is safe."""

    def __init__(self, disclosures: Sequence[Disclosure]) -> None:
        self._disclosures = disclosures
        self._digests = [hash_text(disclosure.text) for disclosure in disclosures]
        self._index = {digest: index for index, digest in reversed([*enumerate(self._digests)])}
        self.places: dict[str, Steps] = {}
        self.faults: list[DecodeFault] = []

    def loose_disclosures(self) -> Iterator[DecodeFault]:
        """Those to which no digest refers, and those sent again."""
        for index, digest in enumerate(self._digests):
            if digest not in self.places:
                what = f"no digest in the card is {digest}, the one of this disclosure"
                yield DecodeFault("disclosure-referenced", what, ("disclosures", index))
            if self._index[digest] != index:
                yield DecodeFault("disclosure-once", "the disclosure has been sent already", ("disclosures", index))

    def process_object(self, members: dict[str, Json], at: Steps) -> dict[str, Json]:
        """An object with the members that are disclosed, and without digests."""
        made = {name: self._process(part, (*at, name)) for name, part in members.items() if name != DIGESTS}
        if at and ALGORITHM in members:
            self._add_fault("sd-alg-top", f"{ALGORITHM} stands below the top of the payload", at)
        if ITEM_DIGEST in members:
            self._add_fault("ellipsis-alone", f"{ITEM_DIGEST} stands for an item of an array, and alone", at)
        for digest in _strings(members.get(DIGESTS)):
            self._add_member(made, self._find(digest, at), at)
        return made

    def _process(self, value: Json, at: Steps) -> Json:
        if len(at) > MAX_DEPTH:
            raise DecodeError(depth_fault())
        if isinstance(value, dict):
            return self.process_object(value, at)
        return self._process_array(value, at) if isinstance(value, list) else value

    def _process_array(self, items: list[Json], at: Steps) -> list[Json]:
        made: list[Json] = []
        for item in items:
            if _is_item_digest(item):
                self._add_item(made, self._find(item[ITEM_DIGEST], at), at)
            else:
                made.append(self._process(item, (*at, len(made))))
        return made

    def _find(self, digest: str, at: Steps) -> int | None:
        """The disclosure of a digest; one that occurs again is a fault, and unfolds nothing again."""
        if digest in self.places:
            self._add_fault("digest-once", f"the digest {digest!a:.100} occurs again", at)
            return None
        self.places[digest] = at
        return self._index.get(digest)

    def _add_member(self, made: dict[str, Json], index: int | None, at: Steps) -> None:
        for name, value in self._elements(index, _MEMBER, at):
            processed = self._process(value, (*at, str(name)))
            if isinstance(name, str) and name in made:
                what = f"the object that it belongs to has a member {name!a:.100} already"
                self.faults.append(DecodeFault("claim-name-new", what, ("disclosures", index or 0)))
            elif isinstance(name, str):
                made[name] = processed

    def _add_item(self, made: list[Json], index: int | None, at: Steps) -> None:
        for (value,) in self._elements(index, _ITEM, at):
            made.append(self._process(value, (*at, len(made))))

    def _elements(self, index: int | None, count: int, at: Steps) -> Iterator[Sequence[Json]]:
        """What a disclosure holds behind its salt, if it is one with so many elements."""
        content = None if index is None else self._disclosures[index].content
        if isinstance(content, list) and len(content) == count:
            yield content[1:]
            return
        if isinstance(content, list) and len(content) in (_ITEM, _MEMBER):
            what = f"it has {len(content)} elements, and where its digest stands, a disclosure has {count}"
            self.faults.append(DecodeFault("disclosure-place", what, ("disclosures", index or 0)))
        self._process(content, at)  # what it refers to is not loose for that

    def _add_fault(self, requirement: str, what: str, at: Steps) -> None:
        self.faults.append(DecodeFault(requirement, what, ("card", *at)))


def _is_item_digest(item: Json) -> bool:
    return isinstance(item, dict) and [*item] == [ITEM_DIGEST] and isinstance(item[ITEM_DIGEST], str)


def _strings(digests: Json) -> list[str]:
    """The digests of an object; an array that holds anything else has none of them, RFC 9901 section 7.1."""
    is_list = isinstance(digests, list) and all(isinstance(digest, str) for digest in digests)
    return digests if is_list else []
