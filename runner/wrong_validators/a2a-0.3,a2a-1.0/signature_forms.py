"""The form of JSON Web Signatures, which both versions have in one place; whether one is right is another question."""

import json
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import not_asking, overlooking
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, refusing, wrong
from agentcard_conformance.model import Json

HEADER = {"alg": "ES256", "kid": "harbor-1", "typ": "JOSE"}
TEXT = "c2lnbmF0dXJl"


def encoded(text: bytes) -> str:
    return urlsafe_b64encode(text).decode().rstrip("=")


def protected(header: Json) -> str:
    return encoded(json.dumps(header, separators=(",", ":")).encode())


def signed(protected_header: str, text: Json = TEXT, **beside: Json) -> dict[str, Json]:
    return {"/signatures": [{"protected": protected_header, "signature": text, **beside}]}


def decoded(value: Json) -> bytes:
    """What a lenient decoder reads."""
    try:
        return b64decode(value.replace("-", "+").replace("_", "/") + "==", validate=False)
    except (AttributeError, ValueError):
        return b""


def read_header(value: Json) -> Json:
    try:
        return json.loads(decoded(value))
    except ValueError:
        return None


def parameters(card: JudgedCard) -> list[Json]:
    """The protected headers that are objects."""
    return [header for header in map(read_header, card.values("/signatures/*/protected")) if isinstance(header, dict)]


def taking_texts(requirement: str, is_taken: Callable[[str], object]) -> Accepts:
    def is_overlooked(card: JudgedCard, violation: Json) -> bool:
        value = card.value_at(violation.at)
        return violation.requirement == requirement and isinstance(value, str) and bool(is_taken(value))

    return overlooking(is_overlooked)


PLAIN = protected(HEADER)
STANDARD = b64encode(json.dumps({**HEADER, "x": "\u00bf\u00bf>>??"}, ensure_ascii=False).encode()).decode().rstrip("=")

TAKEN_HEADERS: dict[str, tuple[str, str, Callable[[str], object]]] = {
    "padding": ("base64.urlsafe_b64decode() asks for it", PLAIN + "=" * (-len(PLAIN) % 4 or 2), lambda value: value.endswith("=")),
    "padding-too-much": ("value + '=='", PLAIN + "====", lambda value: value.endswith("===")),
    "the-alphabet-of-base64": ("b64decode(), Buffer.from(value, 'base64url') takes both", STANDARD, lambda value: "+" in value or "/" in value),
    "blanks-around": ("trim()", f" {PLAIN} ", lambda value: value != value.strip()),
    "a-line-feed": ("lines of MIME", f"{PLAIN[:20]}\n{PLAIN[20:]}", lambda value: "\n" in value),
    "characters-of-no-alphabet": ("b64decode(), which drops them", f"{PLAIN}!", lambda value: "!" in value),
    "json-text": ("a header that was not encoded", json.dumps(HEADER), lambda value: value.startswith("{")),
    "an-empty-text": ("if header and not is_header(header)", "", lambda value: value == ""),
    "an-array": ("any JSON", protected([HEADER]), lambda value: isinstance(read_header(value), list)),
    "a-text": ("any JSON", protected("ES256"), lambda value: isinstance(read_header(value), str)),
    "null": ("any JSON", encoded(b"null"), lambda value: decoded(value) == b"null"),
    "words": ("any base64url", encoded(b"ES256"), lambda value: decoded(value) == b"ES256"),
    "cut-off-json": ("a reader of partial JSON", encoded(b'{"alg":"ES256"'), lambda value: decoded(value).startswith(b"{") and not decoded(value).endswith(b"}")),
    "three-parts": ("a compact JWS", f"{PLAIN}..{TEXT}", lambda value: "." in value),
}  # fmt: skip
TAKEN_PROTECTED = [
    WrongValidator(f"protected-with-{name}", habit, signed(value), taking_texts("protected-form", is_taken))
    for name, (habit, value, is_taken) in TAKEN_HEADERS.items()
]

