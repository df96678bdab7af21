"""Checks cards in files of their own, and shows what was found in one of several formats."""
