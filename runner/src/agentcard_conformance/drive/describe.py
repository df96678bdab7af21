"""Which validator does a SPEC name, and how is it to be asked?"""

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from agentcard_conformance.drive.commands import words
from agentcard_conformance.drive.needs import missing, where_to_get
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Description, Identity, Json

DESCRIPTION: Final = "validator.toml"
EXPECTED: Final = "expected.toml"
FORMS: Final = ("stream", "once", "python", "http")

_SPEC_FORMS: Final = (
    "path/to/validator.toml, stream:COMMAND, once:COMMAND, python:module:callable, http://... or https://..."
)
_CALLABLE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def describe(spec: str, validators: Path, schemas: Path | None = None) -> Description:
    """The description behind a SPEC, checked so far that its program, module name or address makes sense."""
    description = look_up(spec, validators, schemas)
    if absent := missing(description):
        needed = where_to_get(absent)
        raise CallError(f"{spec}: needs {needed}, which PATH does not have; install it first{_then(description)}")
    if not (description.known and description.setup):
        _check_target(description)
    return description


def look_up(spec: str, validators: Path, schemas: Path | None = None) -> Description:
    """The description behind a SPEC, whether it can be asked here or not."""
    places = {"schema": str(schemas.absolute())} if schemas else {}
    return _described(spec, validators)._replace(places=places)


def _then(description: Description) -> str:
    """What is left to do by hand: those that come with the suite are set up by it, others never unasked."""
    by_hand = description.setup and not description.known
    return f"; then run its setup: {' && '.join(description.setup)}" if by_hand else ""


def known_validators(validators: Path) -> list[str]:
    """The names under which validators are known."""
    return sorted(path.parent.name for path in validators.glob(f"*/{DESCRIPTION}"))


def read_description(path: Path, spec: str) -> Description:
    """What a validator.toml says; nothing it names is looked up yet."""
    table = _toml(path)
    for key, value in table.items():
        if key not in _TYPES:
            raise SuiteError(path, f"unknown key {key!r}; known are {', '.join(_TYPES)}")
        wanted, is_one = _TYPES[key]
        if not is_one(value):
            raise SuiteError(path, f"{key} must be {wanted}")
    forms = [form for form in FORMS if form in table]
    if len(forms) != 1:
        raise SuiteError(path, f"needs exactly one of {', '.join(FORMS)}; it has {' and '.join(forms) or 'none'}")
    return _of_table(table, forms[0], path, spec)


def _described(spec: str, validators: Path) -> Description:
    form, colon, target = spec.partition(":")
    if colon and form in ("stream", "once", "python"):
        return Description(spec, form, target.strip(), Identity(""), Path.cwd())
    if colon and form.lower() in ("http", "https"):
        return Description(spec, "http", spec, Identity(""), Path.cwd())
    if spec.endswith(".toml") or "/" in spec or "\\" in spec:
        return read_description(_described_at(Path(spec)), spec)
    return _known(spec, validators)


def _described_at(path: Path) -> Path:
    return path / DESCRIPTION if path.is_dir() else path


def _known(name: str, validators: Path) -> Description:
    known = known_validators(validators)
    if name not in known:
        names = ", ".join(known) or "none"
        raise CallError(f"no validator is called {name!r}; known are {names}; or give {_SPEC_FORMS}")
    expected = validators / name / EXPECTED
    description = read_description(validators / name / DESCRIPTION, name)
    return description._replace(expected=expected if expected.is_file() else None, known=True)


def _toml(path: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CallError(f"{path}: cannot be read ({error.strerror}); a SPEC is a name, {_SPEC_FORMS}") from None
    except ValueError as error:
        raise SuiteError(path, f"is not TOML ({error}); a program is named stream:COMMAND or once:COMMAND") from None


def _of_table(table: Mapping[str, Json], form: str, path: Path, spec: str) -> Description:
    return Description(
        spec=spec,
        form=form,
        target=table[form],
        identity=Identity(*(table.get(key, "") for key in ("name", "version", "language", "homepage"))),
        folder=path.parent.absolute(),
        dialects=tuple(table.get("dialects", ())),
        needs=tuple(table.get("needs", ())),
        profile=table.get("profile", ""),
        setup=_command_lines(table.get("setup", [])),
        timeout=float(table.get("timeout", 5)),
        startup_timeout=float(table.get("startup_timeout", 60)),
        environment=dict(table.get("environment", {})),
        clock=table.get("clock", ""),
        issues=table.get("issues", ""),
    )


def _command_lines(value: Json) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _check_target(description: Description) -> None:
    if description.form == "http":
        _check_address(description)
    elif description.form == "python":
        if not _CALLABLE.fullmatch(description.target):
            raise CallError(f"{description.spec}: write python:module:callable, such as python:my_package.cards:judge")
    else:
        words(description)


def _check_address(description: Description) -> None:
    try:
        address = urlsplit(description.target)
        fits = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError as error:
        raise CallError(f"{description.spec}: not an address ({error})") from None
    if not fits or address.username is not None:
        raise CallError(f"{description.spec}: not an address of the form http://host:port/path")


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and value != ""


def _is_list(value: Json) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_command_lines(value: Json) -> bool:
    return _is_text(value) or (_is_list(value) and value != [])


def _is_seconds(value: Json) -> bool:
    return type(value) in (int, float) and 0 < value < math.inf


def _is_environment(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


_TEXT: Final[tuple[str, Callable[[Json], bool]]] = ("a string that is not empty", _is_text)
_LIST: Final[tuple[str, Callable[[Json], bool]]] = ("a list of strings", _is_list)
_LINES: Final[tuple[str, Callable[[Json], bool]]] = ("a command line or a list of them", _is_command_lines)
_SECONDS: Final[tuple[str, Callable[[Json], bool]]] = ("a number of seconds above zero", _is_seconds)
_TYPES: Final[Mapping[str, tuple[str, Callable[[Json], bool]]]] = {
    **dict.fromkeys(("name", "version", "language", "homepage", "issues", "profile", "clock", *FORMS), _TEXT),
    "setup": _LINES,
    **dict.fromkeys(("dialects", "needs"), _LIST),
    **dict.fromkeys(("timeout", "startup_timeout"), _SECONDS),
    "environment": ("a table of strings", _is_environment),
}
