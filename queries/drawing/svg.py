"""Drawings as SVG: pure functions from a model to the text of an image that stands alone, or in a page.

Every node is an element of class `node` with its id in `data-id`, a title and, where the caller gives one, a link;
every edge one of class `edge`, every group one of class `frame`. There are no styles and no scripts: colours are
presentation attributes, which any stylesheet overrides. Texts are escaped, and addresses come from the caller alone.
"""

from collections.abc import Sequence

from queries.drawing import svg_boxes, svg_lines, svg_shapes
from queries.drawing.graph_model import Connector, GraphModel
from queries.drawing.graph_plan import graph_plan
from queries.drawing.labels import wrap_tightly
from queries.drawing.plan import Plan
from queries.drawing.sequence_model import SequenceModel
from queries.drawing.svg_elements import text
from queries.drawing.svg_image import Link, Links, Marks, Painted, image, marked
from queries.drawing.svg_sequence import sequence_drawing
from queries.drawing.text_metrics import LINE, text_width

__all__ = ["Link", "Links", "Marks", "graph_svg", "sequence_svg", "source_svg"]


def graph_svg(
    model: GraphModel,
    links: Links,
    marks: Marks | None = None,
    *,
    title: str = "",
    heading: str = "",
    notes: Sequence[str] = (),
) -> str:
    """Return a graph as SVG.

    `links` has addresses and titles by the ids of boxes, groups and connectors; `marks` their classes: came, went,
    changed or current. `title` names the image, `heading` is written above it, and `notes` below.
    """
    return image(_GraphWriter(model, links, marks or {}).painted(), title, heading, notes)


def sequence_svg(
    model: SequenceModel, links: Links, marks: Marks | None = None, *, title: str = "", heading: str = ""
) -> str:
    """Return a sequence as SVG, with links and marks by the ids of its lifelines, messages and notes."""
    return image(sequence_drawing(model, links, marks or {}), title, heading)


def source_svg(source: str, why: str, *, title: str = "", heading: str = "") -> str:
    """Return a text in a box, and above it why it is not drawn."""
    lines = [part for line in source.expandtabs(4).splitlines() for part in wrap_tightly(line, 110)]
    width = max([text_width(why), *(8.5 * len(line) for line in lines)]) + 2 * PAD
    reason = text([why], PAD, PAD, {"class": "reason", "font-style": "italic", "fill": "#52606d"})
    code = {"class": "source", "font-family": "monospace", "xml:space": "preserve", "fill": "#1f2933"}
    frame = svg_shapes.shape("rect", 0, 0, width, (len(lines) + 1) * LINE + 3 * PAD)
    content = frame + reason + text(lines, PAD, 2 * PAD + LINE, code)
    return image(Painted(content, width, (len(lines) + 1) * LINE + 3 * PAD), title, heading)


PAD = 12  # in the box of a text


class _GraphWriter:
    """Writes the plan of a graph, from the back to the front: frames, lines, boxes."""

    def __init__(self, model: GraphModel, links: Links, marks: Marks) -> None:
        self.links, self.marks = links, marks
        self.plan: Plan = graph_plan(model)
        self.titles = {group.id: _one_line(group.title) for group in model.groups}
        self.titles |= {box.id: _one_line(box.parts[0] if box.parts else "") for box in model.boxes}

    def painted(self) -> Painted:
        plan = self.plan
        parts = []
        for frame in plan.frames:
            halo = svg_boxes.halo(frame.x, frame.y, frame.width, frame.height, self.mark(frame.group.id))
            parts.append(self.item("frame", frame.group.id, halo + svg_boxes.frame(frame)))
        for box in plan.boxes:  # behind the lines, whose heads it would cover
            mark = self.mark(box.sized.box.id)
            parts.append(svg_boxes.halo(box.x, box.y, box.sized.width, box.sized.height, mark))
        parts += [svg_boxes.shade(shade, plan.height) for shade in plan.shades]
        parts += [svg_boxes.tick(tick, plan.height) for tick in plan.ticks]
        for line in plan.lines:
            drawn = svg_lines.line(line, self.mark(line.connector.id))
            parts.append(self.item("edge", line.connector.id, drawn, self.named(line.connector)))
        for loop in plan.loops:
            itself = Connector(loop.box, loop.box, loop.loop.label)
            parts.append(
                self.item("edge", loop.loop.id, svg_lines.loop(loop, self.mark(loop.loop.id)), self.named(itself))
            )
        for box in plan.boxes:
            parts.append(self.item("node", box.sized.box.id, svg_boxes.box(box)))
        return Painted("".join(parts), plan.width, plan.height)

    def mark(self, id_: str) -> str:
        return self.marks.get(id_, "") if id_ else ""

    def named(self, connector: Connector) -> str:
        """Return the title of an edge: its ends, and its label."""
        label = _one_line(connector.label)
        source, target = (
            self.titles.get(connector.source) or connector.source,
            self.titles.get(connector.target) or connector.target,
        )
        return f"{source} → {target}" + (f": {label}" if label else "")

    def item(self, kind: str, id_: str, content: str, title: str = "") -> str:
        link = self.links.get(id_, Link()) if id_ else Link()
        shown = link.title or title or self.titles.get(id_) or id_
        return marked(content, kind, id_, Link(link.href, shown), self.mark(id_))


def _one_line(label: str) -> str:
    return " ".join(label.split())
