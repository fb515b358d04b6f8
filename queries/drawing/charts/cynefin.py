"""A Cynefin diagram as SVG: four domains around a fifth, with their items, and transitions between them.

The items of a domain stand in the outer corner of its field. Transitions lead through what is free between them.
"""

from collections.abc import Mapping, Sequence
from math import sin
from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS, INK, PAD, height_of, wrapped
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, path
from queries.drawing.svg_heads import head, shortened
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import FONT_SIZE, LINE, PIXELS, text_width

ITEM_WIDTH, LABEL_WIDTH = 220, 120  # to which items and the labels of transitions are wrapped
LEAST = 200  # the width of the items of a domain
MARGIN, ROOM = 26, 36  # around the items of a domain, and around the fifth
ROOMY = 70  # around the fifth where a transition leads to it, or past it from corner to corner
SMALL = 12  # the size of the font of labels
ASIDE = 9  # from the middle to each of two lines between the same domains
STRONG = {**INK, "font-weight": "bold", "font-size": 16}
QUIET = {"fill": "#52606d", "font-style": "italic", "font-size": SMALL}
STROKE = {"stroke": "#52606d", "stroke-width": 1.5}


class Domain(NamedTuple):
    """What is known of a domain: how it is named, what one does in it, and where it stands: its column and row, 1 in
    the middle; and the number of its colour."""

    name: str
    steps: str
    practices: str
    column: int
    row: int
    colour: int


DOMAINS: Mapping[str, Domain] = {
    "complex": Domain("Complex", "Probe → Sense → Respond", "Emergent practices", 0, 0, 1),
    "complicated": Domain("Complicated", "Sense → Analyse → Respond", "Good practices", 2, 0, 0),
    "clear": Domain("Clear", "Sense → Categorise → Respond", "Best practices", 2, 2, 2),
    "chaotic": Domain("Chaotic", "Act → Sense → Respond", "Novel practices", 0, 2, 6),
    "confusion": Domain("Confusion", "Disorder", "", 1, 1, 5),
}


class Transition(NamedTuple):
    """A way from a domain to another, with what leads there."""

    source: str
    target: str
    label: str = ""


class CynefinModel(NamedTuple):
    """The items of all domains, the transitions, and whether domains are described."""

    items: Mapping[str, tuple[str, ...]]
    transitions: tuple[Transition, ...] = ()
    described: bool = True


