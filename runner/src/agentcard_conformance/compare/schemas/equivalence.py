"""Finds which subschemas of two revisions mean the same, however they are written and wherever they stand.

All subschemas that one value has to match without a condition, through `$ref` and `allOf`, are taken together; neither
their order nor the names of definitions matter. Two conjunctions of one class mean the same. Two of different classes
may still do so: classes only save work and point at what to try, and whether a card is judged differently, the engines
say.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.schemas import RevisionSchemas, Subschema
from agentcard_conformance.model import Json, Steps
from agentcard_conformance.schema_engine.engine import equality_key
from agentcard_conformance.schema_engine.keywords import REFERENCES

Holders: TypeAlias = dict[Hashable, list[Subschema]]
"""The subschemas that hold a keyword, by what its neighbours leave to it: beside `prefixItems`, `items` judges less."""

_ConjunctionId: TypeAlias = tuple[int, tuple[Steps, ...]]
"""One of the two revisions, and where in it the parts stand."""

_PLAIN = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"),
    *("minContains", "maxContains"),
)
IDLE_VALUES = {"minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": False}
"""Keywords with the value at which they refuse nothing."""

_MERGED = ("items", "additionalProperties", "propertyNames")
_MERGED_BY_NAME = ("properties", "patternProperties", "dependentSchemas")
ALTERNATIVES = ("anyOf", "oneOf")
UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
"""What these are about depends on the whole subschema that holds them."""

_CONDITION = ("if", "then", "else")
_COUNTS = {"contains": ("minContains", "maxContains")}
_REFUSES_NOTHING = ("not", False)
SEPARATE = ("contains", "not", *ALTERNATIVES, "if", *UNEVALUATED)
"""Keywords that cannot be merged with another of their kind: matching one of each is not matching one of both."""


class KeywordPart(NamedTuple):
    """The smallest part of a keyword that can differ, such as one name in `required`."""

    keyword: str
    value: Hashable
    """Equal for values that mean the same."""
    holder: Subschema

    @property
    def kind(self) -> str:
        """The keyword, or the one that may replace it: a constant is a list of one."""
        return "enum" if self.keyword == "const" else self.keyword


class Conjunction(NamedTuple):
    """All subschemas of a revision that one value has to match without a condition."""

    schemas: RevisionSchemas
    parts: tuple[Subschema, ...]

    @property
    def key(self) -> tuple[Steps, ...]:
        """Where the parts stand; one that only refers to another place is there as that place."""
        return tuple(
            part.at
            for part in self.parts
            if not isinstance(part.schema, dict) or part.keywords.keys() - {*REFERENCES, "allOf"}
        )

    @property
    def id(self) -> _ConjunctionId:
        """A key that differs between the revisions, too."""
        return id(self.schemas), self.key

    def child(self, steps: Steps, *holders: Subschema) -> "Conjunction":
        """What one keyword of several subschemas demands of the values that it applies to."""
        return conjunction(self.schemas, *(self.schemas.child(holder, *steps) for holder in holders))


def conjunction(schemas: RevisionSchemas, *subschemas: Subschema) -> Conjunction:
    """These subschemas, and all that a value has to match with them."""
    found: dict[Steps, Subschema] = {}
    todo = [*subschemas]
    while todo:
        subschema = todo.pop(0)
        if subschema.at in found or subschema.schema is True:
            continue
        found[subschema.at] = subschema
        todo += [*schemas.targets(subschema)]
        todo += [schemas.child(subschema, "allOf", index) for index in range(len(subschema.keywords.get("allOf", ())))]
    return Conjunction(schemas, tuple(found.values()))


def assertions(parts: Iterable[Subschema]) -> Iterator[KeywordPart]:
    """What the subschemas demand without a further schema."""
    for holder in parts:
        for keyword, value in holder.keywords.items():
            yield from (KeywordPart(keyword, each, holder) for each in _normalised(keyword, value, holder.keywords))
        if holder.schema is False:
            yield KeywordPart("false", (), holder)


def merged_applicators(parts: Iterable[Subschema]) -> dict[Steps, Holders]:
    """The keywords, with names, whose schemas are taken together; and the subschemas that hold each."""
    found: dict[Steps, Holders] = defaultdict(lambda: defaultdict(list))
    for holder in parts:
        for steps in _merged_steps(holder.keywords):
            keyword = str(steps[0])
            beside = _normalised(keyword, holder.keywords[keyword], holder.keywords) if keyword in _MERGED else ()
            found[steps][tuple(beside)].append(holder)
    return found


def separate_applicators(parts: Iterable[Subschema]) -> Iterator[tuple[str, Subschema]]:
    """The keywords whose schemas stand each for itself, with their holders."""
    for holder in parts:
        held = (word for word in SEPARATE if word in holder.keywords)
        yield from ((word, holder) for word in held if (word, holder.keywords[word]) != _REFUSES_NOTHING)


def steps_to_schemas(keyword: str, holder: Subschema) -> list[Steps]:
    """The steps from a subschema to each schema in a keyword that stands for itself."""
    if keyword in ALTERNATIVES:
        return [(keyword, index) for index in range(len(holder.keywords[keyword]))]
    return [(word,) for word in companion_keywords(keyword) if word in holder.keywords]


def companion_keywords(keyword: str) -> Sequence[str]:
    """The keywords with schemas that have a meaning only together with one, itself the first."""
    return _CONDITION if keyword == "if" else (keyword,)


class EquivalenceClasses:
    """A number for each meaning, the same on both sides.

    All conjunctions that can be reached are held for equal at first, and told apart by their assertions and by the
    classes of what they lead to, until nothing changes any more: so a schema that refers to itself is equal to one that
    was unrolled.
    """

    def __init__(self, roots: Iterable[Conjunction]) -> None:
        found: dict[_ConjunctionId, Conjunction] = {}
        todo = [*roots]
        while todo:
            here = todo.pop()
            if here.id not in found:
                found[here.id] = here
                todo += [each for application in _applications(here) for each in application.conjunctions]
        self._numbers = _partition(found)
        self._keywords: dict[Hashable, int] = {}

    def of(self, conjunction: Conjunction) -> int:
        """The class of a conjunction; one that the sides group otherwise is of none, and so differs from any."""
        return self._numbers.setdefault(conjunction.id, -1 - len(self._numbers))

    def of_keyword(self, schemas: RevisionSchemas, keyword: str, holder: Subschema) -> int:
        """The class of one keyword that stands for itself."""
        signature = _separate(schemas, keyword, holder).signature(self._numbers)
        return self._keywords.setdefault(signature, len(self._keywords))


class _Application(NamedTuple):
    """The conjunctions that a keyword applies to further values."""

    label: Hashable
    conjunctions: tuple[Conjunction, ...]
    is_ordered: bool = True

    def signature(self, numbers: Mapping[_ConjunctionId, int]) -> Hashable:
        """Equal for applications that mean the same, if the numbers are right."""
        found = [numbers[each.id] for each in self.conjunctions]
        return self.label, tuple(found if self.is_ordered else sorted(found))


def _partition(found: Mapping[_ConjunctionId, Conjunction]) -> dict[_ConjunctionId, int]:
    asserted = {key: frozenset((part.kind, part.value) for part in assertions(it.parts)) for key, it in found.items()}
    applied = {key: [*_applications(it)] for key, it in found.items()}
    numbers, count = dict.fromkeys(found, 0), 1
    while True:
        known: dict[Hashable, int] = {}
        meanings = {key: (asserted[key], frozenset(each.signature(numbers) for each in applied[key])) for key in found}
        numbers = {key: known.setdefault(meaning, len(known)) for key, meaning in meanings.items()}
        if len(known) == count:
            return numbers
        count = len(known)


def _applications(here: Conjunction) -> Iterator[_Application]:
    for steps, holders in merged_applicators(here.parts).items():
        yield from (_Application((steps, beside), (here.child(steps, *some),)) for beside, some in holders.items())
    yield from (_separate(here.schemas, keyword, holder) for keyword, holder in separate_applicators(here.parts))


def _separate(schemas: RevisionSchemas, keyword: str, holder: Subschema) -> _Application:
    inside = steps_to_schemas(keyword, holder)
    counts = (holder.keywords.get(word) for word in _COUNTS.get(keyword, ()))
    applied = [*inside, *([()] if keyword in UNEVALUATED else [])]
    conjunctions = tuple(conjunction(schemas, schemas.child(holder, *steps)) for steps in applied)
    label = (keyword, *(steps[0] for steps in inside), *counts)
    return _Application(label, conjunctions, is_ordered=keyword not in ALTERNATIVES)


def _normalised(keyword: str, value: Json, beside: Mapping[str, Json]) -> Iterator[Hashable]:
    if keyword in _COUNTS["contains"] and "contains" not in beside:
        return
    if keyword in _PLAIN and not (keyword in IDLE_VALUES and value == IDLE_VALUES[keyword]):
        yield equality_key(value)
    elif keyword == "type":
        named = {value} if isinstance(value, str) else {*value}
        yield frozenset(named - ({"integer"} if "number" in named else set()))
    elif keyword in ("enum", "const"):
        yield frozenset(map(equality_key, value if keyword == "enum" else [value]))
    elif keyword == "required":
        yield from value
    elif keyword == "dependentRequired":
        yield from ((name, needed) for name, listed in value.items() for needed in listed)
    elif keyword == "additionalProperties":
        yield frozenset(beside.get("properties", ())), frozenset(beside.get("patternProperties", ()))
    elif keyword == "items" and "prefixItems" in beside:
        yield len(beside["prefixItems"])


def _merged_steps(keywords: Mapping[str, Json]) -> Iterator[Steps]:
    yield from ((word,) for word in _MERGED if word in keywords)
    yield from ((word, name) for word in _MERGED_BY_NAME for name in keywords.get(word, ()))
    yield from (("prefixItems", index) for index in range(len(keywords.get("prefixItems", ()))))
