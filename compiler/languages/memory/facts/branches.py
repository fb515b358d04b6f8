"""Branches, merges between them, and named snapshots."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import Fact, fact

Json = Any


@fact
class MemoryBranch(Record):
    """A branch of memory: `m:branch/task/fix-oauth`. `record_id` and `branch` are its name, `at` is when it was forked.

    `parent` is None for a root. A branch reads the records of all branches in its `lineage`: itself, its parent, and so
    on to the root. The `BranchAncestor` facts hold the same, for joins. `children` are names, in order of forking.
    `status` is active, merged, archived, or the source's own word. `is_declared`: a record declares the branch; an
    undeclared branch is only named by records or by branches below it, and its parent is the default branch.
    `is_default`: tools read this branch if none is named. A snapshot with records has exactly one, any other none.
    `origin` is always "record". `metadata` holds purpose, owner, ttl_days and tags.
    """

    table: ClassVar[str] = "memory_branch"
    body_fields: ClassVar[tuple[str, ...]] = ("description",)

    parent: str | None
    lineage: tuple[str, ...]
    children: tuple[str, ...]
    depth: int
    description: str | None
    status: str
    merged_at: str | None
    merge_strategy: str | None
    is_declared: bool
    is_default: bool
    origin: str
    metadata: dict[str, Json]


@fact
class BranchAncestor(Fact):
    """`branch` reads the records of `ancestor`. The `distance` of a branch to itself is 0, to its parent 1."""

    table: ClassVar[str] = "memory_branch_ancestor"
    indexed: ClassVar[tuple[str, ...]] = ("branch", "ancestor")

    branch: str
    ancestor: str
    distance: int


@fact
class Merge(Record):
    """Records were copied from one branch to another: `m:merge/mg-1`. `branch` is the target.

    `merged` and `rejected` are ids of records of any type. `missing` are the ids among them that no record has.
    """

    table: ClassVar[str] = "memory_merge"

    source: str
    target: str
    strategy: str
    merged: tuple[str, ...]
    rejected: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def title(self) -> str:
        return f"{self.source} into {self.target}"


@fact
class MemorySnapshot(Record):
    """A named point in time: `m:snapshot/sn-1`. The `Version` facts tell what was known at `at`."""

    table: ClassVar[str] = "memory_snapshot"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "record_id")

    label: str | None
