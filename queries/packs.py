"""The packs: which modules declare the tools and the resources of a group, and which kinds of object make a snapshot
worth asking them."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from compiler.store.snapshot import Snapshot
from queries.near import nearest


class Pack(NamedTuple):
    """A group of tools that is listed together, and of the resources that go with them (`queries.resource`). The core
    is always listed; a pack, when the snapshot has one of its kinds."""

    modules: tuple[str, ...]
    kinds: frozenset[str]
    resources: tuple[str, ...] = ()


class UnknownPack(ValueError):  # noqa: N818
    """There is no pack of a name that was chosen."""


# Any record of the memory: a file of branches and sessions, of templates, or of bare entities is one too.
MEMORY_KINDS = frozenset(
    f"memory_{record}"
    for record in (
        *("branch", "session", "fact", "observation", "entity", "relation", "conversation", "message", "task"),
        *("task_agent", "verification", "merge", "snapshot", "handoff", "template", "bundle", "consolidation"),
    )
)

PACKS: Mapping[str, Pack] = {
    "core": Pack(
        (
            "queries.core",
            "queries.objects",
            "queries.object_lists",
            "queries.routes",
            "queries.revisions.revision_list",
            "queries.revisions.comparing",
        ),
        frozenset(),
        ("queries.resources",),
    ),
    "world": Pack(
        ("queries.world",),
        frozenset({"world", "location", "entity", "section", "type", "rule", "sequence"}),
        ("queries.world.resources",),
    ),
    "diagrams": Pack(
        (
            "queries.diagrams.sessions",
            "queries.diagrams.content",
            "queries.diagrams.slices",
            "queries.diagrams.xrefs",
            "queries.diagrams.session_routes",
            "queries.diagrams.rendering",
        ),
        frozenset({"diagram", "session"}),
        ("queries.diagrams.resources.diagrams",),
    ),
    "flow": Pack(
        ("queries.diagrams.flow", "queries.diagrams.flow_shape"),
        frozenset({"node"}),
        ("queries.diagrams.resources.flow",),
    ),
    "sequence": Pack(
        ("queries.diagrams.sequence",), frozenset({"participant", "message"}), ("queries.diagrams.resources.sequence",)
    ),
    "walkthroughs": Pack(
        ("queries.diagrams.walkthroughs", "queries.diagrams.walkthrough_rendering"),
        frozenset({"walkthrough"}),
        ("queries.diagrams.resources.walkthroughs",),
    ),
    "requirements": Pack(
        ("queries.requirements",), frozenset({"requirement", "journey"}), ("queries.requirements.resources",)
    ),
    "knowledge": Pack(
        ("queries.knowledge",),
        frozenset({"decision", "task", "note", "prompt", "component", "link"}),
        ("queries.knowledge.resources",),
    ),
    "memory": Pack(
        ("queries.memory",),
        MEMORY_KINDS,
        ("queries.memory.resources",),
    ),
}


def packs_of(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> list[str]:
    """The packs that can say something about a snapshot, in the order of the table. Of those, when toolsets are chosen,
    the core and the chosen ones."""
    packs = snapshot.memoize("queries.packs_of", _packs_of)
    return [name for name in packs if toolsets is None or name == "core" or name in toolsets]


def toolsets_of(written: str) -> frozenset[str]:
    """The packs of a list such as `core,world`. Raises UnknownPack, which names the packs that there are."""
    names = {name.strip() for name in written.split(",")} - {""}
    unknown = sorted(names - PACKS.keys())
    if unknown or not names:
        near = [one for name in unknown for one in nearest(name, PACKS, 1)]
        told = (
            f"unknown toolset {', '.join(repr(name[:50]) for name in unknown[:5])}" if unknown else "no toolset named"
        )
        meant = f" (did you mean {', '.join(near[:5])}?)" if near else ""
        raise UnknownPack(f"{told}{meant}; there are {', '.join(PACKS)}")
    return frozenset(names)


# From one kind to the next in the index: many times faster than to look at every object.
KINDS = """
WITH RECURSIVE kinds (kind) AS (
  SELECT min(kind) FROM object
  UNION ALL SELECT (SELECT min(kind) FROM object WHERE kind > kinds.kind) FROM kinds WHERE kinds.kind IS NOT NULL
)
SELECT kind FROM kinds WHERE kind IS NOT NULL
"""


def _packs_of(snapshot: Snapshot) -> list[str]:
    kinds = {kind for (kind,) in snapshot.rows(KINDS)}
    return [name for name, pack in PACKS.items() if name == "core" or pack.kinds & kinds]
