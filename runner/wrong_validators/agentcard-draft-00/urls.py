"""Addresses: hosts, ports and paths that are refused though the grammar has them, and texts that are taken for URIs."""

import re

from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, refusing, wrong
from agentcard_conformance.model import Json

URL = "/endpoint/url"


def host_of(url: Json) -> str:
    """The host, in brackets where it is a number of IPv6; empty where there is none."""
    found = re.match(r"[^:/?#]*://(?:[^/?#@]*@)?(\[[^]]*\]|[^/?#:]*)", url) if isinstance(url, str) else None
    return found[1].lower() if found else ""


def port_of(url: Json) -> str | None:
    found = re.match(r"[^:/?#]*://(?:[^/?#@]*@)?(?:\[[^]]*\]|[^/?#:]*):([0-9]*)", url) if isinstance(url, str) else None
    return found[1] if found else None


def is_private(host: str) -> bool:
    return bool(re.match(r"(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.", host)) or host == "localhost"


REFUSED = {
    "localhost": ("no private hosts", "http://localhost:8080/", lambda url: host_of(url) == "localhost"),
    "loopback": ("no private hosts", "http://127.0.0.1/", lambda url: host_of(url).startswith("127.")),
    "private-network-of-class-a": ("no private hosts, against SSRF", "http://10.0.0.5/",
                                   lambda url: bool(re.match(r"10\.", host_of(url)))),
    "private-network-of-class-b": ("no private hosts, against SSRF", "http://172.16.0.5/",
                                   lambda url: bool(re.match(r"172\.(1[6-9]|2\d|3[01])\.", host_of(url)))),
    "private-network-of-class-c": ("no private hosts, against SSRF", "http://192.168.1.5/",
                                   lambda url: host_of(url).startswith("192.168.")),
    "link-local-address": ("no metadata services of clouds", "http://169.254.169.254/",
                           lambda url: host_of(url).startswith("169.254.")),
    "unspecified-address": ("no address to listen on", "http://0.0.0.0:8000/", lambda url: host_of(url).startswith("0.")),
    "shared-address-space": ("ipaddress.is_global in Python", "http://100.64.0.1/",
                             lambda url: host_of(url).startswith("100.64.")),
    "documentation-network": ("ipaddress.is_global in Python", "http://192.0.2.1/",
                              lambda url: host_of(url).startswith("192.0.2.")),
    "multicast-address": ("ipaddress.is_multicast", "http://224.0.0.1/", lambda url: host_of(url).startswith("224.")),
    "ipv6-loopback": ("no private hosts", "http://[::1]:8080/", lambda url: host_of(url) == "[::1]"),
    "ipv6-link-local": ("no private hosts", "http://[fe80::1]/", lambda url: host_of(url).startswith("[fe80")),
    "ipv6-unique-local": ("no private hosts", "http://[fd00::1]/", lambda url: host_of(url).startswith(("[fc", "[fd"))),
    "address-instead-of-a-name": ("certificates have names", "https://8.8.8.8/",
                                  lambda url: bool(re.fullmatch(r"[0-9.]+", host_of(url)))),
    "ipv6": ("a pattern for hosts that knows no brackets", "https://[2001:db8::7]/", lambda url: "[" in host_of(url)),
    "host-of-one-label": ("a host has a dot", "https://agents/", lambda url: bool(host_of(url)) and not
                          re.search(r"[.\[%]", host_of(url))),
    "name-of-the-local-network": ("no private hosts", "http://printer.local/", lambda url: host_of(url).endswith(".local")),
    "name-within-a-company": ("no private hosts", "https://agents.internal/",
                              lambda url: host_of(url).endswith((".internal", ".lan", ".corp", ".home.arpa"))),
    "name-of-a-cluster": ("a list of top-level domains", "http://agent.default.svc.cluster.local/",
                          lambda url: ".svc." in host_of(url)),
    "top-level-domain-of-more-than-6-letters": (r"\.[a-z]{2,6} at the end", "https://agents.technology/",
                                                lambda url: bool(re.search(r"\.[a-z]{7,}$", host_of(url)))),
    "top-level-domain-of-digits": ("[a-z]{2,} at the end", "https://agents.123/",
                                   lambda url: bool(re.search(r"[a-z].*\.\d+$", host_of(url)))),
    "label-of-64-characters": ("labels of DNS have 63", f"https://{'a' * 64}.example.com/",
                               lambda url: any(len(each) > 63 for each in host_of(url).split("."))),
    "host-of-254-characters": ("names of DNS have 253", f"https://{'a.' * 125}example.com/",
                               lambda url: len(host_of(url)) > 253),
    "host-that-ends-with-a-dot": ("the root of DNS, forgotten", "https://agents.example.com./",
                                  lambda url: host_of(url).endswith(".")),
    "underscore-in-the-host": ("names of hosts, by RFC 952", "https://my_agent.example.com/",
                               lambda url: "_" in host_of(url)),
    "punycode": ("display names alone", "https://xn--bcher-kva.example/", lambda url: "xn--" in host_of(url)),
    "punycode-that-decodes-to-nothing": ("idna.decode() of the host", "https://xn--a.example/",
                                         lambda url: bool(re.search(r"xn--[a-z](\.|$)", host_of(url)))),
    "hyphen-at-the-end-of-a-label": ("names of hosts, by RFC 952", "https://agents-.example.com/",
                                     lambda url: bool(re.search(r"(^|\.)-|-(\.|$)", host_of(url)))),
    "example-domain": ("a list of forbidden hosts", "https://example.com/",
                       lambda url: host_of(url) in ("example.com", "www.example.com")),
    "www": ("a host with www is a page", "https://www.agents.example.com/", lambda url: host_of(url).startswith("www.")),
    "capital-in-the-host": ("hosts are compared in small letters", "https://Agents.Example.com/",
                            lambda url: isinstance(url, str) and bool(re.match(r"[a-z]+://[^/]*[A-Z]", url))),
    "percent-encoding-in-the-host": ("a pattern for hosts", "https://a%2Db.example/", lambda url: "%" in host_of(url)),
    "any-port": ("a pattern that ends the host at the path", "https://agents.example.com:8443/",
                 lambda url: bool(port_of(url))),
    "port-zero": ("1 to 65535", "https://agents.example.com:0/", lambda url: port_of(url) == "0"),
    "port-beyond-65535": ("urlsplit().port raises, as does new URL()", "https://agents.example.com:65536/",
                          lambda url: len(port_of(url) or "") < 9 and int(port_of(url) or 0) > 65535),
    "port-below-1024": ("privileged ports", "http://agents.example.com:81/", lambda url: 0 < int(port_of(url) or 0) < 1024),
    "port-of-ssh": ("the bad ports of browsers", "http://agents.example.com:22/", lambda url: port_of(url) == "22"),
    "port-of-irc": ("the bad ports of browsers", "http://agents.example.com:6667/", lambda url: port_of(url) == "6667"),
    "port-with-leading-zeros": ("[1-9][0-9]*", "https://agents.example.com:0443/",
                                lambda url: bool(re.match("0.", port_of(url) or ""))),
    "empty-port": ("[0-9]+ for the port", "https://agents.example.com:/", lambda url: port_of(url) == ""),
    "usual-port-in-words": ("a normal form has no 443", "https://agents.example.com:443/",
                            lambda url: port_of(url) == "443"),
    "user-information": ("deprecated, in RFC 9110", "https://agent@agents.example.com/",
                         lambda url: isinstance(url, str) and bool(re.match(r"https?://[^/?#]*@", url))),
    "query": ("an endpoint has no query", "https://agents.example.com/?v=1", lambda url: "?" in str(url)),
    "fragment": ("a fragment is never sent", "https://agents.example.com/#agent", lambda url: "#" in str(url)),
    "query-without-a-path": ("a pattern that wants a path ahead of it", "https://agents.example.com?v=1",
                             lambda url: bool(re.match(r"\w+://[^/?#]+\?", str(url)))),
    "fragment-without-a-path": ("a pattern that wants a path ahead of it", "https://agents.example.com#agent",
                                lambda url: bool(re.match(r"\w+://[^/?#]+#", str(url)))),
    "no-path": ("a normal form ends with a solidus", "https://agents.example.com",
                lambda url: bool(re.fullmatch(r"https?://[^/?#]+", str(url)))),
    "solidus-at-the-end": ("an address without one is joined more easily", "https://agents.example.com/api/",
                           lambda url: bool(re.match(r"https?://[^/]+/.+/$", str(url)))),
    "doubled-solidus-in-the-path": ("empty segments", "https://agents.example.com//api",
                                    lambda url: bool(re.match(r"\w+://[^?#]*//", str(url)))),
    "dots-in-the-path": ("path traversal", "https://agents.example.com/a/../b", lambda url: "/.." in str(url)),
    "dot-in-the-path": ("not in normal form", "https://agents.example.com/./b", lambda url: "/./" in str(url)),
    "name-of-a-file": ("an endpoint is no page", "https://agents.example.com/agent.php",
                       lambda url: bool(re.search(r"\.(php|html|aspx|json)$", str(url)))),
    "well-known-path": ("the address of the card and not of the agent", "https://agents.example.com/.well-known/agentcard",
                        lambda url: "/.well-known/" in str(url)),
    "percent-encoded-solidus": ("path traversal", "https://agents.example.com/a%2Fb", lambda url: "%2f" in str(url).lower()),
    "percent-encoded-line-feed": ("header injection", "https://agents.example.com/a%0Ab",
                                  lambda url: "%0a" in str(url).lower()),
    "percent-encoded-nul": ("strings of C", "https://agents.example.com/a%00", lambda url: "%00" in str(url)),
    "small-letters-in-a-percent-encoding": ("[0-9A-F]{2}", "https://agents.example.com/%c3%a9",
                                            lambda url: bool(re.search("%(.?[a-f])", str(url)))),
    "capitals-in-a-percent-encoding": ("[0-9a-f]{2}", "https://agents.example.com/%C3%A9",
                                       lambda url: bool(re.search("%(.?[A-F])", str(url)))),
    "percent-encoding-that-is-no-utf-8": ("decodeURIComponent() throws", "https://agents.example.com/%FF",
                                          lambda url: bool(re.search("%f[c-f]", str(url), re.IGNORECASE))),
    "percent-encoding-of-a-letter": ("not in normal form", "https://agents.example.com/%41",
                                     lambda url: bool(re.search("%(4[1-9a-f]|5[0-9a])", str(url), re.IGNORECASE))),
    "percent-encoding-in-the-query": ("a class of characters without %", "https://agents.example.com/?q=%20",
                                      lambda url: bool(re.search(r"\?[^#]*%", str(url)))),
    "percent-encoding-in-the-fragment": ("a class of characters without %", "https://agents.example.com/#%20",
                                         lambda url: bool(re.search("#.*%", str(url)))),
    "template-in-percent-encoding": ("a template that nobody filled in", "https://agents.example.com/%7Bid%7D",
                                     lambda url: "%7b" in str(url).lower()),
    "scheme-in-capitals": ("startsWith('https://')", "HTTPS://agents.example.com/",
                           lambda url: bool(re.match("[^:]*[A-Z][^:]*:", str(url)))),
    "more-than-255-characters": ("VARCHAR(255)", f"https://agents.example.com/{'a' * 240}",
                                 lambda url: len(str(url)) > 255),
    "more-than-2048-characters": ("the longest address of a browser", f"https://agents.example.com/{'a' * 2040}",
                                  lambda url: len(str(url)) > 2048),
    "more-than-2083-characters": ("the longest address of Internet Explorer", f"https://agents.example.com/{'a' * 2080}",
                                  lambda url: len(str(url)) > 2083),
    "secret-in-the-query": ("no secrets in a card", "https://agents.example.com/?token=abc",
                            lambda url: bool(re.search(r"[?&](token|key|api_key)=", str(url)))),
    "octet-beyond-255": ("ipaddress.ip_address() of all that looks like one", "https://256.1.1.1/",
                         lambda url: bool(re.fullmatch(r"\d+(\.\d+){3}", host_of(url)))
                         and any(int(each) > 255 for each in host_of(url).split("."))),
    "octet-with-a-leading-zero": ("ipaddress.ip_address()", "https://192.168.010.1/",
                                  lambda url: bool(re.fullmatch(r"\d+(\.\d+){3}", host_of(url)))
                                  and bool(re.search(r"(^|\.)0\d", host_of(url)))),
    "host-of-digits-alone": ("an address as one number", "https://3221225985/", lambda url: host_of(url).isdecimal()),
    "address-of-a-future-version": ("new URL() knows no IPvFuture", "https://[v1.a]/",
                                    lambda url: host_of(url).startswith("[v")),
    "ipv4-within-ipv6": ("a pattern of eight groups", "https://[::ffff:1.2.3.4]/",
                         lambda url: bool(re.match(r"\[.*\..*\]", host_of(url))) and not host_of(url).startswith("[v")),
    "shortened-ipv6": ("a pattern of eight groups", "https://[2001:db8::1]/", lambda url: "::" in host_of(url)),
    "full-ipv6": ("a pattern that wants ::", "https://[2001:db8:0:0:0:0:0:1]/",
                  lambda url: host_of(url).count(":") == 7 and "::" not in host_of(url)),
    "ipv6-in-capitals": ("[0-9a-f:]+", "https://[2001:DB8::A]/",
                         lambda url: bool(re.match(r"\w+://\[[^]v]*[A-F]", str(url)))),
    "ipv6-with-a-port": ("split(':') ahead of the brackets", "https://[2001:db8::7]:8443/",
                         lambda url: host_of(url).startswith("[") and bool(port_of(url))),
    "javascript-in-the-text": ("a filter against scripts", "https://agents.example.com/javascript:",
                               lambda url: "javascript:" in str(url)),
    "parentheses": ("linkifiers stop at them", "https://agents.example.com/a(b)", lambda url: "(" in str(url)),
    "second-address-in-the-query": ("a filter against open redirects", "https://agents.example.com/?to=https://b.example",
                                    lambda url: str(url).count("://") > 1),
}  # fmt: skip

