"""Cards in Parquet, for tests."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq


def table(file: Path, values: Any, name: str = "card", **options: Any) -> Path:
    pq.write_table(pa.table({name: values}), file, **options)
    return file
