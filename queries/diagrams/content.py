"""The content of one diagram: its digest, its text, its syntax tree."""

from typing import Any

from compiler.languages.diagrams.facts import (
    Block,
    BlockSection,
    Diagram,
    DiagramNote,
    Edge,
    Message,
    Node,
    Participant,
    Subgraph,
)
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import (
    DIAGRAM,
    DIAGRAM_ID,
    DRAWABLE_KINDS,
    KIND_NAMES,
    LIMIT,
    DiagramRow,
    chosen_diagram,
)
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.schemas import Schema, boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

REV = integer("The revision that its session gives it; 0 without one.")
KIND = string(KIND_NAMES)
TYPE = string("Mermaid's own name of its type.")
SOURCE = string("Where it stands: path:line.")

# The first four are counted for every diagram, the others where there are any.
COUNTED: dict[str, type[Fact]] = {
    "participants": Participant,
    "messages": Message,
    "nodes": Node,
    "edges": Edge,
    "subgraphs": Subgraph,
    "blocks": Block,
    "sections": BlockSection,
    "notes": DiagramNote,
}
ALWAYS_COUNTED = 4


@tool(
    title="Digest of a diagram",
    pack="diagrams",
    parameters=(DIAGRAM, LIMIT, CURSOR),
    result={
        "diagram_id": DIAGRAM_ID,
        "name": string("Its name for people."),
        "kind": KIND,
        "diagram_type": TYPE,
        "rev": REV,
        "counts": mapping(
            "How many participants, messages, nodes and edges there are; the rest where there are any. Empty when the "
            "diagram is only listed.",
            **{name: integer(f"How many {name}.") for name in COUNTED},
        ),
        "key_names": strings("The names of the participants, or the labels of the nodes, in the order of their ids."),
        "has_errors": boolean("True when a line of it could not be read; get_diagnostics says which."),
        "hint": string("That the diagram is only listed, when it is."),
        "source": SOURCE,
    },
)
def diagram_get_digest(snapshot: Snapshot, *, diagram_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """A diagram at a glance: kind, counts, names. The smallest answer about one.

    Diagrams of types such as pie or timeline are only listed: nothing in them is counted, and a hint says so.
    """
    diagram = chosen_diagram(snapshot, diagram_id)
    is_read = diagram.kind in DRAWABLE_KINDS
    answer = {**_head(diagram), "counts": _counts(snapshot, diagram) if is_read else {}}
    answer["key_names"] = _key_names(snapshot, diagram)
    if diagram.has_errors:
        answer["has_errors"] = True
    if not is_read:
        answer["hint"] = _listed_hint(diagram)
    return page({**answer, "source": diagram.source}, "key_names", limit=limit, cursor=cursor)


def _counts(snapshot: Snapshot, diagram: DiagramRow) -> dict[str, int]:
    counts = {name: snapshot.count(fact_class, diagram=diagram.id) for name, fact_class in COUNTED.items()}
    return {name: count for at, (name, count) in enumerate(counts.items()) if at < ALWAYS_COUNTED or count}


def _listed_hint(diagram: DiagramRow) -> str:
    type_ = diagram.mermaid_type
    what = f"Diagrams of the type {type_} are" if type_ else "A diagram of no known type is"
    ways = "diagram_get_snapshot shows the text, and search finds words in it."
    return f"{what} only listed: nothing in them is counted. {ways}"


def _head(diagram: DiagramRow) -> dict[str, Any]:
    head = {"diagram_id": diagram.id, "name": diagram.name, "kind": diagram.kind}
    return {**head, **({"diagram_type": diagram.mermaid_type} if diagram.mermaid_type else {}), "rev": diagram.rev}


def _key_names(snapshot: Snapshot, diagram: DiagramRow) -> list[str]:
    if diagram.kind == "sequence":
        sql = "SELECT name FROM fact_diagram_participant WHERE diagram = ? ORDER BY participant"
    else:
        sql = (
            "SELECT CASE label WHEN '' THEN name ELSE label END FROM fact_diagram_node WHERE diagram = ? ORDER BY node"
        )
    return [name for (name,) in snapshot.rows(sql, (diagram.id,))]


@tool(
    title="Source text of a diagram",
    pack="diagrams",
    parameters=(DIAGRAM, limit_of(1_000, maximum=10_000), CURSOR),
    result={
        "diagram_id": DIAGRAM_ID,
        "name": string("Its name for people."),
        "kind": KIND,
        "diagram_type": TYPE,
        "rev": REV,
        "file": string("Its file."),
        "mermaid": string("The text of the lines on this page."),
        "lines": objects(
            "The lines of the text.", line=integer("Its number in the file."), text=string("The line as it stands.")
        ),
        "source": SOURCE,
    },
)
def diagram_get_snapshot(snapshot: Snapshot, *, diagram_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Mermaid text of a diagram as written, with line numbers. Use it to quote or edit.

    A block of a markdown file comes without the fence and the indentation around it. A long text is paged by lines:
    mermaid then holds the lines of the page.
    """
    diagram = chosen_diagram(snapshot, diagram_id)
    text = snapshot.rows("SELECT text FROM fact_diagram WHERE diagram = ?", (diagram.id,))[0][0]
    lines = list(enumerate(text.removesuffix("\n").split("\n"), diagram.line))
    answer = {**_head(diagram), "file": diagram.file, "source": diagram.source, "mermaid": "", "lines": lines}
    shown = page(answer, "lines", limit=limit, cursor=cursor, rows={"lines": _line})
    whole = "".join(f"{row['mermaid']}\n" for row in shown["lines"])
    ends_here = "next_cursor" not in shown and not text.endswith("\n")
    shown["mermaid"] = whole.removesuffix("\n") if ends_here else whole
    shown["lines"] = [{"line": row["line"], "text": row["text"]} for row in shown["lines"]]
    return shown


def _line(row: tuple[int, str]) -> dict[str, Any]:
    """Return a line with its text twice, as the page will have it in `lines` and in `mermaid`, so that its size counts
    twice."""
    return {"line": row[0], "text": row[1], "mermaid": row[1]}


# The lists of the syntax trees with the category of their elements; "" for elements that are no objects.
TREE_LISTS = {
    "vertices": "node",
    "states": "node",
    "classes": "node",
    "entities": "node",
    "requirements": "node",
    "elements": "node",
    "interfaces": "node",
    "shapes": "node",
    "tasks": "node",
    "commits": "node",
    "services": "node",
    "nodes": "node",
    "junctions": "node",
    "edges": "edge",
    "transitions": "edge",
    "relations": "edge",
    "relationships": "edge",
    "rels": "edge",
    "dependencies": "edge",
    "subgraphs": "subgraph",
    "namespaces": "subgraph",
    "boundaries": "subgraph",
    "sections": "subgraph",
    "branches": "subgraph",
    "groups": "subgraph",
    "actors": "participant",
    "messages": "message",
    "blocks": "block",
    "notes": "",
    "events": "",
    "activations": "",
    "autonumber": "",
    "boxes": "",
    "created": "",
    "destroyed": "",
    "class_defs": "",
    "grid": "",
    "links": "",
    "default_link_style": "",
}
TREE_TEXTS = (
    "direction",
    "title",
    "acc_title",
    "acc_descr",
    "default_interpolate",
    "text",
    "date_format",
    "axis_format",
    "tick_interval",
    "excludes",
    "includes",
    "weekday",
    "weekend",
    "inclusive_end_dates",
    "today_marker",
)


# The elements of lists whose elements are no JSON objects: `[kind, number]` of a sequence's events, and styles.
TREE_ITEMS: dict[str, Schema] = {
    "events": {"type": "array", "items": {"minLength": 1}},
    "default_link_style": {"type": "string"},
}


def _tree_fields() -> dict[str, Schema]:
    """Return the schema of the tree. It is shallow: the fields of an element depend on its kind, and on Mermaid."""
    lists: dict[str, Schema] = {
        name: {
            "type": "array",
            "items": TREE_ITEMS.get(name, {"type": "object"}),
            "description": f"The {name.replace('_', ' ')} in the order of the source.",
        }
        for name in TREE_LISTS
    }
    return {**{name: string(f"The {name} of the diagram, when it has one.") for name in TREE_TEXTS}, **lists}


@tool(
    title="Syntax tree of a diagram",
    pack="diagrams",
    parameters=(DIAGRAM, LIMIT, CURSOR),
    result={
        "diagram_id": DIAGRAM_ID,
        "name": string("Its name for people."),
        "kind": KIND,
        "diagram_type": TYPE,
        "rev": REV,
        "source": SOURCE,
        **_tree_fields(),
    },
)
def diagram_get_ast(snapshot: Snapshot, *, diagram_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Everything a diagram says, as Mermaid reads it. Use it when answers about a part are not enough.

    Vertices, edges and subgraphs of a flowchart; actors, messages, notes and blocks of a sequence; states and
    transitions; classes and relations; entities and relationships; requirements, elements and relations; shapes,
    boundaries and rels of C4; tasks with their dates; commits; services and junctions; nodes. The lists of the tree are
    fields of the answer, side by side over as many pages as it takes. Each element has its ref, to pass to other tools,
    and its span: start line, start column, end line, end column in the file. Its id is what the diagram calls it.
    """
    diagram = chosen_diagram(snapshot, diagram_id)
    tree = _tree(snapshot, diagram.id)
    own = {name: value for name, value in tree.items() if name in TREE_TEXTS or name in TREE_LISTS}
    lists = [name for name, value in own.items() if isinstance(value, list)]
    rows = {name: lambda element, name=name: _with_refs(diagram, name, element) for name in lists if TREE_LISTS[name]}
    answer = {**_head(diagram), "source": diagram.source, **own}
    return page(answer, *lists, limit=limit, cursor=cursor, rows=rows, abreast=True)


def _tree(snapshot: Snapshot, diagram_id: str) -> dict[str, Any]:
    """Return the syntax tree of a diagram. It is decoded once, not for every page of it."""
    return snapshot.memoize(
        f"tree of {diagram_id}", lambda snapshot: snapshot.facts(Diagram, diagram=diagram_id)[0].ast or {}
    )


def _with_refs(diagram: DiagramRow, name: str, element: dict[str, Any]) -> dict[str, Any]:
    """Return an element of a tree with whole refs in place of ids."""
    shown = _with_ref(diagram, TREE_LISTS[name], element)
    if name == "blocks":
        shown["sections"] = [_with_ref(diagram, "section", section) for section in element.get("sections", ())]
    return shown


def _with_ref(diagram: DiagramRow, category: str, element: dict[str, Any]) -> dict[str, Any]:
    if "ref" not in element:
        return dict(element)
    # Among the vertices and states, what is no node is a subgraph that a style names, or a region. A boundary is a node
    # too where an edge ends at it.
    category = {"sg": "subgraph", "n": "node"}.get(element["ref"].partition(":")[0], category)
    return {**element, "ref": diagram.ref(category, element["ref"])}
