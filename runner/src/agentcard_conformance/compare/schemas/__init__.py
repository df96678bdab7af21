"""The subschemas of a revision, the requirements they stand under, and where its references lead."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin

from jsonschema_specifications import REGISTRY
from referencing.jsonschema import DRAFT202012

from agentcard_conformance.model import Json, Steps, to_pointer
from agentcard_conformance.schema_engine.fast_engine import restore_step
from agentcard_conformance.schema_engine.keywords import KEYWORDS, METASCHEMA, REFERENCES, Holds
from agentcard_conformance.schema_engine.subschemas import subschemas

_NO_ADDRESS = "https://schema.invalid/folder/schema.json"
"""The address of a schema that gives itself none; in a folder, so that a reference can be seen to leave it."""

_ORDER = (Holds.NONE, Holds.ONE, Holds.LIST, Holds.MAP)


class Written(NamedTuple):
    """A revision as it was written, perhaps in another draft than 2020-12."""

    schema: Json
    neighbours: Mapping[str, Json]
    metaschema: str = METASCHEMA


class Revision(NamedTuple):
    """One of the two schemas, read: as draft 2020-12 says it."""

    label: str
    """As it was named: a file, a dialect, or REV:path."""
    schema: Json
    neighbours: Mapping[str, Json]
    """Other schemas that its references reach, by their address."""
    requirements: frozenset[str]
    """What a `$comment` in it may name; empty where it is no dialect's schema."""
    files: tuple[str, ...] = ()
    """On disk, where it and its neighbours were read."""
    written: Written | None = None
    """None where it is as it was written."""
    names_metaschema: bool = True
    """Whether it says by which draft it is to be read."""

    @property
    def metaschema(self) -> str:
        """The address of the one that it is read by."""
        return self.written.metaschema if self.written else METASCHEMA

    def says_the_same(self, other: "Revision") -> bool:
        """Whether both have the same keywords with the same values, in whatever order, and in the same draft."""
        one, two = (json.dumps([side.schema, {**side.neighbours}], sort_keys=True) for side in (self, other))
        return one == two and self.metaschema == other.metaschema


class Subschema(NamedTuple):
    """A schema within a revision, with what its references and its requirement depend on."""

    at: Steps
    """In another document than the revision's own, the first step is that document's address."""
    schema: Json
    resolver: Any
    requirement: str
    """The last `$comment` on the way to it that names one."""

    @property
    def keywords(self) -> Mapping[str, Json]:
        """Its keywords with their values; none where the schema is true or false."""
        return self.schema if isinstance(self.schema, dict) else {}

    @property
    def is_of_metaschema(self) -> bool:
        """Whether it stands in a metaschema, which no revision changes."""
        return bool(self.at) and self.at[0] in REGISTRY


