"""Splits a line into its name and its value."""


def split_line(line: str) -> tuple[str, str] | None:
    """The name and the value; None where there is no colon with a blank."""
    name, colon, text = line.partition(": ")
    return (name, text.rstrip(" ")) if colon else None
