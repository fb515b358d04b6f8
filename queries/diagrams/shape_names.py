"""The shape to draw for each of Mermaid's shape names. Nodes with other names are drawn as rectangles."""

from collections.abc import Iterator, Mapping

# Our shapes, each with the names that are drawn so.
_FLOW = {
    "rounded": "roundedRect rounded event iconRounded",
    "stadium": "stadium pill terminal ellipse",
    "circle": "circle circ iconCircle",
    "double_circle": "doublecircle dbl-circ double-circle",
    "diamond": "diamond diam decision question choice",
    "hexagon": "hexagon hex prepare",
    "subroutine": "subroutine subproc subprocess fr-rect framed-rectangle",
    "cylinder": "cylinder cyl db database",
    "lined_cylinder": "lin-cyl lined-cylinder disk",
    "side_cylinder": "h-cyl horizontal-cylinder das",
    "lean_right": "lean_right lean-r lean-right in-out",
    "lean_left": "lean_left lean-l lean-left out-in",
    "trapezoid": "trapezoid trap-b trapezoid-bottom priority",
    "inv_trapezoid": "inv_trapezoid inv-trapezoid trap-t trapezoid-top manual",
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
    "odd": "odd rect_left_inv_arrow",
    "note": "note",
    "document": "doc document",
    "documents": "docs documents st-doc stacked-document",
    "lined_document": "lin-doc lined-document",
    "tagged_document": "tag-doc tagged-document",
    "stacked": "st-rect stacked-rectangle procs processes",
    "lined": "lin-rect lined-rectangle lin-proc lined-process shaded-process",
    "divided": "div-rect divided-rectangle div-proc divided-process",
    "window": "win-pane window-pane internal-storage",
    "open": "datastore data-store",
    "text": "text anchor",
    "brace_left": "brace brace-l comment",
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
}


def _names() -> Iterator[tuple[str, str]]:
    for shape, names in _FLOW.items():
        yield from ((name, shape) for name in names.split())


FLOW_SHAPES: Mapping[str, str] = dict(_names())
STATE_SHAPES: Mapping[str, str] = {
    "stateStart": "start",
    "stateEnd": "end",
    "fork": "bar",
    "join": "bar",
    "choice": "diamond",
}
