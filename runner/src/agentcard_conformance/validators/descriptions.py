"""Finds the validator that a SPEC names, and how it is to be asked."""

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Description, Identity, Json
from agentcard_conformance.validators.commands import missing_tools, target_command, with_downloads

_DESCRIPTION_FILE: Final = "validator.toml"
EXPECTED_FOLDER: Final = "expected"
"""Beside the description of a known validator: <dialect>.toml, what it is known to get wrong."""

_FORMS: Final = ("stream", "once", "python", "http")

_SPEC_FORMS: Final = (
    "path/to/validator.toml, stream:COMMAND, once:COMMAND, python:module:callable, http://... or https://..."
)
_CALLABLE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def describe_validator(spec: str, validators: Path, schemas: Path | None = None) -> Description:
    """The description behind a SPEC, checked so far that its tools are there and its program or address makes sense."""
    description = find_description(spec, validators, schemas)
    if absent := missing_tools(description):
        needed = with_downloads(absent)
        raise CallError(f"{spec}: needs {needed}, which is not on the PATH; install it{_setup_advice(description)}")
    if not (description.known and description.setup):
        _check_target(description)
    return description


def find_description(spec: str, validators: Path, schemas: Path | None = None) -> Description:
    """The description behind a SPEC, whether it can be asked here or not."""
    placeholders = {"schema": str(schemas.absolute())} if schemas else {}
    return _parse_spec(spec, validators)._replace(placeholders=placeholders)


def known_validators(validators: Path) -> list[str]:
    """The names of the validators that come with the suite."""
    return sorted(path.parent.name for path in validators.glob(f"*/{_DESCRIPTION_FILE}"))


def read_description(path: Path, spec: str) -> Description:
    """What a validator.toml says; nothing it names is looked up yet."""
    table = _read_toml(path)
    for key, value in table.items():
        if key not in _KEYS:
            raise SuiteError(path, f"unknown key {key!r}; known are {', '.join(_KEYS)}")
        wanted, is_valid = _KEYS[key]
        if not is_valid(value):
            raise SuiteError(path, f"{key} must be {wanted}")
    forms = [form for form in _FORMS if form in table]
    if len(forms) != 1:
        raise SuiteError(path, f"needs exactly one of {', '.join(_FORMS)}; it has {' and '.join(forms) or 'none'}")
    if "exit_status" in table and forms != ["once"]:
        raise SuiteError(path, "exit_status is for a program that is started for each card: once")
    return _parse_table(table, forms[0], path, spec)


def identity_of(description: Description, told: Identity | None = None) -> Identity:
    """Who a validator is: what its description says, else what it told itself, else the name it was called by."""
    described, told = description.identity, told or Identity("")
    return Identity(
        described.name or told.name or description.spec,
        described.version or told.version,
        described.language or told.language,
        described.homepage or told.homepage,
    )


def _setup_advice(description: Description) -> str:
    """Only those that come with the suite are set up unasked; for others this says what to run."""
    by_hand = description.setup and not description.known
    return f", then run its setup: {' && '.join(description.setup)}" if by_hand else ""


def _parse_spec(spec: str, validators: Path) -> Description:
    form, colon, target = spec.partition(":")
    if colon and form in ("stream", "once", "python"):
        return Description(spec, form, target.strip(), Identity(""), Path.cwd())
    if colon and form.lower() in ("http", "https"):
        return Description(spec, "http", spec, Identity(""), Path.cwd())
    if spec.endswith(".toml") or "/" in spec or "\\" in spec:
        path = Path(spec)
        return read_description(path / _DESCRIPTION_FILE if path.is_dir() else path, spec)
    return _read_known(spec, validators)


def _read_known(name: str, validators: Path) -> Description:
    known = known_validators(validators)
    if name not in known:
        names = ", ".join(known) or "none"
        raise CallError(f"no validator is called {name!r}; known are {names}; or give {_SPEC_FORMS}")
    description = read_description(validators / name / _DESCRIPTION_FILE, name)
    expected = {file.stem: file for file in sorted((validators / name / EXPECTED_FOLDER).glob("*.toml"))}
    for dialect, file in expected.items():
        if description.dialects and dialect not in description.dialects:
            raise SuiteError(file, f"is about {dialect}, which is none of the dialects in {_DESCRIPTION_FILE}")
    return description._replace(expected=expected, known=True)


def _read_toml(path: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CallError(f"{path}: cannot be read ({error.strerror}); a SPEC is a name, {_SPEC_FORMS}") from None
    except ValueError as error:
        raise SuiteError(path, f"is not TOML ({error}); a program is named stream:COMMAND or once:COMMAND") from None


def _parse_table(table: Mapping[str, Json], form: str, path: Path, spec: str) -> Description:
    setup = table.get("setup", [])
    return Description(
        spec=spec,
        form=form,
        target=table[form],
        identity=Identity(*(table.get(key, "") for key in ("name", "version", "language", "homepage"))),
        folder=path.parent.absolute(),
        dialects=tuple(table.get("dialects", ())),
        needs=tuple(table.get("needs", ())),
        profile=table.get("profile", ""),
        setup=(setup,) if isinstance(setup, str) else tuple(setup),
        judges_by_exit_status=table.get("exit_status", False),
        timeout=float(table.get("timeout", 5)),
        startup_timeout=float(table.get("startup_timeout", 60)),
        environment=dict(table.get("environment", {})),
        issues=table.get("issues", ""),
        has_own_clock="clock" in table,
    )


def _check_target(description: Description) -> None:
    if description.form == "http":
        _check_address(description)
    elif description.form == "python":
        if not _CALLABLE.fullmatch(description.target):
            raise CallError(f"{description.spec}: write python:module:callable, such as python:my_package.cards:judge")
    else:
        target_command(description)


def _check_address(description: Description) -> None:
    try:
        address = urlsplit(description.target)
        is_address = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError as error:
        raise CallError(f"{description.spec}: not an address ({error})") from None
    if not is_address or address.username is not None:
        raise CallError(f"{description.spec}: not an address of the form http://host:port/path")


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and value != ""


def _is_text_list(value: Json) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_command_lines(value: Json) -> bool:
    return _is_text(value) or (_is_text_list(value) and value != [])


def _is_seconds(value: Json) -> bool:
    return type(value) in (int, float) and 0 < value < math.inf


def _is_environment(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


_Check: TypeAlias = tuple[str, Callable[[Json], bool]]
"""What a value must be, in words, and whether it is."""

_TEXT: Final[_Check] = ("a string that is not empty", _is_text)
_KEYS: Final[Mapping[str, _Check]] = {
    **dict.fromkeys(("name", "version", "language", "homepage", "issues", "profile", *_FORMS), _TEXT),
    "setup": ("a command line or a list of them", _are_command_lines),
    **dict.fromkeys(("dialects", "needs"), ("a list of strings", _is_text_list)),
    **dict.fromkeys(("timeout", "startup_timeout"), ("a number of seconds above zero", _is_seconds)),
    "clock": ('"system", or left out', lambda value: value == "system"),
    "environment": ("a table of strings", _is_environment),
    "exit_status": ("true or false", lambda value: isinstance(value, bool)),
}
