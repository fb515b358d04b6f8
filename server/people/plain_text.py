"""Values of sources as text that a terminal may show. What hides, or moves its cursor, is escaped as in answers
(`queries.tools.render.visible`).
"""

from collections.abc import Sequence
from typing import Any

from queries.tools.render import visible

_ON_ONE_LINE = str.maketrans({"\n": r"\n", "\t": r"\t"})


def cell(value: Any) -> str:
    """Return a value on one line."""
    shown: str = visible("" if value is None else str(value))
    return shown.translate(_ON_ONE_LINE)


def multiline(text: str) -> str:
    """Return a text whose lines and tabs stay what they are."""
    return "\n".join("\t".join(cell(part) for part in line.split("\t")) for line in text.split("\n"))


def is_numeric(rows: Sequence[Sequence[Any]], at: int) -> bool:
    """Return whether a column holds numbers alone, which are then aligned to the right."""
    return bool(rows) and all(isinstance(row[at], int | float) for row in rows)
