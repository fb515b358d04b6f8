"""Branches: which exist, and which others each of them reads."""

from collections import defaultdict
from dataclasses import dataclass, field

from compiler.languages.memory import codes
from compiler.languages.memory.linking.parent_cycles import cycle_text, find_cycles
from compiler.languages.memory.linking.record_log import BRANCHED, RecordHistory, RecordLog
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

MAX_ANCESTORS = 100

# Records of these types are written on a branch; the others only name branches.
_WRITTEN_ON_BRANCH = (*BRANCHED, "task_agent", "snapshot")


@dataclass(slots=True)
class LinkedBranch:
    """A branch. `declared` is the record that declares it; the span of an undeclared branch is the record that first
    names it."""

    name: str
    span: Span
    format: str
    position: int
    declared: RecordHistory | None
    parent: str | None = None
    lineage: tuple[str, ...] = ()
    children: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Branches:
    """All branches by name. The default branch is among them if there is any record."""

    default: str
    by_name: dict[str, LinkedBranch] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def link_branches(log: RecordLog) -> Branches:
    """Return the branches that records declare or are written on, with parents, children and lineages."""
    branches = Branches(log.default_branch)
    for branch_history in log.of("branch"):
        branches.by_name[branch_history.id] = LinkedBranch(
            branch_history.id,
            branch_history.now.span,
            branch_history.now.format,
            branch_history.position,
            branch_history,
        )
    for history in log.histories:
        if history.type in BRANCHED or (history.type in _WRITTEN_ON_BRANCH and history.now.is_put):
            _add_undeclared(branches, history.now.branch, history)
    if log.histories:
        _add_undeclared(branches, branches.default, log.histories[0])
    for branch in list(branches.by_name.values()):
        branch.parent = _parent(branches, branch)
        if branch.parent and branch.declared:
            _add_undeclared(branches, branch.parent, branch.declared)
    for branch in branches.by_name.values():
        branch.parent = branch.parent or _parent(branches, branch)
    _break_cycles(branches)
    for branch in branches.by_name.values():
        branch.lineage = _lineage(branches, branch)
    _add_children(branches)
    return branches


def _add_undeclared(branches: Branches, name: str, history: RecordHistory) -> None:
    if name not in branches.by_name:
        now = history.now
        branches.by_name[name] = LinkedBranch(name, now.span, now.format, history.position, None)


def _parent(branches: Branches, branch: LinkedBranch) -> str | None:
    """Return the declared parent, else the default branch. The default branch is a root, even if it names itself."""
    declared: str = (branch.declared.now.get("parent") if branch.declared else None) or branches.default
    return None if branch.name == branches.default == declared else declared


def _break_cycles(branches: Branches) -> None:
    """Report each cycle of parents once, and break it at the default branch, else at the branch that comes first.

    The branch where a cycle is broken gets the default branch as its parent, unless that would make a new cycle.
    """
    by_name, default = branches.by_name, branches.default
    for cycle in find_cycles(by_name, lambda name: by_name[name].parent):
        first = by_name[min(cycle, key=lambda name: (name != default, by_name[name].position))]
        shown = cycle_text(cycle, first.name)
        branches.diagnostics.append(codes.BRANCH_CYCLE.at(_parent_span(first), cycle=shown))
        default_is_free = default in by_name and default not in cycle
        first.parent = default if default_is_free and not _leads_to(branches, default, first.name) else None


def _parent_span(branch: LinkedBranch) -> Span:
    """Return where a branch got the parent that it has now. Later versions of its record may repeat the parent."""
    if branch.declared is None:
        return branch.span
    span, parent = branch.span, branch.declared.now.get("parent")
    for version in reversed(branch.declared.versions):
        if not version.is_put or version.get("parent") != parent:
            break
        span = version.span
    return span


def _leads_to(branches: Branches, name: str | None, target: str) -> bool:
    """Return whether `target` is the branch `name` or one of its ancestors."""
    seen: set[str] = set()
    while name is not None and name not in seen:
        if name == target:
            return True
        seen.add(name)
        name = branches.by_name[name].parent
    return False


def _lineage(branches: Branches, branch: LinkedBranch) -> tuple[str, ...]:
    names = [branch.name]
    parent = branch.parent
    while parent is not None and parent not in names:
        if len(names) > MAX_ANCESTORS:
            finding = codes.TOO_DEEP.at(_parent_span(branch), id=f"branch {branch.name}", most=MAX_ANCESTORS)
            branches.diagnostics.append(finding)
            break
        names.append(parent)
        parent = branches.by_name[parent].parent
    return tuple(names)


def _add_children(branches: Branches) -> None:
    by_parent: defaultdict[str, list[LinkedBranch]] = defaultdict(list)
    for branch in branches.by_name.values():
        if branch.parent is not None:
            by_parent[branch.parent].append(branch)
    for name, children in by_parent.items():
        branches.by_name[name].children = [branch.name for branch in sorted(children, key=_fork_time)]


def _fork_time(branch: LinkedBranch) -> tuple[bool, int, str]:
    at = branch.declared.now.get("at") if branch.declared else None
    return at is None, at.us if at else 0, branch.name
