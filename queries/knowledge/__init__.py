"""The knowledge pack: decisions and what replaced them, tasks that are ready or blocked and why, relations, search.

Every tool takes native ids (`bd-12`, `BACK-7`, `T023`, `ADR-0003`), sequence numbers, prefixes of UUIDs and refs
(`k:task/bd-12`). It answers `not_found` with the nearest names, or `ambiguous` with the candidates when several formats
of one source share an id. Readiness is read from the facts, never decided here.
"""

from queries.knowledge.fulltext import search_fulltext
from queries.knowledge.listing import entity_get, entity_list
from queries.knowledge.relations import graph_orphans, graph_path, graph_relations
from queries.knowledge.tasks import task_blocked, task_next, task_ready

__all__ = [
    "entity_get",
    "entity_list",
    "graph_orphans",
    "graph_path",
    "graph_relations",
    "search_fulltext",
    "task_blocked",
    "task_next",
    "task_ready",
]
