"""Asks an address for a card, within bounds, and records the exchange."""

from agentcard_conformance.fetching.addresses import WebAddress, parse_address
from agentcard_conformance.fetching.recording import SECONDS, FetchBounds, Recording, record

__all__ = ["SECONDS", "FetchBounds", "Recording", "WebAddress", "parse_address", "record"]
