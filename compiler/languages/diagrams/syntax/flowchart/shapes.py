"""The shapes of nodes: as brackets and `@{ shape: … }` state them, and as Mermaid draws them."""

from typing import Any

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS

# Opening bracket -> type and length of the closing bracket.
BRACKETS = {
    "(((": ("doublecircle", 3),
    "((": ("circle", 2),
    "(-": ("ellipse", 2),
    "([": ("stadium", 2),
    "(": ("round", 1),
    "[[": ("subroutine", 2),
    "[(": ("cylinder", 2),
    "[/": ("trapezoid", 2),
    "[\\": ("inv_trapezoid", 2),
    "[|": ("rect", 1),
    "[": ("square", 1),
    "{{": ("hexagon", 2),
    "{": ("diamond", 1),
    ">": ("odd", 1),
}
# Slanted sides, by the opening bracket and whether the closing one is `/]`.
SLANTED = {
    ("[/", True): "lean_right",
    ("[\\", True): "inv_trapezoid",
    ("[/", False): "trapezoid",
    ("[\\", False): "lean_left",
}
RESOLVED_SHAPES: dict[str | None, str] = {None: "squareRect", "square": "squareRect", "round": "roundedRect"}
ICON_FORMS = {"circle": "iconCircle", "square": "iconSquare", "rounded": "iconRounded"}


def split_shape(shape: str) -> tuple[str, str]:
    """Type and text of a shape as written: ("stadium", "x") for `([x])`."""
    opening = "(((" if shape.startswith("(((") else shape[:2] if shape[:2] in BRACKETS else shape[:1]
    name, size = BRACKETS[opening]
    if opening in ("[/", "[\\"):
        name = SLANTED[opening, shape.endswith("/]")]
    return name, shape[len(opening) : -size]


def split_text(text: str) -> tuple[str, str]:
    """Label and label type of a text: without its quotes and the backticks of markdown, with plain text after them, and
    without empty pairs of quotes."""
    if '""' in text:
        text = _without_pairs(text)
    if text.startswith('"`'):
        inner, _, rest = text[2:].partition('`"')
        return (inner + rest).strip(JS_BLANKS), "markdown"
    if text.startswith('"'):
        inner, _, rest = text[1:].partition('"')
        return (inner + rest).strip(JS_BLANKS), "string"
    return text.strip(JS_BLANKS), "text"


def _without_pairs(text: str) -> str:
    """The text without its empty pairs of quotes: those before and behind a quoted part, and all of a plain text."""
    while text.startswith('""'):
        text = text[2:]
    end = text.find('"', 1) + 1 if text.startswith('"') else 0
    return text[:end] + text[end:].replace('""', "")


def resolved_shape(vertex: dict[str, Any]) -> str:
    """Mermaid's shape of a node, from its `type`, `icon`, `img` and `form`."""
    if "img" in vertex:
        return "imageSquare"
    if "icon" in vertex:
        return ICON_FORMS.get(str(vertex.get("form")), "icon")
    type_ = vertex.get("type")
    return RESOLVED_SHAPES.get(type_) or type_ or "squareRect"
