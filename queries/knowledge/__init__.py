"""The knowledge pack: what was decided and what replaced it, what is ready to do, what blocks what and why, how things
relate.

Every tool takes native ids (`bd-12`, `BACK-7`, `T023`, `ADR-0003`), sequence numbers, beginnings of UUIDs and refs
(`k:task/bd-12`), and answers `not_found` with the nearest names, or `ambiguous` with the candidates where several
formats of one source share an id. Readiness is read from the facts, never decided here.
"""

from queries.knowledge.listing import entity_get, entity_list
from queries.knowledge.relations import graph_orphans, graph_path, graph_relations
from queries.knowledge.searching import search_fulltext
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
