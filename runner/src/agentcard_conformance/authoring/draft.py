"""What would a new card be, before it is written?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agentcard_conformance import decoders, encoders
from agentcard_conformance.authoring import edits
from agentcard_conformance.corpus import Suite, context_at
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Expected, Fixture, Json, Question

NAMED = "<dialect>/<requirement>/<name>, or of the default dialect <requirement>/<name>"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the corpus a card is to lie."""

    expected: Expected
    dialect: Dialect
    requirement: str
    name: str
    """With the folder of its context, where there is one; without the extension."""
    notation: str

    @classmethod
    def parse(cls, suite: Suite, expected: Expected, text: str) -> "Place":
        """Read <dialect>/<requirement>/<name>, with the folders above it or without the default dialect."""
        text = text.removeprefix("fixtures/").removeprefix(f"{expected}/")
        first, *names = text.split("/")
        dialect = suite.dialects.get(first, suite.default)
        names = names if first in suite.dialects else [first, *names]
        if not names[1:] or not all(names) or {".", ".."} & set(names):
            raise CallError(f"{text!a} names no place for a card; write {NAMED}")
        if names[0] not in dialect.requirements:
            raise CallError(f"{names[0]!a} is no requirement of {dialect.id}; agentcard-conformance explain lists all")
        name, _, extension = "/".join(names[1:]).partition(".")
        if extension and extension not in dialect.decoders:
            raise CallError(f"{text!a} has none of the extensions of {dialect.id}: {', '.join(dialect.decoders)}")
        return cls(expected, dialect, names[0], name, extension or next(iter(dialect.decoders)))

    @property
    def path(self) -> str:
        """The fixture's path below fixtures/."""
        return f"{self.expected}/{self.dialect.id}/{self.requirement}/{self.name}.{self.notation}"


@dataclass(frozen=True, slots=True)
class Source:
    """What a card is made from."""

    begin: str = ""
    """A fixture or a file; empty for the dialect's example."""
    put: Sequence[str] = ()
    """POINTER=VALUE."""
    remove: Sequence[str] = ()
    raw: bytes | None = None
    """The bytes themselves, which leaves nothing to the rest."""


@dataclass(frozen=True, slots=True)
class Neighbourhood(Suite):
    """A suite as a draft sees it: what lies under its requirement, what has the same bytes, and the draft."""

    draft: Fixture

    def fixtures(self, dialects: object = None) -> tuple[Fixture, ...]:  # noqa: ARG002  # of its own dialect alone
        """The draft comes last, so that what it repeats is there already."""
        near = (each for each in Suite.fixtures(self, [self.draft.dialect]) if self._is_near(each))
        return (*near, self.draft)

    def _is_near(self, fixture: Fixture) -> bool:
        alike = fixture.question.card == self.draft.question.card
        return fixture.path != self.draft.path and (alike or fixture.requirement == self.draft.requirement)


def neighbourhood(suite: Suite, fixture: Fixture) -> Suite:
    """Which suite is a draft checked in? A small one, since nothing far from it can matter."""
    return Neighbourhood(suite.root, suite.dialects, fixture)


def draft(suite: Suite, place: Place, source: Source) -> Fixture:
    """The fixture that a source makes at a place."""
    top = suite.root / "fixtures" / place.expected
    file = suite.root / "fixtures" / place.path
    if file.exists():
        raise CallError(f"fixtures/{place.path} is there already; choose another name")
    context = context_at(file.parent, top)
    card = _edited(suite, place, source) if source.raw is None else source.raw
    question = Question(card, place.dialect.id, context, place.notation)
    return Fixture(place.path, place.expected, place.dialect.requirements[place.requirement], question)


def _edited(suite: Suite, place: Place, source: Source) -> bytes:
    decoder = place.dialect.decoders[place.notation]
    form = encoders.load(decoder)
    if form is None:
        raise CallError(f".{place.notation} has no house form for cards to be written in; give bytes with --raw FILE")
    value = _value(_beginning(suite, place, source.begin), decoder)
    for each in source.put:
        at, equals, text = each.partition("=")
        if not equals:
            raise CallError(f"--set takes POINTER=VALUE, as in /name=Anna, and not {each!a}")
        value = edits.put(value, at, _given(text, decoder))
    for at in source.remove:
        value = edits.remove(value, at)
    return form.encode(value)


def _beginning(suite: Suite, place: Place, begin: str) -> bytes:
    folder = suite.root / "schema" / place.dialect.id
    near = [Path(begin), *(suite.root / "fixtures" / f"{begin}{end}" for end in ("", f".{place.notation}"))]
    for file in near if begin else [folder / f"example.{place.notation}"]:
        if file.is_file():
            return file.read_bytes()
    if begin:
        raise CallError(f"there is no file and no fixture {begin!a} to begin from")
    raise CallError(f"{place.dialect.id} has no example to begin from; name a card with --from")


def _value(card: bytes, decoder: str) -> Json:
    try:
        return decoders.load(decoder)(card, {}).value
    except decoders.NotDecodable as refusal:
        what = f"the card to begin from cannot be edited, since {refusal.fault.what}; give bytes with --raw FILE"
        raise CallError(what) from None


def _given(text: str, decoder: str) -> Json:
    """The value that a text is in the notation, or else the text."""
    try:
        return decoders.load(decoder)(text.encode("utf-8", "surrogateescape"), {}).value
    except decoders.NotDecodable:
        return text
