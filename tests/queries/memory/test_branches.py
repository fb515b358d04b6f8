"""`memory_branch_list`, `memory_branch_topology`, `memory_snapshot_list`, `verify_merge_gate`."""

from typing import Any

from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, greenhouse, ids, memory


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["branch_name"] for row in rows]


def tree(node: dict[str, Any]) -> Any:
    return {node["branch_name"]: [tree(child) for child in node["children"]]}


def test_branch_list_has_the_default_first_then_by_time_of_forking() -> None:
    rows = ask(greenhouse(), "memory_branch_list")["branches"]
    assert names(rows)[:5] == ["main", "vents", "heating", "heating/pipes", "vents/night"]
    assert (rows[1]["parent"], rows[1]["facts"], rows[1]["observations"], rows[1]["conversations"]) == ("main", 2, 2, 1)
    assert "parent" not in rows[0]
    assert rows[0]["is_default"]


def test_branch_list_filters_by_status() -> None:
    assert names(ask(greenhouse(), "memory_branch_list", status="archived")["branches"]) == ["heating"]
    answer = ask(greenhouse(), "memory_branch_list", status="archive")
    assert answer["branches"] == []
    assert answer["did_you_mean"][0] == "archived"


def test_topology_lifts_children_of_archived_branches() -> None:
    answer = ask(greenhouse(), "memory_branch_topology")
    below = answer["children"]
    assert "heating" not in names(below)
    assert next(one for one in below if one["branch_name"] == "heating/pipes")["lifted_over"] == ["heating"]
    assert answer["archived_left_out"] == 1
    whole = ask(greenhouse(), "memory_branch_topology", include_archived=True)
    assert {"heating": [{"heating/pipes": []}]} in tree(whole)["main"]


@each("depth", range(3))
def test_topology_counts_children_below_its_depth(depth: int) -> None:
    chain = [branch("main"), branch("a", "main"), branch("b", "a"), branch("c", "b")]
    answer = ask(memory(chain), "memory_branch_topology", max_depth=depth)
    assert answer["truncated"] == "depth"
    for _ in range(depth):
        (answer,) = answer["children"]
    assert (answer["children"], answer["omitted_children"]) == ([], 1)


def test_topology_of_a_branch_cycle_ends() -> None:
    snapshot = memory([branch("a", "b"), branch("b", "a"), branch("self", "self"), fact("f", "text", on="a")])
    for name in ("a", "b", "self"):
        answer = ask(snapshot, "memory_branch_topology", root_branch=name)
        shown = str(tree(answer))
        assert all(shown.count(f"'{one}'") <= 1 for one in ("a", "b", "self"))
        ask(snapshot, "memory_search", query="text", branch=name)


def test_topology_of_a_thousand_branches_fits_an_answer() -> None:
    snapshot = memory([branch("main"), *(branch(f"b-{number:04}", "main") for number in range(1_000))])
    answer = ask(snapshot, "memory_branch_topology")
    assert answer["truncated"] == "size"
    assert len(answer["children"]) + answer["omitted_children"] == 1_000
    assert len(all_rows(snapshot, "memory_branch_list", "branches")) == 1_001


def test_snapshot_list_counts_facts_known_then() -> None:
    compiled, named = ask(greenhouse(), "memory_snapshot_list")["snapshots"]
    assert (compiled["kind"], compiled["facts"]) == ("compiled", 7)
    assert (named["id"], named["label"], named["facts"]) == ("sn-1", "before the felt", 4)
    known = ask(greenhouse(), "memory_time_travel", query="", timestamp=named["created_at"], branch=named["branch"])
    assert known["total"] == named["facts"]
    assert ids(ask(greenhouse(), "memory_snapshot_list", branch="main")["snapshots"]) == ["sn-1"]


@each(
    "name, strictly, leniently, counts",
    [
        ("main", False, True, (1, 3, 0)),
        ("vents", False, True, (1, 1, 0)),
        ("vents/night", False, False, (0, 0, 1)),
        ("heating/pipes", True, True, (0, 0, 0)),
    ],
)
def test_merge_gate_judges_own_active_facts(
    name: str, strictly: bool, leniently: bool, counts: tuple[int, int, int]
) -> None:
    strict = ask(greenhouse(), "verify_merge_gate", source_branch=name)
    lenient = ask(greenhouse(), "verify_merge_gate", source_branch=name, require_verified=False)
    assert (strict["can_merge"], lenient["can_merge"]) == (strictly, leniently)
    assert (strict["verified"], strict["unverified"], strict["invalidated"]) == counts
    assert strict["total"] == counts[1] + counts[2]
    assert strict["empty"] == (sum(counts) == 0)
    assert ("nothing was checked" in strict.get("hint", "")) == strict["empty"]


@each(
    "tool, argument",
    [
        ("memory_branch_topology", "root_branch"),
        ("memory_snapshot_list", "branch"),
        ("verify_merge_gate", "source_branch"),
    ],
)
def test_unknown_branches_get_the_nearest(tool: str, argument: str) -> None:
    refused = error(greenhouse(), tool, **{argument: "vents/nigth"})
    assert (refused["code"], refused[argument]) == ("not_found", "vents/nigth")
    assert refused["did_you_mean"][0] == "vents/night"
