"""The engines: each module holds a context manager `start`, which takes Workers and gives a Spread."""
