"""Memories that lie in a git repository: read as they were, and compared, branch with branch."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from compiler import compile_source
from compiler.snapshot import Snapshot
from queries.memory.differing import CLASSES
from tests.compiler.history.repositories import Written
from tests.queries.asking import ask, error
from tests.queries.memory.memories import branch, fact, ids

KEPT, OLD, NEW, TRIED, OWN = (
    fact("kept", "The well is deep"),
    fact("f", "The rope is short"),
    fact("f", "The rope is long"),
    fact("tried", "A winch lifts two buckets"),
    fact("own", "The bucket leaks"),
)


def lines(*records: dict[str, Any]) -> str:
    return "".join(orjson.dumps(one).decode() + "\n" for one in records)


@pytest.fixture
def well(tmp_path: Path) -> Snapshot:
    """`try` and `main` parted at the second commit; `bare` has no memory; nothing is written in records of `try`."""
    repository, main = Written(tmp_path), branch("main")
    repository.commit({"memory.jsonl": lines(main, KEPT)}, at="2026-03-01T12:00:00Z")
    forked = repository.commit({"memory.jsonl": lines(main, KEPT, OLD)}, at="2026-03-03T12:00:00Z")
    repository.commit({"memory.jsonl": lines(main, KEPT, OLD, OWN)}, at="2026-03-05T12:00:00Z")
    tried = {"memory.jsonl": lines(main, KEPT, NEW, TRIED)}
    repository.commit(tried, branch="try", parents=[forked], at="2026-03-04T12:00:00Z")
    repository.commit({"readme.txt": "Nothing"}, branch="bare", parents=[forked], at="2026-03-04T12:00:00Z")
    repository.tag("v1", forked)
    repository.check_out({"memory.jsonl": lines(main, KEPT, OLD, OWN)})
    return compile_source(tmp_path, keep=False)


def test_by_revision_is_known_what_was_committed_by_then(well: Snapshot) -> None:
    asked = {"query": "", "timestamp": "2026-03-02", "axis": "revision"}
    answer = ask(well, "memory_time_travel", **asked)
    assert (ids(answer["results"]), answer["revision"]["at"]) == (["kept"], "2026-03-01T12:00:00Z")


def test_before_the_history_is_an_error(well: Snapshot) -> None:
    told = error(well, "memory_time_travel", query="", timestamp="2026-02-01", axis="revision")
    assert (told["code"], "before the history begins" in told["error"]) == ("not_found", True)


def test_only_branches_and_tags_with_the_memory_are_listed(well: Snapshot) -> None:
    rows = ask(well, "memory_branch_list")["branches"]
    assert [(one["branch_name"], one.get("parent")) for one in rows] == [("main", None), ("try", "main")]
    assert [one["id"] for one in ask(well, "memory_snapshot_list")["snapshots"]][1:] == ["v1"]


def test_a_repository_that_does_not_hold_the_memory_is_silent(tmp_path: Path) -> None:
    repository = Written(tmp_path)
    repository.commit({"readme.txt": "Nothing"})
    repository.commit({"readme.txt": "More"}, branch="other")
    repository.check_out({"here/memory.jsonl": lines(branch("main"), KEPT)})
    alone = compile_source(tmp_path / "here", keep=False)
    assert [one["branch_name"] for one in ask(alone, "memory_branch_list")["branches"]] == ["main"]


def test_a_branch_of_the_repository_stands_where_it_forked_off(well: Snapshot) -> None:
    tree = ask(well, "memory_branch_topology")
    assert [(one["branch_name"], one["origin"]) for one in tree["children"]] == [("try", "repository")]
    assert ask(well, "memory_branch_topology", root_branch="try")["branch_count"] == 1


def test_a_branch_of_the_repository_is_compared_with_what_both_began_with(well: Snapshot) -> None:
    answer = ask(well, "memory_branch_diff", source_branch="try", target_branch="main")
    assert answer["fork_point"]["at"] == "2026-03-03T12:00:00Z"
    assert (ids(answer["new_facts"]), ids(answer["changed"]), answer["conflicts"]) == (["tried"], ["f"], [])
    back = ask(well, "memory_branch_diff", source_branch="main", target_branch="try")
    assert (ids(back["new_facts"]), ids(back["changed_in_target"])) == (["own"], ["f"])


def test_the_counts_of_a_comparison_add_up(well: Snapshot) -> None:
    counts = ask(well, "memory_branch_diff", source_branch="try", target_branch="main")["counts"]["facts"]
    both = ("same", "changed", "changed_in_target", "conflicts")
    assert counts["source"] == sum(counts[name] for name in (*both, "new", "removed_in_target")) == 3
    assert counts["target"] == sum(counts[name] for name in (*both, "only_in_target", "removed")) == 3
    assert sum(counts[name] for name in CLASSES) == 4


def test_a_branch_of_neither_is_told_the_names_of_both(well: Snapshot) -> None:
    assert error(well, "memory_branch_diff", source_branch="tryy", target_branch="main")["did_you_mean"] == ["try"]
    assert error(well, "memory_branch_diff", source_branch="try", target_branch="mian")["did_you_mean"] == ["main"]
    assert error(well, "memory_branch_topology", root_branch="bare")["code"] == "not_found"
