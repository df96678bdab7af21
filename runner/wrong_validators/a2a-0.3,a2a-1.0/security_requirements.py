"""Security requirements, of the card and of its skills. Each witness has them as both versions spell them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from agentcard_conformance.adequacy.oversights import demanding, not_asking, overlooking
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator, wrong
from agentcard_conformance.model import Absent, Json

Asked: TypeAlias = Mapping[str, Sequence[str]]
"""One requirement: the scopes of each scheme."""

OPENID = {
    "type": "openIdConnect",
    "openIdConnectUrl": "https://id.example/oidc",
    "openIdConnectSecurityScheme": {"openIdConnectUrl": "https://id.example/oidc"},
}
MTLS = {"type": "mutualTLS", "mtlsSecurityScheme": {}}
OAUTH = {
    "type": "oauth2",
    "flows": {"clientCredentials": {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}},
    "oauth2SecurityScheme": {
        "flows": {"clientCredentials": {"tokenUrl": "https://id.example/t", "scopes": {"r": "Read"}}}
    },
}
SCHEMES = {"/securitySchemes": {"a": OPENID, "b": MTLS, "c": OAUTH}}
UNDECLARED = "required-schemes-declared"


def required(*several: Asked, holder: str = "") -> dict[str, Json]:
    """Requirements of the card, or of what else holds them, in both spellings."""
    wrapped = [{"schemes": {name: {"list": [*scopes]} for name, scopes in each.items()}} for each in several]
    plain = [{name: [*scopes] for name, scopes in each.items()} for each in several]
    return {f"{holder}/security": plain, f"{holder}/securityRequirements": wrapped}


def of_skill(*several: Asked) -> dict[str, Json]:
    return required(*several, holder="/skills/0")


def requirements(card: JudgedCard, holder: str = "") -> list[dict[str, Json]]:
    """The right ones of the version at hand: those with wrappers, or else those without."""
    wrapped = [each.get("schemes", {}) for each in card.values(f"{holder}/securityRequirements/*")]
    found = wrapped or card.values(f"{holder}/security/*")
    return [each for each in found if isinstance(each, dict)]


def everywhere(card: JudgedCard) -> list[dict[str, Json]]:
    return requirements(card) + requirements(card, "/skills/*")


def scopes_of(value: Json) -> list[str]:
    scopes = value.get("list", []) if isinstance(value, dict) else value
    return scopes if isinstance(scopes, list) else []


def names(card: JudgedCard) -> list[str]:
    return [name for each in everywhere(card) for name in each]


def scopes(card: JudgedCard) -> list[str]:
    return [scope for each in everywhere(card) for value in each.values() for scope in scopes_of(value)]


def declared(card: JudgedCard) -> list[str]:
    found = card.value.get("securitySchemes") if isinstance(card.value, dict) else None
    return [*found] if isinstance(found, dict) else []


def taking_names(is_taken: Callable[[JudgedCard, Violation], bool]) -> Accepts:
    """Takes some names of schemes that the card does not have."""
    return overlooking(lambda card, violation: violation.requirement == UNDECLARED and is_taken(card, violation))


PROTOTYPE = ("constructor", "toString", "hasOwnProperty", "valueOf", "__proto__")
TAKEN: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard, Violation], bool]]] = {
    "any-name": ("names are not looked up", SCHEMES | required({"x": []}), lambda *_: True),
    "any-name-in-skills": ("skills are not looked through", SCHEMES | of_skill({"x": []}), lambda _, at: at.at[0] == "skills"),
    "any-name-of-the-card": ("skills alone are looked through", SCHEMES | required({"x": []}), lambda _, at: at.at[0] != "skills"),
    "any-name-where-there-are-no-schemes": ("if card.securitySchemes", required({"x": []}), lambda card, _: not declared(card)),
    "any-name-where-schemes-are-empty": ("if card.securitySchemes", {"/securitySchemes": {}} | required({"x": []}), lambda card, _: card.values("/securitySchemes") == [{}]),
    "any-name-where-schemes-are-left-out": ("if 'securitySchemes' in card", {"/securitySchemes": Absent.ABSENT} | required({"x": []}), lambda card, _: not card.values("/securitySchemes")),
    "any-name-in-skills-where-there-are-no-schemes": ("if card.securitySchemes", of_skill({"x": []}), lambda card, at: not declared(card) and at.at[0] == "skills"),
    "names-behind-the-first-requirement": ("requirements[0]", SCHEMES | required({"a": []}, {"x": []}), lambda _, at: at.at[0] != "skills" and at.at[1] != "0"),
    "names-ahead-of-the-last-requirement": ("a result that each turn overwrites", SCHEMES | required({"x": []}, {"a": []}), lambda card, at: at.at[0] != "skills" and int(at.at[1]) < len(requirements(card)) - 1),
    "names-behind-the-first-of-a-requirement": ("next(iter(requirement))", SCHEMES | required({"a": [], "x": []}), lambda card, at: len(card.value_at(at.at[:-1])) > 1 and next(iter(card.value_at(at.at[:-1]))) != at.at[-1]),
    "names-ahead-of-the-last-of-a-requirement": ("a result that each turn overwrites", SCHEMES | required({"x": [], "a": []}), lambda card, at: [*card.value_at(at.at[:-1])][-1] != at.at[-1]),
    "names-beside-a-known-one": ("any() where all() is meant", SCHEMES | required({"x": [], "a": []}), lambda card, at: bool({*declared(card)} & {*card.value_at(at.at[:-1])})),
    "names-in-other-requirements-than-a-known-one": ("one way is enough", SCHEMES | required({"a": []}, {"x": []}), lambda card, _: any({*each} <= {*declared(card)} and each for each in requirements(card))),
    "names-in-skills-behind-the-first": ("skills[0]", {"/skills": [
        {"id": "s1", "name": "n", "description": "d", "tags": ["t"]},
        {"id": "s2", "name": "n", "description": "d", "tags": ["t"], **{key[1:]: value for key, value in required({"x": []}).items()}},
    ]} | SCHEMES, lambda _, at: at.at[0] == "skills" and at.at[1] != "0"),
    "names-behind-the-first-requirement-of-a-skill": ("requirements[0]", SCHEMES | of_skill({"a": []}, {"x": []}), lambda _, at: at.at[0] == "skills" and at.at[3] != "0"),
    "names-of-skills-beside-requirements-of-the-card": ("else if", SCHEMES | required({"a": []}) | of_skill({"x": []}), lambda card, at: at.at[0] == "skills" and bool(requirements(card))),
    "names-of-the-card-beside-requirements-of-skills": ("else if", SCHEMES | required({"x": []}) | of_skill({"a": []}), lambda card, at: at.at[0] != "skills" and bool(requirements(card, "/skills/*"))),
    "names-in-another-case": ("a map without case", SCHEMES | required({"A": []}), lambda card, at: at.at[-1].lower() in map(str.lower, declared(card))),
    "names-with-blanks": ("trim()", SCHEMES | required({"a ": []}), lambda card, at: at.at[-1].strip() in declared(card)),
    "names-that-begin-as-one": ("startsWith()", SCHEMES | required({"a2": []}), lambda card, at: any(at.at[-1].startswith(each) for each in declared(card))),
    "parts-of-a-name": ("'names joined'.includes(name)", {"/securitySchemes": {"login": MTLS}} | required({"log": []}), lambda card, at: any(at.at[-1] in each for each in declared(card))),
    "names-of-a-prototype": ("name in schemes, in JavaScript", SCHEMES | required({"constructor": []}), lambda _, at: at.at[-1] in PROTOTYPE),
    "the-empty-name": ("if name and name not in schemes", SCHEMES | required({"": []}), lambda _, at: at.at[-1] == ""),
    "names-of-kinds": ("the kind of a scheme the card has", SCHEMES | required({"openIdConnect": []}), lambda card, at: f"'{at.at[-1]}'" in repr(card.values("/securitySchemes/*"))),
    "names-of-all-kinds": ("a list of kinds", SCHEMES | required({"http": []}), lambda _, at: at.at[-1] in ("apiKey", "http", "oauth2", "openIdConnect", "mutualTLS", "bearer", "basic")),
    "none": ("a word for no scheme", SCHEMES | required({"none": []}), lambda _, at: at.at[-1] in ("none", "anonymous", "public")),
    "names-of-scopes": ("names and scopes in one set", SCHEMES | required({"r": []}), lambda card, at: f"'{at.at[-1]}'" in repr(card.values("/securitySchemes/*"))),
    "names-without-scopes": ("if scopes", SCHEMES | required({"x": []}), lambda card, at: not scopes_of(card.value_at(at.at))),
    "names-with-scopes": ("a scheme that is found by its scopes", SCHEMES | required({"x": ["r"]}), lambda card, at: bool(scopes_of(card.value_at(at.at)))),
    "numbers-of-schemes": ("schemes by number", SCHEMES | required({"0": []}), lambda card, at: at.at[-1].isdecimal() and int(at.at[-1]) < len(declared(card))),
}  # fmt: skip
NAMES = [
    WrongValidator(f"takes-{name}", habit, edits, taking_names(is_taken))
    for name, (habit, edits, is_taken) in TAKEN.items()
]

REFUSED: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "no-requirements": ("a later version", SCHEMES | required({"a": []}), lambda card: not requirements(card)),
    "no-requirements-of-skills": ("requirements of the card alone", SCHEMES | of_skill({"a": []}), lambda card: not requirements(card, "/skills/*")),
    "no-two-requirements": ("all, and not one of them", SCHEMES | required({"a": []}, {"b": []}), lambda card: len(requirements(card)) < 2),
    "no-three-requirements": ("a bound", SCHEMES | required({"a": []}, {"b": []}, {"c": []}), lambda card: len(requirements(card)) < 3),
    "no-two-schemes-in-one": ("one name for each", SCHEMES | required({"a": [], "b": []}), lambda card: not any(len(each) > 1 for each in everywhere(card))),
    "no-three-schemes-in-one": ("a bound", SCHEMES | required({"a": [], "b": [], "c": []}), lambda card: not any(len(each) > 2 for each in everywhere(card))),
    "no-empty-requirement": ("minProperties 1", SCHEMES | required({}), lambda card: {} not in everywhere(card)),
    "no-empty-requirement-beside-another": ("nothing, or something", SCHEMES | required({"a": []}, {}), lambda card: not ({} in requirements(card) and len(requirements(card)) > 1)),
    "no-empty-requirement-first": ("requirements[0]", SCHEMES | required({}, {"a": []}), lambda card: requirements(card)[:1] != [{}]),
    "no-empty-requirement-of-a-skill": ("minProperties 1", SCHEMES | of_skill({}), lambda card: {} not in requirements(card, "/skills/*")),
    "no-empty-requirement-without-schemes": ("if requirement: for name in ...", required({}), lambda card: not ({} in everywhere(card) and not declared(card))),
    "no-repeated-requirement": ("uniqueItems", SCHEMES | required({"a": []}, {"a": []}), lambda card: len({*map(repr, requirements(card))}) == len(requirements(card))),
    "no-scheme-twice": ("a Map by name", SCHEMES | required({"a": []}, {"a": ["r"]}), lambda card: len({name for each in requirements(card) for name in each}) == sum(map(len, requirements(card)))),
    "no-empty-scopes": ("minItems 1", SCHEMES | required({"c": []}), lambda card: [] not in [scopes_of(value) for each in everywhere(card) for value in each.values()]),
    "no-scopes": ("schemes without scopes alone", SCHEMES | required({"c": ["r"]}), lambda card: not scopes(card)),
    "no-two-scopes": ("one scope", SCHEMES | required({"a": ["r", "w"]}), lambda card: not any(len(scopes_of(value)) > 1 for each in everywhere(card) for value in each.values())),
    "no-scope-twice": ("uniqueItems", SCHEMES | required({"a": ["r", "r"]}), lambda card: not any(len({*scopes_of(value)}) < len(scopes_of(value)) for each in everywhere(card) for value in each.values())),
    "no-scope-with-a-colon": (r"\w+", SCHEMES | required({"a": ["desk:read"]}), lambda card: not any(":" in each for each in scopes(card))),
    "no-scope-of-a-url": (r"\w+", SCHEMES | required({"a": ["https://desk.example/read"]}), lambda card: not any("//" in each for each in scopes(card))),
    "scopes-of-oauth-declared": ("a lookup in the scopes of the flow", SCHEMES | required({"c": ["w"]}), lambda card: not any(scope not in ("r", "berths", "read") for each in everywhere(card) for scope in scopes_of(each.get("c", [])))),
    "openid-scope-demanded": ("OpenID Connect asks for it", SCHEMES | required({"a": ["profile"]}), lambda card: not any(scopes_of(each.get("a")) == ["profile"] for each in everywhere(card))),
    "requirements-of-a-skill-among-those-of-the-card": ("a subset", SCHEMES | required({"a": []}) | of_skill({"b": []}), lambda card: not requirements(card) or all(each in requirements(card) for each in requirements(card, "/skills/*"))),
    "requirements-of-a-skill-without-any-of-the-card": ("a card that asks for nothing", SCHEMES | of_skill({"b": []}), lambda card: bool(requirements(card)) or not requirements(card, "/skills/*")),
    "requirements-of-a-skill-as-those-of-the-card-refused": ("a repetition", SCHEMES | required({"a": []}) | of_skill({"a": []}), lambda card: not any(each in requirements(card) for each in requirements(card, "/skills/*"))),
    "every-scheme-asked-for": ("a scheme that nobody asks for is a slip", SCHEMES | required({"a": []}), lambda card: not requirements(card) or {*declared(card)} <= {*names(card)}),
    "schemes-in-order": ("sorted names", SCHEMES | required({"b": [], "a": []}), lambda card: all(sorted(each) == [*each] for each in everywhere(card))),
    "no-empty-list-of-requirements": ("minItems 1", required(), lambda card: [] not in card.values("/security") + card.values("/securityRequirements")),
}  # fmt: skip
REFUSALS = [
    WrongValidator(name, habit, edits, demanding(is_taken)) for name, (habit, edits, is_taken) in REFUSED.items()
]

SHAPES: dict[str, tuple[str, dict[str, Json], list[str]]] = {
    "one-requirement-for-a-list": ("an object where one is enough", SCHEMES | {"/security": {"a": []}, "/securityRequirements": {"schemes": {"a": {}}}}, ["security-type", "security-requirements-type"]),
    "one-requirement-for-a-list-in-skills": ("an object where one is enough", SCHEMES | {"/skills/0/security": {"a": []}, "/skills/0/securityRequirements": {"schemes": {"a": {}}}}, ["skill-security-type", "skill-requirements-type"]),
    "names-for-requirements": ("a list of names", SCHEMES | {"/security": ["a"], "/securityRequirements": ["a"]}, ["security-requirement-type"]),
    "lists-for-requirements": ("a list of lists", SCHEMES | {"/security": [["a"]], "/securityRequirements": [["a"]]}, ["security-requirement-type"]),
    "text-for-scopes": ("one scope is no list", SCHEMES | {"/security": [{"a": "r"}], "/securityRequirements": [{"schemes": {"a": {"list": "r"}}}]}, ["scopes-list-type", "scope-list-list-type"]),
    "text-for-scopes-in-skills": ("one scope is no list", SCHEMES | {"/skills/0/security": [{"a": "r"}], "/skills/0/securityRequirements": [{"schemes": {"a": {"list": "r"}}}]}, ["scopes-list-type", "scope-list-list-type"]),
    "flag-for-scopes": ("a scheme that is on", SCHEMES | {"/security": [{"a": True}], "/securityRequirements": [{"schemes": {"a": {"list": True}}}]}, ["scopes-list-type", "scope-list-list-type"]),
    "false-for-scopes": ("if scopes", SCHEMES | {"/security": [{"a": False}], "/securityRequirements": [{"schemes": {"a": {"list": False}}}]}, ["scopes-list-type", "scope-list-list-type"]),
    "object-for-scopes": ("typeof value === 'object'", SCHEMES | {"/security": [{"a": {}}], "/securityRequirements": [{"schemes": {"a": {"list": {}}}}]}, ["scopes-list-type", "scope-list-list-type"]),
    "numbers-for-scopes": ("any scalar", SCHEMES | {"/security": [{"a": [5]}], "/securityRequirements": [{"schemes": {"a": {"list": [5]}}}]}, ["scope-type"]),
    "objects-for-scopes": ("a scope with its description", SCHEMES | {"/security": [{"a": [{"r": "Read"}]}], "/securityRequirements": [{"schemes": {"a": {"list": [{"r": "Read"}]}}}]}, ["scope-type"]),
    "text-for-all-requirements": ("a name", SCHEMES | {"/security": "a", "/securityRequirements": "a"}, ["security-type", "security-requirements-type"]),
    "false-for-all-requirements": ("if requirements", SCHEMES | {"/security": False, "/securityRequirements": False}, ["security-type", "security-requirements-type"]),
    "false-for-a-requirement": ("if requirement", SCHEMES | {"/security": [False], "/securityRequirements": [False]}, ["security-requirement-type"]),
}  # fmt: skip
SHAPED = [
    WrongValidator(f"takes-{name}", habit, edits, not_asking(*requirement_ids))
    for name, (habit, edits, requirement_ids) in SHAPES.items()
    if name in ("one-requirement-for-a-list", "one-requirement-for-a-list-in-skills", "names-for-requirements", "text-for-scopes", "numbers-for-scopes")
]  # fmt: skip
KINDS: dict[str, Callable[[Json], bool]] = {
    "lists-for-requirements": lambda value: isinstance(value, list),
    "flag-for-scopes": lambda value: value is True,
    "false-for-scopes": lambda value: value is False,
    "object-for-scopes": lambda value: isinstance(value, dict),
    "objects-for-scopes": lambda value: isinstance(value, dict),
    "text-for-all-requirements": lambda value: isinstance(value, str),
    "false-for-all-requirements": lambda value: value is False,
    "false-for-a-requirement": lambda value: value is False,
    "text-for-scopes-in-skills": lambda value: isinstance(value, str),
}
SHAPED_SO = [
    WrongValidator(
        f"takes-{name}",
        SHAPES[name][0],
        SHAPES[name][1],
        overlooking(
            lambda card, violation, name=name, is_taken=is_taken: (
                violation.requirement in SHAPES[name][2]
                and is_taken(card.value_at(violation.at))
                and (not name.endswith("skills") or violation.at[0] == "skills")
            )
        ),
    )
    for name, is_taken in KINDS.items()
]


@wrong("a loop over the schemes, that asks nothing of a card without requirements", SCHEMES)
def some_requirement_where_there_are_schemes(card: JudgedCard) -> bool:
    """Asks for a requirement where there are three schemes or more."""
    return card.is_valid and not (len(declared(card)) > 2 and not everywhere(card))