REFUSED_ADDRESSES = [
    WrongValidator(f"no-{name}", habit, {URL: url, "/endpoint/protocol": url.partition(":")[0].lower()},
                   refusing(URL, test))
    for name, (habit, url, test) in REFUSED.items()
]  # fmt: skip


def takes_address(is_taken: re.Pattern[str] | None, repair: re.Pattern[str] | None = None, new: str = "") -> object:
    """Takes what matches, or what is a URI once it is repaired."""

    def accepts(card: JudgedCard) -> bool:
        if card.is_valid or not card.is_valid_but_for(is_about_url):
            return card.is_valid
        (url,) = card.values(URL) or [None]
        if not isinstance(url, str):
            return False
        if is_taken:
            return bool(is_taken.search(url))
        repaired = repair.sub(new, url) if repair else url
        return repaired != url and card.is_valid_with((URL, repaired))

    return accepts


def is_about_url(violation: Violation) -> bool:
    return violation.requirement.startswith("endpoint-url-") and violation.at == ("endpoint", "url")


TAKEN = {
    "trimmed": ("strip() before the check", " https://a.example/", None, r"^[\s\x00-\x20]+|[\s\x00-\x20]+$", ""),
    "stripped-of-tabs-and-line-feeds": ("the URL standard of browsers", "https://a.exa\nmple/", None, r"[\t\r\n]", ""),
    "backslashes-for-solidi": ("the URL standard of browsers", "https://a.example\\b", None, r"\\", "/"),
    "encoded-before-the-check": ("new URL() encodes what it must", "https://a.example/a b", None, r"[ \"<>^`{|}]|[^\x00-\x7f]",
                                 "a"),
    "line-feed-last": ("$ in Python and PHP", "https://a.example/\n", None, r"\n\Z", ""),
    "first-line-alone": ("^ and $ with the flag m", "https://a.example/\nb", None, r"(?s)\n.*", ""),
    "first-word-alone": ("a pattern without its end", "https://a.example/ b", None, r"(?s)\s.*", ""),
    "cut-at-nul": ("a string of C", "https://a.example/\0b", None, r"(?s)\0.*", ""),
    "anything-behind-two-solidi": ("'://' in url", "https://a b", r"://", None, ""),
    "anything-with-a-scheme-and-a-host": ("urlparse() with a scheme and a netloc", "https://a b/",
                                          r"^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]+", None, ""),
    "anything-with-a-scheme": ("urlparse(url).scheme", "https:a b", r"^[a-zA-Z][a-zA-Z0-9+.-]*:", None, ""),
    "anything-without-a-blank": (r"https?://\S+", "https://a.example/{id}", r"^https?://\S+\Z", None, ""),
    "anything-that-begins-so": ("startswith(protocol)", "https", r"^https?", None, ""),
    "paths": ("URI-reference where URI is meant", "/agents/7", r"^/[A-Za-z0-9/._~-]*\Z", None, ""),
    "relative-references": ("format uri-reference", "agents/7", r"^[A-Za-z0-9/._~-]+\Z", None, ""),
    "empty": ("if url and not is_uri(url)", "", r"^\Z", None, ""),
    "networks-without-a-scheme": ("scheme-relative addresses", "//a.example/", r"^//[A-Za-z0-9.-]+(/|\Z)", None, ""),
    "hosts-without-a-scheme": ("what people type into a browser", "agents.example.com/api", r"^[a-z0-9.-]+\.[a-z]+(/|:|\Z)",
                               None, ""),
    "templates": ("RFC 6570", "https://a.example/{id}", None, r"\{[^{}]*\}", "a"),
    "international-names": ("IRI where URI is meant", "https://b\u00fccher.example/", None, r"[^\x00-\x7f]", "a"),
    "wide-letters": ("NFKC before the check", "\uff48ttps://a.example/", None, "\uff48", "h"),
    "angle-brackets-around-it": ("the delimiters of RFC 3986, appendix C", "<https://a.example/>", None, r"^<|>$", ""),
    "second-hash": ("split('#')", "https://a.example/#a#b", None, r"(?<=#)(.*)#", r"\1"),
    "brackets-in-the-path": ("the gen-delims, let in everywhere", "https://a.example/a[0]", None, r"(?<!/)[\[\]](?!:)", "a"),
    "letters-in-the-port": ("[^/]* for the authority", "https://a.example:port/", None, r":[a-zA-Z]+(?=/|\Z)", ""),
    "several-at-signs": ("rpartition('@')", "https://a@b@c.example/", None, r"@(?=[^/]*@)", "a"),
    "ipv6-without-brackets": ("a host is anything", "https://2001:db8::1/", None, r"//[0-9a-f:]+(?=/|\Z)", "//a"),
    "any-brackets": (r"\[.*\] for an address", "https://[agents]/", None, r"\[[^]]*\]", "a"),
    "ipv6-of-any-length": ("[0-9a-fA-F:]+ in the brackets", "https://[1:2]/", None, r"\[[0-9a-fA-F:]+\]", "a"),
    "ipv6-with-any-numbers": ("[0-9a-fA-F:.]+ in the brackets", "https://[::999.1.1.1]/", None, r"\[[0-9a-fA-F:.]+\]", "a"),
    "schemes-that-begin-with-a-digit": ("[a-z0-9+.-]+ for the scheme", "1https://a.example/", None, r"^[0-9+.-]+", "a"),
    "schemes-with-underscores": (r"\w+ for the scheme", "my_agent://a.example/", None, r"^[a-z]+_[a-z_]+(?=:)", "a"),
    "schemes-with-letters-of-any-script": (r"\w+ for the scheme", "ht\u00e9://a.example/", None, r"^\w+(?=:)", "a"),
}  # fmt: skip

