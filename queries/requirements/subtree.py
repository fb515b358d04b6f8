"""Everything below a node: `get_subtree`, and the walk that it shares with cursors.

The walk is breadth first and reaches each node once, from the parent nearest to the root. All three formats show that
tree, so a node has the same depth in each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from compiler.languages.requirements.facts import JourneyStep, Reference, Remainder, TestResult
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.by_name import check_kinds
from queries.requirements.nodes import KINDS, LIMIT, SUMMARY, known_object, listed, native, nodes_of, project_of
from queries.requirements.rendering import Member, markdown_line, nested_tree, node_row
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import boolean, integer, mapping, number, objects, string, strings
from queries.tools.tool import tool

DEFAULT_KINDS: Mapping[str, tuple[str, ...]] = {"requirement": ("requirement", "assertion")}

ROOT_ID = Parameter(
    "id",
    "string",
    "The node to begin at: the id or ref of a requirement, a journey, …",
    required=True,
    max_length=500,
    aliases=("root_id", "req_id", "ref"),
    passed_as="root_id",
)
DEPTH = Parameter(
    "depth",
    "integer",
    "How many levels below the root; 0 for all.",
    default=0,
    minimum=0,
    maximum=1_000,
    brief="Levels below; 0: all.",
    aliases=("max_depth", "levels"),
)
INCLUDE_KINDS = Parameter(
    "include_kinds",
    "string",
    f"Kinds of nodes, separated by commas: {', '.join(KINDS)}. A node of another kind is left out, with all below it. "
    "Default: requirement and assertion below a requirement, else only the kind of the root.",
    default="",
    max_length=500,
    brief="Comma-separated: code, test, …",
    aliases=("kinds",),
)


@tool(
    title="Subtree",
    pack="requirements",
    parameters=(
        ROOT_ID,
        DEPTH,
        INCLUDE_KINDS,
        Parameter(
            "format",
            "string",
            "markdown to read, flat for nodes and edges, table for the same as columns and rows, nested for a tree.",
            default="markdown",
            choices=("markdown", "flat", "table", "nested"),
            synonyms={"objects": "flat"},
        ),
        LIMIT,
        CURSOR,
    ),
    result={
        "format": string("markdown, flat, table or nested."),
        "root_id": string("The id of the root."),
        "content": string("Format markdown: one line per node, indented by depth; a page has as many lines as fit."),
        "nodes": objects(
            "Format flat: the nodes, breadth first.",
            **SUMMARY,
            kind=string("The kind of node."),
            depth=integer("How many levels it is below the root."),
            coverage=mapping(
                "The coverage of a requirement: numbers of assertions.",
                total=integer("All but retired assertions."),
                covered=integer("Those that a test covers, as in get_test_coverage."),
                pct=number("Covered assertions in percent."),
                implemented=integer("Those that code or a requirement implements."),
            ),
            label=string("The label of an assertion."),
            text=string("The text of an assertion."),
            retired=boolean("True when it is retired; else absent."),
        ),
        "edges": objects(
            "Format flat: all links between the nodes.",
            source=string("The node that cites or contains."),
            target=string("The node that is cited or contained."),
            kind=string("The kind of link."),
            assertion_targets=strings(
                "The labels of the cited assertions; absent when the whole requirement is cited."
            ),
        ),
        "tree": mapping("Format nested: the root; every node has `children`."),
        "stats": mapping(
            "The size of the whole subtree.",
            total_nodes=integer("How many nodes."),
            requirements=integer("How many requirements."),
            assertions=integer("How many assertions."),
        ),
    },
)
def get_subtree(
    snapshot: Snapshot,
    *,
    root_id: str,
    depth: int,
    include_kinds: str,
    format: str,  # noqa: A002
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """All below a requirement, level by level, with coverage; on demand code, tests, results.

    The requirements that implement or refine it, with assertions and coverage; with include_kinds also code, tests,
    results and journeys. A node with several parents appears once, below the nearest. A large tree comes in pages; the
    nested format then shows the upper levels and says truncated.
    """
    members = collect(snapshot, root_id, depth, include_kinds)
    answer = {"format": format, "root_id": members[0].id, "stats": _stats(members)}
    if format in ("flat", "table"):
        flat = {**answer, "nodes": members, "edges": list(_edges(snapshot, members))}
        rows = {"nodes": lambda member: node_row(snapshot, member)}
        return page(flat, "nodes", "edges", limit=limit, cursor=cursor, rows=rows)
    if format == "nested":
        return nested_tree(snapshot, answer, members, limit)
    ordered = {**answer, "content": [members[at] for at in _depth_first(members)]}
    line = {"content": lambda member: markdown_line(snapshot, member)}
    shown = page(ordered, "content", limit=limit, cursor=cursor, rows=line)
    return {**shown, "content": "\n".join(shown["content"])}


def collect(snapshot: Snapshot, root_id: str, depth: int, include_kinds: str) -> list[Member]:
    """The nodes of a subtree, breadth first; `depth` 0 means all levels. Raises QueryError for a bad root or kind."""
    chosen = listed(include_kinds)
    check_kinds(chosen, KINDS, "node")
    root = _root(snapshot, root_id)
    kinds = frozenset(chosen or DEFAULT_KINDS.get(root.kind, (root.kind,)))
    members = [Member(root.id, root.kind, 0, -1)]
    seen = {(root.kind, root.id)}
    for at, member in enumerate(members):  # members is the queue too, and grows in the loop
        if depth and member.depth >= depth:
            break
        for kind, below in _below(snapshot, member, kinds):
            if (kind, below) not in seen:
                seen.add((kind, below))
                members.append(Member(below, kind, member.depth + 1, at))
    return members


def _root(snapshot: Snapshot, name: str) -> ObjectRow:
    """The object with an id or ref, if its kind is one of `KINDS`. Raises QueryError `not_found`."""
    project_of(snapshot)
    found = known_object(snapshot, name)
    if found is not None:
        return found
    marks = ", ".join("?" * len(KINDS))
    known = [name for (name,) in snapshot.rows(f"SELECT id FROM object_row WHERE kind IN ({marks})", KINDS)]
    raise QueryError(
        "not_found",
        f"Node '{echoed(name)}' not found",
        root_id=echoed(name),
        did_you_mean=nearest(native(name), known),
        hint="search finds requirements by a part of their id, by title or by words.",
    )


def _below(snapshot: Snapshot, member: Member, kinds: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The kind and id of each child of a node, if of these kinds: what it contains, then what cites it."""
    if member.kind == "test" and "result" in kinds:
        yield from (("result", result.id) for result in snapshot.facts(TestResult, test=member.id))
    if member.kind not in ("requirement", "journey"):
        return
    if member.kind == "requirement" and "assertion" in kinds:
        sql = "SELECT assertion FROM fact_assertion WHERE requirement = ? ORDER BY rowid"
        yield from (("assertion", found) for (found,) in snapshot.rows(sql, (member.id,)))
    if member.kind == "journey" and "step" in kinds:
        yield from (("step", step.id) for step in snapshot.facts(JourneyStep, journey=member.id))
    if "remainder" in kinds:
        yield from (("remainder", part.id) for part in snapshot.facts(Remainder, owner=member.id))
    if member.kind == "requirement" and "requirement" in kinds:
        yield from (("requirement", child) for child in nodes_of(snapshot)[member.id].children)
    if member.kind == "requirement" and kinds & {"code", "test", "journey"}:
        for reference in snapshot.facts(Reference, requirement=member.id):
            if reference.source_kind in kinds and reference.source_kind != "requirement":
                yield reference.source_kind, reference.source


