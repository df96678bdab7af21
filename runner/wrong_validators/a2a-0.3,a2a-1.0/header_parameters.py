"""The parameters in the headers of a signature that RFC 7515 defines, and that neither version names itself."""

import json
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence

from agentcard_conformance.adequacy.oversights import demanding, not_asking, overlooking
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator
from agentcard_conformance.model import Json

HEADER = {"alg": "ES256", "kid": "harbor-1", "typ": "JOSE"}
KEY = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
RSA_KEY = {"kty": "RSA", "n": "oIJuuQ8X", "e": "AQAB"}
PRIVATE_OF_RSA = ("p", "q", "dp", "dq", "qi", "oth")
CHAIN = ["MIIBLTCB1KADAgECAgECMAoGCCqGSM49BAMCMA=="]
DEFINED = {"alg", "kid", "jwk", "x5c", "crit", "jku", "x5u", "typ", "cty", "x5t", "x5t#S256"}


def read_header(text: Json) -> dict[str, Json]:
    """What a protected header encodes, if it is an object."""
    try:
        header = json.loads(urlsafe_b64decode(f"{text}=="))
    except ValueError:
        return {}
    return header if isinstance(header, dict) else {}


def read_signature(signature: Json) -> dict[str, Json]:
    """The parameters of both headers."""
    members = signature if isinstance(signature, dict) else {}
    unprotected = members.get("header")
    return {**(unprotected if isinstance(unprotected, dict) else {}), **read_header(members.get("protected"))}


def signed(header: Mapping[str, Json], unprotected: Json = None) -> dict[str, Json]:
    """A card whose signature has these parameters beside those that it needs."""
    text = json.dumps({**HEADER, **header}, separators=(",", ":")).encode()
    signature = {"protected": urlsafe_b64encode(text).decode().rstrip("="), "signature": "c2lnbmF0dXJl"}
    return {"/signatures": [{**signature, **({} if unprotected is None else {"header": unprotected})}]}


def taking(requirement: str, is_taken: Callable[[Mapping[str, Json]], object]) -> Accepts:
    """Takes signatures that break one requirement, by the parameters of their headers."""

    def is_overlooked(card: JudgedCard, violation: Violation) -> bool:
        return violation.requirement == requirement and bool(is_taken(read_signature(card.value_at(violation.at[:2]))))

    return overlooking(is_overlooked)


def refusing_headers(is_refused: Callable[[Mapping[str, Json]], object]) -> Accepts:
    return demanding(lambda card: not any(is_refused(read_signature(each)) for each in card.values("/signatures/*")))


def only_in(names: Sequence[str]) -> Callable[[Mapping[str, Json]], object]:
    """Whether it is one of these parameters that has another type."""
    right = {**dict.fromkeys(DEFINED, str), "jwk": dict, "x5c": list}

    def is_right(name: str, value: Json) -> bool:
        items = value if name == "x5c" and isinstance(value, list) else []
        return isinstance(value, right[name]) and all(isinstance(each, str) for each in items)

    return lambda header: all(
        name in names or is_right(name, value) for name, value in header.items() if name in DEFINED - {"crit"}
    )


TYPES: dict[str, tuple[str, Json]] = {
    "jku": ("a URL that is fetched only when it is needed", 7),
    "jwk": ("a key in JSON text, as other members of a JWS are encoded", json.dumps(KEY)),
    "x5u": ("a URL that is fetched only when it is needed", 7),
    "x5c": ("one certificate is not put into an array", CHAIN[0]),
    "x5t": ("a thumbprint that nobody compares", 7),
    "x5t#S256": ("a thumbprint that nobody compares", 7),
    "typ": ("typ == 'JOSE' is the one question asked", 7),
    "cty": ("nobody has a use for it", 7),
}
UNTYPED = [
    WrongValidator(
        f"{name.replace('#', '-').lower()}-of-any-type",
        habit,
        signed({name: value}),
        taking("header-parameter-types", only_in([name])),
    )
    for name, (habit, value) in TYPES.items()
]


def certificates(header: Mapping[str, Json]) -> list[Json]:
    chain = header.get("x5c")
    return chain if isinstance(chain, list) else []