TAKEN_ADDRESSES = [
    WrongValidator(f"takes-{name}", habit, {"/endpoint": {"protocol": "grpc", "url": url}},
                   takes_address(re.compile(is_taken) if is_taken else None, re.compile(repair) if repair else None, new))
    for name, (habit, url, is_taken, repair, new) in TAKEN.items()
]  # fmt: skip


PROTOCOLS = ("http", "https", "grpc", "stdio", "mcp")
AUTHS = ("none", "bearer", "api_key", "oauth2", "mtls")
ADDRESS = {
    "http": "http://agents.example.com/", "https": "https://agents.example.com/", "grpc": "dns:///agents.example.com:50051",
    "stdio": "file:///usr/bin/agent", "mcp": "https://agents.example.com/mcp",
}  # fmt: skip

COMBINATIONS = [
    WrongValidator(
        f"no-{auth.replace('_', '-')}-for-{protocol}",
        "a matrix of what makes sense, in the author's eyes",
        {"/endpoint": {"protocol": protocol, "url": ADDRESS[protocol], "auth": {"scheme": auth}}},
        lambda card, protocol=protocol, auth=auth: (
            card.is_valid
            and (card.values("/endpoint/protocol"), card.values("/endpoint/auth/scheme")) != ([protocol], [auth])
        ),
    )
    for protocol in PROTOCOLS
    for auth in AUTHS
]

