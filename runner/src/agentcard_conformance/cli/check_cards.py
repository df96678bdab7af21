"""`check` for cards in files of their own, which needs no click when there is no option to parse."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agentcard_conformance.check.card_files import WEB_SCHEMES, find_card_files
from agentcard_conformance.check.checking import CheckedFile, Others, check_files, check_in_all_dialects
from agentcard_conformance.check.exchanges import context_of_served
from agentcard_conformance.check.formats import load_check_format, load_side_by_side_format
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import STANDARD_STREAM

_COMPLETION_VARIABLE = "_AGENTCARD_CONFORMANCE_COMPLETE"
"""Set by a shell that wants words to complete, not an answer."""


class CardOptions(NamedTuple):
    """What may be said of cards in files of their own."""

    dialect: str | None = None
    form: str = "text"
    context: str | None = None
    strict: bool = False
    quiet: bool = False
    any_format: bool = False


_NO_OPTIONS = CardOptions()


def read_simple_check(arguments: Sequence[str]) -> tuple[Sequence[str], CardOptions] | None:
    """The files of a call that is `check` and their names, after one dialect at most; all else is left to click."""
    command, *files = arguments or [""]
    options = _NO_OPTIONS
    if files[:1] == ["--dialect"]:
        options, files = CardOptions(dialect=files[1] if files[1:] else ""), files[2:]
    names = (options.dialect or "", *files)
    are_names = all(name == STANDARD_STREAM or not name.startswith(("-", *WEB_SCHEMES)) for name in names)
    is_simple = command == "check" and bool(files) and are_names and _COMPLETION_VARIABLE not in os.environ
    return (files, options) if is_simple else None


def are_addresses(files: Sequence[str], *, of_addresses: bool, of_files: bool) -> bool:
    """Whether cards are to be fetched; raises CallError where files, addresses and their options are mixed."""
    addresses = [file for file in files if file.startswith(WEB_SCHEMES)]
    if addresses and len(addresses) < len(files):
        raise CallError("files and addresses cannot be combined; check them in calls of their own")
    if addresses and of_files:
        raise CallError("--all-dialects and --any-format are for files, which --save writes")
    if of_addresses and not addresses:
        raise CallError("--allow-private and --save are for addresses, such as https://agents.example.com/")
    return bool(addresses)


def check_cards(files: Iterable[str], options: CardOptions = _NO_OPTIONS) -> int:
    """Print what each file holds, each once however often it is named; the exit status."""
    suite = read_suite()
    chosen = suite.dialect(options.dialect)
    context = context_of_served(suite, options.context, chosen)
    checked, unread = check_files(suite, chosen, files, context, others=_others(options))
    sentences = [*unread, *(sentence for item in checked if not item.is_valid for sentence in _dump_hint(item))]
    render = load_check_format(options.form).render
    print_checked("" if options.quiet else render(checked, terminal=sys.stdout.isatty()), sentences)
    return 2 if unread else int(not all(is_good(item, strict=options.strict) for item in checked))


def _others(options: CardOptions) -> Others:
    if options.any_format:
        return Others.ANY_FORMAT
    return Others.HINTED if options.dialect or options.context else Others.AS_THEY_LOOK_ALONE


def check_cards_side_by_side(files: Iterable[str], form: str, *, strict: bool, quiet: bool) -> int:
    """Print what every dialect says of each file; the exit status asks that each is a good card of one of them."""
    render = load_side_by_side_format(form)
    if render is None:
        raise CallError(f"--format {form} shows the findings of one dialect; leave out --all-dialects, or name another")
    suite = read_suite()
    named, unread = find_card_files(
        files, tuple(sorted({f".{each.extension}" for each in suite.card_formats.values()}))
    )
    checked, unchecked = check_in_all_dialects(suite, named)
    print_checked("" if quiet else render(checked, terminal=sys.stdout.isatty()), [*unread, *unchecked])
    if unread or {*named} - {item.file for item in checked}:
        return 2
    return int({*named} != {item.file for item in checked if is_good(item, strict=strict)})


def print_checked(text: str, sentences: Iterable[str]) -> None:
    """What was found, and on standard error what else is to be said."""
    sys.stdout.write(text)
    sys.stdout.flush()  # before the sentences, where both go to one place
    sys.stderr.writelines(f"agentcard-conformance: {sentence}\n" for sentence in sentences)


def is_good(item: CheckedFile, *, strict: bool) -> bool:
    """Whether it leaves the exit status at 0."""
    return item.is_other_format or (item.is_valid and not (strict and item.assessment.advice))


def _dump_hint(item: CheckedFile) -> Iterator[str]:
    """A card may have any name; where it is not valid, the name may say why."""
    if item.file == STANDARD_STREAM or item.file.endswith(f".{item.dialect.extension}"):
        return
    from agentcard_conformance.dumps.finding import form_by_name  # not above: it takes a tenth of the time of a card
    from agentcard_conformance.dumps.forms import load_dump_form

    form = form_by_name(item.file)
    if option := form and load_dump_form(form).option:
        yield f"{item.file} is by its name a dump: add {option} to check the cards in it"
