"""SVG as text: elements with escaped attributes and texts, numbers without needless digits."""

import re
from collections.abc import Iterable, Mapping, Sequence

from queries.drawing.emphasis import Run, runs, without_marks
from queries.drawing.text_metrics import LINE

# Characters that XML forbids, and those that reorder a line for its reader.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)

Attributes = Mapping[str, object]


def escaped(text: str) -> str:
    """Return a text as XML may hold it between tags."""
    return _FORBIDDEN.sub("", without_marks(text)).translate(_TEXT)


def quoted(text: str) -> str:
    """Return a text as XML may hold it in an attribute with double quotes."""
    return _FORBIDDEN.sub("", without_marks(text)).translate(_ATTRIBUTE)


def number(value: float) -> str:
    """Return a coordinate with at most one digit after the point."""
    shown = f"{value:.1f}"
    shown = shown.removesuffix(".0")
    return "0" if shown == "-0" else shown


def element(name: str, attributes: Attributes, *content: str) -> str:
    """Return an element. `content` is SVG already. Attributes that are None are left out."""
    shown = "".join(
        f' {key}="{quoted(number(value) if isinstance(value, float | int) else str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{name}{shown}>{inner}</{name}>" if inner else f"<{name}{shown}/>"


def path(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """Return the data of a path of straight lines."""
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{drawn}Z" if closed else f"M{drawn}"


def text(lines: Sequence[str], x: float, y: float, attributes: Attributes) -> str:
    """Return lines of text one below the other. `y` is the middle of the first."""
    return "".join(
        element("text", {"x": x, "y": y + at * LINE + 5, **attributes}, _styled(line))
        for at, line in enumerate(lines)
        if line.strip()
    )


def _styled(line: str) -> str:
    """Return the content of a line of text, with its bold and italic parts."""
    if line.isascii():
        return escaped(line)
    return "".join(_span(run) if run.bold or run.italic else escaped(run.text) for run in runs(line))


def _span(run: Run) -> str:
    look = {"font-weight": "bold" if run.bold else None, "font-style": "italic" if run.italic else None}
    return element("tspan", look, escaped(run.text))


def centred(lines: Sequence[str], x: float, y: float, attributes: Attributes) -> str:
    """Return lines of text around a middle."""
    return text(lines, x, y - (len(lines) - 1) * LINE / 2, {"text-anchor": "middle", **attributes})
