"""What is true of the project: plain walks over its values, written without a look at how Frieze does it."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from tests.benchmarks.known_project import clutter, remembered
from tests.benchmarks.known_project.model import Diagram, Project, Requirement, Task

T = TypeVar("T")


def reached(start: Iterable[str], following: Mapping[str, Iterable[str]]) -> set[str]:
    """The ids that lie behind those of `start`; one of `start` itself only if a way leads back to it."""
    found: set[str] = set()
    left = [one for at in start for one in following.get(at, ())]
    while left:
        at = left.pop()
        if at not in found:
            found.add(at)
            left += following.get(at, ())
    return found


def nearest(candidates: Iterable[T], size: Callable[[T], int], wanted: int) -> T:
    """The first candidate whose answer has about as many rows as wanted."""
    return min(candidates, key=lambda one: (size(one) == 0, abs(size(one) - wanted)))


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second members by the first."""
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def children(project: Project) -> dict[str, list[str]]:
    """The requirements that derive from each."""
    return grouped((cited.requirement, one.id) for one in project.requirements.values() for _, cited in one.parents)


def below(project: Project, root: str) -> set[str]:
    """A requirement and all that derive from it, through others too."""
    return {root} | reached([root], children(project))


def untested(project: Project, ids: Iterable[str]) -> set[str]:
    """The assertions of requirements that no test names, neither them nor their whole requirement."""
    whole = {cited.requirement for test in project.tests for cited in test.cites if not cited.labels}
    named = {f"{cited.requirement}-{label}" for test in project.tests for cited in test.cites for label in cited.labels}
    return {
        f"{one.id}-{assertion.label}"
        for one in (project.requirements[id] for id in ids)
        for assertion in one.assertions
        if not assertion.is_retired and one.id not in whole and f"{one.id}-{assertion.label}" not in named
    }


def with_code(project: Project) -> set[str]:
    """The requirements that code implements, wholly or in part."""
    return {cited.requirement for one in project.functions for cited in one.cites}


def body(one: Requirement) -> tuple[str, ...]:
    """What a requirement says, apart from its title and metadata."""
    return (one.prose, *(f"{each.label} {each.is_retired} {each.text}" for each in one.assertions))


def is_ready(project: Project, one: Task) -> bool:
    """Whether a task can be worked on, by the rules of its format: Beads offers open issues only."""
    waits = any(project.tasks[each].status != "done" for each in one.waits_for)
    is_free = one.status == "todo" if one.format == "beads" else one.status != "done"
    return is_free and not waits and not one.is_deferred


def waiting(project: Project, id: str) -> set[str]:
    """The unfinished tasks that wait for a task, directly or through unfinished others."""
    is_open = {one.id for one in project.tasks.values() if one.status != "done"}
    pairs = ((other, one.id) for one in project.tasks.values() for other in one.waits_for if one.id in is_open)
    return reached([id], grouped((source, target) for source, target in pairs if source in is_open))


def successors(project: Project, id: str) -> set[str]:
    """The decisions that replaced a decision, one after the other."""
    return reached(
        [id], grouped((one.id, one.superseded_by) for one in project.decisions.values() if one.superseded_by)
    )


def depending(project: Project, service: str) -> set[str]:
    """The services that depend on another, also through others, by dependencies that have not ended."""
    lasting = (one for one in project.dependencies if not one.has_ended)
    return reached([service], grouped((one.target, one.source) for one in lasting))


def on_loop(drawn: Diagram, node: str) -> set[str]:
    """The nodes that a node reaches and that reach it; the node itself is one of them if it lies on a loop."""
    ahead = reached([node], grouped((source, target) for source, target, _ in drawn.edges))
    behind = reached([node], grouped((target, source) for source, target, _ in drawn.edges))
    return ahead & behind


def citing_files(project: Project, id: str) -> set[str]:
    """The files in which a requirement, or an assertion of it, is cited by anything but itself."""
    found = {
        one.path for one in project.requirements.values() if any(cited.requirement == id for _, cited in one.parents)
    }
    for function in (*project.functions, *project.tests):
        found |= {function.path} if any(cited.requirement == id for cited in function.cites) else set()
    archived = clutter.archived_tasks(project) if project.preset.is_messy else ()
    speaking: list[tuple[str, Iterable[str]]] = [
        (one.path, [each.target for each in one.mentions])
        for one in (
            *project.tasks.values(),
            *archived,
            *project.decisions.values(),
            *project.diagrams,
            *project.notes,
        )
    ]
    speaking += [(remembered.PATH, [each.target for one in project.facts for each in one.mentions])]
    return found | {path for path, targets in speaking if id in targets}
