"""Labels in HTML, which stand in a `foreignObject` of a foreign SVG, as lines of text."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import element, escaped, number
from queries.drawing.text_metrics import FONT_SIZE, PIXELS

BREAKS = frozenset({"br", "p", "div", "li", "code", "pre", "tr", "h1", "h2", "h3", "h4"})
DEFAULT_SIZE = 16.0
LINE_HEIGHT = 1.25  # times the size of the font
LATITUDE = 1.15  # how much wider than its room a line may be: the room was measured in another font
_LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{0,20})?)(?:px)?")


def length(value: str | None, otherwise: float = 0.0) -> float:
    """Return a length in pixels, `otherwise` for a text that is none."""
    found = _LENGTH.fullmatch((value or "").strip())
    return float(found[1]) if found else otherwise


def html_lines(label: Element) -> list[str]:
    """Return the lines of a label as it is written, without those that are blank."""
    lines = [" ".join(line.split()) for line in "".join(_texts(label)).split("\n")]
    return [line for line in lines if line]


def label_text(label: Element, *, size: float, colour: str, ground: str, is_wrapped: bool, is_left: bool) -> str:
    """Return the label in the middle of its room, or at the left, of a font of `size` pixels; "" of one without words.
    `ground` is the colour behind it, "" for none."""
    width, height = length(label.get("width")), length(label.get("height"))
    lines = html_lines(label)
    if not lines:
        return ""
    if is_wrapped:
        room = max(width * LATITUDE * FONT_SIZE / size, 4 * FONT_SIZE)
        wrapped = [part for line in lines for part in wrap_evenly(line, int(room), PIXELS)]
        lines = wrapped if len(wrapped) * size <= height else lines
    left, top = length(label.get("x")), length(label.get("y"))
    x, step = left if is_left else left + width / 2, size * LINE_HEIGHT
    first = top + height / 2 - (len(lines) - 1) * step / 2
    spans = [
        element("tspan", {"x": x, "y": first + at * step, "dy": "0.35em"}, escaped(line))
        for at, line in enumerate(lines)
    ]
    look = {"text-anchor": None if is_left else "middle", "font-size": number(size), "fill": colour}
    behind = {"x": left, "y": top, "width": width, "height": height, "fill": ground}
    return (element("rect", behind) if ground else "") + element("text", look, *spans)


def _texts(label: Element) -> Iterator[str]:
    """Yield the texts of a label, and a line break before and behind each element that begins a line."""
    for inner in label:
        breaks = "\n" if inner.tag.rpartition("}")[2] in BREAKS else ""
        yield breaks
        yield (inner.text or "").replace("\n", " ")
        yield from _texts(inner)
        yield breaks
        yield (inner.tail or "").replace("\n", " ")
