"""The table of tools, and the one way to ask them: `answer(snapshot, "get_exit_graph", {})`.

A query is a pure function of a frozen snapshot. Whatever is asked, the answer is a JSON-ready dict whose first field is
`schema_version`; a question that has no answer gets an error that says how to ask better.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors import QueryError, UnknownTool, is_error
from queries.near import nearest
from queries.packs import PACKS, packs_of
from queries.render import bounded
from queries.steps import Steps
from queries.tool import Tool
from queries.tool_names import PACK_OF

__all__ = ["TOOLS", "QueryError", "Tool", "UnknownTool", "answer", "is_error", "tools_for"]


class _Table(Mapping[str, Tool]):
    """All tools by name, in the order of the packs. The modules of a pack are imported when it is first looked into:
    whoever asks one question of a world waits for nothing that speaks of diagrams."""

    def __init__(self) -> None:
        self._packs: dict[str, dict[str, Tool]] = {}

    def pack(self, name: str) -> dict[str, Tool]:
        """The tools of one pack."""
        if name not in self._packs:
            declared = (one for module in PACKS[name].modules for one in vars(import_module(module)).values())
            self._packs[name] = {one.name: one for one in declared if isinstance(one, Tool)}
        return self._packs[name]

    def __getitem__(self, name: str) -> Tool:
        # The one that says so, those that are there already, and at last all.
        known = (PACK_OF[name],) if name in PACK_OF else ()
        for pack in dict.fromkeys((*known, *self._packs, *PACKS)):
            if name in self.pack(pack):
                return self.pack(pack)[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for pack in PACKS:
            yield from self.pack(pack)

    def __len__(self) -> int:
        return sum(len(self.pack(pack)) for pack in PACKS)


TOOLS = _Table()


def answer(
    source: Snapshot | Workspace,
    tool: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    check: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Return the answer of a tool, by its name (`flow_reachable`, or `flow.reachable`), at most 40,000 characters long
    as JSON. A snapshot alone has no revisions and no other sources to ask about; a workspace may have.

    Wrong arguments, missing objects and too much work (`queries.steps`) make an error answer (`is_error`), never an
    exception. Raises UnknownTool when there is no such tool, and what `check` raises, which is called at every step.
    """
    declared = find_tool(tool)
    try:
        if not isinstance(arguments, Mapping | None):
            raise QueryError("invalid_argument", "Arguments must be an object of names and values.")
        return bounded(declared.answer(as_workspace(source).for_request(Steps(check).charge), arguments or {}))
    except QueryError as error:
        return bounded(error.answer())


def find_tool(name: str) -> Tool:
    """The tool of a name in either spelling. Raises UnknownTool."""
    found = TOOLS.get(name.replace(".", "_"))
    if found is None:
        raise UnknownTool(name, nearest(name.replace(".", "_"), TOOLS))
    return found


def tools_for(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> list[Tool]:
    """The tools that can say something about a snapshot: the core, and the packs whose kinds of object it has; of
    those, the chosen ones."""
    return [one for pack in packs_of(snapshot, toolsets) for one in TOOLS.pack(pack).values()]
