"""From the text of an Ishikawa diagram to the model to draw: what is indented more than a line is a cause of it."""

import re

from queries.diagrams.charts.statements import chart_of
from queries.drawing.charts.ishikawa import Cause
from queries.drawing.labels import plain_text

MAX_CAUSES, MAX_DEPTH = 500, 12
_HEADER = re.compile(r"(?i:ishikawa(?:-beta)?)[ \t]*(?=\n|\Z)")


def ishikawa_model(source: str) -> Cause | None:
    """Return the problem of a diagram with its causes; None where there is no problem, or too many or too deep causes.

    What is indented less than the first cause is a cause of the problem, as in Mermaid. `[]` keeps a place free.
    """
    chart = chart_of(source, _HEADER)
    if chart is None or not 0 < len(chart.lines) <= MAX_CAUSES:
        return None
    problem, *lines = chart.lines
    base = _indent(lines[0]) if lines else 0
    open_: list[tuple[int, list[Cause]]] = [(0, [])]  # the level of each line around the next, and its causes
    for line in lines:
        level = max(1, _indent(line) - base + 1)
        while open_[-1][0] >= level:
            open_.pop()
        if len(open_) > MAX_DEPTH:
            return None
        text = plain_text(line.strip())
        cause = Cause("" if text == "[]" else text, [])
        open_[-1][1].append(cause)
        open_.append((level, cause.causes))
    return Cause(plain_text(problem.strip()), open_[0][1])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
