"""Whether the list of the source's sections says of each where its requirements are, or why it has none."""

from collections.abc import Iterator

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.corpus.sections import SECTIONS_FILE, read_sections, sections_of


def check_sections(subject: Subject) -> Iterator[Problem]:
    """Each section of a requirement is listed, and one without requirements says why; a dialect may have no list."""
    file = f"{subject.folder}/{SECTIONS_FILE}"
    listed = {each.section: each for each in read_sections(subject.suite.root / subject.folder)}
    named = {section: each.id for each in subject.dialect.requirements.values() for section in sections_of(each)}
    for section, requirement in named.items() if listed else ():
        if section not in listed:
            yield Problem(file, f"lacks section {section!a}, which {requirement} comes from", "add it with its title")
    for section, each in listed.items():
        if bool(each.why) is (section in named):
            what = "says why it has no requirement, and has one" if each.why else "has no requirement, and no why"
            yield Problem(file, f"section {section!a} {what}")
