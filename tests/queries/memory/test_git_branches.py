"""Branches and tags of the repository beside those that records name."""

from compiler.workspace.interface import Workspace
from tests.queries.asking import ask, error
from tests.queries.memory.memories import Repository, branch, fact, ids, memory, relation


def forked() -> Workspace:
    """A memory with the branch `work`; the repository has `work` and `try`, where other things are known."""
    here = memory([branch("main"), branch("work", "main"), fact("f", "The pump is blue", on="work")])
    aside = fact("h", "The pump is off", on="aside")
    there = memory([fact("g", "The pump is red", session_id="s"), relation("r", "Pump", "feeds", "Basin"), aside])
    return Workspace(here, Repository({"work": there, "try": there}))


def test_repository_branches_and_tags_are_listed_behind_records() -> None:
    rows = ask(forked(), "memory_branch_list")["branches"]
    assert [(one["branch_name"], one.get("origin")) for one in rows] == [
        ("main", None),
        ("work", None),
        ("try", "repository"),
    ]
    assert [(one["id"], one["kind"]) for one in ask(forked(), "memory_snapshot_list")["snapshots"]][1:] == [
        ("v1", "tag")
    ]


def test_repository_branch_is_read_on_its_default_branch() -> None:
    answer = ask(forked(), "memory_search", query="pump", branch="try")
    assert (ids(answer["results"]), answer["branch"]) == (["g"], "try")
    vain = ask(forked(), "memory_search", query="hose", branch="try")
    assert vain["hint"].startswith("None of 1 facts on try fits.")
    assert ids(ask(forked(), "memory_timeline", branch="try")["entries"]) == ["g"]
    assert ids(ask(forked(), "memory_graph_query", entity="Pump", branch="try")["relations"]) == ["r"]


def test_repository_branch_yields_to_a_record_of_its_name() -> None:
    assert ids(ask(forked(), "memory_search", query="pump", branch="work")["results"]) == ["f"]


def test_repository_unknown_branch_is_not_found() -> None:
    assert error(forked(), "memory_search", query="pump", branch="tryy")["code"] == "not_found"


def gated() -> Workspace:
    """A repository whose branch `try` changed one fact, added one, and kept one since it forked off."""
    kept = fact("k", "The basin is deep", verification="invalidated")
    then = memory([kept, fact("f", "The pump is blue")])
    changed = fact("f", "The pump is red", verification="verified")
    there = memory([{**kept, "verification": "verified"}, changed, fact("n", "The hose is new")])
    here = memory([branch("main"), kept])
    return Workspace(here, Repository({"try": there, "base": then}, forked_at="base"))


def test_merge_gate_of_a_repository_branch_judges_facts_new_since_the_fork() -> None:
    answer = ask(gated(), "verify_merge_gate", source_branch="try")
    counts = [answer[name] for name in ("branch", "can_merge", "verified", "unverified", "invalidated", "empty")]
    assert counts == ["try", False, 1, 1, 0, False]
    assert ids(answer["blocking"]) == ["n"]
    assert ask(gated(), "verify_merge_gate", source_branch="try", require_verified=False)["can_merge"] is True


def test_merge_gate_of_a_root_repository_branch_judges_all_facts() -> None:
    tried = memory([fact("a", "One"), fact("b", "Two", status="archived")])
    here = Workspace(gated().snapshot, Repository({"try": tried}))
    answer = ask(here, "verify_merge_gate", source_branch="try")
    assert (answer["unverified"], ids(answer["blocking"])) == (1, ["a"])


def test_snapshot_list_of_a_repository_branch_has_no_records() -> None:
    assert ask(forked(), "memory_snapshot_list", branch="try")["snapshots"] == []
    assert error(forked(), "memory_snapshot_list", branch="tri")["did_you_mean"] == ["try"]
