"""Rules about the JWT by which a holder binds a card to one verifier."""

from collections.abc import Iterator

from agentcard_conformance.model import Context, Fault, Json, parts_at
from agentcard_conformance.notations.sd_jwt.processed_payload import ALGORITHM, SHA_256, hash_text
from agentcard_conformance.rules import rule


@rule()
def is_there(value: Json, context: Context) -> Iterator[Fault]:
    """A key binding, where the verifier demands one; what the holder sent decides nothing."""
    if context["require_key_binding"] and "key_binding" not in value:
        yield Fault("there is no key binding, which this verifier demands")


@rule()
def is_for_verifier(value: Json, context: Context) -> Iterator[Fault]:
    """The verifier as the audience, to the letter."""
    if value != context["audience"]:
        yield Fault(f"the audience is {value!a:.100}, and not the verifier, {context['audience']!a}")


@rule()
def has_nonce(value: Json, context: Context) -> Iterator[Fault]:
    """The nonce that the verifier gave, so that nobody sends what another one was given."""
    wanted = context["nonce"]
    given = [nonce for _, nonce in parts_at(value, ("nonce",))]
    if wanted is not None and given != [wanted] and all(isinstance(nonce, str) for nonce in given):
        yield Fault("the nonce is not the one that the verifier gave", ("nonce",))


@rule()
def hashes_presentation(value: Json) -> Iterator[Fault]:
    """The hash of everything that stands before the key binding."""
    algorithm = [part for _, part in parts_at(value, ("issuer", "payload", ALGORITHM))] or [SHA_256]
    for _, given in parts_at(value, ("key_binding", "payload", "sd_hash")):
        made = hash_text(value["presentation"])
        if isinstance(given, str) and algorithm == [SHA_256] and given != made:
            what = f"sd_hash is not {made}, the hash of what stands before the key binding"
            yield Fault(what, ("key_binding", "payload", "sd_hash"))
