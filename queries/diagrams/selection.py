"""The choice of the diagram, session or object that a question is about, and the parameters that the packs share."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from compiler.languages.diagrams.facts import FAMILIES, Session
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot, memoized
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.diagram_refs import check_diagram_ref
from queries.lookup.examples import example_files
from queries.tools.paging import limit_of
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped
from queries.tools.schemas import string, string_or_null

GRAPHS = (
    "flowchart",
    "state",
    "class",
    "er",
    "requirement",
    "c4",
    "gantt",
    "gitgraph",
    "architecture",
    "block",
    "mindmap",
)
SEQUENCES = ("sequence",)
DRAWABLE_KINDS = GRAPHS + SEQUENCES
KIND_NAMES = f"{', '.join(DRAWABLE_KINDS)}, other or unknown."
SHOWN = 20  # ids that an error lists

DIAGRAM = Parameter(
    "diagram_id",
    "string",
    "The id of a diagram, or its ref. Needed only when there are several and none is active.",
    max_length=500,
    brief="Default: the active or only one.",
    aliases=("diagram",),
)
SESSION = Parameter(
    "session",
    "string",
    "The id of a session; needed only when the source holds several.",
    max_length=500,
    aliases=("session_id",),
)
LIMIT = limit_of(500, maximum=5_000)
DIAGRAM_ID = string("The diagram that was asked.")
ACTIVE_DIAGRAM = string_or_null("The id of the active diagram, or null when none is.")
ACTIVE_WALKTHROUGH = string_or_null("The id of the active walkthrough, or null when none is.")


class DiagramRow(NamedTuple):
    """A diagram without its text and tree. `kind` is one of KIND_NAMES."""

    id: str
    name: str
    kind: str
    mermaid_type: str
    session: str
    rev: int
    has_errors: bool
    file: str
    line: int
    is_example: bool

    @property
    def source(self) -> str:
        return f"{self.file}:{self.line}"

    def ref(self, category: str, id: str) -> str:
        """Return the ref of an object in the diagram, such as `d:checkout/flow/node/n:pay`."""
        return f"d:{self.id}/{FAMILIES[self.kind]}/{category}/{id}"


@memoized
def diagrams_of(snapshot: Snapshot) -> Mapping[str, DiagramRow]:
    """Return all diagrams by their ids, in the order of the ids."""
    columns = "diagram, name, type, mermaid_type, session, revision, has_errors, file, start_line"
    examples = example_files(snapshot, "diagram")
    rows = snapshot.rows(f"SELECT {columns}, file FROM fact_diagram")
    found = (DiagramRow._make((*row, file in examples)) for *row, file in rows)
    return {row.id: row for row in sorted(found)}


def chosen_diagram(
    snapshot: Snapshot, diagram_id: str | None, fits: Collection[str] = (), **objects: str | None
) -> DiagramRow:
    """Return the diagram that a question is about: the diagram named `diagram_id`, else that of the first ref among the
    `objects` (by argument), else the only diagram, else the active one.

    Raises QueryError when there is none, when several are possible, or when its kind is not among `fits`.
    """
    rows = diagrams_of(snapshot)
    if not rows:
        hint = "A diagram is a .mmd or .mermaid file, or a block of a markdown file that is marked mermaid."
        raise QueryError("unavailable", "No diagram in this source", hint=hint)
    of_refs = {argument: diagram_of(name) for argument, name in objects.items() if name and diagram_of(name)}
    if diagram_id is not None:
        chosen = named_diagram(rows, diagram_id)
    elif of_refs:
        argument, first = next(iter(of_refs.items()))
        chosen = named_diagram(rows, first, argument, echoed(str(objects[argument])))
    else:
        chosen = _default(snapshot, rows, fits)
    _check_same(chosen, of_refs, objects)
    if fits and chosen.kind not in fits:
        raise _wrong_kind(chosen, fits, rows)
    return chosen


def diagram_of(name: str) -> str:
    """Return the id of the diagram in the ref of an object; "" for anything else."""
    return name[2:].partition("/")[0] if name.startswith("d:") and "/" in name else ""


def named_diagram(
    rows: Mapping[str, DiagramRow], name: str, argument: str = "diagram_id", value: str | None = None
) -> DiagramRow:
    """Return the diagram with an id, a ref or a unique name. Raises QueryError `not_found`, or `ambiguous`."""
    for spelling in dict.fromkeys((name, unescaped(name), name.removeprefix("d:"))):
        if spelling in rows:
            return rows[spelling]
    sharing = [row for row in rows.values() if row.name == name]
    if len(sharing) == 1:
        return sharing[0]
    if sharing:
        raise _ambiguous("Several diagrams have this name", sharing)
    if not name.removeprefix("d:").strip() or "/" in name:
        error = "The id of a diagram is malformed: it has no slash and is not empty"
        hint = "session_list_diagrams lists them all."
        raise QueryError("invalid_argument", error, **{argument: value or echoed(name)}, hint=hint)
    near = nearest(name.removeprefix("d:"), rows) or _ids_of(rows.values(), nearest(name, _names(rows)))
    raise QueryError(
        "not_found",
        "Diagram not found",
        **{argument: value or echoed(name)},
        did_you_mean=near,
        hint="session_list_diagrams lists them all.",
    )


def _names(rows: Mapping[str, DiagramRow]) -> list[str]:
    return [row.name for row in rows.values()]


def _ids_of(rows: Iterable[DiagramRow], names: Collection[str]) -> list[str]:
    return [row.id for row in rows if row.name in names]


def _default(snapshot: Snapshot, rows: Mapping[str, DiagramRow], fits: Collection[str]) -> DiagramRow:
    if len(rows) == 1:
        return next(iter(rows.values()))
    active = {session.active_diagram for session in snapshot.facts(Session) if session.active_diagram}
    if len(active) == 1:
        (id_,) = active
        if id_ in rows:
            return rows[id_]
        error = "The active diagram of the session does not exist"
        near = list(rows)[:3]
        raise QueryError("not_found", error, diagram_id=id_, hint="Name one as diagram_id.", did_you_mean=near)
    fitting = [row for row in rows.values() if row.kind in fits] or list(rows.values())
    raise _ambiguous("The source holds several diagrams", fitting)


def _ambiguous(error: str, rows: Collection[DiagramRow]) -> QueryError:
    ids = [row.id for row in rows]
    left_out = f" {len(ids)} of them fit; session_list_diagrams lists them all." if len(ids) > SHOWN else ""
    return QueryError("ambiguous", error, diagrams=ids[:SHOWN], hint=f"Name one as diagram_id.{left_out}")


def _check_same(chosen: DiagramRow, of_refs: Mapping[str, str], objects: Mapping[str, str | None]) -> None:
    """Raise QueryError if a ref is of another diagram than the chosen one."""
    for argument, diagram in of_refs.items():
        if diagram != chosen.id:
            raise QueryError(
                "invalid_argument",
                f"The ref is not of the diagram {chosen.id}",
                diagram_id=chosen.id,
                **{argument: echoed(str(objects[argument]))},
                hint="session_find_route and find_route cross diagrams; this tool looks at one.",
            )


TOOLS_OF = {
    "graph": "flow_reachable, flow_paths, flow_cycles, flow_dead_ends, flow_unreachable and flow_degrees",
    "sequence": "seq_messages, seq_search and seq_trace",
}


def _wrong_kind(chosen: DiagramRow, fits: Collection[str], rows: Mapping[str, DiagramRow]) -> QueryError:
    if chosen.kind in DRAWABLE_KINDS:
        hint = f"About this one ask {TOOLS_OF['sequence' if chosen.kind in SEQUENCES else 'graph']}."
    else:
        hint = "It is known by its text only: diagram_get_snapshot shows it, search finds words in it."
    return QueryError(
        "wrong_kind",
        f"The diagram {chosen.id} is of kind {chosen.kind}, and this tool takes {_either(fits)}",
        diagram_id=chosen.id,
        kind=chosen.kind,
        expected_kinds=list(fits),
        diagrams=[row.id for row in rows.values() if row.kind in fits][:SHOWN],
        hint=hint,
    )


def _either(words: Collection[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def native(snapshot: Snapshot, name: str, argument: str, diagram: DiagramRow, category: str) -> str:
    """Return the native id of a name, which is a native id or a whole ref. Raises QueryError `wrong_kind` for a ref of
    another diagram or category."""
    check_diagram_ref(snapshot, name, argument, diagram_id=diagram.id)
    if not diagram_of(name):
        return name
    prefix = diagram.ref(category, "")
    if name.startswith(prefix):
        return name.removeprefix(prefix)
    error = f"This is not the ref of a {category} of the diagram"
    raise QueryError("wrong_kind", error, **{argument: echoed(name)}, hint=f"Such refs begin with {prefix}")


def known_id(
    snapshot: Snapshot,
    diagram: DiagramRow,
    category: str,
    argument: tuple[str, str],
    ids: Collection[str],
    names: Mapping[str, str],
) -> str:
    """Return the id of the object that an argument (its name and value) names: by ref, by id, or by its name in the
    diagram's text, which `names` maps to ids. Raises QueryError `not_found`, or `invalid_argument` for no id."""
    argument_name, value = argument
    sought = native(snapshot, value, argument_name, diagram, category)
    for spelling in dict.fromkeys((sought, unescaped(sought))):
        if spelling in ids:
            return spelling
        if spelling in names:
            return names[spelling]
    if not sought.strip() or "/" in sought:
        raise QueryError(
            "invalid_argument",
            f"This is not the id of a {category}: an id has no slash and is not empty",
            diagram_id=diagram.id,
            **{argument_name: echoed(value)},
            hint=f"Give an id, or a ref, which begins with {diagram.ref(category, '')}",
        )
    near = [names.get(name, name) for name in nearest(sought, [*ids, *names])]
    raise QueryError(
        "not_found",
        f"{category.capitalize()} not found",
        diagram_id=diagram.id,
        **{argument_name: echoed(value)},
        did_you_mean=list(dict.fromkeys(near)),
        refs=elsewhere(snapshot, sought),
        hint=f"{diagram.id} has {len(ids)} of them; diagram_get_ast lists them.",
    )


