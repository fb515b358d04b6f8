"""Boxes and frames in SVG: the outline of each shape, its texts, compartments and tables."""

from collections.abc import Sequence

from queries.drawing.graph_model import Paint
from queries.drawing.outlines import outline
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedShade, PlacedTick
from queries.drawing.shapes import COMMITS
from queries.drawing.sized_shapes import CELL_PAD, ROW, indent, label_shift, room_above
from queries.drawing.svg_elements import Attributes, centred, element, path, text
from queries.drawing.svg_image import MARK_COLOURS
from queries.drawing.svg_media import media
from queries.drawing.svg_shapes import FILL, INK, NOTE, SHAPE, STROKE, STROKE_ONLY, shape
from queries.drawing.text_metrics import LINE, text_width

# The names of colours on which dark text is hard to read.
DARK_NAMES = {
    *("black", "blue", "blueviolet", "brown", "crimson", "dimgray", "dimgrey", "firebrick", "forestgreen", "green"),
    *("darkblue", "darkgreen", "darkmagenta", "darkolivegreen", "darkorchid", "darkred", "darkslateblue"),
    *("darkslategray", "darkslategrey", "darkviolet", "indigo", "maroon", "mediumblue", "mediumvioletred"),
    *("midnightblue", "navy", "olive", "purple", "rebeccapurple", "red", "royalblue", "saddlebrown", "seagreen"),
    *("sienna", "slateblue", "slategray", "slategrey", "steelblue", "teal"),
}
HALO = 6  # pixels around what is marked
BESIDE = 6  # from a dot to the text at its side
TEXT = {"fill": "#1f2933"}


def box(placed: PlacedBox) -> str:
    """Return a box with its texts."""
    sized = placed.sized
    if sized.box.media:
        return media(placed, sized.box.media, painted(sized.box.paint), ink(sized.box.paint))
    if sized.is_dot:
        return _dot(placed) + _dot_label(placed) + _tags(placed)
    if sized.box.shape == "marker":
        return _marker(placed)
    paint = sized.box.paint
    drawn = shape(sized.box.shape, placed.x, placed.y, sized.width, sized.height, painted(paint))
    if sized.columns:
        return drawn + _table(placed)
    return drawn + (_compartments(placed) if len(sized.parts) > 1 else _label(placed))


def painted(paint: Paint) -> Attributes:
    """Return the look of a shape in the colours of its author."""
    look = {**SHAPE, **border_of(paint)}
    if not (paint.fill or paint.stroke):
        return look if look != SHAPE else SHAPE
    return {**look, "class": "shape painted", "fill": paint.fill or FILL, "stroke": paint.stroke or STROKE}


def border_of(paint: Paint) -> dict[str, object]:
    """Return the width and the dashes of a border, as far as its author gave them."""
    found = {"stroke-width": paint.width, "stroke-dasharray": paint.dashes}
    return {name: value for name, value in found.items() if value}


def ink(paint: Paint) -> dict[str, object]:
    """Return the colour of a text: that of the author, or one that is read on the fill."""
    if not (paint.ink or paint.fill):
        return {**TEXT}
    return {"class": "painted", "fill": paint.ink or ("#fff" if is_dark(paint.fill) else "#1f2933")}


def is_dark(colour: str) -> bool:
    """Whether a colour is dark: one that is written with digits, or one of the dark names."""
    if colour.lower() in DARK_NAMES:
        return True
    digits = colour.removeprefix("#")
    if digits == colour or len(digits) not in (3, 4, 6, 8):
        return False
    size = 1 if len(digits) < 6 else 2
    red, green, blue = (int(digits[at * size : at * size + size] * (3 - size), 16) for at in range(3))
    return red * 299 + green * 587 + blue * 114 < 128_000


def halo(x: float, y: float, width: float, height: float, mark: str) -> str:
    """Return the ground behind what is marked."""
    if mark not in MARK_COLOURS:
        return ""
    colour = MARK_COLOURS[mark]
    place = {"x": x - HALO, "y": y - HALO, "width": width + 2 * HALO, "height": height + 2 * HALO, "rx": 8}
    look = {"class": "halo", "fill": colour, "fill-opacity": "0.25", "stroke": colour, "stroke-width": 2}
    return element("rect", {**look, **place})


def tick(placed: PlacedTick, height: float) -> str:
    """Return a mark of a time axis with its date above it."""
    line = {
        "class": "tick",
        "d": path([(placed.x, 24), (placed.x, height)]),
        "stroke": "#cbd2d9",
        "stroke-dasharray": "2 4",
    }
    date = {"class": "label", "text-anchor": "middle", "fill": "#52606d"}
    return element("path", {**line, "fill": "none"}) + text([placed.shown], placed.x, 10, date)


def shade(placed: PlacedShade, height: float) -> str:
    """Return the ground of days on which no work is done."""
    place = {"x": placed.x, "y": 24, "width": placed.width, "height": height - 24}
    return element("rect", {"class": "shade", "fill": "#7b8794", "fill-opacity": "0.16", **place})


