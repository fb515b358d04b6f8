"""Type, stroke, length and label of an edge, read from its line and the heads of it."""

from functools import lru_cache
from typing import NamedTuple

from compiler.languages.diagrams.syntax.flowchart.shapes import split_text
from compiler.languages.diagrams.syntax.shared.lexing import Token

TYPES = {">": "arrow_point", "x": "arrow_cross", "o": "arrow_circle"}
STARTS = {"<": "arrow_point", "x": "arrow_cross", "o": "arrow_circle", "": "arrow_open"}
MAX_LENGTH = 10


class Link(NamedTuple):
    """An edge as written. `-- no --->` is `Link("arrow_point", "normal", 2, "none", "arrow_point", "no", "text")`."""

    type: str
    stroke: str
    length: int | None
    arrow_start: str
    arrow_end: str
    label: str = ""
    label_type: str = "text"


INVALID = Link("INVALID", "INVALID", None, "none", "arrow_point")


def read_link(token: Token) -> Link:
    """The link in a LINK or SIMPLE token."""
    found = token.found
    if found is None:
        return _one_line("---")
    line = found["line"]
    if line:
        label = found["pipe"]
        return Link(*_one_line(line)[:5], *split_text(label)) if label else _one_line(line)
    name = "normal" if found["normal"] else "thick" if found["thick"] else "dotted"
    text, head = _split_head(found[name])
    return Link(*_two_lines(found["head"], name, head + found[f"{name}_line"])[:5], *split_text(text))


def _split_head(text: str) -> tuple[str, str]:
    """Split the text of an edge from the head right before its second line."""
    return (text[:-1], text[-1]) if text[-1] in "xo<" else (text, "")


@lru_cache(512)
def _one_line(line: str) -> Link:
    """The link of an edge with one line, such as `<-->`."""
    type_ = TYPES.get(line[-1], "arrow_open")
    body = line[:-1]
    # A head at the start counts only when it equals the one at the end.
    double = type_ != "arrow_open" and line[0] == ("<" if line[-1] == ">" else line[-1])
    if double:
        body = body[1:]
    dots = body.count(".")
    stroke = "dotted" if dots else {"=": "thick", "~": "invisible"}.get(body[:1], "normal")
    return _link(type_, stroke, min(dots or len(body) - 1, MAX_LENGTH), double=double)


@lru_cache(512)
def _two_lines(start: str, stroke: str, end: str) -> Link:
    """The link of an edge with a label between two lines: its head at the start, its stroke, and the second line."""
    link = _one_line(end)
    if link.stroke != stroke:
        return INVALID
    if not start:
        return link
    return _link(link.type, stroke, link.length, double=True) if STARTS[start] == link.type else INVALID


def _link(type_: str, stroke: str, length: int | None, *, double: bool) -> Link:
    head = "none" if type_ == "arrow_open" else type_
    return Link(f"double_{type_}" if double else type_, stroke, length, head if double else "none", head)
