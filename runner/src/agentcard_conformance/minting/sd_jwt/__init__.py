"""Makes SD-JWTs, right ones and wrong ones."""

from agentcard_conformance.minting.sd_jwt.presentation import mint

__all__ = ["mint"]
