"""The memory of agents: its branches, what was learned in the order of time, and conversations."""

from collections.abc import Mapping, Sequence
from typing import Any

from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed
from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.relation_rows import Json, select, select_all

IN_PAGE = 50
MAX_BRANCHES = 200
MAX_ROOTS = 20
MAX_TEXT = 4_000  # characters of a message
TYPES = ("fact", "observation", "relation", "message", "conversation", "session", "task", "merge", "handoff")
COUNTS = """
SELECT branch, sum(kind = 'facts') AS facts, sum(kind = 'conversations') AS conversations FROM (
  SELECT branch, 'facts' AS kind FROM memory_fact WHERE NOT is_example
  UNION ALL SELECT branch, 'conversations' FROM memory_conversation
) GROUP BY branch ORDER BY branch
"""
CONVERSATION = """
SELECT id, ref, branch, title, parent, fork_point, status, at, file, line FROM memory_conversation
WHERE id = :id ORDER BY branch LIMIT 1
"""
KNOWN = "SELECT DISTINCT id FROM memory_conversation WHERE id IN (SELECT value FROM json_each(:ids))"
FORKS = """
SELECT id, ref, title, fork_point FROM memory_conversation WHERE parent = :id AND id <> :id ORDER BY at, id
"""
MESSAGES = """
SELECT number, id, ref, branch, role, substr(text, 1, :most) AS text, max(0, length(text) - :most) AS cut,
  at, file, line
FROM memory_message WHERE conversation = :id ORDER BY number, branch, file, line
"""


def view(ask: Ask, _: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page of branches."""
    tree = ask("memory_branch_topology", include_archived=True)
    # Branches that only the repository has. Each is the root of a tree of its own.
    others = tree.get("other_roots", ())[:MAX_ROOTS]
    roots = [tree, *(ask("memory_branch_topology", root_branch=other, include_archived=True) for other in others)]
    counts = {row["branch"]: row for row in select_all(ask, COUNTS, MAX_BRANCHES).rows}
    return {
        "tree": tree,
        "roots": roots,
        "counts": counts,
        "branches": branch_names(ask),
        "graph": _graph(roots),
        "snapshots": ask("memory_snapshot_list", limit=IN_PAGE),
    }


def branch_names(ask: Ask) -> list[str]:
    """Return the names of branches to choose from."""
    return [branch["branch_name"] for branch in ask("memory_branch_list", limit=MAX_BRANCHES)["branches"]]


def _graph(roots: list[Json]) -> Graph:
    nodes: list[Node] = []
    edges: list[Edge] = []
    waiting = list(reversed(roots))
    while waiting:
        one = waiting.pop()
        name = one["branch_name"]
        where = ("object", {"id": one["ref"]}) if "ref" in one else ("timeline", {"branch": name})
        nodes.append(Node(name, name, *where, one.get("status", "")))
        if one.get("parent"):
            edges.append(Edge(one["parent"], name))
        waiting += reversed(one.get("children", ()))
    return Graph(nodes, edges)


def timeline_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the timeline, the newest first, filtered by `branch`, `type`, `after` and `before`."""
    chosen = {name: parameters.get(name, "") for name in ("branch", "type", "after", "before")}
    found = ask(
        "memory_timeline",
        branch=chosen["branch"] or None,
        types=[chosen["type"]] if chosen["type"] else None,
        after=chosen["after"] or None,
        before=chosen["before"] or None,
        order="desc",
        limit=IN_PAGE,
        cursor=parameters.get("cursor"),
    )
    return {"chosen": chosen, "found": found, "branches": branch_names(ask), "types": TYPES}


def talks_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the list of conversations, the newest first, filtered by `branch`."""
    branch = parameters.get("branch", "")
    found = ask("memory_list_conversations", branch=branch or None, limit=IN_PAGE, cursor=parameters.get("cursor"))
    parents = [
        conversation["parent_conversation_id"]
        for conversation in found["conversations"]
        if conversation.get("parent_conversation_id")
    ]
    return {"branch": branch, "found": found, "branches": branch_names(ask), "known": _known(ask, parents)}


def talk_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of one conversation, `id`: its own messages, and where it was forked from."""
    name = parameters.get("id", "")
    about = select(ask, CONVERSATION, id=name).rows
    if not about:
        raise QueryError("not_found", "Conversation not found", conversation_id=echoed(name))
    found = select(ask, MESSAGES, limit=IN_PAGE, cursor=parameters.get("cursor", ""), id=name, most=MAX_TEXT)
    return {
        "about": about[0],
        "found": found,
        "forks": select_all(ask, FORKS, MAX_BRANCHES, id=name),
        "known": _known(ask, [entity["parent"] for entity in about if entity["parent"]]),
    }


def _known(ask: Ask, names: Sequence[str]) -> set[str]:
    """Which of these conversations there are."""
    found = select(ask, KNOWN, limit=IN_PAGE, ids=list(names)).rows if names else []
    return {entity["id"] for entity in found}


MEMORY = Page("memory", "/memory", "Memory", view, pack="memory")
TIMELINE = Page("timeline", "/memory/timeline", "", timeline_view)
TALKS = Page("talks", "/memory/conversations", "", talks_view)
TALK = Page("talk", "/memory/conversation", "", talk_view)
