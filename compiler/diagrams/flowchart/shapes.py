"""The shapes of nodes: what brackets and `@{ shape: … }` say, and what a node is drawn as."""

from compiler.diagrams.scripts import JS_BLANKS

# What may stand behind `shape:`.
SHAPES = frozenset(
    """
    anchor bang bolt bow-rect bow-tie-rectangle brace brace-l brace-r braces card choice circ circle class-box cloud
    collate com-link comment cross-circ crossed-circle curv-trap curved-trapezoid cyl cylinder das data-store database
    datastore db dbl-circ decision delay diam diamond disk display div-proc div-rect divided-process divided-rectangle
    doc docs document documents double-circle doublecircle ellipse event extract f-circ filled-circle flag flip-tri
    flipped-triangle fork fr-circ fr-rect framed-circle framed-rectangle h-cyl half-rounded-rectangle hex hexagon
    horizontal-cylinder hourglass icon in-out internal-storage inv-trapezoid join junction lean-l lean-left lean-r
    lean-right lightning-bolt lin-cyl lin-doc lin-proc lin-rect lined-cylinder lined-document lined-process
    lined-rectangle loop-limit manual manual-file manual-input notch-pent notch-rect notched-pentagon
    notched-rectangle note odd out-in paper-tape pill prepare priority proc process processes procs question rect
    rectangle rounded shaded-process sl-rect sloped-rectangle sm-circ small-circle st-doc st-rect stacked-document
    stacked-rectangle stadium start state stop stored-data subproc subprocess subroutine summary tag-doc tag-proc
    tag-rect tagged-document tagged-process tagged-rectangle terminal text trap-b trap-t trapezoid trapezoid-bottom
    trapezoid-top tri triangle win-pane window-pane
    """.split()
)

# Opening bracket -> (closing bracket, type). Longer ones first; slanted sides are told apart by both ends.
BRACKETS = (
    ("(((", 3, "doublecircle"),
    ("((", 2, "circle"),
    ("(-", 2, "ellipse"),
    ("([", 2, "stadium"),
    ("(", 1, "round"),
    ("[[", 2, "subroutine"),
    ("[(", 2, "cylinder"),
    ("[/", 2, "trapezoid"),
    ("[\\", 2, "inv_trapezoid"),
    ("[|", 1, "rect"),
    ("[", 1, "square"),
    ("{{", 2, "hexagon"),
    ("{", 1, "diamond"),
    (">", 1, "odd"),
)
SLANTED = {
    ("[/", "/]"): "lean_right",
    ("[\\", "/]"): "inv_trapezoid",
    ("[/", ""): "trapezoid",
    ("[\\", ""): "lean_left",
}
DRAWN_AS = {None: "squareRect", "square": "squareRect", "round": "roundedRect"}
ICON_FORMS = {"circle": "iconCircle", "square": "iconSquare", "rounded": "iconRounded"}


def split_shape(shape: str) -> tuple[str, str]:
    """Type and text of a shape as written: `split_shape("([x])") == ("stadium", "x")`."""
    for opening, size, name in BRACKETS:
        if shape.startswith(opening):
            if opening in ("[/", "[\\"):
                end = shape[-2:]
                name = SLANTED[opening, end if end == "/]" else ""]
            return name, shape[len(opening) : -size]
    return "square", shape


def split_text(text: str) -> tuple[str, str]:
    """Label and its type: quotes are taken off, and the backticks of markdown."""
    if text.startswith('"`'):
        return text[2:-2].strip(JS_BLANKS), "markdown"
    if text.startswith('"'):
        return text[1:-1].strip(JS_BLANKS), "string"
    return text.strip(JS_BLANKS), "text"


def drawn_as(type_: str | None, *, icon: object = None, img: object = None, form: object = None) -> str:
    """The resolved shape of a node."""
    if img:
        return "imageSquare"
    if icon:
        return ICON_FORMS.get(str(form), "icon")
    return DRAWN_AS.get(type_) or type_ or "squareRect"
