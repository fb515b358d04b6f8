"""The outlines of shapes in SVG, with the lines and sheets that belong to them."""

from queries.drawing.outlines import HEAD, SHEET, SHOULDERS, cylinder_rim, outline, polygon, rim_of_side
from queries.drawing.svg_elements import Attributes, element, number, path

FILL, STROKE = "#eef2fb", "#7484b0"
SHAPE: Attributes = {"class": "shape", "fill": FILL, "stroke": STROKE, "stroke-width": 1.2}
NOTE: Attributes = {**SHAPE, "class": "shape paper", "fill": "#fff8d6", "stroke": "#c2a93d"}
INK: Attributes = {"class": "shape ink", "fill": "#3e4c59", "stroke": "#3e4c59"}
STROKE_ONLY: Attributes = {"class": "shape rule", "fill": "none", "stroke": STROKE, "stroke-width": 1.2}

RULES = 8  # pixels from the side of a shape to the line beside it


def shape(name: str, x: float, y: float, width: float, height: float, look: Attributes = SHAPE) -> str:
    """Return the outline of a shape."""
    frame: dict[str, object] = {"x": x, "y": y, "width": width, "height": height}
    match name:
        case "rounded" | "stadium":
            return element("rect", {**look, **frame, "rx": height / 2 if name == "stadium" else 8})
        case "circle" | "double_circle":
            rings = (0, 5) if name == "double_circle" else (0,)
            middle = {"cx": x + width / 2, "cy": y + height / 2}
            return "".join(element("circle", {**look, **middle, "r": width / 2 - ring}) for ring in rings)
        case "cylinder":
            return _cylinder(x, y, width, height, look)
        case "lined_cylinder":
            rim = cylinder_rim(width)
            data = f"M{_numbers(x, y + 2 * rim)}A{_numbers(width / 2, rim)} 0 0 0 {_numbers(x + width, y + 2 * rim)}"
            return _cylinder(x, y, width, height, look) + element("path", {**rule_of(look), "d": data})
        case "side_cylinder":
            rim, right = rim_of_side(height), x + width - rim_of_side(height)
            data = f"M{_numbers(right, y)}A{_numbers(rim, height / 2)} 0 0 0 {_numbers(right, y + height)}"
            return _outlined(name, x, y, width, height, look) + element("path", {**rule_of(look), "d": data})
        case "person":
            head = element("circle", {**look, "cx": x + width / 2, "cy": y + HEAD, "r": HEAD})
            frame |= {"y": y + SHOULDERS, "height": height - SHOULDERS, "rx": 10}
            return head + element("rect", {**look, **frame})
        case "topic":
            foot = ((x, y + height), (x + width, y + height))
            line = element("path", {**rule_of(look), "stroke-width": 2, "d": path(foot)})
            return element("rect", {**look, **frame, "stroke": "none", "rx": 4}) + line
        case "delay" | "display" | "bow" | "flag":
            return _outlined(name, x, y, width, height, look)
        case "document" | "lined_document" | "tagged_document":
            return _document(name, x, y, width, height, look)
        case "documents" | "stacked":
            w, h = width - 2 * SHEET, height - 2 * SHEET
            one = "document" if name == "documents" else "rect"
            return "".join(shape(one, x + at * SHEET, y + (2 - at) * SHEET, w, h, look) for at in (2, 1, 0))
        case "tagged" | "lined" | "divided" | "window":
            return element("rect", {**look, **frame}) + _rules(name, x, y, width, height, look)
        case "open":
            sides = [((x, at), (x + width, at)) for at in (y, y + height)]
            ground = element("rect", {**look, **frame, "stroke": "none"})
            return ground + "".join(element("path", {**rule_of(look), "d": path(one)}) for one in sides)
        case "cloud":
            return element("path", {**look, "d": _cloud(x, y, width, height)})
        case "subroutine" | "double":
            sides = [((x + at, y), (x + at, y + height)) for at in (8, width - 8)]
            rules = "".join(element("path", {**rule_of(look), "d": path(one)}) for one in sides)
            return element("rect", {**look, **frame}) + rules
        case "bar":
            return element("rect", {**INK, **frame, "rx": 3})
        case "text":
            return element("rect", {"class": "shape rule", **frame, "fill": "none"})
        case "brace_left" | "brace_right" | "braces":
            return _braces(name, x, y, width, height)
        case "dashed":
            return element("rect", {**look, **frame, "stroke-dasharray": "5 4"})
        case "note":
            return _note(x, y, width, height, NOTE if look is SHAPE else look)
        case "rect":
            return element("rect", {**look, **frame, "rx": 3})
    corners = [(x + px, y + py) for px, py in polygon(name, width, height)]
    return element("path", {**look, "d": path(corners, closed=True), "stroke-linejoin": "round"})


