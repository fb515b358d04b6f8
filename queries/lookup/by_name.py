"""Look-ups by name: objects by ref or native id, kinds of objects and links. And `searched`, for answers without rows.

A name that fits nothing, or several objects, raises a QueryError with suggestions.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.model.facts import Object
from compiler.store.snapshot import OBJECT_COLUMNS, ObjectRow, Snapshot, memoized
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.diagram_refs import check_diagram_ref
from queries.lookup.examples import is_example
from queries.lookup.paths import file_object
from queries.tools.parameters import echoed
from queries.tools.render import unescaped

SHOWN = 20  # refs that an ambiguity lists
AT_ONCE = 500  # refs that one statement names


def named_object(snapshot: Snapshot, name: str, argument: str) -> ObjectRow:
    """Return the object with a canonical ref or a native id. Raises QueryError `not_found`, or `ambiguous` with the
    refs; for a malformed ref `invalid_argument`, for one of a category that its diagram has not `wrong_kind`. The error
    names the argument."""
    for spelling in dict.fromkeys((name, unescaped(name))):
        found = snapshot.object(spelling)
        if found is not None:
            return found
        sharing = snapshot.objects(id=spelling)
        if len(sharing) == 1:
            return sharing[0]
        if sharing:
            raise _ambiguous(name, sharing, argument)
    if not name.strip():
        hint = "Give a ref or an id."
        raise QueryError("invalid_argument", "The name is empty", **{argument: echoed(name)}, hint=hint)
    if (of_file := file_object(snapshot, name)) is not None:
        return of_file
    check_diagram_ref(snapshot, name, argument)
    raise _not_found(snapshot, name, argument)


def _ambiguous(name: str, sharing: Sequence[ObjectRow], argument: str) -> QueryError:
    return QueryError(
        "ambiguous",
        f"{len(sharing)} objects have this id",
        **{argument: echoed(name)},
        refs=[row.ref for row in sharing[:SHOWN]],
        hint="Ask again with one of the refs.",
    )


def _not_found(snapshot: Snapshot, name: str, argument: str) -> QueryError:
    # A ref begins with the letter of its space: d:, f:, k:, m:, r: or w:.
    column = "ref" if name[1:2] == ":" else "id"
    names = [name for (name,) in snapshot.rows(f"SELECT {column} FROM object_row")]
    return QueryError(
        "not_found",
        "Object not found",
        **{argument: echoed(name)},
        did_you_mean=nearest(name, names),
        hint="search finds objects by a part of their id, by title or by text; list_objects lists those of a kind.",
    )


def object_row(snapshot: Snapshot, row: ObjectRow | Object) -> dict[str, Any]:
    """Return an object as a row of a list: `{ref, kind, id, title, source, is_example?}`."""
    source = row.source if isinstance(row, ObjectRow) else str(row.span)
    mark = {"is_example": True} if is_example(snapshot, row) else {}
    return {"ref": row.ref, "kind": row.kind, "id": row.id, "title": row.title, "source": source, **mark}


def objects_by_ref(snapshot: Snapshot, refs: Sequence[str]) -> dict[str, ObjectRow]:
    """Return the objects of refs, by these. A ref without an object is left out."""
    found: dict[str, ObjectRow] = {}
    for start in range(0, len(refs), AT_ONCE):
        asked = tuple(refs[start : start + AT_ONCE])
        marks = ", ".join("?" * len(asked))
        rows = snapshot.rows(f"SELECT {OBJECT_COLUMNS} FROM object_row WHERE ref IN ({marks})", asked)
        found |= {row[0]: ObjectRow(*row) for row in rows}
    return found


@memoized
def object_kinds(snapshot: Snapshot) -> Mapping[str, type[Object]]:
    """Return the kinds of object that the languages of this snapshot have, with their fact classes."""
    return {
        fact_class.kind: fact_class for fact_class in snapshot.fact_classes.values() if issubclass(fact_class, Object)
    }


@memoized
def object_counts(snapshot: Snapshot) -> Mapping[str, int]:
    """Return how many objects of each kind there are, sorted by kind."""
    return dict(snapshot.rows("SELECT kind, count(*) FROM object_row GROUP BY kind ORDER BY kind"))


def check_kinds(kinds: Iterable[str] | None, known: Iterable[str], what: str) -> None:
    """Raise QueryError `not_found` if one of the kinds is not known. `what` is object, link, …, for the message."""
    existing = set(known)
    unknown = [kind for kind in kinds or () if kind not in existing]
    if unknown:
        near = [name for kind in unknown for name in nearest(kind, existing, 1)]
        raise QueryError(
            "not_found",
            f"There is no kind of {what} with this name",
            kinds=[echoed(kind) for kind in unknown[:SHOWN]],
            did_you_mean=near[:SHOWN],
            known_kinds=sorted(existing),
        )


def searched(snapshot: Snapshot, kinds: Iterable[str] | None = None) -> dict[str, Any]:
    """Return what a query without results searched: `{objects: {kind: count}, files, files_with_errors?,
    files_not_read?}`; of objects only these kinds, if any are given."""
    counts = object_counts(snapshot)
    chosen = {kind: counts.get(kind, 0) for kind in sorted(set(kinds))} if kinds else dict(counts)
    broken = [path for (path,) in snapshot.rows(BROKEN_FILES)]
    unread = list(snapshot.meta.get("unread") or ())
    counted = {"objects": chosen, "files": snapshot.rows("SELECT count(*) FROM source_text")[0][0]}
    return counted | _first("files_with_errors", broken) | _first("files_not_read", unread)


BROKEN_FILES = "SELECT DISTINCT file FROM diagnostic_row WHERE severity = 'error' AND file != '' ORDER BY file"


def _first(name: str, paths: Sequence[str]) -> dict[str, Any]:
    return {name: list(paths[:SHOWN])} if paths else {}
