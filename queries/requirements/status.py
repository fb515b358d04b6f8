"""The state of the project: counts, configuration and coverage, all read from one fact."""

from typing import Any

from compiler.languages.requirements.facts import RequirementProject
from compiler.workspace.interface import RevisionError, Workspace
from queries.objects.snapshot_info import checked_out
from queries.requirements.changes import change_counts
from queries.requirements.nodes import COVERAGE_PCT, percent, project_of
from queries.revisions.opening import REVISION
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string, string_or_null, strings
from queries.tools.tool import tool


@tool(
    title="State of the requirements",
    pack="requirements",
    result={
        "snapshot_id": string("Identifies this state of the source, as compiled by this compiler."),
        "is_stale": boolean("Whether the source has changed since; false without a server, which compiles it anew."),
        "changed_files": integer("How many files differ, when it is stale; get_snapshot_info names them."),
        "checked_out": mapping(
            "The commit that is checked out, when a server answers of a working tree.",
            commit=string("The commit."),
            branch=string("The branch; absent when HEAD is detached."),
            is_dirty=boolean("Whether files that are read differ from it now; get_snapshot_info names them."),
            file_count=integer("How many files differ, when it is dirty."),
            problem=string("Why they could not be compared."),
        ),
        "last_refresh": string_or_null(
            "When the server compiled what it serves, in UTC; null without a server, where answers tell no time."
        ),
        "as_of": string("The reference time (now) of the snapshot, as in get_snapshot_info; absent without one."),
        "root_count": integer("How many requirements have no parents."),
        "node_counts": mapping("How many objects there are of each kind."),
        "total_nodes": integer("How many objects there are."),
        "has_orphans": boolean("Whether a requirement below the topmost level has no parent."),
        "orphan_count": integer("How many requirements below the topmost level have no parent."),
        "has_broken_references": boolean("Whether a citation has no target."),
        "broken_reference_count": integer("How many citations have no target."),
        "cycle_count": integer("How many cycles there are: groups of requirements that are their own ancestors."),
        "stale_hash_count": integer("How many requirements have changed since their hash was written."),
        "unlinked_test_count": integer("How many tests cite neither a requirement nor a journey."),
        "unmatched_result_count": integer("How many results belong to no test."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def get_graph_status(workspace: Workspace) -> dict[str, Any]:
    """Health of traceability: counts of nodes, orphans, broken citations, stale hashes, unlinked tests.

    How many requirements, assertions, tests, results and code references there are, and how many requirements are roots
    or orphans. Begin here; get_diagnostics lists each fault with its place.
    """
    snapshot = workspace.snapshot
    project, as_of = project_of(snapshot), snapshot.meta.get("as_of")
    return {
        "snapshot_id": snapshot.id,
        **_staleness(workspace),
        **checked_out(workspace, most=0),
        "last_refresh": workspace.compiled_at,
        **({"as_of": as_of} if as_of else {}),
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


def _staleness(workspace: Workspace) -> dict[str, Any]:
    if workspace.current is None:
        return {"is_stale": False}
    status = workspace.current.look()
    return {"is_stale": True, "changed_files": len(status.files)} if status.is_stale else {"is_stale": False}


# Tools of servers that write: their names, why this server does not offer them, and what to use instead.
UNSUPPORTED = (
    (
        "mutate_rename_node, mutate_update_title, mutate_change_status, mutate_add_requirement, "
        "mutate_delete_requirement, mutate_add_assertion, mutate_update_assertion, mutate_delete_assertion, "
        "mutate_rename_assertion, mutate_add_edge, mutate_change_edge_kind, mutate_delete_edge, "
        "mutate_fix_broken_reference, change_reference_type, move_requirement, apply_link",
        "nothing is ever written",
        "propose_change takes each of them as an operation, and answers with a patch and with what it would change",
    ),
    ("undo_last_mutation, undo_to_mutation, get_mutation_log", "there are no mutations", "the history in git"),
    (
        "transform_with_ai",
        "no file is ever written",
        "object_get shows the source text and its place: propose_change takes what a model makes of it",
    ),
    ("restore_from_safety_branch, list_safety_branches", "no branch is ever made", "branches in git"),
    (
        "moved requirements",
        "a snapshot is one state of the source",
        "get_changed_requirements: against the written hashes, a git revision, or hashes of an earlier state",
    ),
)


@tool(
    title="Workspace",
    pack="requirements",
    of_object=True,
    result={
        "repo_path": string(
            "The root of the repository, relative to the folder that was compiled: '.' for that folder itself, '../..' "
            "from a folder two levels down. Snapshots hold no absolute paths."
        ),
        "source": string("The name of the compiled folder or file."),
        "project_name": string("The configured name, or the name of the source."),
        "config_file": string_or_null("The path of the configuration; null when there is none."),
        "config_files": strings("All files of the configuration; later files override earlier ones."),
        "config_layout": string("The layout of the configuration: older or newer; none without a configuration."),
        "config_summary": mapping(
            "The configuration, or the defaults.",
            prefix=string("How ids begin."),
            spec_directories=strings("Where requirements are read from."),
            testing_enabled=boolean("Whether tests and results are read."),
        ),
        "inferred": objects(
            "What was inferred where no settings hold, one entry a prefix; empty with settings.",
            prefix=string("How ids begin."),
            id_pattern=string("An example of an id."),
            levels=mapping("Each level, from the top, with the letter of its ids."),
            headers=integer("How many headers are read as requirements."),
            proofs=integer("How many of them prove the prefix: by two of level, assertions, End marker, citations."),
            left_as_headings=integer("How many headings of the same shape state nothing and are no requirements."),
            citations_of_code=integer("How many citations in code name one of them."),
            files=integer("How many files have such headers."),
            first_files=strings("The first of these files."),
        ),
        "projects": objects(
            "The projects with settings, outer ones first. Other tools count without the nested ones.",
            folder=string("The folder of its settings; empty for that of the source."),
            name=string("The configured name."),
            prefix=string("How ids begin."),
            is_nested=boolean("Whether it lies in another project, as a sample or fixture does."),
            requirements=integer("How many requirements it has."),
            assertions=integer("How many assertions they have, without retired ones."),
            tested=integer("How many of these are tested."),
            implemented=integer("How many of these are implemented."),
        ),
        "unsupported": objects(
            "Tools of other servers that this server does not offer.",
            tools=string("Their names elsewhere."),
            reason=string("Why they are not offered."),
            instead=string("What to use instead."),
        ),
    },
    needs_workspace=True,
)
def get_workspace_info(workspace: Workspace) -> dict[str, Any]:
    """The project's name, id pattern and settings, and which foreign tools are missing here.

    The settings are levels, directories and statuses. Each tool of another server that this server does not offer comes
    with what to use instead.
    """
    snapshot = workspace.snapshot
    project = project_of(snapshot)
    source = snapshot.meta.get("source") or ""
    return {
        "repo_path": _repository_path(workspace),
        "source": source,
        "project_name": project.name or source,
        "config_file": project.config_files[0] if project.config_files else None,
        "config_files": list(project.config_files),
        "config_layout": project.layout,
        "config_summary": {"prefix": project.configuration.get("namespace", ""), **project.configuration},
        "inferred": list(project.inferred),
        **({"formats": list(project.formats)} if project.formats else {}),
        "projects": list(project.projects),
        "unsupported": [
            {"tools": tools, "reason": reason, "instead": instead} for tools, reason, instead in UNSUPPORTED
        ],
    }


def _repository_path(workspace: Workspace) -> str:
    """The root of the repository, as seen from the folder that was compiled; that folder without a repository."""
    below = ""
    if workspace.revisions is not None:
        try:
            below = workspace.revisions.below_root()
        except RevisionError:  # no repository
            below = ""
    folders = [part for part in below.split("/") if part]
    if workspace.snapshot.meta.get("entry"):  # a single file, which is no folder
        folders = folders[:-1]
    return "/".join([".."] * len(folders)) or "."


@tool(
    title="Summary of the project",
    pack="requirements",
    parameters=(
        Parameter(
            "base",
            "string",
            "A git revision to count changes since: a branch, tag, commit or date, such as HEAD or main.",
            brief="Count changes since this git revision.",
        ),
    ),
    result={
        "requirements_by_level": mapping(
            "How many requirements there are of each level.",
            all=mapping("All requirements."),
            active=mapping("Requirements whose status is active or provisional."),
        ),
        "requirements_by_status": mapping("How many requirements there are of each status."),
        "coverage": mapping(
            "Coverage by tests: numbers of requirements. Only requirements with assertions and an active status count; "
            "drafts count if the configuration expects them to be implemented.",
            total=integer("How many requirements count."),
            full_coverage=integer("Those with all assertions covered."),
            partial_coverage=integer("Those with some assertions covered."),
            no_coverage=integer("Those with no assertion covered."),
            failing=integer("Those with a failing test, however much is covered."),
        ),
        "implementation": mapping("The same for implementation by code and by requirements."),
        "coverage_by_level": mapping(
            "By level: how many requirements count, how many assertions they have, and how many of these are tested, "
            "implemented (`…_by_name`: named, not as part of the whole), passing, failing, validated by journeys."
        ),
        "assertions": mapping(
            "Coverage by tests: numbers of assertions of all requirements.",
            total=integer("All but retired assertions."),
            covered=integer("Those that a test covers."),
            by_name=integer("Those that a test names."),
            whole_requirement=integer("Those that only a test of the whole requirement covers."),
            coverage_pct=COVERAGE_PCT,
        ),
        "changes": mapping(
            "Numbers of requirements.",
            content_changed=integer("Changed since their hash was written, so that no author has confirmed it."),
            unrecorded=integer("With no hash written, so that nothing is known."),
            since=REVISION,
            changed=integer("With base: changed since then."),
            added=integer("With base: new since then."),
            removed=integer("With base: gone since then."),
            unchanged=integer("With base: the same as then."),
        ),
        "total_nodes": integer("How many objects there are."),
        "orphan_count": integer("How many requirements below the topmost level have no parent."),
        "broken_reference_count": integer("How many citations have no target."),
        "hint": string("What this answer does not tell, and where to look."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def get_project_summary(workspace: Workspace, *, base: str | None) -> dict[str, Any]:
    """How far the project is: requirements by level and status, covered, implemented, changed.

    Requirements are fully, partly or not covered by tests and by implementations; assertions are covered by name or by
    whole requirement. Also orphans, broken references, and changed texts; with base, what has changed since a git
    revision. get_uncovered_assertions lists what is missing, get_changed_requirements what has changed.
    """
    project = project_of(workspace.snapshot)
    return {
        "requirements_by_level": project.by_level,
        "requirements_by_status": project.by_status,
        "coverage": _coverage(project.coverage),
        "implementation": _coverage(project.implementation),
        "coverage_by_level": project.coverage_by_level,
        "assertions": _assertion_counts(project),
        "changes": change_counts(workspace, base),
        "total_nodes": sum(project.node_counts.values()),
        "orphan_count": project.orphan_count,
        "broken_reference_count": project.broken_count,
        **(
            {}
            if base
            else {"hint": "With base HEAD, changes counts what is not committed; with base main, the branch."}
        ),
    }


_COVERAGE_FIELDS = {
    "total": "total",
    "full": "full_coverage",
    "partial": "partial_coverage",
    "none": "no_coverage",
    "failing": "failing",
}


def _coverage(counts: dict[str, int]) -> dict[str, int]:
    return {shown: counts[name] for name, shown in _COVERAGE_FIELDS.items() if name in counts}


def _assertion_counts(project: RequirementProject) -> dict[str, Any]:
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
