"""What is an address, and which of them are public."""

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching import parse_address
from agentcard_conformance.fetching.addresses import find_peers, is_public_ip


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("https://agents.example.com", "https://agents.example.com/"),
        ("HTTPS://Agents.Example.com:443/a?b#c", "https://agents.example.com/a?b"),
        ("http://agents.example.com:8080/a", "http://agents.example.com:8080/a"),
        ("http://[2001:DB8::1]:80/a", "http://[2001:db8::1]/a"),
    ],
)
def test_an_address_is_written_in_one_way(text: str, same: str) -> None:
    assert str(parse_address(text)) == same


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ftp://agents.example.com/", "no address of the web"),
        ("file:///etc/passwd", "no address of the web"),
        ("https:///card", "no address of the web"),
        ("https://agents.example.com:99999/", "Port out of range"),
        ("https://agents.example.com:x/", "is no address"),
        ("https://[::1/", "is no address"),
        ("https://me:secret@agents.example.com/", "leave them out"),
        ("https://agents.example.com/a b", "holds a blank"),
        ("https://agents.example.com/\r\nHost: other.example", "holds a blank"),
        ("https://\u00e4gents.example.com/", "write it with %"),
    ],
)
def test_what_cannot_be_fetched_is_no_address(text: str, why: str) -> None:
    with pytest.raises(CallError, match=why):
        parse_address(text)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(CallError) as raised:
        parse_address("https://me:secret@agents.example.com/")

    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("text", ["93.184.215.14", "2606:4700::1111", "::ffff:93.184.215.14", "64:ff9b::5db8:d70e"])
def test_public_addresses_are_public(text: str) -> None:
    assert is_public_ip(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "127.0.0.1",
            "127.8.9.1",
            "0.0.0.0",  # noqa: S104  # nothing is bound to it
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "100.64.0.1",
            "169.254.169.254",
        ),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1"),
        *("::", "::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
    ],
)
def test_addresses_of_a_machine_or_a_network_are_not(text: str) -> None:
    assert not is_public_ip(text)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:7f00:1]", "0"])
def test_every_spelling_of_this_machine_is_refused(host: str) -> None:
    with pytest.raises(CallError, match="add --allow-private"):
        find_peers(parse_address(f"http://{host}/"), allow_private=False)


def test_a_host_that_is_not_there_is_named() -> None:
    with pytest.raises(CallError, match=r"nowhere\.invalid is not found"):
        find_peers(parse_address("https://nowhere.invalid/"), allow_private=True)
