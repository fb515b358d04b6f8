"""What an answer looks like to people, before it is known on what it is shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


class Table(NamedTuple):
    """Rows below the names of their columns. A value of the column `source` is a place, such as `spec/tea.md:12`.

    With `parents` a terminal draws the rows as a tree: each stands below the row of that number, or at the top. Columns
    without a value are not shown there, unless the table `is_exact`.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    title: str = ""
    parents: Sequence[int | None] | None = None
    is_exact: bool = False


class Text(NamedTuple):
    """A text that is shown as it is: lines of a source, a drawing, a sentence. With `columns` it says why there are no
    rows below these."""

    text: str
    title: str = ""
    columns: Sequence[str] = ()


class View(NamedTuple):
    """Tables and texts from top to bottom, and the answer that they show. `left_out` says what they leave out. `image`
    makes the same as SVG, where it can be drawn."""

    blocks: Sequence[Table | Text]
    answer: Mapping[str, Any]
    left_out: str = ""
    image: Callable[[], str] | None = None
