"""The table of tools, and the function that calls them: `answer(snapshot, "get_exit_graph", {})`.

A query is a pure function of a frozen snapshot. Every answer is a JSON-ready dict whose first field is
`schema_version`. A question that cannot be answered gets an error answer that says how to ask better.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Members, Workspace, as_workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError, UnknownTool, is_error
from queries.tools.listed import listed_names
from queries.tools.names import PACK_OF
from queries.tools.not_understood import not_understood_as
from queries.tools.packs import PACKS, listed_packs, packs_of
from queries.tools.proof import PROOF, proof_of, without_proof
from queries.tools.render import bounded
from queries.tools.tool import Tool
from queries.tools.work_budget import WorkBudget

__all__ = [
    "TOOLS",
    "QueryError",
    "Tool",
    "UnknownTool",
    "answer",
    "is_error",
    "listed_tools",
    "tools_for",
    "with_members",
]


Arguments = Mapping[str, Any]

GATEWAY = "use_tool"
OPERATION_TOOLS = "queries.proposals.operation_tools"  # imported for a name that no pack has

# A frozen file is checked when it is opened; what is left is how its facts fit together.
DAMAGED = QueryError(
    "unavailable",
    "The frozen file is damaged, or Frieze did not write it: what this question needs cannot be read",
    hint="Freeze the source again. If it fails again, that is a defect of Frieze: please report it.",
)


class _ToolTable(Mapping[str, Tool]):
    """All tools by name, in the order of the packs. The modules of a pack are imported one after another until one
    declares the tool that is asked for, so that a question does not wait for the import of the other tools."""

    def __init__(self) -> None:
        self._modules: dict[str, dict[str, Tool]] = {}

    def pack(self, name: str) -> dict[str, Tool]:
        """Return the tools of one pack by name, and import their modules if that is still to do."""
        return {name: tool for module in PACKS[name].modules for name, tool in self._declared(module).items()}

    def imported(self, name: str) -> Tool | None:
        """Return the tool of a name, written with dots or underscores, if nothing has to be imported for it."""
        plain = name.replace(".", "_")
        return next((tools[plain] for tools in [*self._modules.values()] if plain in tools), None)

    def _declared(self, module: str) -> dict[str, Tool]:
        """The tools that a module declares, by name."""
        if module not in self._modules:
            declared = [value for value in vars(import_module(module)).values() if isinstance(value, Tool)]
            self._modules[module] = {tool.name: tool for tool in declared}
        return self._modules[module]

    def __getitem__(self, name: str) -> Tool:
        found = self.imported(name)
        if found:
            return found
        # First the pack that `tool_names` gives, then all others.
        expected = (PACK_OF[name],) if name in PACK_OF else ()
        for pack in dict.fromkeys((*expected, *PACKS)):
            for module in PACKS[pack].modules:
                if name in self._declared(module):
                    return self._declared(module)[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for pack in PACKS:
            yield from self.pack(pack)

    def __len__(self) -> int:
        return sum(len(self.pack(pack)) for pack in PACKS)


TOOLS = _ToolTable()


def answer(
    source: Snapshot | Workspace,
    tool: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    check: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Return the answer of a tool by its name (`flow_reachable` or `flow.reachable`), at most 40,000 characters long.

    `source` is a workspace, or a snapshot alone, which has no other revisions, sources or embeddings. With the argument
    `proof` the answer says what it rests on (`queries.tools.proof`). Wrong arguments, missing objects
    and too much work (`queries.tools.work_budget`) make an error answer (`is_error`), not an exception. Raises
    UnknownTool when there is no such tool, and whatever `check` raises, which is called at every step.
    """
    tool, arguments = meant_call(tool, arguments)
    arguments, is_proven = without_proof(arguments)
    declared = find_tool(tool)
    workspace = with_members(as_workspace(source))
    try:
        if not isinstance(arguments, Mapping | None):
            raise QueryError("invalid_argument", "Arguments must be an object of names and values.")
        asked = workspace.for_request(WorkBudget(check).charge)
        answers = _answer_of_sources if workspace.members is not None else Tool.answer
        found = answers(declared, asked, arguments or {})
        if is_proven:
            found = {**found, PROOF: proof_of(workspace.snapshot, declared.name, arguments, found)}
        return bounded(found)
    except QueryError as error:
        return bounded(_told(declared.numbered(error), workspace.snapshot, arguments))
    except Exception:
        if check is not None:
            check()  # a question that is stopped inside SQLite fails with an error of SQLite
        if not workspace.snapshot.is_foreign:
            raise
        return DAMAGED.answer()


