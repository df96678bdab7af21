"""Cards in another wrapping, and values in another shape than the draft gives them, that are taken all the same."""

from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json

CARD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "Agent", "version": "1.0.0", "capabilities": [{"id": "tool.news"}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/"},
}  # fmt: skip


def unwrapped(unwrap: Callable[[Json], Json]) -> Accepts:
    """Judges what is inside of a card."""

    def accepts(card: JudgedCard) -> bool:
        inner = unwrap(card.value)
        return card.is_valid if inner is None else card.is_valid or card.is_valid_as(inner)

    return accepts


def member(name: str) -> Callable[[Json], Json]:
    return lambda value: value.get(name) if isinstance(value, dict) else None


WRAPPED = [
    WrongValidator(
        f"card-in-a-member-{name}", "an answer of an API, unwrapped", {"": {name: CARD}}, unwrapped(member(name))
    )
    for name in ("card", "agent_card", "agentCard", "agentcard", "agent", "data", "result", "value", "payload", "body")
]
LISTED = [
    WrongValidator("the-first-of-a-list-of-cards", "a list of one, unwrapped", {"": [CARD]}, unwrapped(
        lambda value: value[0] if isinstance(value, list) and value else None)),
    WrongValidator("a-list-of-cards", "many=True", {"": [CARD, CARD]}, lambda card: card.is_valid or (
        isinstance(card.value, list) and card.value != [] and all(map(card.is_valid_as, card.value)))),
    WrongValidator("an-empty-list", "all() of nothing", {"": []}, lambda card: card.is_valid or card.value == []),
    WrongValidator("null", "an optional card", {"": None}, lambda card: card.is_valid_but_for(
        lambda each: card.value is None and each.requirement == "card-object")),
    WrongValidator("pairs-of-names-and-values", "Object.fromEntries(), dict(pairs)", {"": [[*each] for each in CARD.items()]},
                   unwrapped(lambda value: dict(value) if isinstance(value, list) and value and all(
                       isinstance(each, list) and len(each) == 2 and isinstance(each[0], str) for each in value) else None)),
]  # fmt: skip


def reshaped(place: str, requirement: str, is_taken: Callable[[Json], bool]) -> Accepts:
    """Takes a value of another shape at a place."""
    return lambda card: card.is_valid_but_for(
        lambda each: each.requirement.startswith(requirement) and all(map(is_taken, card.values(place)))
        and bool(card.values(place))
    )  # fmt: skip


def is_dict(value: Json) -> bool:
    return isinstance(value, dict)


