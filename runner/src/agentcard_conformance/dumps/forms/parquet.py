"""Parquet: a card in each row of a column."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, TypeAlias

from agentcard_conformance.dumps.forms import DumpForm
from agentcard_conformance.dumps.layout import CONTEXT_NAME, CardEntry, DumpCard, DumpLayout
from agentcard_conformance.dumps.opening import open_dump
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.errors import CallError

_ROWS_AT_ONCE = 1024
_USUAL_SLICE = 16 * 2**20
"""Unpacked bytes of a slice of several row groups, which are read ahead together."""
_LARGEST_SLICE = 128 * 2**20
_MOST_ROWS = 250_000
"""Unpacked bytes of a slice of one row group, and rows of any; where the same cards come again, few bytes stand for
many rows. A row group may hold all the cards there are, as it does when pyarrow writes it, and so is cut; whoever has a
later piece of it reads over the earlier ones, at a tenth of what judging them takes."""

_END_OF_SENTENCE = re.compile(r"[.\n]")  # pyarrow's messages go on for a paragraph

_Table: TypeAlias = Any
"""An open Parquet file, of which pyarrow has no types."""


def _slices(dump: Dump, layout: DumpLayout, _size: int) -> Iterator[Slice]:
    """Row groups, several small ones together and the large ones in pieces."""
    if dump.packing or not dump.fingerprint:
        raise CallError(f"{dump.name} is packed or a pipe, and Parquet is read from its end: make it a plain file")
    with _open_table(dump) as table:
        found = _complete_layout(dump.name, table, layout)
        bounds = list(_row_ranges(table.metadata, found.column))
        rows = max(table.metadata.num_rows, 1)
    for start, end in bounds:
        size = dump.size * end // rows - dump.size * start // rows
        yield Slice(dump.name, dump.path, dump.form, start, end, found, dump.fingerprint, size)


def _cards(part: Slice) -> Iterator[DumpCard]:
    """What the column holds in each row, and the one with contexts."""
    columns = [part.layout.column, CONTEXT_NAME][: 1 + part.layout.takes_context]
    with _open_table(part) as table:
        groups, at = _row_groups_of(table.metadata, part)
        for batch in table.iter_batches(_ROWS_AT_ONCE, row_groups=groups, columns=columns, use_threads=False):
            low, high = max(part.start - at, 0), min(part.end - at, len(batch))
            at += len(batch)
            yield from _rows(*(_to_bytes(batch.column(name)[low:high]) for name in columns))
            if at >= part.end:
                return


FORM = DumpForm(
    option="--parquet",
    holds="a card in each row of a column",
    endings=(".parquet", ".pq"),
    has_columns=True,
    slices=_slices,
    cards=_cards,
)


def _rows(cards: Iterator[bytes], contexts: Iterator[bytes] | None = None) -> Iterator[DumpCard]:
    if contexts is None:
        return cards
    from agentcard_conformance.dumps.wrapped_cards import with_context  # not above: `check --help` reads nothing

    pairs = zip(cards, contexts, strict=True)
    return (with_context(CardEntry(card), context or b"null") if card else b"" for card, context in pairs)


def _to_bytes(values: Any) -> Iterator[bytes]:
    plain = values.dictionary_decode() if hasattr(values, "dictionary_decode") else values
    for value in plain.cast(_pyarrow().large_binary()).to_pylist():
        yield value or b""


def _row_ranges(metadata: Any, column: str) -> Iterator[tuple[int, int]]:
    """The rows of each slice: of as many row groups as make a usual one, or of a piece of a large one."""
    start = end = held = 0
    for rows, size in _row_groups(metadata, column):
        if held + size > _USUAL_SLICE or end + rows - start > _MOST_ROWS:
            yield from _cut(start, end, held)
            start, held = end, 0
        end, held = end + rows, held + size
    yield from _cut(start, end, held)


def _cut(start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """In equal pieces, none larger than the largest slice."""
    pieces = max(-(-size // _LARGEST_SLICE), -(-(end - start) // _MOST_ROWS), 1)
    edges = [start + (end - start) * piece // pieces for piece in range(pieces + 1)]
    return ((low, high) for low, high in pairwise(edges) if low < high)


def _row_groups(metadata: Any, column: str) -> Iterator[tuple[int, int]]:
    """The rows of each row group, and the unpacked bytes of a column in it.

    The column is looked up by its path: what lies in structs beside it is counted among the columns, too.
    """
    paths = (metadata.schema.column(number).path for number in range(metadata.num_columns))
    place = next((number for number, path in enumerate(paths) if path == column), None)
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        yield group.num_rows, 0 if place is None else group.column(place).total_uncompressed_size


def _row_groups_of(metadata: Any, part: Slice) -> tuple[list[int], int]:
    """The row groups in which the rows of a slice lie, and the first row of the first."""
    found: list[int] = []
    first = end = 0
    for number in range(metadata.num_row_groups):
        start, end = end, end + metadata.row_group(number).num_rows
        if start < part.end and part.start < end:
            first = first if found else start
            found.append(number)
    if end < part.end:
        raise CallError(f"there is no row {part.end - 1}; the file was changed while it was read")
    return found, first


def _complete_layout(name: str, table: _Table, layout: DumpLayout) -> DumpLayout:
    """With the name of the column, and with contexts only where there are some beside the cards."""
    schema = table.schema_arrow
    column = _column_name(name, schema, layout.column)
    _refuse_other_types(name, schema, column, "a card is text or bytes")
    has_contexts = layout.takes_context and column != CONTEXT_NAME and CONTEXT_NAME in schema.names
    if has_contexts:
        _refuse_other_types(name, schema, CONTEXT_NAME, "a context is JSON text")
    elif layout.missing_context:
        raise CallError(f"{name} has no column {CONTEXT_NAME!a} beside the cards: {layout.missing_context}")
    return layout._replace(column=column, takes_context=has_contexts)


def _column_name(name: str, schema: Any, column: str) -> str:
    there = ", ".join(schema.names)
    chosen = schema.names[0] if not column and len(schema.names) == 1 else column
    if schema.names.count(chosen) != 1:
        wrong = f"has no column {column!a}" if column else "has more than one column; name one with --column"
        raise CallError(f"{name} {wrong}; its columns are {there}")
    return str(chosen)


def _refuse_other_types(name: str, schema: Any, column: str, wanted: str) -> None:
    kind = schema.field(column).type
    if not _is_text(kind):
        raise CallError(f"{name} holds {kind} in the column {column!a}, and {wanted}")


def _is_text(kind: Any) -> bool:
    types = _pyarrow().types
    held = kind.value_type if types.is_dictionary(kind) else kind
    plain = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(test(held) for test in (*plain, types.is_string_view, types.is_binary_view))


@contextmanager
def _open_table(whole: Dump | Slice) -> Iterator[_Table]:
    pyarrow = _pyarrow()
    name = whole.file if isinstance(whole, Slice) else whole.name
    with open_dump(whole) as file:
        try:
            with pyarrow.parquet.ParquetFile(file, pre_buffer=False, buffer_size=2**20) as table:
                yield table
            pyarrow.default_memory_pool().release_unused()  # else each slice leaves it some 10 MB larger
        except (pyarrow.ArrowInvalid, OSError) as error:
            raise CallError(f"{name} cannot be read as Parquet: {_END_OF_SENTENCE.split(str(error))[0]}") from None


def _pyarrow() -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise CallError("Parquet needs one more package: pip install 'agentcard-conformance[parquet]'") from None
    return pa
