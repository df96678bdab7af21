"""Do a dialect's rules let a value pass, whatever a revision of its schema says?"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import jsonschema_rs

from agentcard_conformance.model import Dialect, Json, Level, parts_at
from agentcard_conformance.reference import DialectJudge


class Ruled:
    """The rules of the `must` requirements: they are the same on both sides."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        must = {name for name, requirement in dialect.requirements.items() if requirement.level is Level.MUST}
        self._asked = [(use, rule) for use, rule in DialectJudge(dialect).rules if use.requirement in must]

    def hold(self, plain: Json, written: Json) -> bool:
        """Each rule on every value whose own type the dialect's schema accepts: it was written for those."""
        closed = {tuple(error.instance_path) for error in self._types(plain)}
        parts = ((rule, part) for use, rule in self._asked for _, part in parts_at(written, use.at, closed))
        return not any(any(rule(part)) for rule, part in parts)

    def _types(self, plain: Json) -> Iterator[Any]:
        return (error for error in self._schema.iter_errors(plain) if error.schema_path[-1:] == ["type"])

    @cached_property
    def _schema(self) -> Any:
        return jsonschema_rs.Draft202012Validator(self._dialect.schema, offline=True, validate_formats=True)
