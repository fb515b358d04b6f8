"""Which source of a workspace a question is about: the one that is named, the one that its arguments name, or each that
has objects of a language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from compiler.model.source_names import split_ref
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import MemberError, Members, Workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.packs import PACKS
from queries.tools.paging import snapshot_of_cursor
from queries.tools.parameters import Parameter, echoed

SOURCE = Parameter(
    "source",
    "string",
    "The name of a source of the workspace: only its rows. get_snapshot_info lists them.",
    brief="Only this source.",
)
SHOWN = 20  # names in a message
_TEXTS = frozenset(("query", "text", "sql", "keywords", "cursor", "where", "then", "goal", "source"))


def named_source(members: Members, name: Any, asked: str) -> str | None:
    """Return the source that is named, if any. Raises QueryError if there is none of this name, or it is not there.
    `asked` is what was asked for."""
    if name is None:
        return None
    if not isinstance(name, str) or name not in members.names:
        near = nearest(name, members.names) if isinstance(name, str) else []
        listed = ", ".join(members.names[:SHOWN])
        raise QueryError(
            "not_found",
            "There is no source of this name",
            source=echoed(name),
            did_you_mean=near,
            hint=f"The sources are {listed}{', …' if len(members.names) > SHOWN else ''}. {asked} takes no other.",
        )
    if problem := members.problem(name):
        raise QueryError("unavailable", f"The source '{name}' could not be read: {problem}", source=name)
    return name


def alone(workspace: Workspace, members: Members, name: str) -> Workspace:
    """Return one source as it is alone, for the request of a workspace. Raises QueryError if it cannot be read."""
    return replace(
        _opened(members, name).for_request(workspace.snapshot.charge),
        other_sources=workspace.other_sources,
        compiled_at=workspace.compiled_at,
    )


def _opened(members: Members, name: str) -> Workspace:
    try:
        return members.workspace(name)
    except MemberError as error:
        raise QueryError("unavailable", str(error), source=name) from None


def source_of_arguments(members: Members, snapshot: Snapshot, given: Mapping[str, Any]) -> str | None:
    """Return the source that arguments name: by a ref, a path, or a cursor. Raises QueryError if they name several."""
    found: dict[str, str] = {}
    for key, value in given.items():
        for text in texts_of(key, value):
            name = split_ref(text)[0] or _of_path(snapshot, text)
            if name in members.names:
                found.setdefault(name, text)
    if cursor := given.get("cursor"):
        digits = snapshot_of_cursor(cursor)
        for source in snapshot.meta["sources"]:
            if digits and source["name"] in members.names and _has_id(members, source["name"], digits):
                return str(source["name"])
    if len(found) > 1:
        names = ", ".join(f"{text} of {name}" for name, text in found.items())
        raise QueryError("invalid_argument", f"The arguments name objects of several sources: {names}.")
    return next(iter(found), None)


def _has_id(members: Members, name: str, digits: str) -> bool:
    """Whether a cursor is one of an answer of this source, which is open then."""
    if members.problem(name):
        return False
    try:
        return members.workspace(name).snapshot.id.startswith(digits)
    except MemberError:
        return False


def texts_of(key: str, value: Any) -> Iterator[str]:
    if key in _TEXTS:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


def _of_path(snapshot: Snapshot, text: str) -> str:
    """Return the source of a path of the merged snapshot, "" if it is none."""
    if "/" not in text or len(text) > 1_000:
        return ""
    path = text.partition("#")[0]
    is_there = snapshot.rows("SELECT 1 FROM source_text WHERE path = ?", (path,))
    return path.partition("/")[0] if is_there else ""


def sources_of_pack(snapshot: Snapshot, pack: str) -> Sequence[str]:
    """Return the sources that have objects which the tools of a pack are for."""
    kinds: Mapping[str, frozenset[str]] = snapshot.memoize("queries.sources.kinds", _kinds)
    wanted = PACKS[pack].kinds if pack in PACKS else frozenset()
    return [name for name, own in kinds.items() if own & wanted]


def _kinds(snapshot: Snapshot) -> dict[str, frozenset[str]]:
    sql = "SELECT DISTINCT substr(ref, 1, instr(ref, '::') - 1), kind FROM object_row"
    found: dict[str, set[str]] = {source["name"]: set() for source in snapshot.meta["sources"]}
    for name, kind in snapshot.rows(sql):
        found[name].add(kind)
    return {name: frozenset(kinds) for name, kinds in found.items()}
