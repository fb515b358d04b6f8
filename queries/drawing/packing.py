"""Drawings that are not connected, side by side."""

from collections.abc import Sequence

from queries.drawing.graph_model import Direction, Style
from queries.drawing.picture import Picture


def packed(pictures: Sequence[Picture], direction: Direction, room: int, style: Style) -> Picture:
    """The pictures in rows as long as there is room; one below the other where layers stand side by side."""
    whole = Picture()
    x = y = row = 0
    for picture in pictures:
        if x and (direction in ("LR", "RL") or x + picture.width > room):
            x, y, row = 0, y + row + 1, 0
        whole.add(picture, x, y)
        whole.width = max(whole.width, x + picture.width)
        x += picture.width + style.gap
        row = max(row, picture.height)
        whole.height = y + row
    return whole