class RevisionSchemas:
    """The documents of a revision, and what their references lead to; nothing is fetched."""

    def __init__(self, revision: Revision) -> None:
        self.revision = revision
        self.home = schema_address(revision.schema)
        self.documents = {self.home: _without_metaschema(revision.schema)}
        self.documents |= {name: _without_metaschema(schema) for name, schema in revision.neighbours.items()}
        resources = [(name, DRAFT202012.create_resource(schema)) for name, schema in self.documents.items()]
        self.registry: Any = REGISTRY.with_resources(resources).crawl()
        self._found: dict[Steps, Subschema] = {}
        objects = (found for name in self.documents for found in _objects(self._start(name), self.documents[name]))
        self._at = _METASCHEMA_OBJECTS | {id(schema): at for at, schema in objects}

    @property
    def root(self) -> Subschema:
        """The revision's own schema as a whole."""
        return self._top(self.home)

    @property
    def root_document(self) -> Json:
        """The revision's own schema as JSON, as the engines are given it."""
        return self.documents[self.home]

    def walk(self) -> Iterator[Subschema]:
        """All subschemas of all documents, those of `$defs` among them."""
        for name in self.documents:
            yield from self._walk_below(self._top(name))

    def find(self, at: Steps | None) -> Subschema | None:
        """The subschema at these steps, if there is one."""
        if not self._found:
            self._found = {subschema.at: subschema for subschema in self.walk()}
        return self._found.get(at) if at is not None else None

    def child(self, parent: Subschema, *steps: str | int) -> Subschema:
        """A subschema within another."""
        schema = parent.schema
        for step in steps:
            schema = schema[step]
        return self._subschema((*parent.at, *steps), schema, parent.resolver, parent.requirement)

    def targets(self, subschema: Subschema) -> Iterator[Subschema]:
        """What its references lead to; raises what `referencing` raises when that is nowhere."""
        for keyword in REFERENCES:
            if keyword in subschema.keywords:
                reference = subschema.keywords[keyword]
                found = subschema.resolver.lookup(reference)
                at = self._at.get(id(found.contents), (reference,))
                yield self._subschema(at, found.contents, found.resolver, subschema.requirement, is_entered=True)

    def address_of(self, at: Steps) -> str:
        """The address of the subschema at these steps, by which another schema may refer to it."""
        elsewhere = at and (at[0] in self.documents or at[0] in REGISTRY)
        document, steps = (at[0], at[1:]) if elsewhere else (self.home, at)
        return f"{document}#{quote(to_pointer(steps))}"

    def requirement_on(self, evaluation_path: Steps) -> str:
        """The last requirement named on the path that an engine took, `$ref` by `$ref`."""
        here, steps = self.root, [*evaluation_path]
        while steps:
            keyword = str(steps.pop(0))
            holds = KEYWORDS[keyword].holds if keyword in KEYWORDS else Holds.NONE
            if keyword in REFERENCES:
                here = next(self.targets(here))
            elif holds in (Holds.LIST, Holds.MAP) and steps:
                step = restore_step(here.keywords[keyword], steps[0])
                if step != "" or steps[0] == "":
                    steps.pop(0)
                here = self.child(here, keyword, step)
            elif holds is Holds.ONE:
                here = self.child(here, keyword)
        return here.requirement

    def _top(self, name: str) -> Subschema:
        return self._subschema(self._start(name), self.documents[name], self.registry.resolver(base_uri=name), "")

    def _start(self, name: str) -> Steps:
        return () if name == self.home else (name,)

    def _subschema(
        self, at: Steps, schema: Json, resolver: Any, requirement: str, *, is_entered: bool = False
    ) -> Subschema:
        """With references resolved from within it; a resolver that led there has entered it, with its own `$id`."""
        if not isinstance(schema, dict):
            return Subschema(at, schema, resolver, requirement)
        comment = schema.get("$comment", "")
        requirement = comment if comment in self.revision.requirements else requirement
        inside = resolver if is_entered else resolver.in_subresource(DRAFT202012.create_resource(schema))
        return Subschema(at, schema, inside, requirement)

    def _walk_below(self, subschema: Subschema) -> Iterator[Subschema]:
        yield subschema
        for steps, _ in ordered_subschemas(subschema.schema):
            yield from self._walk_below(self.child(subschema, *steps))


def schema_address(schema: Json) -> str:
    """The address by which a schema is referred to."""
    given = schema.get("$id", "") if isinstance(schema, dict) else ""
    return str(urljoin(_NO_ADDRESS, given)).removesuffix("#")


def ordered_subschemas(schema: Json) -> list[tuple[Steps, Json]]:
    """The schemas directly in a schema, with the steps to each; what judges a card comes before definitions."""
    keywords = ((KEYWORDS[str(steps[0])], steps, part) for steps, part in subschemas(schema))
    ranked = sorted(keywords, key=lambda found: (_ORDER.index(found[0].holds), found[0].annotates))
    return [(steps, part) for _, steps, part in ranked]


def _without_metaschema(schema: Json) -> Json:
    """A reference to a schema that names its `$schema` would get the plain engine instead of ours."""
    return {word: value for word, value in schema.items() if word != "$schema"} if isinstance(schema, dict) else schema


def _objects(start: Steps, document: Json) -> Iterator[tuple[Steps, Json]]:
    """Every object of a document with its steps: what a reference finds is recognised by its identity."""
    todo: list[tuple[Steps, Json]] = [(start, document)]
    while todo:
        at, value = todo.pop()
        if isinstance(value, dict):
            yield at, value
            todo += [((*at, step), part) for step, part in value.items()]
        elif isinstance(value, list):
            todo += [((*at, step), part) for step, part in enumerate(value)]


_METASCHEMA_OBJECTS = {id(schema): at for name in REGISTRY for at, schema in _objects((name,), REGISTRY.contents(name))}
"""Those of the metaschemas, which a schema may refer to as well."""
