"""Pairs of schemas with what their publishers say of them, read from their packages or clones of their repositories."""

import contextlib
import importlib.util
import json
import re
import sys
import tarfile
import unittest
import unittest.mock
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

DRAFTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
SUITE_DRAFTS = ("draft6", "draft7", "draft2020-12")  # in draft4 a constant may be written in ways that differ
SUITE_STEP, CANONICAL_STEP, CONTAINMENT_STEP = 6, 10, 23
"""Of their labels every so many, so that all is done in a quarter of an hour."""

ERRATA = json.loads((Path(__file__).parent / "labels" / "errata.json").read_text("utf-8"))
"""Labels that are wrong, or are about another question, by corpus and name of the pair."""

_COMMA_AT_END = re.compile(r",(\s*[}\]])")


class LabelledPair(NamedTuple):
    """Two schemas, and whether the new one is said to accept all that the old one accepts."""

    name: str
    old: Any
    new: Any
    is_compatible: bool


class Corpus(NamedTuple):
    """Where labels are published."""

    place: str
    """A source distribution, a jar, or the folder of a clone."""
    licence: str
    read: Callable[[Path], Iterator[LabelledPair]]


def with_draft(schema: Any, draft: str) -> Any:
    """The schema, which says by which draft it is meant; `true` and `false` say it nowhere."""
    if isinstance(schema, bool):
        return schema
    return {"$schema": DRAFTS[draft]} | {word: value for word, value in schema.items() if word != "$schema"}


def corpus_pairs(folder: Path, name: str, scratch: Path) -> list[LabelledPair]:
    """Those of a corpus; none where the folder does not hold it."""
    place = folder / CORPORA[name].place
    return [*CORPORA[name].read(_unpacked(place, scratch))] if place.exists() else []


def _unpacked(place: Path, scratch: Path) -> Path:
    """The folder with what is published."""
    if place.is_dir():
        return place
    if zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as jar:
            jar.extractall(scratch)  # noqa: S202  # it writes nowhere else
        return scratch
    with tarfile.open(place) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / place.name.removesuffix(".tar.gz")


def suite_pairs(package: Path) -> Iterator[LabelledPair]:
    """Of the JSON Schema Test Suite: a constant is a part of a schema if it is valid."""
    for draft in SUITE_DRAFTS:
        for file in sorted((package / "json" / "tests" / draft).glob("*.json")):
            cases = json.loads(file.read_text("utf-8"))
            labels = [(case, test) for case in cases for test in case["tests"]]
            for number, (case, test) in enumerate(labels):
                name = f"{draft}/{file.name}: {case['description']}: {test['description']}"
                old, new = with_draft({"enum": [test["data"]]}, draft), with_draft(case["schema"], draft)
                if not number % SUITE_STEP and "localhost" not in json.dumps(case["schema"]):
                    yield LabelledPair(name, old, new, test["valid"])


def canonical_pairs(package: Path) -> Iterator[LabelledPair]:
    """Of jsonschema-rs: schemas that mean the same, in either direction."""
    for file in sorted((package / "crates" / "jsonschema" / "tests" / "canonical-suite").glob("*.json")):
        for case in json.loads(file.read_text("utf-8"))[::CANONICAL_STEP]:
            schemas = [*case.get("schemas", [case.get("schema")]), case.get("expected")]
            usable = [each for each in schemas if isinstance(each, (dict, bool))]
            draft = case.get("draft", "draft2020-12")
            first, *others = [with_draft(each, draft) for each in usable] or [None]
            for number, other in enumerate(others):
                name = f"{file.name}: {case['description']} ({number})"
                yield LabelledPair(f"{name} there", first, other, is_compatible=True)
                yield LabelledPair(f"{name} back", other, first, is_compatible=True)


def jsoncompat_pairs(package: Path) -> Iterator[LabelledPair]:
    """Of jsoncompat: whether a writer, and whether a reader may go over to the new schema."""
    for file in sorted((package / "tests" / "fixtures" / "compatibility").glob("*.json")):
        for case in json.loads(file.read_text("utf-8")):
            old, new = (with_draft(case[side], "draft2020-12") for side in ("old", "new"))
            writer, reader, *_ = case["expected"]
            yield LabelledPair(f"{file.name}: {case['description']}: reader", old, new, is_compatible=reader)
            yield LabelledPair(f"{file.name}: {case['description']}: writer", new, old, is_compatible=writer)


def apicurio_pairs(package: Path) -> Iterator[LabelledPair]:
    """Of Apicurio's registry: in which directions two schemas are compatible."""
    file = package / "io/apicurio/registry/rules/compatibility/jsonschema/compatibility-test-data.json"
    for number, case in enumerate(json.loads(file.read_text("utf-8"))["tests"]):
        old, new, label = case["original"], case["updated"], case["compatibility"]
        name = f"{number} {case['id']}"  # several have the same words
        yield LabelledPair(f"{name}: backward", old, new, is_compatible=label in ("backward", "both"))
        yield LabelledPair(f"{name}: forward", new, old, is_compatible=label in ("forward", "both"))


def confluent_pairs(clone: Path) -> Iterator[LabelledPair]:
    """Of Confluent's registry, whose files have commas where JSON has none: what it holds for strictly compatible."""
    for file in sorted((clone / "json-schema-provider/src/test/resources").glob("diff-*-examples*.json")):
        for number, case in enumerate(json.loads(_COMMA_AT_END.sub(r"\1", file.read_text("utf-8")))):
            sides = (case[f"{side}_schema"] for side in ("original", "update"))
            old, new = (each if "$schema" in each else with_draft(each, "draft7") for each in sides)
            yield LabelledPair(f"{file.name} {number}", old, new, case["compatible"])


