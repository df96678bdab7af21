"""Verifies signed cards with a2a-sdk (https://github.com/a2aproject/a2a-python), read as its resolver reads them."""

import base64
import json
import logging
import os
import sys

from a2a.client.card_resolver import parse_agent_card
from a2a.types import AgentCard
from a2a.utils.signing import _canonicalize_agent_card, create_signature_verifier
from jwt.api_jwk import PyJWK
from jwt.exceptions import PyJWTError

logging.disable()  # it warns of every member that is missing


def verify(card: AgentCard, keys: list) -> None:
    def find_key(kid: object, jku: object) -> PyJWK:
        found = [key for key in keys if key["kid"] == kid]
        if not found:
            raise PyJWTError("no such key")
        return PyJWK(found[0])

    create_signature_verifier(find_key, ["ES256", "EdDSA"])(card)


def steps(card: AgentCard) -> dict:
    """The canonical form is no public function; what is signed is joined as its verifier joins it."""
    payload = _canonicalize_agent_card(card)
    encoded = base64.urlsafe_b64encode(payload.encode()).rstrip(b"=").decode()
    return {"payload": payload, "signing_inputs": [f"{each.protected}.{encoded}" for each in card.signatures]}


def judge(text: bytes, context: dict) -> dict:
    card = parse_agent_card(json.loads(text))
    if context.get("project"):
        return {"valid": True, "projection": steps(card)}
    if card.signatures:
        verify(card, context["issuer_keys"]["keys"])
    return {"valid": True}


def answer(line: bytes) -> dict:
    question = json.loads(line)
    if "id" not in question:
        return {"agentcard-conformance": 1}
    try:
        return {"id": question["id"], **judge(base64.b64decode(question["card"]), question["context"])}
    except Exception as error:  # what a caller of the SDK has to catch besides is not documented
        return {"id": question["id"], "valid": False, "errors": [{"message": f"{type(error).__name__}: {error}"}]}


def main() -> None:
    rest = b""
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        sys.stdout.write("".join(json.dumps(answer(line)) + "\n" for line in lines))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
