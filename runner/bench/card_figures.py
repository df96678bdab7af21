"""The figures of docs/state-of-agent-cards.md: how many cards of the list are what, and what is wrong with them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from listed_cards import CardFormat, CardReading, FoundInCard, ListedCard, read_formats

from agentcard_conformance.corpus import Suite

LEAST_SHOWN = 3
"""Cards that have a fault, for it to have a line of its own."""


def is_told(card: ListedCard, found: FoundInCard, formats: dict[str, CardFormat]) -> bool:
    """Whether `check` names the format that a card is of; of a card of none, whether it names none of the others."""
    wanted = formats[card.format]
    if not wanted.told:
        return all(found.told not in each.told for each in formats.values())
    return found.told in wanted.told and bool(found.elsewhere) >= wanted.says_what_belongs_elsewhere


def figures(
    suite: Suite, cards: Sequence[ListedCard], found: Sequence[FoundInCard], readings: Sequence[CardReading]
) -> str:
    """The tables of the page, as Markdown."""
    by_digest = {each.digest: each for each in found}
    pairs = [(card, by_digest[card.digest]) for card in cards if card.digest in by_digest]
    judged = [each for card, each in pairs if read_formats()[card.format].told and each.told]
    parts = [
        _formats_table(pairs),
        _readings_sentence(readings, {card.digest for card in cards}),
        "What breaks the specification, by the number of cards:",
        _faults_table(suite, judged, lambda each: each.violations),
        "What is only advised against, or left open by the specification:",
        _faults_table(suite, judged, lambda each: f"{each.advice} {each.contested}"),
    ]
    return "\n\n".join(parts) + "\n"


def _formats_table(pairs: Sequence[tuple[ListedCard, FoundInCard]]) -> str:
    formats = read_formats()
    lines = ["| what the card is | cards | told so | valid | invalid |", "|---|--:|--:|--:|--:|"]
    for name, each in formats.items():
        of_it = [(card, found) for card, found in pairs if card.format == name]
        lines.append(_formats_line(each.title, of_it, formats))
    return "\n".join([*lines, _formats_line("all", pairs, formats)])


def _formats_line(title: str, pairs: Sequence[tuple[ListedCard, FoundInCard]], formats: dict[str, CardFormat]) -> str:
    told = sum(is_told(card, found, formats) for card, found in pairs)
    verdicts = Counter(found.verdict for _, found in pairs)
    return f"| {title} | {len(pairs)} | {told} | {verdicts['valid']} | {verdicts['invalid']} |"


def _readings_sentence(readings: Sequence[CardReading], listed: set[str]) -> str:
    held = [each for each in readings if each.digest in listed]
    formats, findings = (sum(getattr(each, name) == "yes" for each in held) for name in CardReading._fields[1:3])
    return (
        f"Read by hand: {len(held)} cards. The format that `check` tells is right for {formats} of them, "
        f"and all that it finds is right in {findings}."
    )


def _faults_table(suite: Suite, found: Sequence[FoundInCard], ids: Callable[[FoundInCard], str]) -> str:
    dialects = sorted({each.dialect for each in found}, reverse=True)
    counts = Counter((each.dialect, id_) for each in found for id_ in sorted(set(ids(each).split())))
    shown = sorted(
        {id_ for _, id_ in counts}, key=lambda id_: (-sum(counts[dialect, id_] for dialect in dialects), id_)
    )
    often = [id_ for id_ in shown if sum(counts[dialect, id_] for dialect in dialects) >= LEAST_SHOWN]
    judged = Counter(each.dialect for each in found)
    titles = [f"{dialect} ({judged[dialect]} cards)" for dialect in dialects]
    head = [f"| requirement | what it asks | {' | '.join(titles)} |", f"|---|---|{'--:|' * len(dialects)}"]
    rest = f"\nBesides, {len(shown) - len(often)} requirements in fewer than {LEAST_SHOWN} cards each."
    return "\n".join([*head, *_fault_lines(suite, often, dialects, counts), rest])


def _fault_lines(
    suite: Suite, ids: Iterable[str], dialects: Sequence[str], counts: Counter[tuple[str, str]]
) -> Iterator[str]:
    for id_ in ids:
        asked = [suite.dialects[name].requirements.get(id_) for name in dialects]
        statement = next(each.statement for each in asked if each)
        cells = (str(counts[name, id_]) if each else "" for name, each in zip(dialects, asked, strict=True))
        yield f"| `{id_}` | {statement} | {' | '.join(cells)} |"
