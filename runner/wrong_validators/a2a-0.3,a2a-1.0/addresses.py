"""Addresses: of the agent, its provider, its icon and its documentation; refused though right, or taken though wrong."""

import re
from collections.abc import Callable

from agentcard_conformance.adequacy.oversights import demanding, overlooking
from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator
from agentcard_conformance.model import Json

PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}
ICON = "https://harbour.example/icon.svg"

PLACES: dict[str, tuple[list[str], str, Callable[[str], dict[str, Json]]]] = {
    "endpoint": (
        ["/url", "/additionalInterfaces/*/url", "/supportedInterfaces/*/url"],
        "interface-url-",
        lambda url: {"/url": url, "/supportedInterfaces/0/url": url},
    ),
    "provider-url": (["/provider/url"], "provider-url-", lambda url: {"/provider": {**PROVIDER, "url": url}}),
    "icon": (["/iconUrl"], "icon-url-", lambda url: {"/iconUrl": url}),
    "documentation": (["/documentationUrl"], "documentation-url-", lambda url: {"/documentationUrl": url}),
}
"""Where the address stands, how the requirements about it begin, and what puts one there.

The address of the agent stands in another place in each version, and is an unknown member in the other one.
"""


def urls(card: JudgedCard, place: str) -> list[str]:
    """The addresses of a place; of an agent with interfaces, those of the interfaces."""
    *others, last = PLACES[place][0]
    found = card.values(last) or [url for pattern in others for url in card.values(pattern)]
    return [each for each in found if isinstance(each, str)]


def host_of(url: str) -> str:
    found = re.match(r"[^:/?#]*://(?:[^/?#@]*@)?(\[[^]]*\]|[^/?#:]*)", url)
    return found[1].lower() if found else ""


def port_of(url: str) -> str | None:
    found = re.match(r"[^:/?#]*://(?:[^/?#@]*@)?(?:\[[^]]*\]|[^/?#:]*):([0-9]*)", url)
    return found[1] if found else None


def path_of(url: str) -> str:
    return re.sub(r"^[^:/?#]*://[^/?#]*|[?#].*$", "", url)


