"""Edges as written: what a line and its ends say about type, stroke and length."""

from functools import lru_cache
from typing import NamedTuple

from compiler.diagrams.flowchart.shapes import split_text
from compiler.diagrams.lexing import Token

TYPES = {">": "arrow_point", "x": "arrow_cross", "o": "arrow_circle"}
STARTS = {"<": "arrow_point", "x": "arrow_cross", "o": "arrow_circle", "": "arrow_open"}
LONGEST = 10


class Link(NamedTuple):
    """Example: `-- no --->` is `Link("arrow_point", "normal", 2, "no", "text")`."""

    type: str
    stroke: str
    length: int | None
    label: str = ""
    label_type: str = "text"


INVALID = ("INVALID", "INVALID", None)


def read_link(token: Token) -> Link:
    """The link that a LINK token writes."""
    found = token.found
    if found is None:
        return Link("arrow_open", "normal", 1)
    line = found["line"]
    if line:
        label = found["pipe"]
        return Link(*_ends(line), *split_text(label)) if label else Link(*_ends(line))
    for name in ("normal", "thick", "dotted"):
        label = found[name]
        if label:
            text, head = _split_head(label)
            return Link(*_both(found["head"], name, head + found[f"{name}_line"]), *split_text(text))
    return Link("arrow_open", "normal", 1)


def _split_head(text: str) -> tuple[str, str]:
    """The head that stands right before the second line is no text."""
    return (text[:-1], text[-1]) if text[-1] in "xo<" else (text, "")


@lru_cache(512)
def _ends(line: str) -> tuple[str, str, int | None]:
    """Type, stroke and length of a line such as `<-->`."""
    type_ = TYPES.get(line[-1], "arrow_open")
    body = line[:-1]
    # A head at the start counts only when it is the same as the one at the end.
    if type_ != "arrow_open" and line[0] == ("<" if line[-1] == ">" else line[-1]):
        type_, body = f"double_{type_}", body[1:]
    dots = body.count(".")
    if dots:
        return type_, "dotted", min(dots, LONGEST)
    stroke = {"=": "thick", "~": "invisible"}.get(body[:1], "normal")
    return type_, stroke, min(len(body) - 1, LONGEST)


def _both(start: str, stroke: str, end: str) -> tuple[str, str, int | None]:
    """The same of a line in two parts, with the label between them."""
    type_, end_stroke, length = _ends(end)
    if end_stroke != stroke:
        return INVALID
    if not start:
        return type_, stroke, length
    return (f"double_{type_}", stroke, length) if STARTS[start] == type_ else INVALID
