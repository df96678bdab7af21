"""What becomes of the records, once there are all of them, by the name of the file that they are for?"""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from agentcard_conformance.bulk import tables
from agentcard_conformance.dumps import packings

Make: TypeAlias = Callable[[BinaryIO, BinaryIO], object]


def maker(output: Path) -> Make | None:
    """What makes a table or packs; nothing where lines stay as they are. Raises CallError before hours of work."""
    if output.suffix == tables.ENDING:
        return tables.maker()
    packing = packings.of(output.name)
    return packings.load(packing).packer() if packing else None


def place(records: Path, output: Path, make: Make | None) -> None:
    """Whole, or not at all."""
    if make is None:
        records.replace(output)
        return
    half = output.with_name(f"{output.name}.half")
    try:
        with records.open("rb") as lines, half.open("wb") as made:
            make(lines, made)
        half.replace(output)
    finally:
        half.unlink(missing_ok=True)
    records.unlink()
