"""Branches and named snapshots of a memory: `memory_branch_list`, `memory_branch_topology`, `memory_snapshot_list`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.memory.facts import MemoryBranch, MemorySnapshot
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import Workspace
from queries.errors.near import nearest
from queries.memory.branch_scope import scope_of
from queries.memory.git_branches import branch_or_revision, revisions_named
from queries.memory.rows import place_of, without_empty
from queries.memory.selection import branches_of, default_branch
from queries.memory.version_search import known_facts
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND, size
from queries.tools.schemas import DID_YOU_MEAN, boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

MOST_DEPTH = 50
ROOM = BOUND - 2_000  # characters of a topology

BRANCH_ROW = {
    "branch_name": string("Its name."),
    "parent": string("The branch it was forked from; left out for a root."),
    "status": string("active, merged, archived, or the source's own word."),
    "description": string("What it is for."),
    "forked_at": string("When it was forked."),
    "merged_at": string("When it was merged."),
    "merge_strategy": string("How it was merged."),
    "is_default": boolean("True for the branch that is read when none is named."),
    "is_declared": boolean("False when no record declares it: only its records name it."),
    "metadata": mapping("purpose, owner, ttl_days, tags, and what else is said of it."),
    "ref": string("Canonical reference: pass it to any tool."),
    "source": string("Where it stands: path:line."),
    "origin": string("repository: a branch of git that no record names; it is read from its own revision."),
    "commit": string("Of a branch of the repository: its newest commit."),
    "updated_at": string("Of a branch of the repository: when that was made."),
}


def branch_row(branch: MemoryBranch) -> dict[str, Any]:
    """Return the row of a branch that records name."""
    return without_empty(
        {
            "branch_name": branch.record_id,
            "parent": branch.parent,
            "status": branch.status,
            "description": branch.description,
            "forked_at": branch.at,
            "merged_at": branch.merged_at,
            "merge_strategy": branch.merge_strategy,
            "is_default": branch.is_default or None,
            "is_declared": None if branch.is_declared else False,
            "metadata": branch.metadata,
            "ref": branch.ref,
            "source": place_of(branch),
        }
    )


@tool(
    title="Branches",
    pack="memory",
    parameters=(
        Parameter(
            "status",
            "string",
            "Only branches with this status: active, merged, archived.",
            brief="active, merged, archived",
        ),
        limit_of(50),
        CURSOR,
    ),
    result={
        "branches": objects(
            "The default branch first, then by the time of forking and by name; then those of the repository alone.",
            facts=integer("Active facts that were written on it."),
            relations=integer("Live relations that were written on it."),
            observations=integer("Observations that were written on it."),
            conversations=integer("Conversations that were held on it."),
            messages=integer("Messages that were said on it."),
            tasks=integer("Tasks that were written on it."),
            **BRANCH_ROW,
        ),
        "statuses": mapping("How many branches have each status."),
        "did_you_mean": DID_YOU_MEAN,
    },
    needs_workspace=True,
)
def memory_branch_list(workspace: Workspace, *, status: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Branches of the memory: status, parent, what was written on each.

    50 a page. memory_branch_topology shows them as a tree.
    """
    snapshot = workspace.snapshot
    written = snapshot.memoize("queries.memory.written", written_counts)
    known = {name: branch_row(branch) | written.get(name, {}) for name, branch in branches_of(snapshot).items()}
    known |= {
        revision.name: _of_repository(revision)
        for revision in revisions_named(workspace, "branch")
        if revision.name not in known
    }
    statuses = sorted({branch["status"] for branch in known.values()})
    counts = {name: sum(branch["status"] == name for branch in known.values()) for name in statuses}
    found = [branch for branch in known.values() if status in (None, branch["status"])]
    answer: dict[str, Any] = {"branches": found, "statuses": counts}
    if not found:
        answer["hint"] = f"None of {len(known)} branches is {status}." if status else "The memory has no branches."
        answer |= {"did_you_mean": near} if status and (near := nearest(status, statuses)) else {}
    return page(answer, "branches", limit=limit, cursor=cursor)


def _of_repository(revision: Revision) -> dict[str, Any]:
    """Return the row of a repository branch, without counts: these are only known when the branch is read."""
    status = "archived" if revision.is_archived else "merged" if revision.merged else "active"
    row = {"branch_name": revision.name, "parent": revision.parent, "status": status, "origin": "repository"}
    return without_empty(row | {"commit": revision.commit, "updated_at": revision.at})


