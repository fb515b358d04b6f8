"""Branches: which there are, and which others each of them reads."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from compiler.languages.memory import codes
from compiler.languages.memory.linking.histories import Histories, History
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

MOST_ANCESTORS = 100

# Records of these types lie on a branch; the others only name branches.
LYING = ("fact", "observation", "relation", "session", "conversation", "message", "task", "task_agent", "snapshot")


@dataclass(slots=True)
class Branch:
    """A branch: the record that declares it, or the place where another record first names it."""

    name: str
    span: Span
    format: str
    position: int
    declared: History | None
    parent: str | None = None
    lineage: tuple[str, ...] = ()
    children: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Branches:
    """All branches by name, the default one among them where there is anything at all."""

    default: str
    by_name: dict[str, Branch]
    findings: list[Diagnostic] = field(default_factory=list)


def branches(made: Histories) -> Branches:
    """The branches that records declare or lie on, with their parents and lineages."""
    found = Branches(made.default_branch, {})
    for one in made.of("branch"):
        found.by_name[one.id] = Branch(one.id, one.now.span, one.now.format, one.position, one)
    for history in made.by_key.values():
        if history.type in LYING and history.now.is_put:
            _imply(found, history.now.branch, history)
    if made.by_key:
        _imply(found, found.default, next(iter(made.by_key.values())))
    for branch in list(found.by_name.values()):
        branch.parent = _parent(found, branch)
        if branch.parent and branch.declared:
            _imply(found, branch.parent, branch.declared)
    for branch in found.by_name.values():
        branch.parent = branch.parent or _parent(found, branch)
    _break_cycles(found)
    for branch in found.by_name.values():
        branch.lineage = _lineage(found, branch)
    _add_children(found.by_name.values(), found)
    return found


def _imply(found: Branches, name: str, history: History) -> None:
    if name not in found.by_name:
        now = history.now
        found.by_name[name] = Branch(name, now.span, now.format, history.position, None)


def _parent(found: Branches, branch: Branch) -> str | None:
    """The parent as declared, else the default branch, which is a root also when it names itself."""
    declared: str = (branch.declared.now.get("parent") if branch.declared else None) or found.default
    return None if branch.name == found.default == declared else declared


def _break_cycles(found: Branches) -> None:
    """Each circle of parents is reported once, and opened at the branch that is named first."""
    settled: set[str] = set()
    for start in found.by_name:
        path: dict[str, None] = {}
        name: str | None = start
        while name is not None and name not in settled and name not in path:
            path[name] = None
            name = found.by_name[name].parent
        if name is not None and name in path:
            names = list(path)
            circle = names[names.index(name) :]
            first = min(circle, key=lambda one: (one != found.default, found.by_name[one].position))
            at = circle.index(first)
            shown = " -> ".join([*circle[at:], *circle[:at], first])
            branch = found.by_name[first]
            found.findings.append(codes.BRANCH_CYCLE.at(branch.span, cycle=shown))
            default_is_free = found.default in found.by_name and found.default not in circle
            branch.parent = found.default if default_is_free and not _leads_to(found, found.default, first) else None
        settled.update(path)


def _leads_to(found: Branches, name: str | None, target: str) -> bool:
    seen: set[str] = set()
    while name is not None and name not in seen:
        if name == target:
            return True
        seen.add(name)
        name = found.by_name[name].parent
    return False


def _lineage(found: Branches, branch: Branch) -> tuple[str, ...]:
    names = [branch.name]
    parent = branch.parent
    while parent is not None and parent not in names:
        if len(names) > MOST_ANCESTORS:
            found.findings.append(codes.TOO_DEEP.at(branch.span, id=f"branch {branch.name}", most=MOST_ANCESTORS))
            break
        names.append(parent)
        parent = found.by_name[parent].parent
    return tuple(names)


def _add_children(all_branches: Iterable[Branch], found: Branches) -> None:
    by_parent: defaultdict[str, list[Branch]] = defaultdict(list)
    for branch in all_branches:
        if branch.parent is not None:
            by_parent[branch.parent].append(branch)
    for name, children in by_parent.items():
        found.by_name[name].children = [one.name for one in sorted(children, key=_forked)]


def _forked(branch: Branch) -> tuple[bool, int, str]:
    at = branch.declared.now.get("at") if branch.declared else None
    return at is None, at.us if at else 0, branch.name
