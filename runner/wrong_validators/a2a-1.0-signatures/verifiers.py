"""Verifiers of signed Agent Cards with one step done otherwise: what is signed, over which text, by which key."""

import json
import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicNumbers
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.minting import Ingredients, load_minter
from agentcard_conformance.model import Json

FOLDER = read_suite().root / "schema" / "a2a-1.0-signatures" / "mint"
KEYS = json.loads((FOLDER / "keys.json").read_bytes())["keys"]
EXAMPLE = json.loads((FOLDER / "bases" / "example.json").read_bytes())["parts"]["card"]
FULL = json.loads((FOLDER / "bases" / "every-member.json").read_bytes())["parts"]["card"]
HEADER = {"alg": "ES256", "typ": "JOSE", "kid": "agent-2026"}
STEPS = {"alg-taken", "headers-disjoint", "crit-understood", "key-trusted", "alg-fits-key", "signature-right"}

Form: TypeAlias = Callable[[Json, str], str]
"""What is signed, given the card without its signatures and the right canonical form."""


def lenient_bytes(text: str) -> bytes:
    """What a decoder reads that minds neither padding nor the alphabet."""
    return b64decode(text.replace("-", "+").replace("_", "/") + "==", validate=False)


def base64url(text: bytes) -> str:
    return urlsafe_b64encode(text).decode().rstrip("=")


class Signature(NamedTuple):
    """One of a card, and the header that its protected text holds."""

    protected: str
    text: str
    beside: Json
    header: Json


