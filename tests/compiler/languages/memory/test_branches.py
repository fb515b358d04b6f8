"""Branches: parents, lineages, cycles."""

from compiler.languages.memory.facts import BranchAncestor, MemoryBranch, MemoryFact, Merge
from tests.compiler.languages.memory.sources import Json, fact, facts_of, findings, lines, linked


def branch(name: str, parent: str | None = None, **fields: Json) -> dict[str, Json]:
    return {"type": "branch", "id": name, **({"parent": parent} if parent else {}), **fields}


def lineages(*records: dict[str, Json]) -> dict[str, tuple[str, ...]]:
    return {one.record_id: one.lineage for one in facts_of(linked(lines(*records)), MemoryBranch)}


def test_branch_reads_itself_and_its_ancestors() -> None:
    records = (branch("main", "main"), branch("task", "main"), branch("agent", "task"))
    assert lineages(*records) == {"main": ("main",), "task": ("task", "main"), "agent": ("agent", "task", "main")}
    rows = [one for one in facts_of(linked(lines(*records)), BranchAncestor) if one.branch == "agent"]
    assert [(one.ancestor, one.distance) for one in rows] == [("agent", 0), ("task", 1), ("main", 2)]


def test_branch_undeclared_has_the_default_branch_as_parent() -> None:
    found = facts_of(linked(lines(fact("f", branch="ebb"))), MemoryBranch)
    assert [(one.record_id, one.parent, one.is_declared, one.is_default) for one in found] == [
        ("ebb", "main", False, False),
        ("main", None, False, True),
    ]


def test_branch_declared_without_a_parent_was_forked_from_the_default_branch() -> None:
    for header, parent in (([], "main"), ([{"type": "memory", "default_branch": "trunk"}], "trunk")):
        found = facts_of(linked(lines(*header, {"type": "branch", "id": "ebb"}, fact("f", branch="ebb"))), MemoryBranch)
        assert {one.record_id: one.parent for one in found}["ebb"] == parent


def test_header_names_the_default_branch() -> None:
    result = linked(lines({"type": "memory", "default_branch": "trunk"}, fact("f"), branch("ebb")))
    assert facts_of(result, MemoryFact)[0].branch == "trunk"
    assert [one.record_id for one in facts_of(result, MemoryBranch) if one.is_default] == ["trunk"]


def test_branch_children_are_in_order_of_forking() -> None:
    records = (branch("b", at="2026-04-02"), branch("c"), branch("a", at="2026-04-01"))
    [main] = [one for one in facts_of(linked(lines(*records)), MemoryBranch) if one.record_id == "main"]
    assert main.children == ("a", "b", "c")


def test_branch_cycle_is_broken_and_reported_once() -> None:
    records = (branch("a", "b"), branch("b", "a"), branch("own", "own"))
    assert lineages(*records) == {
        "a": ("a", "main"),
        "b": ("b", "a", "main"),
        "own": ("own", "main"),
        "main": ("main",),
    }
    assert findings(linked(lines(*records))) == ["MEM304 memory.jsonl:1", "MEM304 memory.jsonl:3"]


def test_branch_cycle_with_the_default_branch_is_broken_there() -> None:
    assert lineages(branch("main", "x"), branch("x", "main")) == {"main": ("main",), "x": ("x", "main")}


def test_branch_purpose_and_owner_are_metadata() -> None:
    [one, _] = facts_of(linked(lines(branch("a", purpose="try", metadata={"owner": "ines"}))), MemoryBranch)
    assert one.metadata == {"owner": "ines", "purpose": "try"}


def test_merge_sets_merged_into() -> None:
    merge = {"type": "merge", "source": "ebb", "target": "main", "items_merged": ["f"], "items_rejected": ["gone"]}
    result = linked(lines(fact("f", branch="ebb"), merge))
    assert facts_of(result, MemoryFact)[0].merged_into == ("main",)
    assert [one.title for one in facts_of(result, Merge)] == ["ebb into main"]
    assert findings(result) == ["MEM302 memory.jsonl:2"]
