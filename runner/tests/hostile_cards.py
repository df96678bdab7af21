"""Cards that are made to cost time or memory, each of any size."""

import json
from collections.abc import Callable, Mapping

from agentcard_conformance.model import Json
from agentcard_conformance.notations.json_text import LARGEST_CARD

ROOM = LARGEST_CARD - 2_000
"""Bytes for what is hostile; the rest of the card is as usual."""

_MERSENNE = 2**61 - 1
"""The hash of a Python integer is its remainder by this number."""

_CARD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [{"id": "tool.web_search", "description": "Searches the public web.", "input_schema": {}}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/search"},
    "metadata": {},
}


def card_with(text: str, **members: Json) -> bytes:
    """A usual card in which the string "here" is replaced by a text."""
    return json.dumps(_CARD | members).replace('"here"', text, 1).encode("utf-8", "surrogatepass")


def in_schema(text: str) -> bytes:
    """A card with a text as the schema of its capability's input."""
    return card_with(text, capabilities=[{"id": "a.b.c", "description": "d", "input_schema": "here"}])


def _repeated(room: int, text: str) -> str:
    """As often as there is room for it and a comma, and at least twice."""
    return ",".join([text] * max(room // (len(text) + 1), 2))


def _list_of(room: int, item: str, end: str = "") -> str:
    return f"[{_repeated(room, item)}{end}]"


def _numbered(room: int, form: str) -> str:
    """With numbers of seven digits in it, as often as there is room."""
    first = 10**6
    count = room // (len(form.format(first)) + 1)
    return ",".join(map(form.format, range(first, first + count)))


def _nested(before: str, innermost: str, after: str, levels: int) -> str:
    return before * levels + innermost + after * levels


def _colliding(room: int) -> str:
    return ",".join(str(number * _MERSENNE) for number in range(1, room // 26))


HOSTILE_CARDS: Mapping[str, Callable[[int], bytes]] = {
    "many empty arrays": lambda room: card_with(_list_of(room, "[]"), metadata={"x": "here"}),
    "many empty objects in an enum": lambda room: in_schema('{"enum":' + _list_of(room, "{}") + "}"),
    "a million members": lambda room: card_with("{" + _numbered(room, '"{}":0') + "}", metadata="here"),
    "a million unknown members of the card": lambda room: card_with('0,"q":1,' + _numbered(room, '"{}":0'), x="here"),
    "a million properties": lambda room: in_schema('{"properties":{' + _numbered(room, '"{}":{{}}') + "}}"),
    "a million properties, the last one wrong": lambda room: in_schema(
        '{"properties":{' + _numbered(room, '"{}":{{}}') + ',"z":7}}'
    ),
    "a million wrong properties": lambda room: in_schema('{"properties":{' + _numbered(room, '"{}":7') + "}}"),
    "a million types": lambda room: in_schema('{"type":[' + _repeated(room, '"string"') + "]}"),
    "a million types that are none": lambda room: in_schema('{"type":[' + _numbered(room, '"{}"') + "]}"),
    "names required twice": lambda room: in_schema('{"required":[' + _repeated(room, '"a"') + "]}"),
    "numbers of one hash": lambda room: in_schema(f'{{"required":[{_colliding(room)}]}}'),
    "numbers of one hash in an enum": lambda room: in_schema(f'{{"enum":[{_colliding(room)}]}}'),
    "numbers of one hash, and two that binary64 takes for one": lambda room: in_schema(
        f'{{"required":[{_colliding(room)},{2**70},{2**70 + 1}]}}'
    ),
    "an anyOf of schemas that are none": lambda room: in_schema('{"anyOf":[' + _repeated(room, "7") + "]}"),
    "an anyOf of wrong schemas": lambda room: in_schema('{"anyOf":[' + _repeated(room, '{"type":7}') + "]}"),
    "an anyOf, the last one wrong": lambda room: in_schema('{"anyOf":[' + _repeated(room, "{}") + ',{"type":7}]}'),
    "an anyOf of booleans, the last one wrong": lambda room: in_schema('{"anyOf":[' + _repeated(room, "true") + ",7]}"),
    "a deep allOf": lambda room: in_schema(
        _nested('{"allOf":[', '{"allOf":[' + _repeated(max(room - 2000, 100), "{}") + "]}", "]}", 40)
    ),
    "a deep allOf, the innermost wrong": lambda room: in_schema(
        _nested('{"allOf":[', '{"allOf":[' + _repeated(max(room - 2000, 100), "{}") + ",7]}", "]}", 40)
    ),
    "a wide allOf, the last of which refers to no address": lambda room: in_schema(
        '{"allOf":[' + _repeated(room, "{}") + ',{"$ref":"%"}]}'
    ),
    "a wide allOf of deep ones that end in addresses": lambda room: in_schema(
        '{"allOf":[' + _repeated(room, _nested('{"not":', '{"$ref":"a"}', "}", 90)) + "]}"
    ),
    "a wide allOf of deep ones, the last wrong": lambda room: in_schema(
        '{"allOf":[' + _repeated(room, _nested('{"not":', "{}", "}", 90)) + ',{"type":7}]}'
    ),
    "deep wrong schemas side by side": lambda room: in_schema(
        '{"allOf":[' + _repeated(room, _nested('{"not":', "7", "}", 90)) + "]}"
    ),
    "numbers that are not whole": lambda room: card_with(_list_of(room, "1.5"), metadata={"x": "here"}),
    "numbers as bounds, the last one wrong": lambda room: in_schema(
        '{"enum":[' + _repeated(room, "1.5") + '],"minLength":1.5,"maxLength":-1}'
    ),
    "a number of ten million digits": lambda room: card_with("9" * room, metadata={"x": "here"}),
    "a price of ten million digits": lambda room: card_with("9" * room, pricing={"base_cost_joules": "here"}),
    "a price of ten million zeros": lambda room: card_with(
        f"0.{'0' * room}1", pricing={"base_cost_joules": "here", "per_token_joules": 1}
    ),
    "integers of 4,300 digits": lambda room: card_with(_list_of(room, "9" * 4300), metadata={"x": "here"}),
    "a name of blanks": lambda room: card_with("", name=" " * room),
    "a name of escapes": lambda room: card_with('"' + "\\u0000" * (room // 6) + '"', name="here"),
    "a version of digits": lambda room: card_with("", version="1" * room),
    "a version of parts": lambda room: card_with("", version="1.0.0-" + "a." * (room // 2)),
    "an address of brackets": lambda room: card_with(
        "", endpoint={"protocol": "https", "url": "https://" + "[" * room}
    ),
    "an address of percent signs": lambda room: card_with(
        "", endpoint={"protocol": "https", "url": "https://h/" + "%41" * (room // 3) + "%4"}
    ),
    "an address of digits": lambda room: card_with(
        "", endpoint={"protocol": "https", "url": "https://[" + "1:" * (room // 2) + "]"}
    ),
    "an id of dots": lambda room: card_with("", capabilities=[{"id": "a." * (room // 2), "description": "d"}]),
    "an id of letters": lambda room: card_with("", capabilities=[{"id": "a" * room, "description": "d"}]),
    "capabilities that are numbers": lambda room: card_with(_list_of(room, "7"), capabilities="here"),
    "capabilities without anything": lambda room: card_with(_list_of(room, "{}"), capabilities="here"),
    "capabilities of one id": lambda room: card_with(
        _list_of(room, json.dumps({"id": "a.b.c", "description": "d"})), capabilities="here"
    ),
    "tags that are numbers": lambda room: card_with(
        _list_of(room, "7"), capabilities=[{"id": "a.b.c", "description": "d", "tags": "here"}]
    ),
    "a thousand faults below a long name": lambda room: in_schema(
        '{"properties":{"' + "n" * (room // 2) + '":{"allOf":[' + _repeated(room // 2, "7") + "]}}}"
    ),
    "reserved names": lambda room: card_with("{" + _numbered(room, '"pacr:{}":0') + "}", metadata="here"),
    "a name twice at the end": lambda room: (
        card_with(_list_of(room, "[]"), metadata={"x": "here"})[:-1] + b',"name":"n"}'
    ),
    "objects with a name twice": lambda room: card_with(_list_of(room, '{"a":1,"a":1}'), metadata={"x": "here"}),
    "one object with all names twice": lambda room: card_with("{" + _repeated(room, '"a":1') + "}", metadata="here"),
    "a comma at the end": lambda room: card_with(_list_of(room, "[]", ","), metadata={"x": "here"}),
    "an object that is not closed": lambda room: card_with("{" + _numbered(room, '"{}":{{}}'), metadata={"x": "here"})[
        :-3
    ],
    "a string that is not closed": lambda room: b'{"a":"' + b"x" * room,
    "numbers, and then NaN": lambda room: card_with(_list_of(room, "1.5", ",NaN"), metadata={"x": "here"}),
    "brackets that are not closed": lambda room: b"[" * room,
    "a level too deep at the end": lambda room: card_with(
        _list_of(room, "[]", "," + _nested("[", "", "]", 120)), metadata={"x": "here"}
    ),
    "halves of surrogate pairs": lambda room: card_with(_list_of(room, '"\\ud800"'), metadata={"x": "here"}),
    "half of a surrogate pair among arrays": lambda room: card_with(
        _list_of(room, "[]", ',"\\ud800"'), metadata={"x": "here"}
    ),
    "a wrong schema after a name twice": lambda room: in_schema(
        '{"title":"a","title":"b","anyOf":[' + _repeated(room, "{}") + ',{"type":7}]}'
    ),
    "a number beyond binary64 among arrays": lambda room: card_with(
        _list_of(room, "[]", ",1e400"), metadata={"x": "here"}
    ),
    "a byte that is no UTF-8 at the end": lambda room: (
        card_with(_list_of(room, "[]"), metadata={"x": "here"}) + b"\xff"
    ),
    "a byte order mark before it all": lambda room: (
        b"\xef\xbb\xbf" + card_with(_list_of(room, "[]"), metadata={"x": "here"})
    ),
    "blanks": lambda room: b" " * room,
}
