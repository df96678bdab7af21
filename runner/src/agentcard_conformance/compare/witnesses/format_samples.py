"""Which texts are well-formed as a format asks, and which almost?"""

from collections.abc import Mapping

WELL_FORMED: Mapping[str, tuple[str, ...]] = {
    "date": ("2024-02-29",),
    "date-time": ("2024-02-29T12:30:00Z", "2024-02-29T12:30:00.5+02:00"),
    "duration": ("P1D", "PT1H"),
    "email": ("a@example.com",),
    "hostname": ("example.com",),
    "idn-email": ("a@example.com", "\u00e9@example.com"),
    "idn-hostname": ("example.com", "\u00e9xample.com"),
    "ipv4": ("192.0.2.1",),
    "ipv6": ("2001:db8::1",),
    "iri": ("https://example.com/\u00e9",),
    "iri-reference": ("/\u00e9",),
    "json-pointer": ("/a/0",),
    "regex": ("^a$",),
    "relative-json-pointer": ("0/a",),
    "time": ("12:30:00Z",),
    "uri": ("https://example.com/a", "urn:a:b"),
    "uri-reference": ("/a", "https://example.com/a"),
    "uri-template": ("/a/{b}",),
    "uuid": ("2eb8aa08-aa98-11ea-b4aa-73b441d16380",),
}
ALMOST = (
    *("x", "", "2024-02-30", "2024-02-29T12:30:00", "12:30", "1 day", "a@", "@example.com", "-example.com"),
    *("192.0.2.256", "192.0.2", "2001:db8:::1", "/a b", "https://example.com/a b", "a", "(a", "/a/{b", "~", "\u00e9"),
)
"""What one format or another takes for its own, and most refuse."""


def well_formed(name: str) -> tuple[str, ...]:
    """None for a format that nobody asserts."""
    return WELL_FORMED.get(name, ())
