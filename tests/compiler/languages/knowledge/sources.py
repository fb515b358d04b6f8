"""Small sources of knowledge as text, parsed and linked without a file system; and short views of the result."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from compiler.disk.folder_tree import FolderTree
from compiler.languages.knowledge.declaration import KNOWLEDGE
from compiler.languages.knowledge.facts import Blocker, Decision, Entity, Note, Relation, Task, WorkState
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact
from compiler.model.language import Linked
from compiler.model.source import Source, SourceFile
from compiler.pipeline.parsed_files import ParseTask
from tests.compiler.languages.whole import whole

F = TypeVar("F", bound=Fact)
ISSUES = ".beads/issues.jsonl"
MADE = "2026-01-05T08:00:00Z"


def parsed(path: str, text: str) -> tuple[Any, list[Diagnostic]]:
    """The unit of a file and its diagnostics."""
    unit, found = KNOWLEDGE.parse(path, text)
    return unit, list(found)


def linked(files: Mapping[str, str | bytes]) -> Linked:
    """Parse and link files. The diagnostics of parsing come first. Bytes are the content of a binary file."""
    source = Source(Path("/nowhere"), "test", FolderTree(Path("/nowhere")))
    units: dict[str, Any] = {}
    findings: list[Diagnostic] = []
    for path, text in sorted(files.items()):
        if KNOWLEDGE.claims(path):
            shown, content = ("", text) if isinstance(text, bytes) else (text, None)
            source.files[path] = file = SourceFile(path, shown, "", len(text), content=content)
            head, unit = ParseTask(KNOWLEDGE, file).parse()
            findings += head.diagnostics
            if unit is not None:
                units[path] = unit
    outlines = {path: KNOWLEDGE.outline(path, unit) for path, unit in units.items()}
    assert KNOWLEDGE.parse_as is not None
    for path, role in KNOWLEDGE.further(source.files, outlines):
        unit, wrong = KNOWLEDGE.parse_as(path, source.files[path].text, role)
        findings += wrong
        if unit is not None:
            units[path] = unit
    result = whole(KNOWLEDGE.link(source, dict(sorted(units.items(), key=lambda one: one[0].encode()))))
    result.diagnostics = [*findings, *result.diagnostics]
    return result


def facts(result: Linked, fact_class: type[F]) -> list[F]:
    """The facts of one class."""
    return [one for one in result.facts if isinstance(one, fact_class)]


def entities(result: Linked) -> dict[str, Entity]:
    """All entities by their ids, in order."""
    return {one.entity: one for one in facts(result, Entity)}


def task(result: Linked, identifier: str) -> Task:
    found = entities(result)[identifier]
    assert isinstance(found, Task)
    return found


def decision(result: Linked, identifier: str) -> Decision:
    found = entities(result)[identifier]
    assert isinstance(found, Decision)
    return found


def note(result: Linked, identifier: str) -> Note:
    found = entities(result)[identifier]
    assert isinstance(found, Note)
    return found


def statuses(result: Linked) -> dict[str, str]:
    """The statuses of all entities that have one."""
    return {name: one.status for name, one in entities(result).items() if one.status}


def relations(result: Linked) -> set[tuple[str, str, str]]:
    """The relations, as source, type and target."""
    return {(one.source_id, one.relation_type, one.target_id) for one in facts(result, Relation)}


def ready(result: Linked) -> list[str]:
    """The ids of the ready tasks at the newest time of the source, in order."""
    states = [
        one
        for one in facts(result, WorkState)
        if one.is_ready and not (one.hidden_until and one.hidden_until > (result.as_of or ""))
    ]
    return [one.entity for one in sorted(states, key=lambda one: one.ready_rank)]


def blocked(result: Linked) -> dict[str, list[str]]:
    """The blockers of each listed blocked task, in order."""
    by: dict[str, list[str]] = {}
    for one in facts(result, Blocker):
        by.setdefault(one.entity, []).append(one.blocker_id)
    states = [one for one in facts(result, WorkState) if one.is_listed]
    return {one.entity: by[one.entity] for one in sorted(states, key=lambda one: one.blocked_rank)}


def codes(result: Linked) -> list[str]:
    """The codes of all diagnostics, in order."""
    return [one.code for one in result.diagnostics]


def issue(identifier: str, *waits: str, **fields: Any) -> str:
    """A line of Beads. `waits` are the ids that it depends on, with a prefix like `parent-child:` for another
    dependency type."""
    found = {"id": identifier, "title": f"Title of {identifier}", "status": "open", "priority": 2, "created_at": MADE}
    pairs = [one.split(":", 1) if ":" in one and not one.startswith("external:") else ["blocks", one] for one in waits]
    listed = [{"issue_id": identifier, "depends_on_id": target, "type": kind} for kind, target in pairs]
    return json.dumps(found | ({"dependencies": listed} if listed else {}) | fields) + "\n"


def beads(*lines: str) -> Linked:
    """Link a source with these issues."""
    return linked({ISSUES: "".join(lines)})


def record(number: int, title: str, status: str = "Accepted", rest: str = "") -> str:
    """A decision by the template of Nygard. `rest` follows the consequences."""
    return (
        f"# {number}. {title}\n\nDate: 2026-01-0{number}\n\n## Status\n\n{status}\n\n## Context\n\nIt is so.\n\n"
        f"## Decision\n\nWe do it.\n\n## Consequences\n\nLess noise.\n{rest}"
    )


def page(identifier: str, number: int, body: str = "", title: str = "Title", rest: str = "") -> str:
    """The file of an entity in a Medulla snapshot. `rest` are further lines of its front matter."""
    head = f"id: {identifier}\nsequence: {number}\ntitle: {title}\n"
    return f"---\n{head}created: 2026-01-05\nupdated: 2026-01-06\n{rest}---\n{body}"