def read_signature(value: Json) -> Signature | None:
    """None where nothing can be read from it."""
    try:
        header = json.loads(lenient_bytes(value["protected"]))
        return Signature(value["protected"], value["signature"], value.get("header"), header)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def is_es256(signature: bytes, data: bytes, jwk: Json) -> bool:
    x, y = (int.from_bytes(lenient_bytes(jwk[name])) for name in "xy")
    key = EllipticCurvePublicNumbers(x, y, SECP256R1()).public_key()
    try:
        r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
        key.verify(encode_dss_signature(r, s), data, ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return len(signature) == 64


def is_eddsa(signature: bytes, data: bytes, jwk: Json) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(lenient_bytes(jwk["x"])).verify(signature, data)
    except InvalidSignature:
        return False
    return True


def right_form(_: Json, payload: str) -> str:
    return payload


def right_input(signature: Signature, payload: str) -> bytes:
    return f"{signature.protected}.{base64url(payload.encode())}".encode()


def named_keys(signature: Signature, keys: Sequence[Json]) -> Sequence[Json]:
    return [key for key in keys if key["kid"] == signature.header.get("kid")]


def named_algorithm(signature: Signature) -> Json:
    return signature.header.get("alg")


def right_check(algorithm: Json, signature: bytes, data: bytes, jwk: Json) -> bool:
    kinds = {("ES256", "EC"): is_es256, ("EdDSA", "OKP"): is_eddsa}
    check = kinds.get((algorithm, jwk["kty"])) if isinstance(algorithm, str) else None
    return check is not None and check(signature, data, jwk)


def unprotected(signature: Signature) -> Json:
    """The header that is not signed, if it is an object."""
    return signature.beside if isinstance(signature.beside, dict) else {}


def has_disjoint_headers(signature: Signature) -> bool:
    return not signature.header.keys() & unprotected(signature).keys()


def is_understood(signature: Signature) -> bool:
    return "crit" not in signature.header | unprotected(signature)


class Verifier(NamedTuple):
    """The steps of a verifier, right ones unless others are given."""

    form: Form = right_form
    signing_input: Callable[[Signature, str], bytes] = right_input
    keys: Callable[[Signature, Sequence[Json]], Sequence[Json]] = named_keys
    algorithm: Callable[[Signature], Json] = named_algorithm
    check: Callable[[Json, bytes, bytes, Json], bool] = right_check
    is_disjoint: Callable[[Signature], bool] = has_disjoint_headers
    understands: Callable[[Signature], bool] = is_understood
    combine: Callable[[Iterable[bool]], bool] = any
    pick: Callable[[Sequence[Json]], Sequence[Json]] = list
    takes_form: Callable[[Json], bool] = lambda _: False
    """Whether a signature is taken that has not the form of one."""

    def accepts(self, card: JudgedCard) -> bool:
        """What it says of a card; where more is wrong than the signatures, what the reference says."""
        wrong = {violation.requirement for violation in card.violations}
        raw = card.value["card"] if isinstance(card.value, dict) else None
        signatures = raw.get("signatures") if isinstance(raw, dict) else None
        if not wrong <= STEPS | {"signature-form"} or not isinstance(signatures, list) or not signatures:
            return card.is_valid
        if "signature-form" in wrong and not all(map(self.takes_form, signatures)):
            return False
        unsigned = {name: value for name, value in raw.items() if name != "signatures"}
        payload = self.form(unsigned, card.value["payload"])
        keys = card.context["issuer_keys"]["keys"]
        return self.combine([self._is_right(each, payload, keys) for each in self.pick(signatures)])

    def _is_right(self, value: Json, payload: str, keys: Sequence[Json]) -> bool:
        signature = read_signature(value)
        if signature is None or not isinstance(signature.header, dict):
            return False
        if not self.is_disjoint(signature) or not self.understands(signature):
            return False
        try:
            data = self.signing_input(signature, payload)
        except ValueError:  # a header that is written anew may hold what has no form in UTF-8
            return False
        text = lenient_bytes(signature.text)
        return any(self.check(self.algorithm(signature), text, data, key) for key in self.keys(signature, keys))


def signed(card: Json, *signatures: Json, **parts: Json) -> bytes:
    """A card with right signatures, but for what each says."""
    made = [{"header": HEADER, "key": "agent", **each} for each in signatures or [{}]]
    return load_minter("signed_agent_card").mint(Ingredients({"card": card, "signatures": made, **parts}, [], KEYS, 0))


def with_params(params: Json) -> Json:
    extension = {"uri": "https://harbour.example/ext/tides/v1", "params": params}
    return {**EXAMPLE, "capabilities": {"extensions": [extension]}}


def rewritten(change: Callable[[Json], Json]) -> Form:
    """Signs what is made of the value of the canonical form."""
    return lambda _, payload: rfc8785.dumps(change(json.loads(payload))).decode()


def encoded(change: Callable[[str], str]) -> Form:
    return lambda _, payload: change(payload)


def walked(value: Json, change: Callable[[Json], Json]) -> Json:
    """The value with each part changed, the inner ones first."""
    if isinstance(value, dict):
        return change({name: walked(part, change) for name, part in value.items()})
    return change([walked(part, change) for part in value] if isinstance(value, list) else value)


def dropping(is_dropped: Callable[[Json], bool]) -> Form:
    """Leaves out members that hold something."""

    def change(value: Json) -> Json:
        kept = isinstance(value, dict) and {name: part for name, part in value.items() if not is_dropped(part)}
        return kept if isinstance(value, dict) else value

    return rewritten(lambda value: {name: walked(part, change) for name, part in value.items()})


def canonical_of(card: Json) -> str:
    """The canonical form of the whole card, whatever is default in it."""
    return rfc8785.dumps(card).decode()


def top_sorted(_: Json, payload: str) -> str:
    """Sorts the members of the card alone, and those below by their length."""

    def text(value: Json, key: Callable[[str], Json]) -> str:
        if isinstance(value, dict):
            inner = (
                f"{json.dumps(name, ensure_ascii=False)}:{text(value[name], len)}" for name in sorted(value, key=key)
            )
            return "{" + ",".join(inner) + "}"
        return (
            "[" + ",".join(text(each, len) for each in value) + "]" if isinstance(value, list) else canonical_of(value)
        )

    return text(json.loads(payload), str)


def sorted_by(key: Callable[[str], Json]) -> Form:
    def form(_: Json, payload: str) -> str:
        def text(value: Json) -> str:
            if isinstance(value, dict):
                inner = (f"{canonical_of(name)}:{text(value[name])}" for name in sorted(value, key=key))
                return "{" + ",".join(inner) + "}"
            return "[" + ",".join(map(text, value)) + "]" if isinstance(value, list) else canonical_of(value)

        return text(json.loads(payload))

    return form


def numbered(write: Callable[[float], str]) -> Form:
    """Writes numbers otherwise."""

    def form(_: Json, payload: str) -> str:
        def text(value: Json) -> str:
            if isinstance(value, dict):
                return "{" + ",".join(f"{canonical_of(name)}:{text(part)}" for name, part in value.items()) + "}"
            if isinstance(value, list):
                return "[" + ",".join(map(text, value)) + "]"
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            return write(float(value)) if is_number else canonical_of(value)

        return text(json.loads(payload))

    return form


def escaping(pattern: str) -> Form:
    """Escapes more characters than there is need for."""
    return encoded(
        lambda payload: re.sub(
            pattern,
            lambda found: (
                json.dumps(found[0])[1:-1].replace("/", "\\/")
                if not found[0].isascii() or found[0] == "/"
                else f"\\u{ord(found[0]):04x}"
            ),
            payload,
        )
    )


def without(*path: str) -> Form:
    """Leaves out one field, wherever it stands: one that the verifier's messages do not know."""
    name = path[-1]
    holder = path[0] if len(path) > 1 else None

    def change(value: Json, inside: str = "") -> Json:
        if isinstance(value, dict):
            return {
                key: change(part, key) for key, part in value.items() if not (key == name and holder in (None, inside))
            }
        return [change(part, inside) for part in value] if isinstance(value, list) else value

    return rewritten(change)


def filled(holder: str, name: str, value: Json) -> Form:
    """Fills in a default value that the card does not have."""

    def change(tree: Json, inside: str = "") -> Json:
        if isinstance(tree, dict):
            parts = {key: change(part, key) for key, part in tree.items()}
            return {name: value, **parts} if inside == holder else parts
        return [change(part, inside) for part in tree] if isinstance(tree, list) else tree

    return rewritten(change)


FORMS: dict[str, tuple[str, bytes, Form]] = {
    "ascii-alone": ("json.dumps() without ensure_ascii=False", signed({**EXAMPLE, "name": "Caf\u00e9"}), encoded(lambda payload: json.dumps(json.loads(payload), separators=(",", ":")))),
    "blanks-behind-separators": ("json.dumps() without separators", signed(EXAMPLE), encoded(lambda payload: json.dumps(json.loads(payload), ensure_ascii=False))),
    "lines": ("a pretty form", signed(EXAMPLE), encoded(lambda payload: json.dumps(json.loads(payload), ensure_ascii=False, indent=2))),
    "line-feed-at-the-end": ("json.NewEncoder() of Go", signed(EXAMPLE), encoded(lambda payload: f"{payload}\n")),
    "byte-order-mark": ("an encoding of .NET", signed(EXAMPLE), encoded(lambda payload: f"\ufeff{payload}")),
    "order-of-the-card": ("JSON.stringify() of what was parsed", signed(EXAMPLE), lambda card, _: json.dumps(card, separators=(",", ":"), ensure_ascii=False)),
    "order-of-code-points": ("sort_keys of Python, BTreeMap of Rust, sort.Strings() of Go", signed(with_params({"\uff01": 1, "\U0001f600": 2})), sorted_by(str)),
    "order-without-case": ("localeCompare()", signed(with_params({"B": 1, "a": 2})), sorted_by(lambda name: (name.lower(), name))),
    "order-of-lengths": ("the canonical order of CBOR", signed(with_params({"aa": 1, "b": 2})), sorted_by(lambda name: (len(name), name))),
    "order-with-numbers-first": ("integer keys come first in objects of JavaScript", signed(with_params({"10": 1, "9": 2})), sorted_by(lambda name: (0, int(name), "") if name.isdecimal() else (1, 0, name))),
    "order-in-reverse": ("a comparison turned round", signed(EXAMPLE), sorted_by(lambda name: tuple(-ord(letter) for letter in name))),
    "order-of-the-outermost-object-alone": ("Object.keys(card).sort()", signed(with_params({"aa": 1, "b": 2})), top_sorted),
    "arrays-in-order": ("arrays sorted, too", signed({**EXAMPLE, "defaultInputModes": ["b/b", "a/a"]}), rewritten(lambda tree: walked(tree, lambda value: sorted(value, key=repr) if isinstance(value, list) else value))),
    "arrays-without-repetitions": ("a set", signed({**EXAMPLE, "defaultInputModes": ["a/a", "a/a"]}), rewritten(lambda tree: walked(tree, lambda value: [each for number, each in enumerate(value) if each not in value[:number]] if isinstance(value, list) else value))),
    "solidi-escaped": ("json_encode() of PHP", signed(EXAMPLE), escaping("/")),
    "markup-escaped": ("json.Marshal() of Go", signed({**EXAMPLE, "name": "<b>"}), escaping("[<>&]")),
    "ampersands-escaped": ("json.Marshal() of Go", signed({**EXAMPLE, "name": "Berths & tides"}), escaping("[&]")),
    "line-separators-escaped": ("json.Marshal() of Go, safe for JavaScript", signed({**EXAMPLE, "name": "a\u2028b"}), escaping("[\u2028\u2029]")),
    "delete-character-escaped": ("all controls escaped", signed({**EXAMPLE, "name": "a\u007fb"}), escaping("\x7f")),
    "apostrophes-escaped": ("System.Text.Json of .NET", signed({**EXAMPLE, "name": "Harbour's"}), escaping("'")),
    "plus-signs-escaped": ("System.Text.Json of .NET", signed({**EXAMPLE, "name": "a+b"}), escaping(r"\+")),
    "letters-beyond-the-bmp-escaped": ("a writer for UCS-2", signed({**EXAMPLE, "name": "\U0001f6a2"}), escaping("[\U00010000-\U0010ffff]")),
    "short-escapes-written-out": (r"\u000a for \n", signed({**EXAMPLE, "name": "a\nb"}), encoded(lambda payload: payload.replace("\\n", "\\u000a").replace("\\t", "\\u0009"))),
    "capital-digits-in-escapes": ("%04X", signed({**EXAMPLE, "name": "a\u001fb"}), encoded(lambda payload: re.sub(r"\\u00(..)", lambda found: f"\\u00{found[1].upper()}", payload))),
    "backspace-and-form-feed-written-out": ("escapes of a small writer", signed({**EXAMPLE, "name": "a\bb\fc"}), encoded(lambda payload: payload.replace("\\b", "\\u0008").replace("\\f", "\\u000c"))),
    "normalised-letters": ("normalize('NFC')", signed({**EXAMPLE, "name": "Cafe\u0301"}), encoded(lambda payload: payload.replace("e\u0301", "\u00e9"))),
    "blanks-around-texts-cut": ("trim()", signed({**EXAMPLE, "name": " Desk "}), rewritten(lambda tree: walked(tree, lambda value: value.strip() if isinstance(value, str) else value))),
    "line-feeds-of-windows-turned": ("a text file", signed({**EXAMPLE, "name": "a\r\nb"}), encoded(lambda payload: payload.replace("\\r\\n", "\\n"))),
    "numbers-of-python": ("repr(float)", signed(with_params({"a": 1e-7, "b": 1e21})), numbered(repr)),
    "whole-numbers-with-a-fraction": ("repr(float)", signed(with_params({"a": 1})), numbered(lambda number: f"{number:.1f}" if number % 1 == 0 and abs(number) < 1e15 else canonical_of(number))),
    "numbers-with-six-digits": ("%g", signed(with_params({"a": 0.1234567})), numbered(lambda number: f"{number:g}")),
    "numbers-with-17-digits": ("%.17g", signed(with_params({"a": 0.1})), numbered(lambda number: f"{number:.17g}")),
    "numbers-without-exponents": ("decimal numbers", signed(with_params({"a": 1e-7, "b": 1e21})), numbered(lambda number: f"{number:f}" if "e" in canonical_of(number) else canonical_of(number))),
    "small-numbers-with-an-exponent": ("%g begins at 1e-5", signed(with_params({"a": 0.00001})), numbered(lambda number: f"{number:e}" if 0 < abs(number) < 1e-4 else canonical_of(number))),
    "large-numbers-with-an-exponent": ("%g ends at 1e+16", signed(with_params({"a": 1e20})), numbered(lambda number: f"{number:e}" if abs(number) >= 1e16 else canonical_of(number))),
    "exponents-of-two-digits": ("%e", signed(with_params({"a": 1e-7})), encoded(lambda payload: re.sub(r"e([+-])(\d)(?=\D)", r"e\g<1>0\2", payload))),
    "exponents-without-plus": ("json.Marshal() of Go before its cleaning", signed(with_params({"a": 1e21})), encoded(lambda payload: payload.replace("e+", "e"))),
    "capital-exponents": ("Double.toString() of Java", signed(with_params({"a": 1e21})), encoded(lambda payload: re.sub(r"(\d)e([+-]\d)", r"\1E\2", payload))),
    "numbers-in-32-bits": ("float", signed(with_params({"a": 0.1})), numbered(lambda number: "0.10000000149011612" if number == 0.1 else canonical_of(number))),
    "numbers-as-texts": ("int64 of ProtoJSON", signed(with_params({"a": 1})), numbered(lambda number: f'"{canonical_of(number)}"')),
    "whole-numbers-alone": ("int(value)", signed(with_params({"a": 0.5})), numbered(lambda number: str(int(number)))),
    "signatures-kept": ("the card as it was fetched", signed(EXAMPLE), lambda card, payload: canonical_of({**json.loads(payload), "signatures": []})),
    "whole-card-without-rules": ("RFC 8785 over the card alone", signed({**EXAMPLE, "securitySchemes": {}}), lambda card, _: canonical_of(card)),
    "empty-arrays-kept": ("RFC 8785 over the card alone", signed({**EXAMPLE, "securityRequirements": []}), lambda card, payload: canonical_of({**json.loads(payload), **{name: value for name, value in card.items() if value == []}})),
    "empty-schemes-kept": ("RFC 8785 over the card alone", signed({**EXAMPLE, "securitySchemes": {}}), lambda card, payload: canonical_of({**json.loads(payload), **({"securitySchemes": {}} if card.get("securitySchemes") == {} else {})})),
    "explicit-false-dropped": ("writers of ProtoJSON leave default values out", signed({**EXAMPLE, "capabilities": {"streaming": False}}), dropping(lambda value: value is False)),
    "explicit-empty-texts-dropped": ("writers of ProtoJSON leave default values out", signed({**EXAMPLE, "iconUrl": ""}), rewritten(lambda tree: {name: part for name, part in tree.items() if part != ""})),
    "explicit-documentation-dropped": ("writers of ProtoJSON leave default values out", signed({**EXAMPLE, "documentationUrl": ""}), rewritten(lambda tree: {name: part for name, part in tree.items() if name != "documentationUrl" or part})),
    "streaming-filled-in": ("a class with defaults", signed({**EXAMPLE, "capabilities": {"pushNotifications": True}}), filled("capabilities", "streaming", False)),  # noqa: FBT003  # a value of a card
    "push-notifications-filled-in": ("a class with defaults", signed({**EXAMPLE, "capabilities": {"streaming": True}}), filled("capabilities", "pushNotifications", False)),  # noqa: FBT003  # too
    "extensions-filled-in": ("a class with defaults", signed({**EXAMPLE, "capabilities": {"streaming": True}}), filled("capabilities", "extensions", [])),
    "tenant-filled-in": ("includingDefaultValueFields()", signed(EXAMPLE), filled("supportedInterfaces", "tenant", "")),
    "examples-filled-in": ("includingDefaultValueFields()", signed(EXAMPLE), filled("skills", "examples", [])),
    "nulls-filled-in": ("serializers that write null", signed(EXAMPLE), lambda _, payload: canonical_of({"iconUrl": None, **json.loads(payload)})),
    "empty-schemes-filled-in": ("includingDefaultValueFields()", signed(EXAMPLE), lambda _, payload: canonical_of({"securitySchemes": {}, **json.loads(payload)})),
    "underscores": ("preserving_proto_field_name=True", signed(EXAMPLE), encoded(lambda payload: payload.replace("defaultInputModes", "default_input_modes"))),
}  # fmt: skip
WRONG_FORMS = [
    WrongValidator(f"signs-{name}", habit, card, Verifier(form=form).accepts)
    for name, (habit, card, form) in FORMS.items()
]

UNKNOWN_FIELDS: dict[str, tuple[str, ...]] = {
    "icon": ("iconUrl",), "documentation": ("documentationUrl",), "provider": ("provider",),
    "schemes": ("securitySchemes",), "requirements": ("securityRequirements",), "extensions": ("extensions",),
    "extended-card": ("extendedAgentCard",), "tenant": ("supportedInterfaces", "tenant"), "params": ("params",),
    "extension-required": ("extensions", "required"), "examples": ("examples",), "skill-input-modes": ("inputModes",),
    "skill-output-modes": ("outputModes",), "pkce": ("pkceRequired",), "refresh-url": ("refreshUrl",),
    "metadata-url": ("oauth2MetadataUrl",), "device-code": ("deviceCode",), "mutual-tls": ("mtlsSecurityScheme",),
    "bearer-format": ("bearerFormat",), "protocol-version": ("supportedInterfaces", "protocolVersion"),
    "key-scheme": ("apiKeySecurityScheme",), "openid-scheme": ("openIdConnectSecurityScheme",),
    "password-flow": ("password",), "implicit-flow": ("implicit",), "scopes-of-requirements": ("list",),
    "push-notifications": ("pushNotifications",), "streaming": ("streaming",), "tags": ("tags",),
}  # fmt: skip
FIELDS = [
    WrongValidator(
        f"signs-nothing-of-{name}",
        "messages of an older proto file, which lose what they do not know",
        signed(FULL),
        Verifier(form=without(*path)).accepts,
    )
    for name, path in UNKNOWN_FIELDS.items()
]

INPUTS: dict[str, tuple[str, Callable[[Signature, str], bytes]]] = {
    "payload-not-encoded": ("b64 of RFC 7797 taken for granted", lambda each, payload: f"{each.protected}.{payload}".encode()),
    "payload-padded": ("base64.urlsafe_b64encode() of Python", lambda each, payload: f"{each.protected}.{urlsafe_b64encode(payload.encode()).decode()}".encode()),
    "payload-in-the-alphabet-of-base64": ("btoa()", lambda each, payload: f"{each.protected}.{base64url(payload.encode()).replace('-', '+').replace('_', '/')}".encode()),
    "payload-alone": ("a signature over the card", lambda _, payload: payload.encode()),
    "encoded-payload-alone": ("a signature over the card", lambda _, payload: base64url(payload.encode()).encode()),
    "nothing": ("a detached payload that was not put back", lambda each, _: f"{each.protected}.".encode()),
    "no-dot": ("concatenation", lambda each, payload: f"{each.protected}{base64url(payload.encode())}".encode()),
    "header-written-anew": ("the header is an object, and is encoded again", lambda each, payload: f"{base64url(json.dumps(each.header, separators=(',', ':'), ensure_ascii=False).encode())}.{base64url(payload.encode())}".encode()),
    "header-in-order": ("RFC 8785 over the header, too", lambda each, payload: f"{base64url(canonical_of(each.header).encode())}.{base64url(payload.encode())}".encode()),
    "header-not-encoded": ("the text of the header", lambda each, payload: f"{json.dumps(each.header, separators=(',', ':'))}.{base64url(payload.encode())}".encode()),
    "payload-in-utf-16": ("Encoding.Unicode of .NET", lambda each, payload: f"{each.protected}.{base64url(payload.encode('utf-16-le'))}".encode()),
    "payload-in-latin-1": ("btoa() of letters", lambda each, payload: f"{each.protected}.{base64url(payload.encode('latin-1', 'replace'))}".encode()),
    "both-headers": ("a header that joins both", lambda each, payload: right_input(each._replace(protected=base64url(canonical_of({**each.header, **each.beside}).encode())), payload) if each.beside else right_input(each, payload)),
}  # fmt: skip
WRONG_INPUTS = [
    WrongValidator(
        f"signs-over-{name}",
        habit,
        signed(
            {**EXAMPLE, "name": "Caf\u00e9 ???>>>"},
            {"header_json": " {{header}} ", "beside": {"header": {"note": "x"}}},
        ),
        Verifier(signing_input=make).accepts,
    )
    for name, (habit, make) in INPUTS.items()
]


def known(kid: str) -> Callable[[Signature, Sequence[Json]], Sequence[Json]]:
    return lambda _, keys: [key for key in keys if key["kid"] == kid]


def folded(fold: Callable[[Json], Json]) -> Callable[[Signature, Sequence[Json]], Sequence[Json]]:
    return lambda each, keys: [key for key in keys if fold(key["kid"]) == fold(each.header.get("kid"))]


def all_keys(_: Signature, keys: Sequence[Json]) -> Sequence[Json]:
    return keys


def keys_or_all(each: Signature, keys: Sequence[Json]) -> Sequence[Json]:
    return named_keys(each, keys) if "kid" in each.header else keys


def brought_along(each: Signature, keys: Sequence[Json]) -> Sequence[Json]:
    jwk = each.header.get("jwk")
    return [jwk] if isinstance(jwk, dict) else named_keys(each, keys)


def beside_kid(each: Signature, keys: Sequence[Json]) -> Sequence[Json]:
    kid = each.header.get("kid", (each.beside or {}).get("kid") if isinstance(each.beside, dict) else None)
    return [key for key in keys if key["kid"] == kid]


def beside_algorithm(each: Signature) -> Json:
    return each.header.get("alg", each.beside.get("alg") if isinstance(each.beside, dict) else None)


def header(**members: Json) -> Json:
    return {"header": {**HEADER, **members}}


def header_without(name: str) -> Json:
    return {"header": {key: value for key, value in HEADER.items() if key != name}}


def takes(check: Callable[[Json, bytes, bytes, Json], bool]) -> Callable[[Json, bytes, bytes, Json], bool]:
    """The right check, or another one."""
    return lambda algorithm, text, data, key: (
        right_check(algorithm, text, data, key) or check(algorithm, text, data, key)
    )


def is_der(_: Json, text: bytes, data: bytes, key: Json) -> bool:
    try:
        r, s = decode_dss_signature(text)
    except ValueError:
        return False
    return key["kty"] == "EC" and is_es256(r.to_bytes(32) + s.to_bytes(32), data, key)


def listed(each: Signature) -> list[Json]:
    """The extensions of the header that is signed; of the other one, that it has any."""
    crit = each.header.get("crit", [])
    return [*(crit if isinstance(crit, list) else [crit]), *(["?"] if "crit" in unprotected(each) else [])]


EDDSA = {"header": {**HEADER, "alg": "EdDSA", "kid": "agent-eddsa-2026"}, "key": "agent-eddsa", "algorithm": "EdDSA"}
NONE = {"header": {**HEADER, "alg": "none"}, "signature": ""}
STRANGER = {"header": {**HEADER, "kid": "agent-2027"}, "key": "stranger"}
SPOILT = {"payload_json": "{}"}
ONE = signed(EXAMPLE)
UNSIGNED = json.dumps(EXAMPLE).encode()


ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the group on Curve25519: the second half of a signature is below it, RFC 8032 section 5.1.7."""


def signature_bytes(*signatures: Json) -> bytes:
    """Those of the first signature, made for the example."""
    return lenient_bytes(json.loads(signed(EXAMPLE, *signatures))["signatures"][0]["signature"])


def moved_by(order: int, text: bytes) -> bytes:
    """A signature by EdDSA with the second half changed by a multiple of the order."""
    return text[:32] + (int.from_bytes(text[32:64], "little") % ORDER + order).to_bytes(32, "little") + text[64:]


ZERO_FIRST = header(harbour=10)
"""With it, the second half of the example's signature begins with a zero byte."""
SHORT = base64url(bytes(byte for number, byte in enumerate(signature_bytes(ZERO_FIRST)) if number != 32))
LARGE = base64url(moved_by(ORDER, signature_bytes(EDDSA)))


def is_of_63_bytes(algorithm: Json, text: bytes, data: bytes, key: Json) -> bool:
    filled = (text[:at] + b"\0" + text[at:] for at in (0, 32))
    return len(text) == 63 and any(right_check(algorithm, each, data, key) for each in filled)


def is_unsigned(algorithm: Json, _: bytes, __: bytes, ___: Json) -> bool:
    return algorithm == "none"


STEP_FAULTS: dict[str, tuple[str, bytes, Accepts]] = {
    "alg-none-taken": ("an algorithm that a library has", signed(EXAMPLE, NONE), Verifier(check=takes(is_unsigned)).accepts),
    "alg-none-in-other-letters-taken": ("alg == 'none' is refused, and 'None' is not", signed(EXAMPLE, {**NONE, "header": {**HEADER, "alg": "None"}}), Verifier(check=takes(lambda algorithm, *_: str(algorithm).lower() == "none" and algorithm != "none")).accepts),
    "alg-not-held-to-the-key": ("the key says which algorithm it is", signed(EXAMPLE, {"header": {**HEADER, "alg": "EdDSA"}}), Verifier(algorithm=lambda each: "ES256" if "eddsa" not in str(each.header.get("kid")) else "EdDSA").accepts),
    "alg-left-out-taken": ("the key says it", signed(EXAMPLE, header_without("alg")), Verifier(algorithm=lambda each: each.header.get("alg", "ES256")).accepts),
    "alg-in-small-letters-taken": ("alg.upper()", signed(EXAMPLE, header(alg="es256")), Verifier(algorithm=lambda each: "ES256" if str(each.header.get("alg")).upper() == "ES256" else each.header.get("alg")).accepts),
    "alg-beside-taken": ("{...header, ...protected}", signed(EXAMPLE, {**header_without("alg"), "beside": {"header": {"alg": "ES256"}}}), Verifier(algorithm=beside_algorithm).accepts),
    "alg-of-a-list-taken": ("str(alg), or alg[0]", signed(EXAMPLE, header(alg=["ES256"])), Verifier(algorithm=lambda each: each.header["alg"][0] if isinstance(each.header.get("alg"), list) and each.header["alg"] else each.header.get("alg")).accepts),
    "alg-with-blanks-taken": ("trim()", signed(EXAMPLE, header(alg="ES256 ")), Verifier(algorithm=lambda each: str(each.header.get("alg")).strip()).accepts),
    "eddsa-unknown": ("ES256 alone, as in the sample", signed(EXAMPLE, EDDSA), Verifier(check=lambda algorithm, *rest: algorithm == "ES256" and right_check(algorithm, *rest)).accepts),
    "es256-unknown": ("a library of Edwards curves", ONE, Verifier(check=lambda algorithm, *rest: algorithm == "EdDSA" and right_check(algorithm, *rest)).accepts),
    "crit-passed-over": ("a parameter that nobody reads", signed(EXAMPLE, header(crit=["exp"], exp=1)), Verifier(understands=lambda _: True).accepts),
    "crit-passed-over-where-it-is-not-signed": ("protected.crit", signed(EXAMPLE, {"beside": {"header": {"crit": ["x"], "x": 1}}}), Verifier(understands=lambda each: "crit" not in each.header).accepts),
    "crit-read-where-it-is-not-signed-alone": ("header.crit", signed(EXAMPLE, header(crit=["x"], x=1)), Verifier(understands=lambda each: "crit" not in unprotected(each)).accepts),
    "crit-of-which-the-first-is-read": ("crit[0]", signed(EXAMPLE, header(crit=["b64", "x"], b64=True, x=1)), Verifier(understands=lambda each: listed(each)[:1] in ([], ["b64"], ["alg"])).accepts),
    "crit-of-which-the-last-is-read": ("a result that each turn overwrites", signed(EXAMPLE, header(crit=["x", "b64"], b64=True, x=1)), Verifier(understands=lambda each: listed(each)[-1:] in ([], ["b64"], ["alg"])).accepts),
    "crit-without-parameters-passed-over": ("for name in crit: if name in header", signed(EXAMPLE, header(crit=["x"])), Verifier(understands=lambda each: not {*listed(each)} & each.header.keys()).accepts),
    "crit-with-parameters-taken": ("a name is understood if it is there", signed(EXAMPLE, header(crit=["x"], x=1)), Verifier(understands=lambda each: {*listed(each)} <= each.header.keys()).accepts),
    "crit-of-registered-claims-taken": ("a library of JWTs, which knows exp", signed(EXAMPLE, header(crit=["exp"], exp=1900000000)), Verifier(understands=lambda each: {*listed(each)} <= {"exp", "nbf", "iat"}).accepts),
    "crit-of-urls-taken": ("names of extensions that the card may declare", signed(EXAMPLE, header(crit=["https://a.example/x"], **{"https://a.example/x": 1})), Verifier(understands=lambda each: all(str(name).startswith("https:") for name in listed(each))).accepts),
    "crit-in-capitals-read": ("a map without case", signed(EXAMPLE, header(Crit=["x"])), Verifier(understands=lambda each: not any(name.lower() == "crit" for name in each.header)).accepts),
    "crit-in-a-text": ("a pattern over the decoded header", signed(EXAMPLE, header(x={"crit": ["x"]})), Verifier(understands=lambda each: "crit" not in json.dumps([each.header, each.beside])).accepts),
    "b64-refused": ("RFC 7797 is not known", signed(EXAMPLE, header(b64=True)), Verifier(understands=lambda each: is_understood(each) and "b64" not in each.header).accepts),
    "headers-joined": ("{...header, ...protected}", signed(EXAMPLE, {"beside": {"header": {"typ": "JOSE"}}}), Verifier(is_disjoint=lambda _: True).accepts),
    "alg-and-kid-compared-alone": ("the parameters that are read", signed(EXAMPLE, {"header": {**HEADER, "x": 1}, "beside": {"header": {"x": 1}}}), Verifier(is_disjoint=lambda each: not {"alg", "kid"} & unprotected(each).keys()).accepts),
    "same-values-in-both-headers-taken": ("a repetition that changes nothing", signed(EXAMPLE, {"beside": {"header": {"kid": "agent-2026"}}}), Verifier(is_disjoint=lambda each: all(each.header.get(name, value) == value for name, value in unprotected(each).items())).accepts),
    "other-values-in-both-headers-taken": ("the signed one counts", signed(EXAMPLE, {"beside": {"header": {"kid": "agent-2030"}}}), Verifier(is_disjoint=lambda each: all(each.header.get(name) != value for name, value in unprotected(each).items())).accepts),
    "headers-compared-without-case": ("a map without case", signed(EXAMPLE, {"beside": {"header": {"Kid": "agent-2030"}}}), Verifier(is_disjoint=lambda each: not {name.lower() for name in each.header} & {name.lower() for name in unprotected(each)}).accepts),
    "any-key": ("each key is tried", signed(EXAMPLE, header(kid="agent-2027")), Verifier(keys=all_keys).accepts),
    "any-key-where-kid-is-left-out": ("each key is tried", signed(EXAMPLE, header_without("kid")), Verifier(keys=keys_or_all).accepts),
    "the-first-key": ("keys[0]", signed(EXAMPLE, header(kid="agent-2027")), Verifier(keys=known("agent-2026")).accepts),
    "key-brought-along": ("jwk of the header", signed(EXAMPLE, {"header": {**HEADER, "kid": "agent-2027", "jwk": {name: KEYS["stranger"][name] for name in ("kty", "crv", "x", "y")}}, "key": "stranger"}), Verifier(keys=brought_along).accepts),
    "kid-in-capitals": ("a map without case", signed(EXAMPLE, header(kid="AGENT-2026")), Verifier(keys=folded(lambda kid: str(kid).lower())).accepts),
    "kid-with-blanks": ("trim()", signed(EXAMPLE, header(kid="agent-2026 ")), Verifier(keys=folded(lambda kid: str(kid).strip())).accepts),
    "kid-that-begins-as-one": ("startsWith()", signed(EXAMPLE, header(kid="agent-2026-b")), Verifier(keys=lambda each, keys: [key for key in keys if str(each.header.get("kid")).startswith(key["kid"])]).accepts),
    "beginning-of-a-kid": ("startsWith() turned round", signed(EXAMPLE, header(kid="agent")), Verifier(keys=lambda each, keys: [key for key in keys if isinstance(each.header.get("kid"), str) and key["kid"].startswith(each.header["kid"])]).accepts),
    "kid-beside": ("{...header, ...protected}", signed(EXAMPLE, {**header_without("kid"), "beside": {"header": {"kid": "agent-2026"}}}), Verifier(keys=beside_kid).accepts),
    "kid-of-a-list": ("str(kid), or kid[0]", signed(EXAMPLE, header(kid=["agent-2026"])), Verifier(keys=lambda each, keys: [key for key in keys if key["kid"] in each.header.get("kid", "")] if isinstance(each.header.get("kid"), list) else named_keys(each, keys)).accepts),
    "kid-of-a-url": ("the fragment of a DID URL", signed(EXAMPLE, header(kid="did:web:harbour.example#agent-2026")), Verifier(keys=folded(lambda kid: str(kid).rpartition("#")[2])).accepts),
    "der-taken": ("signatures of OpenSSL and of Java", signed(EXAMPLE, {"signature": "{{signature der}}"}), Verifier(check=takes(is_der)).accepts),
    "der-alone": ("signatures of OpenSSL and of Java", ONE, Verifier(check=lambda algorithm, text, data, key: is_der(algorithm, text, data, key) if key["kty"] == "EC" else right_check(algorithm, text, data, key)).accepts),
    "low-s-alone": ("signatures of Bitcoin", signed(EXAMPLE, {"signature": "{{signature high-s}}"}), Verifier(check=lambda algorithm, text, data, key: right_check(algorithm, text, data, key) and not (key["kty"] == "EC" and text[32] >= 0x80)).accepts),
    "zero-bytes-lost": ("BigInteger.toByteArray() and back", signed(EXAMPLE, ZERO_FIRST), Verifier(check=lambda algorithm, text, data, key: right_check(algorithm, text, data, key) and (algorithm == "EdDSA" or 0 not in (text[0], text[32]))).accepts),
    "zero-bytes-put-back": ("numbers of any length", signed(EXAMPLE, {**ZERO_FIRST, "signature": SHORT}), Verifier(check=takes(is_of_63_bytes)).accepts),
    "eddsa-beyond-the-order-taken": ("code older than RFC 8032, which did not compare", signed(EXAMPLE, {**EDDSA, "signature": LARGE}), Verifier(check=takes(lambda algorithm, text, data, key: algorithm == "EdDSA" and right_check(algorithm, moved_by(0, text), data, key))).accepts),
    "zeros-taken": ("CVE-2022-21449 of Java", signed(EXAMPLE, {"signature": "A" * 86}), Verifier(check=takes(lambda _, text, *__: len(text) == 64 and not any(text))).accepts),
    "more-bytes-taken": ("text[:64]", signed(EXAMPLE, {"signature": "{{signature}}AA"}), Verifier(check=takes(lambda algorithm, text, data, key: len(text) > 64 and right_check(algorithm, text[:64], data, key))).accepts),
    "an-empty-signature-taken": ("if signature and not verify()", signed(EXAMPLE, {"signature": ""}), Verifier(check=takes(lambda _, text, *__: text == b"")).accepts),
    "any-signature-taken": ("a check that is still to be written", signed(EXAMPLE, SPOILT), Verifier(check=lambda algorithm, _, __, key: (algorithm, key["kty"]) in (("ES256", "EC"), ("EdDSA", "OKP"))).accepts),
    "all-signatures-right": ("all() where any() is meant", signed(EXAMPLE, {}, STRANGER), Verifier(combine=all).accepts),
    "the-first-signature-alone": ("signatures[0]", signed(EXAMPLE, STRANGER, {}), Verifier(pick=lambda several: several[:1]).accepts),
    "the-last-signature-alone": ("a result that each turn overwrites", signed(EXAMPLE, {}, STRANGER), Verifier(pick=lambda several: several[-1:]).accepts),
    "the-first-two-signatures-alone": ("a bound", signed(EXAMPLE, STRANGER, STRANGER, {}), Verifier(pick=lambda several: several[:2]).accepts),
    "one-signature-alone": ("a card has one", signed(EXAMPLE, {}, {}), lambda card: card.is_valid and len(card.value["signatures"]) < 2),
    "empty-signatures-refused": ("minItems 1", UNSIGNED.rstrip()[:-1] + b', "signatures": []}', lambda card: card.is_valid and not (isinstance(card.value["card"], dict) and card.value["card"].get("signatures") == [])),
    "typ-demanded-and-jose": ("a SHOULD taken for a MUST", signed(EXAMPLE, header(typ="JWT")), Verifier(understands=lambda each: is_understood(each) and each.header.get("typ", "JOSE") == "JOSE").accepts),
    "other-parameters-refused": ("the parameters of the sample", signed(EXAMPLE, header(iat=1)), Verifier(understands=lambda each: is_understood(each) and each.header.keys() <= {*HEADER, "jku"}).accepts),
    "jku-refused": ("keys are never fetched", signed(EXAMPLE, header(jku="https://harbour.example/keys.json")), Verifier(understands=lambda each: is_understood(each) and "jku" not in each.header).accepts),
    "jwk-refused": ("keys are never brought along", signed(EXAMPLE, header(jwk={"kty": "EC"})), Verifier(understands=lambda each: is_understood(each) and "jwk" not in each.header).accepts),
    "exp-honoured": ("a JWT has ended", signed(EXAMPLE, header(exp=1)), Verifier(understands=lambda each: is_understood(each) and "exp" not in each.header).accepts),
    "unprotected-header-refused": ("compact serialisation has none", signed(EXAMPLE, {"beside": {"header": {"note": "x"}}}), Verifier(understands=lambda each: is_understood(each) and not each.beside).accepts),
    "wrong-algorithms-beside-refused": ("an unknown algorithm is an error", signed(EXAMPLE, {}, NONE), lambda card: card.is_valid and all(each["header"].get("alg") in ("ES256", "EdDSA") for each in card.value["signatures"])),
    "unknown-keys-beside-refused": ("an unknown key is an error", signed(EXAMPLE, {}, STRANGER), lambda card: card.is_valid and all(each["header"].get("kid") in ("agent-2026", "agent-eddsa-2026") for each in card.value["signatures"])),
    "crit-beside-a-right-one-refused": ("what is not understood is an error", signed(EXAMPLE, {}, header(crit=["x"], x=1)), lambda card: card.is_valid and not any("crit" in each["header"] for each in card.value["signatures"])),
}  # fmt: skip
FAULTY_STEPS = [WrongValidator(name, habit, card, accepts) for name, (habit, card, accepts) in STEP_FAULTS.items()]


def has_texts(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in ("protected", "signature"))


LENIENT: dict[str, tuple[str, bytes, Callable[[Json], bool]]] = {
    "padding-of-the-signature": ("atob(), urlsafe_b64decode()", signed(EXAMPLE, {"signature": "{{signature}}=="}), lambda value: has_texts(value) and value["signature"].endswith("=")),
    "padding-of-the-header": ("atob(), urlsafe_b64decode()", signed(EXAMPLE, {"header_text": "{{header}}=="}), lambda value: has_texts(value) and value["protected"].endswith("=")),
    "blanks-around-the-signature": ("trim()", signed(EXAMPLE, {"signature": "{{signature}} "}), lambda value: has_texts(value) and value["signature"] != value["signature"].strip()),
    "line-feeds-in-the-signature": ("lines of MIME", signed(EXAMPLE, {"signature": "{{signature}}\n"}), lambda value: has_texts(value) and "\n" in value["signature"]),
    "a-text-as-the-unprotected-header": ("a member that nobody reads", signed(EXAMPLE, {"beside": {"header": "e30"}}), lambda value: has_texts(value) and isinstance(value.get("header"), str)),
    "a-list-as-the-unprotected-header": ("typeof header === 'object'", signed(EXAMPLE, {"beside": {"header": [1]}}), lambda value: has_texts(value) and isinstance(value.get("header"), list)),
    "an-empty-value-as-the-unprotected-header": ("if header and not is_object(header)", signed(EXAMPLE, {"beside": {"header": []}}), lambda value: has_texts(value) and "header" in value and not value["header"]),
    "characters-of-no-alphabet": ("b64decode(), which drops them", signed(EXAMPLE, {"signature": "{{signature}}!"}), lambda value: has_texts(value) and "!" in value["signature"]),
}  # fmt: skip
LENIENTS = [
    WrongValidator(f"takes-{name}", habit, card, Verifier(takes_form=is_taken).accepts)
    for name, (habit, card, is_taken) in LENIENT.items()
]


def passing_over(is_passed: Callable[[Json], bool]) -> Accepts:
    """Judges a card without signatures of some form."""

    def accepts(card: JudgedCard) -> bool:
        raw = card.value["card"] if isinstance(card.value, dict) else None
        signatures = raw.get("signatures") if isinstance(raw, dict) else None
        is_form = bool(card.violations) and all(each.requirement == "signature-form" for each in card.violations)
        return card.is_valid or (is_form and is_passed(signatures))

    return accepts


def has_right_one(signatures: Json) -> bool:
    return isinstance(signatures, list) and any(map(has_texts, signatures))


SHAPES = [
    WrongValidator(name, habit, card, passing_over(is_passed))
    for name, habit, card, is_passed in (
        ("malformed-signatures-passed-over", "an error of one is caught, and the next is tried", signed(EXAMPLE, {}, {"as_it_is": {"protected": 5}}), has_right_one),
        ("signatures-of-an-object-passed-over", "Array.isArray(signatures) ? verify() : true", json.dumps({**EXAMPLE, "signatures": {}}).encode(), lambda value: isinstance(value, dict)),
        ("signatures-of-a-text-passed-over", "for each of signatures", json.dumps({**EXAMPLE, "signatures": "e30.e30.AA"}).encode(), lambda value: isinstance(value, str)),
        ("signatures-without-protected-passed-over", "signatures.filter(each => each.protected)", json.dumps({**EXAMPLE, "signatures": [{"signature": "AA"}]}).encode(), lambda value: isinstance(value, list) and not any(isinstance(each, dict) and "protected" in each for each in value)),
    )
]  # fmt: skip
