"""Answers a question about a workspace of several sources.

Tools of the core ask the merged snapshot, or with `source` the rows of one source in it. A tool of a language asks
sources alone: the one that is named, or the one that a ref, a path or a cursor names; else every source that has
objects of its language. Where several answer, the answer has one for each, and an id that several have is ambiguous.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from compiler.model.source_names import split_ref
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import MemberError, Members, Workspace
from queries.errors.near import nearest
from queries.errors.query_error import SCHEMA_VERSION, QueryError
from queries.sources.naming import SourceNaming
from queries.tools.packs import PACKS
from queries.tools.paging import snapshot_of_cursor
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import BOUND, size, visible
from queries.tools.tool import Tool

SOURCE = Parameter(
    "source",
    "string",
    "The name of a source of the workspace: only its rows. get_snapshot_info lists them.",
    brief="Only this source.",
)
ANSWERED_BY = "source_name"  # the field of an answer that names the source that gave it
MAX_ANSWERS = 20  # of sources in one answer
CORE = "core"
# Tools of the core that ask one source: its repository, and its files as they are.
OF_ONE_SOURCE = frozenset(("list_revisions", "compare_revisions", "propose_change"))
# Arguments that name objects, by tool of the core.
NAMES: Mapping[str, tuple[str, ...]] = {
    "object_get": ("ref", "refs"),
    "get_links": ("ref",),
    "get_impact": ("ref",),
    "find_route": ("from", "to"),
}
OF_SOURCE_ALONE = frozenset(("search",))  # whose rank counts the words of all texts
_TEXTS = frozenset(("query", "text", "sql", "keywords", "cursor", "where", "then", "goal", "source"))
SHOWN = 20


def answer_of_sources(tool: Tool, workspace: Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a tool about the sources of a workspace. Raises QueryError."""
    members = workspace.members
    assert members is not None
    given = dict(arguments)
    name = _named_source(members, given.pop(SOURCE.name, None), tool)
    if tool.pack == CORE and tool.name not in OF_ONE_SOURCE and not (name and given.get("base")):
        return _asked_merged(tool, workspace, members, name, given)
    if name is None:
        name = _source_of_arguments(members, workspace.snapshot, given) or _source_of_edits(members, given)
    if name is not None:
        return _asked_alone(tool, workspace, members, name, given)
    if tool.name in OF_ONE_SOURCE:
        return _asked_only_one(tool, workspace, members, given)
    return _asked_all(tool, workspace, members, given)


def _named_source(members: Members, name: Any, tool: Tool) -> str | None:
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
            hint=f"The sources are {listed}{', …' if len(members.names) > SHOWN else ''}. {tool.name} takes no other.",
        )
    if problem := members.problem(name):
        raise QueryError("unavailable", f"The source '{name}' could not be read: {problem}", source=name)
    return name


def _asked_merged(
    tool: Tool, workspace: Workspace, members: Members, name: str | None, given: dict[str, Any]
) -> dict[str, Any]:
    """Ask the merged snapshot, or the rows of one source in it."""
    if name is None or tool.name == "refresh":
        return tool.answer(workspace, given)
    if tool.name in NAMES:
        return tool.answer(workspace, _qualified_names(tool, workspace.snapshot, name, given))
    if tool.name in OF_SOURCE_ALONE:
        return _asked_alone(tool, workspace, members, name, given)
    view = members.view(name).for_request(workspace.snapshot.charge)
    answer = tool.answer(replace(workspace, snapshot=view, members=None), given)
    return answer | {ANSWERED_BY: name}


