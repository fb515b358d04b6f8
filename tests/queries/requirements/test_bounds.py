"""No answer is over 40,000 characters, whatever the source, and pages join to the whole answer."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.asking import Json, all_rows, ask
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement

MANY = 300
HUB = "REQ-p00001"


@pytest.fixture(scope="module")
def heavy() -> Snapshot:
    """A requirement with a long text, with many children with long titles and many tests."""
    hub = requirement(HUB, "Hub", "", f"A. It SHALL {'boil ' * 9_000}.", prose="tea " * 30_000)
    below = "".join(
        requirement(
            f"REQ-d{number:05}",
            f"Part {number} {'x' * 1_000}",
            f"**Implements**: {HUB}, REQ-p{number + 50_000:05}",
            f"A. It SHALL {'hold ' * 100}.",
            hash="00000abc",
        )
        for number in range(MANY)
    )
    tests = "".join(f"# Verifies: {HUB}\ndef test_{'n' * 200}_{number}():\n    pass\n" for number in range(MANY))
    loose = "".join(f"def test_hold_part_{number}():\n    pass\n" for number in range(MANY))
    return compiled({"spec/a.md": hub + below, "tests/test_hub.py": tests, "tests/test_part.py": loose})


ALL = {"limit": 500}
CALLS: list[tuple[str, str, Json, int]] = [
    ("get_requirement", "children", {"req_id": HUB, **ALL}, MANY),
    ("get_requirement", "cited_by", {"req_id": HUB, **ALL}, MANY),
    ("get_hierarchy", "children", {"req_id": HUB, **ALL}, MANY),
    ("get_hierarchy", "siblings", {"req_id": "REQ-d00000", **ALL}, MANY - 1),
    ("get_subtree", "nodes", {"root_id": HUB, "format": "flat", **ALL}, 2 * MANY + 2),
    ("get_subtree", "edges", {"root_id": HUB, "format": "flat", "include_kinds": "requirement,test"}, 2 * MANY),
    ("scoped_search", "results", {"query": "hold", "scope_id": HUB, "include_assertions": True, **ALL}, MANY),
    ("discover_requirements", "results", {"query": "hold boil", **ALL}, MANY),
    ("minimize_requirement_set", "minimal_set", {"req_ids": [f"REQ-d{n:05}" for n in range(MANY)], **ALL}, MANY),
    ("get_test_coverage", "test_nodes", {"req_id": HUB, **ALL}, MANY),
    ("get_uncovered_assertions", "assertions", ALL, MANY),
    ("find_assertions_by_keywords", "assertions", {"keywords": ["hold", "boil"], "match_all": False, **ALL}, MANY + 1),
    ("get_changed_requirements", "requirements", ALL, MANY),
    ("get_broken_references", "broken_references", ALL, MANY),
]


@each("tool, field, arguments, count", CALLS)
def test_pages_join_to_the_whole_answer(heavy: Snapshot, tool: str, field: str, arguments: Json, count: int) -> None:
    assert len(all_rows(heavy, tool, field, **arguments)) == count  # asking checks the bound


@each("form", ["markdown", "nested"])
def test_subtree_keeps_the_size_limit_in_any_format(heavy: Snapshot, form: str) -> None:
    assert ask(heavy, "get_subtree", root_id=HUB, format=form, limit=5_000)["stats"]["requirements"] == MANY + 1


def test_minimize_pages_many_unknown_names(heavy: Snapshot) -> None:
    names = [f"REQ-{number}{'z' * 400}" for number in range(1_000)]
    assert len(all_rows(heavy, "minimize_requirement_set", "not_found", req_ids=names, limit=1_000)) == 1_000


def test_suggestions_and_cursors_keep_the_size_limit(heavy: Snapshot) -> None:
    ask(heavy, "suggest_links", limit=500)
    said = ask(heavy, "open_cursor", query="subtree", params={"root_id": HUB})
    while said["remaining"]:
        said = ask(heavy, "cursor_next", cursor=said["cursor"], count=500)
    assert said["position"] == MANY + 1
