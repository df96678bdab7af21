"""`check` for cards in files of their own, which needs no click when there is no option to parse."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence

from agentcard_conformance.check.checking import CheckedFile, check_files
from agentcard_conformance.check.formats import load_check_format
from agentcard_conformance.corpus import given_context, read_suite

_COMPLETION_VARIABLE = "_AGENTCARD_CONFORMANCE_COMPLETE"
"""Set by a shell that wants words to complete, not an answer."""


def is_simple_check(arguments: Sequence[str]) -> bool:
    """Whether a call is `check` and names of files; whatever may be an option, help or a mistake is left to click."""
    command, *files = arguments or [""]
    are_names = all(file == "-" or not file.startswith("-") for file in files)
    return command == "check" and bool(files) and are_names and _COMPLETION_VARIABLE not in os.environ


def check_cards(
    files: Iterable[str],
    dialect: str | None = None,
    form: str = "text",
    context: str | None = None,
    *,
    strict: bool = False,
) -> int:
    """Print what each file holds, each once however often it is named; the exit status."""
    suite = read_suite()
    chosen = suite.dialect(dialect)
    checked, unread = check_files(suite, chosen, dict.fromkeys(files), given_context(context, chosen))
    sys.stdout.write(load_check_format(form).render(checked, terminal=sys.stdout.isatty()))
    sys.stdout.flush()  # before the sentences, where both go to one place
    sentences = [*unread, *(sentence for item in checked if not item.is_valid for sentence in _dump_hint(item.file))]
    sys.stderr.writelines(f"agentcard-conformance: {sentence}\n" for sentence in sentences)
    return 2 if unread else int(not all(_is_good(item, strict=strict) for item in checked))


def _is_good(item: CheckedFile, *, strict: bool) -> bool:
    return item.is_valid and not (strict and item.assessment.advice)


def _dump_hint(file: str) -> Iterator[str]:
    """A card may have any name; where it is not valid, the name may say why."""
    from agentcard_conformance.dumps.finding import form_by_name  # not above: most files are cards, and most are valid
    from agentcard_conformance.dumps.forms import load_dump_form

    form = form_by_name(file)
    if option := form and load_dump_form(form).option:
        yield f"{file} is by its name a dump: add {option} to check the cards in it"
