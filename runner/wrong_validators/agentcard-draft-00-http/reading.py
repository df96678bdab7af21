"""Exchanges that are read in another way than HTTP says, or held to more than it asks."""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Sequence

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator

CARD = json.dumps({
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "Ferry", "version": "1.0.0",
    "capabilities": [{"id": "tool.ferry", "description": "Says when the ferry leaves."}],
    "endpoint": {"protocol": "https", "url": "https://ferry.example/"},
}).encode()  # fmt: skip
ADDRESS = "https://ferry.example/.well-known/agentcard"
TYPE = "Content-Type: application/agentcard+json"
HOUR = "Cache-Control: max-age=3600"
Fields = Sequence[str]


def asked(address: str) -> str:
    """A request."""
    return f"GET {address} HTTP/1.1\nHost: ferry.example\n\n"


def exchange(
    *fields: str, status: str = "HTTP/1.1 200 OK", body: bytes = CARD, at: str = ADDRESS, before: str = ""
) -> bytes:
    """A request and its answer, perhaps with redirects before them."""
    head = "\n".join([status, *(fields or (TYPE, HOUR)), "", ""])
    return (before + asked(at) + head).encode("latin-1") + body


def redirect(status: str, at: str = ADDRESS) -> str:
    """A request and the redirect that answers it."""
    return f"{asked(at)}HTTP/1.1 {status}\nLocation: {ADDRESS}\n\n"


def lines(card: JudgedCard) -> list[str]:
    """The lines of the last answer's head, and what comes before; none where there is no such answer."""
    *_, last = re.split(rb"^GET http", card.text, flags=re.MULTILINE)
    _, _, answer = last.replace(b"\r\n", b"\n").partition(b"\n\n")
    return answer.partition(b"\n\n")[0].decode("latin-1").split("\n")


def fields(card: JudgedCard, name: str) -> list[str]:
    """The values of the fields of that name."""
    pairs = (line.partition(":") for line in lines(card)[1:])
    return [value.strip() for found, _, value in pairs if found.lower() == name]


def first(card: JudgedCard, name: str) -> str:
    """The value of the first of them."""
    return (fields(card, name) or [""])[0]


def hops(card: JudgedCard) -> list[str]:
    """The statuses of the redirects that were followed."""
    return re.findall(r"^HTTP/1.[01] (30[12378])", card.text.decode("latin-1"), re.MULTILINE)[
        : card.text.count(b"\nGET http")
    ]


def refuses(is_refused: Callable[[JudgedCard], object]) -> Accepts:
    return lambda card: card.is_valid and not is_refused(card)


def passes(requirement: str, is_passed: Callable[[JudgedCard], object]) -> Accepts:
    return lambda card: (
        card.is_valid or (card.is_valid_but_for(lambda each: each.requirement == requirement) and bool(is_passed(card)))
    )


def status(card: JudgedCard) -> int:
    found = re.match(r"HTTP/\S+ (\d+)", lines(card)[0])
    return int(found[1]) if found else 200


def cache(card: JudgedCard) -> str:
    return ", ".join(fields(card, "cache-control"))


def content(card: JudgedCard) -> bytes:
    return card.text.replace(b"\r\n", b"\n").rpartition(b"\n\n")[2]


def codings(card: JudgedCard) -> list[str]:
    return [each.strip().lower() for each in ",".join(fields(card, "content-encoding")).split(",")]


def first_member(card: JudgedCard) -> bytes:
    """What the first member of a gzip unpacks to; nothing where there is none, or no whole one."""
    unpacker = zlib.decompressobj(31)
    try:
        unpacked = unpacker.decompress(content(card))
    except zlib.error:
        return b""
    return unpacked.rstrip() if unpacker.eof else b""


def kind(card: JudgedCard) -> str:
    return first(card, "content-type")


MEDIA_TYPES = [
    ("compared-with-its-parameters", "== on the field's value", "; charset=utf-8", lambda card: ";" in kind(card)),
    ("cut-at-the-semicolon-alone", "split(';')[0], and no strip()", " ;charset=utf-8",
     lambda card: kind(card).partition(";")[0].endswith(" ")),
    ("split-at-semicolon-and-blank", "split('; ') in place of a parser", ";charset=utf-8",
     lambda card: ";" in kind(card) and "; " not in kind(card)),
]  # fmt: skip
OF_MEDIA_TYPES = [
    WrongValidator(f"media-type-{name}", habit, exchange(TYPE + rest, HOUR), refuses(is_refused))
    for name, habit, rest, is_refused in MEDIA_TYPES
]

