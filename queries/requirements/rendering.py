"""Renders the nodes of a subtree: as JSON, as lines of markdown, and as a nested tree."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.languages.requirements.facts import Assertion
from compiler.store.snapshot import Snapshot
from queries.requirements.nodes import coverage_of, location, nodes_of, percent, summary
from queries.tools.paging import cut


class Member(NamedTuple):
    """A node of a subtree. `parent` is the position of the node that led to it, -1 for the root."""

    id: str
    kind: str
    depth: int
    parent: int


def node_row(snapshot: Snapshot, member: Member) -> dict[str, Any]:
    """A node as an item of a list: a requirement with its coverage, an assertion with its text."""
    kind, native = member.kind, member.id
    position = {"kind": kind, "depth": member.depth}
    if kind == "requirement":
        return {**summary(nodes_of(snapshot)[native]), **position, "coverage": coverage(snapshot, native)}
    if kind == "assertion":
        one = snapshot.facts(Assertion, assertion=native)[0]
        shown = {"id": one.id, "title": one.title, **position, "label": one.label, "text": one.text}
        return shown | ({"retired": True} if one.is_retired else {}) | {"source": location(one)}
    row = snapshot.objects(id=native, kind=kind)[0]
    return {"id": row.id, "title": row.title, **position, "source": row.source}


def coverage(snapshot: Snapshot, requirement: str) -> dict[str, Any]:
    """How many assertions of a requirement tests cover, and how many are implemented."""
    found = coverage_of(snapshot, requirement)
    return {
        "total": found.total,
        "covered": found.tested_count,
        "pct": percent(found.tested_count, found.total),
        "implemented": len(found.implemented),
    }


def markdown_line(snapshot: Snapshot, member: Member) -> str:
    """A node as a line of markdown: a requirement as a heading with its coverage, an assertion as a bullet."""
    indent = "  " * member.depth
    if member.kind == "assertion":
        one = snapshot.facts(Assertion, assertion=member.id)[0]
        return f"{indent}- **{one.label}**: {' '.join(one.text.split())}"
    heading = "#" * min(member.depth + 1, 6)
    row = node_row(snapshot, member)
    title = f"{indent}{heading} {row['id']}: {row['title']}"
    if member.kind != "requirement":
        return title
    covered = row["coverage"]
    count = f"{covered['covered']}/{covered['total']} covered, {covered['pct']:g}%"
    return f"{title} ({row['level']}, {row['status']}) [{count}]"


def nested_tree(
    snapshot: Snapshot, answer: dict[str, Any], members: Sequence[Member], limit: int | None
) -> dict[str, Any]:
    """The answer with a `tree` of as many members as fit, its upper levels first."""
    # Parents stand before their children, so the first rows always make a tree.
    rows = [{**node_row(snapshot, member), "children": []} for member in members[:limit]]
    shown = cut({**answer, "nodes": rows, "total": len(members)}, "nodes")
    kept = shown.pop("nodes")
    for row, below in zip(kept[1:], members[1:], strict=False):
        kept[below.parent]["children"].append(row)
    if len(kept) < len(members):
        shown["truncated"] = "size"
        shown["hint"] = (
            f"{len(kept)} of {len(members)} nodes are shown. Ask for a lower root or less depth, or for format flat, "
            "which comes in pages."
        )
    return {**shown, "tree": kept[0]}