def _marker(placed: PlacedBox) -> str:
    """Return a line down a time axis, with its name below."""
    x = placed.x + placed.sized.width / 2
    line = {
        **STROKE_ONLY,
        "stroke-width": placed.sized.width,
        "d": path([(x, placed.y), (x, placed.y + placed.sized.height)]),
    }
    name = text(
        placed.sized.parts[0], x, placed.y + placed.sized.height + LINE / 2 + 4, {"text-anchor": "middle", **TEXT}
    )
    return element("path", line) + name


def frame(placed: PlacedFrame) -> str:
    """Return the frame of a group with its title."""
    dashes = {"stroke-dasharray": "5 4"} if placed.group.dashed else {}
    place = {"x": placed.x, "y": placed.y, "width": placed.width, "height": placed.height, "rx": 6}
    border: dict[str, object] = {
        "class": "border",
        "fill": "#f5f7fa",
        "fill-opacity": "0.7",
        "stroke": "#b3bcc7",
        **dashes,
    }
    paint = placed.group.paint
    if paint.fill or paint.stroke:
        border |= {"class": "border painted", "fill": paint.fill or "none", "stroke": paint.stroke or "#b3bcc7"}
        border["fill-opacity"] = 1
    border |= border_of(paint)
    title: dict[str, object] = {"class": "title", "font-weight": "bold", "text-anchor": "middle", "fill": "#3e4c59"}
    if paint.ink or paint.fill:
        title |= {**ink(paint), "class": "title painted"}
    return element("rect", {**border, **place}) + text(placed.title, *placed.title_at, title)


def _label(placed: PlacedBox) -> str:
    sized = placed.sized
    if not sized.parts:
        return ""
    aside, down = label_shift(sized.box.shape, sized.width, sized.height)
    x, y = placed.x + sized.width / 2 + aside, placed.y + sized.height / 2 + down
    if placed.beside:
        return text(sized.parts[0], placed.x + sized.width + 6, y, TEXT)
    if _has_kind(sized.parts[0]):
        return _title(placed, placed.y + (sized.height - sized.title_height) / 2 + down)
    return centred(sized.parts[0], x, y, ink(sized.box.paint))


def _title(placed: PlacedBox, top: float) -> str:
    """Return the lines of the first compartment: stereotypes in italics, the name in bold."""
    middle = placed.x + placed.sized.width / 2
    found = []
    is_kind = False
    for number_, line in enumerate(placed.sized.parts[0]):
        is_kind = is_kind or (
            line.startswith("<<") and any(rest.endswith(">>") for rest in placed.sized.parts[0][number_:])
        )
        look: dict[str, object] = {"font-style": "italic"} if is_kind else {"font-weight": "bold"}
        shown = _quoted(line) if is_kind else line
        is_kind = is_kind and not line.endswith(">>")
        at = top + 8 + LINE / 2 + number_ * LINE
        found.append(text([shown], middle, at, {"text-anchor": "middle", **ink(placed.sized.box.paint), **look}))
    return "".join(found)


def _quoted(line: str) -> str:
    """Return a line of a stereotype, which may go on from line to line, with the marks of typography."""
    opened = f"«{line[2:]}" if line.startswith("<<") else line
    return f"{opened[:-2]}»" if opened.endswith(">>") else opened


def _has_kind(lines: Sequence[str]) -> bool:
    return any(line.startswith("<<") for line in lines) and any(line.endswith(">>") for line in lines)


def _compartments(placed: PlacedBox) -> str:
    sized = placed.sized
    rim = room_above(sized.box.shape, sized.width)
    side = indent(sized.box.shape, sized.height)
    left, right = placed.x + side, placed.x + sized.width - side
    found = [_title(placed, placed.y + rim)]
    y = placed.y + rim + sized.title_height
    for part in sized.parts[1:]:
        found.append(element("path", {**STROKE_ONLY, "d": path([(left, y), (right, y)])}))
        for at, line in enumerate(part):
            shown, look = _member(line)
            found.append(text([shown], left + CELL_PAD, y + 7 + LINE / 2 + at * LINE, {**ink(sized.box.paint), **look}))
        y += len(part) * LINE + 14
    return "".join(found)


def _member(line: str) -> tuple[str, dict[str, object]]:
    """Return a member of a class, underlined when it is static, in italics when abstract."""
    if line.endswith(" {static}"):
        return line.removesuffix(" {static}"), {"text-decoration": "underline"}
    if line.endswith(" {abstract}"):
        return line.removesuffix(" {abstract}"), {"font-style": "italic"}
    return line, {}


