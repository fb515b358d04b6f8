"""Which elements, attributes and values of a foreign SVG go on into a drawing. All others are left out."""

import re

SVG = "{http://www.w3.org/2000/svg}"

GROUPS = frozenset({"g", "a", "switch"})  # `a` loses its address, `switch` keeps what every browser shows
# Shown by reference only. What stands in one refers to no other, so that no picture stands for a thousand.
DEFINITIONS = frozenset({"marker", "linearGradient", "radialGradient", "clipPath"})
ELEMENTS = (
    GROUPS
    | DEFINITIONS
    | {"svg", "defs", "stop", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
    | {"text", "tspan", "title"}
)

GEOMETRY = frozenset(
    {
        *("x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "fx", "fy", "d", "points"),
        *("width", "height", "viewBox", "preserveAspectRatio", "transform", "rotate", "textLength", "lengthAdjust"),
        *("offset", "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits"),
        *("markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient"),
    }
)
# Attributes that a stylesheet may give as well. Fonts, filters, masks and cursors are not among them.
PRESENTATION = frozenset(
    {
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"),
        *("stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "opacity", "color"),
        *("display", "visibility", "overflow", "paint-order", "shape-rendering", "stop-color", "stop-opacity"),
        *("font-size", "font-weight", "font-style", "text-anchor", "text-decoration", "letter-spacing"),
        *("dominant-baseline", "alignment-baseline", "baseline-shift", "clip-rule"),
        *("clip-path", "marker-start", "marker-mid", "marker-end"),
    }
)

# Words, numbers, colours and transformations. Neither an address nor a script can be written without `:` or `/`, nor
# anything that ends an attribute without a quote.
_VALUE = re.compile(
    r"(?:(?:rgba?|hsla?|translate|rotate|scale|matrix|skew[XY])\([\w\s.,%+-]*+\)|[\w\s.,#%+-])*+", re.ASCII
)
_REFERENCE = re.compile(r"url\(\s?[\"']?#([\w.:-]{1,200})[\"']?\s?\)")


class UncleanError(Exception):
    """Why nothing of an SVG goes on, as the words behind "since"."""


def is_plain(value: str) -> bool:
    """Whether a value has only words, numbers, colours and transformations."""
    return _VALUE.fullmatch(value) is not None


def referred(value: str) -> str:
    """Return the id that a value refers to, `a` of `url(#a)`; "" for another value."""
    found = _REFERENCE.fullmatch(value.strip())
    return found[1] if found else ""
