"""The shapes of nodes: as brackets and `@{ shape: … }` state them, and as Mermaid draws them."""

from typing import Any

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS

# The values of `shape:`.
NAMES = """
anchor bang bolt bow-rect bow-tie-rectangle bpmn-activity bpmn-annotation bpmn-boundary bpmn-data
bpmn-data-store bpmn-end bpmn-gateway bpmn-intermediate bpmn-start brace brace-l brace-r braces browser bucket
card choice circ circle class-box cloud collate com-link comment composite console cross-circ crossed-circle
curv-trap curved-trapezoid cyl cylinder das data-store database datastore db dbl-circ decision delay diam
diamond directory disk display div-proc div-rect divided-process divided-rectangle doc docs document documents
double-circle doublecircle ellipse event extract f-circ filled-circle flag flip-tri flipped-triangle folder fork
fr-circ fr-rect framed-circle framed-rectangle h-cyl half-rounded-rectangle hex hexagon horizontal-cylinder
hourglass icon in-out internal-storage inv-trapezoid join junction lean-l lean-left lean-r lean-right
lightning-bolt lin-cyl lin-doc lin-proc lin-rect lined-cylinder lined-document lined-process lined-rectangle
loop-limit manual manual-file manual-input notch-pent notch-rect notched-pentagon notched-rectangle note odd
out-in paper-tape person pill prepare priority proc process processes procs question rect rectangle rounded
shaded-process sl-rect sloped-rectangle sm-circ small-circle st-doc st-rect stacked-document stacked-rectangle
stadium start state stop stored-data subproc subprocess subroutine summary tag-doc tag-proc tag-rect
tagged-document tagged-process tagged-rectangle terminal text trap-b trap-t trapezoid trapezoid-bottom
trapezoid-top tri triangle win-pane window-pane
"""
SHAPES = frozenset(NAMES.split())

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
    while text.startswith('""'):
        text = text[2:]
    if text.startswith('"`'):
        inner, _, rest = text[2:].partition('`"')
        return (inner + rest.replace('""', "")).strip(JS_BLANKS), "markdown"
    if text.startswith('"'):
        inner, _, rest = text[1:].partition('"')
        return (inner + rest.replace('""', "")).strip(JS_BLANKS), "string"
    return text.replace('""', "").strip(JS_BLANKS), "text"


def resolved_shape(vertex: dict[str, Any]) -> str:
    """Mermaid's shape of a node, from its `type`, `icon`, `img` and `form`."""
    if "img" in vertex:
        return "imageSquare"
    if "icon" in vertex:
        return ICON_FORMS.get(str(vertex.get("form")), "icon")
    type_ = vertex.get("type")
    return RESOLVED_SHAPES.get(type_) or type_ or "squareRect"
