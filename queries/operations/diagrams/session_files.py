"""The files of session folders as operations edit them: the meta file, with its list of diagrams."""

from collections.abc import Mapping

from compiler.languages.diagrams.facts import Diagram, Session
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import chosen_session
from queries.operations.arguments import invalid, optional, unavailable
from queries.operations.draft import Draft
from queries.operations.json_file import Object, objects_in, text_in

APPLIES_TO_SESSIONS = "Session folders."
SESSION_ARGUMENT = optional("session", "The id of a session; needed only when there are several.")


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
        back = {own: one for one, own in self.own.items()}
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
