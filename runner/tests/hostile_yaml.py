"""Texts that are made to cost a reader of YAML time or memory, each of any size."""

from collections.abc import Callable, Mapping

_CARD = """$schema: agent-card@0.2.1
id: "01KKT2V7M4QWE8RZX5D1N6BCHA"
name: Echo
url: https://agents.example.com/echo
version: "0.1.0"
capabilities: {}
skills: [{id: echo, name: Echo}]
ownership: {context: platform}
"""


def _filled(room: int, piece: str, before: str = "x: ", after: str = "") -> bytes:
    """A usual card with a piece as often as there is room."""
    return (_CARD + before + piece * max(room // len(piece), 1) + after + "\n").encode()


def _laughs(levels: int, width: int) -> bytes:
    lines = [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]" for level in range(1, levels)]
    return (_CARD + "a0: &a0 [x]\n" + "\n".join(lines) + "\n").encode()


HOSTILE_YAML: Mapping[str, Callable[[int], bytes]] = {
    "brackets that are not closed": lambda room: b"[" * room,
    "braces that are not closed": lambda room: b"{a: " * (room // 4),
    "brackets in brackets on many lines": lambda room: _filled(room, "- " + "[" * 99 + "]" * 99 + "\n", "x:\n"),
    "brackets in brackets on one line": lambda room: _filled(room, "[" * 98 + "]" * 98 + ",", "x: [", "]"),
    "braces in braces": lambda room: _filled(room, "{a: " * 90 + "}" * 90 + ",", "x: [", "]"),
    "hyphens side by side": lambda room: b"- " * (room // 2),
    "question marks side by side": lambda room: b"? " * (room // 2),
    "names below names": lambda room: "".join(" " * level + "a:\n" for level in range(int((2 * room) ** 0.5))).encode(),
    "one long indent": lambda room: b" " * room + b"a: b\n",
    "a million anchors": lambda room: "".join(f"- &a{number} b\n" for number in range(room // 14)).encode(),
    "a million aliases": lambda room: _filled(room, "*a, ", "a: &a b\nx: [", "b]"),
    "laughs of ten levels": lambda _: _laughs(10, 10),
    "laughs as wide as there is room": lambda room: _laughs(5, room // 30),
    "a merge of a merge": lambda room: _filled(room, "  <<: *b\n", "b: &b {c: d}\nx:\n"),
    "a million items": lambda room: _filled(room, "- a\n", "x:\n"),
    "a million items on one line": lambda room: _filled(room, "a,", "x: [", "a]"),
    "a million empty items": lambda room: _filled(room, "-\n", "x:\n"),
    "a million names": lambda room: (_CARD + "".join(f"a{number}: b\n" for number in range(room // 12))).encode(),
    "one name a million times": lambda room: _filled(room, "a: b\n", ""),
    "many documents": lambda room: b"---\n" * (room // 4),
    "many documents that end": lambda room: b"...\n" * (room // 4),
    "many directives": lambda room: b"%a\n" * (room // 3) + b"--- a\n",
    "many tags": lambda room: _filled(room, "!a "),
    "one long tag": lambda room: _filled(room, "a", "x: !"),
    "one long anchor": lambda room: _filled(room, "a", "x: &"),
    "one long plain scalar": lambda room: _filled(room, "a"),
    "one long name": lambda room: _filled(room, "a", "", ": b"),
    "one long scalar in quotes": lambda room: _filled(room, "a", 'x: "', '"'),
    "quotes that are not closed": lambda room: _filled(room, "a\n ", 'x: "'),
    "escapes": lambda room: _filled(room, "\\u0000", 'x: "', '"'),
    "halves of surrogate pairs": lambda room: _filled(room, '"\\ud800",', "x: [", "a]"),
    "a long block scalar": lambda room: _filled(room, "  a\n", "x: |\n"),
    "a block scalar of empty lines": lambda room: _filled(room, "\n", "x: |+\n"),
    "comments": lambda room: _filled(room, "#\n", ""),
    "one long comment": lambda room: _filled(room, "#", "# "),
    "empty lines": lambda room: _filled(room, "\n", ""),
    "carriage returns": lambda room: _filled(room, "\r", ""),
    "tabs": lambda room: _filled(room, "\t", ""),
    "characters that end lines in YAML 1.1": lambda room: _filled(room, "\x85\u2028", "x: '", "'"),
    "an integer of ten million digits": lambda room: _filled(room, "9"),
    "a hexadecimal number of ten million digits": lambda room: _filled(room, "f", "x: 0x"),
    "an exponent of ten million digits": lambda room: _filled(room, "9", "x: 1.0e+"),
    "json text of many items": lambda room: b'{"x":[' + b"[]," * (room // 3) + b"[]]}",
    "json text that is not closed": lambda room: b'{"x":[' + b"1.5," * (room // 4),
    "bytes that are no text": lambda room: b"\xff" * room,
}