def _stats(members: Iterable[Member]) -> dict[str, int]:
    kinds = [member.kind for member in members]
    counted = {"requirements": kinds.count("requirement"), "assertions": kinds.count("assertion")}
    return {"total_nodes": len(kinds), **counted}


def _depth_first(members: Sequence[Member]) -> Iterator[int]:
    """The positions of the members, each before its children."""
    children: dict[int, list[int]] = {}
    for at, member in enumerate(members):
        children.setdefault(member.parent, []).append(at)
    waiting = [0]
    while waiting:
        at = waiting.pop()
        yield at
        waiting += reversed(children.get(at, ()))


CONTAINMENT = {"assertion": "has_assertion", "remainder": "has_section", "step": "has_step", "result": "yields"}


def _edges(snapshot: Snapshot, members: Sequence[Member]) -> Iterator[dict[str, Any]]:
    """All links between the members, in their order: what each cites, and what contains it."""
    requirements = {member.id for member in members if member.kind == "requirement"}
    nodes = nodes_of(snapshot)
    for member in members:
        if member.kind == "requirement":
            for parent in nodes[member.id].parents:
                if parent["id"] in requirements:
                    yield _edge(member.id, parent["id"], parent["kind"], parent["labels"])
        elif member.kind in CONTAINMENT:
            if member.parent >= 0:
                yield _edge(members[member.parent].id, member.id, CONTAINMENT[member.kind], ())
        else:
            yield from _citation_edges(snapshot, member, requirements)


def _citation_edges(snapshot: Snapshot, member: Member, requirements: set[str]) -> Iterator[dict[str, Any]]:
    """The citations of these requirements by code, a test or a journey: an edge per requirement and kind."""
    labels: dict[tuple[str, str], list[str]] = {}
    for reference in snapshot.facts(Reference, source=member.id):
        if reference.requirement in requirements:
            cited = labels.setdefault((reference.requirement, reference.edge_kind), [])
            cited += [reference.label] if reference.label else []
    for (requirement, kind), cited in labels.items():
        yield _edge(member.id, requirement, kind, cited)


def _edge(source: str, target: str, kind: str, labels: Sequence[str]) -> dict[str, Any]:
    edge = {"source": source, "target": target, "kind": kind}
    return edge | ({"assertion_targets": list(labels)} if labels else {})
