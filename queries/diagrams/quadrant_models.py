"""From the text of a quadrant chart to the model to draw."""

import re

from queries.diagrams.chart_text import chart_lines
from queries.drawing.labels import plain_text
from queries.drawing.svg_quadrant import QuadrantModel, QuadrantPoint

MAX_POINTS = 200
_HEADER = re.compile(r"quadrantChart\b")
_AXIS = re.compile(r"(?P<axis>[xy])-axis\s+(?P<low>.+?)(?:\s*-->\s*(?P<high>.*))?")
_QUADRANT = re.compile(r"quadrant-(?P<number>[1-4])\s+(?P<title>.+)")
_PART = r"(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?|\.\d{1,9})"
_POINT = re.compile(
    rf"(?P<title>[^:\[\]]+?)(?P<class>:::\w+)?\s*:\s*\[\s*(?P<x>{_PART})\s*,\s*(?P<y>{_PART})\s*\](?P<look>[^\[\]]*)"
)
_CLASS = re.compile(r"classDef\b.*")  # colours and sizes of points, which all look alike here


def quadrant_model(source: str) -> QuadrantModel | None:
    """Return the axes, quadrants and points of a chart; None where the text has anything that is not known of them, or
    too many points."""
    lines = chart_lines(source, _HEADER)
    if lines is None:
        return None
    axes, quadrants, points = {"x": ("", ""), "y": ("", "")}, ["", "", "", ""], []
    for line in lines:
        if axis := _AXIS.fullmatch(line):
            axes[axis["axis"]] = _named(axis["low"]), _named(axis["high"] or "")
        elif quadrant := _QUADRANT.fullmatch(line):
            quadrants[int(quadrant["number"]) - 1] = _named(quadrant["title"])
        elif point := _POINT.fullmatch(line):
            points.append(QuadrantPoint(_named(point["title"]), float(point["x"]), float(point["y"])))
        elif not _CLASS.fullmatch(line):
            return None
    model = QuadrantModel(axes["x"], axes["y"], tuple(quadrants), tuple(points))
    says_nothing = not points and not any((*axes["x"], *axes["y"], *quadrants))
    return None if says_nothing or len(points) > MAX_POINTS else model


def _named(text: str) -> str:
    """Return a text without the quotes around it."""
    bare = text.strip()
    return plain_text(bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == '"' else bare)
