"""Explains requirements, rows of the source and fixtures, each in one of several formats."""