def elsewhere(snapshot: Snapshot, id: str) -> list[str]:
    """Return the refs of the objects with this id in any diagram: the caller may have asked the wrong one."""
    return [row.ref for row in snapshot.objects(id=id) if row.ref.startswith("d:")][:SHOWN]


def chosen_session(snapshot: Snapshot, session: str | None) -> Session | None:
    """Return the session named, else the only one, else None. Raises QueryError `not_found` for an unknown id, and
    `ambiguous` when none is named and there are several."""
    sessions = snapshot.facts(Session)
    if session is not None:
        return named_session(snapshot, session)
    if len(sessions) > 1:
        ids = sorted(session.session for session in sessions)
        error = "The source holds several sessions"
        raise QueryError("ambiguous", error, sessions=ids[:SHOWN], hint="Name one as session.")
    return sessions[0] if sessions else None


def named_session(snapshot: Snapshot, session: str) -> Session:
    """Return the session with an id or a ref. Raises QueryError `not_found`."""
    sessions = snapshot.facts(Session)
    for known in sessions:
        if session in (known.session, known.ref):
            return known
    ids = sorted(session.session for session in sessions)
    near = nearest(session, ids)
    raise QueryError("not_found", "Session not found", session=echoed(session), did_you_mean=near, sessions=ids[:SHOWN])


def place(fact: Fact) -> str:
    """Return where a fact is stated, as `path:line`."""
    return str(fact.span)
