"""What a document looks like, and which dialects define its members."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from agentcard_conformance.check.exchanges import card_in, choose_serving, serving_dialects
from agentcard_conformance.corpus import Suite, context_problem
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.model import NO_CONTEXT, Dialect, Json, Question
from agentcard_conformance.notations import DecodeError, load_notation

_LARGEST_LOOKED_AT = 2**20
"""Bytes of a file that is read by another notation as well: a few million small values take hundreds of megabytes."""

_IN_PLACE = ("allOf", "anyOf", "oneOf", "if", "then", "else")


class Hint(NamedTuple):
    """What a document looks like that is at a glance no card of the dialect it was to be checked as."""

    name: str
    homepage: str
    arguments: tuple[str, ...] = ()
    """Of `check`, for what it looks like; none when no dialect of the suite is near that, or when it was done."""
    reason: str = ""
    """In place of the usual sentence, where it is a remark and does not say what the document may be instead."""
    dialect: str = ""
    """What the command checks it as: what it looks like, or the dialect nearest to that."""
    is_choice: bool = False
    """Whether the reason only says why the card was checked as it was."""

    @property
    def command(self) -> str:
        """How to check it as what it looks like; empty when that cannot be done, or was."""
        if not self.arguments:
            return ""
        import shlex  # not above: most hints of a dialect end in a card that is checked as one of it

        return shlex.join(("agentcard-conformance", "check", *self.arguments))

    @property
    def sentence(self) -> str:
        """For a person."""
        if self.reason:
            return self.reason
        if self.dialect == self.name:
            return f"This looks like a card of another dialect, {self.name}. To check it as one:"
        looks = f"This looks like another format, {self.name}, which is no dialect of this suite"
        if self.dialect:
            return f"{looks} ({self.homepage}). To check it as a card of the dialect nearest to that, {self.dialect}:"
        return f"{looks}: {self.homepage}"


def find_hints(suite: Suite, reference: QuickReference, value: Json, question: Question, file: str) -> tuple[Hint, ...]:
    """Of what looks like a card of the dialect, remarks; else what it may be, by what is in it or else by its name."""
    asked = suite.dialects[question.dialect]
    if reference.matches(asked.looks_like, value):
        return tuple(remark_hints(suite, reference, asked, value, file))
    return (
        tuple(_other_dialects(suite, reference, value, question, file))
        or tuple(islice(_other_formats(suite, reference, value, question, file), 1))
        or tuple(islice(_inner_card_hints(suite, reference, value, question), 1))
        or (tuple(_dialects_by_members(suite, asked, question.card, file)) if value is None else ())
        or tuple(islice(_dialects_by_name(suite, asked, file), 1))
    )


def remark_hints(
    suite: Suite, reference: QuickReference, checked_as: Dialect, value: Json, file: str
) -> Iterator[Hint]:
    """What is to be said of such a card besides its findings."""
    for remark in () if value is None else checked_as.remarks:
        if not reference.matches(remark.of, value):
            continue
        if remark.dialect:
            other = suite.dialects[remark.dialect]
            reason = f"{remark.sentence} To check it as a card of {other.id}:"
            yield Hint(other.id, other.source, _arguments(other, file), reason, dialect=other.id)
        else:
            yield Hint(checked_as.id, checked_as.source, reason=remark.sentence)


def _other_formats(
    suite: Suite, reference: QuickReference, value: Json, question: Question, file: str
) -> Iterator[Hint]:
    for found in suite.other_formats:
        if reference.matches(found.looks_like, value):
            near = "" if found.checked_as == question.dialect else found.checked_as
            arguments = _arguments(suite.dialects[near], file) if near else ()
            yield Hint(found.name, found.homepage, arguments, dialect=near)


def _inner_card_hints(suite: Suite, reference: QuickReference, value: Json, question: Question) -> Iterator[Hint]:
    """Where cards lie in what is no card itself."""
    if isinstance(value, (dict, list, str)):
        from agentcard_conformance.check.inner_cards import find_inner_cards  # not above: seldom needed

        for found in find_inner_cards(suite, reference, value, question):
            yield Hint(f"{found.looks} in another document", found.homepage, reason=found.sentence)


def choice_hints(suite: Suite, looked: Hint, given: Dialect, value: Json, file: str) -> Iterator[Hint]:
    """Why a card was checked as a dialect that nobody named, and what in it belongs to another one."""
    chosen = suite.dialects[looked.dialect]
    telling = _members_named(chosen.looks_like, "required") - _members_named(given.looks_like, "required")
    own = [name for name in value if name in telling] if isinstance(value, dict) else []
    has = f"has {_listed(own)}, and " if own else ""
    how = f"since it {has}looks like a card of no other dialect."
    if not own and _is_named_like(file, chosen, given):
        how = f"since its name ends in .{chosen.extension} and nothing in it says what it is."
    elif value is None:
        how = "which defines most of the members that can be made out in it."
    if chosen.serves:
        how = "an exchange over HTTP, by what is served in it or at which path."
    if looked.name != chosen.id:
        how = f"the dialect nearest to {looked.name}, which it looks like and is no dialect here: {looked.homepage}"
    yield Hint(looked.name, looked.homepage, reason=f"Checked as {chosen.id}, {how}", is_choice=True)
    yield from foreign_hints(suite, chosen, value, file)


def foreign_hints(suite: Suite, chosen: Dialect, value: Json, file: str) -> Iterator[Hint]:
    """What in a card belongs to another dialect than the one that it was checked as without being named."""
    members = value.keys() if isinstance(value, dict) else set()
    if not (unknown := members - _defined_members(chosen.schema)):
        return
    others = [each for each in suite.dialects.values() if each != chosen and each.notation == chosen.notation]
    known = [(_defined_members(each.schema) & members, each) for each in others]
    names, other = max(known, key=lambda pair: len(pair[0]), default=(set[str](), chosen))
    if foreign := [name for name in members if name in names & unknown]:
        what = f"{_listed(foreign)} {'belong' if foreign[1:] else 'belongs'} to {other.id}, and {chosen.id} passes over"
        reason = f"In it, {what} {'them' if foreign[1:] else 'it'}. To check it as a card of that dialect:"
        yield Hint(other.id, other.source, _arguments(other, file), reason, dialect=other.id)


def hints_of_served(suite: Suite, hints: Iterable[Hint], file: str) -> Iterator[Hint]:
    """Hints about what is served in an exchange, which is checked with it: as no dialect of which nothing is served."""
    serving = {each.body: each.dialect for each in serving_dialects(suite)}
    for hint in hints:
        if hint.dialect in serving:
            yield hint._replace(arguments=_arguments(serving[hint.dialect], file))
        elif hint.name != hint.dialect:
            yield hint._replace(arguments=(), dialect="")


def _other_dialects(
    suite: Suite, reference: QuickReference, value: Json, question: Question, file: str
) -> Iterator[Hint]:
    """Those that it looks like."""
    for dialect in _dialects_beside(suite, suite.dialects[question.dialect]):
        if _looks_like(suite, dialect, reference, value, question):
            yield _dialect_hint(dialect, file)


def _dialects_by_members(suite: Suite, asked: Dialect, card: bytes, file: str) -> Iterator[Hint]:
    """Of a text that cannot be read, for which a comma may be missing, those that define most of its members."""
    names = _names_at_the_top(card) if len(card) <= _LARGEST_LOOKED_AT else frozenset()
    others = [each for each in suite.card_formats.values() if each != asked and each.notation == asked.notation]
    known = {each.id: len(names & _defined_members(each.schema)) for each in (asked, *others)}
    most = max(known.values())
    if known[asked.id] < most:
        yield from (_dialect_hint(each, file) for each in others if known[each.id] == most)


def _names_at_the_top(card: bytes) -> frozenset[str]:
    """The names of the members of a JSON object that has a fault somewhere."""
    names, depth = set(), 0
    for token in re.finditer(rb'"((?:[^"\\\n]|\\.)*)"(\s*:)?|[\[\]{}]', card):
        if token[0] in (b"[", b"{"):
            depth += 1
        elif token[0] in (b"]", b"}"):
            depth -= 1
        elif depth == 1 and token[2]:
            names.add(token[1].decode("utf-8", "replace"))
    return frozenset(names)


def _dialects_by_name(suite: Suite, asked: Dialect, file: str) -> Iterator[Hint]:
    """Those whose files have such a name, the default one first: what is amiss in a text may hide its looks."""
    for dialect in sorted(_dialects_beside(suite, asked), key=lambda each: not each.default):
        if _is_named_like(file, dialect, asked):
            yield _dialect_hint(dialect, file)


def _is_named_like(file: str, dialect: Dialect, asked: Dialect) -> bool:
    return dialect.extension != asked.extension and file.endswith(f".{dialect.extension}")


def _dialects_beside(suite: Suite, asked: Dialect) -> list[Dialect]:
    return [each for each in suite.dialects.values() if each.id != asked.id and not each.is_named_alone]


def _dialect_hint(dialect: Dialect, file: str) -> Hint:
    return Hint(dialect.id, dialect.source, _arguments(dialect, file), dialect=dialect.id)


def _looks_like(suite: Suite, dialect: Dialect, reference: QuickReference, value: Json, question: Question) -> bool:
    """Each dialect reads the bytes by its own notation, and in its own default context."""
    read_as = suite.dialects[question.dialect].notation
    if read_as == dialect.notation or (read_as == dialect.contains and value is not None):
        return reference.matches(dialect.looks_like, value)
    if read_as == dialect.excludes and value is not None:
        return False
    notation = load_notation(dialect.notation)
    if len(question.card) > min(_LARGEST_LOOKED_AT, notation.LARGEST_CARD):
        return False
    try:
        read = notation.decode(question.card, suite.default_context(dialect)).value
    except DecodeError:
        return False
    if dialect.serves:
        card, path = card_in(read), read["request"]["path"]
        return choose_serving(suite, reference, card, path, serving_dialects(suite)).dialect == dialect
    return reference.matches(dialect.looks_like, read)


def _arguments(dialect: Dialect, file: str) -> tuple[str, ...]:
    context = ("--context", "FILE") if context_problem(dialect, NO_CONTEXT) else ()
    return "--dialect", dialect.id, *context, file


def _defined_members(schema: Json) -> set[str]:
    """The members that a schema names for a card as a whole."""
    return _members_named(schema, "properties")


def _members_named(schema: Json, keyword: str) -> set[str]:
    """The names in one keyword of a schema of a card, wherever it looks at the card as a whole."""
    if not isinstance(schema, dict):
        return set()
    held = [schema[holder] for holder in _IN_PLACE if holder in schema]
    parts = [part for each in held for part in (each if isinstance(each, list) else [each])]
    return {*schema.get(keyword, ())}.union(*(_members_named(part, keyword) for part in parts))


def _listed(names: list[str]) -> str:
    *first, last = map(to_ascii, names)
    return f"{', '.join(first)} and {last}" if first else last
