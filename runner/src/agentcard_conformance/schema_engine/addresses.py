"""The addresses in a JSON Schema as patterns: it asks for URIs by RFC 3986, and its metaschema only notes formats."""

from collections.abc import Mapping

from agentcard_conformance.model import Json

_USER = "(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})"
_NAME = "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})"
_CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
_FIRST_CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})"
"""Of a path that follows no scheme."""

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_GROUP = "[0-9A-Fa-f]{1,4}"
_LAST_TWO = rf"(?:{_GROUP}:{_GROUP}|{_OCTET}(?:\.{_OCTET}){{3}})"
_ENDS = (*(f"(?:{_GROUP}:){{{count}}}{_LAST_TWO}" for count in (4, 3, 2, 1, 0)), _GROUP, "")
"""What may follow two colons, by how many groups but one stand before them at most."""

_IP_6 = "|".join(
    (
        f"(?:{_GROUP}:){{6}}{_LAST_TWO}|::(?:{_GROUP}:){{5}}{_LAST_TWO}",
        *(f"(?:(?:{_GROUP}:){{0,{most}}}{_GROUP})?::{end}" for most, end in enumerate(_ENDS)),
    )
)
_IP_OF_THE_FUTURE = rf"[Vv][0-9A-Fa-f]+\.{_USER.replace('|%[0-9A-Fa-f]{2}', '')}+"
_AUTHORITY = rf"//(?:{_USER}*@)?(?:\[(?:{_IP_6}|{_IP_OF_THE_FUTURE})\]|{_NAME}*)(?::[0-9]*)?(?:/(?:{_CHARACTER}|/)*)?"
_AFTER_PATH = rf"(?:\?(?:{_CHARACTER}|[/?])*)?(?:#(?:{_CHARACTER}|[/?])*)?$"
_WITH_SCHEME = f"[A-Za-z][A-Za-z0-9+.-]*:(?:{_AUTHORITY}|/?(?:{_CHARACTER}(?:{_CHARACTER}|/)*)?)"
_WITHOUT = f"{_AUTHORITY}|/(?:{_CHARACTER}(?:{_CHARACTER}|/)*)?|(?:{_FIRST_CHARACTER}+(?:/(?:{_CHARACTER}|/)*)?)?"

ADDRESS_PATTERNS: Mapping[str, str] = {
    "uri": f"^{_WITH_SCHEME}{_AFTER_PATH}",
    "uri-reference": f"^(?:{_WITH_SCHEME}|{_WITHOUT}){_AFTER_PATH}",
}
"""By format, what a string of it matches."""


def demand_addresses(document: Mapping[str, Json]) -> Mapping[str, Json]:
    """A document of the metaschema that refuses what is no address where one belongs."""
    definitions = document.get("$defs", {})
    demanding = {
        name: {**each, "pattern": ADDRESS_PATTERNS[each["format"]]}
        for name, each in definitions.items()
        if each.get("format") in ADDRESS_PATTERNS
    }
    return {**document, "$defs": {**definitions, **demanding}}
