"""Limits that nobody stated: lengths, numbers of items, sizes and depths."""

import unicodedata
from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import WrongValidator, refusing
from agentcard_conformance.model import Json

COUNTS = (5, 10, 16, 20, 32, 50, 64, 100, 128, 256, 500, 999)
LENGTHS = (64, 100, 128, 200, 255, 280, 500, 1000, 1024, 2048, 4096)

LISTS = {
    "capabilities": ("/capabilities", lambda count: {"/capabilities": [{"id": f"tool.n{n}"} for n in range(count)]}),
    "tags": ("/capabilities/*/tags", lambda count: {"/capabilities/0/tags": [f"t{n}" for n in range(count)]}),
    "goals": (
        "/goal_subscriptions",
        lambda count: {"/goal_subscriptions": [{"goal_id": f"g{n}"} for n in range(count)]},
    ),
    "metadata-keys": ("/metadata", lambda count: {"/metadata": {f"k{n}": n for n in range(count)}}),
}
TEXTS = {
    "capability-id": ("/capabilities/*/id", lambda text: {"/capabilities/0/id": text.lower()}),
    "description": ("/capabilities/*/description", lambda text: {"/capabilities/0/description": text}),
    "tag": ("/capabilities/*/tags/*", lambda text: {"/capabilities/0/tags": [text]}),
    "goal-id": ("/goal_subscriptions/*/goal_id", lambda text: {"/goal_subscriptions": [{"goal_id": text}]}),
    "goal-description": ("/goal_subscriptions/*/description",
                         lambda text: {"/goal_subscriptions": [{"goal_id": "g", "description": text}]}),
    "substrate-scope": ("/metadata/pacr:substrate_scope", lambda text: {"/metadata": {"pacr:substrate_scope": text}}),
    "metadata-text": ("/metadata/*", lambda text: {"/metadata": {"note": text}}),
    "version": ("/version", lambda text: {"/version": f"1.0.0-{text}"}),
    "url": ("/endpoint/url", lambda text: {"/endpoint/url": f"https://agents.example.com/{text}"}),
    "unknown-text": ("/*", lambda text: {"/note": text}),
}  # fmt: skip

TOO_MANY = [
    WrongValidator(
        f"at-most-{limit}-{name}",
        "a limit out of caution, or of a column of a table",
        make(limit + 1),
        refusing(pattern, lambda items, limit=limit: len(items) > limit),
    )
    for name, (pattern, make) in LISTS.items()
    for limit in COUNTS
]
TOO_LONG = [
    WrongValidator(
        f"{name}-of-at-most-{limit}-characters",
        "VARCHAR, or a limit out of caution",
        make("a" * (limit + 1)),
        refusing(pattern, lambda text, limit=limit: isinstance(text, str) and len(text) > limit),
    )
    for name, (pattern, make) in TEXTS.items()
    for limit in LENGTHS
]
TOO_SHORT = [
    WrongValidator(
        f"{name}-of-at-least-{limit}-characters",
        "a text says something",
        make("ab"[: limit - 1]),
        refusing(pattern, lambda text, limit=limit: isinstance(text, str) and len(text) < limit),
    )
    for name, limit, (pattern, make) in (
        *((name, limit, TEXTS[name]) for limit in (1, 2, 3) for name in (
            "description", "tag", "goal-id", "goal-description", "substrate-scope", "metadata-text")),
        *((name, limit, TEXTS[name]) for limit in (2, 3) for name in ("capability-id",)),
        ("name", 2, ("/name", lambda text: {"/name": text})),
        ("name", 3, ("/name", lambda text: {"/name": text})),
    )
    if (name, limit) != ("goal-id", 1)
]  # fmt: skip
EMPTY = [
    WrongValidator(f"no-empty-{name}", "if not value, where None is meant", edit, refusing(pattern, lambda each: each in ([], {})))
    for name, pattern, edit in (
        ("tags", "/capabilities/*/tags", {"/capabilities/0/tags": []}),
        ("goals", "/goal_subscriptions", {"/goal_subscriptions": []}),
        ("metadata", "/metadata", {"/metadata": {}}),
        ("pricing", "/pricing", {"/pricing": {}}),
        ("auth", "/endpoint/auth", {"/endpoint/auth": {}}),
        ("input-schema", "/capabilities/*/input_schema", {"/capabilities/0/input_schema": {}}),
        ("output-schema", "/capabilities/*/output_schema", {"/capabilities/0/output_schema": {}}),
    )
]  # fmt: skip

