"""Finds the requirements that somebody may mean: by a word, a place in a card, a section, or most of a name."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from agentcard_conformance.authoring.requirement_places import places_of_requirements
from agentcard_conformance.model import Dialect, PathPattern, Requirement, parse_pointer

_SECTION = re.compile(r"(?:section |§)? ?([0-9]+(?:\.[0-9]+)*)")
_SECTION_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_WORD = re.compile(r"[^\W_]+")


def find_requirements(dialect: Dialect, what: str) -> list[Requirement]:
    """Those that a text is about, in the order of the dialect; of a slip in a name, the nearest."""
    if what.startswith("/"):
        return list(_about_place(dialect, parse_pointer(what)))
    requirements = dialect.requirements.values()
    if section := _SECTION.fullmatch(what):
        return [each for each in requirements if _is_in_section(each, section[1])]
    words = {word.lower() for word in _WORD.findall(what)}
    found = [each for each in requirements if words and words <= _words_about(each)]
    near = get_close_matches(what.lower(), dialect.requirements, 3, 0.75)
    return found or [dialect.requirements[name] for name in near]


def _about_place(dialect: Dialect, names: PathPattern) -> Iterator[Requirement]:
    """What is said of a place and of what lies below it; of one that nothing is said of, what is said around it."""
    places = places_of_requirements(dialect)
    while names and not any(_leads_to(place, names) for each in places.values() for place in each):
        names = names[:-1]
    for name, each in places.items():
        if any(_leads_to(place, names) for place in each):
            yield dialect.requirements[name]


def _leads_to(place: PathPattern, names: PathPattern) -> bool:
    steps = zip(place, names, strict=False)
    return len(place) >= len(names) > 0 and all(step in ("*", name) for step, name in steps)


def _is_in_section(requirement: Requirement, section: str) -> bool:
    numbers = _SECTION_NUMBER.findall(requirement.section)
    return any(number == section or number.startswith(f"{section}.") for number in numbers)


def _words_about(requirement: Requirement) -> set[str]:
    text = f"{requirement.id} {requirement.area} {requirement.statement}"
    return {word.lower() for part in text.split() for word in [part.strip(".,;:()"), *_WORD.findall(part)]}
