"""Answers that are none, or that are odd: `ID` stands for the id, `SURE` for the right verdict. They fit every pipe."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

from zoo.behaviour import CARD, NOTHING, SKIPPED, Asked, Behaviour

FORMS = ("stream", "once", "http")
MILLION = 1_000_000
Long: TypeAlias = tuple[bytes, bytes, int, bytes]
"""A beginning, a part, how often it comes, and an end: put together when it is asked for."""
ODD = rb"\u001b[2J \u0000 \u202e \ud800 \r\n ::error file=a,line=1::owned %0A @everyone <script>"

NO_ANSWERS: dict[str, bytes] = {
    # no JSON
    "prose": b"valid, I suppose \xff \x1b[31m",
    "nothing": b"",
    "page": b"<!doctype html><title>502 Bad Gateway</title>",
    "yaml": b"id: ID",
    "python-literal": b"{'id': ID, 'valid': True}",
    "single-quotes": b"{'id': ID, 'valid': true}",
    "trailing-comma": b'{"id": ID, "valid": true,}',
    "comment": b'{"id": ID, "valid": true} // sure',
    "bare-names": b"{id: ID, valid: true}",
    "cut-short": b'{"id": ID, "valid": tr',
    "two-objects": b'{"id": ID, "valid": true} {"id": ID, "valid": true}',
    "workflow-command": b"::error file=app.py,line=1::all cards are valid",
    "terminal-escape": b"\x1b]0;owned\x07\x1b[2J\x1b[?1049h",
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "deep-and-open": b"[" * 100_000,
    "deep-objects": b'{"a":' * 100_000,
    "deep-in-an-error": b'{"id": ID, "valid": true, "errors": [{"message": ' + b"[" * 100_000 + b"]" * 100_000 + b"}]}",
    "raw-tab-in-a-string": b'{"id": ID, "valid": true, "errors": [{"message": "\t"}]}',
    "raw-nul-in-a-string": b'{"id": ID, "valid": true, "errors": [{"message": "\0"}]}',
    "nul-before": b'\0{"id": ID, "valid": true}',
    "nul-behind": b'{"id": ID, "valid": true}\0',
    # no UTF-8
    "byte-order-mark": b'\xef\xbb\xbf{"id": ID, "valid": true}',
    "utf-16": '{"id": ID, "valid": true}'.encode("utf-16"),
    "utf-32": '{"id": ID, "valid": true}'.encode("utf-32"),
    "latin-1": b'{"id": ID, "valid": true, "errors": [{"message": "\xe9"}]}',
    "overlong": b'{"id": ID, "valid": true, "errors": [{"message": "\xc0\xaf"}]}',
    "surrogate-in-utf-8": b'{"id": ID, "valid": true, "errors": [{"message": "\xed\xa0\x80"}]}',
    "half-a-character": b'{"id": ID, "valid": true, "errors": [{"message": "\xf0\x9f',
    # no object
    "array": b'[{"id": ID, "valid": true}]',
    "string": b'"valid"',
    "number": b"1",
    "true": b"true",
    "null": b"null",
    # no verdict
    "empty-object": b'{"id": ID}',
    "valid-as-text": b'{"id": ID, "valid": "true"}',
    "valid-as-number": b'{"id": ID, "valid": 1}',
    "valid-as-null": b'{"id": ID, "valid": null}',
    "valid-as-list": b'{"id": ID, "valid": [true]}',
    "capital-names": b'{"ID": 1, "Id": ID, "VALID": true}',
    "valid-and-skip": b'{"id": ID, "valid": true, "skip": "and skipped"}',
    "skip-as-number": b'{"id": ID, "skip": 1}',
    "skip-as-null": b'{"id": ID, "skip": null}',
    "error-alone": b'{"id": ID, "error": "' + ODD.replace(rb"\ud800", b"") + b'"}',
    "valid-twice": b'{"id": ID, "valid": true, "valid": false}',
    "valid-twice-escaped": rb'{"id": ID, "valid": true, "\u0076alid": false}',
    # errors that are none
    "errors-as-object": b'{"id": ID, "valid": true, "errors": {}}',
    "errors-as-text": b'{"id": ID, "valid": true, "errors": "none"}',
    "errors-of-text": b'{"id": ID, "valid": true, "errors": ["none"]}',
    "errors-of-lists": b'{"id": ID, "valid": true, "errors": [[]]}',
    "message-as-number": b'{"id": ID, "valid": true, "errors": [{"message": 1}]}',
    "message-twice": b'{"id": ID, "valid": true, "errors": [{"message": "a", "message": "b"}]}',
    "last-error-is-none": b'{"id": ID, "valid": true, "errors": [' + b"{}," * 99 + b"null]}",
    # ids that are none
    "id-true": b'{"id": true, "valid": true}',
    "id-null": b'{"id": null, "valid": true}',
    "id-text": b'{"id": "ID", "valid": true}',
    "id-negative": b'{"id": -ID, "valid": true}',
    "id-with-a-half": b'{"id": ID.5, "valid": true}',
    "id-with-a-zero": b'{"id": 0ID, "valid": true}',
    "id-of-thirty-digits": b'{"id": ' + b"9" * 30 + b', "valid": true}',
    "id-of-5000-digits": b'{"id": ' + b"9" * 5000 + b', "valid": true}',
    "id-beyond-binary64": b'{"id": 1e400, "valid": true}',
    "id-nan": b'{"id": NaN, "valid": true}',
    "id-infinite": b'{"id": -Infinity, "valid": true}',
    "id-twice": b'{"id": ID, "id": 7, "valid": true}',
    # too much
    "number-of-5000-digits": b'{"id": ID, "valid": true, "cost": ' + b"9" * 5000 + b"}",
}
TOO_LONG: dict[str, Long] = {
    "three-million-lists": (b'{"id": ID, "valid": true, "errors": [', b"[],", 3 * MILLION, b"[]]}"),
    "seventeen-mebibytes": (b'{"id": ID, "valid": true, "cost": "', b"x", 17 * 1024 * 1024, b'"}'),
}

ODD_ANSWERS: dict[str, bytes] = {
    "carriage-return": b'{"id": ID, "valid": SURE}\r',
    "blanks-around": b' \t{ "id" : ID , "valid" : SURE } \t',
    "escaped-names": rb'{"\u0069d": ID, "v\u0061lid": SURE}',
    "more-members": b'{"id": ID, "valid": SURE, "": {}, "__proto__": {"id": 3}, "constructor": null, "time": 1e999}',
    "errors-null": b'{"id": ID, "valid": SURE, "errors": null}',
    "error-beside": b'{"id": ID, "valid": SURE, "error": "or so"}',
    "id-with-a-point": b'{"id": ID.0, "valid": SURE}',
    "odd-text": b'{"id": ID, "valid": SURE, "errors": [{"pointer": "../'
    + ODD
    + b'", "message": "'
    + ODD * 99
    + b'"}]}',
    "thousand-errors": b'{"id": ID, "valid": SURE, "errors": [' + b'{"message": "no"},' * 999 + b"{}]}",
    "hundred-levels": b'{"id": ID, "valid": SURE, "trace": ' + b"[" * 100 + b"]" * 100 + b"}",
}

LONG_ANSWERS: dict[str, Long] = {
    "million-errors": (b'{"id": ID, "valid": SURE, "errors": [', b"{},", MILLION, b"{}]}"),
    "ten-megabytes-of-message": (b'{"id": ID, "valid": SURE, "errors": [{"message": "', b"x", 10 * MILLION, b'"}]}'),
    "two-million-zeros": (b'{"id": ID, "valid": SURE, "cost": [', b"0,", 2 * MILLION, b"0]}"),
}


def text_of(pattern: bytes | Long, asked: Asked) -> bytes:
    """The bytes of an answer to this card, with a line feed."""
    if isinstance(pattern, tuple):
        begin, part, count, end = pattern
        return text_of(begin, asked).rstrip() + part * count + end + b"\n"
    sure = b"true" if asked.honest()["valid"] else b"false"
    return pattern.replace(b"ID", b"%d" % asked.id).replace(b"SURE", sure) + b"\n"


def behaviours() -> Iterator[Behaviour]:
    """Each text as a behaviour; a program and a service may answer with a mebibyte, a stream with sixteen."""
    long = {"stream": NOTHING, "once": CARD, "http": CARD}
    tables: tuple[tuple[Mapping[str, bytes | Long], Mapping[str, str]], ...] = (
        (NO_ANSWERS, dict.fromkeys(FORMS, CARD)),
        (ODD_ANSWERS, dict.fromkeys(FORMS, NOTHING)),
        (TOO_LONG, dict.fromkeys(FORMS, CARD)),
        (LONG_ANSWERS, long),
        ({"no-id": b'{"valid": SURE}'}, {"stream": CARD, "once": NOTHING, "http": NOTHING}),
        ({"odd-skip": b'{"id": ID, "skip": "' + ODD * 99 + b'"}'}, dict.fromkeys(FORMS, SKIPPED)),
    )
    for table, costs in tables:
        for name, pattern in table.items():
            yield Behaviour(name, "a text", costs, partial(text_of, pattern))