def _told(error: QueryError, snapshot: Snapshot, arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return an error as an answer. Of an object that does not exist it says where its name stands in what was not
    understood."""
    found = not_understood_as(snapshot, arguments or {}) if error.code in ("not_found", "unavailable") else None
    return {**error.answer(), "not_understood": found} if found else error.answer()


def meant_call(tool: str, arguments: Arguments | None) -> tuple[str, Arguments | None]:
    """Return the tool and the arguments that a call means: those that a call of `use_tool` names, if there is such a
    tool. Everything else about the call is then that of the tool."""
    while is_gateway(tool) and isinstance(arguments, Mapping | None):
        try:
            given = TOOLS[GATEWAY].check(arguments or {})
        except QueryError:
            break
        if given["name"].replace(".", "_") not in PACK_OF:
            break
        tool, arguments = given["name"], given["arguments"]
    return tool, arguments


def is_gateway(tool: str) -> bool:
    """Whether a call of the tool may mean another one."""
    return tool.replace(".", "_") == GATEWAY


def with_members(workspace: Workspace) -> Workspace:
    """Return a workspace with the sources of its snapshot, if they were merged."""
    if workspace.members is not None or not workspace.snapshot.sources:
        return workspace
    return replace(workspace, members=workspace.snapshot.memoize("queries.members", _members))


def _members(merged: Snapshot) -> Members:
    from compiler.workspace.opened_members import OpenedMembers  # most snapshots are of one source

    members = OpenedMembers(merged.lasting)
    merged.close_with_this(members.close)
    return members


def _answer_of_sources(tool: Tool, workspace: Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
    from queries.sources.asking import answer_of_sources  # most workspaces are of one source

    return answer_of_sources(tool, workspace, arguments)


def find_tool(name: str) -> Tool:
    """Return the tool of a name, written with dots or underscores. Raises UnknownTool."""
    plain = name.replace(".", "_")
    found = TOOLS.get(plain) or _operation_tools().get(plain)
    if found is None:
        raise UnknownTool(name, nearest(plain, [*TOOLS, *_operation_tools()]))
    return found


def tools_for(snapshot: Snapshot) -> list[Tool]:
    """Return the tools for what a snapshot is written in (`queries.tools.packs.listed_packs`), listed or not."""
    return [tool_of(snapshot, tool) for pack in listed_packs(snapshot) for tool in TOOLS.pack(pack).values()]


def listed_tools(snapshot: Snapshot, toolsets: Collection[str] | None = None, *, proposals: bool = False) -> list[Tool]:
    """Return the tools that are listed for a snapshot (`queries.tools.listed`). With `proposals`, the operations on
    what it is written in too, each as a tool. `answer` knows all tools."""
    listed = [TOOLS[name] for name in listed_names(snapshot, toolsets)]
    if proposals:
        listed += import_module(OPERATION_TOOLS).tools_of_packs(packs_of(snapshot, toolsets))
    return [tool_of(snapshot, tool) for tool in listed]


def tool_of(snapshot: Snapshot, tool: Tool) -> Tool:
    """Return a tool as it is declared for a snapshot: of a merged one it takes `source` too."""
    if not snapshot.sources:
        return tool
    from queries.sources.declaring import with_source

    return with_source(tool)


def _operation_tools() -> Mapping[str, Tool]:
    found: Mapping[str, Tool] = import_module(OPERATION_TOOLS).operation_tools()
    return found