def rule_of(look: Attributes) -> Attributes:
    """Return the look of a line inside a shape."""
    return {**STROKE_ONLY, "stroke": look.get("stroke")}


def _outlined(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    corners = [(x + px, y + py) for px, py in outline(name, width, height)]
    return element("path", {**look, "d": path(corners, closed=True), "stroke-linejoin": "round"})


def _rules(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    """Return the lines inside a rectangle that are parallel to its sides, or cut its last corner off."""
    right, bottom = x + width, y + height
    beside = ((x + RULES, y), (x + RULES, bottom))
    below = ((x, y + RULES), (right, y + RULES))
    tag = ((right - 16, bottom), (right, bottom - 14))
    lines = {"lined": (beside,), "divided": (below,), "window": (beside, below), "tagged": (tag,)}[name]
    return "".join(element("path", {**rule_of(look), "d": path(one)}) for one in lines)


def _document(name: str, x: float, y: float, width: float, height: float, look: Attributes) -> str:
    sheet = element("path", {**look, "d": _wavy(x, y, width, height)})
    line: tuple[tuple[float, float], ...] = ()
    if name == "lined_document":
        line = ((x + RULES, y), (x + RULES, y + height - 4))
    elif name == "tagged_document":
        line = ((x + width - 18, y + height - 10), (x + width, y + height - 22))
    return sheet + (element("path", {**rule_of(look), "d": path(line)}) if line else "")


def _numbers(*values: float) -> str:
    return " ".join(map(number, values))


def _cylinder(x: float, y: float, width: float, height: float, look: Attributes) -> str:
    rim, right = cylinder_rim(width), x + width
    arc = f"A{_numbers(width / 2, rim)} 0 0"
    body = (
        f"M{_numbers(x, y + rim)}{arc} 1 {_numbers(right, y + rim)}V{number(y + height - rim)}"
        f"{arc} 1 {_numbers(x, y + height - rim)}Z"
    )
    lid = f"M{_numbers(x, y + rim)}{arc} 0 {_numbers(right, y + rim)}"
    return element("path", {**look, "d": body}) + element("path", {**rule_of(look), "d": lid})


def _wavy(x: float, y: float, width: float, height: float) -> str:
    low = y + height - 6
    wave = f"C{_numbers(x + width * 0.75, low - 12, x + width * 0.25, low + 18, x, low)}"
    return f"M{_numbers(x, y)}H{number(x + width)}V{number(low)}{wave}Z"


def _cloud(x: float, y: float, width: float, height: float) -> str:
    """Return bumps around an ellipse."""
    across, down = width / 4, height / 3
    start = (x + across / 2, y + height * 0.18)
    bumps = [(across, 0)] * 3 + [(across * 0.25, down)] + [(-across * 0.25, down)]
    bumps += [(-across, 0)] * 3 + [(-across * 0.25, -down)] + [(across * 0.25, -down)]
    drawn = "".join(
        f"a{_numbers(abs(dx) * 0.55 + abs(dy) * 0.52, abs(dx) * 0.3 + abs(dy) * 0.55)} 0 0 1 {_numbers(dx, dy)}"
        for dx, dy in bumps
    )
    return f"M{_numbers(*start)}{drawn}Z"


def _braces(name: str, x: float, y: float, width: float, height: float) -> str:
    tip = 7

    def brace(side: float, out: int) -> str:
        inner, middle = side - out * tip, y + height / 2
        upper = f"M{_numbers(inner, y)}Q{_numbers(side, y, side, y + tip)}V{number(middle - tip)}"
        point = f"Q{_numbers(side, middle, side + out * tip, middle)}Q{_numbers(side, middle, side, middle + tip)}"
        return element(
            "path",
            {
                **STROKE_ONLY,
                "d": f"{upper}{point}V{number(y + height - tip)}Q{_numbers(side, y + height, inner, y + height)}",
            },
        )

    left = brace(x + tip, -1) if name != "brace_right" else ""
    right = brace(x + width - tip, 1) if name != "brace_left" else ""
    return (
        element("rect", {"class": "shape rule", "x": x, "y": y, "width": width, "height": height, "fill": "none"})
        + left
        + right
    )


def _note(x: float, y: float, width: float, height: float, look: Attributes) -> str:
    fold = min(12, height / 3)
    corners = [(x + px, y + py) for px, py in polygon("note", width, height)]
    ear = [(x + width - fold, y), (x + width - fold, y + fold), (x + width, y + fold)]
    return element("path", {**look, "d": path(corners, closed=True)}) + element(
        "path", {**look, "fill": "none", "d": path(ear)}
    )