def written_counts(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """Return the counts of what was written on each branch itself."""
    tables = {
        "facts": "fact_memory_fact WHERE is_active",
        "relations": "fact_memory_relation WHERE valid_to IS NULL",
        "observations": "fact_memory_observation WHERE 1",
        "conversations": "fact_memory_conversation WHERE 1",
        "messages": "fact_memory_message WHERE 1",
        "tasks": "fact_memory_task WHERE 1",
    }
    counts: dict[str, dict[str, int]] = {name: dict.fromkeys(tables, 0) for name in branches_of(snapshot)}
    for name, table in tables.items():
        for branch, count in snapshot.rows(f"SELECT branch, count(*) FROM {table} GROUP BY branch"):
            counts.setdefault(branch, dict.fromkeys(tables, 0))[name] = count
    return counts


@tool(
    title="Branches as a tree",
    pack="memory",
    parameters=(
        Parameter(
            "root_branch",
            "string",
            "Where the tree begins. Default: the default branch (main).",
            aliases=("branch", "root"),
        ),
        Parameter(
            "max_depth",
            "integer",
            "The most levels below the root.",
            default=10,
            minimum=0,
            maximum=MOST_DEPTH,
            aliases=("depth",),
        ),
        Parameter("include_archived", "boolean", "Show archived branches too.", default=False),
    ),
    result={
        **BRANCH_ROW,
        "children": objects(
            "The branches that were forked from it, each with its own children.",
            children={"type": "array", "items": {"type": "object"}, "description": "And so on."},
            lifted_over=strings("Archived branches between it and the branch above, which are not shown."),
            omitted_children=integer("Children that are not shown, for depth or size."),
            **BRANCH_ROW,
        ),
        "other_roots": strings(
            "Branches of the repository that forked off from none of these: each can be root_branch."
        ),
        "branch_count": integer("Branches in this answer, the root among them."),
        "omitted_children": integer("Children that are not shown, for depth or size."),
        "archived_left_out": integer("Archived branches that are not shown."),
        "truncated": string("depth or size, when not all branches are shown."),
        "hint": string("What to do next, when there is something to say."),
    },
    needs_workspace=True,
)
def memory_branch_topology(
    workspace: Workspace, *, root_branch: str | None, max_depth: int, include_archived: bool
) -> dict[str, Any]:
    """Branches as a tree: which was forked from which.

    Children come in order of forking, then by name. Repository branches that no record names come last, each below the
    branch from which it forked off. An archived branch is left out and its live children take its place, unless
    include_archived is set.
    """
    snapshot = workspace.snapshot
    known = workspace.memoize("queries.memory.grown", _grown)
    name = root_branch if root_branch is not None else default_branch(snapshot)
    if root_branch is None and name not in known:
        return {"branch_name": name, "status": "active", "children": [], "branch_count": 0, "hint": "No branches."}
    tree = _Tree(known, include_archived, max_depth)
    root = branch_or_revision(workspace, name, "root_branch")
    found = tree.below(known[root.name if isinstance(root, Revision) else root.record_id])
    others = [
        branch.name for branch in known.values() if branch.is_root_of_repository and branch.name != found["branch_name"]
    ]
    if root_branch is None and others:
        found["other_roots"] = others
    found |= {"branch_count": tree.shown}
    if tree.left_out:
        found["archived_left_out"] = len(tree.left_out)
    if tree.truncated:
        found["truncated"] = tree.truncated
        found["hint"] = "Ask with root_branch for a part that is not shown."
    return found


class _Branch(NamedTuple):
    """A branch in a topology, named by records or by the repository."""

    name: str
    status: str
    children: Sequence[str]
    row: Mapping[str, Any]
    metadata: Mapping[str, Any]
    is_root_of_repository: bool = False


def _grown(workspace: Workspace) -> dict[str, _Branch]:
    """Return all branches by name. Branches that only the repository has come last, each as a child of the branch from
    which it forked off, if there is one."""
    snapshot = workspace.snapshot
    records = branches_of(snapshot)
    alone = {
        revision.name: revision for revision in revisions_named(workspace, "branch") if revision.name not in records
    }
    below: dict[str, list[str]] = {}
    for revision in alone.values():
        if revision.parent is not None and (revision.parent in records or revision.parent in alone):
            below.setdefault(revision.parent, []).append(revision.name)
    found = {
        name: _Branch(
            name, record.status, (*record.children, *below.get(name, ())), branch_row(record), record.metadata
        )
        for name, record in records.items()
    }
    for name, revision in alone.items():
        row, is_root = _of_repository(revision), revision.parent not in records and revision.parent not in alone
        found[name] = _Branch(name, row["status"], tuple(below.get(name, ())), row, {}, is_root)
    return found


class _Tree:
    """Builds a topology level by level, so that the deepest branches are left out if there are too many."""

    def __init__(self, known: Mapping[str, _Branch], include_archived: bool, max_depth: int) -> None:
        self.shown = 0
        self.truncated = ""
        self.left_out: set[str] = set()
        self._known, self._include_archived, self._max_depth = known, include_archived, max_depth
        self._room = ROOM
        self._seen: set[str] = set()

    def below(self, root: _Branch) -> dict[str, Any]:
        top = self._node(root, [])
        self._seen.add(root.name)
        level = [(root, top)]
        for depth in range(self._max_depth + 1):
            fresh: list[tuple[_Branch, dict[str, Any]]] = []
            for branch, node in level:
                fresh += self._grown(branch, node, depth == self._max_depth)
            level = fresh
        return top

    def _grown(
        self, branch: _Branch, node: dict[str, Any], is_deepest: bool
    ) -> Iterator[tuple[_Branch, dict[str, Any]]]:
        """Add the children of a branch to its node, as far as there is room, and yield them."""
        children = list(self._children(branch, []))
        for at, (child, over) in enumerate(children):
            made = self._node(child, over) if not is_deepest and self._room > 0 else None
            if made is None or self._room <= 0:
                self.truncated = self.truncated or ("depth" if is_deepest else "size")
                node["omitted_children"] = len(children) - at
                return
            node["children"].append(made)
            yield child, made

    def _children(self, branch: _Branch, over: Collection[str]) -> Iterator[tuple[_Branch, list[str]]]:
        """Yield the shown children of a branch, with the archived branches above each. No branch comes twice."""
        for name in branch.children:
            child = self._known.get(name)
            if child is None or name in self._seen:
                continue
            self._seen.add(name)
            if child.status == "archived" and not self._include_archived:
                self.left_out.add(name)
                yield from self._children(child, [*over, name])
            else:
                yield child, [*over]

    def _node(self, branch: _Branch, over: Collection[str]) -> dict[str, Any]:
        row = dict(branch.row) | without_empty({"lifted_over": list(over)})
        node = {**row, "metadata": branch.metadata, "children": []}
        self._room -= size(node) + 1
        self.shown += 1
        return node


@tool(
    title="Snapshots",
    pack="memory",
    parameters=(
        Parameter("branch", "string", "Only snapshots of this branch. Default: of all."),
        limit_of(50),
        CURSOR,
    ),
    result={
        "snapshots": objects(
            "What was compiled first, then the newest first, then the tags of the repository, the newest first.",
            id=string("Its id."),
            label=string("Its name."),
            created_at=string("Pass it to memory_time_travel as timestamp."),
            branch=string("The branch it is of."),
            kind=string("record: the memory names it; tag: the repository does; compiled: what this server reads."),
            commit=string("Of a tag, the commit that it names; of what was compiled, its revision if it is one."),
            facts=integer("Active facts that the branch saw then; of what was compiled, those of any branch."),
            ref=string("Canonical reference: pass it to any tool."),
            source=string("Where it stands: path:line."),
        )
    },
    needs_workspace=True,
)
def memory_snapshot_list(workspace: Workspace, *, branch: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Named points in time, for memory_time_travel.

    Each with the number of facts that were known then; the compiled snapshot itself is one. 50 a page.
    """
    name = None
    if branch is not None:
        named = branch_or_revision(workspace, branch)
        name = named.name if isinstance(named, Revision) else named.record_id
    snapshot = workspace.snapshot
    found = [
        memory_snapshot for memory_snapshot in snapshot.facts(MemorySnapshot) if name in (None, memory_snapshot.branch)
    ]
    found.sort(key=lambda kept: (kept.at_us is None, -(kept.at_us or 0), kept.record_id))
    tags = revisions_named(workspace, "tag") if name is None else ()
    listed: list[MemorySnapshot | Revision | None] = [None, *found, *tags] if name is None else [*found]
    answer: dict[str, Any] = {"snapshots": listed}
    if not listed:
        answer["hint"] = f"No snapshot is of {name}."
    return page(answer, "snapshots", limit=limit, cursor=cursor, rows={"snapshots": lambda row: _row(snapshot, row)})


def _row(snapshot: Snapshot, kept: MemorySnapshot | Revision | None) -> dict[str, Any]:
    if isinstance(kept, Revision):
        return {"id": kept.name, "label": kept.name, "created_at": kept.at, "kind": "tag", "commit": kept.commit}
    if kept is None:
        as_of = snapshot.meta.get("as_of")
        commit = (snapshot.meta.get("revision") or {}).get("commit")
        row = {"id": snapshot.id, "label": snapshot.meta.get("source"), "created_at": as_of, "kind": "compiled"}
        row |= {"commit": commit}
        ((facts,),) = snapshot.rows("SELECT count(DISTINCT record_id) FROM fact_memory_fact WHERE is_active")
        return without_empty(row | {"facts": facts})
    row = {"id": kept.record_id, "label": kept.label, "created_at": kept.at, "branch": kept.branch, "kind": "record"}
    return without_empty(row | {"facts": _known(snapshot, kept), "ref": kept.ref, "source": place_of(kept)})


def _known(snapshot: Snapshot, kept: MemorySnapshot) -> int | None:
    """Count the active facts that were known at the time of a snapshot on its branch and the ancestors."""
    if kept.at_last_us is None:
        return None
    branch = branches_of(snapshot).get(kept.branch)
    scope = scope_of(snapshot, kept.branch, branch.lineage if branch else (kept.branch,))
    return sum(fact.is_active for fact in known_facts(snapshot, scope, kept.at_last_us))
