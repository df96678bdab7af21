"""Cards that are made to cost time or memory, each nearly as large as a card may be."""

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


def _repeated(text: str, room: int = ROOM) -> str:
    """As often as there is room for it and a comma."""
    return ",".join([text] * (room // (len(text) + 1)))


def _list_of(item: str, end: str = "") -> str:
    return f"[{_repeated(item)}{end}]"


def _numbered(form: str, first: int = 10**6) -> str:
    """With numbers of seven digits in it, as often as there is room."""
    count = ROOM // (len(form.format(first)) + 1)
    return ",".join(map(form.format, range(first, first + count)))


def _nested(before: str, innermost: str, after: str, levels: int) -> str:
    return before * levels + innermost + after * levels


def _colliding() -> str:
    return ",".join(str(number * _MERSENNE) for number in range(1, ROOM // 26))


HOSTILE_CARDS: Mapping[str, Callable[[], bytes]] = {
    "many empty arrays": lambda: card_with(_list_of("[]"), metadata={"x": "here"}),
    "many empty objects in an enum": lambda: in_schema('{"enum":' + _list_of("{}") + "}"),
    "a million members": lambda: card_with("{" + _numbered('"{}":0') + "}", metadata="here"),
    "a million unknown members of the card": lambda: card_with('0,"q":1,' + _numbered('"{}":0'), x="here"),
    "a million properties": lambda: in_schema('{"properties":{' + _numbered('"{}":{{}}') + "}}"),
    "a million properties, the last one wrong": lambda: in_schema(
        '{"properties":{' + _numbered('"{}":{{}}') + ',"z":7}}'
    ),
    "a million wrong properties": lambda: in_schema('{"properties":{' + _numbered('"{}":7') + "}}"),
    "a million types": lambda: in_schema('{"type":[' + _repeated('"string"') + "]}"),
    "a million types that are none": lambda: in_schema('{"type":[' + _numbered('"{}"') + "]}"),
    "names required twice": lambda: in_schema('{"required":[' + _repeated('"a"') + "]}"),
    "numbers of one hash": lambda: in_schema(f'{{"required":[{_colliding()}]}}'),
    "numbers of one hash in an enum": lambda: in_schema(f'{{"enum":[{_colliding()}]}}'),
    "an anyOf of schemas that are none": lambda: in_schema('{"anyOf":[' + _repeated("7") + "]}"),
    "an anyOf of wrong schemas": lambda: in_schema('{"anyOf":[' + _repeated('{"type":7}') + "]}"),
    "an anyOf, the last one wrong": lambda: in_schema('{"anyOf":[' + _repeated("{}") + ',{"type":7}]}'),
    "an anyOf of booleans, the last one wrong": lambda: in_schema('{"anyOf":[' + _repeated("true") + ",7]}"),
    "a deep allOf": lambda: in_schema(
        _nested('{"allOf":[', '{"allOf":[' + _repeated("{}", ROOM - 2000) + "]}", "]}", 40)
    ),
    "a deep allOf, the innermost wrong": lambda: in_schema(
        _nested('{"allOf":[', '{"allOf":[' + _repeated("{}", ROOM - 2000) + ",7]}", "]}", 40)
    ),
    "a wide allOf of deep ones, the last wrong": lambda: in_schema(
        '{"allOf":[' + _repeated(_nested('{"not":', "{}", "}", 90)) + ',{"type":7}]}'
    ),
    "deep wrong schemas side by side": lambda: in_schema(
        '{"allOf":[' + _repeated(_nested('{"not":', "7", "}", 90)) + "]}"
    ),
    "numbers that are not whole": lambda: card_with(_list_of("1.5"), metadata={"x": "here"}),
    "numbers as bounds, the last one wrong": lambda: in_schema(
        '{"enum":[' + _repeated("1.5") + '],"minLength":1.5,"maxLength":-1}'
    ),
    "a number of ten million digits": lambda: card_with("9" * ROOM, metadata={"x": "here"}),
    "a price of ten million digits": lambda: card_with("9" * ROOM, pricing={"base_cost_joules": "here"}),
    "a price of ten million zeros": lambda: card_with(
        f"0.{'0' * ROOM}1", pricing={"base_cost_joules": "here", "per_token_joules": 1}
    ),
    "integers of 4,300 digits": lambda: card_with(_list_of("9" * 4300), metadata={"x": "here"}),
    "a name of blanks": lambda: card_with("", name=" " * ROOM),
    "a name of escapes": lambda: card_with('"' + "\\u0000" * (ROOM // 6) + '"', name="here"),
    "a version of digits": lambda: card_with("", version="1" * ROOM),
    "a version of parts": lambda: card_with("", version="1.0.0-" + "a." * (ROOM // 2)),
    "an address of brackets": lambda: card_with("", endpoint={"protocol": "https", "url": "https://" + "[" * ROOM}),
    "an address of percent signs": lambda: card_with(
        "", endpoint={"protocol": "https", "url": "https://h/" + "%41" * (ROOM // 3) + "%4"}
    ),
    "an address of digits": lambda: card_with(
        "", endpoint={"protocol": "https", "url": "https://[" + "1:" * (ROOM // 2) + "]"}
    ),
    "an id of dots": lambda: card_with("", capabilities=[{"id": "a." * (ROOM // 2), "description": "d"}]),
    "an id of letters": lambda: card_with("", capabilities=[{"id": "a" * ROOM, "description": "d"}]),
    "capabilities that are numbers": lambda: card_with(_list_of("7"), capabilities="here"),
    "capabilities without anything": lambda: card_with(_list_of("{}"), capabilities="here"),
    "capabilities of one id": lambda: card_with(
        _list_of(json.dumps({"id": "a.b.c", "description": "d"})), capabilities="here"
    ),
    "tags that are numbers": lambda: card_with(
        _list_of("7"), capabilities=[{"id": "a.b.c", "description": "d", "tags": "here"}]
    ),
    "a thousand faults below a long name": lambda: in_schema(
        '{"properties":{"' + "n" * (ROOM // 2) + '":{"allOf":[' + _repeated("7", ROOM // 2) + "]}}}"
    ),
    "reserved names": lambda: card_with("{" + _numbered('"pacr:{}":0') + "}", metadata="here"),
    "a name twice at the end": lambda: card_with(_list_of("[]"), metadata={"x": "here"})[:-1] + b',"name":"n"}',
    "objects with a name twice": lambda: card_with(_list_of('{"a":1,"a":1}'), metadata={"x": "here"}),
    "one object with all names twice": lambda: card_with("{" + _repeated('"a":1') + "}", metadata="here"),
    "a comma at the end": lambda: card_with(_list_of("[]", ","), metadata={"x": "here"}),
    "an object that is not closed": lambda: card_with("{" + _numbered('"{}":{{}}'), metadata={"x": "here"})[:-3],
    "a string that is not closed": lambda: b'{"a":"' + b"x" * ROOM,
    "numbers, and then NaN": lambda: card_with(_list_of("1.5", ",NaN"), metadata={"x": "here"}),
    "brackets that are not closed": lambda: b"[" * ROOM,
    "a level too deep at the end": lambda: card_with(
        _list_of("[]", "," + _nested("[", "", "]", 120)), metadata={"x": "here"}
    ),
    "halves of surrogate pairs": lambda: card_with(_list_of('"\\ud800"'), metadata={"x": "here"}),
    "half of a surrogate pair among arrays": lambda: card_with(_list_of("[]", ',"\\ud800"'), metadata={"x": "here"}),
    "a wrong schema after a name twice": lambda: in_schema(
        '{"title":"a","title":"b","anyOf":[' + _repeated("{}") + ',{"type":7}]}'
    ),
    "a number beyond binary64 among arrays": lambda: card_with(_list_of("[]", ",1e400"), metadata={"x": "here"}),
    "a byte that is no UTF-8 at the end": lambda: card_with(_list_of("[]"), metadata={"x": "here"}) + b"\xff",
    "a byte order mark before it all": lambda: b"\xef\xbb\xbf" + card_with(_list_of("[]"), metadata={"x": "here"}),
    "blanks": lambda: b" " * ROOM,
}
