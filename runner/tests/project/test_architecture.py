"""Holds the modules to the layers of ARCHITECTURE.md, and to the size and the names that the project keeps to."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

import pytest

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.corpus.suite import PACKAGE

ROOT = "agentcard_conformance"
CONFORMANCE = read_suite().conformance
RUNNER = Path(__file__).parents[2]
ARCHITECTURE = RUNNER.parent / "ARCHITECTURE.md"

CALLS_STRANGE_CODE = {"validators/serve.py", "adequacy/time_limit.py", "notations/yaml_text/events.py"}
"""Where code is called that may raise anything: a stranger's, our own once it is broken on purpose, and the library
that reads YAML."""

HOOKS = {"command", "mint", "render", "render_side_by_side", "start", "FORM", "PACKING"}
"""What each plugin of a folder defines."""
NOTATION_HOOKS = {"decode", "describe", "inspect", "encode", "lay_out", "HOUSE_FORM", "LARGEST_CARD", "REPORTS"}
"""The same of notations, of which there may be one."""

LONGEST_FUNCTION, LONGEST_MODULE, USUAL_FUNCTION, DEEPEST = 40, 250, 8, 3
VAGUE = re.compile(r"util|helper|common|base(?!64url)|manager|misc|handler|tools?$|stuff|shared")

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A module of the package, read but not run."""

    path: str
    text: str
    tree: ast.Module

    @property
    def part(self) -> str:
        """The folder or module of the package that it belongs to."""
        return self.path.partition("/")[0].removesuffix(".py")

    @property
    def name(self) -> str:
        """How it is imported."""
        steps = [ROOT, *self.path.removesuffix(".py").split("/")]
        return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def read_modules(folder: Path) -> list[Module]:
    files = sorted(folder.rglob("*.py"))
    texts = [(file.relative_to(folder).as_posix(), file.read_text("utf-8")) for file in files]
    return [Module(path, text, ast.parse(text)) for path, text in texts if not path.startswith("data/")]


