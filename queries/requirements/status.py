"""The state of the whole: counts, configuration, coverage of the project. All of it is read from one fact."""

from typing import Any

from compiler.languages.requirements.facts import BrokenReference, RequirementProject
from compiler.store.snapshot import Snapshot
from queries.paging import CURSOR, Cursor, limit_of, page
from queries.requirements.selection import COVERAGE_PCT, percent, place, project_of
from queries.schemas import boolean, integer, mapping, objects, string, string_or_null, strings
from queries.tool import tool


@tool(
    title="State of the requirements",
    pack="requirements",
    result={
        "snapshot_id": string("Names exactly this source, compiled by this compiler."),
        "is_stale": boolean("Always false: a snapshot and its source cannot drift apart."),
        "last_refresh": string_or_null("The date of the snapshot, or null when it was compiled without one."),
        "root_count": integer("Requirements without parents."),
        "node_counts": mapping("How many objects of each kind."),
        "total_nodes": integer("All of them."),
        "has_orphans": boolean("Whether a requirement below the topmost level has no parent."),
        "orphan_count": integer("How many have none."),
        "has_broken_references": boolean("Whether a citation reaches nothing."),
        "broken_reference_count": integer("How many do."),
        "cycle_count": integer("Groups of requirements that are their own ancestors."),
        "stale_hash_count": integer("Requirements whose text has changed since their hash was written."),
        "unlinked_test_count": integer("Tests that cite neither a requirement nor a journey."),
        "unmatched_result_count": integer("Results that belong to no test."),
    },
)
def get_graph_status(snapshot: Snapshot) -> dict[str, Any]:
    """The health of the traceability graph at a glance: how many requirements, assertions, tests, results and code
    references there are, how many requirements are roots or orphans, and whether citations are broken, hashes stale or
    tests unlinked. Begin here; get_diagnostics says where each fault is."""
    project = project_of(snapshot)
    return {
        "snapshot_id": snapshot.id,
        "is_stale": False,
        "last_refresh": snapshot.meta.get("as_of"),
        "root_count": project.root_count,
        "node_counts": project.node_counts,
        "total_nodes": sum(project.node_counts.values()),
        "has_orphans": project.orphan_count > 0,
        "orphan_count": project.orphan_count,
        "has_broken_references": project.broken_count > 0,
        "broken_reference_count": project.broken_count,
        "cycle_count": project.cycle_count,
        "stale_hash_count": project.stale_hash_count,
        "unlinked_test_count": project.unlinked_tests,
        "unmatched_result_count": project.unmatched_results,
    }


# What a server that writes would offer, why this one does not, and what serves instead.
UNSUPPORTED = (
    (
        "refresh_graph",
        "a snapshot never changes",
        "serve the changed source anew: its answers have another snapshot_id",
    ),
    (
        "mutate_rename_node, mutate_update_title, mutate_change_status, mutate_add_requirement, "
        "mutate_delete_requirement, mutate_add_assertion, mutate_update_assertion, mutate_delete_assertion, "
        "mutate_rename_assertion, mutate_add_edge, mutate_change_edge_kind, mutate_delete_edge, "
        "mutate_fix_broken_reference",
        "nothing is ever written",
        "edit the markdown: get_impact says what a change touches, get_diagnostics of the new source what it breaks, "
        "and a stale hash's diagnostic the right value",
    ),
    ("undo_last_mutation, undo_to_mutation, get_mutation_log", "there are no mutations", "the history in git"),
    (
        "change_reference_type, move_requirement, transform_with_ai",
        "no file is ever written",
        "object_get shows the source text and its place: edit the file there",
    ),
    (
        "apply_link",
        "no file is ever written",
        "suggest_links gives the comment to write, and the line to write it above",
    ),
    ("restore_from_safety_branch, list_safety_branches", "no branch is ever made", "branches in git"),
    (
        "uncommitted, moved and branch changes",
        "a snapshot is one state of the source",
        "get_changed_requirements: against the written hashes, a git revision, or hashes of an earlier state",
    ),
)


@tool(
    title="Workspace",
    pack="requirements",
    result={
        "repo_path": string("The name of the compiled directory or file; snapshots hold no absolute paths."),
        "project_name": string("As configured, else the name of the source."),
        "config_file": string_or_null("The path of the configuration, or null when there is none."),
        "config_files": strings("All of its files, those that override behind those that they override."),
        "config_layout": string("older or newer: which of the two shapes of configuration it has; none without one."),
        "config_summary": mapping(
            "What was read, or the defaults.",
            prefix=string("What ids begin with."),
            spec_directories=strings("Where requirements are looked for."),
            testing_enabled=boolean("Whether tests and results are read."),
        ),
        "unsupported": objects(
            "What a frozen snapshot does not offer.",
            tools=string("What it is called elsewhere."),
            reason=string("Why it is not offered."),
            instead=string("What to use."),
        ),
    },
)
def get_workspace_info(snapshot: Snapshot) -> dict[str, Any]:
    """Which project is served: its name, its configuration (id pattern, levels, directories, statuses), and what a
    frozen snapshot does not offer, each with what to use instead. Use it when a tool that you know from elsewhere is
    missing, or to learn how ids are built here."""
    project = project_of(snapshot)
    source = snapshot.meta.get("source") or ""
    return {
        "repo_path": source,
        "project_name": project.name or source,
        "config_file": project.config_files[0] if project.config_files else None,
        "config_files": list(project.config_files),
        "config_layout": project.layout,
        "config_summary": {"prefix": project.configuration.get("namespace", ""), **project.configuration},
        "unsupported": [
            {"tools": tools, "reason": reason, "instead": instead} for tools, reason, instead in UNSUPPORTED
        ],
    }