def containment_pairs(clone: Path) -> Iterator[LabelledPair]:
    """Of the containment test suite for JSON Schema."""
    labels = [label for draft in DRAFTS for label in _containment_labels(clone / "tests" / draft)]
    yield from (pair for pair in labels[::CONTAINMENT_STEP] if "localhost" not in json.dumps([pair.old, pair.new]))


def _containment_labels(folder: Path) -> Iterator[LabelledPair]:
    for file in sorted(folder.rglob("*.json")):
        for case in json.loads(file.read_text("utf-8")):
            meant = _with_enums if folder.name == "draft4" else lambda schema: schema
            sides = {f"s{each}": with_draft(meant(case[f"schema{each}"]), folder.name) for each in (1, 2)}
            for asked, label in case["tests"].items():
                old, new = asked.split("SubsetEqOf")
                name = f"{folder.name}/{file.relative_to(folder)} {case['id']} {asked}"
                yield LabelledPair(name, sides[old], sides[new], label)


def _with_enums(schema: Any) -> Any:
    """A schema of draft-04 with an `enum` of one value for each `const`, which that draft does not know."""
    if isinstance(schema, dict) and schema.keys() == {"const"}:
        return {"enum": [schema["const"]]}
    if isinstance(schema, dict):
        return {word: _with_enums(part) for word, part in schema.items()}
    return [_with_enums(part) for part in schema] if isinstance(schema, list) else schema


def jsonsubschema_pairs(package: Path) -> Iterator[LabelledPair]:
    """Of IBM's jsonsubschema: what its tests assert of `isSubschema`, whose place is taken by a recorder."""
    asked: list[tuple[Any, Any, bool]] = []
    with unittest.mock.patch.dict(sys.modules, _stand_ins()):
        for file in sorted((package / "test").glob("test_*.py")):
            for name, test in _tests(file, asked):
                asked.clear()
                with (
                    contextlib.suppress(Exception),
                    contextlib.redirect_stdout(None),
                ):  # some want more
                    test()
                for number, (old, new, label) in enumerate(asked):
                    yield _subschema_pair(f"{file.name}: {name} ({number})", old, new, is_compatible=label)


def _subschema_pair(name: str, old: Any, new: Any, *, is_compatible: bool) -> LabelledPair:
    text = json.dumps([old, new]).replace(" ", "")
    flags = any(f'"exclusive{end}":{flag}' in text for end in ("Minimum", "Maximum") for flag in ("true", "false"))
    sides = [
        with_draft(each, "draft4" if flags else "draft7") if isinstance(each, (dict, bool)) else each
        for each in (old, new)
    ]
    return LabelledPair(name, *sides, is_compatible)


def _stand_ins() -> dict[str, ModuleType]:
    class Anything(ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (Exception,), {})

    top = Anything("jsonsubschema")
    top.isSubschema = lambda one, other: (one, other)  # type: ignore[attr-defined]  # what the tests import
    inner = ("api", "exceptions", "_canonicalization", "_checkers", "_utils", "config", "_constants")
    found = {f"jsonsubschema.{name}": Anything(name) for name in inner}
    found["jsonsubschema.api"].isSubschema = top.isSubschema  # type: ignore[attr-defined]  # as above
    return {"jsonsubschema": top, **found}


def _tests(file: Path, asked: list[tuple[Any, Any, bool]]) -> Iterator[tuple[str, Callable[[], None]]]:
    spec = importlib.util.spec_from_file_location(f"stranger_{file.stem}", file)
    assert spec is not None  # noqa: S101  # it is a file
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None  # noqa: S101  # of Python
    spec.loader.exec_module(module)

    def record(label: bool) -> Callable[..., None]:  # noqa: FBT001  # one of two
        return lambda _self, found, *_: asked.append((*found, label)) if isinstance(found, tuple) else None

    for case in vars(module).values():
        if isinstance(case, type) and issubclass(case, unittest.TestCase):
            case.assertTrue, case.assertFalse = record(label=True), record(label=False)  # type: ignore[method-assign]  # the recorder
            case.assertRaises = lambda *_, **__: unittest.mock.MagicMock()  # type: ignore[method-assign, assignment]  # as above
            yield from ((name, getattr(case(name), name)) for name in sorted(vars(case)) if name.startswith("test"))


CORPORA = {
    "jsonsubschema": Corpus("jsonsubschema-0.0.8.tar.gz", "Apache-2.0", jsonsubschema_pairs),
    "jsonschema-rs canonical suite": Corpus("jsonschema_rs-0.60.3.tar.gz", "MIT", canonical_pairs),
    "jsoncompat": Corpus("jsoncompat-0.5.0.tar.gz", "MIT", jsoncompat_pairs),
    "JSON Schema Test Suite": Corpus("jsonschema-4.26.0.tar.gz", "MIT", suite_pairs),
    "Apicurio Registry": Corpus("apicurio-registry-schema-util-json-3.0.9-tests.jar", "Apache-2.0", apicurio_pairs),
    "Confluent Schema Registry": Corpus("schema-registry", "Confluent Community License 1.0", confluent_pairs),
    "containment test suite": Corpus("json-schema-containment-testsuite", "MIT", containment_pairs),
}