AUTH_DEMANDS = [
    WrongValidator(
        name, habit, {"/endpoint": endpoint}, lambda card, test=test: card.is_valid and not any(map(test, card.values("/endpoint")))
    )
    for name, habit, endpoint, test in (
        ("auth-demanded-for-https", "secure by default", {"protocol": "https", "url": "https://a.example/"},
         lambda each: each["protocol"] == "https" and "auth" not in each and "agents" not in each["url"]),
        ("no-auth-object-for-stdio", "a local process asks nobody",
         {"protocol": "stdio", "url": "file:///usr/bin/agent", "auth": {}}, lambda each: each["protocol"] == "stdio" and "auth" in each),
        ("no-auth-object-over-http", "no secrets in clear text",
         {"protocol": "http", "url": "http://agents.example.com/", "auth": {"scheme": "none"}},
         lambda each: each["protocol"] == "http" and "auth" in each),
        ("http-on-this-machine-alone", "no clear text over the network",
         {"protocol": "http", "url": "http://agents.example.com/"},
         lambda each: each["protocol"] == "http" and not is_private(host_of(each["url"])) and "[" not in each["url"]),
    )
]  # fmt: skip

GRPC = [
    WrongValidator(
        f"{protocol}-wants-{name}", "one address in mind", {"/endpoint": {"protocol": protocol, "url": url}},
        lambda card, protocol=protocol, schemes=schemes: card.is_valid and not (
            card.values("/endpoint/protocol") == [protocol]
            and not re.match(rf"(?i)(?:{schemes}):", card.values(URL)[0])
        ),
    )
    for protocol, name, url, schemes in (
        ("grpc", "grpc", "https://agents.example.com/", "grpcs?"),
        ("grpc", "https", "dns:///agents.example.com:50051", "https"),
        ("grpc", "a-host", "unix:/run/agent.sock", "https?|grpcs?|dns|ipv4|ipv6"),
        ("mcp", "mcp", "https://agents.example.com/mcp", "mcp.*"),
        ("mcp", "https", "http://agents.example.com/mcp", "https"),
        ("mcp", "http-or-https", "wss://agents.example.com/mcp", "https?"),
        ("mcp", "no-stdio", "stdio:agent", "https?|wss?|mcp.*|unix|urn|did|file|mailto|tel|[a-r].*|t.*"),
        ("stdio", "stdio", "file:///usr/bin/agent", "stdio"),
        ("stdio", "file", "stdio:agent", "file"),
    )
]  # fmt: skip