def read_layers() -> list[list[str]]:
    """The parts in each row of the table, from the top down."""
    rows = [line.split("|")[2] for line in ARCHITECTURE.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [parts for row in rows if (parts := re.findall(r"`(\w+)`", row))]


MODULES = read_modules(PACKAGE)
NAMES = {module.name for module in MODULES}
LAYERS = read_layers()[::-1]
FUNCTIONS = [
    (f"{module.path}:{node.lineno} {node.name}", node)
    for module in MODULES
    for node in ast.walk(module.tree)
    if isinstance(node, FunctionNode)
]


def imported_names(module: Module) -> Iterator[tuple[str, str]]:
    """The modules of this package that a module imports from, each with the name it takes, wherever that stands."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.partition(".")[0] == ROOT)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == ROOT:
            yield from ((str(node.module), alias.name) for alias in node.names)


def imported_modules(module: Module) -> Iterator[str]:
    """`from a import b` is about the module a.b where there is one, and else about a."""
    for source, name in imported_names(module):
        yield f"{source}.{name}" if f"{source}.{name}" in NAMES else source


def part_of(name: str) -> str:
    return [*name.split("."), "__init__"][1]


def layer(part: str) -> int:
    return next(number for number, parts in enumerate(LAYERS) if part in parts)


def defined_names(module: Module) -> set[str]:
    """The public names at the top level of a module."""
    found: set[str] = set()
    for node in module.tree.body:
        if isinstance(node, FunctionNode | ast.ClassDef):
            found.add(node.name)
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def defining_modules() -> dict[str, list[str]]:
    """The modules that define each public name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for module in MODULES:
        for name in defined_names(module):
            found[name].append(module.path)
    return found


def line_count(node: FunctionNode) -> int:
    """From `def` to the end, without the decorators."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def nesting(node: ast.AST) -> int:
    """How many blocks lie in one another; an elif is no deeper than its if, and a function starts anew."""
    blocks = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)
    return max((_depth(child, blocks) for child in ast.iter_child_nodes(node)), default=0)


def _depth(node: ast.AST, blocks: tuple[type[ast.AST], ...]) -> int:
    if isinstance(node, FunctionNode | ast.ClassDef):
        return 0
    if not isinstance(node, ast.If):
        return isinstance(node, blocks) + nesting(node)
    chained = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
    otherwise = _depth(node.orelse[0], blocks) if chained else 1 + _deepest(node.orelse, blocks)
    return max(1 + _deepest(node.body, blocks), otherwise)


def _deepest(nodes: Iterable[ast.AST], blocks: tuple[type[ast.AST], ...]) -> int:
    return max((_depth(each, blocks) for each in nodes), default=0)


def catches_everything(handler: ast.ExceptHandler) -> bool:
    caught = ast.unparse(handler.type) if handler.type else "Exception"
    return bool(re.search(r"\b(Base)?Exception\b", caught))


def test_imports_point_down() -> None:
    up = [
        f"{module.path} imports {name}"
        for module in MODULES
        for name in imported_modules(module)
        if part_of(name) not in (module.part, "__init__") and layer(part_of(name)) >= layer(module.part)
    ]

    assert up == []


def test_every_part_has_one_layer() -> None:
    parts = [part for row in LAYERS for part in row]

    assert sorted({module.part for module in MODULES} - {"__init__", *parts}) == []
    assert len(parts) == len(set(parts))


def test_modules_take_only_the_version_from_the_root() -> None:
    taken = {name for module in MODULES for source, name in imported_names(module) if source == ROOT}

    assert {name for name in taken if f"{ROOT}.{name}" not in NAMES} == {"__version__"}


def test_imports_are_absolute() -> None:
    relative = [
        f"{module.path}:{node.lineno}"
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]

    assert relative == []


def test_no_import_is_for_the_type_checker_alone() -> None:
    assert [module.path for module in MODULES if "TYPE_CHECKING" in module.text] == []


def test_no_import_is_of_a_private_name() -> None:
    private = [
        f"{module.path} imports {name}"
        for module in MODULES
        for _, name in imported_names(module)
        if name.startswith("_") and not name.startswith("__")
    ]

    assert private == []


def test_no_two_modules_need_each_other() -> None:
    needs = {module.name: {name for name in imported_modules(module) if name != module.name} for module in MODULES}
    while settled := [name for name, wanted in needs.items() if not wanted & needs.keys()]:
        for name in settled:
            del needs[name]

    assert sorted(needs) == []


def test_the_harness_imports_only_the_root_of_the_package() -> None:
    assert {name for module in read_modules(CONFORMANCE) for name in imported_modules(module)} == {ROOT}


def test_a_public_name_means_one_thing() -> None:
    several = {name for name, modules in defining_modules().items() if len(modules) > 1}

    assert several - NOTATION_HOOKS == HOOKS


def test_no_function_is_long() -> None:
    assert [where for where, node in FUNCTIONS if line_count(node) > LONGEST_FUNCTION] == []


def test_no_function_is_deep() -> None:
    assert [where for where, node in FUNCTIONS if nesting(node) > DEEPEST] == []


def test_most_functions_are_a_few_lines() -> None:
    assert median(line_count(node) for _, node in FUNCTIONS) <= USUAL_FUNCTION


def test_no_module_is_long() -> None:
    assert [module.path for module in MODULES if len(module.text.splitlines()) > LONGEST_MODULE] == []


def test_docstrings_state_something() -> None:
    documented = ast.Module | ast.ClassDef | FunctionNode
    asking = [
        f"{module.path}: {text}"
        for module in [*MODULES, *read_modules(RUNNER / "tests"), *read_modules(RUNNER / "bench")]
        for node in ast.walk(module.tree)
        if isinstance(node, documented) and (text := (ast.get_docstring(node) or "").split("\n\n")[0]).endswith("?")
    ]

    assert asking == []


def test_a_module_says_in_a_sentence_what_it_is() -> None:
    sentences = {module.path: (ast.get_docstring(module.tree) or "").split("\n\n")[0] for module in MODULES}

    assert [path for path, sentence in sentences.items() if not sentence.rstrip().endswith(".")] == []


def test_no_name_is_vague() -> None:
    assert [
        module.path for module in MODULES if any(map(VAGUE.search, module.path.removesuffix(".py").split("/")))
    ] == []


def test_no_dialect_is_named(suite: Suite) -> None:
    named = [f"{module.path} names {name}" for module in MODULES for name in suite.dialects if name in module.text]

    assert named == []


def test_only_calls_into_strange_code_catch_everything() -> None:
    catching = {
        module.path
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and catches_everything(node)
    }

    assert catching <= CALLS_STRANGE_CODE


@pytest.mark.parametrize(
    ("source", "deep"),
    [
        ("pass", 0),
        ("if a:\n  pass\nelif b:\n  pass\nelse:\n  pass", 1),
        ("for a in b:\n  if a:\n    pass\n  elif b:\n    with c:\n      pass", 3),
        ("if a:\n  pass\nelse:\n  if b:\n    pass\n  c()", 2),
        ("try:\n  pass\nexcept A:\n  while b:\n    pass", 2),
        ("match a:\n  case 1:\n    if b:\n      pass", 2),
        ("def inner():\n  if a:\n    pass", 0),
    ],
)
def test_depth_is_counted_as_a_reader_counts_it(source: str, deep: int) -> None:
    assert nesting(ast.parse(source)) == deep