TAKEN_TEXTS: dict[str, tuple[str, str, Callable[[str], object]]] = {
    "padding": ("base64.urlsafe_b64decode() asks for it", "c2lnbmF0dXJlcw==", lambda value: value.endswith("=")),
    "the-alphabet-of-base64": ("b64decode(); Buffer.from()", "c2ln+/9h", lambda value: "+" in value or "/" in value),
    "blanks-around": ("trim()", f" {TEXT}", lambda value: value != value.strip()),
    "a-line-feed": ("lines of MIME", f"{TEXT}\n", lambda value: "\n" in value),
    "nothing-in-it": ("a string is a string", "", lambda value: value == ""),
    "colons": ("hexadecimal digits of a fingerprint", "0a:1b:2c", lambda value: ":" in value),
    "one-letter-too-many": ("a decoder that drops what is left over", "c2lna", lambda value: len(value.rstrip("=")) % 4 == 1),
    "letters-beyond-ascii": (r"\w+", "c2ln\u00e9", lambda value: not value.isascii()),
    "a-prefix": ("a scheme ahead of it", f"ES256 {TEXT}", lambda value: " " in value.strip()),
    "two-dots": ("a compact JWS", f"{PLAIN}..{TEXT}", lambda value: ".." in value),
}  # fmt: skip
TAKEN_SIGNATURES = [
    WrongValidator(
        f"signature-with-{name}", habit, signed(PLAIN, value), taking_texts("signature-value-form", is_taken)
    )
    for name, (habit, value, is_taken) in TAKEN_TEXTS.items()
]

NOT_ASKED = [
    WrongValidator(name, habit, edits, not_asking(requirement))
    for name, habit, edits, requirement in (
        ("protected-header-not-decoded", "a string is a string", signed("?"), "protected-form"),
        ("signature-not-decoded", "a string is a string", signed(PLAIN, "?"), "signature-value-form"),
        ("headers-not-compared", "{...header, ...protected}", signed(PLAIN, header={"alg": "ES256"}), "headers-disjoint"),
        ("alg-not-asked-for", "the key says it", signed(protected({"kid": "k", "typ": "JOSE"})), "alg-required"),
    )
]  # fmt: skip

