"""The first page: what is here, how well it is, and what changed lately."""

from collections.abc import Mapping
from typing import Any

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json, Selected, select

SHOWN = 6  # rows of each list

DECISIONS = """
SELECT sum(status = 'accepted' AND NOT is_superseded) AS in_force, sum(status = 'proposed') AS proposed,
  sum(is_superseded) AS superseded, sum(status IS NULL) AS unstated, count(*) AS total
FROM decision WHERE NOT is_example
"""
CITED = """
SELECT DISTINCT mention.source, mention.source_id, mention.source_kind, mention.target, mention.target_id,
  mention.file, mention.line,
  (SELECT group_concat(newer, ', ') FROM supersession WHERE older = mention.target_id) AS newer
FROM mention JOIN decision ON decision.ref = mention.target
WHERE decision.is_superseded AND NOT decision.is_example AND mention.source_kind != 'decision'
  AND mention.source_kind NOT IN ('document', 'document_section')
ORDER BY mention.file, mention.line, mention.target
"""
UNREAD = "SELECT looks_like, file, line, text, reason FROM unread"
LATEST = """
SELECT * FROM (
  SELECT ref, 'task' AS kind, id, title, coalesce(updated_at, created_at) AS at, file, line
    FROM task WHERE NOT is_example
  UNION ALL SELECT ref, 'decision', id, title, date, file, line FROM decision WHERE NOT is_example
  UNION ALL SELECT ref, 'note', id, title, created_at, file, line FROM note WHERE NOT is_example
  UNION ALL SELECT ref, 'fact', id, text, at, file, line FROM memory_fact WHERE NOT is_example
) WHERE at IS NOT NULL ORDER BY at DESC, ref
"""


def view(ask: Ask, _: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the counts of the snapshot, and for the health of each of its languages."""
    counts = ask("get_snapshot_info", files=True, limit=1)
    packs = counts["packs"]
    return {
        "counts": counts,
        "worst": ask("get_diagnostics", severity="error", limit=SHOWN),
        "coverage": _coverage(ask) if "requirements" in packs else None,
        "tasks": _tasks(ask) if counts["objects"].get("task") else None,
        "decisions": select(ask, DECISIONS).rows[0] if counts["objects"].get("decision") else None,
        "cited": select(ask, CITED, limit=SHOWN) if counts["objects"].get("decision") else Selected([], 0),
        "latest": select(ask, LATEST, limit=SHOWN),
        "unread": select(ask, UNREAD, limit=SHOWN),
        "revisions": _revisions(ask),
    }


def _coverage(ask: Ask) -> Json:
    """The counts of requirements and of their assertions, of all levels together. The coverage of a level counts only
    requirements that have assertions, so that all are counted as the tools count them."""
    summary = ask("get_project_summary")
    levels = summary["coverage_by_level"]
    names = ("assertions", "tested", "implemented", "passing", "failing")
    counted = {name: sum(level[name] for level in levels.values()) for name in names}
    return {"levels": levels, "requirements": sum(summary["requirements_by_level"]["all"].values()), **counted}


def _tasks(ask: Ask) -> Json:
    return {
        "next": ask("task_next"),
        "ready": ask("task_ready", limit=SHOWN),
        "blocked": ask("task_blocked", limit=SHOWN),
    }


def _revisions(ask: Ask) -> list[Json]:
    """The branches, tags and commits with the latest changes, none where the source is in no repository."""
    try:
        listed: list[Json] = ask("list_revisions", limit=100)["revisions"]
    except QueryError:
        return []
    own = [revision for revision in listed if revision["kind"] != "remote" and revision.get("at")]
    return sorted(own, key=lambda revision: revision["at"], reverse=True)[:SHOWN]


OVERVIEW = Page("overview", "/", "Overview", view)
