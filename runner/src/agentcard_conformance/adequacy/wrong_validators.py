"""Plausible wrong validators: functions over what the reference finds in a card, each wrong by a habit of people."""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import (
    Absent,
    Context,
    Dialect,
    Json,
    PathPattern,
    Step,
    parse_pointer,
    parts_at,
    replaced_at,
)
from agentcard_conformance.notations import load_house_form, load_notation

WitnessCard: TypeAlias = bytes | Mapping[str, Json]
"""A card; or how it differs from the example of the dialect, by JSON Pointer, where `Absent.ABSENT` takes away."""


class Violation(NamedTuple):
    """What makes a card invalid."""

    requirement: str
    at: PathPattern
    """The place, each step as a name."""

    def is_below(self, pattern: str) -> bool:
        """Whether it lies at or below a place, `*` being any step."""
        steps = parse_pointer(pattern)
        return len(self.at) >= len(steps) and all(
            step in ("*", name) for step, name in zip(steps, self.at, strict=False)
        )


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A card with what the reference says of it, as a wrong validator sees it."""

    text: bytes
    value: Json
    """None where the text holds none."""
    violations: tuple[Violation, ...]
    context: Context
    encode: Callable[[Json], bytes]
    is_valid_text: Callable[[bytes], bool]
    """What the reference says of other bytes."""

    @property
    def is_valid(self) -> bool:
        """What the reference says."""
        return not self.violations

    def values(self, pattern: str) -> list[Json]:
        """What stands at a place, `*` being every item and every member."""
        return [value for _, value in parts_at(self.value, parse_pointer(pattern))]

    def value_at(self, at: Sequence[str]) -> Json | Absent:
        """What stands at one place, if anything does."""
        value = self.value
        for name in at:
            step = _find_step(value, name)
            if step is None:
                return Absent.ABSENT
            value = value[step]
        return value

    def is_valid_but_for(self, ignored: Callable[[Violation], bool]) -> bool:
        """What a validator says that does not see some violations."""
        return all(map(ignored, self.violations))

    def is_valid_as(self, value: Json) -> bool:
        """What the reference says of another value, as a validator does that alters the card before it looks."""
        return self.is_valid_text(self.encode(value))

    def is_valid_with(self, *edits: tuple[str, Json]) -> bool:
        """The same of this card with other parts, by JSON Pointer; parts that lie in nothing stay away."""
        return self.is_valid_as(_with_edits(self.value, dict(edits)))


Accepts: TypeAlias = Callable[[JudgedCard], bool | None]
"""What a validator says of a card; None when it gives no answer."""


class WrongValidator(NamedTuple):
    """A validator that is wrong about some cards."""

    name: str
    habit: str
    """The habit or the language that it comes from."""
    witness: WitnessCard
    """A card about which it is wrong."""
    accepts: Accepts

    @property
    def new_options(self) -> str:
        """What makes the witness with the command `new`; empty where only its bytes do."""
        edits = {} if isinstance(self.witness, bytes) else self.witness
        return " ".join(_new_option(*edit) for edit in edits.items())


def wrong(habit: str, witness: WitnessCard) -> Callable[[Accepts], WrongValidator]:
    """Makes a function a wrong validator that is named as the function."""
    return lambda accepts: WrongValidator(_spoken(accepts.__name__), habit, witness, accepts)


def refusing(pattern: str, is_refused: Callable[[Json], bool]) -> Accepts:
    """Refuses a card for one value that stands at a place."""
    return lambda card: card.is_valid and not any(map(is_refused, card.values(pattern)))


def read_wrong_validators(suite: Suite, dialect: Dialect) -> dict[str, WrongValidator]:
    """Those of a dialect by their full names: all that the modules of its folders hold, alone and in lists."""
    found: dict[str, WrongValidator] = {}
    for file in sorted(suite.wrong_validators.glob("*/*.py")):
        if dialect.id not in file.parent.name.split(","):
            continue
        for each in _held_by(_import_file(file)):
            name = f"{_spoken(file.stem)}/{each.name}"
            if name in found:
                raise SuiteError(file, f"has two wrong validators of the name {each.name}; rename one")
            found[name] = each
    return found


def read_witnesses(suite: Suite, dialect: Dialect) -> dict[str, bytes]:
    """The witness of each wrong validator of a dialect, by its full name."""
    validators = read_wrong_validators(suite, dialect)
    edits = {name: each.witness for name, each in validators.items() if not isinstance(each.witness, bytes)}
    made = {name: each.witness for name, each in validators.items() if isinstance(each.witness, bytes)}
    return made | (_edited_examples(suite, dialect, edits) if edits else {})


def _edited_examples(suite: Suite, dialect: Dialect, edits: Mapping[str, Mapping[str, Json]]) -> dict[str, bytes]:
    """The dialect's example with each of some edits, by name."""
    form = load_house_form(dialect.notation)
    file = suite.root / "schema" / dialect.id / f"example.{dialect.extension}"
    if not form or not file.exists():
        raise SuiteError(file, "is missing, or its notation has no house form: a witness that is no bytes needs both")
    example = load_notation(dialect.notation).decode(file.read_bytes(), suite.default_context(dialect)).value
    return {name: form.encode(_with_edits(example, some)) for name, some in edits.items()}


def _with_edits(value: Json, edits: Mapping[str, Json]) -> Json:
    for pointer, new in edits.items():
        value = _edited_value(value, pointer, new)
    return value


def _new_option(pointer: str, new: Json | Absent) -> str:
    if new is Absent.ABSENT:
        return f"--remove {shlex.quote(pointer)}"
    return f"--set {shlex.quote(f'{pointer}={json.dumps(new)}')}"


def _spoken(identifier: str) -> str:
    return identifier.strip("_").replace("_", "-")


def _held_by(module: Any) -> Iterator[WrongValidator]:
    for value in vars(module).values():
        several = value if isinstance(value, list) else [value]
        yield from (each for each in several if isinstance(each, WrongValidator))


def _import_file(file: Path) -> Any:
    """A module that lies in no package."""
    spec = spec_from_file_location(f"wrong_validators_{file.stem}", file)
    if not spec or not spec.loader:
        raise SuiteError(file, "cannot be imported")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _edited_value(value: Json, pointer: str, new: Json | Absent) -> Json:
    """A copy with another part; the value itself where nothing holds the part."""
    if not pointer:
        return new
    holder, steps = value, list[Step]()
    *above, last = parse_pointer(pointer)
    for name in above:
        step = _find_step(holder, name)
        if step is None:
            return value
        steps.append(step)
        holder = holder[step]
    is_member = isinstance(holder, dict) and new is not Absent.ABSENT
    step = last if is_member else _find_step(holder, last)
    return value if step is None else replaced_at(value, [*steps, step], new)


def _find_step(holder: Json, name: str) -> Step | None:
    """The step to a part that is there."""
    if isinstance(holder, dict):
        return name if name in holder else None
    index = int(name) if isinstance(holder, list) and name.isdecimal() else -1
    return index if 0 <= index < len(holder) else None
