"""Searches for witnesses: cards that the two revisions judge differently."""
