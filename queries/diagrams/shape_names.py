"""The shape to draw for each of Mermaid's shape names. Nodes with other names are drawn as rectangles."""

from collections.abc import Iterator, Mapping

# Our shapes, each with the names that are drawn so.
_FLOW = {
    "rounded": "roundedRect rounded event half-rounded-rectangle delay display curv-trap curved-trapezoid iconRounded",
    "stadium": "stadium pill terminal ellipse",
    "circle": "circle circ iconCircle",
    "double_circle": "doublecircle dbl-circ double-circle",
    "diamond": "diamond diam decision question choice",
    "hexagon": "hexagon hex prepare notch-pent notched-pentagon loop-limit",
    "subroutine": "subroutine subproc subprocess fr-rect framed-rectangle",
    "cylinder": "cylinder cyl db database lin-cyl lined-cylinder disk h-cyl horizontal-cylinder das datastore"
    " data-store bow-rect bow-tie-rectangle stored-data internal-storage win-pane window-pane",
    "lean_right": "lean_right lean-r lean-right in-out sl-rect sloped-rectangle manual-input",
    "lean_left": "lean_left lean-l lean-left out-in",
    "trapezoid": "trapezoid trap-b trapezoid-bottom priority tri triangle extract",
    "inv_trapezoid": "inv_trapezoid inv-trapezoid trap-t trapezoid-top manual flip-tri flipped-triangle manual-file",
    "odd": "odd rect_left_inv_arrow",
    "note": "note card notch-rect notched-rectangle tag-rect tagged-rectangle tag-proc tagged-process",
    "document": "doc document docs documents st-doc stacked-document lin-doc lined-document tag-doc tagged-document "
    " flag paper-tape",
    "double": "div-rect divided-rectangle div-proc divided-process lin-rect lined-rectangle lin-proc lined-process"
    " shaded-process st-rect stacked-rectangle procs processes",
    "text": "text anchor",
    "brace_left": "brace brace-l comment",
    "brace_right": "brace-r",
    "braces": "braces",
    "cloud": "cloud bang",
    "start": "start sm-circ small-circle",
    "junction": "f-circ filled-circle junction",
    "end": "stop fr-circ framed-circle",
    "crossed": "cross-circ crossed-circle summary",
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
