"""The outlines of shapes in SVG, with the lines and sheets that belong to them."""

from collections.abc import Callable, Mapping

from queries.drawing.outlines import HEAD, ICON, SERVICES, SHOULDERS, cylinder_rim, outline, polygon, rim_of_side
from queries.drawing.shape_looks import LOOKS, RULE, SHEET
from queries.drawing.svg_elements import Attributes, element, number, path
from queries.drawing.svg_icons import icon

FILL, STROKE = "#eef2fb", "#7484b0"
SHAPE: Attributes = {"class": "shape", "fill": FILL, "stroke": STROKE, "stroke-width": 1.2}
NOTE: Attributes = {**SHAPE, "class": "shape paper", "fill": "#fff8d6", "stroke": "#c2a93d"}
INK: Attributes = {"class": "shape ink", "fill": "#3e4c59", "stroke": "#3e4c59"}
STROKE_ONLY: Attributes = {"class": "shape rule", "fill": "none", "stroke": STROKE, "stroke-width": 1.2}

BRACE = 7  # half the width of a brace


def shape(name: str, x: float, y: float, width: float, height: float, look: Attributes = SHAPE) -> str:
    """Return the outline of a shape."""
    drawn = _DRAWN.get(name)
    if drawn is not None:
        return drawn(name, x, y, width, height, look)
    corners = [(x + px, y + py) for px, py in polygon(name, width, height)]
    return element("path", {**look, "d": path(corners, closed=True), "stroke-linejoin": "round"})


def rule_of(look: Attributes) -> Attributes:
    """Return the look of a line inside a shape."""
    return {**STROKE_ONLY, "stroke": look.get("stroke")}


