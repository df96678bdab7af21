"""Proofs that one revision of a schema accepts every card that another one accepts, or that it does not."""
