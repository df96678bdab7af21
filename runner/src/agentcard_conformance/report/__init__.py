"""The report of a run: all its results, what they come to, and how they are shown."""
