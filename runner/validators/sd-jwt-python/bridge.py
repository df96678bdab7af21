"""Asks sd-jwt (https://github.com/openwallet-foundation-labs/sd-jwt-python), with all that its verifier is given."""

import base64
import json
import os
import sys

from jwcrypto.jwk import JWK, JWKSet
from sd_jwt.verifier import SDJWTVerifier


def judge(card: bytes, context: dict) -> dict:
    is_bound = context["require_key_binding"] and context["nonce"] is not None  # it checks both or neither
    expected = (context["audience"], context["nonce"]) if is_bound else (None, None)
    try:
        verifier = SDJWTVerifier(card.decode(), lambda iss, header: issuer_keys(context, iss, header), *expected)
        verifier.get_verified_payload()
    except Exception as error:  # it raises whatever its code or its libraries come upon
        return {"valid": False, "errors": [{"message": f"{type(error).__name__}: {error}"}]}
    return {"valid": True}


def issuer_keys(context: dict, issuer: str, header: dict) -> JWKSet:
    """Those of the issuer that kid names, or all of them where it names none."""
    known = {**context.get("other_issuer_keys", {}), context["issuer"]: context["issuer_keys"]}
    listed = known[issuer]["keys"]
    chosen = JWKSet()
    for key in [key for key in listed if key.get("kid") == header.get("kid")] or listed:
        chosen.add(JWK(**key))
    return chosen


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return {"agentcard-conformance": 1}
    return {"id": question["id"], **judge(base64.b64decode(question["card"]), question["context"])}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