def is_decoded(text: Json) -> bool:
    """Whether a lenient decoder reads bytes in it."""
    try:
        return bool(b64decode(text.replace("-", "+").replace("_", "/") + "==", validate=False))
    except (AttributeError, ValueError):
        return False


def is_hexadecimal(header: Mapping[str, Json]) -> bool:
    given = [str(header.get(name, "")) for name in ("x5t", "x5t#S256")]
    return any(given) and all(set(each) <= set("0123456789abcdef") for each in given)


def private_of_rsa(header: Mapping[str, Json]) -> list[str]:
    """The private parts beside d that a jwk for RSA has."""
    jwk = header["jwk"]
    return [name for name in PRIVATE_OF_RSA if name in jwk] if jwk.get("kty") == "RSA" else []


def has_members_of_other_kinds(header: Mapping[str, Json]) -> bool:
    jwk = header.get("jwk")
    return isinstance(jwk, dict) and jwk.get("kty") == "EC" and not {"k", *PRIVATE_OF_RSA}.isdisjoint(jwk)


TAKEN: dict[str, tuple[str, str, Mapping[str, Json], Callable[[Mapping[str, Json]], object]]] = {
    "x5c-with-a-number-in-it": ("Array.isArray()", "header-parameter-types", {"x5c": [*CHAIN, 7]}, lambda header: 7 in certificates(header)),
    "null-for-a-parameter": ("header.get(name) is None", "header-parameter-types", {"jwk": None}, lambda header: all(value is None for name, value in header.items() if name not in HEADER or value is None)),
    "jwk-of-one-key-in-an-array": ("a set of keys", "header-parameter-types", {"jwk": [KEY]}, lambda header: isinstance(header.get("jwk"), list)),
    "x5c-of-nothing": ("for certificate in x5c", "certificate-form", {"x5c": []}, lambda header: header.get("x5c") == []),
    "x5c-of-an-empty-text": ("a string is a string", "certificate-form", {"x5c": [""]}, lambda header: "" in certificates(header)),
    "x5c-in-base64url": ("everything else in a JWS is in base64url", "certificate-form", {"x5c": ["MIIB-_8="]}, lambda header: any("-" in each and "BEGIN" not in each for each in certificates(header))),
    "x5c-without-padding": ("everything else in a JWS has none", "certificate-form", {"x5c": ["MIIBLQ"]}, lambda header: any(not each.endswith("=") for each in certificates(header)) and all(str(each).isascii() and not set("-_\n") & set(each) and each for each in certificates(header))),
    "x5c-in-pem": ("what openssl prints", "certificate-form", {"x5c": ["-----BEGIN CERTIFICATE-----\nMIIBLQ==\n-----END CERTIFICATE-----"]}, lambda header: any("BEGIN" in each for each in certificates(header))),
    "x5c-in-lines": ("a decoder of MIME", "certificate-form", {"x5c": ["MIIB\nLQ=="]}, lambda header: any("\n" in each and "BEGIN" not in each for each in certificates(header))),
    "x5c-of-which-the-first-is-read": ("x5c[0] holds the key", "certificate-form", {"x5c": [*CHAIN, "?"]}, lambda header: certificates(header) and certificates(header)[0].endswith("=") and len(certificates(header)) > 1),
    "x5c-of-a-lenient-decoder": ("Buffer.from(), which takes both alphabets", "certificate-form", {"x5c": ["MIIB-_8"]}, lambda header: certificates(header) and all(map(is_decoded, certificates(header)))),
    "thumbprint-in-hexadecimal": ("what openssl prints", "certificate-form", {"x5t": "0123456789abcdef0123456789abcdef01234567"}, is_hexadecimal),
    "thumbprint-with-padding": ("base64.urlsafe_b64encode() of Python", "certificate-form", {"x5t": "EQQOZO8hlmlaoVU66scmGhXfMSM="}, lambda header: str(header.get("x5t", header.get("x5t#S256", ""))).endswith("=")),
    "thumbprint-of-any-length": ("any base64url", "certificate-form", {"x5t": "AAAA"}, lambda header: "x5c" not in header and is_decoded(header.get("x5t", header.get("x5t#S256")))),
    "x5t-by-sha-256": ("one digest for both", "certificate-form", {"x5t": "OV3VvUosfVy_Jo81FsjIrQJTttOlPIdf2thrgNRWa5o"}, lambda header: len(str(header.get("x5t"))) == 43),
    "x5t-s256-by-sha-1": ("one digest for both", "certificate-form", {"x5t#S256": "EQQOZO8hlmlaoVU66scmGhXfMSM"}, lambda header: len(str(header.get("x5t#S256"))) == 27),
    "jwk-without-kty": ("crv says it", "jwk-public", {"jwk": {"crv": "Ed25519", "x": KEY["x"]}}, lambda header: "kty" not in header["jwk"]),
    "jwk-with-a-number-as-kty": ("keys of COSE", "jwk-public", {"jwk": {**KEY, "kty": 1}}, lambda header: isinstance(header["jwk"].get("kty"), int)),
    "jwk-with-its-private-part": ("a library exports the whole key", "jwk-public", {"jwk": {**KEY, "d": "AAAA"}}, lambda header: "d" in header["jwk"]),
    "jwk-that-is-symmetric": ("a key is a key", "jwk-public", {"jwk": {"kty": "oct", "k": "AAAA"}}, lambda header: header["jwk"].get("kty") == "oct"),
    "jwk-that-is-symmetric-without-k": ("names of private parts are looked for, in any kty", "jwk-public", {"jwk": {"kty": "oct"}}, lambda header: header["jwk"].get("kty") == "oct" and "k" not in header["jwk"]),
    "jwk-with-private-parts-beside-d": ("d is what makes a key private", "jwk-public", {"jwk": {**RSA_KEY, "p": "AAAA"}}, private_of_rsa),
    "empty-crit": ("for name in crit", "crit-form", {"crit": []}, lambda header: header["crit"] == []),
    "null-as-crit": ("if header.get('crit')", "crit-form", {"crit": None}, lambda header: header["crit"] is None),
    "text-as-crit": ("'b64' in crit, which holds in a string, too", "crit-form", {"crit": "b64", "b64": True}, lambda header: isinstance(header["crit"], str)),
    "crit-of-numbers": ("Array.isArray()", "crit-form", {"crit": [7], "7": 7}, lambda header: isinstance(header["crit"], list) and header["crit"] and not isinstance(header["crit"][0], str)),
    "crit-with-names-of-nothing": ("names are compared with those that are known alone", "crit-form", {"crit": ["tide"]}, lambda header: isinstance(header["crit"], list) and any(str(name) not in header for name in header["crit"])),
    "crit-with-names-in-capitals": ("a map without case", "crit-form", {"crit": ["B64"], "b64": True}, lambda header: header["crit"] == ["B64"]),
    "crit-with-a-name-twice": ("a set of names", "crit-form", {"crit": ["b64", "b64"], "b64": True}, lambda header: header["crit"] == ["b64", "b64"]),
    "crit-with-names-of-rfc-7515": ("all that must be understood", "crit-form", {"crit": ["alg"]}, lambda header: isinstance(header["crit"], list) and DEFINED & {*map(str, header["crit"])}),
    "crit-with-kid": ("whoever signs wants it to be read", "crit-form", {"crit": ["kid"]}, lambda header: header["crit"] == ["kid"]),
    "crit-with-typ": ("explicit typing, RFC 8725", "crit-form", {"crit": ["typ"]}, lambda header: header["crit"] == ["typ"]),
    "crit-of-which-the-first-is-read": ("crit[0]", "crit-form", {"crit": ["b64", "tide"], "b64": True}, lambda header: isinstance(header["crit"], list) and header["crit"][:1] == ["b64"] and header["crit"][1:] != ["b64"]),
}  # fmt: skip
TAKEN |= {
    f"jwk-with-{name}": (
        "a list of private parts that is too short",
        "jwk-public",
        {"jwk": {**RSA_KEY, name: "AAAA"}},
        lambda header, name=name: private_of_rsa(header) == [name],
    )
    for name in PRIVATE_OF_RSA
}
TAKEN_PARAMETERS = [
    WrongValidator(f"takes-{name}", habit, signed(header), taking(requirement, is_taken))
    for name, (habit, requirement, header, is_taken) in TAKEN.items()
]

