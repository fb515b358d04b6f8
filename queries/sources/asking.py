"""Answers a question about a workspace of several sources.

Tools of the core ask the merged snapshot, or with `source` the rows of one source in it. A tool of a language asks
sources alone: the one that is named, or the one that a ref, a path or a cursor names; else every source that has
objects of its language. Where several answer, the answer has one for each, and an id that several have is ambiguous.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from compiler.model.source_names import split_ref
from compiler.model.verdicts import DRIFTED
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Members, Workspace
from queries.errors.query_error import QueryError
from queries.sources.choosing import SHOWN, SOURCE, alone, named_source, source_of_arguments, sources_of_pack
from queries.sources.naming import SourceNaming
from queries.sources.several import ANSWERED_BY, answers_of, side_by_side
from queries.tools.packs import CORE
from queries.tools.parameters import echoed
from queries.tools.tool import Tool

# Tools of the core that ask one source: its repository, and its files as they are.
OF_ONE_SOURCE = frozenset(("list_revisions", "compare_revisions", "object_history", "propose_change"))
# Arguments that name objects, by tool of the core.
NAMES: Mapping[str, tuple[str, ...]] = {
    "object_get": ("ref", "refs"),
    "get_links": ("ref",),
    "get_impact": ("ref",),
    "find_route": ("from", "to"),
}
OF_SOURCE_ALONE = frozenset(("search",))  # whose rank counts the words of all texts


def answer_of_sources(tool: Tool, workspace: Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a tool about the sources of a workspace. Raises QueryError."""
    members = workspace.members
    assert members is not None
    given = dict(arguments)
    name = named_source(members, given.pop(SOURCE.name, None), tool.name)
    if tool.pack == CORE and tool.name not in OF_ONE_SOURCE and not (name and _reads_revisions(given)):
        return _asked_merged(tool, workspace, members, name, given)
    if name is None:
        name = source_of_arguments(members, workspace.snapshot, given) or _source_of_edits(members, given)
    if name is not None:
        return _asked_alone(tool, workspace, members, name, given)
    if tool.name in OF_ONE_SOURCE:
        return _asked_only_one(tool, workspace, members, given)
    return _asked_all(tool, workspace, members, given)


def _reads_revisions(given: Mapping[str, Any]) -> bool:
    """Whether arguments ask for what only a source alone can tell, which has revisions."""
    return bool(given.get("base")) or given.get("verdict") == DRIFTED.name


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
            complete[argument] = [_ref_in(snapshot, name, ref) for ref in value]
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
    asked = alone(workspace, members, name)
    naming = SourceNaming(name, asked.snapshot)
    answer = tool.answer(asked, naming.arguments(given))
    return {**naming.answer(answer), ANSWERED_BY: name}


def _source_of_edits(members: Members, given: Mapping[str, Any]) -> str | None:
    """Return the source in which all files of edits are, by the paths of the workspace."""
    edits = given.get("edits")
    if not isinstance(edits, list):
        return None
    files = [edit.get("file") for edit in edits if isinstance(edit, dict)]
    names = {file.partition("/")[0] for file in files if isinstance(file, str)}
    return next(iter(names)) if len(names) == 1 and names <= {*members.names} else None


def _asked_only_one(tool: Tool, workspace: Workspace, members: Members, given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the one source that can be read; if there are several, say that one has to be named."""
    readable = [name for name in members.names if not members.problem(name)]
    if len(readable) == 1:
        return _asked_alone(tool, workspace, members, readable[0], given)
    shown = ", ".join(readable[:SHOWN])
    error = f"{tool.name} is about one source, and the workspace has {len(readable)}: name one with source"
    raise QueryError("invalid_argument", error, sources=readable[:SHOWN], hint=f"The sources are {shown}.")


def _asked_all(tool: Tool, workspace: Workspace, members: Members, given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask every source that has objects of the tool's language."""
    tool.check(given)
    names = [source for source in sources_of_pack(workspace.snapshot, tool.pack) if not members.problem(source)]
    if not names:
        readable = [name for name in members.names if not members.problem(name)]
        return _asked_alone(tool, workspace, members, readable[0], given)
    found = answers_of(workspace.snapshot, names, given, partial(_asked_alone, tool, workspace, members, given=given))
    return found.only or side_by_side(found.answers, found.errors, names)
