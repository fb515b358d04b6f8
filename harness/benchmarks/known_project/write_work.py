"""Files of decisions, tasks and notes."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from harness.benchmarks.known_project.model import Decision, Mention, Note, Project, Task
from harness.benchmarks.known_project.work import DECISION_FOLDERS
from harness.benchmarks.sources.words import sentence

BEGINNING = datetime(2025, 2, 3, 8, tzinfo=UTC)
NATIVE_PRIORITIES = {
    "backlog": {"high": "high", "normal": "medium", "low": "low"},
    "task-master": {"high": "high", "normal": "medium", "low": "low"},
}
BEADS_PRIORITIES = {"high": 1, "normal": 2, "low": 3}


def files(project: Project) -> Iterator[tuple[str, str]]:
    """Path and text of each file."""
    yield "backlog/config.yml", _backlog_settings(project)
    yield ".log4brains.yml", f"project:\n  name: Tramway\n  adrFolder: ./{DECISION_FOLDERS['log4brains']}\n"
    for one in project.decisions.values():
        yield one.path, decision(project, one)
    listed: dict[str, list[Task]] = {}
    for planned in project.tasks.values():
        if planned.format == "backlog":
            yield planned.path, backlog_task(project, planned)
        else:
            listed.setdefault(planned.path, []).append(planned)
    for path, tasks in listed.items():
        yield path, _WRITERS[tasks[0].format](project, tasks)
    for note in project.notes:
        yield note.path, _note(project, note)


def _backlog_settings(project: Project) -> str:
    review = '"Review", ' if project.preset.is_messy and project.revision == 2 else ""
    return f'project_name: "Tramway"\nstatuses: ["To Do", "In Progress", {review}"Done"]\ntask_prefix: "tram"\n'


def decision(project: Project, decided: Decision) -> str:
    """The file of a decision in the template of its format."""
    older = [one for one in project.decisions.values() if one.superseded_by == decided.id]
    newer = project.decisions.get(decided.superseded_by)
    return {"adr-tools": _nygard, "madr": _madr, "log4brains": _log4brains}[decided.format](
        project, decided, older, newer
    )


def _name(decided: Decision) -> str:
    return decided.path.rpartition("/")[2]


def _nygard(project: Project, decided: Decision, older: Iterable[Decision], newer: Decision | None) -> str:
    status = decided.status.capitalize()
    word = "Superced" if project.preset.is_messy and decided.number % 2 else "Supersed"  # as adr-tools spells it
    if newer:
        status = f"{word}ed by [{newer.number}. {newer.title}]({_name(newer)})"
    stated = [] if project.preset.is_messy and decided.number % 3 == 0 else older  # only the older one says so
    supersedes = "".join(f"\n\n{word}es [{one.number}. {one.title}]({_name(one)})" for one in stated)
    return (
        f"# {decided.number}. {decided.title}\n\nDate: {_day(decided.number)}\n\n## Status\n\n{status}{supersedes}\n\n"
        f"## Context\n\n{_prose(project, decided.id, decided.mentions)}\n\n"
        f"## Decision\n\nWe {decided.title.lower()}.\n\n## Consequences\n\nThere is more to look after.\n"
    )


def _madr(project: Project, decided: Decision, older: Iterable[Decision], newer: Decision | None) -> str:
    status = f'"superseded by {newer.id}"' if newer else decided.status
    links = "".join(f"\n* Supersedes [{one.id}]({_name(one)})" for one in older)
    return (
        f"---\nstatus: {status}\ndate: {_day(decided.number)}\ndecision-makers: the crew\n---\n# {decided.title}\n\n"
        f"## Context and Problem Statement\n\n{_prose(project, decided.id, decided.mentions)}\n\n"
        f"## Considered Options\n\n* {decided.title}\n* Leave it\n\n"
        f'## Decision Outcome\n\nChosen option: "{decided.title}", because it lasts.\n\n'
        f"### Consequences\n\n* Good, because it is simple\n" + (f"\n## Links\n{links}\n" if links else "")
    )


def _log4brains(project: Project, decided: Decision, older: Iterable[Decision], newer: Decision | None) -> str:
    status = f"superseded by [{newer.id}]({_name(newer)})" if newer else decided.status
    links = "".join(f"\n- Supersedes [{one.id}]({_name(one)})" for one in older)
    return (
        f"# {decided.title}\n\n- Status: {status}\n- Deciders: the crew\n- Date: {_day(decided.number)}\n\n"
        f"## Context and Problem Statement\n\n{_prose(project, decided.id, decided.mentions)}\n\n"
        f'## Decision Outcome\n\nChosen option: "{decided.title}".\n' + (f"\n## Links\n{links}\n" if links else "")
    )


def backlog_task(project: Project, planned: Task) -> str:
    """The file of a task of Backlog.md."""
    waits = [*planned.waits_for, *planned.missing]
    if project.preset.is_messy:  # some are in lower case, some have the prefix of before
        waits = [(one, one.lower(), one.replace("TRAM", "task"))[at % 3] for at, one in enumerate(waits)]
    head = [
        f"id: {planned.written}",
        f"title: {planned.title}",
        f"status: {planned.word}",
        "assignee: []",
        f"created_date: '{_day(_number(planned))} 09:30'",
        f"labels: [{', '.join(planned.labels)}]",
        f"dependencies: [{', '.join(waits)}]",
        *([f"parent_task_id: {planned.parent}"] if planned.parent else []),
        f"priority: {NATIVE_PRIORITIES['backlog'][planned.priority]}",
    ]
    return (
        "---\n" + "\n".join(head) + "\n---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n"
        f"{_prose(project, planned.id, planned.mentions)}\n<!-- SECTION:DESCRIPTION:END -->\n"
    )


def _beads(project: Project, tasks: Iterable[Task]) -> str:
    lines = []
    for task in tasks:
        opened = BEGINNING + timedelta(hours=_number(task))
        kinds = [(target, "blocks") for target in (*task.waits_for, *task.missing)]
        kinds += [(task.parent, "parent-child")] if task.parent else []
        waits = [
            {"issue_id": task.written, "depends_on_id": target, "type": kind, "created_at": _instant(opened)}
            for target, kind in kinds
        ]
        issue = {
            "id": task.written,
            "title": task.title,
            "description": _prose(project, task.id, task.mentions),
            "status": task.word,
            "priority": BEADS_PRIORITIES[task.priority],
            "issue_type": "task",
            "labels": list(task.labels),
            "created_at": _instant(opened),
            "updated_at": _instant(opened + timedelta(days=2)),
            **({"closed_at": _instant(opened + timedelta(days=2))} if task.status == "done" else {}),
            "dependencies": waits,
        }
        lines.append(json.dumps(issue))
    if project.preset.is_messy:
        lines += [lines[0], lines[1][: len(lines[1]) // 2]]  # a line twice, and one cut off
    return "\n".join([*lines, ""])


def _task_master(project: Project, tasks: Iterable[Task]) -> str:
    listed = [
        {
            "id": int(task.written),
            "title": task.title,
            "description": _prose(project, task.id, task.mentions),
            "status": "deferred" if task.is_deferred else task.word,
            "priority": NATIVE_PRIORITIES["task-master"][task.priority],
            "dependencies": [int(target.rpartition("/")[2]) for target in task.waits_for],
            "subtasks": [],
        }
        for task in tasks
    ]
    return json.dumps({"master": {"tasks": listed}}, indent=2) + "\n"


def _spec_kit(project: Project, tasks: Iterable[Task]) -> str:  # noqa: ARG001
    lines = ["# Tasks: one feature", "", "## Phase 1: Build", ""]
    for task in tasks:
        waits = " and ".join(target.rpartition("/")[2] for target in task.waits_for)
        depends = f" (depends on {waits})" if waits else ""
        lines.append(f"- [{task.word}] {task.written} {task.title}{_cited(task)}{depends}")
    return "\n".join([*lines, ""])


def _task_list(project: Project, tasks: Iterable[Task]) -> str:  # noqa: ARG001
    lines = ["# Tasks of the plan", ""]
    listed = list(tasks)
    for heading, is_done in (("Todo", False), ("Done", True)):
        lines += [f"## {heading}", ""]
        for one in (each for each in listed if (each.status == "done") == is_done):
            waits = ",".join(target.rpartition("/")[2] for target in one.waits_for)
            depends = f" (depends: {waits})" if waits else ""
            lines.append(f"- [{one.word}] {one.written}: {one.title}{_cited(one)} (owner: crew){depends}")
        lines.append("")
    return "\n".join(lines)


_WRITERS = {"beads": _beads, "task-master": _task_master, "spec-kit": _spec_kit, "task-list": _task_list}


def _cited(planned: Task) -> str:
    return "".join(f" as {mention.text} asks" for mention in planned.mentions)


def _note(project: Project, note: Note) -> str:
    lost = "".join(f"\nNobody knows what became of {one} since then.\n" for one in note.dangling)
    return f"---\ntags: [page]\n---\n# {note.title}\n\n{_prose(project, note.path, note.mentions)}\n{lost}"


def _prose(project: Project, of: str, mentions: Iterable[Mention]) -> str:
    """A few sentences, each mention in one of its own."""
    random = project.preset.random(f"prose/{of}")
    first = sentence(random)
    others = (f"This goes with {mention.text} as things stand. {sentence(random)}" for mention in mentions)
    return "\n".join([first, *others])


def _number(planned: Task) -> int:
    return int(planned.id.rpartition("-")[2])


def _day(number: int) -> str:
    return f"{BEGINNING + timedelta(days=number % 300):%Y-%m-%d}"


def _instant(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M:%SZ}"
