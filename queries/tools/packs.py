"""The packs: groups of tools and resources, with the modules that declare them and the kinds of object they are for."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest

CORE = "core"  # the pack that is always there
ALL = "all"  # as a toolset: every pack, with all of its tools


class Pack(NamedTuple):
    """A group of tools and of the resources that go with them (`queries.resources.resource`). `modules` declare the
    tools, `resources` are the modules of the resources. The core is always listed, another pack if the snapshot has
    objects of one of its `kinds`."""

    modules: tuple[str, ...]
    kinds: frozenset[str]
    resources: tuple[str, ...] = ()


def _modules(folder: str, *names: str) -> tuple[str, ...]:
    """Return modules of a folder of queries, in the order in which their tools are listed."""
    return tuple(f"queries.{folder}.{name}" for name in names)


class UnknownPack(ValueError):  # noqa: N818
    """There is no pack with the name of a toolset."""


# All kinds of records: a source with only branches and sessions, only templates or only entities has a memory too.
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
            "queries.objects.snapshot_info",
            "queries.objects.diagnostics",
            "queries.search.search_tool",
            "queries.objects.object_get",
            "queries.objects.list_objects",
            "queries.links.routes",
            "queries.links.impact",
            "queries.links.broken_references",
            "queries.revisions.revision_list",
            "queries.revisions.comparing",
            "queries.revisions.object_history",
            "queries.revisions.refreshing",
            "queries.proposals.proposing",
            "queries.sql.query_facts",
            "queries.verdicts.health",
            "queries.gateway.find_tools",
            "queries.gateway.use_tool",
        ),
        frozenset(),
        ("queries.resources.core_resources",),
    ),
    "world": Pack(
        _modules("world", "dead_content", "dialogue", "overview", "places", "playthroughs", "properties", "rules"),
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
            "queries.diagrams.deltas",
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
        _modules(
            "memory",
            "branches",
            "branch_diff",
            "handoffs",
            "gate",
            "graph",
            "replays",
            "fact_search",
            "sessions",
            "conversations",
            "tasks",
            "timeline",
            "time_travel",
        ),
        MEMORY_KINDS,
        ("queries.memory.resources",),
    ),
    "instructions": Pack(_modules("instructions", "applying", "listing"), frozenset({"instruction"})),
    "documents": Pack(_modules("documents", "outline", "text"), frozenset({"document"})),
}


def packs_of(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> list[str]:
    """Return the packs that apply to a snapshot, because it has objects of their kinds, in the order of the table. With
    `toolsets`, only the core and these."""
    packs = snapshot.memoize("queries.packs_of", _packs_of)
    return [name for name in packs if is_chosen(name, toolsets)]


def is_chosen(pack: str, toolsets: Collection[str] | None) -> bool:
    """Whether a pack is one of the toolsets: all are without a choice, and the core is with any."""
    return toolsets is None or pack == CORE or pack in toolsets or ALL in toolsets


def listed_packs(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> list[str]:
    """Return the packs whose tools are listed: those that apply, without packs of diagrams if the source has only a few
    diagrams beside something else (`_has_few_diagrams`). With `toolsets`, all of these that apply."""
    packs = packs_of(snapshot, toolsets)
    if toolsets is None and snapshot.memoize("queries.has_few_diagrams", _has_few_diagrams):
        return [name for name in packs if name not in DIAGRAM_PACKS]
    return packs


def unlisted_packs(snapshot: Snapshot) -> list[str]:
    """Return the packs that apply, but are listed only if they are asked for with `--toolsets`. Calls of their tools
    are answered all the same."""
    listed = listed_packs(snapshot)
    return [name for name in packs_of(snapshot) if name not in listed]


def toolsets_of(text: str) -> frozenset[str]:
    """Return the packs of a list such as `core,world`, or `all`. Raises UnknownPack, which names the existing packs."""
    names = {name.strip() for name in text.split(",")} - {""}
    unknown = sorted(names - {*PACKS, ALL})
    if unknown or not names:
        near = [pack for name in unknown for pack in nearest(name, [*PACKS, ALL], 1)]
        listed = ", ".join(repr(name[:50]) for name in unknown[:5])
        problem = f"unknown toolset {listed}" if unknown else "no toolset named"
        suggestion = f" (did you mean {', '.join(near[:5])}?)" if near else ""
        raise UnknownPack(f"{problem}{suggestion}; there are {', '.join([*PACKS, ALL])}")
    return frozenset(names)


DIAGRAM_PACKS = frozenset({"diagrams", "flow", "sequence", "walkthroughs"})
FEW_DIAGRAMS = 3

# What a language's own pages and records are, to tell which language a source is written in. Its other objects (nodes,
# assertions, sections) are parts of these.
MAIN_KINDS: Mapping[str, frozenset[str]] = {
    name: PACKS[name].kinds for name in ("world", "requirements", "knowledge", "memory")
}


def _has_few_diagrams(snapshot: Snapshot) -> bool:
    """Whether a source has some diagrams, at most FEW_DIAGRAMS of them, no session or walkthrough, and more objects of
    another language than diagrams. Such diagrams illustrate something; the project is not designed in them."""
    present = set(packs_of(snapshot))
    if "diagrams" not in present:
        return False
    deliberate = ("session", "walkthrough")
    if _count(snapshot, frozenset(deliberate)):
        return False
    diagrams = _count(snapshot, frozenset({"diagram"}))
    others = (_count(snapshot, kinds) for name, kinds in MAIN_KINDS.items() if name in present)
    return diagrams <= FEW_DIAGRAMS and diagrams < max(others, default=0)


def _count(snapshot: Snapshot, kinds: Collection[str]) -> int:
    """Return how many objects of these kinds there are, FEW_DIAGRAMS + 1 if there are more."""
    marks = ", ".join("?" * len(kinds))
    sql = f"SELECT count(*) FROM (SELECT 1 FROM object_row WHERE kind IN ({marks}) LIMIT ?)"
    ((count,),) = snapshot.rows(sql, (*sorted(kinds), FEW_DIAGRAMS + 1))
    return int(count)


# Jumps from one kind to the next in the index, which is many times faster than a scan of all objects.
KINDS = """
WITH RECURSIVE kinds (kind) AS (
  SELECT min(kind) FROM object_row
  UNION ALL SELECT (SELECT min(kind) FROM object_row WHERE kind > kinds.kind) FROM kinds WHERE kinds.kind IS NOT NULL
)
SELECT kind FROM kinds WHERE kind IS NOT NULL
"""


def _packs_of(snapshot: Snapshot) -> list[str]:
    kinds = {kind for (kind,) in snapshot.rows(KINDS)}
    return [name for name, pack in PACKS.items() if name == "core" or pack.kinds & kinds]
