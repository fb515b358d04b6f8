"""One requirement with everything about it: `get_requirement`."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    Reference,
    Remainder,
    Requirement,
    RequirementCoverage,
)
from compiler.store.snapshot import LinkRow, Snapshot
from queries.lookup.by_name import objects_by_ref
from queries.requirements.nodes import (
    COVERAGE_PCT,
    LIMIT,
    REQ_ID,
    SUMMARY,
    TRACE_KINDS,
    Node,
    coverage_of,
    is_covered,
    location,
    named_requirement,
    nodes_of,
    percent,
    summary,
)
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.schemas import Schema, boolean, integer, mapping, objects, string, string_or_null, strings
from queries.tools.tool import tool

MAX_BODY_SHOWN = 12_000  # characters


class Citation(NamedTuple):
    """A row of `cited_by`."""

    id: str
    kind: str
    edge_kind: str
    assertion_targets: list[str]
    source: str


CITED_LABELS = strings("The labels of the cited assertions; empty when the whole requirement is cited.")

SATISFACTION: dict[str, Schema] = {
    **SUMMARY,
    "edge_kind": string("satisfies or integrates."),
    "assertion_targets": CITED_LABELS,
}


@tool(
    title="Requirement",
    pack="requirements",
    of_object=True,
    parameters=(REQ_ID, LIMIT, CURSOR),
    result={
        **SUMMARY,
        "ref": string("Canonical reference: pass it to any tool."),
        "hash": string_or_null("The hash as written, null when there is none."),
        "hash_state": string("right, stale, missing, or none if there is nothing to hash."),
        "hash_algorithm": string("sorted or file-order: the algorithm by which the hash is right."),
        "right_hash": string("The right hash, if the hash is stale or missing."),
        "body": string(
            "The text in the order of the file: preamble, assertions and sections, without headings and metadata."
        ),
        "is_root": boolean("Whether it has no parents."),
        "in_cycle": boolean("True when it is its own ancestor; else absent."),
        "is_template": boolean("True when others may satisfy it; else absent."),
        "duplicate_of": string("The first requirement with the same id; absent unless the id is repeated."),
        "metrics": mapping(
            "Coverage: numbers of assertions.",
            total_assertions=integer("All but retired assertions."),
            covered_count=integer("Those that a test covers."),
            coverage_pct=COVERAGE_PCT,
            by_name_count=integer("Those that a test names."),
            implemented_count=integer("Those that code or a requirement implements."),
            passing_count=integer("Those with a test that passed."),
            failing_count=integer("Those with a test that failed."),
        ),
        "assertions": objects(
            "In the order of the file.",
            id=string("Its id."),
            label=string("Its letter or number."),
            text=string("Its text."),
            covered=boolean("Whether a test covers it; absent when it is retired."),
            retired=boolean("True when it is retired; else absent."),
            source=string("Where it stands: path:line."),
        ),
        "parents": objects(
            "The requirements that it implements or refines, as declared: one entry per parent and kind.",
            **SUMMARY,
            edge_kind=string("implements or refines."),
            assertion_targets=CITED_LABELS,
        ),
        "children": objects(
            "The requirements that implement or refine it.",
            **SUMMARY,
            edge_kinds=strings("implements, refines or both."),
            assertion_targets=CITED_LABELS,
        ),
        "satisfies": objects(
            "The templates that it satisfies, and the requirements that it integrates; absent when there are none.",
            **SATISFACTION,
        ),
        "satisfied_by": objects(
            "The requirements that satisfy or integrate it; absent when there are none.",
            **SATISFACTION,
        ),
        "cited_by": objects(
            "What cites it: code, tests and journeys, then whatever names it in a text, such as a decision or a task.",
            id=string("Its id."),
            kind=string("Its kind, such as code, test, journey, decision or task."),
            edge_kind=string("implements, verifies, validates or mentions."),
            assertion_targets=CITED_LABELS,
            source=string("Where it cites: path:line."),
        ),
        "broken_references": objects(
            "Its citations of things that do not exist.",
            target_id=string("What was cited."),
            edge_kind=string("implements, refines, satisfies or integrates."),
            reason=string("Why it is broken, such as unknown_requirement."),
            did_you_mean=string("The nearest id that exists; absent when none is near."),
        ),
        "sections": objects("Its other sections.", id=string("Its id."), heading=string("Its heading.")),
    },
)
def get_requirement(snapshot: Snapshot, *, req_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """One requirement in full: text, assertions, coverage, parents, children, what cites it, hash.

    Also its level and status, whether its hash is right, all that cites it or names it in a text, and its broken
    references. get_hierarchy shows its ancestors and siblings, get_test_coverage its tests and their results.
    """
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
        "cited_by": _cited_by(snapshot, requirement.ref, references),
        "broken_references": snapshot.facts(BrokenReference, source=node.id),
        "sections": [
            remainder for remainder in snapshot.facts(Remainder, owner=node.id) if remainder.part == "section"
        ],
    }
    cited = snapshot.facts(Reference, source=node.id)
    satisfactions = {"satisfies": _satisfactions(cited), "satisfied_by": _satisfactions(references)}
    answer |= {name: found for name, found in satisfactions.items() if found}
    lists = [name for name, value in answer.items() if isinstance(value, list | tuple)]
    nodes, below = nodes_of(snapshot), _by_child(references)
    rows = {
        "assertions": lambda assertion: _assertion(assertion, covered),
        "parents": lambda parent: _parent(nodes.get(parent["id"]), parent),
        "children": lambda child: {**summary(nodes[child]), **below.get(child, {})},
        "satisfies": lambda satisfied: _satisfaction_row(nodes[satisfied[0].requirement], *satisfied),
        "satisfied_by": lambda satisfied: _satisfaction_row(nodes[satisfied[0].source], *satisfied),
        "cited_by": Citation._asdict,
        "broken_references": _broken,
        "sections": lambda section: {"id": section.id, "heading": section.heading, "source": location(section)},
    }
    return page(answer, *lists, limit=limit, cursor=cursor, rows=rows)


def _head(node: Node, fact: Requirement) -> dict[str, Any]:
    body = fact.text
    if len(body) > MAX_BODY_SHOWN:
        body = f"{body[:MAX_BODY_SHOWN]}… [{len(body) - MAX_BODY_SHOWN} characters left out]"
    head: dict[str, Any] = {**summary(node), "ref": fact.ref, "hash": fact.hash, "hash_state": fact.hash_state}
    if fact.hash_algorithm:
        head["hash_algorithm"] = fact.hash_algorithm
    if fact.hash_state in ("stale", "missing") and fact.right_hash:
        head["right_hash"] = fact.right_hash
    head |= {"body": body, "is_root": fact.is_root}
    if fact.format != "elspais":
        head |= {"format": fact.format, "statements": fact.statements}
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


def _assertion(assertion: Assertion, covered: RequirementCoverage) -> dict[str, Any]:
    state = {"retired": True} if assertion.is_retired else {"covered": is_covered(assertion, covered)}
    return {
        "id": assertion.id,
        "label": assertion.label,
        "text": assertion.text,
        **state,
        "source": location(assertion),
    }


def _parent(node: Node | None, parent: dict[str, Any]) -> dict[str, Any]:
    known = summary(node) if node else {"id": parent["id"]}
    return {**known, "edge_kind": parent["kind"], "assertion_targets": list(parent["labels"])}


def _by_child(references: Iterable[Reference]) -> dict[str, dict[str, Any]]:
    """By child: the kinds of its links to the requirement, and the labels that it cites."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for reference in references:
        if reference.source_kind == "requirement" and reference.edge_kind in TRACE_KINDS:
            how = found.setdefault(reference.source, {"edge_kinds": {}, "assertion_targets": {}})
            how["edge_kinds"][reference.edge_kind] = None
            how["assertion_targets"] |= {reference.label: None} if reference.label else {}
    return {child: {name: list(values) for name, values in how.items()} for child, how in found.items()}


