"""The packs: which modules declare the tools of a group, and which kinds of object make a snapshot worth asking
them."""

from collections.abc import Mapping
from typing import NamedTuple

from compiler.snapshot import Snapshot


class Pack(NamedTuple):
    """A group of tools that is listed together. The core is always listed; a pack, when the snapshot has one of its
    kinds."""

    modules: tuple[str, ...]
    kinds: frozenset[str]


PACKS: Mapping[str, Pack] = {
    "core": Pack(("queries.core", "queries.objects", "queries.listing", "queries.routes"), frozenset()),
    "world": Pack(
        ("queries.world",), frozenset({"world", "location", "entity", "section", "type", "rule", "sequence"})
    ),
    "diagrams": Pack(
        (
            "queries.diagrams.sessions",
            "queries.diagrams.text",
            "queries.diagrams.slices",
            "queries.diagrams.xrefs",
            "queries.diagrams.routes",
            "queries.diagrams.rendering",
        ),
        frozenset({"diagram", "session"}),
    ),
    "flow": Pack(("queries.diagrams.flow", "queries.diagrams.flow_shape"), frozenset({"node"})),
    "sequence": Pack(("queries.diagrams.sequence",), frozenset({"participant", "message"})),
    "walkthroughs": Pack(
        ("queries.diagrams.walkthroughs", "queries.diagrams.walkthrough_rendering"), frozenset({"walkthrough"})
    ),
    "requirements": Pack(("queries.requirements",), frozenset({"requirement", "journey"})),
    "knowledge": Pack(("queries.knowledge",), frozenset({"decision", "task", "note", "prompt", "component", "link"})),
}


def packs_of(snapshot: Snapshot) -> list[str]:
    """The packs that can say something about a snapshot, in the order of the table."""
    return snapshot.once("queries.packs_of", _packs_of)


def _packs_of(snapshot: Snapshot) -> list[str]:
    kinds = {kind for (kind,) in snapshot.rows("SELECT DISTINCT kind FROM object")}
    return [name for name, pack in PACKS.items() if name == "core" or pack.kinds & kinds]