STRICT: list[tuple[str, str, bytes, Callable[[JudgedCard], object]]] = [
    ("media-type-in-small-letters", "== without lower()", exchange(TYPE.title(), HOUR),
     lambda card: kind(card) != kind(card).lower()),
    ("json-refused", "the registered type alone", exchange("Content-Type: application/json", HOUR),
     lambda card: kind(card).startswith("application/json")),
    ("media-type-demanded", "a SHOULD taken for a MUST", exchange(HOUR),
     lambda card: status(card) == 200 and not kind(card)),
    ("html-refused", "a browser's view of what may be JSON", exchange("Content-Type: text/html", HOUR),
     lambda card: "html" in kind(card)),
    ("names-of-fields-by-case", "headers['Content-Type'] in a plain dictionary", exchange(TYPE.upper(), HOUR),
     lambda card: any(line.startswith("CONTENT-TYPE") for line in lines(card))),
    ("field-twice-refused", "a dictionary that takes a name once", exchange(TYPE, HOUR, "Via: a", "Via: b"),
     lambda card: any(len(fields(card, line.partition(":")[0].lower())) > 1 for line in lines(card)[1:])),
    ("empty-field-refused", "a pattern with .+ for the value", exchange(TYPE, HOUR, "X-Note:"),
     lambda card: any(line.rstrip().endswith(":") for line in lines(card)[1:])),
    ("fields-in-ascii", "decode('ascii')", exchange(TYPE, HOUR, "X-Note: \u00fc"),
     lambda card: not "".join(lines(card)).isascii()),
    ("http-1-0-refused", "the status line compared with HTTP/1.1", exchange(status="HTTP/1.0 200 OK"),
     lambda card: lines(card)[0].startswith("HTTP/1.0")),
    ("reason-phrase-demanded", "split(' ', 2) of the status line", exchange(status="HTTP/1.1 200"),
     lambda card: len(lines(card)[0].split()) == 2),
    ("status-200-demanded", "raise_for_status() before all else", exchange(TYPE, status="HTTP/1.1 404 Not Found"),
     lambda card: status(card) != 200),
    ("errors-refused", "status >= 400", exchange(TYPE, status="HTTP/1.1 410 Gone"), lambda card: status(card) >= 400),
    ("server-errors-refused", "status >= 500", exchange(TYPE, status="HTTP/1.1 500 Oh"),
     lambda card: status(card) >= 500),
    ("card-demanded-of-any-success", "status // 100 == 2, and then json()",
     exchange(TYPE, status="HTTP/1.1 202 Accepted", body=b"soon"),
     lambda card: 200 < status(card) < 300 and content(card)[:1] != b"{"),
    ("redirect-not-followed", "allow_redirects=False, and the status asked", exchange(before=redirect("301 Moved")), hops),
    ("temporary-redirects-not-followed", "301 alone is known", exchange(before=redirect("302 Found")),
     lambda card: {*hops(card)} - {"301"}),
    ("newer-redirects-not-followed", "301 and 302, as libraries of the nineties did",
     exchange(before=redirect("308 Permanent Redirect")), lambda card: {*hops(card)} - {"301", "302"}),
    ("see-other-not-followed", "a list of redirects without 303", exchange(before=redirect("303 See Other")),
     lambda card: "303" in hops(card)),
    ("method-kept-alone-not-followed", "a list of redirects without 307", exchange(before=redirect("307 Temporary")),
     lambda card: "307" in hops(card)),
    ("one-redirect-alone", "redirects followed by hand, once", exchange(before=redirect("301 A", ADDRESS + "?1") * 2),
     lambda card: len(hops(card)) > 1),
    ("tls-demanded", "a SHOULD taken for a MUST", exchange(at=ADDRESS.replace("https", "http")),
     lambda card: b"GET http://" in card.text),
    ("upgrade-to-tls-refused", "every redirect from http taken for an attack",
     exchange(before=redirect("301 Moved", ADDRESS.replace("https", "http"))),
     lambda card: card.text.startswith(b"GET http://") and hops(card)),
    ("port-refused", "a pattern for hosts without a colon", exchange(at=ADDRESS.replace("example", "example:8443")),
     lambda card: re.search(rb"GET https?://[^/]+:\d", card.text)),
    ("path-demanded", "a SHOULD taken for a MUST", exchange(at="https://ferry.example/card"),
     lambda card: not card.values("/request/path")[0].endswith("/.well-known/agentcard")),
    ("query-refused", "a path compared with its query", exchange(at=f"{ADDRESS}?v=2"),
     lambda card: "?" in card.values("/request/path")[0]),
    ("chunks-unknown", "Content-Length read, and nothing else",
     exchange(TYPE, HOUR, "Transfer-Encoding: chunked", body=b"%x\r\n%s\r\n0\r\n\r\n" % (len(CARD), CARD)),
     lambda card: first(card, "transfer-encoding")),
    ("length-unknown", "the body up to the end of the connection", exchange(TYPE, f"Content-Length: {len(CARD)}"),
     lambda card: first(card, "content-length")),
    ("packed-bodies-refused", "a body that is handed to the JSON reader as it is",
     exchange(TYPE, HOUR, "Content-Encoding: gzip", body=gzip.compress(CARD)),
     lambda card: "gzip" in first(card, "content-encoding").lower()),
    ("coding-by-case", "== 'gzip'", exchange(TYPE, HOUR, "Content-Encoding: GZIP", body=gzip.compress(CARD)),
     lambda card: first(card, "content-encoding") != first(card, "content-encoding").lower()),
    ("identity-unknown", "any Content-Encoding refused", exchange(TYPE, HOUR, "Content-Encoding: identity"),
     lambda card: first(card, "content-encoding") == "identity"),
    ("deflate-unknown", "a list of codings with gzip alone",
     exchange(TYPE, HOUR, "Content-Encoding: deflate", body=zlib.compress(CARD)),
     lambda card: "deflate" in first(card, "content-encoding")),
    ("deflate-without-zlib", "zlib with the size -15, as old browsers wanted it",
     exchange(TYPE, HOUR, "Content-Encoding: deflate", body=zlib.compress(CARD)),
     lambda card: first(card, "content-encoding") == "deflate"),
    ("one-coding-alone", "codings[value], and no split(',')",
     exchange(TYPE, HOUR, "Content-Encoding: gzip, gzip", body=gzip.compress(gzip.compress(CARD))),
     lambda card: len(codings(card)) > 1),
    ("codings-from-the-first", "each coding undone in the order of the field",
     exchange(TYPE, HOUR, "Content-Encoding: deflate, gzip", body=gzip.compress(zlib.compress(CARD))),
     lambda card: codings(card) != codings(card)[::-1]),
    ("empty-coding-refused", "any Content-Encoding looked up in a table", exchange(TYPE, HOUR, "Content-Encoding:"),
     lambda card: fields(card, "content-encoding") == [""]),
    ("first-gzip-member-alone", "zlib.decompressobj() until eof, and what is unused left",
     exchange(TYPE, HOUR, "Content-Encoding: gzip", body=gzip.compress(CARD[:9]) + gzip.compress(CARD[9:])),
     lambda card: codings(card) == ["gzip"] and first_member(card)[-1:] != b"}"),
    ("path-alone-refused", "urlsplit(target).hostname, as a proxy reads it",
     exchange().replace(b"GET https://ferry.example/", b"GET /"), lambda card: b"GET /" in card.text),
    ("host-held-against-the-target", "the field Host taken for the host of every request",
     exchange().replace(b"Host: ferry.example", b"Host: pier.example"),
     lambda card: re.search(rb"^GET https?://(?i:([^/ ]+))/.*[\r\n]+Host: (?!\1\r?\n)", card.text, re.MULTILINE)),
    ("interim-answers-unknown", "the first status line taken for the answer's",
     exchange(TYPE, HOUR, status="HTTP/1.1 103 Early Hints\n\nHTTP/1.1 200 OK"),
     lambda card: lines(card)[0].startswith("HTTP/1.1 1")),
    ("cache-control-demanded", "a SHOULD taken for a MUST", exchange(TYPE),
     lambda card: status(card) == 200 and not cache(card)),
    ("cache-control-compared", "== 'max-age=3600'", exchange(TYPE, "Cache-Control: public, max-age=3600"),
     lambda card: cache(card) and cache(card) != "max-age=3600"),
    ("cache-control-of-the-first-line", "headers.get(), where there are two", exchange(TYPE, "Cache-Control: public", HOUR),
     lambda card: "max-age" in cache(card) and "max-age" not in first(card, "cache-control")),
    ("cache-control-of-the-last-line", "a dictionary in which the last one stays", exchange(TYPE, HOUR, "Cache-Control: public"),
     lambda card: "max-age" in cache(card) and "max-age" not in fields(card, "cache-control")[-1]),
    ("max-age-by-case", "a pattern without the flag i", exchange(TYPE, HOUR.title()),
     lambda card: "Max-Age" in cache(card) or "MAX-AGE" in cache(card)),
    ("max-age-without-quotes", "int() on what stands behind the sign", exchange(TYPE, 'Cache-Control: max-age="3600"'),
     lambda card: 'max-age="' in cache(card)),
    ("max-age-split-at-every-comma", "split(','), also within quotes",
     exchange(TYPE, 'Cache-Control: private="a, max-age=1", max-age=3600'), lambda card: re.search('"[^"]*,', cache(card))),
    ("max-age-as-a-text", "== '3600'", exchange(TYPE, "Cache-Control: max-age=03600"),
     lambda card: "max-age=0" in cache(card) and "3600" in cache(card)),
    ("no-store-refused", "a card that may not be kept taken for none", exchange(TYPE, "Cache-Control: no-store"),
     lambda card: "no-store" in cache(card)),
]  # fmt: skip
OF_STRICT = [WrongValidator(name, habit, witness, refuses(bad)) for name, habit, witness, bad in STRICT]


