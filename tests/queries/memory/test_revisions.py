"""Memories that lie in a git repository: read as they were, and compared, branch with branch."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from dulwich.refs import Ref
from dulwich.repo import Repo

from compiler.workspace.interface import Workspace
from queries.memory.branch_diff import CLASSES
from queries.resources.catalogue import Catalogue
from queries.resources.resource import ResourceNotFound
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, ids

HEADER = '{"type": "memory", "format": "memory-jsonl", "version": 1}\n'
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
def well(tmp_path: Path) -> Workspace:
    """`try` and `main` parted at the second commit; `bare` has no memory; nothing is written in records of `try`."""
    repository, main = RepositoryBuilder(tmp_path), branch("main")
    repository.commit({"memory.jsonl": lines(main, KEPT)}, at="2026-03-01T12:00:00Z")
    forked = repository.commit({"memory.jsonl": lines(main, KEPT, OLD)}, at="2026-03-03T12:00:00Z")
    repository.commit({"memory.jsonl": lines(main, KEPT, OLD, OWN)}, at="2026-03-05T12:00:00Z")
    tried = {"memory.jsonl": lines(main, KEPT, NEW, TRIED)}
    repository.commit(tried, branch="try", parents=[forked], at="2026-03-04T12:00:00Z")
    repository.commit({"readme.txt": "Nothing"}, branch="bare", parents=[forked], at="2026-03-04T12:00:00Z")
    repository.tag("v1", forked)
    repository.check_out({"memory.jsonl": lines(main, KEPT, OLD, OWN)})
    return open_workspace(tmp_path, keep=False)


def test_time_travel_by_revision_reads_what_was_committed_by_then(well: Workspace) -> None:
    asked = {"query": "", "timestamp": "2026-03-02", "axis": "revision"}
    answer = ask(well, "memory_time_travel", **asked)
    assert (ids(answer["results"]), answer["revision"]["at"]) == (["kept"], "2026-03-01T12:00:00Z")


def test_time_travel_by_revision_reads_a_git_branch_in_its_history(well: Workspace) -> None:
    def then(day: str, **arguments: Any) -> tuple[list[str], str, str]:
        asked = {"query": "", "timestamp": day, "axis": "revision", "branch": "try"}
        answer = ask(well, "memory_time_travel", **asked, **arguments)
        return sorted(ids(answer["results"])), answer["revision"]["at"], answer["branch"]

    assert then("2026-03-06") == (["f", "kept", "tried"], "2026-03-04T12:00:00Z", "try")
    assert then("2026-03-03") == (["f", "kept"], "2026-03-03T12:00:00Z", "try")
    assert then("2026-03-04T11:59:59Z", own_only=True) == (["f", "kept"], "2026-03-03T12:00:00Z", "try")


def test_time_travel_by_record_reads_a_git_branch_in_its_revision(well: Workspace) -> None:
    asked = {"query": "rope", "timestamp": "2026-05-01"}
    answer = ask(well, "memory_time_travel", branch="try", **asked)
    assert ([one["fact_text"] for one in answer["results"]], answer["branch"]) == (["The rope is long"], "try")
    assert ask(well, "memory_time_travel", branch="main", **asked)["results"][0]["fact_text"] == "The rope is short"
    assert "revision" not in answer
    early = ask(well, "memory_time_travel", branch="try", query="rope", timestamp="2020-01-01")
    assert "before the history of try: its first fact was written 2026-04-02" in early["hint"]


def test_time_travel_reads_the_checkout_for_a_record_named_as_a_branch(well: Workspace) -> None:
    asked = {"query": "", "timestamp": "2026-03-06", "axis": "revision", "branch": "main"}
    assert ask(well, "memory_time_travel", **asked)["revision"]["at"] == "2026-03-05T12:00:00Z"


def test_time_travel_before_the_history_of_a_branch_says_when_it_begins(well: Workspace) -> None:
    asked = {"query": "", "timestamp": "2026-02-01", "axis": "revision", "branch": "try"}
    told = error(well, "memory_time_travel", **asked)
    assert (told["code"], told["timestamp"]) == ("not_found", "try@{2026-02-01T23:59:59.999999Z}")
    assert "before the history begins: its first commit is of 2026-03-01T12:00:00Z" in told["error"]


@each("axis", ["record", "revision"])
def test_time_travel_unknown_branch_has_near_names_on_both_axes(well: Workspace, axis: str) -> None:
    told = error(well, "memory_time_travel", query="", timestamp="2026-03-06", axis=axis, branch="tryy")
    assert (told["code"], told["branch"], told["did_you_mean"]) == ("not_found", "tryy", ["try"])


def test_branch_as_of_a_date_is_read_and_compared(well: Workspace) -> None:
    found = ask(well, "memory_search", query="rope winch", branch="try@{2026-03-03}")
    assert (ids(found["results"]), found["branch"]) == (["f"], "try@{2026-03-03}")
    assert ids(ask(well, "memory_search", query="rope", branch="main@{2026-03-01}")["results"]) == []
    answer = ask(well, "memory_branch_diff", source_branch="try", target_branch="main@{2026-03-01}")
    assert (ids(answer["new_facts"]), answer["fork_point"]["at"]) == (["f", "tried"], "2026-03-01T12:00:00Z")
    compared = ask(well, "compare_revisions", base="try@{2026-03-03}", target="try")
    assert compared["base"]["at"] == "2026-03-03T12:00:00Z"


@each(
    "name, told",
    [
        ("try@{yesterday}", "Braces hold a date or time, as in try@{2026-03-01}"),
        ("try@{2026-02-01}", "before the history begins"),
        ("tryy@{2026-03-03}", "Branch not found"),
    ],
)
def test_branch_as_of_an_invalid_date_is_refused(well: Workspace, name: str, told: str) -> None:
    found = error(well, "memory_search", query="rope", branch=name)
    assert (found["code"], found["branch"], told in found["error"]) == ("not_found", name, True)


def test_tag_with_the_name_of_a_branch_does_not_hide_it(well: Workspace, tmp_path: Path) -> None:
    with Repo(str(tmp_path)) as repository:
        repository.refs[Ref(b"refs/tags/try")] = repository.refs[Ref(b"refs/heads/main")]
    assert ids(ask(well, "memory_search", query="winch", branch="try")["results"]) == ["tried"]
    asked = {"query": "winch", "timestamp": "2026-03-06", "axis": "revision"}
    assert ids(ask(well, "memory_time_travel", branch="try", **asked)["results"]) == ["tried"]


def test_time_travel_before_the_history_is_an_error(well: Workspace) -> None:
    told = error(well, "memory_time_travel", query="", timestamp="2026-02-01", axis="revision")
    assert (told["code"], "before the history begins" in told["error"]) == ("not_found", True)


def test_repository_branches_and_tags_without_the_memory_are_not_listed(well: Workspace) -> None:
    rows = ask(well, "memory_branch_list")["branches"]
    assert [(one["branch_name"], one.get("parent")) for one in rows] == [("main", None), ("try", "main")]
    assert [one["id"] for one in ask(well, "memory_snapshot_list")["snapshots"]][1:] == ["v1"]


@pytest.fixture
def moved(tmp_path: Path) -> Workspace:
    """`old` parted before `main` went on, and the memory has another name there; `notes` has a note of it elsewhere,
    `other` none."""
    repository, main = RepositoryBuilder(tmp_path), branch("main")
    note = "---\npermalink: well\n---\n# Well\n\n- [fact] The well has a lid\n"
    first = repository.commit({"log.jsonl": HEADER + lines(main, KEPT)}, at="2026-03-01T12:00:00Z")
    files = {"log.jsonl": HEADER + lines(main, KEPT, OWN), "notes/well.md": note}
    repository.commit(files, at="2026-03-05T12:00:00Z")
    repository.commit({"deep/known.jsonl": HEADER + lines(main, KEPT)}, branch="old", parents=[first])
    repository.commit({"kb/topics/well.md": note, "a.txt": "Nothing"}, branch="notes", parents=[first])
    repository.commit({"a.txt": "Nothing", "kb/rope.md": "# Rope\n"}, branch="other", parents=[first])
    repository.check_out(files)
    return open_workspace(tmp_path, keep=False)


def test_repository_branches_with_a_renamed_memory_are_listed(moved: Workspace) -> None:
    rows = ask(moved, "memory_branch_list")["branches"]
    assert [one["branch_name"] for one in rows] == ["main", "notes", "old"]
    assert ids(ask(moved, "memory_search", query="well", branch="old")["results"]) == ["kept"]
    assert [one["source"] for one in ask(moved, "memory_search", query="lid", branch="notes")["results"]] == [
        "kb/topics/well.md:6"
    ]


@pytest.mark.parametrize("is_checked_out", [True, False])
def test_repository_memory_renamed_since_is_found_by_its_content(tmp_path: Path, is_checked_out: bool) -> None:
    repository, text = RepositoryBuilder(tmp_path), HEADER + lines(KEPT)
    first = repository.commit({"log.jsonl": text})
    second = repository.commit({"known.jsonl": text, "a.txt": "Nothing"})
    repository.commit({"deep/known.jsonl": text}, branch="later", parents=[second])
    if is_checked_out:
        (tmp_path / ".git" / "HEAD").write_text(first + "\n", encoding="ascii")
        repository.check_out({"log.jsonl": text})
    then = open_workspace(tmp_path, revision=None if is_checked_out else first, keep=False)
    assert [one["branch_name"] for one in ask(then, "memory_branch_list")["branches"]] == ["main", "later"]


def test_branch_diff_ignores_renames(moved: Workspace) -> None:
    answer = ask(moved, "memory_branch_diff", source_branch="old", target_branch="main")
    counts = {name: count for name, count in answer["counts"]["facts"].items() if count}
    assert counts == {"source": 1, "target": 3, "same": 1, "only_in_target": 2}


def test_resource_branch_serves_and_completes_repository_branches(well: Workspace) -> None:
    catalogue, uri = Catalogue(well), "frieze://memory/branch/{branch}"
    assert list(catalogue.complete(uri, "branch", "", {})) == ["main", "try"]
    assert list(catalogue.complete(uri, "branch", "t", {})) == ["try"]
    body = catalogue.read("frieze://memory/branch/try").body
    assert isinstance(body, dict) and (body["branch_name"], body["origin"]) == ("try", "repository")
    with pytest.raises(ResourceNotFound) as raised:
        catalogue.read("frieze://memory/branch/tryy")
    assert raised.value.fields["did_you_mean"] == ["frieze://memory/branch/try"]


def test_repository_without_the_memory_adds_nothing(tmp_path: Path) -> None:
    repository = RepositoryBuilder(tmp_path)
    repository.commit({"readme.txt": "Nothing"})
    repository.commit({"readme.txt": "More"}, branch="other")
    repository.check_out({"here/memory.jsonl": lines(branch("main"), KEPT)})
    alone = open_workspace(tmp_path / "here", keep=False)
    assert [one["branch_name"] for one in ask(alone, "memory_branch_list")["branches"]] == ["main"]


def test_topology_places_a_repository_branch_where_it_forked(well: Workspace) -> None:
    tree = ask(well, "memory_branch_topology")
    assert [(one["branch_name"], one["origin"]) for one in tree["children"]] == [("try", "repository")]
    assert ask(well, "memory_branch_topology", root_branch="try")["branch_count"] == 1


def test_branch_diff_of_a_repository_branch_uses_the_common_commit(well: Workspace) -> None:
    answer = ask(well, "memory_branch_diff", source_branch="try", target_branch="main")
    assert answer["fork_point"]["at"] == "2026-03-03T12:00:00Z"
    assert (ids(answer["new_facts"]), ids(answer["changed"]), answer["conflicts"]) == (["tried"], ["f"], [])
    back = ask(well, "memory_branch_diff", source_branch="main", target_branch="try")
    assert (ids(back["new_facts"]), ids(back["changed_in_target"])) == (["own"], ["f"])


def test_branch_diff_counts_of_a_repository_branch_add_up(well: Workspace) -> None:
    counts = ask(well, "memory_branch_diff", source_branch="try", target_branch="main")["counts"]["facts"]
    both = ("same", "changed", "changed_in_target", "conflicts")
    assert counts["source"] == sum(counts[name] for name in (*both, "new", "removed_in_target")) == 3
    assert counts["target"] == sum(counts[name] for name in (*both, "only_in_target", "removed")) == 3
    assert sum(counts[name] for name in CLASSES) == 4


def test_branch_diff_unknown_branch_has_near_names_of_records_and_git(well: Workspace) -> None:
    assert error(well, "memory_branch_diff", source_branch="tryy", target_branch="main")["did_you_mean"] == ["try"]
    assert error(well, "memory_branch_diff", source_branch="try", target_branch="mian")["did_you_mean"] == ["main"]
    assert error(well, "memory_branch_topology", root_branch="bare")["code"] == "not_found"


def test_merge_gate_of_a_git_branch_judges_changes_since_the_fork(well: Workspace) -> None:
    answer = ask(well, "verify_merge_gate", source_branch="try")
    assert (answer["unverified"], sorted(ids(answer["blocking"]))) == (2, ["f", "tried"])


def test_snapshot_list_names_the_compiled_revision(well: Workspace, tmp_path: Path) -> None:
    now = ask(well, "memory_snapshot_list")["snapshots"]
    then = ask(open_workspace(tmp_path, revision="v1", keep=False), "memory_snapshot_list")["snapshots"]
    assert ("commit" in now[0], then[0]["commit"]) == (False, now[1]["commit"])


def test_repository_branch_below_refs_archive_is_archived(well: Workspace, tmp_path: Path) -> None:
    with Repo(str(tmp_path)) as repository:
        tip = repository.refs[Ref(b"refs/heads/try")]
        repository.refs[Ref(b"refs/archive/try")] = tip
        repository.refs.remove_if_equals(Ref(b"refs/heads/try"), tip)
    found = ask(well, "memory_branch_list", status="archived")["branches"]
    assert [(one["branch_name"], one["parent"], one["origin"]) for one in found] == [
        ("archive/try", "main", "repository")
    ]
    assert ids(ask(well, "memory_search", query="winch", branch="archive/try")["results"]) == ["tried"]
    assert ask(well, "memory_branch_topology")["archived_left_out"] == 1
    told = ask(well, "list_revisions")["revisions"]
    assert [one["name"] for one in told if one.get("archived")] == ["archive/try"]
