"""The resources for requirements: all requirements, one requirement, and the assertions that no test covers."""

from queries.resources.resource import answered, ids_of
from queries.tools.paging import CURSOR, limit_of

requirements = answered(
    "frieze://requirements",
    "requirements",
    "All requirements",
    "list_objects",
    "The requirements of the source, each with its level, status, parents and children.",
    query=(limit_of(50), CURSOR),
    fixed={"kind": "requirement"},
)

uncovered = answered(
    "frieze://requirements/uncovered",
    "uncovered",
    "Assertions that no test covers",
    "get_uncovered_assertions",
    "The assertions that no test names, each with its requirement and whether code implements it.",
    query=(limit_of(100, 500), CURSOR),
)

requirement = answered(
    "frieze://requirement/{requirement}",
    "requirement",
    "A requirement",
    "get_requirement",
    "One requirement by its id: its assertions, parents, children, the code that implements it and the tests that "
    "verify it.",
    query=(limit_of(500, 5_000), CURSOR),
    takes={"requirement": "req_id"},
    complete=ids_of("requirement"),
)
