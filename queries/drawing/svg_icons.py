"""The icons of services in SVG: a cloud, a database, a disk, the internet, a server. Each is one path of lines."""

from collections.abc import Mapping, Sequence

from queries.drawing.svg_elements import Attributes, element, number

Stroke = tuple[float, float, str]  # where a line begins, and its data from there on


def _circle(x: float, y: float, radius: float) -> Stroke:
    arc = f"a{number(radius)} {number(radius)} 0 1 0"
    return x - radius, y, f"{arc} {number(2 * radius)} 0{arc} {number(-2 * radius)} 0"


def _drawer(top: float) -> Sequence[Stroke]:
    """Return a part of a server with two lamps and a slot."""
    corners = "h26a2 2 0 0 1 2 2v5a2 2 0 0 1 -2 2h-26a2 2 0 0 1 -2 -2v-5a2 2 0 0 1 2 -2z"
    return (7, top, corners), (10, top + 4.5, "h1.5"), (14, top + 4.5, "h1.5"), (24, top + 4.5, "h7")


_LID = "a14 5 0 0 0 28 0"
_CASE = "h22a3 3 0 0 1 3 3v28a3 3 0 0 1 -3 3h-22a3 3 0 0 1 -3 -3v-28a3 3 0 0 1 3 -3z"
_CLOUD = "h19a7 7 0 0 0 2 -13.7a10 10 0 0 0 -18.6 -2.6a8 8 0 0 0 -9.4 8a8.2 8.2 0 0 0 7 8.3z"
# In a square of 40 pixels.
ICONS: Mapping[str, Sequence[Stroke]] = {
    "cloud": ((11, 31, _CLOUD),),
    "database": ((6, 9, f"a14 5 0 0 1 28 0a14 5 0 0 1 -28 0v22{_LID}v-22"), (6, 16.5, _LID), (6, 24, _LID)),
    "disk": ((9, 3, _CASE), _circle(20, 17, 10), _circle(20, 17, 3), (12, 33, "l8 -13")),
    "internet": (
        _circle(20, 20, 16),
        (20, 4, "a8 16 0 0 0 0 32a8 16 0 0 0 0 -32v32"),
        *((4, 20, "h32"), (6.6, 12, "h26.8"), (6.6, 28, "h26.8")),
    ),
    "server": (*_drawer(4), *_drawer(15.5), *_drawer(27)),
}


def icon(name: str, x: float, y: float, look: Attributes) -> str:
    """Return an icon with its upper left corner at x, y."""
    data = "".join(f"M{number(x + left)} {number(y + top)}{rest}" for left, top, rest in ICONS[name])
    return element("path", {**look, "fill": "none", "d": data, "stroke-linejoin": "round"})
