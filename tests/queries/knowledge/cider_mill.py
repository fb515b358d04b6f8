"""The sample project `worlds/cider-mill`, and the calls whose answers on it are locked."""

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, shared
from tests.paths import ROOT
from tests.queries.asking import Json

CALLS: list[tuple[str, Json]] = [
    ("entity_get", {"id": "ADR-0002"}),
    ("entity_get", {"id": "5"}),
    ("entity_get", {"id": "ADR-0005"}),
    ("entity_get", {"id": "task-3"}),
    ("entity_get", {"id": "cell-a1.3"}),
    ("entity_get", {"id": "T004"}),
    ("entity_get", {"id": "Day at the press"}),
    ("entity_get", {"id": "notes/scale"}),
    ("entity_get", {"id": "notes/press-day#2"}),
    ("entity_get", {"id": "MILL-44"}),
    ("entity_list", {"type": "decision"}),
    ("entity_list", {"type": "task", "status": "in_progress"}),
    ("entity_list", {"status": "To Do", "limit": 2, "offset": 1}),
    ("entity_list", {"tag": "press"}),
    ("entity_list", {"type": "task", "tag": "pres"}),
    ("search_fulltext", {"query": "scale"}),
    ("search_fulltext", {"query": '"half day" type:task -mail', "limit": 3}),
    ("search_fulltext", {"query": "created:>2025-09"}),
    ("search_fulltext", {"query": "what jams?"}),
    ("search_fulltext", {"query": "press", "type": "prompt"}),
    ("graph_relations", {"id": "ADR-0003"}),
    ("graph_relations", {"id": "MILL-5", "direction": "to"}),
    ("graph_relations", {"id": "notes/press-day", "direction": "from"}),
    ("graph_path", {"from_id": "notes/cloths", "to_id": "ADR-0002"}),
    ("graph_path", {"from_id": "notes/cloths", "to_id": "ADR-0002", "max_depth": 3}),
    ("graph_path", {"from_id": "MILL-1", "to_id": "cell-a1"}),
    ("graph_orphans", {"type": "decision"}),
    ("task_ready", {"limit": 3}),
    ("task_ready", {"explain": True}),
    ("task_ready", {"priority": "low"}),
    ("task_blocked", {}),
    ("task_blocked", {"explain": True}),
    ("task_blocked", {"id": "MILL-5", "explain": True}),
    ("task_blocked", {"id": "cell-d4", "explain": True}),
    ("task_blocked", {"id": "MILL-1"}),
    ("task_next", {}),
    ("get_diagnostics", {}),
    ("search", {"query": "press cloths", "kinds": ["task", "note"]}),
    ("get_impact", {"ref": "MILL-2"}),
    ("find_route", {"from": "notes/cloths", "to": "ADR-0005", "direction": "both"}),
]


@shared
def mill() -> Snapshot:
    return compile_source(ROOT / "worlds" / "cider-mill")
