"""The graph of unfinished tasks: which waits for which, and the longest chain of them."""

from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Any

from compiler.graphs.cycles import cycles
from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.relation_rows import Json, select_all

MAX_DEPENDENCIES = 1_000

OPEN = """
SELECT DISTINCT dependency.task, dependency.depends_on
FROM task_dependency dependency
JOIN task waiting ON waiting.id = dependency.task
JOIN task blocker ON blocker.id = dependency.depends_on
WHERE dependency.is_open AND NOT waiting.is_done AND NOT blocker.is_done AND NOT waiting.is_example
ORDER BY dependency.task, dependency.depends_on
"""
NAMED = """
SELECT id, ref, title, status, priority, is_ready, file, line FROM task
WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY file, line, id
"""


def view(ask: Ask, _: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page: the dependencies that hold tasks up now, the critical chain, and the circles."""
    found = select_all(ask, OPEN, MAX_DEPENDENCIES)
    waits = waiting(found.rows)
    ids = sorted({name for edge in found.rows for name in (edge["task"], edge["depends_on"])})
    tasks = {row["id"]: row for row in select_all(ask, NAMED, 2 * MAX_DEPENDENCIES, ids=ids).rows} if ids else {}
    circles = cycles(waits)
    chain = [] if found.left_out else critical_chain(waits, {name for circle in circles for name in circle})
    return {
        "tasks": tasks,
        "dependencies": found,
        "chain": chain,
        "circles": circles,
        "graph": _graph(tasks, found.rows, chain, circles),
    }


def _graph(tasks: Mapping[str, Json], edges: list[Json], chain: list[str], circles: list[list[str]]) -> Graph:
    """The graph to draw: from what comes first to what waits for it, the critical chain with thick lines."""
    steps = set(pairwise(chain))
    in_circle = {name for circle in circles for name in circle}

    def note(task: Json) -> str:
        if task["id"] in in_circle:
            return "in a circle"
        state = "ready" if task["is_ready"] else task["status"].replace("_", " ")
        return f"{state}, on the critical chain" if task["id"] in chain else state

    nodes = [
        Node(task["id"], f"{task['id']}: {task['title']}", "object", {"id": task["ref"]}, note(task))
        for task in tasks.values()
    ]
    lines = [
        Edge(
            edge["depends_on"],
            edge["task"],
            stroke="thick" if (edge["depends_on"], edge["task"]) in steps else "normal",
        )
        for edge in edges
    ]
    return Graph(nodes, lines)


def waiting(edges: list[Json]) -> dict[str, list[str]]:
    """Return the blockers of each task, and none of those that wait for nothing."""
    waits: dict[str, list[str]] = {}
    for edge in edges:
        waits.setdefault(edge["task"], []).append(edge["depends_on"])
        waits.setdefault(edge["depends_on"], [])
    return waits


def critical_chain(waits: Mapping[str, list[str]], in_circle: set[str]) -> list[str]:
    """Return the longest chain of tasks in which each waits for the one before, the first to do first; of equal ones
    the first by id. Tasks of a circle never end, so no chain goes through them. Empty if nothing waits."""
    ending = [task for task in waits if task not in in_circle]
    blockers = {task: [waited for waited in waits[task] if waited not in in_circle] for task in ending}
    lengths: dict[str, int] = {}
    before: dict[str, str] = {}
    for task in TopologicalSorter(blockers).static_order():
        last = min(blockers[task], key=lambda blocker: (-lengths[blocker], blocker), default="")
        lengths[task] = 1 + lengths.get(last, 0)
        before[task] = last
    chain = [min(lengths, key=lambda task: (-lengths[task], task))] if lengths else []
    while chain and before[chain[-1]]:
        chain.append(before[chain[-1]])
    return chain[::-1] if len(chain) > 1 else []


TASK_GRAPH = Page("task_graph", "/tasks/graph", "", view, pack="knowledge")
