"""Compares two revisions of a schema, and finds cards that one of them accepts and the other refuses."""
