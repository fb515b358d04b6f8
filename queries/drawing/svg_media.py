"""Pictures and icons of nodes in SVG: a frame with a sign for a picture, a form with a drawn or named icon."""

from queries.drawing.graph_model import Media
from queries.drawing.media import GAP, SMALL, frame_place, icon_name, name_lines
from queries.drawing.outlines import ICON
from queries.drawing.plan import PlacedBox
from queries.drawing.svg_elements import Attributes, centred, element, path, text
from queries.drawing.svg_icons import icon
from queries.drawing.svg_shapes import rule_of, shape
from queries.drawing.text_metrics import LINE

SIGN = 0.5  # the size of the sign of a picture, as a part of the shorter side of its frame
FORMS = {"picture": "rect", "square": "rect", "rounded": "rounded", "circle": "circle", "": "dashed"}
NAME = {"class": "label", "fill": "#52606d", "font-size": SMALL, "text-anchor": "middle"}


def media(box: PlacedBox, drawn: Media, look: Attributes, ink: Attributes) -> str:
    """Return a picture or an icon with its label."""
    label = box.sized.parts[0]
    left, top, width, height = frame_place(drawn, label, box.sized.width, box.sized.height)
    x, y = box.x + left, box.y + top
    frame = shape(FORMS[drawn.kind], x, y, width, height, look)
    middle = (x + width / 2, y + height / 2)
    inner = _sign(*middle, min(width, height), look) if drawn.kind == "picture" else _icon(drawn, *middle, look)
    half = len(label) * LINE / 2
    at = y - GAP - half if drawn.label_above else y + height + GAP + half
    return frame + inner + centred(label, x + width / 2, at, ink)


def _sign(x: float, y: float, side: float, look: Attributes) -> str:
    """Return the sign of a picture around a middle: hills below a sun, in a frame."""
    w, h = side * SIGN * 1.2, side * SIGN
    left, low = x - w / 2, y + h / 2
    rule = {**rule_of(look), "stroke-linejoin": "round"}
    edge = {"x": left, "y": low - h, "width": w, "height": h, "rx": 2}
    hills = [(left, low - 0.2 * h), (left + 0.3 * w, low - 0.6 * h), (left + 0.55 * w, low - 0.2 * h)]
    hills += [(left + 0.7 * w, low - 0.4 * h), (left + w, low - 0.1 * h)]
    sun = {"cx": left + 0.75 * w, "cy": low - 0.75 * h, "r": 0.1 * h}
    lines = element("rect", {**rule, **edge}) + element("path", {**rule, "d": path(hills)})
    return lines + element("circle", {**rule, **sun})


def _icon(drawn: Media, x: float, y: float, look: Attributes) -> str:
    """Return an icon around a middle: one of those of services, or its name in small."""
    lines = name_lines(drawn)
    if not lines:
        return icon(icon_name(drawn), x - ICON / 2, y - ICON / 2, rule_of(look))
    step = LINE - 4
    first = y - (len(lines) - 1) * step / 2 - 1
    return "".join(text([line], x, first + at * step, NAME) for at, line in enumerate(lines))
