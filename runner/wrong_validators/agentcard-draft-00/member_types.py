"""Types of members: what is falsy, what can be coerced, and what a language takes for the same."""

from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import taking
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Json

MEMBERS = {
    "agent-id": ("/agent_id", "agent-id-type", str),
    "name": ("/name", "name-type", str),
    "version": ("/version", "version-type", str),
    "capabilities": ("/capabilities", "capabilities-type", list),
    "capability": ("/capabilities/0", "capability-type", dict),
    "capability-id": ("/capabilities/0/id", "capability-id-type", str),
    "description": ("/capabilities/0/description", "capability-description-type", str),
    "tags": ("/capabilities/0/tags", "tags-type", list),
    "tag": ("/capabilities/0/tags/0", "tag-type", str),
    "input-schema": ("/capabilities/0/input_schema", "input-schema-type", dict),
    "output-schema": ("/capabilities/0/output_schema", "output-schema-type", dict),
    "endpoint": ("/endpoint", "endpoint-type", dict),
    "protocol": ("/endpoint/protocol", "endpoint-protocol-type", str),
    "url": ("/endpoint/url", "endpoint-url-type", str),
    "auth": ("/endpoint/auth", "auth-type", dict),
    "pricing": ("/pricing", "pricing-type", dict),
    "base-cost": ("/pricing/base_cost_joules", "base-cost-type", float),
    "per-token": ("/pricing/per_token_joules", "per-token-type", float),
    "metadata": ("/metadata", "metadata-type", dict),
    "substrate-scope": ("/metadata/pacr:substrate_scope", "substrate-scope-type", str),
    "goals": ("/goal_subscriptions", "goals-type", list),
    "goal": ("/goal_subscriptions/0", "goal-type", dict),
    "goal-id": ("/goal_subscriptions/0/goal_id", "goal-id-type", str),
    "goal-priority": ("/goal_subscriptions/0/priority", "goal-priority-type", float),
}

HOLDERS: dict[str, Json] = {
    "/capabilities/0/tags/0": {"/capabilities/0/tags": ["a"]},
    "/pricing/base_cost_joules": {"/pricing": {}},
    "/pricing/per_token_joules": {"/pricing": {}},
    "/metadata/pacr:substrate_scope": {"/metadata": {}},
    "/goal_subscriptions/0": {"/goal_subscriptions": [{"goal_id": "g"}]},
    "/goal_subscriptions/0/goal_id": {"/goal_subscriptions": [{"goal_id": "g"}]},
    "/goal_subscriptions/0/priority": {"/goal_subscriptions": [{"goal_id": "g"}]},
}


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_numeral(value: Json) -> bool:
    try:
        return isinstance(value, str) and float(value) >= 0
    except ValueError:
        return False


VALUES: dict[str, tuple[str, Json, Callable[[Json], bool], tuple[type, ...]]] = {
    "false": ("if value: in Python, JavaScript, Ruby", False, lambda value: value is False, (str, list, dict, float)),
    "zero": ("if value: in Python, JavaScript, PHP", 0, lambda value: is_number(value) and value == 0, (str, list, dict)),
    "an-empty-text": ("if value: in Python, JavaScript, PHP", "", lambda value: value == "", (list, dict, float)),
    "an-empty-list": ("if value: in Python and PHP; [] == false", [], lambda value: value == [], (str, dict, float)),
    "an-empty-object": ("if value: in Python; count() in PHP", {}, lambda value: value == {}, (str, list, float)),
    "a-list-for-an-object": ("typeof value === 'object'; associative arrays", [1], lambda value: isinstance(value, list),
                             (dict,)),
    "an-object-for-a-list": ("typeof value === 'object'; maps keyed by an id", {"a": {"id": "a"}},
                             lambda value: isinstance(value, dict), (list,)),
    "an-object-with-numbers": ("arrays of PHP, Perl and Lua", {"0": 1}, lambda value: isinstance(value, dict)
                               and [*value] == [str(number) for number in range(len(value))], (list,)),
    "a-text-for-a-list": ("for letter in text; a text is iterable", "abc", lambda value: isinstance(value, str), (list,)),
    "words-with-commas": ("split(',')", "a,b", lambda value: isinstance(value, str) and "," in value, (list,)),
    "a-text-for-an-object": ("a short form in its place", "text", lambda value: isinstance(value, str) and value != "",
                             (dict,)),
    "a-number": ("str(value), or coerceTypes of Ajv", 5, is_number, (str,)),
    "a-large-number": ("str(value), or coerceTypes of Ajv", 1000, lambda value: is_number(value) and value > 99, (str,)),
    "a-fraction": ("str(value): 1.5 as a text", 1.5, lambda value: is_number(value) and value % 1, (str,)),
    "true": ("str(value), or coerceTypes of Ajv", True, lambda value: value is True, (str, list, dict)),
    "true-for-a-number": ("bool is an int in Python, and 1 in C", True, lambda value: isinstance(value, bool), (float,)),
    "a-numeral": ("float(value), Number(value)", "1", is_numeral, (float,)),
    "any-text-for-a-number": ("NaN is of type number in JavaScript", "joules", lambda value: isinstance(value, str),
                              (float,)),
    "a-list-of-one-number": ("loose comparison: [1] >= 0 in JavaScript", [1], lambda value: isinstance(value, list)
                             and len(value) == 1 and is_number(value[0]), (float,)),
    "an-object-with-a-number": ("a value with its unit", {"value": 1, "unit": "J"},
                                lambda value: isinstance(value, dict) and value != {}, (float,)),
    "a-list-of-one-text": ("XML turned to JSON; [x] == x", ["text"], lambda value: isinstance(value, list)
                           and len(value) == 1, (str,)),
    "a-list-of-texts": ("several lines, as in a man page", ["a", "b"], lambda value: isinstance(value, list)
                        and len(value) > 1 and all(isinstance(each, str) for each in value), (str,)),
    "an-object-for-a-text": ("a text in several languages, or {'#text': ...}", {"en": "text"},
                             lambda value: isinstance(value, dict) and value != {}, (str,)),
    "a-number-for-an-object": ("the one member that matters, alone", 1, lambda value: is_number(value) and value != 0,
                               (dict, list)),
    "a-list-of-one-object": ("XML turned to JSON", [{}], lambda value: isinstance(value, list) and len(value) == 1
                             and isinstance(value[0], dict), (dict,)),
}  # fmt: skip
"""The habit, a value, what is taken, and in place of which types."""


TAKEN = [
    WrongValidator(
        f"{member}-{name}", habit, {**HOLDERS.get(pattern, {}), pattern: value}, taking(requirement, is_taken)
    )
    for member, (pattern, requirement, wanted) in MEMBERS.items()
    for name, (habit, value, is_taken, instead) in VALUES.items()
    if wanted in instead and not (member.endswith("schema") and name in ("true", "false"))
]
