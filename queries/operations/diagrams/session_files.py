"""The files of session folders as operations edit them: the meta file, with its list of diagrams, and the sidecar of a
diagram, `<stem>.meta.json` beside it: ids that stay when the text changes, and notes.

The entry of an edge or a message is matched with the text by its ends and what it says. So an operation that changes
these changes the entry as well, and equal messages have their entries in the order of the text.
"""

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

from compiler.languages.diagrams.facts import Diagram, Node, Session
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import chosen_session
from queries.operations.arguments import invalid, optional, unavailable
from queries.operations.draft import Draft
from queries.operations.json_file import Object, drop, listed_in, objects_in, rename_key, text_in

APPLIES_TO_SESSIONS = "Session folders."
SESSION_ARGUMENT = optional("session", "The id of a session; needed only when there are several.")
Fields = dict[str, str | None]


class SessionMeta:
    """The meta file of a session. `root` is what it states, to be changed; `own` maps ids of diagrams in the snapshot
    to those that it lists.

    The two differ only where several sessions list the same id.
    """

    def __init__(self, draft: Draft, session: Session) -> None:
        self.session = session
        self.root = draft.json(session.span.file)
        listed = {self.path_of(entry): text_in(entry, "diagram_id") for entry in objects_in(self.root, "diagrams")}
        diagrams = draft.snapshot.facts(Diagram, session=session.session)
        self.own = {diagram.diagram: listed[diagram.span.file] for diagram in diagrams if diagram.span.file in listed}

    def path_of(self, entry: Object) -> str:
        """Return the path below the root of a diagram that the session lists."""
        parts = [part for part in text_in(entry, "mmd_path").replace("\\", "/").split("/") if part != "."]
        return "/".join([self.session.folder, *parts] if self.session.folder else parts)

    def entries(self, diagram: str) -> list[Object]:
        """Return the entries of a diagram, by its id in the snapshot."""
        own = self.own.get(diagram, diagram)
        return [entry for entry in objects_in(self.root, "diagrams") if text_in(entry, "diagram_id") == own]

    def written_ref(self, ref: str) -> str:
        """Return a ref as the session writes it."""
        diagram, slash, rest = ref.removeprefix("d:").partition("/")
        return f"d:{self.own.get(diagram, diagram)}{slash}{rest}"

    def resolved_ref(self, written: str) -> str:
        """Return the ref in the snapshot of a ref as the session writes it."""
        diagram, slash, rest = written.removeprefix("d:").partition("/")
        back = {own: name for name, own in self.own.items()}
        return f"d:{back.get(diagram, diagram)}{slash}{rest}"

    def renamed_ref(self, written: str, renamed: Mapping[str, str]) -> str | None:
        """Return the new ref of an object as the session writes it, None if it has no other one."""
        new = renamed.get(self.resolved_ref(written))
        return None if new is None else self.written_ref(new)


def session_of(snapshot: Snapshot, named: str | None) -> Session:
    """Return the session that is named, or the only one. Raises QueryError if there is none, or several."""
    found = chosen_session(snapshot, named)
    if found is None:
        raise unavailable("The source has no session folder: cross-references stand in its meta file")
    return found


def session_named(snapshot: Snapshot, id_: str) -> Session:
    """Return the session of an id in the snapshot."""
    return snapshot.facts(Session, session=id_)[0]


def bump_revision(draft: Draft, diagram: Diagram) -> None:
    """Count up the revision of a diagram that a session lists, as the sessions' own program does at each change. A
    diagram of no session has none."""
    if diagram.session:
        meta = SessionMeta(draft, session_named(draft.snapshot, diagram.session))
        for entry in meta.entries(diagram.diagram)[-1:]:
            entry["rev"] = diagram.revision + 1


