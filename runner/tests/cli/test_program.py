"""The program begins and ends as its users, and their shells, expect."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from agentcard_conformance import __version__
from agentcard_conformance.cli import commands
from agentcard_conformance.cli.program import program
from agentcard_conformance.notations import json_text, notation_names
from checkout_copy import ROOT, copied
from conftest import SUITE
from program_call import COMMAND, call, surroundings

MODULES = sorted(file.stem for file in Path(commands.__path__[0]).glob("*.py") if file.stem != "__init__")
OTHER_NOTATIONS = {f"agentcard_conformance.notations.{name}" for name in notation_names()} - {json_text.__name__}
IMPORTED = "import sys; from agentcard_conformance.__main__ import main; main(); print(*sys.modules, file=sys.stderr)"


def imported(*arguments: str) -> set[str]:
    """The modules that are there after a call."""
    command = [sys.executable, "-c", IMPORTED, *arguments]
    done = subprocess.run(command, capture_output=True, check=True, env=surroundings())
    return set(done.stderr.decode().split())


def test_version_is_one_line() -> None:
    done = call("--version")
    assert (done.stdout.decode(), done.returncode) == (f"agentcard-conformance {__version__}\n", 0)


def test_version_is_answered_before_anything_slow_is_imported() -> None:
    assert imported("--version") & {"click", "importlib.metadata", "json", "dataclasses"} == set()


def test_every_module_of_the_folder_is_a_command() -> None:
    assert program.list_commands(click.Context(program)) == [name.replace("_", "-") for name in MODULES]


@pytest.mark.parametrize("name", MODULES)
def test_a_command_has_help_with_examples(name: str) -> None:
    done = call(name, "--help")
    assert done.returncode == 0
    assert b"Examples:\n    agentcard-conformance" in done.stdout or b"Examples:\n    pytest" in done.stdout


def test_help_of_one_command_imports_no_other_and_no_engine() -> None:
    commands = {f"agentcard_conformance.cli.commands.{name}" for name in MODULES} | {"jsonschema", "rich"}
    assert imported("check", "--help") & commands == {"agentcard_conformance.cli.commands.check"}


def test_help_of_all_commands_imports_no_engine() -> None:
    assert imported("--help") & {"jsonschema", "rich", "importlib.metadata"} == set()


@pytest.mark.parametrize("options", [[], ["--dialect", "a2a-1.0"]])
def test_a_plain_check_imports_no_click(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text("{}")
    assert (
        imported("check", *options, str(tmp_path / "card.json")) & {"click", "rich", "pytest", "hypothesis", "orjson"}
        == set()
    )


@pytest.mark.parametrize("dialect", ["a2a-0.3", "a2a-1.0", SUITE.default.id])
def test_a_right_card_of_a_dialect_that_nobody_named_needs_no_engine(dialect: str) -> None:
    card = ROOT / "schema" / dialect / "example.json"

    assert imported("check", str(card)) & {"click", "jsonschema", "jsonschema_rs", "orjson", *OTHER_NOTATIONS} == set()


def test_the_reference_imports_its_engine_for_the_first_question() -> None:
    asked = "import sys, agentcard_conformance.check.checking; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, env=surroundings())
    assert set(done.stdout.decode().split()) & {"jsonschema", "referencing", "attrs", "semver"} == set()


def test_a_new_module_is_a_new_command(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    checkout.write(
        "runner/src/agentcard_conformance/cli/commands/say_hello.py",
        'import click\n\n@click.command()\ndef command() -> None:\n    click.echo("hello")\n',
    )
    assert checkout.run("say-hello").stdout == "hello\n"


def test_alone_it_prints_its_help() -> None:
    done = call()
    assert done.returncode == 2
    assert b"Commands:" in done.stderr


def test_an_unknown_command_is_a_wrong_call() -> None:
    done = call("chek")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"No such command 'chek'" in done.stderr


def test_a_broken_suite_is_one_sentence(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    checkout.write(f"schema/{SUITE.default.id}/dialect.json", "{")
    done = checkout.run("path")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "dialect.json: cannot be read as JSON" in done.stderr


def test_a_reader_that_goes_away_is_met_in_silence() -> None:
    with started("export") as child:
        assert child.stdout
        assert child.stderr
        child.stdout.close()
        assert (child.stderr.read(), child.wait()) == (b"", 141)


@pytest.mark.parametrize(
    "arguments",
    [
        "--version",
        "--help",
        "check nothing.json",
        "check --format json nothing.json",
        "compare true.json true.json",
        "export",
        "path",
    ],
)
def test_a_full_standard_output_is_told_in_a_sentence(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "nothing.json").write_text("{}")
    (tmp_path / "true.json").write_text("true")
    with Path("/dev/full").open("wb") as full:
        command = [*COMMAND, *arguments.split()]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    told = b"agentcard-conformance: the output cannot be written: No space left on device\n"
    assert (done.stderr, done.returncode) == (told, 2)


def test_an_interrupt_is_met_in_silence() -> None:
    with started("serve") as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdin.write(b'{"agentcard-conformance": 1, "suite": "0.1.0"}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert (child.stderr.read().strip(), child.wait()) == (b"", 130)


def started(*arguments: str) -> subprocess.Popen[bytes]:
    """Left open, so that a test decides when its input or output ends."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, env=surroundings())


def test_path_is_the_folder_that_holds_the_harness_the_fixtures_and_the_schemas() -> None:
    folder = Path(call("path").stdout.decode().rstrip("\n"))
    assert [name for name in ("conformance", "fixtures", "schema") if not (folder / name).is_dir()] == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_for_the_shell(shell: str) -> None:
    done = call("completion", shell)
    assert done.returncode == 0
    assert b"_AGENTCARD_CONFORMANCE_COMPLETE=%b_complete" % shell.encode() in done.stdout


def test_bash_can_read_its_script() -> None:
    script = call("completion", "bash").stdout
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, check=False)  # wherever it is
    assert (done.stderr, done.returncode) == (b"", 0)


@pytest.mark.parametrize("command", ["check", "export", "run"])
def test_a_shell_completes_the_dialects_of_the_suite(command: str) -> None:
    words = f"agentcard-conformance {command} --dialect "
    done = call(_AGENTCARD_CONFORMANCE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="3")
    assert done.stdout.decode().splitlines() == [f"plain,{name}" for name in SUITE.dialects]


def examples() -> list[list[str]]:
    """Every call of ours in the examples of the help texts, up to where a shell takes over."""
    texts = [program.epilog or ""]
    for name in MODULES:
        found = program.get_command(click.Context(program), name.replace("_", "-"))
        texts.append((found and found.epilog) or "")
    lines = [line for text in texts for line in text.splitlines() if "agentcard-conformance" in line]
    return [words for words in map(our_words, lines) if words]


def our_words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if "agentcard-conformance" not in words:
        return []
    rest = words[words.index("agentcard-conformance") + 1 :]
    end = next((index for index, word in enumerate(rest) if word[0] in "|<>;&"), len(rest))
    return rest[:end]


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_an_example_of_the_help_is_a_call_that_can_be_made(words: list[str]) -> None:
    name, *arguments = words
    found = program.get_command(click.Context(program), name)
    assert found is not None
    assert found.make_context(name, arguments)