class _Block(NamedTuple):
    """The items of a domain where they stand."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


def cynefin_svg(model: CynefinModel, *, title: str = "", heading: str = "") -> str:
    """Return a diagram as SVG. `title` names the image, `heading` is written above it."""
    sizes = {name: _size(name, model) for name in DOMAINS}
    outer = [name for name, one in DOMAINS.items() if one.column != 1]
    wide = max(sizes[name][0] for name in outer)
    upper, lower = (max(sizes[name][1] for name in outer if DOMAINS[name].row == row) for row in (0, 2))
    labels = max((text_width(line) for one in model.transitions for line in _label(one)), default=0)
    # Labels have room between two domains side by side, and between the fifth and a line that leads down beside it.
    across = max(sizes["confusion"][0] + 2 * (labels + ROOM) - wide, labels + 40, 60)
    is_slanted = any(_is_slanted(one) for one in model.transitions)
    down = sizes["confusion"][1] + 2 * (ROOMY if is_slanted else ROOM)
    columns = {0: MARGIN, 2: MARGIN + wide + across}
    rows = {0: MARGIN, 2: MARGIN + upper + down}
    width, height = 2 * MARGIN + 2 * wide + across, 2 * MARGIN + upper + down + lower
    middle = (width / 2, MARGIN + upper + down / 2)
    blocks = {
        name: _Block(columns[one.column] + (wide - sizes[name][0]) / 2, rows[one.row], *sizes[name])
        for name, one in DOMAINS.items()
        if one.column != 1
    }
    wide, high = sizes["confusion"]
    blocks["confusion"] = _Block(middle[0] - wide / 2, middle[1] - high / 2, wide, high)
    drawn = [_field(name, middle, width, height, model) for name in outer]
    drawn.append(_borders(middle, width, height))
    transitions = [_transition(one, number, model, blocks) for number, one in enumerate(model.transitions)]
    drawn += [*transitions, _middle(blocks["confusion"], model)]
    drawn += [_items(name, blocks[name], model) for name in DOMAINS]
    return image(Painted("".join(drawn), width, height), title, heading)


def _is_slanted(one: Transition) -> bool:
    """Whether a transition leads neither straight across nor straight down."""
    source, target = DOMAINS[one.source], DOMAINS[one.target]
    return source.column != target.column and source.row != target.row


def _about(name: str, model: CynefinModel) -> list[str]:
    one = DOMAINS[name]
    return [shown for shown in (one.steps, one.practices) if shown] if model.described else []


def _size(name: str, model: CynefinModel) -> tuple[float, float]:
    """Return the size of the items of a domain with its name."""
    items = [wrapped(item, ITEM_WIDTH) for item in model.items[name]]
    about = _about(name, model)
    least = 110 if name == "confusion" else LEAST
    wide = max([least, *map(text_width, about), *(text_width(line) + 2 * PAD for lines in items for line in lines)])
    return wide, 24 + len(about) * 16 + sum(height_of(lines) - 8 + 6 for lines in items) + 6


def _field(name: str, middle: tuple[float, float], width: float, height: float, model: CynefinModel) -> str:
    """Return the ground of an outer domain."""
    one = DOMAINS[name]
    x, y = (middle[0] if one.column else 0), (middle[1] if one.row else 0)
    size = (width - middle[0] if one.column else middle[0], height - middle[1] if one.row else middle[1])
    ground = {"class": "shape", "x": x, "y": y, "width": size[0], "height": size[1], "fill": FILLS[one.colour][0]}
    return marked(element("rect", {**ground, "fill-opacity": "0.45"}), "frame", "", Link("", _said(name, model)))


def _said(name: str, model: CynefinModel) -> str:
    count = len(model.items[name])
    return f"{DOMAINS[name].name}: {'1 item' if count == 1 else f'{count} items'}"


def _borders(middle: tuple[float, float], width: float, height: float) -> str:
    """Return the lines between the domains, and the cliff from what is clear down to chaos."""
    x, y = middle
    line = {"class": "shape rule", "stroke": "#7b8794", "stroke-width": 1.5, "stroke-dasharray": "6 4", "fill": "none"}
    cliff = [(x + 5 * sin((at - y) / 14), float(at)) for at in range(round(y), round(height) + 1, 4)]
    look = {"class": "shape rule", "stroke": "#c92a2a", "stroke-width": 3, "fill": "none"}
    straight = (element("path", {**line, "d": path(ends)}) for ends in ([(x, 0), (x, y)], [(0, y), (width, y)]))
    return "".join(straight) + element("path", {**look, "d": path(cliff)})


def _middle(block: _Block, model: CynefinModel) -> str:
    """Return the ground of the fifth domain."""
    fill, stroke = FILLS[DOMAINS["confusion"].colour]
    place = {"x": block.left - 16, "y": block.top - 10, "width": block.width + 32, "height": block.height + 20}
    look = {"class": "shape", "rx": 24, "fill": fill, "stroke": stroke, "stroke-dasharray": "6 4"}
    ground = element("rect", {**look, **place})
    return marked(ground, "frame", "", Link("", _said("confusion", model)))


def _items(name: str, block: _Block, model: CynefinModel) -> str:
    one = DOMAINS[name]
    x, y = block.middle[0], block.top + 10
    drawn = [centred([one.name], x, y, STRONG)]
    y += 18
    for shown in _about(name, model):
        drawn.append(centred([shown], x, y, QUIET))
        y += 16
    for item in model.items[name]:
        lines = wrapped(item, ITEM_WIDTH)
        wide, high = max(map(text_width, lines)) + 2 * PAD, height_of(lines) - 8
        frame = {"class": "shape", "x": x - wide / 2, "y": y - 2, "width": wide, "height": high, "rx": 4}
        badge = element("rect", {**frame, "fill": "#fff", "stroke": FILLS[one.colour][1]})
        badge += centred(lines, x, y - 2 + high / 2, INK)
        drawn.append(marked(badge, "node", "", Link("", f"{one.name} / {item}")))
        y += high + 6
    return "".join(drawn)


def _label(one: Transition) -> tuple[str, ...]:
    return wrap_evenly(one.label, LABEL_WIDTH, PIXELS) if one.label.strip() else ()


def _transition(one: Transition, number: int, model: CynefinModel, blocks: Mapping[str, _Block]) -> str:
    """Return a transition: a line between the facing sides of two domains, beside others between the same."""
    pair = {one.source, one.target}
    beside = [at for at, other in enumerate(model.transitions) if {other.source, other.target} == pair]
    shift = (beside.index(number) - (len(beside) - 1) / 2) * 2 * ASIDE
    start, end = _ends(blocks[one.source], blocks[one.target], shift)
    cut = [shortened("arrow", end, start), start][::-1]
    drawn = element("path", {"class": "line", "fill": "none", **STROKE, "d": path(cut)})
    drawn += head("arrow", end, start, STROKE)
    lines = _label(one)
    if lines:
        drawn += _written(lines, _label_place(one, lines, start, end, shift))
    said = f"{DOMAINS[one.source].name} → {DOMAINS[one.target].name}"
    return marked(drawn, "edge", "", Link("", f"{said}: {one.label}" if one.label else said))


def _ends(one: _Block, other: _Block, shift: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where a line between two blocks begins and ends, moved aside by `shift`."""
    (x, y), (to_x, to_y) = one.middle, other.middle
    beside = one.top == other.top
    above = abs(x - to_x) < 1
    if beside:
        at = max(one.top, other.top) + min(one.height, other.height) / 2 + shift
        right = to_x > x
        return (one.left + (one.width + 6 if right else -6), at), (other.left + (-6 if right else other.width + 6), at)
    if above:
        down = to_y > y
        return (
            (x + shift, one.top + (one.height + 6 if down else -6)),
            (x + shift, other.top + (-6 if down else other.height + 6)),
        )
    return _corner(one, other, shift), _corner(other, one, shift)


