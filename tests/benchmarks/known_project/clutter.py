"""What careless people leave in a project: templates, copies, examples, and files that cannot be read."""

from collections.abc import Iterator
from dataclasses import replace

from tests.benchmarks.known_project import write_specification, write_work
from tests.benchmarks.known_project.model import Project

COPIED_TASKS = 3
COPIED_DECISIONS = 2

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
    yield from _archived_tasks(project)
    yield from _copied_requirement(project)


def _archived_tasks(project: Project) -> Iterator[tuple[str, bytes]]:
    """Copies of tasks as they were when somebody archived them."""
    copied = [one for one in project.tasks.values() if one.format == "backlog"][5 : 5 + COPIED_TASKS]
    for one in copied:
        name = one.path.rpartition("/")[2]
        text = write_work.backlog_task(project, replace(one, status="todo", word="To Do", priority="high"))
        yield f"backlog/archive/tasks/{name}", text.encode()


def _copied_requirement(project: Project) -> Iterator[tuple[str, bytes]]:
    """A requirement that somebody copied and began to rewrite, under the same id."""
    one = next(one for one in project.requirements.values() if one.level == "dev")
    copy = replace(one, title="A copy that nobody finished", parents=(), status="Draft")
    yield "spec/zz-unfinished.md", b"\xef\xbb\xbf" + write_specification.block(copy).replace("\n", "\r\n").encode()