@tool(
    title="Summary of the project",
    pack="requirements",
    result={
        "requirements_by_level": mapping(
            "How many of each level.",
            all=mapping("All of them."),
            active=mapping("Without those whose status means planned for later or retired."),
        ),
        "requirements_by_status": mapping("How many of each status."),
        "coverage": mapping(
            "By tests, in requirements that have assertions and whose status is active: drafts do not count, unless "
            "the configuration says that they are to be implemented.",
            total=integer("How many there are."),
            full_coverage=integer("All their assertions are covered."),
            partial_coverage=integer("Some are."),
            no_coverage=integer("None is."),
            failing=integer("A test of theirs fails, whatever is covered."),
        ),
        "implementation": mapping("The same by code and by requirements that implement them."),
        "assertions": mapping(
            "In assertions of all requirements.",
            total=integer("Without retired ones."),
            covered=integer("A test covers them."),
            by_name=integer("A test names them."),
            whole_requirement=integer("Only a test of their whole requirement covers them."),
            coverage_pct=COVERAGE_PCT,
        ),
        "changes": mapping(
            "What the source itself says has changed.",
            content_changed=integer("Requirements whose text has changed since their hash was written."),
        ),
        "total_nodes": integer("Objects of all kinds."),
        "orphan_count": integer("Requirements below the topmost level without a parent."),
        "broken_reference_count": integer("Citations that reach nothing."),
        "hint": string("What is not known here, and where to look."),
    },
)
def get_project_summary(snapshot: Snapshot) -> dict[str, Any]:
    """The state of the project: requirements by level and status, how many are fully, partly or not covered by tests
    and implemented, assertions covered by name and by whole requirement, orphans, broken citations, and changed texts.
    Use it for "how far are we"; get_uncovered_assertions lists what is missing."""
    project = project_of(snapshot)
    return {
        "requirements_by_level": project.by_level,
        "requirements_by_status": project.by_status,
        "coverage": _buckets(project.coverage),
        "implementation": _buckets(project.implementation),
        "assertions": _assertions(project),
        "changes": {"content_changed": project.stale_hash_count},
        "total_nodes": sum(project.node_counts.values()),
        "orphan_count": project.orphan_count,
        "broken_reference_count": project.broken_count,
        "hint": "Uncommitted and branch changes are not known to a snapshot; get_changed_requirements compares texts.",
    }


_BUCKETS = {
    "total": "total",
    "full": "full_coverage",
    "partial": "partial_coverage",
    "none": "no_coverage",
    "failing": "failing",
}


def _buckets(counts: dict[str, int]) -> dict[str, int]:
    return {shown: counts[name] for name, shown in _BUCKETS.items() if name in counts}


def _assertions(project: RequirementProject) -> dict[str, Any]:
    counts = project.assertions
    return {
        "total": counts["total"],
        "covered": counts["tested"],
        "by_name": counts["tested_by_name"],
        "whole_requirement": counts["tested"] - counts["tested_by_name"],
        "implemented": counts["implemented"],
        "passing": counts["passing"],
        "failing": counts["failing"],
        "retired": counts["retired"],
        "coverage_pct": percent(counts["tested"], counts["total"]),
    }


@tool(
    title="Broken references",
    pack="requirements",
    parameters=(limit_of(100), CURSOR),
    result={
        "broken_references": objects(
            "In the order of the source.",
            source_id=string("What cites."),
            source_kind=string("requirement, code, test or journey."),
            target_id=string("What was cited."),
            edge_kind=string("How: implements, refines, verifies, …"),
            reason=string("Why it reaches nothing, such as unknown_requirement or retired_assertion."),
            did_you_mean=string("The nearest id that exists; absent when none is near."),
            source=string("Where it is written: path:line."),
        ),
    },
)
def get_broken_references(snapshot: Snapshot, *, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Every citation that reaches nothing: which requirement, comment, test or journey cites what, why it fails, where
    it is written, and the nearest id that exists. Use it to mend traceability. 100 a page."""
    project_of(snapshot)
    # What a placeholder stands for is not there on purpose: it is listed nowhere, and not counted.
    broken = [one for one in snapshot.facts(BrokenReference) if one.reason != "placeholder"]
    answer: dict[str, Any] = {"broken_references": broken}
    if not answer["broken_references"]:
        answer["hint"] = "Every citation reaches what it cites."
    return page(answer, "broken_references", limit=limit, cursor=cursor, rows={"broken_references": _broken})


def _broken(reference: BrokenReference) -> dict[str, Any]:
    shown = {
        "source_id": reference.source,
        "source_kind": reference.source_kind,
        "target_id": reference.target,
        "edge_kind": reference.edge_kind,
        "reason": reference.reason,
    }
    near = {"did_you_mean": reference.nearest} if reference.nearest else {}
    return {**shown, **near, "source": place(reference)}
