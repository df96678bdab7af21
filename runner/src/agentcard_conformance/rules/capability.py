"""Is a capability declared as its readers hope?"""

from collections.abc import Iterator, Mapping

from agentcard_conformance.model import Fault, Json

NAMESPACES = ("text.", "tool.", "data.", "fn.", "a2a.")
REVERSE_DOMAIN_LABELS = 3

LABEL = "[a-z0-9_-]+"
CONVENTIONAL = "|".join(name.replace(".", "[.]") for name in NAMESPACES)


def is_described(value: Json) -> Iterator[Fault]:
    """A description is what people and models choose by."""
    if "description" not in value:
        yield Fault("the capability has no description")


def uses_a_namespace(value: Json) -> Iterator[Fault]:
    """A conventional namespace, or a reverse domain in front of a private name."""
    labels = value.split(".")
    conventional = value.startswith(NAMESPACES) and all(labels[:2])
    if not conventional and not (len(labels) >= REVERSE_DOMAIN_LABELS and all(labels)):
        yield Fault(f"{value!a} stands in none of the namespaces {', '.join(NAMESPACES)} and under no reverse domain")


def ids_are_distinct(value: Json) -> Iterator[Fault]:
    """Two capabilities of one id cannot be told apart by a caller."""
    ids = [item.get("id") if isinstance(item, dict) else None for item in value]
    seen: set[str] = set()
    for index, name in enumerate(ids):
        if isinstance(name, str):
            if name in seen:
                yield Fault(f"the id {name!a} stands here a second time", (index, "id"))
            seen.add(name)


def _differ(value: Json) -> bool:
    """Are they as many as the capabilities?"""
    try:
        return len({item["id"] for item in value}) == len(value)
    except (KeyError, TypeError):
        return False


SURE: Mapping[str, Json] = {
    "is_described": {"required": ["description"]},
    "uses_a_namespace": {"pattern": f"^(?:(?:{CONVENTIONAL}){LABEL}|{LABEL}[.]{LABEL}(?:[.]{LABEL})+$)"},
    "ids_are_distinct": _differ,
}