REFUSED: dict[str, tuple[str, str, Callable[[str], bool]]] = {
    "localhost": ("no private hosts", "http://localhost:8080/", lambda url: host_of(url) == "localhost"),
    "loopback": ("no private hosts", "http://127.0.0.1:8080/", lambda url: host_of(url).startswith("127.")),
    "private-host": ("no private hosts, against SSRF", "https://192.168.1.5/", lambda url: bool(re.match(r"(10|192\.168|172\.16)\.", host_of(url)))),
    "unspecified-host": ("no address to listen on", "http://0.0.0.0:8000/", lambda url: host_of(url) == "0.0.0.0"),  # noqa: S104  # an address in a card
    "ipv4-host": ("certificates have names", "https://192.0.2.7/", lambda url: bool(re.fullmatch(r"[0-9.]+", host_of(url)))),
    "ipv6-host": ("a pattern for hosts that knows no brackets", "https://[2001:db8::7]/", lambda url: "[" in host_of(url)),
    "ipv6-loopback": ("no private hosts", "http://[::1]:8080/", lambda url: host_of(url) == "[::1]"),
    "host-of-one-label": ("a host has a dot", "https://agents/", lambda url: bool(host_of(url)) and not re.search(r"[.\[]", host_of(url))),
    "name-of-the-local-network": ("no private hosts", "https://desk.local/", lambda url: host_of(url).endswith((".local", ".internal", ".lan"))),
    "long-top-level-domain": (r"\.[a-z]{2,6}$", "https://harbour.technology/", lambda url: bool(re.search(r"\.[a-z]{8,}$", host_of(url)))),
    "example-com": ("a list of forbidden hosts", "https://agents.example.com/", lambda url: host_of(url).endswith("example.com")),
    "punycode": ("display names alone", "https://xn--hfen-moa.example/", lambda url: "xn--" in host_of(url)),
    "underscore-in-the-host": ("names of hosts, by RFC 952", "https://my_desk.harbour.example/", lambda url: "_" in host_of(url)),
    "capital-in-the-host": ("hosts are compared in small letters", "https://Harbour.Example/", lambda url: bool(re.match(r"[a-z]+://[^/]*[A-Z]", url))),
    "capital-in-the-scheme": ("url.startsWith('http')", "HTTPS://harbour.example/", lambda url: url[:1].isupper()),
    "final-dot-of-the-host": ("the root of DNS, forgotten", "https://harbour.example./", lambda url: host_of(url).endswith(".")),
    "port": ("a pattern that ends the host at the path", "https://harbour.example:8443/", lambda url: bool(port_of(url)) and host_of(url).endswith(".example")),
    "port-below-1024": ("ports of the system", "https://harbour.example:443/", lambda url: (port_of(url) or "9999").zfill(4) < "1024"),
    "port-of-five-digits": (r":\d{2,4}", "https://harbour.example:50051/", lambda url: len(port_of(url) or "") > 4),
    "empty-port": ("int(port)", "https://harbour.example:/", lambda url: port_of(url) == ""),
    "user": ("what looks like a password is none of a card's business", "https://desk@harbour.example/", lambda url: "@" in url.split("?")[0] and "://" in url and ":" not in url.split("@")[0].split("//")[-1]),
    "query": ("an endpoint has none", "https://harbour.example/a?tenant=north", lambda url: "?" in url),
    "fragment": ("an endpoint has none", "https://harbour.example/a#tides", lambda url: "#" in url),
    "no-path": ("a path is there", "https://harbour.example", lambda url: url.startswith("http") and path_of(url) == ""),
    "root-path": ("a path with a name", "https://harbour.example/", lambda url: path_of(url) == "/" and url == "https://harbour.example/"),
    "final-solidus": ("url.rstrip('/') == url", "https://harbour.example/a2a/", lambda url: len(path_of(url)) > 1 and url.endswith("/")),
    "doubled-solidus": ("posixpath.normpath()", "https://harbour.example//a2a", lambda url: "//" in path_of(url)),
    "dots-in-the-path": ("a guard against traversal", "https://harbour.example/a/../a2a", lambda url: "/../" in url or "/./" in url),
    "escape-in-the-path": ("characters of a file name", "https://harbour.example/a%20b", lambda url: "%20" in url),
    "escape-in-small-letters": ("[0-9A-F]{2}", "https://harbour.example/%c3%a9", lambda url: bool(re.search("%[0-9A-F]?[a-f]", url))),
    "escaped-solidus": ("a guard against traversal", "https://harbour.example/a%2Fb", lambda url: "%2F" in url),
    "tilde": ("characters of RFC 2396", "https://harbour.example/~desk", lambda url: "~" in url),
    "at-sign-in-the-path": ("a user is seen", "https://harbour.example/@desk", lambda url: "@" in path_of(url)),
    "colon-in-the-path": ("a port is seen", "https://harbour.example/v1/message:send", lambda url: ":" in path_of(url)),
    "comma-in-the-path": (r"[\w/.-]*", "https://harbour.example/a,b", lambda url: "," in path_of(url)),
    "parentheses-in-the-path": (r"[\w/.-]*", "https://harbour.example/a(b)", lambda url: "(" in path_of(url)),
    "semicolon-in-the-path": ("parameters of RFC 2396", "https://harbour.example/a;v=1", lambda url: ";" in path_of(url)),
    "equals-sign-in-the-path": (r"[\w/.-]*", "https://harbour.example/a=b", lambda url: "=" in path_of(url)),
    "dollar-sign-in-the-path": ("a template is seen", "https://harbour.example/$desk", lambda url: "$" in path_of(url)),
    "asterisk-in-the-path": ("a pattern is seen", "https://harbour.example/*", lambda url: "*" in path_of(url)),
    "apostrophe-in-the-path": ("a filter against SQL", "https://harbour.example/desk's", lambda url: "'" in path_of(url)),
    "exclamation-mark-in-the-path": (r"[\w/.-]*", "https://harbour.example/desk!", lambda url: "!" in path_of(url)),
    "ampersand-in-the-path": ("a query is seen", "https://harbour.example/a&b", lambda url: "&" in path_of(url)),
    "plus-in-the-path": ("a blank is seen", "https://harbour.example/a+b", lambda url: "+" in path_of(url)),
    "address-of-more-than-255-characters": ("a column", f"https://harbour.example/{'a' * 255}", lambda url: len(url) > 255),
    "address-of-more-than-2048-characters": ("a limit of browsers", f"https://harbour.example/{'a' * 2048}", lambda url: len(url) > 2048),
    "well-known-path": ("where cards lie, lies no agent", "https://harbour.example/.well-known/a2a", lambda url: "/.well-known/" in url),
    "http": ("https alone, whatever the text calls it", "http://harbour.example/", lambda url: url.startswith("http:")),
}  # fmt: skip
REFUSED_URLS = [
    WrongValidator(
        f"{place}-without-{name}",
        habit,
        put(url),
        lambda card, place=place, test=is_refused: card.is_valid and not any(map(test, urls(card, place))),
    )
    for place, (_, _, put) in PLACES.items()
    for name, (habit, url, is_refused) in REFUSED.items()
]