def _outlined(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    corners = [(x + px, y + py) for px, py in outline(name, width, height)]
    return element("path", {**look, "d": path(corners, closed=True), "stroke-linejoin": "round"})


def _rectangle(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return a rectangle that has nothing beside its outline."""
    frame = {**(INK if name == "bar" else look), "x": x, "y": y, "width": width, "height": height}
    match name:
        case "rounded":
            frame["rx"] = 8
        case "stadium":
            frame["rx"] = height / 2
        case "dashed":
            frame["stroke-dasharray"] = "5 4"
        case "rect" | "bar":
            frame["rx"] = 3
    return element("rect", frame)


def _bare(_name: str, x: float, y: float, width: float, height: float, _look: Attributes) -> str:
    """Return a rectangle that is not seen, for what is a text alone."""
    return element("rect", {"class": "shape rule", "x": x, "y": y, "width": width, "height": height, "fill": "none"})


def _circle(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    rings = (0, 5) if name == "double_circle" else (0,)
    middle = {"cx": x + width / 2, "cy": y + height / 2}
    return "".join(element("circle", {**look, **middle, "r": width / 2 - ring}) for ring in rings)


def _person(_name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    head = element("circle", {**look, "cx": x + width / 2, "cy": y + HEAD, "r": HEAD})
    body = {"x": x, "y": y + SHOULDERS, "width": width, "height": height - SHOULDERS, "rx": 10}
    return head + element("rect", {**look, **body})


def _topic(_name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    foot = ((x, y + height), (x + width, y + height))
    line = element("path", {**rule_of(look), "stroke-width": 2, "d": path(foot)})
    ground = {**look, "x": x, "y": y, "width": width, "height": height, "stroke": "none", "rx": 4}
    return element("rect", ground) + line


def _stack(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    w, h = width - 2 * SHEET, height - 2 * SHEET
    one = "document" if name == "documents" else "rect"
    return "".join(shape(one, x + at * SHEET, y + (2 - at) * SHEET, w, h, look) for at in (2, 1, 0))


def _open(_name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return a rectangle without sides at the left and the right."""
    ground = element("rect", {**look, "x": x, "y": y, "width": width, "height": height, "stroke": "none"})
    lines = [((x, at), (x + width, at)) for at in (y, y + height)]
    return ground + "".join(element("path", {**rule_of(look), "d": path(line)}) for line in lines)


def _ruled(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return a shape with lines inside."""
    lines = ([(x + px, y + py) for px, py in line] for line in LOOKS[name].lines(width, height))
    inside = "".join(element("path", {**rule_of(look), "d": path(line)}) for line in lines)
    around = _outlined if LOOKS[name].outline else _rectangle
    return around("" if around is _rectangle else name, x, y, width, height, look) + inside


def _document(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    sheet = element("path", {**look, "d": _wavy(x, y, width, height)})
    line: tuple[tuple[float, float], ...] = ()
    if name == "lined_document":
        line = ((x + RULE, y), (x + RULE, y + height - 4))
    elif name == "tagged_document":
        line = ((x + width - 18, y + height - 10), (x + width, y + height - 22))
    return sheet + (element("path", {**rule_of(look), "d": path(line)}) if line else "")


def _numbers(*values: float) -> str:
    return " ".join(map(number, values))


def _cylinder(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    rim, right = cylinder_rim(width), x + width
    arc = f"A{_numbers(width / 2, rim)} 0 0"
    body = (
        f"M{_numbers(x, y + rim)}{arc} 1 {_numbers(right, y + rim)}V{number(y + height - rim)}"
        f"{arc} 1 {_numbers(x, y + height - rim)}Z"
    )
    rims = [y + rim, y + 2 * rim] if name == "lined_cylinder" else [y + rim]
    lines = (f"M{_numbers(x, at)}{arc} 0 {_numbers(right, at)}" for at in rims)
    return element("path", {**look, "d": body}) + "".join(
        element("path", {**rule_of(look), "d": line}) for line in lines
    )


def _lying_cylinder(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    rim, right = rim_of_side(height), x + width - rim_of_side(height)
    data = f"M{_numbers(right, y)}A{_numbers(rim, height / 2)} 0 0 0 {_numbers(right, y + height)}"
    return _outlined(name, x, y, width, height, look) + element("path", {**rule_of(look), "d": data})


def _wavy(x: float, y: float, width: float, height: float) -> str:
    low = y + height - 6
    wave = f"C{_numbers(x + width * 0.75, low - 12, x + width * 0.25, low + 18, x, low)}"
    return f"M{_numbers(x, y)}H{number(x + width)}V{number(low)}{wave}Z"


def _cloud(_name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return bumps around an ellipse."""
    across, down = width / 4, height / 3
    start = (x + across / 2, y + height * 0.18)
    bumps = [(across, 0)] * 3 + [(across * 0.25, down)] + [(-across * 0.25, down)]
    bumps += [(-across, 0)] * 3 + [(-across * 0.25, -down)] + [(across * 0.25, -down)]
    drawn = "".join(
        f"a{_numbers(abs(dx) * 0.55 + abs(dy) * 0.52, abs(dx) * 0.3 + abs(dy) * 0.55)} 0 0 1 {_numbers(dx, dy)}"
        for dx, dy in bumps
    )
    return element("path", {**look, "d": f"M{_numbers(*start)}{drawn}Z"})


def _braces(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    left = _brace(x + BRACE, -1, y, height) if name != "brace_right" else ""
    right = _brace(x + width - BRACE, 1, y, height) if name != "brace_left" else ""
    return _bare(name, x, y, width, height, look) + left + right


def _brace(side: float, out: int, y: float, height: float) -> str:
    """Return a brace whose point is at the left with `out` -1, at the right with 1."""
    inner, middle = side - out * BRACE, y + height / 2
    upper = f"M{_numbers(inner, y)}Q{_numbers(side, y, side, y + BRACE)}V{number(middle - BRACE)}"
    point = f"Q{_numbers(side, middle, side + out * BRACE, middle)}Q{_numbers(side, middle, side, middle + BRACE)}"
    lower = f"V{number(y + height - BRACE)}Q{_numbers(side, y + height, inner, y + height)}"
    return element("path", {**STROKE_ONLY, "d": f"{upper}{point}{lower}"})


def _note(_name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    paper = NOTE if look is SHAPE else look
    fold = min(12, height / 3)
    corners = [(x + px, y + py) for px, py in polygon("note", width, height)]
    ear = [(x + width - fold, y), (x + width - fold, y + fold), (x + width, y + fold)]
    sheet = element("path", {**paper, "d": path(corners, closed=True)})
    return sheet + element("path", {**paper, "fill": "none", "d": path(ear)})


def _service(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return a rectangle with an icon at the top."""
    drawn = icon(name.removeprefix("service_"), x + (width - ICON) / 2, y + 10, rule_of(look))
    return _rectangle("rounded", x, y, width, height, look) + drawn


_Drawn = Callable[[str, float, float, float, float, Attributes], str]

# Shapes that are no plain polygons, by the function that draws them.
_DRAWN: Mapping[str, _Drawn] = {
    name: drawn
    for drawn, names in {
        _rectangle: ("rect", "rounded", "stadium", "bar", "dashed"),
        _ruled: LOOKS,
        _circle: ("circle", "double_circle"),
        _cylinder: ("cylinder", "lined_cylinder"),
        _lying_cylinder: ("side_cylinder",),
        _outlined: ("delay", "display", "bow", "flag"),
        _document: ("document", "lined_document", "tagged_document"),
        _stack: ("documents", "stacked"),
        _braces: ("brace_left", "brace_right", "braces"),
        _person: ("person",),
        _topic: ("topic",),
        _open: ("open",),
        _cloud: ("cloud",),
        _bare: ("text",),
        _note: ("note",),
        _service: SERVICES,
    }.items()
    for name in names
}