def is_whole_gzip(card: JudgedCard) -> bool:
    """Whether a reader that asks for no end finds JSON in it."""
    unpacker = zlib.decompressobj(47)
    try:
        return unpacker.decompress(content(card)).lstrip()[:1] == b"{"
    except zlib.error:
        return False


def unpacks_raw(body: bytes) -> bool:
    """Whether it was deflated, and nothing stands around that."""
    try:
        return zlib.decompressobj(-15).decompress(body)[:1] == b"{"
    except zlib.error:
        return False


LAX: list[tuple[str, str, str, bytes, Callable[[JudgedCard], object]]] = [
    ("array-taken", "json() without a look at its type", "card-in-answer", exchange(body=b"[]"),
     lambda card: isinstance((card.values("/answer/card") or [None])[0], list)),
    ("null-taken", "`if card` in place of its type", "card-in-answer", exchange(body=b"null"),
     lambda card: card.values("/answer/card") == [None]),
    ("card-in-a-string-taken", "JSON that was encoded twice", "card-in-answer", exchange(body=b'"{}"'),
     lambda card: isinstance((card.values("/answer/card") or [None])[0], str)),
    ("body-never-read", "a HEAD request in place of GET", "card-in-answer", exchange(body=b"<p>"), lambda _: True),
    ("empty-body-taken", "an empty answer read as {}", "card-in-answer", exchange(body=b""),
     lambda card: not content(card).strip()),
    ("cut-off-body-taken", "read() up to the end of the connection, whatever the length says", "http-message",
     exchange(TYPE, "Content-Length: 4000"), lambda card: first(card, "content-length")),
    ("blank-before-colon-taken", "split(':') and strip(), which lets requests be smuggled", "http-message",
     exchange("Content-Type : application/agentcard+json"), lambda card: any(" :" in line for line in lines(card)[1:])),
    ("line-without-colon-passed-over", "a reader of mail", "http-message", exchange(TYPE, "nothing"),
     lambda card: any(":" not in line for line in lines(card)[1:])),
    ("zlib-taken-for-gzip", "zlib with the size 47, which finds the header itself", "content-coding",
     exchange(TYPE, "Content-Encoding: gzip", body=zlib.compress(CARD)), is_whole_gzip),
    ("first-gzip-member-taken-for-all", "zlib.decompressobj() until eof, and what is unused left", "content-coding",
     exchange(TYPE, "Content-Encoding: gzip", body=gzip.compress(CARD) + gzip.compress(CARD)[:-4]),
     lambda card: first_member(card)[-1:] == b"}"),
    ("raw-deflate-taken", "zlib, and where that fails once more with the size -15", "content-coding",
     exchange(TYPE, "Content-Encoding: deflate", body=zlib.compress(CARD)[2:-4]),
     lambda card: codings(card) == ["deflate"] and unpacks_raw(content(card))),
    ("name-of-coding-ignored", "the body read as JSON whatever the field says", "content-coding",
     exchange(TYPE, "Content-Encoding: gzip"), lambda card: content(card).lstrip()[:1] == b"{"),
]  # fmt: skip
OF_LAX = [WrongValidator(name, habit, witness, passes(about, good)) for name, habit, about, witness, good in LAX]
