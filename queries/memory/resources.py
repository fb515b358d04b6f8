"""The resources of memory: `frieze://memory/branches`, `frieze://memory/fact/{id}` and the like."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.memory.facts import Conversation, MemoryFact, Message
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.memory.conversations import messages_of
from queries.memory.git_branches import revisions_named
from queries.memory.rows import conversation_row, fact_row, message_row
from queries.memory.selection import branches_of, record_named
from queries.resources.resource import OFFSET, Listed, answered, ids_of, offset_page, resource, starting
from queries.tools.paging import CURSOR, limit_of


def _branches(snapshot: Snapshot) -> list[Listed]:
    return [Listed({"branch": name}, name) for name, branch in branches_of(snapshot).items() if branch.is_declared]


def _branch_names(workspace: Workspace, _: str, prefix: str, __: Mapping[str, str]) -> Sequence[str]:
    return starting(workspace.memoize("queries.memory.branch_names", _all_branch_names), prefix)


def _all_branch_names(workspace: Workspace) -> Sequence[str]:
    """Return the names that tools take as a branch: of records and of the repository."""
    return sorted(
        {*branches_of(workspace.snapshot), *(revision.name for revision in revisions_named(workspace, "branch"))}
    )


branches = answered(
    "frieze://memory/branches",
    "memory-branches",
    "All branches of the memory",
    "memory_branch_list",
    "The branches with their status, parent and what was written on each; behind them those of the repository.",
    query=(limit_of(50), CURSOR),
    needs_workspace=True,
)

branch = answered(
    "frieze://memory/branch/{branch}",
    "memory-branch",
    "A branch of the memory",
    "memory_branch_topology",
    "One branch, and those that were forked from it.",
    takes={"branch": "root_branch"},
    listed=_branches,
    complete=_branch_names,
    needs_workspace=True,
    fixed={"include_archived": True},
)

facts = answered(
    "frieze://memory/facts",
    "memory-facts",
    "All facts of the memory",
    "list_objects",
    "The facts of all branches in the order of the source, those that were superseded too.",
    query=(limit_of(50), CURSOR),
    fixed={"kind": "memory_fact"},
)


@resource(
    "frieze://memory/fact/{id}",
    name="memory-fact",
    title="A fact of the memory",
    tools=("object_get",),
    complete=ids_of("memory_fact"),
)
def fact(snapshot: Snapshot, *, id: str) -> dict[str, Any]:
    """One fact: what was learned, by whom, on which branch, and whether it still holds."""
    return fact_row(record_named(snapshot, MemoryFact, id, "id", "frieze://memory/facts lists them."))


conversations = answered(
    "frieze://memory/conversations",
    "memory-conversations",
    "All conversations of the memory",
    "memory_list_conversations",
    "The conversations of all branches, the newest first, each with how many messages it has.",
    query=(limit_of(20), CURSOR),
)


@resource(
    "frieze://memory/conversation/{id}",
    name="memory-conversation",
    title="A conversation of the memory",
    tools=("memory_list_conversations", "memory_search_messages"),
    query=(limit_of(50, 100), OFFSET),
    complete=ids_of("memory_conversation"),
)
def conversation(snapshot: Snapshot, *, id: str, limit: int, offset: int) -> dict[str, Any]:
    """One conversation with what was said, in order; what a fork shares with another comes first."""
    found = record_named(snapshot, Conversation, id, "id", "frieze://memory/conversations lists them.")
    # Two levels, since `messages` of the conversation itself is a count.
    answer = {"conversation": conversation_row(found), "messages": messages_of(snapshot, found)}

    def row(at: int) -> dict[str, Any]:
        return message_row(snapshot.facts(Message, rowid=at)[0], found)

    return offset_page(answer, "messages", limit=limit, offset=offset, rows=row)
