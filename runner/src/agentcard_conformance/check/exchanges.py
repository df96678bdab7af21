"""Which dialect an exchange over HTTP is of, and the documents that are served in it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from agentcard_conformance.corpus import Suite, context_problem, given_context, missing_context
from agentcard_conformance.errors import CallError
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Json, Question, Serving, parts_at


class ServingDialect(NamedTuple):
    """A dialect of exchanges, and what these serve."""

    dialect: Dialect
    serves: Serving

    @property
    def body(self) -> str:
        """The dialect that a body is of."""
        return self.serves.documents[0].dialect

    def is_of(self, dialect: Dialect) -> bool:
        """Whether it is this dialect, or about cards or bodies of it."""
        return dialect.id in (self.dialect.id, self.dialect.part_of, *(each.dialect for each in self.serves.documents))


def serving_dialects(suite: Suite) -> list[ServingDialect]:
    """The dialects of exchanges."""
    return [ServingDialect(each, each.serves) for each in suite.dialects.values() if each.serves]


def choose_serving(
    suite: Suite, reference: QuickReference, card: Json, path: str, among: list[ServingDialect]
) -> ServingDialect:
    """As whose exchange a card is judged: by what it looks like, or else by the path where it was asked for."""

    def fits(each: ServingDialect) -> tuple[bool, bool]:
        return reference.matches(suite.dialects[each.body].looks_like, card), path in each.serves.paths

    return max(among, key=fits)


def card_in(value: Json) -> Json:
    """The JSON of the answer; None where there is none."""
    return value.get("answer", {}).get("card")


def context_of_served(suite: Suite, file: str | None, dialect: Dialect) -> Context:
    """The context that somebody named, for the card where exchanges serve one; raises CallError if it does not fit."""
    if not dialect.serves:
        return given_context(file, dialect)
    card = suite.dialects[dialect.serves.documents[-1].dialect]
    return given_context(file, card) if file else NO_CONTEXT


def served_documents(suite: Suite, dialect: Dialect, value: Json, question: Question) -> Iterator[Question]:
    """The body and the card, to be judged as what they are; raises CallError for what cannot be judged so."""
    if not dialect.serves or not isinstance(value, Mapping):
        return
    if "unread" in value:
        raise CallError(value["unread"])
    if not isinstance(card_in(value), dict):
        return
    from agentcard_conformance.notations.http_exchange.messages import read_exchange  # not above: cards need no HTTP

    for place, name in dialect.serves.documents:
        texts = (
            part.encode("utf-8", "surrogatepass")
            for _, part in parts_at(card_in(value), place)
            if isinstance(part, str)
        )
        for text in texts if place else [read_exchange(question.card).unpack_body()]:
            yield Question(text, name, _fitting(suite.dialects[name], question.context))


def _fitting(dialect: Dialect, context: Context) -> Context:
    """What was given, where the dialect takes it, or nothing, where it needs nothing."""
    if not context_problem(dialect, context):
        return context
    if missing := missing_context(dialect):
        raise CallError(missing)
    return NO_CONTEXT
