"""The requirements as a tree: which derive from which, with level, status and how far they are tested."""

from collections.abc import Iterable, Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json, Selected, grouped, select, select_all

ROOTS = 50  # in one page
MAX_SHOWN = 400  # requirements in one page
MAX_DEPTH = 12

COUNTS = """
SELECT requirement.id, requirement.ref, requirement.title, requirement.level, requirement.status,
  requirement.expects_implementation AS is_expected, requirement.file, requirement.line, requirement.is_example,
  coalesce(sum(assertion.is_counted), 0) AS assertions,
  coalesce(sum(assertion.is_counted AND assertion.is_tested), 0) AS tested,
  coalesce(sum(assertion.is_counted AND assertion.is_implemented), 0) AS implemented,
  (SELECT count(DISTINCT child) FROM derives WHERE parent = requirement.id) AS below
FROM requirement LEFT JOIN assertion ON assertion.requirement = requirement.id
WHERE requirement.id IN (SELECT value FROM json_each(:ids)) GROUP BY requirement.id
"""
ROOT_IDS = """
SELECT id FROM requirement WHERE id NOT IN (SELECT child FROM derives)
ORDER BY id NOT IN (SELECT parent FROM derives), file, line, id
"""
EDGES_BELOW = """
WITH RECURSIVE below (id, depth) AS (
  SELECT value, 0 FROM json_each(:ids)
  UNION SELECT derives.child, depth + 1 FROM below JOIN derives ON derives.parent = below.id WHERE depth < :depth
)
SELECT derives.parent, derives.child, min(derives.kind) AS kind
FROM derives WHERE derives.parent IN (SELECT id FROM below WHERE depth < :depth)
GROUP BY derives.parent, derives.child ORDER BY derives.parent, derives.child
"""
BELOW_NO_ROOT = """
WITH RECURSIVE edge AS MATERIALIZED (SELECT DISTINCT parent, child FROM derives), below (id) AS (
  SELECT id FROM requirement WHERE id NOT IN (SELECT child FROM edge)
  UNION SELECT edge.child FROM below JOIN edge ON edge.parent = below.id
)
SELECT id, ref, title, file, line FROM requirement WHERE id NOT IN (SELECT id FROM below) ORDER BY id
"""
LEVELS = """
SELECT level, status, count(*) AS requirements FROM requirement GROUP BY level, status ORDER BY level, status
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page. `root` shows one requirement with all below it; `cursor` goes on among roots."""
    root, cursor = parameters.get("root", ""), parameters.get("cursor", "")
    if root:
        roots = Selected([{"id": ask("get_requirement", id=root)["id"]}], 1)
    else:
        roots = select(ask, ROOT_IDS, limit=ROOTS, cursor=cursor)
    ids = [row["id"] for row in roots.rows]
    edges = select_all(ask, EDGES_BELOW, 4 * MAX_SHOWN, ids=ids, depth=MAX_DEPTH).rows
    shown = _shown(ids, edges)
    counts = select_all(ask, COUNTS, MAX_SHOWN, ids=shown).rows
    return {
        "root": root,
        "tree": _tree(ids, edges, {count["id"]: count for count in counts}),
        "roots": roots,
        "levels": select_all(ask, LEVELS, 200).rows,
        "circles": Selected([], 0) if root or cursor else select(ask, BELOW_NO_ROOT, limit=ROOTS),
    }


def _shown(roots: Iterable[str], edges: Iterable[Json]) -> list[str]:
    """The ids of the requirements that fit a page, the nearest to the roots first."""
    below = grouped(edges, "parent")
    shown = dict.fromkeys(roots)
    level = list(shown)
    while level and len(shown) < MAX_SHOWN:
        level = [edge["child"] for parent in level for edge in below.get(parent, ()) if edge["child"] not in shown]
        shown.update(dict.fromkeys(level))
    return list(shown)[:MAX_SHOWN]


def _tree(roots: Iterable[str], edges: Iterable[Json], found: Mapping[str, Json]) -> list[Json]:
    """The roots with their children in `children`. A requirement with several parents has its children below the
    first; `elsewhere` is true at the others. `hidden` counts children that do not fit the page."""
    below = grouped(edges, "parent")
    placed: set[str] = set()

    def branch(name: str, kind: str) -> Json:
        if name in placed:
            return {**found[name], "kind": kind, "elsewhere": True, "children": [], "hidden": 0}
        placed.add(name)
        children = [branch(edge["child"], edge["kind"]) for edge in below.get(name, ()) if edge["child"] in found]
        return {**found[name], "kind": kind, "children": children, "hidden": found[name]["below"] - len(children)}

    return [branch(root, "") for root in roots if root in found]


REQUIREMENTS = Page("requirements", "/requirements", "Requirements", view, pack="requirements")
