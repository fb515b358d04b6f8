"""The sidecar of a flowchart, `<stem>.meta.json` beside it: ids that stay when the text changes, and notes of nodes.

The entry of an edge is matched with the text by its ends and label. So an operation that changes these changes the
entry as well.
"""

import json
from collections.abc import Collection
from typing import Any

from compiler.languages.diagrams.facts import Diagram, Edge, Node
from queries.errors.query_error import QueryError
from queries.operations.diagrams.session_files import SessionMeta, bump_revision, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place, new_json
from queries.operations.diagrams.spot_edits import SpotEdits
from queries.operations.draft import Draft

_EDGES = "flow_edges"
_NOTES = "flow_node_notes"


class FlowSidecar:
    """The sidecar of a diagram, if it has one, and the revision of the diagram, if a session counts it."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        self.edits, self.diagram = SpotEdits(draft), diagram
        folder, slash, name = diagram.span.file.rpartition("/")
        self.path = f"{folder}{slash}{name.rpartition('.')[0] or name}.meta.json"
        exists = not diagram.fenced and draft.snapshot.text(self.path) is not None
        self.json = JsonEdits(self.edits, self.path) if exists else None

    @property
    def exists(self) -> bool:
        """Whether the diagram has a sidecar."""
        return self.json is not None

    def write(self) -> None:
        """Draft the edits, and count up the revision."""
        bump_revision(self.edits, self.diagram.diagram)
        self.edits.write()

    def rename(self, node: Node, name: str) -> None:
        """Let the entries of a node follow another name of it. Its id stays, if the sidecar states it."""
        by_name = self.json.root.member("stable_id_map", "by_mermaid_id") if self.json else None
        if self.json is None:
            return
        if by_name is not None and node.name in by_name.members:
            self._rename_key(by_name, node.name, name)
            return
        id_ = f"n:{name}"
        for one in self._edges():
            for end in ("from_node_id", "to_node_id"):
                if one.text(end) == node.node:
                    self.json.replace(one.members[end], id_)
        notes = self.json.root.member(_NOTES)
        if notes is not None and node.node in notes.members:
            self._rename_key(notes, node.node, id_)

    def forget_node(self, node: Node) -> None:
        """Take the name and the note of a node out."""
        if self.json is None:
            return
        by_name = self.json.root.member("stable_id_map", "by_mermaid_id")
        for parent, key in ((by_name, node.name), (self.json.root.member(_NOTES), node.node)):
            if parent is not None and key in parent.members:
                self.json.remove(parent, key)

    def forget_edges(self, ids: Collection[str]) -> None:
        """Take the entries of edges out."""
        found = self.json.root.member(_EDGES) if self.json else None
        if found is None:
            return
        gone = [at for at, one in enumerate(found.items) if isinstance(one.value, dict) and one.text("edge_id") in ids]
        if len(gone) == len(found.items) and gone:
            self.edits.replace(self.path, found.start + 1, found.end - 1, "")
            return
        for first, last in _runs(gone):
            if last + 1 < len(found.items):
                self.edits.replace(self.path, found.items[first].start, found.items[last + 1].start, "")
            else:
                self.edits.replace(self.path, found.items[first - 1].end, found.items[last].end, "")

    def has_edge(self, edge: Edge) -> bool:
        """Whether it has an entry of an edge."""
        return any(one.text("edge_id") == edge.edge for one in self._edges())

    def change_edge(self, edge: Edge, fields: dict[str, str | None]) -> None:
        """Change the entry of an edge, if there is one."""
        for one in self._edges():
            if self.json and one.text("edge_id") == edge.edge:
                for name, value in fields.items():
                    self.json.set(one, name, value)

    def add_edge(self, id_: str, fields: dict[str, str | None]) -> None:
        """Add the entry of an edge. Raises QueryError if the diagram cannot have a sidecar."""
        entry = {"edge_id": id_, **fields}
        found = self.json.root.member(_EDGES) if self.json else None
        if self.json is None:
            self._create({_EDGES: [entry]})
        elif found is None:
            self.json.set(self.json.root, _EDGES, [entry])
        else:
            self.json.insert(found, len(found.items), entry)

    def set_note(self, node: Node, note: str | None) -> None:
        """Give a node a note, or take it away. Raises QueryError if the diagram cannot have a sidecar."""
        notes = self.json.root.member(_NOTES) if self.json else None
        if note is None:
            if self.json and notes is not None and node.node in notes.members:
                self.json.remove(notes, node.node)
        elif self.json is None:
            self._create({_NOTES: {node.node: note}})
        elif notes is None:
            self.json.set(self.json.root, _NOTES, {node.node: note})
        else:
            self.json.set(notes, node.node, note)

    def _create(self, content: dict[str, Any]) -> None:
        if self.diagram.fenced or not self.diagram.session:
            problem = "Only a diagram of a session, or one with a sidecar, has edges with ids of their own and notes"
            hint = "Leave the id out: it comes from the text."
            raise QueryError("unavailable", problem, diagram_id=self.diagram.diagram, hint=hint)
        meta = SessionMeta(self.edits, session_named(self.edits.draft.snapshot, self.diagram.session))
        entry = meta.entries(self.diagram.diagram)[-1]
        head = {"diagram_id": entry.text("diagram_id"), "mmd_path": entry.text("mmd_path")}
        rest: dict[str, Any] = {"stable_id_map": {"by_mermaid_id": {}, "by_name": {}}, "xrefs": [], _EDGES: []}
        self.edits.draft.create(self.path, new_json(head | rest | content))

    def _edges(self) -> list[Place]:
        return list(self.json.root.objects(_EDGES)) if self.json else []

    def _rename_key(self, parent: Place, old: str, new: str) -> None:
        assert self.json is not None
        start = parent.members[old].key_start
        end = json.JSONDecoder().raw_decode(self.json.text, start)[1]
        self.edits.replace(self.path, start, end, json.dumps(new, ensure_ascii=self.json.text.isascii()))


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """The first and last of each run of numbers that follow each other."""
    runs: list[tuple[int, int]] = []
    for one in numbers:
        if runs and runs[-1][1] == one - 1:
            runs[-1] = (runs[-1][0], one)
        else:
            runs.append((one, one))
    return runs