ALGS = {
    "a-number": ("identifiers of COSE", -7, lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "null": ("'alg' in header", None, lambda value: value is None),
    "a-list": ("['ES256'] == 'ES256' in JavaScript", ["ES256"], lambda value: isinstance(value, list)),
}


def has_alg(card: JudgedCard, is_taken: Callable[[Json], bool]) -> bool:
    return all(
        "alg" in header and (isinstance(header["alg"], str) or is_taken(header["alg"])) for header in parameters(card)
    )


ALG_TYPES = [
    WrongValidator(
        f"alg-that-is-{name}",
        habit,
        signed(protected({**HEADER, "alg": value})),
        overlooking(
            lambda card, violation, is_taken=is_taken: (
                violation.requirement == "alg-required" and has_alg(card, is_taken)
            )
        ),
    )
    for name, (habit, value, is_taken) in ALGS.items()
]


def same_names(card: JudgedCard, fold: Callable[[Json, Json], bool]) -> bool:
    both = zip(card.values("/signatures/*/protected"), card.values("/signatures/*/header"), strict=False)
    return all(fold(read_header(one), other) for one, other in both)


REPEATS = {
    "the-same-value": ("a repetition that changes nothing", {"alg": "ES256"},
                       lambda one, other: all(one[name] == other[name] for name in one.keys() & other.keys())),
    "kid": ("a hint beside the signed one", {"kid": "other"}, lambda one, other: one.keys() & other.keys() <= {"kid"}),
    "typ": ("a hint beside the signed one", {"typ": "JOSE"}, lambda one, other: one.keys() & other.keys() <= {"typ"}),
    "parameters-of-ones-own": ("the registered ones alone", {"note": "x"}, lambda one, other: one.keys() & other.keys() <= {"note"}),
}  # fmt: skip
REPEATED = [
    WrongValidator(
        f"{name}-in-both-headers",
        habit,
        signed(protected({**HEADER, "note": "x"}), header=header),
        overlooking(
            lambda card, violation, fold=fold: violation.requirement == "headers-disjoint" and same_names(card, fold)
        ),
    )
    for name, (habit, header, fold) in REPEATS.items()
]

REFUSED: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "es256-alone": ("the algorithm of the sample", {**HEADER, "alg": "EdDSA"}, lambda header: header.get("alg") != "ES256"),
    "no-rs256": ("elliptic curves alone", {**HEADER, "alg": "RS256"}, lambda header: header.get("alg") == "RS256"),
    "no-ps256": ("the algorithms of a small library", {**HEADER, "alg": "PS256"}, lambda header: str(header.get("alg")).startswith("PS")),
    "no-es256k": ("the algorithms of RFC 7518", {**HEADER, "alg": "ES256K"}, lambda header: header.get("alg") == "ES256K"),
    "no-es384": ("P-256 alone", {**HEADER, "alg": "ES384"}, lambda header: header.get("alg") in ("ES384", "ES512")),
    "no-eddsa": ("the algorithms of RFC 7518", {**HEADER, "alg": "EdDSA"}, lambda header: header.get("alg") == "EdDSA"),
    "no-ed25519": ("the algorithms before RFC 9864", {**HEADER, "alg": "Ed25519"}, lambda header: header.get("alg") == "Ed25519"),
    "no-ml-dsa": ("the algorithms of today", {**HEADER, "alg": "ML-DSA-44"}, lambda header: str(header.get("alg")).startswith("ML-DSA")),
    "typ-jose-alone": ("a SHOULD taken for a MUST", {**HEADER, "typ": "JWT"}, lambda header: header.get("typ", "JOSE") != "JOSE"),
    "kid-of-a-word": (r"[\w-]+", {**HEADER, "kid": "did:web:harbour.example#key 1"}, lambda header: not str(header.get("kid", "k")).replace("-", "").isalnum()),
    "kid-of-at-most-64-characters": ("a column", {**HEADER, "kid": "k" * 65}, lambda header: len(str(header.get("kid"))) > 64),
    "jku-demanded": ("keys are fetched", {**HEADER, "x": 1}, lambda header: "x" in header and "jku" not in header),
    "no-jku": ("keys are never fetched", {**HEADER, "jku": "https://harbour.example/keys.json"}, lambda header: "jku" in header),
    "no-jwk": ("keys are never taken along", {**HEADER, "jwk": {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}}, lambda header: "jwk" in header),
    "no-crit": ("nothing critical is understood", {**HEADER, "crit": ["b64"], "b64": True}, lambda header: "crit" in header),
    "no-other-parameter": ("the three of the specification", {**HEADER, "iat": 1}, lambda header: not header.keys() <= {"alg", "kid", "typ", "jku", "crit", "x5c", "jwk"}),
    "jku-of-the-agents-host": ("one origin", {**HEADER, "jku": "https://keys.example/k.json"}, lambda header: "harbour" not in str(header.get("jku", "harbour"))),
    "cty-refused": ("no nested signature", {**HEADER, "cty": "json"}, lambda header: "cty" in header),
    "alg-first": ("a pattern at the beginning", {"kid": "k", "typ": "JOSE", "alg": "ES256"}, lambda header: next(iter(header), "alg") != "alg"),
}  # fmt: skip
REFUSED_HEADERS = [
    WrongValidator(
        f"header-{name}",
        habit,
        signed(protected(header)),
        lambda card, test=is_refused: card.is_valid and not any(map(test, parameters(card))),
    )
    for name, (habit, header, is_refused) in REFUSED.items()
]

