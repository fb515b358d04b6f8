"""A kanban board as SVG: columns side by side, with their cards one below the other."""

from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS, INK, wrapped
from queries.drawing.svg_elements import centred, element, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, bold_width, text_width

WIDTH, GAP, PAD = 220, 14, 10  # of a column
STRONG = {**INK, "font-weight": "bold"}
QUIET = {"fill": "#52606d", "font-size": 12}
PRIORITIES = {  # the colour at the side of a card
    "very high": "#e03131",
    "high": "#f08c00",
    "medium": "#c3a500",
    "low": "#1971c2",
    "very low": "#74a9d8",
}


class Card(NamedTuple):
    """A card: its text, and what is known of it, "" for nothing."""

    label: str
    ticket: str = ""
    assigned: str = ""
    priority: str = ""


class Column(NamedTuple):
    """A column with its cards."""

    title: str
    cards: tuple[Card, ...]


class KanbanModel(NamedTuple):
    """A board to draw: at least one column."""

    columns: tuple[Column, ...]


def kanban_svg(model: KanbanModel, *, title: str = "", heading: str = "") -> str:
    """Return a board as SVG. `title` names the image, `heading` is written above it. Columns are equally high."""
    heads = [wrapped(one.title, WIDTH) for one in model.columns]
    width = max([WIDTH, *(bold_width(line) + 2 * PAD for lines in heads for line in lines)])
    top = max(map(len, heads)) * LINE + 2 * PAD
    columns, height = [], float(top + LINE)
    for at, column in enumerate(model.columns):
        drawn, y = [], float(top)
        for card in column.cards:
            shown, low = _card(card, at * (width + GAP) + PAD, y, width - 2 * PAD)
            drawn.append(shown)
            y = low + PAD
        columns.append("".join(drawn))
        height = max(height, y)
    frames = [_column(model, at, heads[at], width, height) + columns[at] for at in range(len(columns))]
    whole = len(columns) * (width + GAP) - GAP
    return image(Painted("".join(frames), whole, height), title, heading)


def _column(model: KanbanModel, at: int, lines: tuple[str, ...], width: float, height: float) -> str:
    fill, stroke = FILLS[at % len(FILLS)]
    frame = {"class": "shape", "width": width, "height": height, "rx": 6, "fill": fill, "stroke": stroke}
    x, column = at * (width + GAP), model.columns[at]
    head = centred(lines, x + width / 2, PAD + len(lines) * LINE / 2, STRONG)
    cards = "1 card" if len(column.cards) == 1 else f"{len(column.cards)} cards"
    return marked(element("rect", {**frame, "x": x, "y": 0}) + head, "frame", "", Link("", f"{column.title}: {cards}"))


def _card(card: Card, x: float, y: float, width: float) -> tuple[str, float]:
    """Return a card below a place, and where it ends."""
    lines = wrapped(card.label, int(width) - 6)
    foot = _foot(card, width - 2 * PAD)
    height = (len(lines) + len(foot)) * LINE + 2 * PAD - 4
    frame = {"class": "shape", "x": x, "y": y, "width": width, "height": height, "rx": 4, "fill": "#fff"}
    drawn = element("rect", {**frame, "stroke": "#9aa5b1"})
    colour = PRIORITIES.get(card.priority.lower())
    if colour:
        stripe = {"class": "shape", "x": x + 2, "y": y + 3, "width": 4, "height": height - 6, "rx": 2, "fill": colour}
        drawn += element("rect", stripe)
    drawn += text(lines, x + PAD + 2, y + PAD + LINE / 2 - 2, INK)
    for at, (left, right) in enumerate(foot):
        middle = y + PAD + (len(lines) + at) * LINE + LINE / 2 - 2
        drawn += text([left], x + PAD + 2, middle, QUIET)
        drawn += text([right], x + width - PAD, middle, {"text-anchor": "end", **QUIET})
    known = [
        card.ticket,
        card.assigned and f"assigned to {card.assigned}",
        card.priority and f"priority {card.priority}",
    ]
    said = ", ".join(one for one in known if one)
    return marked(drawn, "node", "", Link("", f"{card.label} ({said})" if said else card.label)), y + height


def _foot(card: Card, room: float) -> list[tuple[str, str]]:
    """Return what is known of a card, left and right in rows: both in one row where there is room."""
    if text_width(card.ticket) + text_width(card.assigned) + 12 <= room:
        return [(card.ticket, card.assigned)] if card.ticket or card.assigned else []
    return [(line, "") for one in (card.ticket, card.assigned) for line in wrapped(one, int(room) + 2 * PAD)]
