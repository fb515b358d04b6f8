"""From the text of a quadrant chart to the model to draw."""

import re
from collections.abc import Mapping

from queries.diagrams.charts.statements import chart_lines
from queries.diagrams.styles.paints import colour
from queries.drawing.charts.quadrant import DOT, QuadrantModel, QuadrantPoint
from queries.drawing.labels import plain_text

MAX_POINTS = 200
MAX_RADIUS = 30  # pixels
_HEADER = re.compile(r"quadrantChart\b")
_AXIS = re.compile(r"(?P<axis>[xy])-axis\s+(?P<low>.+?)(?:\s*-->\s*(?P<high>.*))?")
_QUADRANT = re.compile(r"quadrant-(?P<number>[1-4])\s+(?P<title>.+)")
_PART = r"(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?|\.\d{1,9})"
_POINT = re.compile(
    rf"(?P<title>[^:\[\]]++)(?:(?P<class>:::\w++)\s*)?:\s*\[\s*(?P<x>{_PART})\s*,\s*(?P<y>{_PART})\s*\](?P<look>[^\[\]]*)"
)
_CLASS = re.compile(r"classDef\s+(?P<name>\w+)\s+(?P<look>.*)")
_RADIUS = re.compile(r"\bradius\s*:\s*(?P<value>\d{1,2}(?:\.\d{1,2})?)\b")
_COLOUR = re.compile(r"(?P<name>\bstroke-color|(?<!-)\bcolor)\s*:\s*(?P<value>[^,]+)")


def quadrant_model(source: str) -> QuadrantModel | None:
    """Return the axes, quadrants and points of a chart; None where the text has anything that is not known of them, or
    too many points."""
    lines = chart_lines(source, _HEADER)
    if lines is None:
        return None
    axes, quadrants = {"x": ("", ""), "y": ("", "")}, ["", "", "", ""]
    found, classes = list[re.Match[str]](), dict[str, str]()
    for line in lines:
        if axis := _AXIS.fullmatch(line):
            axes[axis["axis"]] = _named(axis["low"]), _named(axis["high"] or "")
        elif quadrant := _QUADRANT.fullmatch(line):
            quadrants[int(quadrant["number"]) - 1] = _named(quadrant["title"])
        elif point := _POINT.fullmatch(line):
            found.append(point)
        elif known := _CLASS.fullmatch(line):
            classes[known["name"]] = known["look"]
        else:
            return None
    points = [_point(one, classes) for one in found]
    model = QuadrantModel(axes["x"], axes["y"], tuple(quadrants), tuple(points))
    says_nothing = not points and not any((*axes["x"], *axes["y"], *quadrants))
    return None if says_nothing or len(points) > MAX_POINTS else model


def _point(found: re.Match[str], classes: Mapping[str, str]) -> QuadrantPoint:
    """Return a point with the size and colours of its class, or with its own, which come before them."""
    looks = (found["look"], classes.get((found["class"] or "").removeprefix(":::"), ""))
    radius = next((float(one["value"]) for one in map(_RADIUS.search, looks) if one), DOT)
    colours = {one["name"]: colour(one["value"]) for look in reversed(looks) for one in _COLOUR.finditer(look)}
    return QuadrantPoint(
        _named(found["title"]),
        float(found["x"]),
        float(found["y"]),
        min(radius, MAX_RADIUS),
        colours.get("color", ""),
        colours.get("stroke-color", ""),
    )


def _named(text: str) -> str:
    """Return a text without the quotes around it."""
    bare = text.strip()
    return plain_text(bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == '"' else bare)