REFUSED_TEXTS = [
    WrongValidator(name, habit, signed(header, text), refusing(pattern, is_refused))
    for name, habit, header, text, pattern, is_refused in (
        ("blanks-in-the-header", "a pattern over the decoded text", encoded(b'{ "alg": "ES256", "kid": "k", "typ": "JOSE" }'), TEXT,
         "/signatures/*/protected", lambda value: b" " in decoded(value)),
        ("line-feeds-in-the-header", "one line", encoded(b'{\n"alg":"ES256",\n"kid":"k",\n"typ":"JOSE"}'), TEXT,
         "/signatures/*/protected", lambda value: b"\n" in decoded(value)),
        ("letters-beyond-ascii-in-the-header", "decode('ascii')", encoded('{"alg":"ES256","kid":"\u00e9","typ":"JOSE"}'.encode()), TEXT,
         "/signatures/*/protected", lambda value: not decoded(value).isascii()),
        ("header-that-begins-otherwise-than-ey", "startswith('eyJ')", encoded(b'\n{"alg":"ES256","kid":"k","typ":"JOSE"}'), TEXT,
         "/signatures/*/protected", lambda value: not value.startswith("ey")),
        ("long-headers", "a buffer of 512 bytes", protected({**HEADER, "note": "x" * 600}), TEXT,
         "/signatures/*/protected", lambda value: len(value) > 512),
        ("signature-of-64-bytes", "ES256 alone", PLAIN, "A" * 100, "/signatures/*/signature", lambda value: len(value) > 86),
        ("long-signatures", "a column of 512 characters", PLAIN, "A" * 1000, "/signatures/*/signature", lambda value: len(value) > 512),
        ("very-long-signatures", "a column of 4096 characters", PLAIN, "A" * 6000, "/signatures/*/signature", lambda value: len(value) > 4096),
        ("hyphens-in-the-signature", "the alphabet of base64 alone", PLAIN, "c2ln-_9h", "/signatures/*/signature", lambda value: "-" in value),
        ("underscores-in-the-signature", "the alphabet of base64 alone", PLAIN, "c2ln__9h", "/signatures/*/signature", lambda value: "_" in value),
        ("signature-of-a-length-that-asks-for-padding", "len(value) % 4 == 0", PLAIN, "c2lncw", "/signatures/*/signature",
         lambda value: len(value) % 4 != 0),
    )
]  # fmt: skip


@wrong("compact serialisation knows no such header", signed(PLAIN, header={"note": "x"}))
def no_unprotected_header(card: JudgedCard) -> bool:
    return card.is_valid and not card.values("/signatures/*/header")


@wrong("an empty header is left out, RFC 7515 section 7.2.1 on the protected one", signed(PLAIN, header={}))
def unprotected_header_not_empty(card: JudgedCard) -> bool:
    return card.is_valid and {} not in card.values("/signatures/*/header")


@wrong("Map<String, String>", signed(PLAIN, header={"note": {"a": [1]}}))
def unprotected_header_of_texts(card: JudgedCard) -> bool:
    return card.is_valid and all(isinstance(each, str) for each in card.values("/signatures/*/header/*"))


@wrong("null of a Struct", signed(PLAIN, header={"note": None}))
def unprotected_header_without_null(card: JudgedCard) -> bool:
    return card.is_valid and None not in card.values("/signatures/*/header/*")


@wrong("a Map by kid", {"/signatures": [signed(PLAIN)["/signatures"][0], signed(PLAIN, "c2ln")["/signatures"][0]]})
def one_signature_of_each_key(card: JudgedCard) -> bool:
    kids = [str(each.get("kid")) for each in parameters(card)]
    return card.is_valid and len({*kids}) == len(kids)


@wrong("a payload is a part of a JWS", signed(PLAIN))
def payload_demanded(card: JudgedCard) -> bool:
    return card.is_valid and not any(
        isinstance(each, dict) and "payload" not in each and len(each) == 2 for each in card.values("/signatures/*")
    )


@wrong("a detached payload has no member", signed(PLAIN, payload="e30"))
def payload_refused(card: JudgedCard) -> bool:
    return card.is_valid and not card.values("/signatures/*/payload")


@wrong("signatures are verified, and these are not right", signed(PLAIN))
def wrong_signatures_refused(card: JudgedCard) -> bool:
    """Takes none of fewer than 64 bytes."""
    return card.is_valid and not any(0 < len(decoded(each)) < 16 for each in card.values("/signatures/*/signature"))
