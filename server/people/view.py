"""What an answer looks like to people, before it is known on what it is shown."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Table(NamedTuple):
    """Rows below the names of their columns. A value of the column `source` is a place, such as `spec/tea.md:12`."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    title: str = ""


class Text(NamedTuple):
    """A text that is shown as it is: lines of a source, a drawing, a sentence."""

    text: str
    title: str = ""


class View(NamedTuple):
    """Tables and texts from top to bottom, and the answer that they show. `left_out` says what they leave out."""

    blocks: Sequence[Table | Text]
    answer: dict[str, Any]
    left_out: str = ""
