"""The place of a node in the hierarchy: its ancestors, children and siblings.

Parents and children of requirements are requirements. Below them stand their assertions, the tests, code and journeys
that cite them, and what these contain: steps and results.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from compiler.languages.requirements.facts import Assertion, JourneyStep, Reference, Remainder, TestResult
from compiler.model.facts import Object
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.requirements.nodes import (
    LIMIT,
    REQ_ID,
    SUMMARY,
    Node,
    Nodes,
    ancestors,
    known_object,
    named_requirement,
    native,
    nodes_of,
    parent_ids,
    project_of,
    summary,
)
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.schemas import objects, string
from queries.tools.tool import tool

ANY_NODE = replace(
    REQ_ID,
    description="A requirement, assertion, journey, step, test, code reference, result or section: its id or ref.",
    aliases=(*REQ_ID.aliases, "node_id"),
)
NODE = {**SUMMARY, "kind": string("The kind of node; absent for a requirement.")}
LISTS = ("ancestors", "children", "siblings")


@tool(
    title="Hierarchy of a node",
    pack="requirements",
    parameters=(ANY_NODE, LIMIT, CURSOR),
    result={
        "id": string("The node."),
        "kind": string("Its kind; absent for a requirement."),
        "title": string("Its title."),
        "level": string("The level of a requirement."),
        "ancestors": objects("Depth first along the parents as declared, each once.", **NODE),
        "children": objects("By file and line.", **NODE),
        "siblings": objects("The other children of its parents, parent after parent.", **NODE),
    },
)
def get_hierarchy(snapshot: Snapshot, *, req_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Ancestors up to the roots, children and siblings of a requirement or any other node. get_subtree has all below.

    A requirement may have several parents, by implements and refines. In a cycle it does not count as its own ancestor
    or sibling. The parent of an assertion is its requirement, and what cites it are its children; the parents of a
    test, code reference or journey are the requirements that it cites, and its siblings those of its kind that cite
    one of them too.
    """
    head, lists = neighbourhood(snapshot, req_id)
    rows = dict.fromkeys(LISTS, lambda row: row)
    return page({**head, **lists}, *LISTS, limit=limit, cursor=cursor, rows=rows)


def neighbourhood(snapshot: Snapshot, name: str) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    """What a node is, and the rows of its ancestors, children and siblings. Raises QueryError for an unknown name."""
    nodes = nodes_of(snapshot)
    found = None if native(name) in nodes else known_object(snapshot, name)
    if found is None or found.kind == "requirement":
        node = named_requirement(snapshot, name)
        lists = {part: [summary(member) for member in members] for part, members in neighbours(nodes, node).items()}
        return {"id": node.id, "title": node.title, "level": node.level}, lists
    project_of(snapshot)
    fact = snapshot.fact_of(found.ref)
    assert isinstance(fact, Object)
    parents = list(_parents(snapshot, fact))
    above = dict.fromkeys(name for parent in parents for name in (parent, *_above(snapshot, parent)))
    children, siblings = _children(snapshot, fact), _siblings(snapshot, fact, parents)
    below = {"ancestors": list(above), "children": list(children), "siblings": list(siblings)}
    head = {"id": found.id, "kind": found.kind, "title": found.title}
    return head, {part: _rows(snapshot, named) for part, named in below.items()}


def neighbours(nodes: Nodes, node: Node) -> dict[str, list[Node]]:
    """The ancestors, children and siblings of a requirement."""
    siblings = dict.fromkeys(
        child for parent_own_id in parent_ids(node) if parent_own_id in nodes for child in nodes[parent_own_id].children
    )
    return {
        "ancestors": [nodes[ancestor] for ancestor in ancestors(nodes, node.id)],
        "children": [nodes[child] for child in node.children if child in nodes],
        "siblings": [nodes[sibling] for sibling in siblings if sibling in nodes and sibling != node.id],
    }


def _parents(snapshot: Snapshot, fact: Object) -> Iterator[tuple[str, str]]:
    """The kind and id of what a node that is no requirement belongs to or cites, each once."""
    if isinstance(fact, Assertion):
        yield "requirement", fact.requirement
    elif isinstance(fact, JourneyStep):
        yield "journey", fact.journey
    elif isinstance(fact, Remainder):
        yield ("requirement" if fact.owner in nodes_of(snapshot) else "journey"), fact.owner
    elif isinstance(fact, TestResult):
        yield "test", fact.test
    else:
        cited = snapshot.facts(Reference, source=fact.id, source_kind=fact.kind)
        yield from dict.fromkeys(("requirement", reference.requirement) for reference in cited)


def _above(snapshot: Snapshot, parent: tuple[str, str]) -> list[tuple[str, str]]:
    """The ancestors of a parent."""
    kind, native_id = parent
    nodes = nodes_of(snapshot)
    if kind == "requirement":
        return [("requirement", ancestor) for ancestor in ancestors(nodes, native_id)] if native_id in nodes else []
    cited = snapshot.facts(Reference, source=native_id, source_kind=kind)
    first = dict.fromkeys(reference.requirement for reference in cited)
    return [("requirement", ancestor) for each in first for ancestor in (each, *ancestors(nodes, each))]


def _children(snapshot: Snapshot, fact: Object) -> Iterable[tuple[str, str]]:
    """What a node that is no requirement contains, or what cites an assertion."""
    if isinstance(fact, Assertion):
        citing = snapshot.facts(Reference, requirement=fact.requirement, label=fact.label)
        return dict.fromkeys((reference.source_kind, reference.source) for reference in citing)
    if fact.kind == "journey":
        return [("step", step.id) for step in snapshot.facts(JourneyStep, journey=fact.id)]
    if fact.kind == "test":
        return [("result", result.id) for result in snapshot.facts(TestResult, test=fact.id)]
    return []


def _siblings(snapshot: Snapshot, fact: Object, parents: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """The other nodes of the same kind below the parents of a node that is no requirement."""
    found: dict[tuple[str, str], None] = {}
    for _, parent in parents:
        if isinstance(fact, Assertion):
            inside = [assertion.id for assertion in snapshot.facts(Assertion, requirement=parent)]
        elif isinstance(fact, JourneyStep):
            inside = [step.id for step in snapshot.facts(JourneyStep, journey=parent)]
        elif isinstance(fact, Remainder):
            inside = [remainder.id for remainder in snapshot.facts(Remainder, owner=parent)]
        elif isinstance(fact, TestResult):
            inside = [result.id for result in snapshot.facts(TestResult, test=parent)]
        else:
            citing = snapshot.facts(Reference, requirement=parent, source_kind=fact.kind)
            inside = [reference.source for reference in citing]
        found |= dict.fromkeys((fact.kind, id_) for id_ in inside if id_ != fact.id)
    return found


def _rows(snapshot: Snapshot, named: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """The nodes with these kinds and ids as items of a list; those that do not exist are left out."""
    nodes = nodes_of(snapshot)
    rows = []
    for kind, native_id in named:
        if kind == "requirement" and native_id in nodes:
            rows.append(summary(nodes[native_id]))
        elif objects_found := snapshot.objects(id=native_id, kind=kind):
            rows.append(_row(objects_found[0]))
    return rows


def _row(row: ObjectRow) -> dict[str, Any]:
    return {"id": row.id, "kind": row.kind, "title": row.title, "source": row.source}
