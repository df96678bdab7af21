"""How does `check` answer, once it is known what was asked?"""

import sys
from collections.abc import Iterable, Iterator

from agentcard_conformance import renderers
from agentcard_conformance.cli import cards
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.renderers import Checked


def check(files: Iterable[str], dialect: str | None = None, form: str = "text", *, strict: bool = False) -> int:
    """Print what each file holds, a file that stands there twice but once, and give the exit status."""
    suite = read_suite()
    chosen = suite.dialect(dialect) if dialect else suite.default
    checked, unread = cards.check_all(suite, chosen, dict.fromkeys(files))
    sys.stdout.write(renderers.load(form)(checked, terminal=sys.stdout.isatty()))
    sys.stdout.flush()  # before the sentences, where both go to one place
    sentences = [*unread, *(sentence for item in checked if not item.valid for sentence in _hint(item.file))]
    sys.stderr.writelines(f"agentcard-conformance: {sentence}\n" for sentence in sentences)
    return 2 if unread else int(not all(_is_fine(item, strict=strict) for item in checked))


def _is_fine(item: Checked, *, strict: bool) -> bool:
    return item.valid and not (strict and item.assessment.advice)


def _hint(file: str) -> Iterator[str]:
    """A card alone may have any name; where it is not all right, the name may say why."""
    from agentcard_conformance.dumps import forms  # not above: most files are cards, and all of them are right
    from agentcard_conformance.dumps.finding import told

    form = told(file)
    if option := form and forms.load(form).OPTION:
        yield f"{file} is by its name a dump: say {option} to check its cards"
