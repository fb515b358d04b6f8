"""From the text of a tree view to the model to draw: what is indented more than a line above stands below it."""

import re

from queries.diagrams.charts.statements import chart_of, unquoted
from queries.drawing.charts.tree_view import Leaf, TreeViewModel

MAX_ROWS = 1_000
_HEADER = re.compile(r"treeView-beta(?![\w-])")
_TITLE = re.compile(r"title\b.*")
_ROW = re.compile(r"""(?:"[^"]+"|'[^']+')""")


def tree_view_model(source: str) -> TreeViewModel | None:
    """Return the rows of a tree; None where the text has anything that is not known of trees, no row, or too many."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    rows, open_ = list[Leaf](), list[int]()
    for line in chart.lines:
        bare = line.strip()
        if _TITLE.fullmatch(bare):
            continue
        if not _ROW.fullmatch(bare):
            return None
        indent = len(line) - len(line.lstrip())
        while open_ and open_[-1] >= indent:
            open_.pop()
        rows.append(Leaf(unquoted(bare), len(open_)))
        open_.append(indent)
    return TreeViewModel(tuple(rows)) if 0 < len(rows) <= MAX_ROWS else None
