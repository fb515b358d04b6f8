"""The tools for requirements: their texts and hierarchy, what implements and verifies them, and what is missing.

Every tool takes native ids (`REQ-p00060`) and refs (`r:REQ-p00060`). For a requirement that does not exist it answers
`not_found` with the nearest ids. Parents are found along `implements` and `refines`; a citation of an assertion makes
its requirement a parent. Counts are read from the facts and never computed again.
"""

from queries.requirements.changes import get_changed_requirements
from queries.requirements.coverage import get_test_coverage, get_uncovered_assertions
from queries.requirements.cursors import cursor_info, cursor_next, open_cursor
from queries.requirements.hierarchy import get_hierarchy
from queries.requirements.keywords import find_assertions_by_keywords, find_by_keywords
from queries.requirements.pruning import minimize_requirement_set
from queries.requirements.refreshing import refresh_graph
from queries.requirements.requirement import get_requirement
from queries.requirements.searching import discover_requirements, scoped_search
from queries.requirements.status import get_graph_status, get_project_summary, get_workspace_info
from queries.requirements.subtree import get_subtree
from queries.requirements.suggestions import suggest_links

__all__ = [
    "cursor_info",
    "cursor_next",
    "discover_requirements",
    "find_assertions_by_keywords",
    "find_by_keywords",
    "get_changed_requirements",
    "get_graph_status",
    "get_hierarchy",
    "get_project_summary",
    "get_requirement",
    "get_subtree",
    "get_test_coverage",
    "get_uncovered_assertions",
    "get_workspace_info",
    "minimize_requirement_set",
    "open_cursor",
    "refresh_graph",
    "scoped_search",
    "suggest_links",
]
