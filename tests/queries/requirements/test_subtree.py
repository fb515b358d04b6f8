"""Everything below a node, in three formats of one tree."""

from collections.abc import Iterator

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.asking import Json, all_rows, ask, error, pages
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement, tea

EVERYTHING = "requirement,assertion,remainder,code,test,result,journey,step"


def flat(root: str, **arguments: object) -> Json:
    return ask(tea(), "get_subtree", root_id=root, format="flat", **arguments)


def placed(said: Json) -> list[tuple[str, int]]:
    return [(one["id"], one["depth"]) for one in said["nodes"]]


def test_subtree_flat_is_breadth_first_with_depths() -> None:
    assert placed(flat("REQ-o00001", include_kinds="requirement")) == [
        ("REQ-o00001", 0),
        ("REQ-d00001", 1),
        ("REQ-d00005", 1),
    ]
    whole = flat("REQ-p00001", include_kinds="requirement")
    assert [name for name, _ in placed(whole)] == ["REQ-p00001", "REQ-o00001", "REQ-o00002", "REQ-d00001", "REQ-d00005"]


def test_subtree_default_kinds_of_a_requirement() -> None:
    assert ("REQ-o00001-A", 1) in placed(flat("REQ-o00001"))
    assert {one["kind"] for one in flat("REQ-o00001")["nodes"]} == {"requirement", "assertion"}
    assert {one["kind"] for one in flat("REQ-o00001", include_kinds="requirement,test")["nodes"]} == {
        "requirement",
        "test",
    }


def test_subtree_excluded_kind_hides_what_is_below() -> None:
    assert "result" not in {one["kind"] for one in flat("REQ-p00001", include_kinds="requirement,result")["nodes"]}


@each(
    "root, kinds",
    [
        ("JNY-Tea-01", {"journey"}),
        ("REQ-o00001-A", {"assertion"}),
        ("tests/test_kettle.py::test_boils", {"test"}),
        ("r:test/tests/test_kettle.py::test_boils", {"test"}),
        ("src/kettle.py:1", {"code"}),
    ],
)
def test_subtree_root_may_be_any_node(root: str, kinds: set[str]) -> None:
    assert {one["kind"] for one in flat(root)["nodes"]} == kinds


def test_subtree_of_journeys_and_tests() -> None:
    assert placed(flat("JNY-Tea-01", include_kinds="journey,step"))[1:] == [("JNY-Tea-01/1", 1), ("JNY-Tea-01/2", 1)]
    found = flat("tests/test_kettle.py::test_boils", include_kinds="test,result")
    assert len(found["nodes"]) == 3


@each("depth, deepest", [(0, 2), (1, 1), (2, 2), (9, 2)])
def test_subtree_depth_0_means_all_levels(depth: int, deepest: int) -> None:
    found = flat("REQ-p00001", depth=depth, include_kinds="requirement")
    assert max(one["depth"] for one in found["nodes"]) == deepest


def test_subtree_node_with_several_parents_appears_once() -> None:
    names = [name for name, _ in placed(flat("REQ-p00001"))]
    assert names.count("REQ-d00001") == 1


def test_subtree_edges_are_all_links_between_nodes() -> None:
    edges = flat("REQ-p00001", include_kinds="requirement,code")["edges"]
    assert {(one["source"], one["target"], one["kind"], *one.get("assertion_targets", ())) for one in edges} == {
        ("REQ-o00001", "REQ-p00001", "implements", "A"),
        ("REQ-o00002", "REQ-p00001", "refines"),
        ("REQ-d00001", "REQ-o00001", "implements", "B"),
        ("REQ-d00001", "REQ-o00002", "implements"),
        ("REQ-d00005", "REQ-o00001", "implements"),
        ("src/kettle.py:1", "REQ-d00001", "implements", "B"),
        ("src/kettle.py:6", "REQ-o00002", "implements"),
    }


def test_subtree_containment_edges_begin_at_the_container() -> None:
    edges = flat("REQ-o00002", depth=1)["edges"]
    assert {"source": "REQ-o00002", "target": "REQ-o00002-A", "kind": "has_assertion"} in edges


def test_subtree_requirements_have_coverage() -> None:
    (root, *_) = flat("REQ-d00001")["nodes"]
    assert root["coverage"] == {"total": 2, "covered": 1, "pct": 50.0, "implemented": 1}


def test_subtree_stats_are_the_same_on_every_page() -> None:
    found = pages(tea(), "get_subtree", root_id="REQ-p00001", format="flat", limit=5)
    assert {tuple(page["stats"].values()) for page in found} == {(13, 5, 8)}
    assert sum(len(page["nodes"]) for page in found) == 13


def test_subtree_markdown_is_one_indented_line_per_node() -> None:
    assert ask(tea(), "get_subtree", root_id="REQ-d00003")["content"].split("\n") == [
        "# REQ-d00003: Lid hinge (dev, Active) [0/1 covered, 0%]",
        "  - **A**: The hinge SHALL hold the lid.",
        "  ## REQ-d00002: Lid sensor (dev, Active) [0/1 covered, 0%]",
        "    - **A**: The sensor SHALL see the lid.",
        "  ## REQ-d00004: Lid spring (dev, Active) [0/1 covered, 0%]",
        "    - **A**: The spring SHALL open the lid.",
    ]


def nested(node: Json, depth: int = 0) -> Iterator[tuple[str, int]]:
    yield node["id"], depth
    for child in node["children"]:
        yield from nested(child, depth + 1)


def test_subtree_nested_has_the_nodes_of_flat() -> None:
    for root in ("REQ-p00001", "REQ-d00002", "JNY-Tea-01"):
        tree = ask(tea(), "get_subtree", root_id=root, format="nested", include_kinds=EVERYTHING)["tree"]
        assert sorted(nested(tree)) == sorted(placed(flat(root, include_kinds=EVERYTHING)))


@pytest.fixture(scope="module")
def broad() -> Snapshot:
    """A requirement with 600 below it."""
    below = "".join(
        requirement(f"REQ-d{number:05}", f"Part {number}", "**Implements**: REQ-p00001", "A. It SHALL work.")
        for number in range(600)
    )
    return compiled({"spec/a.md": requirement("REQ-p00001", "Whole") + below})


def test_subtree_large_tree_comes_in_pages(broad: Snapshot) -> None:
    nodes = all_rows(broad, "get_subtree", "nodes", root_id="REQ-p00001", format="flat", limit=5_000)
    assert len({one["id"] for one in nodes}) == len(nodes) == 1_201
    found = pages(broad, "get_subtree", root_id="REQ-p00001", limit=5_000)
    assert len(found) > 1
    assert len("\n".join(page["content"] for page in found).split("\n")) == 1_201


def test_subtree_large_nested_tree_shows_upper_levels(broad: Snapshot) -> None:
    said = ask(broad, "get_subtree", root_id="REQ-p00001", format="nested", limit=5_000)
    assert said["truncated"] == "size"
    assert "flat" in said["hint"]
    assert len(list(nested(said["tree"]))) > 100


def test_subtree_unknown_root_or_kind_is_an_error() -> None:
    said = error(tea(), "get_subtree", root_id="REQ-d0001")
    assert (said["code"], said["root_id"]) == ("not_found", "REQ-d0001")
    assert "REQ-d00001" in said["did_you_mean"]
    said = error(tea(), "get_subtree", root_id="REQ-d00001", include_kinds="requirement, asertion")
    assert (said["code"], said["did_you_mean"]) == ("not_found", ["assertion"])