@wrong(
    "one check for both: a pattern for http and https with an s that may be left out",
    {URL: "http://agents.example.com/"},
)
def http_address_for_https(card: JudgedCard) -> bool:
    """Takes either scheme for either protocol."""
    taken = any(re.match("(?i)https?://", url) for url in card.values(URL) if isinstance(url, str))
    return card.is_valid_but_for(lambda each: taken and each.requirement == "endpoint-url-scheme")


@wrong("startswith('https'), without the colon", {URL: "httpsx://agents.example.com/"})
def scheme_that_begins_with_https(card: JudgedCard) -> bool:
    """Takes schemes that begin as the protocol."""
    taken = any(
        str(url).startswith("".join(map(str, card.values("/endpoint/protocol")[:1])) or " ") for url in card.values(URL)
    )
    return card.is_valid_but_for(lambda each: taken and each.requirement == "endpoint-url-scheme")


@wrong("'https://' in url", {URL: "http://agents.example.com/?next=https://b.example/"})
def scheme_anywhere_in_the_address(card: JudgedCard) -> bool:
    """Looks for the scheme anywhere."""
    taken = any("https://" in str(url) for url in card.values(URL))
    return card.is_valid_but_for(lambda each: taken and each.requirement == "endpoint-url-scheme")


@wrong("endswith(): the last five letters of the scheme", {URL: "xhttps://agents.example.com/"})
def scheme_that_ends_with_https(card: JudgedCard) -> bool:
    """A pattern without its beginning."""
    taken = any(re.match("[^:]*https:", str(url)) for url in card.values(URL))
    return card.is_valid_but_for(lambda each: taken and each.requirement == "endpoint-url-scheme")


@wrong("the scheme is looked at for https alone", {
    "/endpoint": {"protocol": "http", "url": "ftp://agents.example.com/"}
})  # fmt: skip
def scheme_of_http_not_looked_at(card: JudgedCard) -> bool:
    """If protocol == 'https'."""
    is_http = card.values("/endpoint/protocol") == ["http"]
    return card.is_valid_but_for(lambda each: is_http and each.requirement == "endpoint-url-scheme")


@wrong("a table of protocols and schemes in which web sockets stand, too", {URL: "wss://agents.example.com/"})
def web_sockets_for_https(card: JudgedCard) -> bool:
    """Takes wss: for https."""
    taken = any(re.match("wss?:", str(url)) for url in card.values(URL))
    return card.is_valid_but_for(lambda each: taken and each.requirement == "endpoint-url-scheme")
