"""What careless people leave in a project: templates, copies, examples, and files that cannot be read."""

from collections.abc import Iterator
from dataclasses import replace

from harness.benchmarks.known_project import write_specification, write_work
from harness.benchmarks.known_project.model import Project, Task

COPIED_TASKS = 3

TEMPLATE_OF_DECISIONS = """# NNNN. {short title of the decision}

Date: {YYYY-MM-DD}

## Status

{Proposed | Accepted | Superseded by [NNNN. {title}](NNNN-{slug}.md)}

## Context

{What is the problem? Which requirements, such as REQ-dNNNNN, ask for it?}

## Decision

{What is done?}
"""

TEMPLATE_OF_REQUIREMENTS = """# How to write requirements

Copy this block and fill it in.

```markdown
## REQ-p00001: A name

**Level**: PRD | **Status**: Active | **Implements**: <REQ-pNNNNN>

## Assertions

A. The <part> SHALL <do> the <other part>.

*End* *A name* | **Hash**: 00000000
```

A number such as 2025 or v1.12.3 is no id.
"""

BROKEN_TASK = """---
id: TRAM-9001
title: "Half a quotation
status: Done
assignee: [@crew
labels: []
created_date: '2025-03-01 09:30'
dependencies: []
---

## Description

Somebody was interrupted here.
"""


def files(project: Project) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each file. None of them changes an answer."""
    yield "docs/adr/template.md", TEMPLATE_OF_DECISIONS.encode()
    yield "docs/decisions/adr-template.md", TEMPLATE_OF_DECISIONS.encode()
    yield "docs/writing-requirements.md", TEMPLATE_OF_REQUIREMENTS.encode()
    yield "notes/from-the-old-machine.md", "# Gedächtnis\n\nGrüße aus dem Depot.\n".encode("latin-1")
    yield "backlog/tasks/tram-9001 - Half-a-quotation.md", BROKEN_TASK.encode()
    yield "tools/.taskmaster/tasks/tasks.json", b'{"master": {"tasks": [{"id": 1, "title": "Half a'
    for task in archived_tasks(project):
        yield task.path, write_work.backlog_task(project, task).encode()
    yield from _copied_requirement(project)
    yield from _old_wiki(project)


def archived_tasks(project: Project) -> list[Task]:
    """Copies of tasks as they were when somebody archived them."""
    copied = [task for task in project.tasks.values() if task.format == "backlog"][5 : 5 + COPIED_TASKS]
    return [
        replace(
            one,
            path=f"backlog/archive/tasks/{one.path.rpartition('/')[2]}",
            status="todo",
            word="To Do",
            priority="high",
        )
        for one in copied
    ]


def _copied_requirement(project: Project) -> Iterator[tuple[str, bytes]]:
    """A requirement that somebody copied and began to rewrite, under the same id."""
    one = next(requirement for requirement in project.requirements.values() if requirement.level == "dev")
    copy = replace(one, title="A copy that nobody finished", parents=(), status="Draft")
    yield (
        "spec/zz-unfinished.md",
        b"\xef\xbb\xbf" + write_specification.block(copy, is_messy=False).replace("\n", "\r\n").encode(),
    )


def _old_wiki(project: Project) -> Iterator[tuple[str, bytes]]:
    """Copies of a specification and of a decision that was never taken, in the folder of an old wiki."""
    path = next(iter(project.requirements.values())).path
    stated = [requirement for requirement in project.requirements.values() if requirement.path == path]
    yield (
        f"archive/wiki/{path.rpartition('/')[2]}",
        write_specification.specification(path, stated, is_messy=True).encode(),
    )
    for decision in project.decisions.values():
        if decision.format == "adr-tools" and decision.status == "proposed" and not decision.superseded_by:
            yield f"archive/wiki/{decision.path.rpartition('/')[2]}", write_work.decision(project, decision).encode()
            return
