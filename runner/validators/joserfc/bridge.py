"""Verifies signed cards with rfc8785 and joserfc (https://jose.authlib.org/).

Which members are signed is read off the proto file, in signed_form.py.
"""

import base64
import json
import os
import sys

import rfc8785
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from signed_form import signed_form


def encode(payload: bytes) -> str:
    return base64.urlsafe_b64encode(payload).rstrip(b"=").decode()


def wrong(signature: object, payload: bytes, keys: KeySet) -> str:
    """Why a signature is not one of the keys, or nothing."""
    try:
        whole = {**signature, "payload": encode(payload)}
        jws.deserialize_json(whole, keys, algorithms=["ES256", "EdDSA"])
    except (JoseError, ValueError, TypeError, KeyError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def judge(text: bytes, context: dict) -> dict:
    try:
        card = json.loads(text)
        payload = rfc8785.dumps(signed_form(card))
        signatures = card.get("signatures") or []
        if context.get("project"):
            inputs = [f"{each['protected']}.{encode(payload)}" for each in signatures]
            return {"valid": True, "projection": {"payload": payload.decode(), "signing_inputs": inputs}}
        keys = KeySet.import_key_set(context["issuer_keys"])
        errors = [{"message": why} for each in signatures if (why := wrong(each, payload, keys))]
        return {"valid": not errors or len(errors) < len(signatures), "errors": errors}
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        return {"valid": False, "errors": [{"message": f"{type(error).__name__}: {error}"}]}


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
