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
_LARGEST_SLICE = 128 * 2**20
_MOST_ROWS = 250_000
"""Unpacked bytes and rows of a slice; where the same cards come again, few bytes stand for many rows. A row group may
hold all the cards there are, as it does when pyarrow writes it, and so is cut; whoever has a later piece of it reads
over the earlier ones, at a tenth of what judging them takes."""

_END_OF_SENTENCE = re.compile(r"[.\n]")  # pyarrow's messages go on for a paragraph

_Table: TypeAlias = Any
"""An open Parquet file, of which pyarrow has no types."""


def _slices(dump: Dump, layout: DumpLayout, _size: int) -> Iterator[Slice]:
    """Row groups, the large ones in pieces."""
    if dump.packing or not dump.fingerprint:
        raise CallError(f"{dump.name} is packed or a pipe, and Parquet is read from its end: make it a plain file")
    with _open_table(dump) as table:
        found = _complete_layout(dump.name, table, layout)
        bounds = list(_row_ranges(table, found.column))
        rows = max(table.metadata.num_rows, 1)
    for start, end in bounds:
        size = dump.size * end // rows - dump.size * start // rows
        yield Slice(dump.name, dump.path, dump.form, start, end, found, dump.fingerprint, size)


def _cards(part: Slice) -> Iterator[DumpCard]:
    """What the column holds in each row, and the one with contexts."""
    columns = [part.layout.column, CONTEXT_NAME][: 1 + part.layout.takes_context]
    with _open_table(part) as table:
        group, first = _row_group_of(table, part.start)
        at = first
        for batch in table.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=columns, use_threads=False):
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


def _row_ranges(table: _Table, column: str) -> Iterator[tuple[int, int]]:
    """The rows of each slice."""
    start = 0
    for number in range(table.num_row_groups):
        group = table.metadata.row_group(number)
        pieces = max(_unpacked_size(group, column) // _LARGEST_SLICE, group.num_rows // _MOST_ROWS) + 1
        edges = [start + group.num_rows * piece // pieces for piece in range(pieces + 1)]
        yield from ((low, high) for low, high in pairwise(edges) if low < high)
        start += group.num_rows


def _unpacked_size(group: Any, column: str) -> int:
    """Looked up by its path: what lies in structs beside it is counted among the columns of a group, too."""
    parts = map(group.column, range(group.num_columns))
    return next((part.total_uncompressed_size for part in parts if part.path_in_schema == column), 0)


def _row_group_of(table: _Table, row: int) -> tuple[int, int]:
    """The row group that a row lies in, and its first row."""
    start = 0
    for number in range(table.num_row_groups):
        rows = table.metadata.row_group(number).num_rows
        if row < start + rows:
            return number, start
        start += rows
    raise CallError(f"there is no row {row}; the file was changed while it was read")


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
