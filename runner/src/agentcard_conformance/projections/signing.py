"""What a signer or a verifier makes of an A2A Agent Card before any key is used."""

from agentcard_conformance.model import Json


def signing_steps(card: Json) -> Json:
    """The canonical form as text, and for each signature the text that is signed."""
    return {"payload": card["payload"], "signing_inputs": [each["signing_input"] for each in card["signatures"]]}
