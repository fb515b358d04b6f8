"""How labels, shapes and links of a flowchart are written."""

import re

from compiler.languages.diagrams.facts import Edge
from compiler.languages.diagrams.facts.written import WrittenLink
from queries.errors.near import nearest
from queries.operations.arguments import one_line
from queries.operations.refusals import invalid

# The brackets of each shape, by the name that the facts give it.
BRACKETS = {
    "squareRect": ("[", "]"),
    "roundedRect": ("(", ")"),
    "stadium": ("([", "])"),
    "subroutine": ("[[", "]]"),
    "cylinder": ("[(", ")]"),
    "circle": ("((", "))"),
    "doublecircle": ("(((", ")))"),
    "diamond": ("{", "}"),
    "hexagon": ("{{", "}}"),
    "odd": (">", "]"),
    "ellipse": ("(-", "-)"),
    "lean_right": ("[/", "/]"),
    "lean_left": ("[\\", "\\]"),
    "trapezoid": ("[/", "\\]"),
    "inv_trapezoid": ("[\\", "/]"),
}
# Other names of these shapes: those of the seed, of Mermaid's brackets, and its names of new shapes that look alike.
SHAPE_NAMES = {
    "rect": "squareRect",
    "square": "squareRect",
    "rectangle": "squareRect",
    "round": "roundedRect",
    "rounded": "roundedRect",
    "database": "cylinder",
    "decision": "diamond",
}
SHAPES = (*BRACKETS, *SHAPE_NAMES)
_PLAIN = re.compile(r"(?!end$)[^\W_](?:[\w ,.?!'’+]|-(?!-)|:(?!:))*")
_ENTITY = re.compile(r"#(?=\w+;)|&(?=#?\w+;)")
CONNECTOR = re.compile(r"[<xo]?(?:--+[->xo]|==+[=>xo]|-\.+-[>xo]?)|~~~+")


def shape_named(shape: str) -> str:
    """Return the name that the facts give a shape. Raises QueryError for one that no brackets draw."""
    name = SHAPE_NAMES.get(shape, shape)
    if name not in BRACKETS:
        near = nearest(shape, SHAPES, 3)
        raise invalid("No brackets draw this shape", shape=shape, did_you_mean=near)
    return name


def label_text(name: str, text: str, *, is_quoted: bool) -> str:
    """Return a label as it is written: in quotes if the label before it was, or if it has signs that would be read.
    Raises QueryError if it cannot be written. `name` is the argument that it comes from."""
    label = one_line(name, text)
    if "`" in label[:1]:
        raise invalid(f"'{name}' begins with a backtick, which marks markdown", **{name: label})
    written = _ENTITY.sub(lambda sign: "#35;" if sign[0] == "#" else "#amp;", label).replace('"', "#quot;")
    return written if not is_quoted and _PLAIN.fullmatch(label) else f'"{written}"'


def check_connector(connector: str) -> str:
    """Return an arrow. Raises QueryError if it is none of a flowchart."""
    if not CONNECTOR.fullmatch(connector.strip()):
        hint = "An arrow is -->, ---, -.->, ==>, --o, --x, <-->, ~~~ or a longer one."
        raise invalid("This is no arrow", connector=connector, hint=hint)
    return connector.strip()


def link_text(link: WrittenLink, text: str, edge: Edge, connector: str | None, label: str | None) -> str:
    """Return the text of a link with another arrow or another label, "" for none. What is None stays as it is."""
    own = text[slice(*link.place)]
    if connector is None and label is not None and link.label and label:
        start, end = (one - link.place.start for one in link.label)
        old = own[start:end]
        if link.line is not None or _PLAIN.fullmatch(label):
            return own[:start] + label_text("label", label, is_quoted=old.startswith('"')) + own[end:]
    id_ = f"{link.name}@" if link.name else ""
    line = connector or (text[slice(*link.line)] if link.line else edge.connector)
    if label is None:
        written = text[slice(*link.label)] if link.label else ""
        if written and link.line is None and not written.startswith('"') and not _PLAIN.fullmatch(written):
            written = f'"{written}"'
    else:
        written = label_text("label", label, is_quoted=False) if label else ""
    return f"{id_}{line}|{written}|" if written else f"{id_}{line}"