NOT_ASKED = [
    WrongValidator(name, habit, witness, not_asking(*requirements))
    for name, habit, witness, requirements in (
        ("certificates-not-decoded", "nobody has a use for them", signed({"x5c": ["?"]}), ["certificate-form"]),
        ("jwk-not-read", "an object is an object", signed({"jwk": {}}), ["jwk-public"]),
        ("crit-not-read", "a parameter that nobody reads", signed({"crit": []}), ["crit-form", "crit-protected"]),
        ("crit-anywhere", "{...header, ...protected}", signed({}, {"crit": ["tide"], "tide": 1}), ["crit-protected"]),
        ("parameters-of-any-type", "alg is the one that is asked for", signed({"cty": 7}), ["header-parameter-types"]),
    )
]


def in_protected_alone(_: JudgedCard, violation: Violation) -> bool:
    """Whether the fault lies in the unprotected header, and is no crit."""
    return violation.is_below("/signatures/*/header/*") and violation.requirement in (
        "header-parameter-types",
        "jwk-public",
        "certificate-form",
    )


UNPROTECTED = [
    WrongValidator(
        "unprotected-parameters-not-read",
        "nobody signed them",
        signed({}, {"jwk": "none"}),
        overlooking(in_protected_alone),
    ),
    WrongValidator(
        "unprotected-crit-of-null",
        "if header.get('crit')",
        signed({}, {"crit": None}),
        overlooking(
            lambda card, violation: violation.requirement == "crit-protected" and card.value_at(violation.at) is None
        ),
    ),
    WrongValidator(
        "unprotected-crit-that-is-empty",
        "for name in crit",
        signed({}, {"crit": []}),
        overlooking(
            lambda card, violation: violation.requirement == "crit-protected" and not card.value_at(violation.at)
        ),
    ),
]