def _qualified_names(tool: Tool, snapshot: Snapshot, name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return arguments whose native ids are the refs of the objects that one source has."""
    complete = tool.check(given)
    for argument in NAMES[tool.name]:
        value = complete.get(argument)
        if isinstance(value, str):
            complete[argument] = _ref_in(snapshot, name, value)
        elif isinstance(value, list):
            complete[argument] = [_ref_in(snapshot, name, one) for one in value]
    return {key: value for key, value in complete.items() if value is not None}


def _ref_in(snapshot: Snapshot, name: str, value: str) -> str:
    begin = f"{name}::"
    if snapshot.object(begin + value) is not None:
        return begin + value
    sql = "SELECT ref FROM object_row WHERE id = ? AND ref >= ? AND ref < ? ORDER BY rowid"
    found = [ref for (ref,) in snapshot.rows(sql, (value, begin, f"{name}:;"))]
    if len(found) > 1:
        raise QueryError(
            "ambiguous",
            f"{len(found)} objects of the source '{name}' have this id",
            id=echoed(value),
            refs=found[:SHOWN],
            hint="Ask again with one of the refs.",
        )
    return found[0] if found else (value if split_ref(value)[0] else begin + value)


def _asked_alone(
    tool: Tool, workspace: Workspace, members: Members, name: str, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Ask one source alone. Its answer has the refs and paths of the merged snapshot."""
    member = _opened(members, name)
    naming = SourceNaming(name, member.snapshot)
    asked = replace(
        member.for_request(workspace.snapshot.charge),
        other_sources=workspace.other_sources,
        compiled_at=workspace.compiled_at,
    )
    answer = tool.answer(asked, naming.arguments(given))
    return {**naming.answer(answer), ANSWERED_BY: name}


def _opened(members: Members, name: str) -> Workspace:
    try:
        return members.workspace(name)
    except MemberError as error:
        raise QueryError("unavailable", str(error), source=name) from None


def _source_of_arguments(members: Members, snapshot: Snapshot, given: Mapping[str, Any]) -> str | None:
    """Return the source that arguments name: by a ref, a path, or a cursor. Raises QueryError if they name several."""
    found: dict[str, str] = {}
    for key, value in given.items():
        for text in _texts_of(key, value):
            name = split_ref(text)[0] or _of_path(snapshot, text)
            if name in members.names:
                found.setdefault(name, text)
    if cursor := given.get("cursor"):
        digits = snapshot_of_cursor(cursor)
        for one in snapshot.meta["sources"]:
            if digits and one["name"] in members.names and _has_id(members, one["name"], digits):
                return str(one["name"])
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


def _texts_of(key: str, value: Any) -> Iterator[str]:
    if key in _TEXTS:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (one for one in value if isinstance(one, str))


def _of_path(snapshot: Snapshot, text: str) -> str:
    """Return the source of a path of the merged snapshot, "" if it is none."""
    if "/" not in text or len(text) > 1_000:
        return ""
    path = text.partition("#")[0]
    is_there = snapshot.rows("SELECT 1 FROM source_text WHERE path = ?", (path,))
    return path.partition("/")[0] if is_there else ""


def _source_of_edits(members: Members, given: Mapping[str, Any]) -> str | None:
    """Return the source in which all files of edits are, by the paths of the workspace."""
    edits = given.get("edits")
    if not isinstance(edits, list):
        return None
    files = [one.get("file") for one in edits if isinstance(one, dict)]
    names = {one.partition("/")[0] for one in files if isinstance(one, str)}
    return next(iter(names)) if len(names) == 1 and names <= {*members.names} else None


def _asked_only_one(tool: Tool, workspace: Workspace, members: Members, given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the one source that can be read; if there are several, say that one has to be named."""
    readable = [one for one in members.names if not members.problem(one)]
    if len(readable) == 1:
        return _asked_alone(tool, workspace, members, readable[0], given)
    shown = ", ".join(readable[:SHOWN])
    error = f"{tool.name} is about one source, and the workspace has {len(readable)}: name one with source"
    raise QueryError("invalid_argument", error, sources=readable[:SHOWN], hint=f"The sources are {shown}.")


def _asked_all(tool: Tool, workspace: Workspace, members: Members, given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask every source that has objects of the tool's language."""
    tool.check(given)
    names = [one for one in sources_of_pack(workspace.snapshot, tool.pack) if not members.problem(one)]
    if not names:
        readable = [one for one in members.names if not members.problem(one)]
        return _asked_alone(tool, workspace, members, readable[0], given)
    if len(names) > 1:
        _refuse_shared_ids(workspace.snapshot, names, given)
    answers: dict[str, dict[str, Any]] = {}
    errors: dict[str, QueryError] = {}
    for name in names[:MAX_ANSWERS]:
        try:
            answers[name] = _asked_alone(tool, workspace, members, name, given)
        except QueryError as error:
            errors[name] = error
    if not answers:
        raise _common(errors)
    if len(answers) == 1 and (len(names) == 1 or all(one.code == "not_found" for one in errors.values())):
        return next(iter(answers.values()))
    return _side_by_side(answers, errors, names)


def sources_of_pack(snapshot: Snapshot, pack: str) -> Sequence[str]:
    """Return the sources that have objects which the tools of a pack are for."""
    kinds: Mapping[str, frozenset[str]] = snapshot.memoize("queries.sources.kinds", _kinds)
    wanted = PACKS[pack].kinds if pack in PACKS else frozenset()
    return [name for name, own in kinds.items() if own & wanted]


def _kinds(snapshot: Snapshot) -> dict[str, frozenset[str]]:
    sql = "SELECT DISTINCT substr(ref, 1, instr(ref, '::') - 1), kind FROM object_row"
    found: dict[str, set[str]] = {one["name"]: set() for one in snapshot.meta["sources"]}
    for name, kind in snapshot.rows(sql):
        found[name].add(kind)
    return {name: frozenset(kinds) for name, kinds in found.items()}


def _refuse_shared_ids(snapshot: Snapshot, names: Sequence[str], given: Mapping[str, Any]) -> None:
    """Raise QueryError if an argument is the id of objects in several sources: nothing decides which is meant."""
    for key, value in given.items():
        for text in _texts_of(key, value):
            found = [one.ref for one in snapshot.objects(id=text) if split_ref(one.ref)[0] in names]
            if len({split_ref(ref)[0] for ref in found}) > 1:
                raise QueryError(
                    "ambiguous",
                    f"{len(found)} objects of several sources have this id",
                    **{key: echoed(text)},
                    refs=found[:SHOWN],
                    hint="Ask again with source, or with one of the refs.",
                )


def _common(errors: Mapping[str, QueryError]) -> QueryError:
    """Return the error of several sources: that of the first; what is near in any of them is suggested."""
    first = next(iter(errors.values()))
    if len(errors) == 1:
        return first
    near = list(dict.fromkeys(one for error in errors.values() for one in error.fields.get("did_you_mean", ())))
    fields = {**first.fields, "did_you_mean": near[:SHOWN], "sources": list(errors)[:SHOWN]}
    return QueryError(first.code, first.error, **fields)


def _side_by_side(
    answers: Mapping[str, dict[str, Any]], errors: Mapping[str, QueryError], names: Sequence[str]
) -> dict[str, Any]:
    """Return the answers of several sources, each with its name, as far as there is room."""
    listed: list[dict[str, Any]] = []
    left = [name for name in names if name not in answers and name not in errors]
    room = BOUND - 2_000
    for name, answer in answers.items():
        own = {
            ANSWERED_BY: name,
            **{key: one for key, one in answer.items() if key not in ("schema_version", ANSWERED_BY)},
        }
        room -= size(visible(own)) + 1
        if room < 0 and listed:
            left.append(name)
        else:
            listed.append(own)
    found: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "sources": listed}
    failed = [
        {ANSWERED_BY: name, "code": one.code, "error": one.error}
        for name, one in errors.items()
        if one.code != "not_found"
    ]
    if failed:
        found["not_answered"] = failed
    if left:
        found["left_out"] = left
        found["hint"] = "Not all sources are shown: name one with source."
    return found
