"""Drawings as plain indented lists: for what is too large or too wide to be drawn. Nothing is cut."""

from collections.abc import Iterator, Sequence

from queries.drawing.canvas import Charset
from queries.drawing.glyphs import ASCII
from queries.drawing.graph_model import Connector, Sketch
from queries.drawing.labels import cells, filled
from queries.drawing.nesting import TOP, nested
from queries.drawing.sequence_model import Closed, Divided, Noted, Opened, Said, Score, heading

STROKES = {"dotted": "┄", "thick": "━", "invisible": " "}
MARKS = {"arrow": "→", "cross": "✕", "circle": "○"}
LEAST = 16  # cells for a text, however deep it stands

Row = tuple[int, str, str]  # how deep, the mark in front, the text


def outline(sketch: Sketch, names: dict[str, str]) -> Iterator[Row]:
    """The groups, boxes and what they lead to, each below what holds it. `names` are shown beside labels."""
    tree = nested(sketch, merge=False)
    leaving: dict[str, list[Connector]] = {}
    for one in sketch.connectors:
        leaving.setdefault(one.source, []).append(one)
    shown = {box.id: _named(box.parts[0], names.get(box.id, "")) for box in sketch.boxes}
    shown |= {group.id: _named(group.title, names.get(group.id, "")) for group in sketch.groups}
    waiting = [(0, child) for child in reversed(tree.inside[TOP])]
    while waiting:
        depth, id_ = waiting.pop()
        yield depth, "", f"[{shown[id_]}]" if id_ in tree.groups else shown[id_]
        if id_ in tree.boxes:
            yield from ((depth + 1, "· ", line) for part in tree.boxes[id_].parts[1:] for line in part.split("\n"))
        yield from ((depth + 1, _mark(one), _told(one, shown)) for one in leaving.get(id_, ()))
        if id_ in tree.groups:
            waiting += [(depth + 1, child) for child in reversed(tree.inside[id_])]


def _named(label: str, name: str) -> str:
    text = " ".join(label.split())
    return text if not name or name == text else f"{name}: {text}" if text else name


def _mark(one: Connector) -> str:
    return f"{MARKS.get(one.start, '').replace('→', '←')}{STROKES.get(one.stroke, '─')}{MARKS.get(one.end, '─')} "


def _told(one: Connector, shown: dict[str, str]) -> str:
    texts = [" ".join(text.split()) for text in (one.start_text, one.label, one.end_text) if text.strip()]
    return shown.get(one.target, one.target) + (f"  ({', '.join(texts)})" if texts else "")


def sequence_outline(score: Score) -> Iterator[Row]:
    """The messages and notes in order, frames by their depth."""
    depth = 0
    names = [" ".join(life.label.split()) for life in score.lives]
    for event in score.events:
        match event:
            case Said():
                arrow = f"{'←' if event.start else ''}{'┄' if event.dotted else '─'}{'→' if event.end else '─'}"
                text = " ".join(event.text.split())
                yield depth, "", f"{names[event.source]} {arrow} {names[event.target]}{': ' + text if text else ''}"
            case Noted():
                about = ", ".join(names[life] for life in event.lives)
                yield depth, "· ", f"note on {about}: {' '.join(event.text.split())}"
            case Opened():
                yield depth, "", heading(event) or event.kind
                depth += 1
            case Divided():
                yield depth - 1, "", heading(event)
            case Closed():
                depth -= 1


def written(rows: Iterator[Row] | Sequence[Row], width: int, charset: Charset, most: int) -> tuple[list[str], int]:
    """The rows as lines no wider than `width`, as many as `most` characters hold; and how many rows are left out."""
    lines: list[str] = []
    used = left_out = 0
    for depth, mark, text in rows:
        shown_mark = mark.translate(ASCII) if charset == "ascii" else mark
        shown = text if charset == "unicode" else text.translate(ASCII)
        indent = min(2 * depth, max(0, width - LEAST))
        parts = filled(shown, max(width - indent - cells(mark), 2))
        added = [
            " " * indent + (shown_mark if not number else " " * cells(mark)) + line for number, line in enumerate(parts)
        ]
        used += sum(len(line) + 2 for line in added)
        if used > most or left_out:
            left_out += 1
        else:
            lines += added
    return lines, left_out
