"""`check` for cards at addresses on the web."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.check.exchanges import context_of_served
from agentcard_conformance.check.formats import load_check_format
from agentcard_conformance.check.served import Answered, ServedCards
from agentcard_conformance.cli.check_cards import CardOptions, is_good, print_checked
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching import WebAddress
from agentcard_conformance.files import write_file
from agentcard_conformance.model import NO_CONTEXT


class FetchOptions(NamedTuple):
    """What may be said of addresses alone."""

    allow_private: bool = False
    save: str | None = None


def check_addresses(addresses: Iterable[str], options: CardOptions, fetch: FetchOptions) -> int:
    """Print what is served at each address; the exit status."""
    suite = read_suite()
    if options.context and not options.dialect:
        raise CallError("a context is for the cards of one dialect; say which by --dialect")
    chosen = suite.dialect(options.dialect) if options.dialect else None
    context = context_of_served(suite, options.context, chosen) if chosen and options.context else NO_CONTEXT
    served = ServedCards(suite, chosen, context)
    checked, sentences, status = [], [], 0
    for address in addresses:
        answered, unread = served.fetch(address, allow_private=fetch.allow_private)
        found, unjudged = served.check(answered)
        checked += found
        unread += unjudged
        sentences += [*(each.line for each in answered), *unread, *([] if found or unread else [_no_card(address)])]
        status = max(status, 2 if unread else int(not found))
        _save(answered, fetch.save)
    render = load_check_format(options.form).render
    print_checked("" if options.quiet else render(checked, terminal=sys.stdout.isatty()), sentences)
    return max(status, int(not all(is_good(item, strict=options.strict) for item in checked)))


def _no_card(address: str) -> str:
    return f"{address} serves no card; if one lies elsewhere on the host, name its whole address"


def _save(answered: Iterable[Answered], folder: str | None) -> None:
    if folder is None:
        return
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"{folder} cannot be written to: {error.strerror}") from None
    for each in answered:
        write_file(Path(folder) / f"{_file_name(each.recording.address)}.http", [each.recording.exchange])


def _file_name(address: WebAddress) -> str:
    """The address, of which letters, digits, dots and dashes stay."""
    text = f"{address.scheme}-{address.authority}{address.target}"
    return "".join(character if character.isalnum() or character in ".-" else "_" for character in text)[:200]