def _citations(references: Iterable[Reference]) -> list[tuple[Reference, list[str]]]:
    """One entry per source, target and kind: its first reference, and the labels of all its references."""
    found: dict[tuple[str, str, str], tuple[Reference, list[str]]] = {}
    for reference in references:
        _, labels = found.setdefault((reference.source, reference.requirement, reference.edge_kind), (reference, []))
        labels += [reference.label] if reference.label else []
    return list(found.values())


def _satisfactions(references: Iterable[Reference]) -> list[tuple[Reference, list[str]]]:
    """The references by satisfies and integrates, which make no parents."""
    return _citations(reference for reference in references if reference.edge_kind in ("satisfies", "integrates"))


def _satisfaction_row(node: Node, reference: Reference, labels: list[str]) -> dict[str, Any]:
    return {**summary(node), "edge_kind": reference.edge_kind, "assertion_targets": labels}


def _cited_by(snapshot: Snapshot, ref: str, references: Iterable[Reference]) -> list[Citation]:
    """What cites a requirement: by a link of its own kind, then by a mention of it or of one of its assertions."""
    by_kind = _citations(reference for reference in references if reference.source_kind != "requirement")
    parts = {
        link.target: link.target.removeprefix(f"{ref}-") for link in snapshot.links(source=ref, kind="has_assertion")
    }
    mentions: dict[str, tuple[LinkRow, list[str]]] = {}
    for target, label in {ref: "", **parts}.items():
        for link in snapshot.links(target=target, kind="mentions"):
            if link.source != ref and link.source not in parts:
                _, labels = mentions.setdefault(link.source, (link, []))
                labels += [label] if label else []
    sources = objects_by_ref(snapshot, list(mentions))
    return [
        *(
            Citation(reference.source, reference.source_kind, reference.edge_kind, labels, location(reference))
            for reference, labels in by_kind
        ),
        *(
            Citation(sources[source].id, sources[source].kind, link.kind, labels, str(link.span))
            for source, (link, labels) in mentions.items()
            if source in sources
        ),
    ]


def _broken(reference: BrokenReference) -> dict[str, Any]:
    near = {"did_you_mean": reference.nearest} if reference.nearest else {}
    why = {"target_id": reference.target, "edge_kind": reference.edge_kind, "reason": reference.reason}
    return {**why, **near, "source": location(reference)}
