"""What is true of the project: plain walks over its values, written without a look at how Frieze does it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from harness.benchmarks.known_project import clutter, remembered
from harness.benchmarks.known_project.model import Diagram, Function, Mention, Project, Requirement, Task

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
    return grouped(
        (cited.requirement, requirement.id)
        for requirement in project.requirements.values()
        for _, cited in requirement.parents
    )


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
    return {cited.requirement for function in project.functions for cited in function.cites}


def body(one: Requirement) -> tuple[str, ...]:
    """What a requirement says, apart from its title and metadata."""
    return (one.prose, *(f"{each.label} {each.is_retired} {each.text}" for each in one.assertions))


def is_ready(project: Project, one: Task) -> bool:
    """Whether a task can be worked on, by the rules of its format: Beads offers open issues only."""
    is_free = one.status == "todo" if one.format == "beads" else one.status != "done"
    return is_free and not _is_held_up(project, one) and not one.is_deferred


def _is_held_up(project: Project, one: Task) -> bool:
    """Whether a task waits for an unfinished one or for one that is not there, which nobody can call finished; in Beads
    also whether its unfinished parent is held up."""
    if one.missing or any(project.tasks[each].status != "done" for each in one.waits_for):
        return True
    parent = project.tasks[one.parent] if one.parent and one.format == "beads" else None
    return parent is not None and parent.status != "done" and _is_held_up(project, parent)


def waiting(project: Project, id: str) -> set[str]:
    """The unfinished tasks that wait for a task, directly or through unfinished others."""
    is_open = {task.id for task in project.tasks.values() if task.status != "done"}
    pairs = ((other, task.id) for task in project.tasks.values() for other in task.waits_for if task.id in is_open)
    return reached([id], grouped((source, target) for source, target in pairs if source in is_open))


def successors(project: Project, id: str) -> set[str]:
    """The decisions that replaced a decision, one after the other."""
    return reached(
        [id],
        grouped(
            (decision.id, decision.superseded_by) for decision in project.decisions.values() if decision.superseded_by
        ),
    )


def depending(project: Project, service: str) -> set[str]:
    """The services that depend on another, also through others, by dependencies that have not ended."""
    lasting = (dependency for dependency in project.dependencies if not dependency.has_ended)
    return reached([service], grouped((one.target, one.source) for one in lasting))


def on_loop(drawn: Diagram, node: str) -> set[str]:
    """The nodes that a node reaches and that reach it; the node itself is one of them if it lies on a loop."""
    ahead = reached([node], grouped((source, target) for source, target, _ in drawn.edges))
    behind = reached([node], grouped((target, source) for source, target, _ in drawn.edges))
    return ahead & behind


def citations(project: Project, id: str) -> set[tuple[str, str]]:
    """The files that cite a requirement, or an assertion of it, each with the spelling of the citation."""
    found = {
        (comment.path, each.text)
        for comment in _with_comments(project)
        for each in comment.cites
        if each.requirement == id
    }
    found |= {
        (requirement.path, cited.text)
        for requirement in project.requirements.values()
        for _, cited in requirement.parents
        if cited.requirement == id
    }
    return found | {
        (path, mention.text) for path, mentions in _prose(project) for mention in mentions if mention.target == id
    }


def citing_places(project: Project, id: str, written: Mapping[str, bytes]) -> set[tuple[str, int]]:
    """Path and line of each citation of a requirement or of an assertion of it, in the files as `written`."""
    found: set[tuple[str, int]] = set()
    for path, text in citations(project, id):
        spelt = re.compile(rf"(?<![\w-]){re.escape(text)}(?![\w+-])")
        for number, line in enumerate(written[path].decode().split("\n"), 1):
            found |= {(path, number)} if spelt.search(line) and not line.startswith(f"## {id}:") else set()
    return found


def _with_comments(project: Project) -> tuple[Function, ...]:
    return (*project.functions, *project.tests)


def _prose(project: Project) -> Iterator[tuple[str, tuple[Mention, ...]]]:
    """The path of each text and what it mentions. Copies in an archive speak too."""
    archived = clutter.archived_tasks(project) if project.preset.is_messy else ()
    entities = (*project.tasks.values(), *archived, *project.decisions.values())
    for one in (*entities, *project.diagrams, *project.notes):
        yield one.path, one.mentions
    for fact in project.facts:
        yield remembered.PATH, fact.mentions