REFUSED_SCHEMES = [
    WrongValidator(
        f"{place}-without-the-scheme-{scheme}",
        "http and https alone",
        PLACES[place][2](url),
        lambda card, place=place, scheme=scheme: (
            card.is_valid and not any(each.startswith(f"{scheme}:") for each in urls(card, place))
        ),
    )
    for place, scheme, url in (
        ("icon", "data", "data:image/gif;base64,R0lGODlh"),
        ("icon", "ipfs", "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/icon.svg"),
        ("documentation", "mailto", "mailto:desk@harbour.example"),
        ("documentation", "urn", "urn:isbn:9780141036144"),
        ("provider-url", "mailto", "mailto:office@harbour.example"),
        ("provider-url", "did", "did:web:harbour.example"),
    )
]

TAKEN: dict[str, tuple[str, str, Callable[[str], bool]]] = {
    "a-blank": ("new URL(), which escapes blanks", "https://harbour.example/a b", lambda url: " " in url.strip()),
    "blanks-around": ("trim() ahead of the check", " https://harbour.example/", lambda url: url != url.strip(" ")),
    "a-line-feed": ("$ of a pattern, or new URL(), which drops it", "https://harbour.example/\n", lambda url: "\n" in url),
    "a-tab": ("new URL(), which drops tabs", "https://harbour.example/a\tb", lambda url: "\t" in url),
    "a-port-beyond-ascii": ("isdigit() of Python; \\d of .NET", "https://harbour.example:\u0664\u0664\u0663/", lambda url: bool(re.search(r":[^/:@]*[^\x00-\x7f]", url.partition("//")[2]))),
    "braces": ("net/url of Go, and templates left in", "https://harbour.example/{tenant}", lambda url: "{" in url),
    "angle-brackets": ("net/url of Go, and words to be replaced", "https://harbour.example/<tenant>", lambda url: "<" in url),
    "a-backslash": ("new URL(), which turns it round", "https://harbour.example\\a2a", lambda url: "\\" in url),
    "a-quotation-mark": ("net/url of Go", 'https://harbour.example/"a2a"', lambda url: '"' in url),
    "a-circumflex": ("new URL()", "https://harbour.example/a^b", lambda url: "^" in url),
    "a-grave-accent": ("new URL()", "https://harbour.example/`a`", lambda url: "`" in url),
    "a-vertical-line": ("new URL()", "https://harbour.example/a|b", lambda url: "|" in url),
    "brackets-in-the-path": ("new URL(), urlparse()", "https://harbour.example/a[0]", lambda url: "[" in path_of(url)),
    "brackets-in-the-query": ("new URL(), and names of PHP", "https://harbour.example/?a[]=1", lambda url: "[" in url.partition("?")[2]),
    "a-percent-sign-alone": ("new URL()", "https://harbour.example/100%", lambda url: bool(re.search("%(?![0-9A-Fa-f]{2})", url))),
    "an-escape-of-other-letters": ("%..", "https://harbour.example/%zz", lambda url: bool(re.search("%[g-zG-Z]", url))),
    "two-fragments": ("split('#')", "https://harbour.example/#a#b", lambda url: url.count("#") > 1),
    "a-port-of-letters": ("urlparse(), which looks at ports when asked", "https://harbour.example:port/", lambda url: bool(re.match(r"\w+://[^/:]+:[a-z]", url))),
    "control-characters": ("characters of a text", "https://harbour.example/\u0001", lambda url: bool(re.search("[\x00-\x08]", url))),
    "a-host-in-open-brackets": ("a bracket too few", "https://[2001:db8::7/", lambda url: "[" in url and "]" not in url),
    "words-in-brackets": ("any brackets are IPv6", "https://[harbour]/", lambda url: bool(re.search(r"\[[^0-9:]*\]", host_of(url)))),
    "a-broken-ipv6-host": ("any digits and colons in brackets", "https://[1::2::3]/", lambda url: host_of(url).count("::") > 1),
}  # fmt: skip