def check_id(argument: str, id_: str) -> None:
    """Raise QueryError unless a text can be an id: it is not empty and has no slash."""
    if not id_.strip() or "/" in id_ or len(id_.splitlines()) > 1:
        raise invalid("An id is not empty and has no slash", **{argument: id_})


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
        self.is_there = not diagram.fenced and draft.snapshot.text(self.path) is not None
        self._form = _SEQUENCE if diagram.type == "sequence" else _GRAPH
        self._value: Object = draft.json(self.path) if self.is_there else {}

    @property
    def has_entries(self) -> bool:
        """Whether it states ids of edges or messages."""
        return bool(objects_in(self._value, self._form.entries))

    def states(self, id_: str) -> bool:
        """Whether it has an entry of an edge or a message."""
        return bool(self._entries_of(id_))

    def add(self, id_: str, fields: Fields, before: str | None = None) -> None:
        """Add an entry, before that of another one or behind all. Raises QueryError if there can be no sidecar."""
        entries = listed_in(self._made(), self._form.entries)
        ids = [text_in(entry, self._form.id) if isinstance(entry, dict) else "" for entry in entries]
        entries.insert(ids.index(before) if before in ids else len(ids), {self._form.id: id_, **fields})

    def change(self, id_: str, fields: Fields) -> None:
        """Change the entry of an edge or a message, if there is one."""
        for entry in self._entries_of(id_):
            entry.update(fields)

    def forget(self, ids: Collection[str]) -> None:
        """Take the entries of edges or messages out."""
        drop(self._value, self._form.entries, self._entries_of(*ids))

    def name(self, name: str, id_: str, old_name: str = "") -> None:
        """State the id of what has a name, in place of an old name if there was one."""
        names = _object_in(_object_in(self._made(), "stable_id_map"), self._form.names)
        if old_name in names:
            rename_key(names, old_name, name)
        else:
            names[name] = id_

    def rename_node(self, node: Node, name: str) -> None:
        """Let what it states of a node follow another name of it. The id of the node stays, if it is stated."""
        names, notes = self._names(), self._value.get(self._form.notes) or {}
        if node.name in names:
            rename_key(names, node.name, name)
            return
        for entry in objects_in(self._value, self._form.entries):
            entry.update({end: f"n:{name}" for end in ("from_node_id", "to_node_id") if entry.get(end) == node.node})
        if node.node in notes:
            rename_key(notes, node.node, f"n:{name}")

    def forget_name(self, name: str, id_: str) -> None:
        """Take the name and the note of a node or a participant out."""
        self._names().pop(name, None)
        self.set_note(id_, None)

    def set_note(self, id_: str, note: str | None) -> None:
        """Give a node or a participant a note, or take it away. Raises QueryError if there can be no sidecar."""
        if note is not None:
            _object_in(self._made(), self._form.notes)[id_] = note
        elif isinstance(notes := self._value.get(self._form.notes), dict):
            notes.pop(id_, None)

    def _made(self) -> Object:
        """Return what it states, to put something into it. Raises QueryError for a diagram that can have none."""
        if self._value or self.is_there:
            return self._value
        if self.diagram.fenced or not self.diagram.session:
            problem = "Only a diagram of a session, or one with a sidecar, has ids of its own and notes"
            hint = "Leave the id out: it comes from the text."
            hint = "A block of markdown has no sidecar." if self.diagram.fenced else hint
            raise unavailable(problem, diagram_id=self.diagram.diagram, hint=hint)
        meta = SessionMeta(self.draft, session_named(self.draft.snapshot, self.diagram.session))
        entry = meta.entries(self.diagram.diagram)[-1]
        self.draft.at_end.append(self._create)
        self._value |= {"diagram_id": text_in(entry, "diagram_id"), "mmd_path": text_in(entry, "mmd_path")}
        maps: Object = {"by_mermaid_id": {}, "by_name": {}}
        self._value |= {"stable_id_map": maps, "xrefs": [], "flow_edges": [], self._form.entries: []}
        return self._value

    def _create(self) -> None:
        """Draft the new file, as the sessions' own program writes one."""
        self.draft.create(self.path, f"{json.dumps(self._value, ensure_ascii=False, indent=2)}\n")

    def _names(self) -> Object:
        maps = self._value.get("stable_id_map")
        names = maps.get(self._form.names) if isinstance(maps, dict) else None
        return names if isinstance(names, dict) else {}

    def _entries_of(self, *ids: str) -> list[Object]:
        return [entry for entry in objects_in(self._value, self._form.entries) if text_in(entry, self._form.id) in ids]


def _object_in(parent: Object, name: str) -> Object:
    """Return an object in another one, which is added if it is not there."""
    if not isinstance(parent.get(name), dict):
        parent[name] = {}
    return parent[name]  # type: ignore[no-any-return]
