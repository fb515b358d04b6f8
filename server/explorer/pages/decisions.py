"""Decisions in the order of time: what holds, what replaced what, and what is cited though superseded."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.relation_rows import Json, grouped, select, select_all

IN_PAGE = 100
MAX_CITATIONS = 200
MAX_REPLACED = 500

STATE = "CASE WHEN decision.is_superseded THEN 'superseded' ELSE decision.status END"
TIMELINE = f"""
SELECT id, ref, title, {STATE} AS state, date, file, line FROM decision
WHERE NOT is_example AND (:state = '' OR {STATE} = :state)
ORDER BY date IS NULL, date, file, line, id
"""
STATES = f"SELECT {STATE} AS state, count(*) AS decisions FROM decision WHERE NOT is_example GROUP BY 1 ORDER BY 1"
REPLACED = """
SELECT supersession.newer, supersession.older, supersession.file, supersession.line,
  newer.ref AS newer_ref, newer.title AS newer_title, older.ref AS older_ref, older.title AS older_title,
  newer.date AS newer_date, older.date AS older_date, newer.status AS newer_status, older.status AS older_status
FROM supersession
LEFT JOIN decision newer ON newer.id = supersession.newer LEFT JOIN decision older ON older.id = supersession.older
ORDER BY supersession.older, supersession.newer
"""
CITED = """
WITH citation (old, source, file, line) AS (
  SELECT decision.id, mention.source, mention.file, mention.line
  FROM decision CROSS JOIN mention ON mention.target = decision.ref WHERE decision.is_superseded
  UNION SELECT decision.id, link.source, link.file, link.line
  FROM decision CROSS JOIN link ON link.target = decision.ref
  WHERE decision.is_superseded AND link.kind NOT IN ('supersedes', 'superseded_by')
)
SELECT decision.id, decision.ref, decision.title, object.kind AS by_kind, object.ref AS by_ref, object.id AS by_id,
  object.title AS by_title, (SELECT status FROM task WHERE task.ref = object.ref) AS by_status,
  citation.file, citation.line
FROM citation JOIN decision ON decision.id = citation.old CROSS JOIN object ON object.ref = citation.source
WHERE NOT object.is_example AND citation.file <> decision.file
  AND object.ref NOT IN (SELECT other.ref FROM decision AS other WHERE other.is_superseded)
  AND NOT EXISTS (SELECT 1 FROM supersession JOIN decision AS heir ON heir.id = supersession.newer
    WHERE supersession.older = decision.id AND heir.ref = object.ref)
ORDER BY decision.id, citation.file, citation.line, object.ref
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page; with `state`, only decisions of that state are in the timeline."""
    state = parameters.get("state", "")
    timeline = select(ask, TIMELINE, limit=IN_PAGE, cursor=parameters.get("cursor", ""), state=state)
    replaced = select_all(ask, REPLACED, MAX_REPLACED)
    return {
        "state": state,
        "states": select_all(ask, STATES, 100).rows,
        "timeline": timeline,
        "replaced_by": grouped(replaced.rows, "older"),
        "replaces": grouped(replaced.rows, "newer"),
        "cited": select(ask, CITED, limit=MAX_CITATIONS),
        "graph": _graph(replaced.rows),
    }


def _graph(pairs: list[Json]) -> Graph:
    """The decisions that replace each other, from the older to the newer."""
    replaced = {pair["older"] for pair in pairs}

    def node(pair: Json, end: str) -> Node:
        state = "superseded" if pair[end] in replaced else pair[f"{end}_status"]
        note = ", ".join(filter(None, (pair[f"{end}_date"], state)))
        return Node(pair[end], f"{pair[end]}: {pair[f'{end}_title']}", "object", {"id": pair[f"{end}_ref"]}, note)

    nodes = {pair[end]: node(pair, end) for pair in pairs for end in ("older", "newer") if pair[f"{end}_ref"]}
    return Graph(list(nodes.values()), [Edge(pair["older"], pair["newer"], "replaced by") for pair in pairs])


DECISIONS = Page("decisions", "/decisions", "Decisions", view, pack="knowledge")