FOR_PEOPLE = ("a-blank", "a-line-feed", "braces", "a-backslash", "a-percent-sign-alone")
"""What people write into the addresses that people read."""


def is_only_about(place: str) -> Callable[[Violation], bool]:
    return lambda violation: violation.requirement.startswith(PLACES[place][1])


def taking_urls(place: str, is_taken: Callable[[str], bool]) -> Accepts:
    """Takes addresses that the grammar does not have."""
    is_about = is_only_about(place)

    def is_overlooked(card: JudgedCard, violation: Violation) -> bool:
        url = card.value_at(violation.at)
        return is_about(violation) and isinstance(url, str) and is_taken(url)

    return overlooking(is_overlooked)


TAKEN_URLS = [
    WrongValidator(f"{place}-with-{name}", habit, put(url), taking_urls(place, is_taken))
    for place, (_, _, put) in PLACES.items()
    for name, (habit, url, is_taken) in TAKEN.items()
    if place == "endpoint" or name in FOR_PEOPLE
]

NO_ENDPOINTS: dict[str, tuple[str, str, Callable[[str], bool]]] = {
    "any-text": ("a string is a string", "see README", lambda _: True),
    "an-empty-text": ("if url and not is_url(url)", "", lambda url: url == ""),
    "a-path": ("a server that knows its own name", "/a2a", lambda url: url.startswith("/") and not url.startswith("//")),
    "a-path-without-a-solidus": ("a reference is resolved", "a2a/v1", lambda url: bool(re.fullmatch(r"\w+(/\w+)+", url))),
    "no-scheme": ("a browser adds one", "harbour.example/a2a", lambda url: "://" not in url and "." in url),
    "a-host-and-a-port": ("an address to listen on", "localhost:8000", lambda url: bool(re.fullmatch(r"[\w.]+:\d+", url))),
    "solidi-first": ("the scheme of the page", "//harbour.example/a2a", lambda url: url.startswith("//")),
    "a-query-alone": ("a reference is resolved", "?agent=desk", lambda url: url.startswith("?")),
    "a-fragment-alone": ("a reference is resolved", "#desk", lambda url: url.startswith("#")),
    "dots-first": ("a reference is resolved", "../a2a", lambda url: url.startswith(".")),
    "a-template": ("a value that was to be filled in", "${BASE_URL}/a2a", lambda url: "${" in url),
    "a-template-of-braces": ("a value that was to be filled in", "{BASE_URL}/a2a", lambda url: url.startswith("{")),
    "no-host": ("scheme and path are there", "https:///a2a", lambda url: bool(re.match(r"https?:///", url))),
    "a-port-without-a-host": ("netloc is not empty", "https://:8080/", lambda url: bool(re.match(r"https?://:", url))),
    "a-user-without-a-host": ("netloc is not empty", "https://desk@/", lambda url: bool(re.match(r"https?://[^/]*@/", url))),
    "one-solidus": ("new URL(), which adds one", "https:/harbour.example/", lambda url: bool(re.match(r"https?:/[^/]", url))),
    "no-solidus": ("new URL(), which adds two", "https:harbour.example", lambda url: bool(re.match(r"https?:[^/]", url))),
    "the-scheme-alone": ("startsWith('https://')", "https://", lambda url: bool(re.fullmatch(r"https?://", url))),
    "the-scheme-ftp": ("any scheme", "ftp://harbour.example/", lambda url: url.startswith("ftp:")),
    "the-scheme-ws": ("any scheme of a socket", "wss://harbour.example/", lambda url: url.startswith("ws")),
    "the-scheme-mailto": ("any scheme", "mailto:desk@harbour.example", lambda url: url.startswith("mailto:")),
    "the-scheme-file": ("any scheme", "file:///a2a", lambda url: url.startswith("file:")),
    "the-scheme-javascript": ("any scheme", "javascript:alert(1)", lambda url: url.startswith("javascript:")),
    "the-scheme-grpc": ("any scheme", "grpc://harbour.example/", lambda url: url.startswith("grpc:")),
    "a-urn": ("any URI", "urn:harbour:desk", lambda url: url.startswith("urn:")),
    "a-scheme-with-an-underscore": ("[a-z_]+:", "my_scheme://harbour.example/", lambda url: "_" in url.split(":")[0]),
    "a-scheme-that-begins-with-a-digit": ("[a-z0-9]+:", "2a://harbour.example/", lambda url: url[:1].isdigit()),
    "a-scheme-with-letters-before": ("'http' in url", "xhttps://harbour.example/", lambda url: "http" in url.split(":")[0] and not url.startswith("http")),
    "https-somewhere": ("a pattern without ^", "see https://harbour.example/", lambda url: "https://" in url[1:]),
}  # fmt: skip
TAKEN_ENDPOINTS = [
    WrongValidator(f"endpoint-of-{name}", habit, PLACES["endpoint"][2](url), taking_urls("endpoint", is_taken))
    for name, (habit, url, is_taken) in NO_ENDPOINTS.items()
]