COUNTED: dict[str, tuple[str, Callable[[str], int], str]] = {
    "bytes": ("len() in Go, C and PHP", lambda text: len(text.encode("utf-8", "surrogatepass")), "\u00e9" * 128),
    "units-of-utf-16": ("length in JavaScript, Java and C#", lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
                        "\U0001f600" * 128),
    "units-of-utf-16-or-bytes": ("bytes of UTF-16", lambda text: len(text.encode("utf-16-le", "surrogatepass")), "a" * 128),
    "decomposed-characters": ("NFD before the length", lambda text: len(unicodedata.normalize("NFD", text)), "\u00e9" * 128),
    "compatible-characters": ("NFKD before the length", lambda text: len(unicodedata.normalize("NFKD", text)), "\ufb03" * 128),
    "composed-compatible-characters": ("NFKC before the length", lambda text: len(unicodedata.normalize("NFKC", text)),
                                       "\ufb03" * 128),
    "folded-characters": ("casefold() before the length", lambda text: len(text.casefold()), "\u00df" * 128),
    "capitals": ("upper() before the length", lambda text: len(text.upper()), "\u00df" * 128),
    "small-letters": ("lower() before the length", lambda text: len(text.lower()), "\u0130" * 128),
    "columns": ("wcwidth()", lambda text: sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text),
                "\u6f22" * 128),
    "characters-as-json-writes-them": ("the length of the literal", lambda text: sum(
        2 if each in '"\\\n\r\t' else 6 if each < " " else 1 for each in text), '"' * 128),
    "escaped-characters": ("ascii(), or html.escape(), before the length",
                           lambda text: sum({"&": 5, "<": 4, ">": 4, '"': 6}.get(each, 1) for each in text), "<" * 128),
    "percent-encoded-characters": ("encodeURIComponent() before the length", lambda text: sum(
        1 if each.isascii() and each.isalnum() else 3 for each in text), " " + "a" * 127),
    "pieces-of-latin-1-as-utf-8": ("decoded twice", lambda text: len(text.encode("utf-8", "surrogatepass")), "\u00e9" * 128),
}  # fmt: skip
NAMES = [
    WrongValidator(
        f"name-of-128-{name}", habit, {"/name": text},
        refusing("/name", lambda name, count=count: count(name) > 128),
    )
    for name, (habit, count, text) in COUNTED.items()
]  # fmt: skip
NEARLY_128 = [
    WrongValidator(
        f"name-of-at-most-{limit}",
        habit,
        {"/name": "a" * 128},
        refusing("/name", lambda name, limit=limit: len(name) > limit),
    )
    for limit, habit in (
        (127, "< 128"),
        (64, "a limit of another field"),
        (100, "a round number"),
        (50, "a column of a page"),
    )
]
LONGER_NAMES = [
    WrongValidator(
        f"name-of-{limit}-taken", habit, {"/name": "a" * 129},
        lambda card, limit=limit: card.is_valid_but_for(
            lambda each: each.requirement == "name-length" and 0 < len(card.values("/name")[0]) <= limit
        ),
    )
    for limit, habit in ((129, "<= 129"), (130, "a terminator and a blank"), (255, "another limit"), (256, "another limit"),
                         (10**9, "only emptiness is looked at"))
]  # fmt: skip


def depth_of(value: Json) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0) if isinstance(value, dict | list) else 0


def nested(levels: int) -> Json:
    value: Json = 0
    for _ in range(levels):
        value = [value]
    return value


DEEP = [
    WrongValidator(
        f"at-most-{levels}-levels", "a bound on recursion", {"/metadata": {"note": nested(levels)}},
        lambda card, levels=levels: card.is_valid and depth_of(card.value) <= levels,
    )
    for levels in (5, 8, 10, 16, 20, 25, 32, 40, 50)
]  # fmt: skip
LARGE = [
    WrongValidator(
        f"at-most-{size}-bytes", "a limit of a cache, a header or a body", {"/capabilities/0/description": "a" * size},
        lambda card, size=size: card.is_valid and len(card.text) <= size,
    )
    for size in (2048, 4096, 8192, 10_000, 16_384, 32_768, 65_535, 65_536, 100_000, 131_072, 262_144, 500_000)
]  # fmt: skip
