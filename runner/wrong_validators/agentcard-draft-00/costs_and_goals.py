"""Numbers, prices, goals and metadata: what is refused though the draft says nothing of it, and what slips through."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import JudgedCard, WrongValidator, refusing, wrong
from agentcard_conformance.model import Json

BASE, TOKEN, PRIORITY = "/pricing/base_cost_joules", "/pricing/per_token_joules", "/goal_subscriptions/*/priority"
FLOOR = 2.854e-21


def priced(**costs: Json) -> dict[str, Json]:
    return {"/pricing": costs}


def goals(*each: Json) -> dict[str, Json]:
    return {"/goal_subscriptions": [{"goal_id": f"g{number}", **goal} for number, goal in enumerate(each)]}


def is_int(value: Json) -> bool:
    return isinstance(value, int)


REFUSED: dict[str, tuple[str, str, Json, Callable[[Json], bool]]] = {
    f"{name}-{word}": (habit, pattern, make(value), test)
    for name, pattern, make in (
        ("base-cost", BASE, lambda value: priced(base_cost_joules=value)),
        ("per-token", TOKEN, lambda value: priced(per_token_joules=value)),
        ("priority", PRIORITY, lambda value: goals({"priority": value})),
    )
    for word, habit, value, test in (
        ("as-a-fraction", "isinstance(value, float)", 1, is_int),
        ("as-an-integer", "isinstance(value, int)", 0.5, lambda value: not is_int(value)),
        ("above-zero", "> 0", 0, lambda value: value == 0),
        ("without-an-integer-zero", "a float is wanted", 0, lambda value: is_int(value) and value == 0),
        ("without-a-minus-zero", "a sign is a sign", -0.0, lambda value: str(float(value))[0] == "-"),
        ("without-an-exponent", "[0-9.]+", 1e-7, lambda value: "e" in getattr(value, "text", "").lower()),
        ("without-a-small-number", "a comparison with an epsilon", 1e-12, lambda value: 0 < value < 1e-9),
        ("of-32-bits", "float of 32 bits: the smallest is 1.4e-45", 1e-60 if name != "base-cost" else 1e39,
         lambda value: value != 0 and not 1e-45 < abs(value) < 3.4e38),
        ("below-one-or-one", "a share", 1, lambda value: value == 1),
        ("with-few-digits", "DECIMAL(10, 2)", 0.125, lambda value: len(str(value).partition(".")[2]) > 2),
        ("with-no-more-than-six-digits", "%f", 0.1234567, lambda value: len(str(value).partition(".")[2]) > 6),
    )
    if not (name == "priority" and word == "of-32-bits")
}  # fmt: skip
REFUSED |= {
    "base-cost-up-to-one": ("a share", BASE, priced(base_cost_joules=2), lambda value: value > 1),
    "base-cost-up-to-1000": ("more joules are not plausible", BASE, priced(base_cost_joules=5000), lambda value: value > 1000),
    "base-cost-up-to-a-million": ("more joules are not plausible", BASE, priced(base_cost_joules=5e6), lambda value: value > 1e6),
    "base-cost-up-to-2-to-the-31": ("int of 32 bits", BASE, priced(base_cost_joules=2**31), lambda value: value > 2**31 - 1),
    "base-cost-up-to-2-to-the-53": ("Number.isSafeInteger()", BASE, priced(base_cost_joules=2**53),
                                    lambda value: is_int(value) and value > 2**53 - 1),
    "base-cost-up-to-2-to-the-63": ("int of 64 bits", BASE, priced(base_cost_joules=2**63), lambda value: is_int(value) and value >= 2**63),
    "base-cost-up-to-2-to-the-64": ("u64", BASE, priced(base_cost_joules=2**64), lambda value: is_int(value) and value >= 2**64),
    "base-cost-up-to-1e100": ("a limit out of caution", BASE, priced(base_cost_joules=1e200), lambda value: value > 1e100),
    "base-cost-at-the-limit": ("> for >=", BASE, priced(base_cost_joules=FLOOR), lambda value: value == FLOOR),
    "base-cost-at-the-exact-limit": ("k * 300 * ln 2 computed: 2.871e-21", BASE, priced(base_cost_joules=2.86e-21),
                                     lambda value: 0 < value < 2.870979e-21),
    "base-cost-of-a-nanojoule": ("a floor with another power of ten", BASE, priced(base_cost_joules=1e-15),
                                 lambda value: 0 < value < 2.854e-12),
    "per-token-floor": ("the floor for both costs", TOKEN, priced(per_token_joules=1e-24), lambda value: 0 < value < FLOOR),
    "per-token-up-to-one": ("a share", TOKEN, priced(per_token_joules=2), lambda value: value > 1),
    "per-token-up-to-1000": ("more joules are not plausible", TOKEN, priced(per_token_joules=5000), lambda value: value > 1000),
    "per-token-up-to-2-to-the-53": ("Number.isSafeInteger()", TOKEN, priced(per_token_joules=2**53),
                                    lambda value: is_int(value) and value > 2**53 - 1),
    "per-token-up-to-2-to-the-64": ("u64", TOKEN, priced(per_token_joules=2**64), lambda value: is_int(value) and value >= 2**64),
    "priority-in-tenths": ("a slider", PRIORITY, goals({"priority": 0.25}), lambda value: round(value * 10, 9) % 1 != 0),
    "priority-in-hundredths": ("a slider", PRIORITY, goals({"priority": 0.125}), lambda value: round(value * 100, 9) % 1 != 0),
    "priority-below-one-without-a-point": ("0 or 1 in an enum", PRIORITY, goals({"priority": 0.5}), lambda value: not is_int(value) and 0 < value < 1),
    "no-priority-of-one-as-a-fraction": ("0\\.[0-9]+|0|1", PRIORITY, goals({"priority": 1.0}), lambda value: value == 1 and not is_int(value)),
}  # fmt: skip
REFUSED_NUMBERS = [
    WrongValidator(name, habit, witness, refusing(pattern, test))
    for name, (habit, pattern, witness, test) in REFUSED.items()
]


def number(card: JudgedCard, pattern: str) -> float:
    """The first number at a place; zero where there is none."""
    found = [each for each in card.values(pattern) if isinstance(each, int | float) and not isinstance(each, bool)]
    return found[0] if found else 0


TAKEN = {
    "base-cost-below-the-floor": ("only the sign is looked at", priced(base_cost_joules=1e-30), "base-cost-floor", BASE, lambda value: True),
    "base-cost-below-the-floor-by-a-little": ("an epsilon", priced(base_cost_joules=2.85e-21), "base-cost-floor", BASE,
                                              lambda value: value > 2.8e-21),
    "base-cost-that-rounds-to-zero": ("abs(value) < 1e-25 is zero", priced(base_cost_joules=1e-30), "base-cost-floor", BASE,
                                      lambda value: value < 1e-25),
    "base-cost-of-a-subnormal": ("floats of 32 bits: it is zero", priced(base_cost_joules=1e-50), "base-cost-floor", BASE,
                                 lambda value: value < 1.4e-45),
    "base-cost-by-another-floor": ("2.8e-21, rounded", priced(base_cost_joules=2.82e-21), "base-cost-floor", BASE,
                                   lambda value: value >= 2.8e-21),
    "base-cost-by-the-boltzmann-constant": ("k * T without ln 2, or k alone", priced(base_cost_joules=2e-22), "base-cost-floor", BASE,
                                            lambda value: value >= 1.38e-23),
    "base-cost-negative": ("value and value < floor, of the absolute value", priced(base_cost_joules=-1), "base-cost-not-negative", BASE,
                           lambda value: abs(value) >= FLOOR),
    "base-cost-negative-by-a-little": ("an epsilon", priced(base_cost_joules=-1e-12), "base-cost-not-negative", BASE,
                                       lambda value: value > -1e-9),
    "base-cost-of-minus-one": ("-1 says unknown", priced(base_cost_joules=-1), "base-cost-not-negative", BASE, lambda value: value == -1),
    "per-token-negative": ("only the base cost is looked at", priced(per_token_joules=-1), "per-token-not-negative", TOKEN,
                           lambda value: True),
    "per-token-negative-by-a-little": ("an epsilon", priced(per_token_joules=-1e-12), "per-token-not-negative", TOKEN,
                                       lambda value: value > -1e-9),
    "per-token-of-minus-one": ("-1 says unknown", priced(per_token_joules=-1), "per-token-not-negative", TOKEN, lambda value: value == -1),
    "per-token-beyond-minus-one": ("int(value) < 0", priced(per_token_joules=-0.5), "per-token-not-negative", TOKEN,
                                   lambda value: value > -1),
    "priority-above-one": ("0 to 10, or 0 to 100", goals({"priority": 5}), "goal-priority-range", PRIORITY, lambda value: 0 <= value <= 100),
    "priority-above-one-by-a-little": ("an epsilon", goals({"priority": 1.000001}), "goal-priority-range", PRIORITY,
                                       lambda value: 0 <= value < 1.00001),
    "priority-of-any-size": ("only the sign is looked at", goals({"priority": 101}), "goal-priority-range", PRIORITY, lambda value: value >= 0),
    "priority-negative": ("only <= 1", goals({"priority": -1}), "goal-priority-range", PRIORITY, lambda value: value <= 1),
    "priority-of-either-sign": ("abs(value) <= 1", goals({"priority": -0.5}), "goal-priority-range", PRIORITY, lambda value: abs(value) <= 1),
    "priority-cut-to-an-integer": ("int(value) in (0, 1)", goals({"priority": 1.5}), "goal-priority-range", PRIORITY,
                                   lambda value: int(value) in (0, 1)),
    "priority-rounded": ("round(value) in (0, 1)", goals({"priority": 1.2}), "goal-priority-range", PRIORITY,
                         lambda value: round(value) in (0, 1)),
}  # fmt: skip
TAKEN_NUMBERS = [
    WrongValidator(
        f"takes-{name}", habit, witness,
        lambda card, requirement=requirement, pattern=pattern, test=test: card.is_valid_but_for(
            lambda each: each.requirement == requirement and all(
                test(value) for value in card.values(pattern) if isinstance(value, int | float))
        ),
    )
    for name, (habit, witness, requirement, pattern, test) in TAKEN.items()
]  # fmt: skip


def items(card: JudgedCard, pattern: str) -> list[Json]:
    return card.values(pattern)


def repeats(values: list[Json]) -> bool:
    return len({repr(value) for value in values}) < len(values)


def dated(value: Json) -> bool:
    return isinstance(value, str) and bool(re.match(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$", value))


WHOLE: dict[str, tuple[str, Json, Callable[[JudgedCard], bool]]] = {
    "both-costs-zero": ("a price says something", priced(base_cost_joules=0, per_token_joules=0),
                        lambda card: bool(card.values("/pricing")) and items(card, BASE) == [0] == items(card, TOKEN)),
    "per-token-above-the-base-cost": ("a token costs less than a call", priced(base_cost_joules=1, per_token_joules=2),
                                      lambda card: bool(card.values(BASE)) and number(card, TOKEN) > number(card, BASE)),
    "per-token-equal-to-the-base-cost": ("a copied value", priced(base_cost_joules=2, per_token_joules=2),
                                         lambda card: bool(card.values(BASE)) and 0 != number(card, TOKEN) == number(card, BASE)),
    "per-token-with-a-base-cost-of-zero": ("free is free", priced(base_cost_joules=0, per_token_joules=1),
                                           lambda card: items(card, BASE) == [0] and number(card, TOKEN) > 0),
    "base-cost-with-a-per-token-of-zero": ("one or the other", priced(base_cost_joules=1, per_token_joules=0),
                                           lambda card: items(card, TOKEN) == [0] and number(card, BASE) > 0),
    "equal-priorities": ("an order without ties", goals({"priority": 0.5}, {"priority": 0.5}),
                         lambda card: repeats(items(card, PRIORITY))),
    "priorities-of-more-than-one-in-all": ("shares of attention", goals({"priority": 0.8}, {"priority": 0.7}),
                                           lambda card: sum(items(card, PRIORITY)) > 1),
    "priorities-of-less-than-one-in-all": ("shares of attention", goals({"priority": 0.2}, {"priority": 0.3}),
                                           lambda card: len(items(card, PRIORITY)) > 1 and sum(items(card, PRIORITY)) < 1),
    "priorities-that-rise": ("the most important first", goals({"priority": 0.2}, {"priority": 0.7}),
                             lambda card: items(card, PRIORITY) != sorted(items(card, PRIORITY), reverse=True)),
    "priorities-that-fall": ("a sorted list", goals({"priority": 0.7}, {"priority": 0.2}),
                             lambda card: items(card, PRIORITY) != sorted(items(card, PRIORITY))),
    "goals-of-one-id": ("ids are unique", {"/goal_subscriptions": [{"goal_id": "g"}, {"goal_id": "g"}]},
                        lambda card: repeats(items(card, "/goal_subscriptions/*/goal_id"))),
    "goals-that-are-equal": ("uniqueItems", {"/goal_subscriptions": [{"goal_id": "g"}, {"goal_id": "g"}]},
                             lambda card: repeats(items(card, "/goal_subscriptions/*"))),
    "goal-that-is-the-agent": ("an agent is no goal", {"/goal_subscriptions": [{"goal_id": "01HZQK3P8EMXR9V7T5N2W4J6C0"}]},
                               lambda card: bool({*items(card, "/agent_id")} & {*items(card, "/goal_subscriptions/*/goal_id")})),
    "goal-ids-that-are-no-ulids": ("the example has one", goals({}), lambda card: not all(
        re.fullmatch("[0-9A-HJKMNP-TV-Z]{26}", each) for each in items(card, "/goal_subscriptions/*/goal_id"))),
    "goals-without-a-priority": ("a default is no value", goals({}), lambda card: any(
        "priority" not in each for each in items(card, "/goal_subscriptions/*"))),
    "goals-out-of-order": ("a sorted list", {"/goal_subscriptions": [{"goal_id": "b"}, {"goal_id": "a"}]}, lambda card: items(
        card, "/goal_subscriptions/*/goal_id") != sorted(items(card, "/goal_subscriptions/*/goal_id"))),
    "capabilities-of-one-id": ("ids are unique", {"/capabilities": [{"id": "a"}, {"id": "a"}]},
                               lambda card: repeats(items(card, "/capabilities/*/id"))),
    "capabilities-that-are-equal": ("uniqueItems", {"/capabilities": [{"id": "a"}, {"id": "a"}]},
                                    lambda card: repeats(items(card, "/capabilities/*"))),
    "capabilities-out-of-order": ("a sorted list", {"/capabilities": [{"id": "b"}, {"id": "a"}]}, lambda card: items(
        card, "/capabilities/*/id") != sorted(items(card, "/capabilities/*/id"))),
    "capabilities-of-several-namespaces": ("one agent, one namespace", {"/capabilities": [{"id": "tool.a"}, {"id": "text.a"}]},
                                           lambda card: len({each.partition(".")[0] for each in items(card, "/capabilities/*/id")}) > 1),
    "one-id-within-another": ("a prefix is a group", {"/capabilities": [{"id": "tool"}, {"id": "tool.a"}]}, lambda card: any(
        other.startswith(f"{each}.") for each in items(card, "/capabilities/*/id") for other in items(card, "/capabilities/*/id"))),
    "descriptions-that-are-equal": ("a copied text", {"/capabilities": [{"id": "a", "description": "x"}, {"id": "b", "description": "x"}]},
                                    lambda card: repeats(items(card, "/capabilities/*/description"))),
    "tags-that-are-equal": ("uniqueItems", {"/capabilities/0/tags": ["a", "a"]},
                            lambda card: any(map(repeats, items(card, "/capabilities/*/tags")))),
    "tags-that-differ-in-case-alone": ("a folded set", {"/capabilities/0/tags": ["a", "A"]}, lambda card: any(
        repeats([tag.lower() for tag in tags]) for tags in items(card, "/capabilities/*/tags"))),
    "tags-out-of-order": ("a sorted list", {"/capabilities/0/tags": ["b", "a"]},
                          lambda card: any(tags != sorted(tags) for tags in items(card, "/capabilities/*/tags"))),
    "tags-with-a-capital": ("[a-z]+", {"/capabilities/0/tags": ["A"]},
                            lambda card: any(tag != tag.lower() for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-with-a-blank": (r"\S+", {"/capabilities/0/tags": ["a b"]},
                          lambda card: any(" " in tag for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-with-a-comma": ("tags are joined by commas", {"/capabilities/0/tags": ["a,b"]},
                          lambda card: any("," in tag for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-beyond-ascii": ("[a-z0-9-]+", {"/capabilities/0/tags": ["\u00e9"]},
                          lambda card: any(not tag.isascii() for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-with-a-hash": ("# is taken off by whoever shows it", {"/capabilities/0/tags": ["#a"]},
                         lambda card: any("#" in tag for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-with-punctuation": (r"\w+", {"/capabilities/0/tags": ["c++"]},
                              lambda card: any(re.search(r"[^\w\s-]", tag) for tag in items(card, "/capabilities/*/tags/*"))),
    "tags-of-digits": ("a number is no word", {"/capabilities/0/tags": ["2026"]},
                       lambda card: any(tag.isdigit() for tag in items(card, "/capabilities/*/tags/*"))),
    "description-that-repeats-the-id": ("says nothing new", {"/capabilities": [{"id": "a", "description": "a"}]}, lambda card: any(
        each.get("description") == each.get("id") for each in items(card, "/capabilities/*"))),
    "description-without-a-full-stop": ("a sentence", {"/capabilities/0/description": "Searches"},
                                        lambda card: any(each[-1:] not in (".", "") and len(each) < 9 for each in items(
                                            card, "/capabilities/*/description"))),
    "description-with-a-line-feed": ("one line", {"/capabilities/0/description": "a\nb"},
                                     lambda card: any("\n" in each for each in items(card, "/capabilities/*/description"))),
    "description-with-a-tab": ("isprintable()", {"/capabilities/0/description": "a\tb"},
                               lambda card: any("\t" in each for each in items(card, "/capabilities/*/description"))),
    "description-beyond-the-bmp": ("utf8 of MySQL", {"/capabilities/0/description": "\U0001f600"},
                                   lambda card: any(char > "\uffff" for each in items(card, "/capabilities/*/description") for char in each)),
    "description-beyond-ascii": ("isascii()", {"/capabilities/0/description": "\u00e9"},
                                 lambda card: any(not each.isascii() for each in items(card, "/capabilities/*/description"))),
    "description-with-an-address": ("a filter against advertising", {"/capabilities/0/description": "See https://a.example."},
                                    lambda card: any("http" in each for each in items(card, "/capabilities/*/description"))),
    "description-with-markup": ("a filter against scripts", {"/capabilities/0/description": "<b>a</b>"},
                                lambda card: any("<" in each for each in items(card, "/capabilities/*/description"))),
    "goal-description-beyond-ascii": ("isascii()", goals({"description": "\u00e9"}), lambda card: any(
        not each.isascii() for each in items(card, "/goal_subscriptions/*/description") if isinstance(each, str))),
    "goal-id-with-a-blank": ("an identifier", {"/goal_subscriptions": [{"goal_id": "a b"}]},
                             lambda card: any(" " in each for each in items(card, "/goal_subscriptions/*/goal_id"))),
    "goal-id-beyond-ascii": ("isascii()", {"/goal_subscriptions": [{"goal_id": "\u00e9"}]},
                             lambda card: any(not each.isascii() for each in items(card, "/goal_subscriptions/*/goal_id"))),
    "goal-id-that-is-a-uuid": ("ULIDs or words", {"/goal_subscriptions": [{"goal_id": "6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b"}]},
                               lambda card: any(re.fullmatch("[0-9a-f-]{36}", each) for each in items(card, "/goal_subscriptions/*/goal_id"))),
    "goal-id-that-is-an-address": ("an identifier", {"/goal_subscriptions": [{"goal_id": "https://goals.example.com/1"}]},
                                   lambda card: any("://" in each for each in items(card, "/goal_subscriptions/*/goal_id"))),
    "substrate-scope-with-a-blank": (r"\w+, as in the examples", {"/metadata": {"pacr:substrate_scope": "M1 Ultra"}},
                                     lambda card: any(" " in each for each in items(card, "/metadata/pacr:substrate_scope"))),
    "substrate-scope-beyond-ascii": ("isascii()", {"/metadata": {"pacr:substrate_scope": "\u00e9"}}, lambda card: any(
        not each.isascii() for each in items(card, "/metadata/pacr:substrate_scope"))),
    "substrate-scope-of-its-own": ("a list of what is known", {"/metadata": {"pacr:substrate_scope": "abacus"}}, lambda card: any(
        each not in ("M1_Ultra", "UKBiobank", "AWS_Graviton_c7g") for each in items(card, "/metadata/pacr:substrate_scope"))),
    "substrate-scope-without-a-trust-tier": ("one comes with the other", {"/metadata": {"pacr:substrate_scope": "M1"}}, lambda card: any(
        "pacr:substrate_scope" in each and "pacr:trust_tier" not in each for each in items(card, "/metadata"))),
    "banned": ("the banned are refused", {"/metadata": {"pacr:trust_tier": "banned"}},
               lambda card: items(card, "/metadata/pacr:trust_tier") == ["banned"]),
    "self-declared-verified": ("self-declared tiers are advice", {"/metadata": {"pacr:trust_tier": "verified"}},
                               lambda card: items(card, "/metadata/pacr:trust_tier") == ["verified"]),
    "created-at-that-is-no-time": ("metadata must be a date", {"/metadata": {"created_at": "yesterday"}},
                                   lambda card: not all(map(dated, items(card, "/metadata/created_at")))),
    "created-at-without-a-time": ("datetime.fromisoformat()", {"/metadata": {"created_at": "2026-04-23"}},
                                  lambda card: any(re.fullmatch(r"\d{4}-\d\d-\d\d", str(each)) for each in items(card, "/metadata/created_at"))),
    "created-at-to-come": ("a clock", {"/metadata": {"created_at": "2999-01-01T00:00:00Z"}},
                           lambda card: any(str(each) > "2100" for each in items(card, "/metadata/created_at"))),
    "created-at-as-a-number": ("seconds since 1970", {"/metadata": {"created_at": 1776902400}},
                               lambda card: any(isinstance(each, int) for each in items(card, "/metadata/created_at"))),
    "updated-at-that-is-no-time": ("metadata must be a date", {"/metadata": {"updated_at": "soon"}},
                                   lambda card: not all(map(dated, items(card, "/metadata/updated_at")))),
    "expires-at-in-the-past": ("a clock", {"/metadata": {"expires_at": "2001-01-01T00:00:00Z"}},
                               lambda card: any(str(each) < "2026" for each in items(card, "/metadata/expires_at"))),
    "framework-unknown": ("a list of frameworks", {"/metadata": {"framework": "home-made"}}, lambda card: any(
        each not in ("langchain", "crewai", "autogen", "custom") for each in items(card, "/metadata/framework"))),
    "framework-that-is-no-text": ("a struct for metadata", {"/metadata": {"framework": ["a"]}},
                                  lambda card: any(not isinstance(each, str) for each in items(card, "/metadata/framework"))),
    "framework-with-a-capital": ("an enum of words", {"/metadata": {"framework": "LangChain"}},
                                 lambda card: any(str(each) != str(each).lower() for each in items(card, "/metadata/framework"))),
    "did-that-is-none": ("a DID", {"/metadata": {"did": "agent-7"}},
                         lambda card: any(not str(each).startswith("did:") for each in items(card, "/metadata/did"))),
    "did-of-another-method": ("did:web alone", {"/metadata": {"did": "did:key:z6Mk"}},
                              lambda card: any(not str(each).startswith("did:web") for each in items(card, "/metadata/did"))),
    "openapi-that-is-no-address": ("a URI", {"/metadata": {"openapi": "openapi.yaml"}},
                                   lambda card: any("://" not in str(each) for each in items(card, "/metadata/openapi"))),
    "homepage-that-is-no-address": ("a URI", {"/metadata": {"homepage": "none"}},
                                    lambda card: any("://" not in str(each) for each in items(card, "/metadata/homepage"))),
    "contact-that-is-no-mail-address": ("an address", {"/metadata": {"contact": "ops"}},
                                        lambda card: any("@" not in str(each) for each in items(card, "/metadata/contact"))),
    "contact-at-all": ("no personal data", {"/metadata": {"contact": "ops@example.com"}},
                       lambda card: bool(items(card, "/metadata/contact"))),
    "licence-unknown": ("SPDX", {"/metadata": {"license": "house rules"}},
                        lambda card: any(" " in str(each) for each in items(card, "/metadata/license"))),
    "unknown-key-of-pacr": ("reserved is closed", {"/metadata": {"pacr:later": 1}}, lambda card: any(
        key.startswith("pacr:") and key not in ("pacr:trust_tier", "pacr:substrate_scope") for each in items(card, "/metadata") for key in each)),
    "any-key-of-mcp": ("reserved is forbidden", {"/metadata": {"mcp:server": "a"}},
                       lambda card: any(key.startswith("mcp:") for each in items(card, "/metadata") for key in each)),
    "key-with-another-prefix": ("two prefixes are known", {"/metadata": {"acme:a": 1}}, lambda card: any(
        ":" in key and not key.startswith(("pacr:", "mcp:")) for each in items(card, "/metadata") for key in each)),
    "key-without-a-prefix": ("a namespace is wanted", {"/metadata": {"zone": 1}}, lambda card: any(
        ":" not in key for each in items(card, "/metadata") for key in each)),
    "key-with-a-blank": ("identifiers", {"/metadata": {"a b": 1}},
                         lambda card: any(" " in key for each in items(card, "/metadata") for key in each)),
    "key-with-a-dot": ("MongoDB", {"/metadata": {"a.b": 1}},
                       lambda card: any("." in key for each in items(card, "/metadata") for key in each)),
    "key-with-a-dollar": ("MongoDB", {"/metadata": {"$a": 1}},
                          lambda card: any("$" in key for each in items(card, "/metadata") for key in each)),
    "key-with-a-capital": ("snake case", {"/metadata": {"createdAt": 1}},
                           lambda card: any(key != key.lower() for each in items(card, "/metadata") for key in each)),
    "key-with-a-hyphen": ("identifiers", {"/metadata": {"a-b": 1}},
                          lambda card: any("-" in key for each in items(card, "/metadata") for key in each)),
    "key-beyond-ascii": ("isascii()", {"/metadata": {"\u00e9": 1}},
                         lambda card: any(not key.isascii() for each in items(card, "/metadata") for key in each)),
    "empty-key": ("columns have names", {"/metadata": {"": 1}}, lambda card: any("" in each for each in items(card, "/metadata"))),
    **{f"metadata-with-{name}": (habit, {"/metadata": {"zone": value}},
                                 lambda card, test=test: any(map(test, items(card, "/metadata/*"))))
       for name, habit, value, test in (
           ("an-object", "map[string]string", {"a": 1}, lambda each: isinstance(each, dict)),
           ("an-array", "map[string]string", [1], lambda each: isinstance(each, list)),
           ("a-number", "map[string]string", 1, lambda each: isinstance(each, int | float) and not isinstance(each, bool)),
           ("a-fraction", "map[string]string", 1.5, lambda each: isinstance(each, float)),
           ("a-boolean", "map[string]string", True, lambda each: isinstance(each, bool)),
           ("a-null", "map[string]string", None, lambda each: each is None),
           ("an-empty-text", "if not value", "", lambda each: each == ""),
           ("an-empty-object", "if not value", {}, lambda each: each == {}),
           ("an-empty-array", "if not value", [], lambda each: each == []),
           ("zero", "if not value", 0, lambda each: each == 0 and not isinstance(each, bool)),
           ("false", "if not value", False, lambda each: each is False),
           ("a-mixed-array", "arrays of one type", [1, "a"], lambda each: isinstance(each, list) and len({*map(type, each)}) > 1),
           ("an-array-in-an-array", "arrays of arrays in Firestore", [[1]], lambda each: isinstance(each, list)
            and any(isinstance(below, list) for below in each)),
           ("an-array-of-objects", "flat values", [{"a": 1}], lambda each: isinstance(each, list)
            and any(isinstance(below, dict) for below in each)),
           ("an-integer-beyond-53-bits", "Number.isSafeInteger()", 2**53 + 1,
            lambda each: isinstance(each, int) and abs(each) > 2**53),
           ("an-integer-beyond-64-bits", "int64", 2**64, lambda each: isinstance(each, int) and abs(each) >= 2**63),
           ("a-negative-number", "unsigned", -1, lambda each: isinstance(each, int | float) and each < 0),
       )},
}  # fmt: skip
WHOLE_CARDS = [
    WrongValidator(f"no-{name}", habit, witness, lambda card, test=test: card.is_valid and not test(card))
    for name, (habit, witness, test) in WHOLE.items()
]


@wrong("Boolean(value.length): only the first of two costs is read", priced(base_cost_joules=1, per_token_joules=-1))
def negative_cost_beside_a_larger_one(card: JudgedCard) -> bool:
    """Looks at the sum."""
    total = number(card, BASE) + number(card, TOKEN)
    return card.is_valid_but_for(lambda each: each.requirement.endswith("not-negative") and total >= 0)
