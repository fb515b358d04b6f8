"""From the text of a Sankey diagram to the model to draw: rows of a source, a target and a weight, as CSV."""

import re

from queries.diagrams.charts.statements import chart_of, number_of, setting
from queries.drawing.charts.sankey import Flow, SankeyModel
from queries.drawing.charts.sankey_layout import columns_of
from queries.drawing.labels import plain_text

MAX_FLOWS = 500
_HEADER = re.compile(r"sankey(?:-beta)?(?![\w-])")
_CELL = re.compile(r'\s*+(?:"((?:[^"]|"")*+)"|([^",]*+))\s*+(,|\Z)')


def sankey_model(source: str) -> SankeyModel | None:
    """Return the flows of a diagram; None where a line is no flow, flows run in a circle, or there are none or
    too many."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    flows = list[Flow]()
    for line in chart.lines:
        cells = _cells(line.strip())
        weight = number_of(cells[2]) if cells and len(cells) == 3 else None
        if not cells or weight is None or weight < 0 or not cells[0] or not cells[1]:
            return None
        flows.append(Flow(cells[0], cells[1], weight))
    pairs = [(one.source, one.target) for one in flows]
    total = sum(one.weight for one in flows)
    if not 0 < len(flows) <= MAX_FLOWS or total <= 0 or columns_of(pairs) is None:
        return None
    prefix, suffix = setting(source, "prefix"), setting(source, "suffix")
    return SankeyModel(tuple(flows), setting(source, "showValues") != "false", prefix, suffix)


def _cells(line: str) -> list[str] | None:
    """Return the cells of a row of CSV; None where a quote is open."""
    cells, at = list[str](), 0
    while found := _CELL.match(line, at):
        cells.append(plain_text((found[1] or "").replace('""', '"') if found[1] is not None else found[2].strip()))
        at = found.end()
        if not found[3]:
            return cells
    return None
