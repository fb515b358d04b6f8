"""Where the texts of an image are, for tests that they do not meet."""

from itertools import combinations

from queries.drawing.text_metrics import FONT_SIZE, LINE, text_width
from tests.queries.diagrams.svg_reader import SVG, parsed

Place = tuple[float, float, float, float]  # left, top, right, bottom


def text_places(svg: str) -> dict[str, Place]:
    """Return the places of all texts, by the text; of one that is written twice that of the last."""
    found = {}
    for one in parsed(svg).iter(f"{SVG}text"):
        shown = "".join(one.itertext())
        part = float(one.get("font-size") or FONT_SIZE) / FONT_SIZE
        x, y, width = float(one.get("x", 0)), float(one.get("y", 0)) - 5, text_width(shown) * part
        left = x - {"end": width, "middle": width / 2}.get(one.get("text-anchor", ""), 0)
        found[shown] = (left, y - LINE * part / 2 + 2, left + width, y + LINE * part / 2 - 2)
    return found


def meeting(svg: str) -> list[tuple[str, str]]:
    """Return the pairs of texts that meet."""
    return [
        (one, other)
        for (one, a), (other, b) in combinations(text_places(svg).items(), 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


def inside(svg: str) -> bool:
    """Whether all texts are inside the image."""
    left, top, width, height = map(float, parsed(svg).get("viewBox", "").split())
    return all(
        left <= a and top <= b and c <= left + width and d <= top + height for a, b, c, d in text_places(svg).values()
    )
