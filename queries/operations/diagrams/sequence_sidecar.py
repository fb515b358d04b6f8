"""The sidecar of a sequence diagram, `<stem>.meta.json` beside it: ids that stay when the text changes, and notes.

The entry of a message is matched with the text by its ends, kind and text. So an operation that changes these changes
the entry as well, and equal messages have their entries in the order of the text.
"""

import json
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Message, Participant
from queries.errors.query_error import QueryError
from queries.operations.diagrams.sequence_view import SequenceView
from queries.operations.diagrams.session_files import SessionMeta, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place, new_json

_SUFFIX = ".meta.json"
_MESSAGES = "sequence_messages"
_NOTES = "sequence_participant_notes"


class Sidecar:
    """The sidecar of a diagram, if it has one. One that is missing is made when something is put into it."""

    def __init__(self, view: SequenceView) -> None:
        self.view = view
        folder, slash, name = view.path.rpartition("/")
        self.path = f"{folder}{slash}{name.rpartition('.')[0] or name}{_SUFFIX}"
        self.can_exist = not view.fact.fenced
        exists = self.can_exist and view.snapshot.text(self.path) is not None
        self.json = JsonEdits(view.edits, self.path) if exists else None
        self._new: dict[str, Any] = {}

    @property
    def has_ids_of_messages(self) -> bool:
        """Whether it states ids of messages."""
        return bool(self._entries())

    def states_message(self, id_: str) -> bool:
        """Whether it has an entry of a message."""
        return any(one.text("message_id") == id_ for one in self._entries())

    def add_message(self, id_: str, fields: dict[str, str], before: str | None) -> None:
        """Add the entry of a message, before that of another one or behind all."""
        entry = {"message_id": id_, **fields}
        self._check_can_exist()
        found = self.json.root.member(_MESSAGES) if self.json else None
        if self.json is None:
            self._new.setdefault(_MESSAGES, []).append(entry)
        elif found is None:
            self.json.set(self.json.root, _MESSAGES, [entry])
        else:
            ids = [one.text("message_id") if isinstance(one.value, dict) else "" for one in found.items]
            self.json.insert(found, ids.index(before) if before in ids else len(ids), entry)

    def change_message(self, id_: str, fields: dict[str, str]) -> None:
        """Change the entry of a message, if there is one."""
        for one in self._entries():
            if self.json and one.text("message_id") == id_:
                for name, value in fields.items():
                    self.json.set(one, name, value)

    def remove_message(self, id_: str) -> None:
        """Take the entries of a message out."""
        found = self.json.root.member(_MESSAGES) if self.json else None
        if self.json is None or found is None:
            return
        places = [
            at for at, one in enumerate(found.items) if isinstance(one.value, dict) and one.text("message_id") == id_
        ]
        if places:
            self.json.take_out(found, places[0])

    def name_participant(self, name: str, id_: str, old_name: str | None = None) -> None:
        """State the id of a participant by its name, in place of an old name if there was one."""
        self._check_can_exist()
        by_name = self.json.root.member("stable_id_map", "by_name") if self.json else None
        if self.json is None:
            self._new.setdefault("stable_id_map", {"by_mermaid_id": {}, "by_name": {}})["by_name"][name] = id_
        elif by_name is not None and old_name in by_name.members:
            self._rename_key(self.json, by_name, old_name, name)
        elif by_name is not None:
            self.json.set(by_name, name, id_)
        elif (maps := self.json.root.member("stable_id_map")) is not None:
            self.json.set(maps, "by_name", {name: id_})
        else:
            self.json.set(self.json.root, "stable_id_map", {"by_name": {name: id_}})

    def forget_participant(self, participant: Participant) -> None:
        """Take the name and the note of a participant out."""
        if self.json is None:
            return
        by_name = self.json.root.member("stable_id_map", "by_name")
        for parent, name in ((by_name, participant.name), (self.json.root.member(_NOTES), participant.participant)):
            if parent and name in parent.members:
                self.json.remove(parent, name)

    def set_note(self, participant: str, note: str | None) -> None:
        """Give a participant a note, or take it away."""
        self._check_can_exist()
        notes = self.json.root.member(_NOTES) if self.json else None
        if self.json is None:
            self._new[_NOTES] = {participant: note}
        elif note is None:
            if notes and participant in notes.members:
                self.json.remove(notes, participant)
        elif notes is None:
            self.json.set(self.json.root, _NOTES, {participant: note})
        else:
            self.json.set(notes, participant, note)

    def write(self) -> None:
        """Draft the sidecar, if it is a new one. Edits of one that exists are among those of the view."""
        if not self._new:
            return
        fact = self.view.fact
        meta = SessionMeta(self.view.edits, session_named(self.view.snapshot, fact.session))
        entry = meta.entries(fact.diagram)[-1]
        head = {"diagram_id": entry.text("diagram_id"), "mmd_path": entry.text("mmd_path")}
        rest: dict[str, Any] = {
            "stable_id_map": {"by_mermaid_id": {}, "by_name": {}},
            "xrefs": [],
            "flow_edges": [],
            _MESSAGES: [],
        }
        self.view.edits.draft.create(self.path, new_json(head | rest | self._new))

    def _entries(self) -> list[Place]:
        return list(self.json.root.objects(_MESSAGES)) if self.json else []

    def _check_can_exist(self) -> None:
        """Raise QueryError if the diagram has no sidecar, and none that a session's program would read."""
        if self.can_exist and (self.json or self.view.fact.session):
            return
        problem = "Only a diagram of a session, or one with a sidecar, has ids of its own and notes"
        hint = "Leave the id out: it comes from the text." if self.can_exist else "A block of markdown has no sidecar."
        raise QueryError("unavailable", problem, diagram_id=self.view.row.id, hint=hint)

    def _rename_key(self, edits: JsonEdits, parent: Place, old: str, new: str) -> None:
        start = parent.members[old].key_start
        key_end = json.JSONDecoder().raw_decode(edits.text, start)[1]
        edits.edits.replace(edits.path, start, key_end, json.dumps(new, ensure_ascii=edits.text.isascii()))


class Entry(NamedTuple):
    """What the entry of a message states of it but its id, and the text as it is shown."""

    fields: dict[str, str]
    shown: str

    @classmethod
    def of(cls, sender: Participant, receiver: Participant, kind: str, written: str, shown: str) -> "Entry":
        """Return the entry of a message, by its ends, kind and text."""
        ends = {"from_participant_id": sender.participant, "to_participant_id": receiver.participant}
        return cls({**ends, "kind": kind, "text": written}, shown)

    def is_of(self, message: Message) -> bool:
        """Whether a message is matched with an entry of these fields."""
        stated = (message.from_participant, message.to_participant, message.message_kind, message.text)
        return stated == (*[one for name, one in self.fields.items() if name != "text"], self.shown)
