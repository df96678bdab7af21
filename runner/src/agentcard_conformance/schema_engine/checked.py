"""The errors of a schema that somebody wrote for a dialect, and that may be none."""

from collections.abc import Iterator

from regress import RegressError

from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.engine import SchemaError, metaschema_errors, schema_errors

_OF_WRONG_KEYWORDS = (AttributeError, LookupError, TypeError, ValueError)
"""What the engine raises where the value of a keyword is of another type than it should be."""


class UnusableSchema(Exception):
    """No value can be held against a schema; says why."""


def checked_schema_errors(schema: Json, value: Json) -> Iterator[SchemaError]:
    """Everything that is wrong with a value; raises UnusableSchema where the schema is none."""
    from jsonschema.exceptions import UnknownType  # not above: see exact_engine
    from referencing.exceptions import Unresolvable

    try:
        yield from schema_errors(schema, value)
    except RecursionError:
        raise UnusableSchema("it leads back to itself, or the value is nested too deeply for it") from None
    except (UnknownType, Unresolvable, RegressError) as error:
        raise UnusableSchema(str(error).partition("\n")[0].removesuffix(" for validator with schema:")) from None
    except _OF_WRONG_KEYWORDS as error:
        if not any(metaschema_errors(schema)):
            raise  # the schema is right, and the fault is ours
        raise UnusableSchema(str(error)) from None
