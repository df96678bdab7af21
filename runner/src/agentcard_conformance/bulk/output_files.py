"""Puts the records in their place once there are all of them, in the form that the name of the file asks for."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from agentcard_conformance.bulk import parquet_table
from agentcard_conformance.dumps.packings import load_packing, packing_by_name
from agentcard_conformance.files import replacing

Convert: TypeAlias = Callable[[BinaryIO, BinaryIO], object]
"""Makes another file of the lines of one."""


def converter_for(output: Path) -> Convert | None:
    """What makes a table or packs; None where lines stay lines. Raises CallError before hours of work."""
    if output.suffix == parquet_table.ENDING:
        return parquet_table.converter()
    packing = packing_by_name(output.name)
    return load_packing(packing).packer() if packing else None


def move_records(records: Path, output: Path, convert: Convert | None) -> None:
    """Put the records in their place, whole or not at all."""
    if convert is None:
        records.replace(output)
        return
    with records.open("rb") as lines, replacing(output) as made:
        convert(lines, made)
    records.unlink()
