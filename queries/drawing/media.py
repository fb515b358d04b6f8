"""The sizes of pictures and icons of nodes. Nothing is fetched: a picture is a frame, an icon is drawn or named.

A label stands above the frame or below it, and may be wider. Lines end at the frame, or at the label.
"""

import re
from collections.abc import Sequence

from queries.drawing.graph_model import Media
from queries.drawing.labels import wrap_evenly
from queries.drawing.outlines import ICON
from queries.drawing.shape_looks import Points
from queries.drawing.svg_icons import ICONS
from queries.drawing.text_metrics import FONT_SIZE, LINE, PIXELS, text_width

PICTURE = (80, 60)  # the size of a picture of which no size is known
LEAST, MOST = 16, 600  # pixels of a side of a picture or an icon
ICON_SIZE, ICON_PAD = 48, 8
SMALL = 11  # the size of the font of the names of icons
GAP = 4  # between the frame and the label
NAME_WIDTH = 72  # pixels in the font of labels, to which the name of an icon is wrapped

Place = tuple[float, float, float, float]  # of the frame in the box: left, top, width, height


def icon_name(media: Media) -> str:
    """Return the name of an icon without that of its collection: `user` of `fa:user` and of `fa:fa-user`."""
    return re.sub(r"\Afa-", "", media.name.rpartition(":")[2]) or media.name


def name_lines(media: Media) -> tuple[str, ...]:
    """Return the name of an icon in lines; () of one that is drawn."""
    name = icon_name(media)
    return () if media.kind == "picture" or name in ICONS else wrap_evenly(name.replace("-", " "), NAME_WIDTH, PIXELS)


def frame_size(media: Media) -> tuple[int, int]:
    """Return the size of the frame of a picture or an icon. With one side given, a picture is a square."""
    if media.kind == "picture":
        width, height = media.width or media.height or PICTURE[0], media.height or media.width or PICTURE[1]
        return _bounded(width), _bounded(height)
    side = _bounded(media.height or ICON_SIZE) + (2 * ICON_PAD if media.kind else 0)
    lines = name_lines(media)
    wide = max(map(text_width, lines), default=0) * SMALL / FONT_SIZE
    high = len(lines) * (LINE - 4)
    around = (wide**2 + high**2) ** 0.5 if media.kind == "circle" else max(wide, high)
    drawn = ICON if not lines else 0
    side = int(max(side, around + ICON_PAD, drawn * (1.5 if media.kind == "circle" else 1)))
    return side, side


def _bounded(side: float) -> int:
    return round(min(max(side, LEAST), MOST))


def media_size(media: Media, label: Sequence[str]) -> tuple[int, int]:
    """Return the size of the frame with its label."""
    width, height = frame_size(media)
    wide = max(map(text_width, label), default=0)
    return max(width, wide), height + (len(label) * LINE + GAP if label else 0)


def frame_place(media: Media, label: Sequence[str], width: float, height: float) -> Place:
    """Return the place of the frame in a box of a size, which may be larger than is needed."""
    own = frame_size(media)
    needed = media_size(media, label)[1]
    top = (height - needed) / 2 + (needed - own[1] if media.label_above else 0)
    return (width - own[0]) / 2, top, *own


def media_outline(media: Media, label: Sequence[str], width: float, height: float) -> Points:
    """Return the outline of the frame and its label in a box of a size, clockwise."""
    left, top, wide, high = frame_place(media, label, width, height)
    right, bottom = left + wide, top + high
    if not label:
        return (left, top), (right, top), (right, bottom), (left, bottom)
    half = max(map(text_width, label)) / 2 + 2
    first, last = width / 2 - half, width / 2 + half
    if media.label_above:
        upper = top - GAP - len(label) * LINE
        return (
            *((first, upper), (last, upper), (last, top), (right, top)),
            *((right, bottom), (left, bottom), (left, top), (first, top)),
        )
    lower = bottom + GAP + len(label) * LINE
    return (
        *((left, top), (right, top), (right, bottom), (last, bottom)),
        *((last, lower), (first, lower), (first, bottom), (left, bottom)),
    )
