"""The relations of diagrams: see `/docs/sql.md`."""

from compiler.languages.diagrams.facts import FAMILIES
from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example, with_object

_PARENT = "nullif(replace(substr(f.parent, 4), '%2F', '/'), '')"  # `payments` of `sg:payments`
_DIAGRAM = ("diagram", "id of the diagram")


def _flag(tag: str) -> str:
    """Whether a task has a tag, as SQL."""
    return f"(f.details ->> '$.{tag}') IS NOT NULL"


RELATIONS = (
    Relation(
        "diagram",
        "A Mermaid diagram: a file, a fenced block of a markdown file, or one that a session lists.",
        "Every diagram, broken ones included.",
        columns(
            ("id", "id: the one of its session, else the stem of the file, with the number of a block in markdown"),
            REF,
            ("type", f"{', '.join(FAMILIES)}"),
            ("title", "name of its session, its title, or its id"),
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.diagram, o.ref, f.type, f.name, f.file, f.start_line, {is_example()}
        {with_object("diagram", is_packed=True)}
        """,
    ),
    Relation(
        "node",
        "A node of a graph of any kind: all but sequences and diagrams that are only listed.",
        "Every node once a diagram, declared or named by an edge; of groups (`subgraph`) those that an edge names.",
        columns(
            _DIAGRAM,
            ("id", "Mermaid's id, unique in the diagram"),
            REF,
            ("label", "text that Mermaid shows"),
            ("shape", "Mermaid's name of the shape; NULL for kinds without shapes"),
            ("parent", "id of the subgraph, composite state or namespace around it; NULL at the top"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.name, o.ref, f.label, nullif(f.shape, ''), {_PARENT}, f.file, f.start_line
        {with_object("diagram_node")}
        """,
    ),
    Relation(
        "gantt_task",
        "A task of a Gantt chart with its dates, computed as Mermaid does.",
        "Every task; each is a `node` too, and each dependency an `edge` from the task that comes first.",
        columns(
            _DIAGRAM,
            ("id", "id of the task, unique in the diagram"),
            REF,
            ("label", "text that Mermaid shows"),
            ("section", "section it stands in; NULL before the first"),
            ("starts", "day or moment at which it begins; NULL when it depends on the reader or is wrong"),
            ("ends", "moment at which it ends: a day means the beginning of that day; NULL like `starts`"),
            ("is_done", "1 if it is marked done"),
            ("is_active", "1 if it is marked active"),
            ("is_critical", "1 if it is marked crit"),
            ("is_milestone", "1 if it is a milestone"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.name, o.ref, f.label, {_PARENT}, f.details ->> '$.start', f.details ->> '$.end',
          {_flag("done")}, {_flag("active")}, {_flag("crit")}, {_flag("milestone")}, f.file, f.start_line
        {with_object("diagram_node")} WHERE f.family = 'gantt'
        """,
    ),
    Relation(
        "subgraph",
        "A group of nodes: a subgraph, composite state, namespace, boundary, section, branch, block of blocks.",
        "Every group once a diagram; `node.parent` and `subgraph.parent` name its id.",
        columns(
            _DIAGRAM,
            ("id", "Mermaid's id, unique in the diagram"),
            REF,
            ("label", "text that Mermaid shows"),
            ("parent", "id of the group around it; NULL at the top"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, replace(substr(f.subgraph, 4), '%2F', '/'), o.ref, f.label, {_PARENT}, f.file, f.start_line
        {with_object("diagram_subgraph")}
        """,
    ),
    Relation(
        "edge",
        "An edge of a graph of any kind.",
        "Every edge as Mermaid draws it: `a --> b & c` is two rows.",
        columns(
            _DIAGRAM,
            ("id", "id in the diagram, e:0001, in the order of the source"),
            REF,
            ("source", "Mermaid's id of the node at which it begins"),
            ("target", "Mermaid's id of the node at which it ends"),
            ("label", "text on it; NULL without"),
            ("stroke", "normal, thick, dotted or invisible; NULL for kinds without strokes"),
            ("arrow", "arrow as written: -->, <|--, ||--o{; NULL for kinds with one arrow only"),
            ("runs", "forwards from source to target, backwards (Animal <|-- Dog), both (<-->) or none (~~~)"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.edge, o.ref, f.from_name, f.to_name, nullif(f.label, ''), nullif(f.stroke, ''),
          nullif(f.connector, ''), f.runs, f.file, f.start_line {with_object("diagram_edge")}
        """,
    ),
    Relation(
        "participant",
        "A participant of a sequence diagram.",
        "Every participant once a diagram, whether declared or only named by a message.",
        columns(
            _DIAGRAM,
            ("id", "Mermaid's id, unique in the diagram"),
            REF,
            ("label", "text that Mermaid shows"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.name, o.ref, CASE f.label WHEN '' THEN f.name ELSE f.label END, f.file, f.start_line
        {with_object("diagram_participant")}
        """,
    ),
    Relation(
        "message",
        "A message of a sequence diagram.",
        "Every message, numbered from 1 without gaps in the order of the source.",
        columns(
            _DIAGRAM,
            ("id", "id in the diagram, m:0001"),
            REF,
            ("number", "place in the diagram, from 1"),
            ("source", "Mermaid's id of the participant that sends"),
            ("target", "Mermaid's id of the participant that receives"),
            ("text", "text"),
            ("kind", "sync, async or return, by the arrow"),
            ("block", "id of the innermost block around it; NULL outside of any"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.message, o.ref, f.order_key / 1000, f.from_name, f.to_name, f.text, f.message_kind,
          nullif(f.block, ''), f.file, f.start_line {with_object("diagram_message")}
        """,
    ),
    Relation(
        "block",
        "A block of a sequence diagram: alt, opt, loop, par, critical, break, rect.",
        "Every block; `message.block` and `block.parent` name its id.",
        columns(
            _DIAGRAM,
            ("id", "id in the diagram, b:0001"),
            REF,
            ("kind", "alt, opt, loop, par, critical, break or rect"),
            ("label", "its condition or text; NULL without"),
            ("parent", "id of the block around it; NULL at the top"),
            *PLACE,
        ),
        f"""
        SELECT f.diagram, f.block, o.ref, f.block_kind, nullif(f.header, ''), nullif(f.parent, ''), f.file, f.start_line
        {with_object("diagram_block")}
        """,
    ),
)
