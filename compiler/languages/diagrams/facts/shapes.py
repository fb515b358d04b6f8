"""The shapes of nodes of flowcharts: how each is drawn, and the names that `@{ shape: … }` may give it.

A new name is a word here. A new way to draw a node is a line here, and its look in `queries/drawing/shape_looks.py`.
"""

from collections.abc import Iterator, Mapping

_NAMES = {
    "rect": "composite icon proc process rect rectangle state",
    "rounded": "rounded event bpmn-activity",
    "stadium": "stadium pill terminal",
    "circle": "circle circ bpmn-start bpmn-intermediate bpmn-boundary bpmn-end",
    "double_circle": "doublecircle dbl-circ double-circle",
    "diamond": "diamond diam decision question choice bpmn-gateway",
    "hexagon": "hexagon hex prepare",
    "subroutine": "subroutine subproc subprocess fr-rect framed-rectangle",
    "cylinder": "cylinder cyl db database bpmn-data-store",
    "lined_cylinder": "lin-cyl lined-cylinder disk",
    "side_cylinder": "h-cyl horizontal-cylinder das",
    "lean_right": "lean-r lean-right in-out",
    "lean_left": "lean-l lean-left out-in",
    "trapezoid": "trapezoid trap-b trapezoid-bottom priority",
    "inv_trapezoid": "inv-trapezoid trap-t trapezoid-top manual",
    "triangle": "tri triangle extract",
    "flipped_triangle": "flip-tri flipped-triangle manual-file",
    "sloped": "manual-input sl-rect sloped-rectangle",
    "pentagon": "notch-pent notched-pentagon loop-limit",
    "delay": "delay half-rounded-rectangle",
    "display": "display curv-trap curved-trapezoid",
    "bow": "bow-rect bow-tie-rectangle stored-data",
    "flag": "flag paper-tape",
    "card": "card notch-rect notched-rectangle",
    "tagged": "tag-rect tagged-rectangle tag-proc tagged-process",
    "odd": "odd",
    "note": "note",
    "document": "doc document bpmn-data",
    "documents": "docs documents st-doc stacked-document",
    "lined_document": "lin-doc lined-document",
    "tagged_document": "tag-doc tagged-document",
    "stacked": "st-rect stacked-rectangle procs processes",
    "lined": "lin-rect lined-rectangle lin-proc lined-process shaded-process",
    "divided": "div-rect divided-rectangle div-proc divided-process",
    "window": "win-pane window-pane internal-storage",
    "open": "datastore data-store",
    "text": "text anchor",
    "brace_left": "brace brace-l comment bpmn-annotation",
    "brace_right": "brace-r",
    "braces": "braces",
    "cloud": "cloud bang",
    "start": "start sm-circ small-circle",
    "junction": "f-circ filled-circle junction",
    "end": "stop fr-circ framed-circle",
    "crossed": "cross-circ crossed-circle summary",
    "hourglass": "hourglass collate",
    "bolt": "bolt com-link lightning-bolt",
    "bar": "fork join",
    "person": "person",
    "folder": "folder directory",
    "bucket": "bucket",
    "console": "console",
    "browser": "browser",
}
# Other names: of brackets, and of what Mermaid makes of a bare text, an icon and a picture.
_RESOLVED = {
    "rounded": "roundedRect iconRounded",
    "stadium": "ellipse",
    "circle": "iconCircle",
    "lean_right": "lean_right",
    "lean_left": "lean_left",
    "inv_trapezoid": "inv_trapezoid",
    "odd": "rect_left_inv_arrow",
}


def _by_name(rows: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for shape, names in rows.items():
        yield from ((name, shape) for name in names.split())


SHAPES = frozenset(name for name, _ in _by_name(_NAMES))  # the values of `shape:`
# The shape to draw, by Mermaid's name. Nodes with other names are rectangles.
FLOW_SHAPES: Mapping[str, str] = dict([*_by_name(_NAMES), *_by_name(_RESOLVED)])