def _corner(one: _Block, other: _Block, shift: float) -> tuple[float, float]:
    """Return the corner of a block that faces another."""
    (x, y), (to_x, to_y) = one.middle, other.middle
    return one.left + (one.width if to_x > x else 0) + shift, one.top + (one.height + 6 if to_y > y else -6)


def _label_place(
    one: Transition, lines: Sequence[str], start: tuple[float, float], end: tuple[float, float], shift: float
) -> tuple[float, float]:
    """Return the middle of the label of a transition: above a level line or below it, at the outer side of an upright
    one, else on the line, where it has left its domain."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if start[1] == end[1]:
        half = len(lines) * LINE / 2 + 3
        return middle[0], middle[1] + (half if shift > 0 else -half)
    if start[0] == end[0]:
        away = max(map(text_width, lines)) * SMALL / FONT_SIZE / 2 + 8
        right = shift > 0 or (shift == 0 and DOMAINS[one.source].column > 1)
        return middle[0] + (away if right else -away), middle[1]
    part = min(0.5, ROOMY / 2 / abs(end[1] - start[1]))
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _written(lines: Sequence[str], middle: tuple[float, float]) -> str:
    """Return the label of a transition on a ground."""
    wide, high = max(map(text_width, lines)) * SMALL / FONT_SIZE + 6, len(lines) * LINE - 2
    place = {"x": middle[0] - wide / 2, "y": middle[1] - high / 2, "width": wide, "height": high, "rx": 3}
    ground = element("rect", {"class": "label-background", **place, "fill": "#fff", "fill-opacity": "0.85"})
    return ground + centred(lines, *middle, {"class": "label", "fill": "#323f4b", "font-size": SMALL})
