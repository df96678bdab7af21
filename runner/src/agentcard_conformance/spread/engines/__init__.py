"""Which engines are there? Each module holds a context manager `start`, which takes a crew and gives what spreads."""