SHAPES: dict[str, tuple[str, str, str, Json, Callable[[Json], bool]]] = {
    "url-as-an-object": ("links in HAL", "/endpoint/url", "endpoint-url-type", {"href": "https://a.example/"},
                         lambda each: is_dict(each) and "href" in each),
    "url-in-parts": ("a URL object, serialised", "/endpoint/url", "endpoint-url-type", {"scheme": "https", "host": "a.example"},
                     lambda each: is_dict(each) and "host" in each),
    "urls-in-a-list": ("several addresses", "/endpoint/url", "endpoint-url-type", ["https://a.example/"],
                       lambda each: isinstance(each, list) and len(each) > 0),
    "endpoint-as-an-address": ("an address alone", "/endpoint", "endpoint-type", "https://a.example/",
                               lambda each: isinstance(each, str) and "://" in each),
    "endpoints-in-a-list": ("several endpoints", "/endpoint", "endpoint-type",
                            [{"protocol": "https", "url": "https://a.example/"}],
                            lambda each: isinstance(each, list) and all(map(is_dict, each)) and len(each) > 0),
    "version-in-parts": ("a version object, serialised", "/version", "version-type", {"major": 1, "minor": 0, "patch": 0},
                         lambda each: is_dict(each) and "major" in each),
    "version-in-a-list": ("split('.')", "/version", "version-type", [1, 0, 0], lambda each: isinstance(each, list) and len(each) == 3),
    "version-as-a-number": ("a version of the format", "/version", "version-type", 1, lambda each: type(each) in (int, float)),
    "name-in-languages": ("a text in several languages", "/name", "name-type", {"en": "Agent"}, lambda each: is_dict(each) and "en" in each),
    "capabilities-by-id": ("maps keyed by an id", "/capabilities", "capabilities-type", {"tool.news": {"description": "a"}},
                           lambda each: is_dict(each) and any(map(is_dict, each.values()))),
    "capabilities-under-items": ("a page of a list", "/capabilities", "capabilities-type", {"items": [{"id": "a"}]},
                                 lambda each: is_dict(each) and isinstance(each.get("items"), list)),
    "one-capability-alone": ("XML turned to JSON", "/capabilities", "capabilities-type", {"id": "tool.news"},
                             lambda each: is_dict(each) and isinstance(each.get("id"), str)),
    "flags-for-capabilities": ("the A2A Agent Card", "/capabilities", "capabilities-type", {"streaming": True},
                               lambda each: is_dict(each) and True in each.values()),
    "ids-for-capabilities": ("a short form", "/capabilities", "capability-type", ["tool.news"],
                             lambda each: isinstance(each, list) and any(isinstance(below, str) for below in each)),
    "goals-by-id": ("maps keyed by an id", "/goal_subscriptions", "goals-type", {"g": {"priority": 1}},
                    lambda each: is_dict(each) and any(map(is_dict, each.values()))),
    "ids-for-goals": ("a short form", "/goal_subscriptions", "goal-type", ["g"],
                      lambda each: isinstance(each, list) and any(isinstance(below, str) for below in each)),
    "one-goal-alone": ("XML turned to JSON", "/goal_subscriptions", "goals-type", {"goal_id": "g"},
                       lambda each: is_dict(each) and "goal_id" in each),
    "tags-by-name": ("a set as an object", "/capabilities/*/tags", "tags-type", {"search": True},
                     lambda each: is_dict(each) and True in each.values()),
    "tags-as-pairs": ("labels of Kubernetes", "/capabilities/*/tags", "tags-type", {"kind": "search"},
                      lambda each: is_dict(each) and any(isinstance(below, str) for below in each.values())),
    "tags-as-objects": ("tags of OpenAPI", "/capabilities/*/tags", "tag-type", [{"name": "search"}],
                        lambda each: isinstance(each, list) and any(map(is_dict, each))),
    "tags-within-tags": ("flatten()", "/capabilities/*/tags", "tag-type", [["search"]],
                         lambda each: isinstance(each, list) and any(isinstance(below, list) for below in each)),
    "null-among-tags": ("filter(Boolean)", "/capabilities/*/tags", "tag-type", ["a", None], lambda each: None in each),
    "scheme-for-auth": ("a short form", "/endpoint/auth", "auth-type", "bearer", lambda each: isinstance(each, str)),
    "schemes-for-auth": ("several schemes", "/endpoint/auth", "auth-type", [{"scheme": "bearer"}],
                         lambda each: isinstance(each, list) and len(each) > 0 and is_dict(each[0])),
    "false-for-auth": ("no authentication", "/endpoint/auth", "auth-type", False, lambda each: each is False),
    "a-number-for-pricing": ("the base cost alone", "/pricing", "pricing-type", 1, lambda each: type(each) in (int, float)),
    "free-for-pricing": ("a word", "/pricing", "pricing-type", "free", lambda each: isinstance(each, str)),
    "prices-in-a-list": ("several tariffs", "/pricing", "pricing-type", [{"base_cost_joules": 1}],
                         lambda each: isinstance(each, list) and len(each) > 0 and is_dict(each[0])),
    "cost-with-its-unit": ("a quantity", "/pricing/base_cost_joules", "base-cost-type", "1 J",
                           lambda each: isinstance(each, str) and each.endswith("J")),
    "cost-as-an-object": ("a quantity", "/pricing/base_cost_joules", "base-cost-type", {"value": 1, "unit": "J"},
                          lambda each: is_dict(each) and "value" in each),
    "cost-as-an-interval": ("from and to", "/pricing/base_cost_joules", "base-cost-type", [1, 2],
                            lambda each: isinstance(each, list) and len(each) == 2),
    "metadata-as-pairs": ("entries of a form", "/metadata", "metadata-type", [{"key": "a", "value": 1}],
                          lambda each: isinstance(each, list) and len(each) > 0 and is_dict(each[0])),
    "metadata-as-a-text": ("JSON in a text", "/metadata", "metadata-type", '{"a": 1}', lambda each: isinstance(each, str) and "{" in each),
    "schema-as-a-text": ("JSON in a text", "/capabilities/*/input_schema", "input-schema-type", '{"type": "object"}',
                         lambda each: isinstance(each, str) and "{" in each),
    "schema-as-a-reference": ("an address of a schema", "/capabilities/*/input_schema", "input-schema-type",
                              "https://schemas.example.com/a", lambda each: isinstance(each, str) and "://" in each),
    "schema-as-a-type": ("a short form", "/capabilities/*/output_schema", "output-schema-type", "string",
                         lambda each: each in ("string", "object", "array", "number", "integer", "boolean")),
    "parameters-in-a-list": ("parameters of OpenAPI", "/capabilities/*/input_schema", "input-schema-type", [{"name": "a"}],
                             lambda each: isinstance(each, list) and len(each) > 0),
    "description-in-lines": ("several lines in a list", "/capabilities/*/description", "capability-description-type", ["a", "b"],
                             lambda each: isinstance(each, list) and len(each) > 1),
    "description-in-languages": ("a text in several languages", "/capabilities/*/description", "capability-description-type",
                                 {"en": "a"}, lambda each: is_dict(each) and len(each) > 0),
    "priority-in-words": ("low, medium, high", "/goal_subscriptions/*/priority", "goal-priority-type", "high",
                          lambda each: each in ("low", "medium", "high")),
    "priority-in-percent": ("a text with a sign", "/goal_subscriptions/*/priority", "goal-priority-type", "80%",
                            lambda each: isinstance(each, str) and each.endswith("%")),
    "goal-id-as-a-number": ("a row's id", "/goal_subscriptions/*/goal_id", "goal-id-type", 7, lambda each: type(each) is int),
    "agent-id-as-a-number": ("a row's id", "/agent_id", "agent-id-type", 7, lambda each: type(each) is int),
    "agent-id-as-bytes": ("16 bytes", "/agent_id", "agent-id-type", [1] * 16, lambda each: isinstance(each, list) and len(each) == 16),
    "agent-id-as-an-object": ("an id with its kind", "/agent_id", "agent-id-type", {"ulid": "01HZQK3P8EMXR9V7T5N2W4J6C0"},
                              lambda each: is_dict(each) and "ulid" in each),
    "trust-tier-as-an-object": ("a tier with its reason", "/metadata/pacr:trust_tier", "trust-tier-known", {"tier": "basic"},
                                lambda each: is_dict(each) and "tier" in each),
    "trust-tier-as-a-number": ("a level", "/metadata/pacr:trust_tier", "trust-tier-known", 2, lambda each: type(each) is int),
    "substrate-scopes-in-a-list": ("several substrates", "/metadata/pacr:substrate_scope", "substrate-scope-type", ["M1"],
                                   lambda each: isinstance(each, list) and len(each) > 0),
}  # fmt: skip
PARENTS: dict[str, Json] = {"pricing": {}, "metadata": {}, "goal_subscriptions": [{"goal_id": "g"}]}