REFUSED: dict[str, tuple[str, Mapping[str, Json], Callable[[Mapping[str, Json]], object]]] = {
    "x5c": ("no certificates", {"x5c": CHAIN}, lambda header: "x5c" in header),
    "a-chain": ("one certificate", {"x5c": [*CHAIN, *CHAIN]}, lambda header: len(certificates(header)) > 1),
    "plus-signs-in-x5c": ("everything else in a JWS is in base64url", {"x5c": ["MIIB+/8="]}, lambda header: any("+" in str(each) for each in certificates(header))),
    "padding-in-x5c": ("everything else in a JWS has none", {"x5c": CHAIN}, lambda header: any(str(each).endswith("=") for each in certificates(header))),
    "x5u": ("keys are never fetched", {"x5u": "https://harbour.example/chain.pem"}, lambda header: "x5u" in header),
    "x5t": ("SHA-1 is broken", {"x5t": "EQQOZO8hlmlaoVU66scmGhXfMSM"}, lambda header: "x5t" in header),
    "x5t-s256": ("a list of parameters that is too short", {"x5t#S256": "OV3VvUosfVy_Jo81FsjIrQJTttOlPIdf2thrgNRWa5o"}, lambda header: "x5t#S256" in header),
    "an-empty-cty": ("minLength: 1", {"cty": ""}, lambda header: header.get("cty") == ""),
    "jwk-with-other-members": ("kty, crv, x and y", {"jwk": {**KEY, "use": "sig"}}, lambda header: isinstance(header.get("jwk"), dict) and "use" in header["jwk"]),
    "jwk-of-ed25519": ("P-256 alone", {"jwk": KEY}, lambda header: isinstance(header.get("jwk"), dict) and header["jwk"].get("kty") == "OKP"),
    "jwk-of-rsa": ("P-256 alone", {"jwk": RSA_KEY}, lambda header: isinstance(header.get("jwk"), dict) and header["jwk"].get("kty") == "RSA"),
    "jwk-with-names-of-private-parts-of-other-kinds": ("one list of private parts for every kty", {"jwk": {**KEY, "kty": "EC", "p": "pier"}}, has_members_of_other_kinds),
    "parameters-that-begin-with-x5": ("startswith('x5')", {"x5": []}, lambda header: "x5" in header),
    "b64": ("RFC 7797 is not known", {"b64": True}, lambda header: "b64" in header),
    "types-of-parameters-in-capitals": ("a map without case", {"X5C": 7}, lambda header: isinstance(header.get("X5C"), int)),
}  # fmt: skip
REFUSED_PARAMETERS = [
    WrongValidator(f"refuses-{name}", habit, signed(header), refusing_headers(is_refused))
    for name, (habit, header, is_refused) in REFUSED.items()
]