AGREEING: dict[str, tuple[str, dict[str, Json], Callable[[JudgedCard], bool]]] = {
    "icon-of-the-agents-host": (
        "one origin",
        {"/iconUrl": "https://elsewhere.example/icon.svg"},
        lambda card: all(host_of(each) == host_of(urls(card, "endpoint")[0]) for each in urls(card, "icon")),
    ),
    "documentation-of-the-agents-host": (
        "one origin",
        {"/documentationUrl": "https://elsewhere.example/docs"},
        lambda card: all(host_of(each) == host_of(urls(card, "endpoint")[0]) for each in urls(card, "documentation")),
    ),
    "provider-of-the-agents-host": (
        "one origin",
        {"/provider": {**PROVIDER, "url": "https://elsewhere.example/"}},
        lambda card: all(host_of(each) == host_of(urls(card, "endpoint")[0]) for each in urls(card, "provider-url")),
    ),
    "icon-with-the-name-of-an-image": (
        r"\.(png|svg|jpg)$",
        {"/iconUrl": "https://harbour.example/icon"},
        lambda card: all(each.startswith("data:") or "." in path_of(each) for each in urls(card, "icon")),
    ),
    "icon-that-is-no-vector": (
        r"\.(png|jpg)$",
        {"/iconUrl": ICON},
        lambda card: not any(each.endswith(".svg") for each in urls(card, "icon")),
    ),
    "documentation-that-is-no-file": (
        "a page",
        {"/documentationUrl": "https://harbour.example/guide.pdf"},
        lambda card: not any(each.endswith(".pdf") for each in urls(card, "documentation")),
    ),
    "documentation-unlike-the-endpoint": (
        "two pages",
        {"/documentationUrl": "https://harbour.example/a2a"},
        lambda card: not {*urls(card, "documentation")} & {*urls(card, "endpoint")},
    ),
}
AGREEING_URLS = [
    WrongValidator(name, habit, edits, demanding(agrees)) for name, (habit, edits, agrees) in AGREEING.items()
]
