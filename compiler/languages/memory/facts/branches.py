"""Where it was remembered: branches, what moved between them, and snapshots."""

from typing import Any, ClassVar

from compiler.languages.memory.facts.record import Record
from compiler.model.facts import Fact, fact

Json = Any


@fact
class MemoryBranch(Record):
    """A branch of memory: `m:branch/task/fix-oauth`; `record_id` and `branch` are its name, `at` is when it was forked.

    `parent` is None for a root. A branch reads its own records and those of its `lineage`: itself, its parent, and so
    on to the root; the same stands as `BranchAncestor` facts, for joins. `children` are names, in order of forking.
    `status` is active, merged, archived, or the source's own word. `is_declared`: a record declares it; else records
    lie on it, or branches below it, and its parent is the default branch. `is_default`: what a tool reads when it is
    not told a branch; there is one at most, and one at least where there are records. `origin` is record (what a
    repository has may join later). `metadata` holds purpose, owner, ttl_days, tags.
    """

    table: ClassVar[str] = "memory_branch"
    kind: ClassVar[str] = "memory_branch"

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

    @property
    def body(self) -> str:
        return self.description or ""


@fact
class BranchAncestor(Fact):
    """`branch` reads the records of `ancestor`; the distance of a branch to itself is 0."""

    table: ClassVar[str] = "memory_branch_ancestor"
    indexed: ClassVar[tuple[str, ...]] = ("branch", "ancestor")

    branch: str
    ancestor: str
    distance: int


@fact
class Merge(Record):
    """Records were copied from one branch to another: `m:merge/mg-1`. `branch` is the target.

    `merged` and `rejected` are ids of records of any type, `missing` those of them that no record has.
    """

    table: ClassVar[str] = "memory_merge"
    kind: ClassVar[str] = "memory_merge"

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
    """A moment that somebody gave a name: `m:snapshot/sn-1`. What was known then is what the `Version`s say of `at`."""

    table: ClassVar[str] = "memory_snapshot"
    kind: ClassVar[str] = "memory_snapshot"

    label: str | None

    @property
    def title(self) -> str:
        return self.label or self.record_id
