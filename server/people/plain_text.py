"""Values of sources as text that a terminal may show: control characters could move its cursor, so they are escaped."""

from collections.abc import Sequence
from typing import Any

import orjson


def cell(value: Any) -> str:
    """Return a value on one line."""
    text = "" if value is None else str(value)
    return "".join(char if char.isprintable() else orjson.dumps(char).decode()[1:-1] for char in text)


def multiline(text: str) -> str:
    """Return a text whose lines and tabs stay what they are."""
    return "\n".join("\t".join(cell(part) for part in line.split("\t")) for line in text.split("\n"))


def is_numeric(rows: Sequence[Sequence[Any]], at: int) -> bool:
    """Return whether a column holds numbers alone, which are then aligned to the right."""
    return bool(rows) and all(isinstance(row[at], int | float) for row in rows)
