"""Is a call so plain that it can be answered before click is imported?"""

import os
from collections.abc import Sequence

COMPLETION = "_AGENTCARD_CONFORMANCE_COMPLETE"  # click's name for what a shell sets when it wants words, not an answer


def run(arguments: Sequence[str]) -> int:
    """The exit status of a call; click takes a tenth of the time of `check card.json`, which has nothing to parse."""
    if is_plain(arguments):
        from agentcard_conformance.cli.checking import check

        return check(arguments[1:])
    from agentcard_conformance.cli import entry

    return entry.run(list(arguments))


def is_plain(arguments: Sequence[str]) -> bool:
    """Is it `check` and names of files? Whatever might be an option, help or a mistake is for click to read."""
    command, *files = arguments or [""]
    named = all(file == "-" or not file.startswith("-") for file in files)
    return command == "check" and bool(files) and named and COMPLETION not in os.environ
