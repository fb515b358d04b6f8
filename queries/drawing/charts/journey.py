"""A user journey as SVG: its tasks from left to right below their sections, and for each a face that stands the higher
the happier its actors are."""

from typing import NamedTuple

from queries.drawing.charts.boxes import INK, LINES, arrow, bands, box, height_of, wrapped
from queries.drawing.svg_elements import element, number, path, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import text_width

BEST = 5  # the highest score
WIDTH, GAP = 150, 12  # of a column
STEP, FACE, DOT = 34, 15, 6  # between two scores; the radii of a face, and of the dot of an actor
ROW = 24  # of the legend
COLOURS = (
    *("#8fb4ee", "#8ed1a4", "#f5c37a", "#e3a0cf", "#84cdd6", "#b8a3ea", "#f0a596", "#c5d17c"),
    *("#9fb3c8", "#d9b08c", "#a3d9c9", "#d3c1e5"),
)


class JourneyTask(NamedTuple):
    """A task with its score, from 0 to 5, its actors, and its section, "" for none."""

    title: str
    score: float
    actors: tuple[str, ...]
    section: str = ""


class JourneyModel(NamedTuple):
    """A journey to draw: at least one task."""

    tasks: tuple[JourneyTask, ...]


def journey_svg(model: JourneyModel, *, title: str = "", heading: str = "") -> str:
    """Return a journey as SVG. `title` names the image, `heading` is written above it."""
    actors = list(dict.fromkeys(actor for one in model.tasks for actor in one.actors))
    left = max(map(text_width, actors)) + 2 * DOT + 34 if actors else 0
    sections = list(bands([one.section for one in model.tasks]))
    spans = [one.columns * (WIDTH + GAP) - GAP for one in sections]
    titles = [wrapped(one.title, span) if one.title else () for one, span in zip(sections, spans, strict=True)]
    top = max(map(height_of, titles)) + 10 if any(titles) else 0
    lines = [wrapped(one.title, WIDTH) for one in model.tasks]
    height = max(map(height_of, lines))
    foot = top + height + DOT + 30 + BEST * STEP + FACE + 12
    drawn = []
    for band, span, said in zip(sections, spans, titles, strict=True):
        first = left + band.first * (WIDTH + GAP)
        if said:
            head = box(said, first, 0, span, top - 10, band.number)
            drawn.append(marked(head, "frame", "", Link("", band.title)))
        for at in range(band.first, band.first + band.columns):
            x = left + at * (WIDTH + GAP)
            drawn.append(_task(model.tasks[at], lines[at], (x, top, height, foot), band.number, actors))
    width = left + len(model.tasks) * (WIDTH + GAP)
    return image(
        Painted("".join([*drawn, arrow(left, width, foot), *_legend(actors)]), width, foot + 8), title, heading
    )


def _task(
    task: JourneyTask,
    lines: tuple[str, ...],
    place: tuple[float, float, float, float],
    section: int,
    actors: list[str],
) -> str:
    """Return a task with its actors and its face. `place` is its left side, top and height, and the foot of all."""
    x, y, height, foot = place
    middle, face = x + WIDTH / 2, foot - 12 - FACE - task.score * STEP
    fall = {**LINES, "d": path([(middle, y + height), (middle, foot)]), "stroke-dasharray": "4 3"}
    people = "".join(
        _dot(x + 14 + at * (2 * DOT + 4), y + height, actors.index(actor)) for at, actor in enumerate(task.actors)
    )
    score = number(task.score)
    said = f"{task.title}: {score} of {BEST}" + (f" ({', '.join(task.actors)})" if task.actors else "")
    shown = text([score], middle + FACE + 6, face, INK)
    content = (
        element("path", fall) + box(lines, x, y, WIDTH, height, section) + people + _face(middle, face, task.score)
    )
    return marked(content + shown, "node", "", Link("", said))


def _face(x: float, y: float, score: float) -> str:
    """Return a face that smiles above a score of 3, and does not below it."""
    look = {"class": "shape", "fill": "#fff2b8", "stroke": "#8a6d00", "stroke-width": 1.2}
    bend = 6 if score > 3 else -6 if score < 3 else 0
    level = y + 6 - bend / 3
    mouth = f"M{number(x - 6)} {number(level)}Q{number(x)} {number(level + bend)} {number(x + 6)} {number(level)}"
    eyes = (element("circle", {"cx": x + side, "cy": y - 4, "r": 1.6, "fill": "#3e4c59"}) for side in (-5, 5))
    drawn = element("path", {"d": mouth, "fill": "none", "stroke": "#3e4c59", "stroke-width": 1.4})
    return element("circle", {**look, "cx": x, "cy": y, "r": FACE}) + "".join(eyes) + drawn


def _dot(x: float, y: float, actor: int) -> str:
    look = {"class": "shape", "fill": COLOURS[actor % len(COLOURS)], "stroke": "#3e4c59", "stroke-width": 1}
    return element("circle", {**look, "cx": x, "cy": y, "r": DOT})


def _legend(actors: list[str]) -> list[str]:
    return [
        marked(
            _dot(DOT + 1, 12 + at * ROW, at) + text([actor], 2 * DOT + 10, 12 + at * ROW, INK),
            "key",
            "",
            Link("", actor),
        )
        for at, actor in enumerate(actors)
    ]
