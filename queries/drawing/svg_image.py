"""What every image in SVG has: its size, background and heading, and parts with titles, links and marks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import element, escaped, text
from queries.drawing.text_metrics import FONT_SIZE, LINE, PIXELS, bold_width, text_width

MARGIN = 12
FONT = "Arial, Helvetica, 'Liberation Sans', 'Noto Sans', sans-serif"
NOTE_WIDTH = 600  # least room for headings and notes


class Link(NamedTuple):
    """What a part of a drawing leads to: an address, "" for none, and the text that hovering shows."""

    href: str = ""
    title: str = ""


Links = Mapping[str, Link]
Marks = Mapping[str, str]  # came, went, changed or current, by the id of a part
MARK_COLOURS = {"came": "#2f9e44", "went": "#e03131", "changed": "#f08c00", "current": "#1971c2"}


class Painted(NamedTuple):
    """A drawing that is written, and its size."""

    content: str
    width: float
    height: float


def marked(content: str, kind: str, id_: str, link: Link, mark: str = "") -> str:
    """Return a part of a drawing with its title, and as a link where there is an address. A mark is said in words."""
    attributes = {"class": f"{kind} {mark}".strip(), "data-id": id_ or None}
    title = f"{link.title} ({mark})" if mark in MARK_COLOURS else link.title
    inner = (f"<title>{escaped(title)}</title>" if title else "") + content
    return element("a", {"href": link.href, **attributes}, inner) if link.href else element("g", attributes, inner)


def image(painted: Painted, title: str = "", heading: str = "", notes: Sequence[str] = ()) -> str:
    """Return a whole image, with a margin and a background."""
    room = int(max(painted.width, NOTE_WIDTH))
    above = wrap_evenly(heading, room, PIXELS) if heading.strip() else ()
    below = [line for note in notes for line in wrap_evenly(note, room, PIXELS)]
    top = (len(above) * LINE + 14) if above else 0
    bottom = (len(below) * LINE + 14) if below else 0
    wide = max([painted.width, *map(bold_width, above), *map(text_width, below)])
    width, height = int(wide) + 1 + 2 * MARGIN, int(painted.height) + 1 + 2 * MARGIN + top + bottom
    box = {"x": -MARGIN, "y": -MARGIN - top, "width": width, "height": height}
    head = {"class": "heading", "font-weight": "bold", "text-anchor": "middle", "fill": "#1f2933"}
    foot = {"class": "note-text", "fill": "#52606d"}
    name = title or heading
    return element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "drawing",
            "width": width,
            "height": height,
            "viewBox": f"{-MARGIN} {-MARGIN - top} {width} {height}",
            "font-family": FONT,
            "font-size": FONT_SIZE,
            **({"role": "group", "aria-label": name} if name else {}),
        },
        f"<title>{escaped(name)}</title>" if name else "",
        element("rect", {"class": "background", **box, "fill": "#fff"}),
        text(above, wide / 2, LINE / 2 - top, head),
        painted.content,
        text(below, 0, painted.height + 14 + LINE / 2, foot),
    )
