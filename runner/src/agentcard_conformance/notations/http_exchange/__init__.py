"""An exchange over HTTP/1.1: a request for a card, the redirects that were followed, and the answer."""

from agentcard_conformance.notations.http_exchange.decoder import REPORTS, decode
from agentcard_conformance.notations.http_exchange.messages import LARGEST_CARD

__all__ = ["LARGEST_CARD", "REPORTS", "decode"]