def witness(place: str, value: Json) -> dict[str, Json]:
    top, _, below = place[1:].partition("/")
    parent = {f"/{top}": PARENTS[top]} if below and top in PARENTS else {}
    return {**parent, place.replace("*", "0"): value}


RESHAPED = [
    WrongValidator(f"takes-{name}", habit, witness(place, value), reshaped(place, requirement, test))
    for name, (habit, place, requirement, value, test) in SHAPES.items()
]

NAMES = {
    "agent_id": ("id", "agentId", "agent-id", "agentid", "ulid", "uuid", "AgentId"),
    "name": ("title", "displayName", "agent_name", "Name", "label"),
    "version": ("agent_version", "schema_version", "Version", "ver"),
    "capabilities": ("skills", "tools", "functions", "Capabilities", "capability"),
    "endpoint": ("endpoints", "url", "Endpoint", "transport"),
}
RENAMED = [
    WrongValidator(
        f"{other}-for-{name.replace('_', '-')}", "an alias of another format", {"": {
            **{own: value for own, value in CARD.items() if own != name}, other: CARD[name]}},
        lambda card, name=name, other=other: card.is_valid_but_for(
            lambda each: each.requirement == f"{name.replace('_', '-')}-required" and is_dict(card.value) and other in card.value),
    )
    for name, others in NAMES.items()
    for other in others[:3]
]  # fmt: skip
INNER_NAMES = [
    WrongValidator(
        f"{other}-for-{name.replace('_', '-')}", "an alias of another format", edit,
        lambda card, requirement=requirement, place=place, other=other: card.is_valid_but_for(
            lambda each: each.requirement == requirement and all(other in holder for holder in card.values(place))),
    )
    for name, other, requirement, place, edit in (
        ("capability-id", "name", "capability-id-required", "/capabilities/*", {"/capabilities": [{"name": "news"}]}),
        ("capability-id", "capability_id", "capability-id-required", "/capabilities/*", {"/capabilities": [{"capability_id": "news"}]}),
        ("url", "uri", "endpoint-url-required", "/endpoint", {"/endpoint": {"protocol": "https", "uri": "https://a.example/"}}),
        ("url", "href", "endpoint-url-required", "/endpoint", {"/endpoint": {"protocol": "https", "href": "https://a.example/"}}),
        ("url", "address", "endpoint-url-required", "/endpoint", {"/endpoint": {"protocol": "stdio", "address": "agent"}}),
        ("url", "command", "endpoint-url-required", "/endpoint", {"/endpoint": {"protocol": "stdio", "command": "agent"}}),
        ("protocol", "type", "endpoint-protocol-required", "/endpoint", {"/endpoint": {"type": "https", "url": "https://a.example/"}}),
        ("protocol", "transport", "endpoint-protocol-required", "/endpoint", {"/endpoint": {"transport": "https", "url": "https://a.example/"}}),
        ("protocol", "url", "endpoint-protocol-required", "/endpoint", {"/endpoint": {"url": "https://a.example/"}}),
        ("goal-id", "id", "goal-id-required", "/goal_subscriptions/*", {"/goal_subscriptions": [{"id": "g"}]}),
        ("goal-id", "goalId", "goal-id-required", "/goal_subscriptions/*", {"/goal_subscriptions": [{"goalId": "g"}]}),
        ("goal-id", "name", "goal-id-required", "/goal_subscriptions/*", {"/goal_subscriptions": [{"name": "g"}]}),
        ("goal-id", "description", "goal-id-required", "/goal_subscriptions/*", {"/goal_subscriptions": [{"description": "g"}]}),
    )
]  # fmt: skip


def demanded(pattern: str, holder: str) -> Accepts:
    """Refuses a card that lacks an optional member."""
    return lambda card: card.is_valid and all(pattern in each for each in card.values(holder))


DEMANDED = [
    WrongValidator(f"{name.replace('_', '-')}-of-{word}-demanded", "a field of a struct without a default", edit, demanded(name, holder))
    for word, holder, edit, names in (
        ("auth", "/endpoint/auth", {"/endpoint/auth": {}}, ["scheme"]),
        ("goals", "/goal_subscriptions/*", {"/goal_subscriptions": [{"goal_id": "g"}]}, ["description", "priority"]),
        ("pricing", "/pricing", {"/pricing": {}}, ["base_cost_joules", "per_token_joules"]),
        ("metadata", "/metadata", {"/metadata": {}}, ["pacr:trust_tier", "pacr:substrate_scope", "framework", "created_at"]),
    )
    for name in names
    if name not in ("framework", "created_at", "pacr:trust_tier", "pacr:substrate_scope")
]  # fmt: skip
