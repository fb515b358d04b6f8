"""Snapshots of Medulla: a file per decision, note, prompt, component or link, and two files with all tasks.

A snapshot has no relations except `superseded_by`, and no text or times of tasks. Bodies are split from the end, since
the authors' text may hold the same headings.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.knowledge.codes import BAD_FRONTMATTER
from compiler.languages.knowledge.front_matter import TolerantFrontMatter, read_frontmatter
from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import json_text, present, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Settings
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.numbers import whole_number

TYPES = {"decisions": "decision", "notes": "note", "prompts": "prompt", "components": "component", "links": "link"}
_RANKS = {"urgent": 0, "high priority": 1, "normal priority": 2, "low priority": 3}
_OF_MEDULLA = re.compile(r"^id: [0-9a-f]{8}-[0-9a-f-]{27}\nsequence: \d+$", re.MULTILINE)
_GENERATED = "> Generated from Medulla."

_TASK = re.compile(r"- \[([ x])\] \*\*(.*)\*\* `#(\d+)` `\(([0-9a-f]{7})\)`(.*)$")
_COMPLETED = re.compile(r" - Completed (\d{4}-\d{2}-\d{2})")
_DUE = re.compile(r"Due: (\d{4}-\d{2}-\d{2})(?: \| |$)")
_COUNT = re.compile(r"^\| (Decision|Task|Note|Prompt|Component|Link)s \| (\d+)", re.MULTILINE)
_ACTIVE = re.compile(r"^- \*\*Task\*\*: \[.*\]\(tasks/active\.md#(\d+)\) - (\w+)", re.MULTILINE)
_CONSEQUENCES = "\n## Consequences\n\n- "
_SCHEMA, _SCHEMA_END = "\n## Output Schema\n\n```json\n", "```\n"


def is_of_medulla(text: str) -> bool:
    """Whether Medulla wrote a file, in whatever folder."""
    return _GENERATED in text[:200] or (text.startswith("---\n") and _OF_MEDULLA.search(text[:300]) is not None)


def parse_tasks(path: str, text: str, root: str) -> Document | None:
    """The tasks of `active.md` or `completed.md`, which may have none. Each task is one or two lines; the rest is not
    parsed."""
    records = tuple(_tasks(text.split("\n")))
    return Document(path, "medulla", "", root, records) if records or _GENERATED in text[:200] else None


def parse_entity(path: str, text: str, folder: str, root: str) -> tuple[Document | None, list[Diagnostic]]:
    """The entity of a file. `folder` is the one that says its type (`decisions`)."""
    front = read_frontmatter(text)
    if folder not in TYPES or not front.text("id"):
        return None, []
    found = [BAD_FRONTMATTER.at(Span(path, front.error_line, 1, front.error_line, 1), reason=front.error)]
    record = _entity(front, text, TYPES[folder])
    return Document(path, "medulla", "", root, (record,), text=text), found if front.error else []


def parse_overview(path: str, text: str, root: str) -> Settings | None:
    """The overview `README.md`: the numbers of entities, and the tasks in progress that it names."""
    counts = tuple((kind.lower(), whole_number(count) or 0) for kind, count in _COUNT.findall(text))
    if not counts:
        return None
    active = tuple(whole_number(number) or 0 for number, status in _ACTIVE.findall(text) if status == "in_progress")
    return Settings(path, "medulla", root, counts=counts, in_progress=active)


class _Body(NamedTuple):
    """The body of an entity: its content, and the properties that stood in the body."""

    content: str
    properties: dict[str, object]


def _entity(front: TolerantFrontMatter, text: str, kind: str) -> EntityRecord:
    written = text[front.body_start :]
    body = _BODIES[kind](front, written)
    times = times_of(front.text("created"), front.text("updated"))
    number = front.text("sequence")
    successor = front.text("superseded_by")
    line = front.lines.get("superseded_by", 1)
    references = [Reference("supersedes", True, "superseded_by", successor, line)] if successor else []
    status = str(body.properties.get("status") or "")
    at = written.find(body.content) if body.content else -1
    return EntityRecord(
        type=kind,
        native_id=front.text("id"),
        number=whole_number(number),
        name=_raw(front, "title"),
        line=1,
        last_line=max(text.rstrip().count("\n") + 1, 1),
        status=status,
        properties=json_text(body.properties),
        native=json_text(present(status=front.text("status"))),
        content=body.content or None,
        content_line=front.body_line + written.count("\n", 0, at) if at >= 0 else 0,
        tags=_raw_list(front, "tags"),
        times=times,
        created_by=front.text("created_by") or None,
        references=tuple(references),
    )


def _raw(front: TolerantFrontMatter, key: str) -> str:
    value = front.values.get(key)
    return value if isinstance(value, str) else ""


def _raw_list(front: TolerantFrontMatter, key: str) -> tuple[str, ...]:
    """The texts of a list, unstripped: a tag may hold commas and blanks."""
    value = front.values.get(key)
    return tuple(text for text in value if isinstance(text, str)) if isinstance(value, list) else ()


def _decision(front: TolerantFrontMatter, text: str) -> _Body:
    status = front.text("status") or "proposed"
    consequences: list[str] = []
    at = f"\n{text}".rfind(_CONSEQUENCES)
    if at >= 0:
        listed = text[at + len(_CONSEQUENCES) - 1 :].rstrip("\n")
        consequences = listed.split("\n- ")
        text = text[: max(at - 1, 0)]
    context = ""
    content = text
    if text.startswith("\n## Context\n\n"):
        context, _, content = text[len("\n## Context\n\n") :].partition("\n\n## Decision\n\n")
        context = context.removesuffix("\n") if not content else context
    known: dict[str, object] = {
        "status": status,
        "context": context or None,
        "consequences": consequences,
        "superseded_by": front.text("superseded_by") or None,
    }
    return _Body(content.removesuffix("\n"), known)


def _prompt(front: TolerantFrontMatter, text: str) -> _Body:
    at = text.rfind(_SCHEMA) if text.endswith(_SCHEMA_END) else -1
    schema = text[at + len(_SCHEMA) : -len(_SCHEMA_END)].removesuffix("\n") if at >= 0 else None
    body = text[:at] if at >= 0 else text
    content, found, template = body.partition("\n## Template\n\n")
    return _Body(
        content.removesuffix("\n"),
        {
            "template": template.removesuffix("\n") if found else None,
            "variables": list(_raw_list(front, "variables")),
            "output_schema": schema,
        },
    )


def _note(front: TolerantFrontMatter, text: str) -> _Body:
    return _Body(text.removeprefix("\n"), {"note_type": front.text("type") or None})


def _component(front: TolerantFrontMatter, text: str) -> _Body:
    known = {
        "component_type": front.text("type") or None,
        "status": front.text("status") or "active",
        "owner": front.text("owner") or None,
    }
    return _Body(text.removeprefix("\n"), dict(known))


def _link(front: TolerantFrontMatter, text: str) -> _Body:
    return _Body(text.removeprefix("\n"), {"url": front.text("url"), "link_type": front.text("type") or None})


_BODIES = {"decision": _decision, "prompt": _prompt, "note": _note, "component": _component, "link": _link}


def _tasks(lines: list[str]) -> Iterator[EntityRecord]:
    rank = 2
    for at, line in enumerate(lines):
        if line.startswith("## "):
            rank = _RANKS.get(line[3:].strip().lower(), 2)
        elif found := _TASK.match(line):
            below = lines[at + 1].strip() if at + 1 < len(lines) and lines[at + 1].startswith("  ") else ""
            yield _task(found, below, rank, at + 1)


def _task(found: re.Match[str], below: str, rank: int, line: int) -> EntityRecord:
    box, title, number, digits, rest = found.groups()
    completed = _COMPLETED.search(rest)
    state = "done" if box == "x" else "blocked" if "`[blocked]`" in rest else "todo"
    due = _DUE.match(below)
    below = below[due.end() :] if due else below
    people, _, tags = below.rpartition("Tags: ")
    people = people.removesuffix(" | ")
    if not tags and not people:
        people = below
    elif below and "Tags: " not in below:
        people, tags = below, ""
    assignee = people.removeprefix("Assignee: ") if people.startswith("Assignee: ") else ""
    is_known = state == "blocked" or state == "done"
    return listed_task(
        digits,
        title,
        (line, line + bool(below or due)),
        state,
        {"status": state, "status_certain": is_known, "id_is_partial": True, "priority_certain": state != "done"},
        order=whole_number(number) or 0,
        number=whole_number(number),
        rank=rank,
        owner=assignee,
        tags=tuple(filter(None, tags.split(", "))),
        due=due[1] if due else None,
        times=times_of("", completed[1] if completed else ""),
    )