def _table(placed: PlacedBox) -> str:
    """Return a title and the rows of a table, every other one on a ground of its own."""
    sized = placed.sized
    top = placed.y + sized.title_height
    found = [_title(placed, placed.y)]
    for number_, row in enumerate(sized.box.rows):
        y = top + number_ * ROW
        ground = {"class": "row even" if number_ % 2 else "row", "fill": "#f8f9fd" if number_ % 2 else "#fff"}
        found.append(
            element(
                "rect",
                {
                    **ground,
                    "x": placed.x,
                    "y": y,
                    "width": sized.width,
                    "height": ROW,
                    "stroke": STROKE,
                    "stroke-width": 0.6,
                },
            )
        )
        x = placed.x
        for cell, column in zip(row, sized.columns, strict=True):
            found.append(text([cell], x + CELL_PAD, y + ROW / 2, TEXT))
            x += column
    x = placed.x
    bottom = top + len(sized.box.rows) * ROW
    for column in [column for column in sized.columns if column][:-1]:
        x += column
        found.append(element("path", {**STROKE_ONLY, "stroke-width": 0.6, "d": path([(x, top), (x, bottom)])}))
    return "".join(found)


def _dot(placed: PlacedBox) -> str:
    radius = placed.sized.width / 2
    x, y = placed.x + radius, placed.y + radius
    middle = {"cx": x, "cy": y}
    match placed.sized.box.shape:
        case "end":
            ring = element("circle", {**SHAPE, **middle, "r": radius, "fill": "#fff", "stroke": "#3e4c59"})
            return ring + element("circle", {**INK, **middle, "r": radius - 4})
        case "hourglass" | "bolt" as name:
            corners = [(placed.x + px, placed.y + py) for px, py in outline(name, 2 * radius, 2 * radius)]
            return element("path", {**SHAPE, "d": path(corners, closed=True), "stroke-linejoin": "round"})
        case "lollipop":
            return element("circle", {**SHAPE, **middle, "r": radius})
        case name if name in COMMITS:
            return _commit(placed, name)
        case "crossed":
            far = radius * 0.7
            arms = [((x - far, y - far), (x + far, y + far)), ((x - far, y + far), (x + far, y - far))]
            ring = element("circle", {**SHAPE, **middle, "r": radius})
            return ring + "".join(element("path", {**STROKE_ONLY, "d": path(arm)}) for arm in arms)
    return element("circle", {**INK, **middle, "r": radius})


def _commit(placed: PlacedBox, name: str) -> str:
    """Return the dot of a commit, with a sign in it for its kind."""
    radius = placed.sized.width / 2
    x, y = placed.x + radius, placed.y + radius
    look = painted(placed.sized.box.paint)
    sign = {"class": "shape sign", "fill": "#fff", "stroke": "#fff"}
    lines = {**sign, "fill": "none", "stroke-width": 2}
    far = radius * 0.5
    if name == "commit_highlight":
        square = {"x": placed.x, "y": placed.y, "width": 2 * radius, "height": 2 * radius, "rx": 2}
        return element("rect", {**look, **square}) + element("circle", {**sign, "cx": x, "cy": y, "r": far * 0.8})
    drawn = element("circle", {**look, "cx": x, "cy": y, "r": radius})
    match name:
        case "commit_merge":
            return drawn + element("circle", {**lines, "cx": x, "cy": y, "r": radius * 0.6})
        case "commit_reverse":
            arms = [((x - far, y - far), (x + far, y + far)), ((x - far, y + far), (x + far, y - far))]
            return drawn + "".join(element("path", {**lines, "d": path(arm)}) for arm in arms)
        case "commit_picked":
            dots = [(x - far * 0.7, y + 2), (x + far * 0.7, y + 2)]
            stalks = element("path", {**lines, "stroke-width": 1.2, "d": path([dots[0], (x, y - far), dots[1]])})
            return drawn + stalks + "".join(element("circle", {**sign, "cx": a, "cy": b, "r": 2.4}) for a, b in dots)
    return drawn


def _tags(placed: PlacedBox) -> str:
    """Return the tags of a commit, one above the other: above its dot, or right of it."""
    if len(placed.sized.parts) < 2:
        return ""
    found = []
    tags = placed.sized.parts[1]
    for number_, tag in enumerate(reversed(tags)):
        up, half = number_ * (LINE + 4), text_width(tag) / 2 + 6
        middle, y = placed.x + placed.sized.width / 2, placed.y - 6 - up
        if placed.flanked:
            middle = placed.x + placed.sized.width + BESIDE + half
            y = placed.y + (placed.sized.height + len(tags) * (LINE + 4)) / 2 - 4 - up
        place = {"x": middle - half, "y": y - LINE + 2, "width": 2 * half, "height": LINE, "rx": 3}
        found.append(element("rect", {**NOTE, **place}) + text([tag], middle, y - 7, {"text-anchor": "middle", **TEXT}))
    return "".join(found)


def _dot_label(placed: PlacedBox) -> str:
    lines = placed.sized.parts[0]
    if placed.below:
        return text(
            lines,
            placed.x + placed.sized.width / 2,
            placed.y + placed.sized.height + 12,
            {"text-anchor": "middle", **TEXT},
        )
    top = placed.y + placed.sized.height / 2 - (len(lines) - 1) * LINE / 2
    if placed.flanked:
        return text(lines, placed.x - BESIDE, top, {"text-anchor": "end", **TEXT})
    return text(lines, placed.x + placed.sized.width + BESIDE, top, TEXT)
