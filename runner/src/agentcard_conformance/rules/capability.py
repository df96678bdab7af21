"""Rules about how a capability is declared."""

from collections.abc import Iterator
from operator import itemgetter

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule

_ID = itemgetter("id")

_NAMESPACES = ("text.", "tool.", "data.", "fn.", "a2a.")
_REVERSE_DOMAIN_LABELS = 3

_LABEL = "[a-z0-9_-]+"
_NAMESPACE = "|".join(name.replace(".", "[.]") for name in _NAMESPACES)


@rule(passes={"required": ["description"]})
def is_described(value: Json) -> Iterator[Fault]:
    """A description, by which people and models choose."""
    if "description" not in value:
        yield Fault("the capability has no description")


@rule(passes={"pattern": f"^(?:(?:{_NAMESPACE}){_LABEL}|{_LABEL}[.]{_LABEL}(?:[.]{_LABEL})+$)"})
def uses_a_namespace(value: Json) -> Iterator[Fault]:
    """A conventional namespace, or a reverse domain in front of a private name."""
    labels = value.split(".")
    conventional = value.startswith(_NAMESPACES) and all(labels[:2])
    if not conventional and not (len(labels) >= _REVERSE_DOMAIN_LABELS and all(labels)):
        yield Fault(f"{value!a} is in none of the namespaces {', '.join(_NAMESPACES)} and has no reverse domain")


@rule(passes={"pattern": "^[^.]+[.][^.]"})
def is_dotted(value: Json) -> Iterator[Fault]:
    """A dot between a namespace and a name."""
    namespace, _, name = value.partition(".")
    if not (namespace and name):
        yield Fault(f"{value!a} has no dot between a namespace and a name")


def _are_as_many_as_ids(value: Json) -> bool:
    try:
        return len(value) == 1 or len(set(map(_ID, value))) == len(value)
    except (KeyError, TypeError):
        return False


@rule(passes=_are_as_many_as_ids)
def ids_are_distinct(value: Json) -> Iterator[Fault]:
    """No two capabilities with one id, which a caller could not tell apart."""
    yield from _repeated(value, "id")


@rule(passes={"maxItems": 1})
def uris_are_distinct(value: Json) -> Iterator[Fault]:
    """No two extensions with one uri; null, which may stand for the list, has none."""
    yield from _repeated(value or (), "uri")


@rule(passes={"required": ["uri"]})
def has_a_uri(value: Json) -> Iterator[Fault]:
    """A uri, by which others know an extension."""
    if "uri" not in value:
        yield Fault("the extension has no uri")


def _repeated(items: Json, name: str) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, item in enumerate(items):
        text = item.get(name) if isinstance(item, dict) else None
        if isinstance(text, str):
            if text in seen:
                yield Fault(f"the {name} {text!a} occurs twice", (index, name))
            seen.add(text)
