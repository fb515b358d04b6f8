"""One requirement with all that is said of it."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    Reference,
    Remainder,
    Requirement,
    RequirementCoverage,
)
from compiler.store.snapshot import Snapshot
from queries.paging import CURSOR, Cursor, page
from queries.requirements.selection import (
    COVERAGE_PCT,
    LIMIT,
    REQ_ID,
    SUMMARY,
    TRACE_KINDS,
    Node,
    coverage_of,
    named_requirement,
    nodes_of,
    percent,
    place,
    summary,
)
from queries.schemas import Schema, boolean, integer, mapping, objects, string, string_or_null, strings
from queries.tool import tool

BODY_SHOWN = 12_000  # characters

CITED_LABELS = strings("The labels of the assertions that are cited; none when the whole requirement is.")

BESIDE: dict[str, Schema] = {
    **SUMMARY,
    "edge_kind": string("satisfies or integrates."),
    "assertion_targets": CITED_LABELS,
}


@tool(
    title="Requirement",
    pack="requirements",
    parameters=(REQ_ID, LIMIT, CURSOR),
    result={
        **SUMMARY,
        "ref": string("Canonical reference: pass it to any tool."),
        "hash": string_or_null("The hash as written, or null when there is none."),
        "hash_state": string("right, stale, missing, or none when there is nothing to hash."),
        "hash_algorithm": string("sorted or file-order: the one by which the hash is right."),
        "right_hash": string("What the hash should be, when it is stale or missing."),
        "body": string("What it says: preamble, assertions and sections, without headings and metadata."),
        "is_root": boolean("It has no parents."),
        "in_cycle": boolean("True when it is its own ancestor."),
        "is_template": boolean("True when others may satisfy it."),
        "duplicate_of": string("The requirement that has the id which this one was given too."),
        "metrics": mapping(
            "Coverage, in assertions.",
            total_assertions=integer("Without retired ones."),
            covered_count=integer("A test covers them."),
            coverage_pct=COVERAGE_PCT,
            by_name_count=integer("A test names them."),
            implemented_count=integer("Code or a requirement implements them."),
            passing_count=integer("A test of theirs passed."),
            failing_count=integer("A test of theirs failed."),
        ),
        "assertions": objects(
            "As written.",
            id=string("Its id."),
            label=string("Its letter or number."),
            text=string("What it demands."),
            covered=boolean("A test covers it; absent when it is retired."),
            retired=boolean("True when it is."),
            source=string("path:line."),
        ),
        "parents": objects(
            "What it implements or refines, as declared: one entry a parent and kind.",
            **SUMMARY,
            edge_kind=string("implements or refines."),
            assertion_targets=CITED_LABELS,
        ),
        "children": objects(
            "The requirements that implement or refine it.",
            **SUMMARY,
            edge_kinds=strings("How."),
            assertion_targets=CITED_LABELS,
        ),
        "satisfies": objects(
            "The templates that it satisfies, and what it integrates; absent when there are none.", **BESIDE
        ),
        "satisfied_by": objects(
            "The requirements that satisfy or integrate it; absent when there are none.",
            **BESIDE,
        ),
        "cited_by": objects(
            "Code, tests and journeys that cite it.",
            id=string("Its id."),
            kind=string("code, test or journey."),
            edge_kind=string("implements, verifies or validates."),
            assertion_targets=CITED_LABELS,
            source=string("path:line."),
        ),
        "broken_references": objects(
            "What it cites and does not exist.",
            target_id=string("What was cited."),
            edge_kind=string("How."),
            reason=string("Why it reaches nothing."),
            did_you_mean=string("The nearest id."),
        ),
        "sections": objects("Its other sections.", id=string("Its id."), heading=string("Its heading.")),
    },
)
def get_requirement(snapshot: Snapshot, *, req_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Everything about one requirement: title, level, status, hash and whether it is right, body, assertions with their
    coverage, parents, children, the code, tests and journeys that cite it, and what it cites in vain. Use it when you
    have an id; get_hierarchy shows where it hangs, get_test_coverage its tests and their results."""
    node = named_requirement(snapshot, req_id)
    requirement = snapshot.facts(Requirement, requirement=node.id)[0]
    covered = coverage_of(snapshot, node.id)
    references = snapshot.facts(Reference, requirement=node.id)
    answer = {
        **_head(node, requirement),
        "metrics": _metrics(covered),
        "assertions": snapshot.facts(Assertion, requirement=node.id),
        "parents": node.parents,
        "children": node.children,
        "cited_by": _citations(one for one in references if one.source_kind != "requirement"),
        "broken_references": snapshot.facts(BrokenReference, source=node.id),
        "sections": [one for one in snapshot.facts(Remainder, owner=node.id) if one.part == "section"],
    }
    cited = snapshot.facts(Reference, source=node.id)
    beside = {"satisfies": _beside(cited), "satisfied_by": _beside(references)}
    answer |= {name: found for name, found in beside.items() if found}
    lists = [name for name, value in answer.items() if isinstance(value, list | tuple)]
    nodes, below = nodes_of(snapshot), _by_child(references)
    rows = {
        "assertions": lambda one: _assertion(one, covered),
        "parents": lambda one: _parent(nodes.get(one["id"]), one),
        "children": lambda one: {**summary(nodes[one]), **below.get(one, {})},
        "satisfies": lambda one: _beside_row(nodes[one[0].requirement], *one),
        "satisfied_by": lambda one: _beside_row(nodes[one[0].source], *one),
        "cited_by": lambda one: _citation(*one),
        "broken_references": _broken,
        "sections": lambda one: {"id": one.id, "heading": one.heading, "source": place(one)},
    }
    return page(answer, *lists, limit=limit, cursor=cursor, rows=rows)


