"""Models as plain indented lists, for what is too large or too wide to be drawn. No text is cut."""

from collections.abc import Iterator, Sequence

from queries.drawing.canvas import Charset
from queries.drawing.glyphs import ASCII
from queries.drawing.graph_model import Connector, GraphModel
from queries.drawing.labels import cell_width, wrap_tightly
from queries.drawing.nesting import TOP, group_tree
from queries.drawing.sequence_model import (
    FrameDivider,
    FrameEnd,
    FrameStart,
    MessageEvent,
    NoteEvent,
    SequenceModel,
    heading,
)

STROKES = {"dotted": "┄", "thick": "━", "invisible": " "}
MARKS = {"arrow": "→", "cross": "✕", "circle": "○"}
MIN_WIDTH = 16  # cells for a text, however deep its indentation

Row = tuple[int, str, str]  # depth, the mark in front, the text


def outline(model: GraphModel, names: dict[str, str]) -> Iterator[Row]:
    """Yield the groups and boxes of a graph, each below its group, and their connectors below each. `names` maps ids to
    names that are shown beside the labels."""
    tree = group_tree(model, merge=False)
    leaving: dict[str, list[Connector]] = {}
    for connector in model.connectors:
        leaving.setdefault(connector.source, []).append(connector)
    shown = {box.id: _named(box.parts[0], names.get(box.id, "")) for box in model.boxes}
    shown |= {group.id: _named(group.title, names.get(group.id, "")) for group in model.groups}
    waiting = [(0, child) for child in reversed(tree.inside[TOP])]
    while waiting:
        depth, id_ = waiting.pop()
        yield depth, "", f"[{shown[id_]}]" if id_ in tree.groups else shown[id_]
        if id_ in tree.boxes:
            yield from ((depth + 1, "· ", line) for part in tree.boxes[id_].parts[1:] for line in part.split("\n"))
        yield from ((depth + 1, _mark(edge), _connector_text(edge, shown)) for edge in leaving.get(id_, ()))
        if id_ in tree.groups:
            waiting += [(depth + 1, child) for child in reversed(tree.inside[id_])]


def _named(label: str, name: str) -> str:
    text = " ".join(label.split())
    return text if not name or name == text else f"{name}: {text}" if text else name


def _mark(connector: Connector) -> str:
    start = MARKS.get(connector.start, "").replace("→", "←")
    return f"{start}{STROKES.get(connector.stroke, '─')}{MARKS.get(connector.end, '─')} "


def _connector_text(connector: Connector, shown: dict[str, str]) -> str:
    texts = [
        " ".join(text.split()) for text in (connector.start_text, connector.label, connector.end_text) if text.strip()
    ]
    return shown.get(connector.target, connector.target) + (f"  ({', '.join(texts)})" if texts else "")


def sequence_outline(model: SequenceModel) -> Iterator[Row]:
    """Yield the messages and notes of a sequence in order, indented by their frames."""
    depth = 0
    names = [" ".join(lifeline.label.split()) for lifeline in model.lifelines]
    for event in model.events:
        match event:
            case MessageEvent():
                arrow = f"{'←' if event.start else ''}{'┄' if event.dotted else '─'}{'→' if event.end else '─'}"
                text = " ".join(event.text.split())
                yield depth, "", f"{names[event.source]} {arrow} {names[event.target]}{': ' + text if text else ''}"
            case NoteEvent():
                about = ", ".join(names[lifeline] for lifeline in event.lifelines)
                yield depth, "· ", f"note on {about}: {' '.join(event.text.split())}"
            case FrameStart():
                yield depth, "", heading(event) or event.kind
                depth += 1
            case FrameDivider():
                yield depth - 1, "", heading(event)
            case FrameEnd():
                depth -= 1


def outline_lines(
    rows: Iterator[Row] | Sequence[Row], width: int, charset: Charset, max_size: int
) -> tuple[list[str], int]:
    """Return the rows as lines no wider than `width`, about `max_size` characters in all, and how many rows are left
    out."""
    lines: list[str] = []
    used = left_out = 0
    for depth, mark, text in rows:
        shown_mark = mark.translate(ASCII) if charset == "ascii" else mark
        shown = text if charset == "unicode" else text.translate(ASCII)
        indent = min(2 * depth, max(0, width - MIN_WIDTH))
        parts = wrap_tightly(shown, max(width - indent - cell_width(mark), 2))
        marks = [shown_mark, *[" " * cell_width(mark)] * (len(parts) - 1)]
        added = [" " * indent + before + line for before, line in zip(marks, parts, strict=True)]
        used += sum(len(line) + 2 for line in added)
        if used > max_size or left_out:
            left_out += 1
        else:
            lines += added
    return lines, left_out
