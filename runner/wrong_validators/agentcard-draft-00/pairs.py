"""What one member does to another: `elif` where both may be there, and a check inside the wrong `if`."""

from itertools import combinations

from agentcard_conformance.adequacy.oversights import overlaps, refusing_together, unseen_where
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Absent

OPTIONAL = {
    "description": "/capabilities/*/description",
    "input-schema": "/capabilities/*/input_schema",
    "output-schema": "/capabilities/*/output_schema",
    "tags": "/capabilities/*/tags",
    "auth": "/endpoint/auth",
    "auth-scheme": "/endpoint/auth/scheme",
    "pricing": "/pricing",
    "base-cost": "/pricing/base_cost_joules",
    "per-token": "/pricing/per_token_joules",
    "metadata": "/metadata",
    "trust-tier": "/metadata/pacr:trust_tier",
    "substrate-scope": "/metadata/pacr:substrate_scope",
    "goals": "/goal_subscriptions",
    "goal-description": "/goal_subscriptions/*/description",
    "goal-priority": "/goal_subscriptions/*/priority",
}

CHECKED = {
    "agent-id": ("agent-id-", {"/agent_id": 5}),
    "name": ("name-", {"/name": 5}),
    "version": ("version-", {"/version": "1"}),
    "capabilities": ("capabilities-", {"/capabilities": []}),
    "capability-id": ("capability-id-", {"/capabilities/0/id": "A"}),
    "description": ("capability-description-", {"/capabilities/0/description": 5}),
    "tags": ("tag", {"/capabilities/0/tags": "a"}),
    "input-schema": ("input-schema-", {"/capabilities/0/input_schema": {"type": 5}}),
    "output-schema": ("output-schema-", {"/capabilities/0/output_schema": {"type": 5}}),
    "endpoint": ("endpoint-", {"/endpoint": Absent.ABSENT}),
    "protocol": ("endpoint-protocol-", {"/endpoint/protocol": "ftp"}),
    "url": ("endpoint-url-", {"/endpoint/url": "no URI"}),
    "auth": ("auth-", {"/endpoint/auth": "bearer"}),
    "auth-scheme": ("auth-scheme-", {"/endpoint/auth": {"scheme": "basic"}}),
    "pricing": ("pricing-", {"/pricing": 5}),
    "base-cost": ("base-cost-", {"/pricing/base_cost_joules": -1}),
    "per-token": ("per-token-", {"/pricing/per_token_joules": -1}),
    "metadata": ("metadata-", {"/metadata": 5}),
    "trust-tier": ("trust-tier-", {"/metadata/pacr:trust_tier": "gold"}),
    "substrate-scope": ("substrate-scope-", {"/metadata/pacr:substrate_scope": 5}),
    "goals": ("goals-", {"/goal_subscriptions": 5}),
    "goal-id": ("goal-id-", {"/goal_subscriptions/0/goal_id": 5}),
    "goal-priority": ("goal-priority-", {"/goal_subscriptions/0/priority": 2}),
}
"""The requirements about each member, by how they begin, and a fault of it."""

FULL = {
    "/capabilities/0/input_schema": {"type": "object"},
    "/capabilities/0/output_schema": {"type": "string"},
    "/capabilities/0/tags": ["a"],
    "/endpoint/auth": {"scheme": "bearer"},
    "/pricing": {"base_cost_joules": 1, "per_token_joules": 1},
    "/metadata": {"pacr:trust_tier": "basic", "pacr:substrate_scope": "M1"},
    "/goal_subscriptions": [{"goal_id": "g", "description": "d", "priority": 1}],
}
HABIT = "elif where both may be there, in any language"
NESTED = "a check that stands inside the if of another member"

BARE = {
    "/pricing/base_cost_joules": {"/pricing": {}},
    "/pricing/per_token_joules": {"/pricing": {}},
    "/metadata/pacr:trust_tier": {"/metadata": {}},
    "/metadata/pacr:substrate_scope": {"/metadata": {}},
    "/goal_subscriptions/0/goal_id": {"/goal_subscriptions": [{"goal_id": "g"}]},
    "/goal_subscriptions/0/description": {"/goal_subscriptions": [{"goal_id": "g"}]},
    "/goal_subscriptions/0/priority": {"/goal_subscriptions": [{"goal_id": "g"}]},
}
"""What holds a member, with nothing else in it."""


UNSEEN_BESIDE = [
    WrongValidator(
        f"{name}-not-looked-at-beside-{beside}",
        HABIT,
        {**FULL, **fault},
        unseen_where([prefix], lambda card, pattern=pattern: bool(card.values(pattern))),
    )
    for name, (prefix, fault) in CHECKED.items()
    for beside, pattern in OPTIONAL.items()
    if not overlaps(next(iter(fault)), pattern)
]

UNSEEN_WITHOUT = [
    WrongValidator(
        f"{name}-looked-at-beside-{beside}-alone",
        NESTED,
        {**BARE.get(next(iter(fault)), {}), **fault, pattern.replace("/*", "/0"): Absent.ABSENT},
        unseen_where([prefix], lambda card, pattern=pattern: not card.values(pattern)),
    )
    for name, (prefix, fault) in CHECKED.items()
    for beside, pattern in OPTIONAL.items()
    if not overlaps(next(iter(fault)), pattern)
]

REFUSED_TOGETHER = [
    WrongValidator(f"{one}-and-{other}-refused-together", HABIT, FULL, refusing_together(first, second))
    for (one, first), (other, second) in combinations(OPTIONAL.items(), 2)
    if not f"{second}/".startswith(f"{first}/")
]
