"""Reports of format 1, which counted the areas of all dialects together and kept nothing that was said."""

from collections import Counter
from collections.abc import Mapping

from agentcard_conformance.model import Json


def to_format_2(document: Mapping[str, Json]) -> dict[str, Json]:
    """The same report in format 2, from one that holds to its schema."""
    counts = {name: _dialect_counts(document, name) for name in document["dialects"]}
    return {**document, "format": 2, "counts": {"all": document["counts"]["all"], "dialect": counts}, "said": {}}


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