def _head(node: Node, fact: Requirement) -> dict[str, Any]:
    body = fact.text
    if len(body) > BODY_SHOWN:
        body = f"{body[:BODY_SHOWN]}… [{len(body) - BODY_SHOWN} characters left out]"
    head: dict[str, Any] = {**summary(node), "ref": fact.ref, "hash": fact.hash, "hash_state": fact.hash_state}
    if fact.hash_algorithm:
        head["hash_algorithm"] = fact.hash_algorithm
    if fact.hash_state in ("stale", "missing") and fact.right_hash:
        head["right_hash"] = fact.right_hash
    head |= {"body": body, "is_root": fact.is_root}
    head |= {name: True for name in ("in_cycle", "is_template") if getattr(fact, name)}
    return head | ({"duplicate_of": fact.duplicate_of} if fact.duplicate_of else {})


def _metrics(covered: RequirementCoverage) -> dict[str, Any]:
    return {
        "total_assertions": covered.total,
        "covered_count": covered.tested_count,
        "coverage_pct": percent(covered.tested_count, covered.total),
        "by_name_count": len(covered.tested_by_name),
        "implemented_count": len(covered.implemented),
        "passing_count": len(covered.passing),
        "failing_count": len(covered.failing),
    }


def _assertion(one: Assertion, covered: RequirementCoverage) -> dict[str, Any]:
    state = {"retired": True} if one.is_retired else {"covered": one.label in covered.tested}
    return {"id": one.id, "label": one.label, "text": one.text, **state, "source": place(one)}


def _parent(node: Node | None, stated: dict[str, Any]) -> dict[str, Any]:
    # The parent of an `integrates` link may stand in another project.
    known = summary(node) if node else {"id": stated["id"]}
    return {**known, "edge_kind": stated["kind"], "assertion_targets": list(stated["labels"])}


def _by_child(references: Iterable[Reference]) -> dict[str, dict[str, Any]]:
    """How each child cites: the kinds of its links, and the labels."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for one in references:
        if one.source_kind == "requirement" and one.edge_kind in TRACE_KINDS:
            how = found.setdefault(one.source, {"edge_kinds": {}, "assertion_targets": {}})
            how["edge_kinds"][one.edge_kind] = None
            how["assertion_targets"] |= {one.label: None} if one.label else {}
    return {child: {name: list(values) for name, values in how.items()} for child, how in found.items()}


def _citations(references: Iterable[Reference]) -> list[tuple[Reference, list[str]]]:
    """One entry a source, target and kind, with its labels; the first reference of each stands for all."""
    found: dict[tuple[str, str, str], tuple[Reference, list[str]]] = {}
    for one in references:
        _, labels = found.setdefault((one.source, one.requirement, one.edge_kind), (one, []))
        labels += [one.label] if one.label else []
    return list(found.values())


def _beside(references: Iterable[Reference]) -> list[tuple[Reference, list[str]]]:
    """What satisfies and integrates, which makes nobody a parent."""
    return _citations(one for one in references if one.edge_kind in ("satisfies", "integrates"))


def _beside_row(node: Node, reference: Reference, labels: list[str]) -> dict[str, Any]:
    return {**summary(node), "edge_kind": reference.edge_kind, "assertion_targets": labels}


def _citation(reference: Reference, labels: list[str]) -> dict[str, Any]:
    cited = {"edge_kind": reference.edge_kind, "assertion_targets": labels}
    return {"id": reference.source, "kind": reference.source_kind, **cited, "source": place(reference)}


def _broken(reference: BrokenReference) -> dict[str, Any]:
    near = {"did_you_mean": reference.nearest} if reference.nearest else {}
    why = {"target_id": reference.target, "edge_kind": reference.edge_kind, "reason": reference.reason}
    return {**why, **near, "source": place(reference)}
