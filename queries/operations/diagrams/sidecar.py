"""The sidecar of a diagram, `<stem>.meta.json` beside it: ids that stay when the text changes, and notes.

The entry of an edge or a message is matched with the text by its ends and what it says. So an operation that changes
these changes the entry as well, and equal messages have their entries in the order of the text.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Diagram, Node
from queries.operations.arguments import unavailable
from queries.operations.diagrams.session_files import SessionMeta, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place, new_json
from queries.operations.draft import Draft

Fields = dict[str, str | None]


class _Form(NamedTuple):
    """How a sidecar states a kind of diagram: its list of entries, the id in each, its notes, and its map of names."""

    entries: str
    id: str
    notes: str
    names: str


_GRAPH = _Form("flow_edges", "edge_id", "flow_node_notes", "by_mermaid_id")
_SEQUENCE = _Form("sequence_messages", "message_id", "sequence_participant_notes", "by_name")


def sidecar_path(path: str) -> str:
    """Return the path of the sidecar of a diagram's file."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.rpartition('.')[0] or name}.meta.json"


class Sidecar:
    """The sidecar of a diagram, if it has one. One that is missing is made when something is put into it."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        self.draft, self.diagram = draft, diagram
        self.path = sidecar_path(diagram.span.file)
        is_there = not diagram.fenced and draft.snapshot.text(self.path) is not None
        self.json = JsonEdits(draft, self.path) if is_there else None
        self._form = _SEQUENCE if diagram.type == "sequence" else _GRAPH
        self._new: dict[str, Any] = {}

    @property
    def has_entries(self) -> bool:
        """Whether it states ids of edges or messages."""
        return bool(self._entries())

    def states(self, id_: str) -> bool:
        """Whether it has an entry of an edge or a message."""
        return any(self._entries_of(id_))

    def add(self, id_: str, fields: Fields, before: str | None = None) -> None:
        """Add an entry, before that of another one or behind all. Raises QueryError if there can be no sidecar."""
        entry = {self._form.id: id_, **fields}
        if self.json is None:
            self._put([self._form.entries], [*self._new.get(self._form.entries, ()), entry])
        else:
            self.json.append(self._form.entries, entry, next(self._entries_of(before), None) if before else None)

    def change(self, id_: str, fields: Fields) -> None:
        """Change the entry of an edge or a message, if there is one."""
        for entry in self._entries_of(id_):
            for name, value in fields.items():
                if self.json is not None:
                    self.json.set(entry, name, value)

    def forget(self, ids: Collection[str]) -> None:
        """Take the entries of edges or messages out."""
        if self.json is not None:
            self.json.drop(self._form.entries, [*self._entries_of(*ids)])

    def name(self, name: str, id_: str, old_name: str | None = None) -> None:
        """State the id of what has a name, in place of an old name if there was one."""
        by_name = self._names()
        if self.json is None:
            self._put(["stable_id_map", self._form.names, name], id_)
        elif by_name is not None and old_name in by_name.members:
            self._rename_key(by_name, old_name, name)
        elif by_name is not None:
            self.json.set(by_name, name, id_)
        elif (maps := self._member("stable_id_map")) is not None:
            self.json.set(maps, self._form.names, {name: id_})
        else:
            self.json.set(self.json.root, "stable_id_map", {self._form.names: {name: id_}})

    def rename_node(self, node: Node, name: str) -> None:
        """Let what it states of a node follow another name of it. The id of the node stays, if it is stated."""
        by_name, notes = self._names(), self._member(self._form.notes)
        if by_name is not None and node.name in by_name.members:
            self._rename_key(by_name, node.name, name)
            return
        for entry in self._entries():
            for end in ("from_node_id", "to_node_id"):
                if self.json and entry.text(end) == node.node:
                    self.json.replace(entry.members[end], f"n:{name}")
        if notes is not None and node.node in notes.members:
            self._rename_key(notes, node.node, f"n:{name}")

    def forget_name(self, name: str, id_: str) -> None:
        """Take the name and the note of a node or a participant out."""
        for parent, key in ((self._names(), name), (self._member(self._form.notes), id_)):
            if self.json and parent is not None and key in parent.members:
                self.json.remove(parent, key)

    def set_note(self, id_: str, note: str | None) -> None:
        """Give a node or a participant a note, or take it away. Raises QueryError if there can be no sidecar."""
        notes = self._member(self._form.notes)
        if note is None:
            if self.json and notes is not None and id_ in notes.members:
                self.json.remove(notes, id_)
        elif self.json is None:
            self._put([self._form.notes, id_], note)
        elif notes is None:
            self.json.set(self.json.root, self._form.notes, {id_: note})
        else:
            self.json.set(notes, id_, note)

    def write(self) -> None:
        """Draft the sidecar, if it is a new one. Edits of one that exists are among the others."""
        if not self._new:
            return
        meta = SessionMeta(self.draft, session_named(self.draft.snapshot, self.diagram.session))
        entry = meta.entries(self.diagram.diagram)[-1]
        content: dict[str, Any] = {"diagram_id": entry.text("diagram_id"), "mmd_path": entry.text("mmd_path")}
        maps = {"by_mermaid_id": {}, "by_name": {}} | self._new.pop("stable_id_map", {})
        content |= {"stable_id_map": maps, "xrefs": [], "flow_edges": [], self._form.entries: [], **self._new}
        self.draft.create(self.path, new_json(content))

    def _put(self, keys: list[str], value: Any) -> None:
        """Put a value into a sidecar that is to be made. Raises QueryError for a diagram that can have none."""
        if self.diagram.fenced or not self.diagram.session:
            problem = "Only a diagram of a session, or one with a sidecar, has ids of its own and notes"
            hint = "Leave the id out: it comes from the text."
            hint = "A block of markdown has no sidecar." if self.diagram.fenced else hint
            raise unavailable(problem, diagram_id=self.diagram.diagram, hint=hint)
        parent = self._new
        for key in keys[:-1]:
            parent = parent.setdefault(key, {})
        parent[keys[-1]] = value

    def _member(self, *names: str) -> Place | None:
        return self.json.root.member(*names) if self.json else None

    def _names(self) -> Place | None:
        return self._member("stable_id_map", self._form.names)

    def _entries(self) -> list[Place]:
        return list(self.json.root.objects(self._form.entries)) if self.json else []

    def _entries_of(self, *ids: str) -> Iterator[Place]:
        return (entry for entry in self._entries() if entry.text(self._form.id) in ids)

    def _rename_key(self, parent: Place, old: str, new: str) -> None:
        assert self.json is not None
        start = parent.members[old].key_start
        end = json.JSONDecoder().raw_decode(self.json.text, start)[1]
        self.draft.replace_range(self.path, start, end, json.dumps(new, ensure_ascii=self.json.text.isascii()))
