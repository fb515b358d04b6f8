"""Railroad diagrams as SVG: for each rule a track from its beginning to its end, through what the rule allows.

A part lies on the track with as much room above and below as it needs. What may be left out has a track above it, what
may come again one below it, which leads back.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from queries.drawing.charts.boxes import FILLS, INK
from queries.drawing.svg_elements import centred, element, number, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, text_width

Point = tuple[float, float]
HEIGHT, PAD = 30, 13  # of a box, and beside its text
GAP, TURN = 16, 10  # between two parts on a track, and the radius of a turn
ROW = 12  # between two tracks
LABEL = 16  # the height of a label at a track
RULES = 22  # between two rules
TRACK = {"class": "line", "stroke": "#52606d", "stroke-width": 1.6, "fill": "none"}
LOOKS = {"terminal": (2, 15), "nonterminal": (0, 3), "special": (5, 3)}  # the colour and the corners of a box


class Token(NamedTuple):
    """What is written as it is (terminal), what has a rule (nonterminal), or what is told in words (special)."""

    kind: Literal["terminal", "nonterminal", "special"]
    text: str


class InOrder(NamedTuple):
    """Parts one after the other."""

    parts: "tuple[Part, ...]"


class Choice(NamedTuple):
    """One of several parts."""

    parts: "tuple[Part, ...]"


class Skippable(NamedTuple):
    """A part that may be left out."""

    part: "Part"


class Repeated(NamedTuple):
    """A part once or more often. `label` says how often, "" for any number."""

    part: "Part"
    label: str = ""


Part = Token | InOrder | Choice | Skippable | Repeated


class Rule(NamedTuple):
    """A rule with its name."""

    name: str
    part: Part


class RailroadModel(NamedTuple):
    """The rules of a grammar in their order: at least one."""

    rules: tuple[Rule, ...]


class _Size(NamedTuple):
    """The width of a part, and how far it reaches above and below its track."""

    width: float
    above: float
    below: float


def railroad_svg(model: RailroadModel, *, title: str = "", heading: str = "") -> str:
    """Return the rules as SVG, one below the other. `title` names the image, `heading` is written above it."""
    drawn, y, wide = [], 0.0, 0.0
    for rule in model.rules:
        size = _size(rule.part)
        track = y + LINE + 6 + size.above
        name = text([rule.name], 0, y + LINE / 2, {**INK, "font-weight": "bold"})
        start, end = 5.0, 5 + GAP + size.width + GAP
        ends = _end(start, track) + _end(end, track)
        lines = _line((start, track), (start + GAP, track)) + _line((end - GAP, track), (end, track))
        inner = "".join(_drawn(rule.part, start + GAP, track))
        drawn.append(marked(name + lines + inner + ends, "frame", "", Link("", f"{rule.name} = {words(rule.part)}")))
        wide = max(wide, end + 5, text_width(rule.name) * 1.1)
        y = track + size.below + RULES
    return image(Painted("".join(drawn), wide, y - RULES), title, heading)


def words(part: Part, *, within: bool = False) -> str:
    """Return a part in a line: `"a" (b | c)? d+`. One `within` another is in brackets where it needs them."""
    match part:
        case Token("terminal", shown):
            return f'"{shown}"'
        case Token(_, shown):
            return shown
        case InOrder(parts):
            found = " ".join(words(one, within=isinstance(one, Choice)) for one in parts)
        case Choice(parts):
            found = " | ".join(map(words, parts))
        case Skippable(Repeated(inner, "")):
            return f"{words(inner, within=True)}*"
        case Skippable(inner):
            return f"{words(inner, within=True)}?"
        case Repeated(inner, label):
            return f"{words(inner, within=True)}{f' ({label})' if label else '+'}"
    return f"({found})" if within else found


def _size(part: Part) -> _Size:
    match part:
        case Token(_, shown):
            return _Size(max(HEIGHT, text_width(shown) + 2 * PAD), HEIGHT / 2, HEIGHT / 2)
        case InOrder(parts):
            sizes = [_size(one) for one in parts]
            wide = sum(one.width for one in sizes) + GAP * max(0, len(sizes) - 1)
            above, below = (max((one[at] for one in sizes), default=0) for at in (1, 2))
            return _Size(wide, above, below)
        case Choice(parts):
            sizes = [_size(one) for one in parts]
            below = sum(one.above + one.below + ROW for one in sizes) - sizes[0].above - ROW
            return _Size(max(one.width for one in sizes) + 4 * TURN, sizes[0].above, below)
        case Skippable(inner):
            size = _size(inner)
            return _Size(size.width + 4 * TURN, size.above + ROW, size.below)
        case Repeated(inner, label):
            size = _size(inner)
            room = ROW + (LABEL if label else 0)
            return _Size(max(size.width, text_width(label)) + 2 * TURN, size.above, size.below + room)


def _drawn(part: Part, x: float, y: float) -> Iterator[str]:
    """Yield a part whose track begins at x, y."""
    width, above, _ = _size(part)
    match part:
        case Token(kind, shown):
            yield _box(kind, shown, x, y, width)
        case InOrder(parts):
            for at, one in enumerate(parts):
                yield from _drawn(one, x, y)
                x += _size(one).width
                if at < len(parts) - 1:
                    yield _line((x, y), (x + GAP, y))
                    x += GAP
        case Choice(parts):
            yield from _choice(parts, x, y, width)
        case Skippable(inner):
            inside, track = _size(inner).width, y - above
            yield _line((x, y), (x + 2 * TURN, y)) + _line((x + width - 2 * TURN, y), (x + width, y))
            yield _turned([(x, y), (x + TURN, y), (x + TURN, track), (x + width - TURN, track)], (x + width - TURN, y))
            yield _line((x + width - TURN, y), (x + width, y))
            yield from _drawn(inner, x + (width - inside) / 2, y)
        case Repeated(inner, label):
            inside, track = _size(inner).width, y + _size(inner).below + ROW
            left = x + (width - inside) / 2
            yield _line((x, y), (left, y)) + _line((left + inside, y), (x + width, y))
            yield _back(x, x + width, y, track)
            yield centred([label], x + width / 2, track + LABEL / 2 + 2, {"class": "label", "fill": "#52606d"})
            yield from _drawn(inner, left, y)


def _choice(parts: Sequence[Part], x: float, y: float, width: float) -> Iterator[str]:
    track = y
    right = x + width
    for at, one in enumerate(parts):
        size = _size(one)
        track += size.above if at else 0
        inside = x + (width - size.width) / 2
        if at:
            yield _turned([(x, y), (x + TURN, y), (x + TURN, track)], (inside, track))
            yield _turned([(inside + size.width, track), (right - TURN, track), (right - TURN, y)], (right, y))
        else:
            yield _line((x, y), (inside, y)) + _line((inside + size.width, y), (right, y))
        yield from _drawn(one, inside, track)
        track += size.below + ROW


def _box(kind: str, shown: str, x: float, y: float, width: float) -> str:
    colour, corner = LOOKS[kind]
    fill, stroke = FILLS[colour]
    dashes = {"stroke-dasharray": "5 4"} if kind == "special" else {}
    place = {"x": x, "y": y - HEIGHT / 2, "width": width, "height": HEIGHT, "rx": corner}
    frame = element("rect", {"class": "shape", **place, "fill": fill, "stroke": stroke, "stroke-width": 1.2, **dashes})
    return marked(frame + centred([shown], x + width / 2, y, INK), "node", "", Link("", f"{kind}: {shown}"))


def _line(start: Point, end: Point) -> str:
    if start == end:
        return ""
    data = f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"
    return element("path", {**TRACK, "d": data})


def _turned(points: Sequence[Point], end: Point) -> str:
    """Return a track through points with round corners."""
    way = [*points, end]
    data = f"M{number(way[0][0])} {number(way[0][1])}"
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        near, far = _near(corner, before), _near(corner, after)
        a, b, c = (f"{number(px)} {number(py)}" for px, py in (near, corner, far))
        data += f"L{a}Q{b} {c}"
    return element("path", {**TRACK, "d": f"{data}L{number(end[0])} {number(end[1])}"})


def _near(corner: Point, other: Point) -> Point:
    """Return the point of a line at which its turn begins, half way at most."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    size = abs(dx) + abs(dy)
    part = min(TURN, size / 2) / size if size else 0
    return corner[0] + dx * part, corner[1] + dy * part


def _back(left: float, right: float, y: float, track: float) -> str:
    """Return a track that leads back below a part, with an arrow in its middle."""
    points = [(right - TURN, y), (right, y), (right, track), (left, track), (left, y)]
    middle = (left + right) / 2
    arrow = f"M{number(middle - 4)} {number(track)}L{number(middle + 4)} {number(track - 4)}V{number(track + 4)}Z"
    head = element("path", {"class": "shape", "fill": "#52606d", "d": arrow})
    return _turned(points, (left + TURN, y)) + head


def _end(x: float, y: float) -> str:
    return element("circle", {"class": "shape ink", "cx": x, "cy": y, "r": 5, "fill": "#3e4c59"})
