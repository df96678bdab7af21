"""YAML 1.2, read by the core schema as the values that JSON has."""

from agentcard_conformance.notations.yaml_text.decoder import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.yaml_text.encoder import HOUSE_FORM, encode
from agentcard_conformance.notations.yaml_text.layout import lay_out

__all__ = ["HOUSE_FORM", "LARGEST_CARD", "REPORTS", "decode", "encode", "lay_out"]
