"""Reports of format 1, which had one profile, added up the areas of all dialects and kept nothing that was said."""

from collections import Counter
from collections.abc import Mapping

from agentcard_conformance.model import Json
from agentcard_conformance.report.credit import is_right_refusal


def to_format_2(document: Mapping[str, Json]) -> dict[str, Json]:
    """The same report in format 2, from one that holds to its schema."""
    counts = {name: _dialect_counts(document, name) for name in document["dialects"]}
    dialects = {name: _dialect_report(document, name) for name in document["dialects"]}
    told = {"counts": {"all": document["counts"]["all"], "dialect": counts}, "dialects": dialects, "said": {}}
    return {**document, "format": 2, **told}


def _dialect_report(document: Mapping[str, Json], name: str) -> dict[str, Json]:
    """Which refusals are earned was not told."""
    own = (result for path, result in document["results"].items() if path.split("/")[1:2] == [name])
    refused = sum(is_right_refusal(result["expected"], result["got"]) for result in own)
    told = {"profile": document["profile"], "refused": refused, "earned": None if refused else 0}
    return {**document["dialects"][name], **told}


def _dialect_counts(document: Mapping[str, Json], name: str) -> dict[str, Json]:
    """Areas and levels of several dialects were added up: whose they are is known where there was one dialect."""
    counts, is_alone = document["counts"], len(document["dialects"]) == 1
    own = (result["result"] for path, result in document["results"].items() if path.split("/")[1:2] == [name])
    requirements = {each.partition("/")[::2]: outcomes for each, outcomes in counts["requirement"].items()}
    return {
        "all": dict(Counter(own)),
        "area": counts["area"] if is_alone else {},
        "level": counts["level"] if is_alone else {},
        "requirement": {each: outcomes for (of, each), outcomes in requirements.items() if of == name},
    }
