"""`entity_create`: what it makes is read as it was asked for, in each format, and undone it gives the old bytes."""

from pathlib import Path
from typing import Any

import pytest

from compiler.languages.knowledge.facts import Decision, Entity, Note, Task
from compiler.store.snapshot import Snapshot
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, check_refused, propose


def read(snapshot: Snapshot, file: str, name: str) -> Entity:
    found = [one for kind in (Decision, Task, Note) for one in snapshot.facts(kind, file=file, name=name)]
    assert len(found) == 1
    return found[0]


DECISIONS = [
    (
        {"file": "docs/adr", "properties": {"context": "Ink dries.", "consequences": ["Pens", "Paper"]}},
        "docs/adr/0003-buy-ink.md",
        "# 3. Buy ink\n\n## Status\n\nProposed\n\n## Context\n\nInk dries.\n\n## Decision\n\nBuy.\n\n"
        "## Consequences\n\n* Pens\n* Paper\n",
    ),
    (
        {"file": "madr/decisions", "tags": ["ink"], "properties": {"status": "accepted", "date": "2026-01-02"}},
        "madr/decisions/0004-buy-ink.md",
        "# Buy ink\n\n* Status: accepted\n* Date: 2026-01-02\n* Tags: ink\n\n## Context and Problem Statement\n\n"
        "## Decision Outcome\n\nBuy.\n",
    ),
    (
        {"file": "logs/adr", "properties": {"date": "2026-01-02"}},
        "logs/adr/20260102-buy-ink.md",
        "# Buy ink\n\n- Status: proposed\n- Date: 2026-01-02\n\n## Context and Problem Statement\n\n"
        "## Decision Outcome\n\nBuy.\n",
    ),
    (
        {"file": "backlog"},
        "backlog/decisions/decision-3 - Buy-ink.md",
        "---\nid: decision-3\ntitle: Buy ink\nstatus: proposed\n---\n## Context\n\n## Decision\n\nBuy.\n\n"
        "## Consequences\n",
    ),
    (
        {"file": "new/adr/0001-buy-ink.md"},
        "new/adr/0001-buy-ink.md",
        "---\nstatus: proposed\n---\n\n# Buy ink\n\n## Context and Problem Statement\n\n## Decision Outcome\n\nBuy.\n",
    ),
]


@by_turns("source, arguments, file, text", LINE_ENDS, DECISIONS)
def test_entity_create_makes_a_decision_as_those_beside_it(
    source: Path, arguments: dict[str, Any], file: str, text: str
) -> None:
    asked_for = {"type": "decision", "title": "Buy ink", "content": "Buy.", **arguments}
    with applied(source, "entity_create", asked_for) as snapshot:
        assert snapshot.text(file) == text
        found = read(snapshot, file, "Buy ink")
        assert found.status == arguments.get("properties", {}).get("status", "proposed")
        assert found.properties["consequences"] == arguments.get("properties", {}).get("consequences", [])


TASKS = [
    ({"file": "specs/001-booking/tasks.md"}, "specs/001-booking/tasks.md", "\n- [ ] T005 Wash up\n"),
    ({"file": ".kiro/specs/gate/tasks.md"}, ".kiro/specs/gate/tasks.md", "- [ ]* 2. Paint it\n- [ ] 3. Wash up\n"),
    (
        {"file": "openspec/changes/add-cart/tasks.md"},
        "openspec/changes/add-cart/tasks.md",
        "- [ ] 1.2 Handle\n- [ ] 1.3 Wash up\n",
    ),
    (
        {"file": "plan/tasks.md", "properties": {"assignee": "bo"}, "content": "- With soap."},
        "plan/tasks.md",
        "## Todo\n\n- [ ] T013: Wash up (owner: bo)\n  - With soap.\n- [ ] T012",
    ),
    (
        {"file": "plan/tasks.md", "properties": {"status": "blocked"}},
        "plan/tasks.md",
        "## Blocked\n\n- [ ] T013: Wash up\n\n## Todo",
    ),
    (
        {"file": "work/todo.md", "tags": ["home"], "properties": {"priority": "high", "due_date": "2026-01-02"}},
        "work/todo.md",
        "2. [ ] Wash up #home ⏫ 📅 2026-01-02\n",
    ),
    (
        {"file": "vault/Press day.md", "properties": {"status": "done"}},
        "vault/Press day.md",
        "    - [ ] Twice\n- [x] Wash up\n",
    ),
    (
        {
            "file": "backlog",
            "tags": ["home"],
            "content": "With soap.",
            "properties": {"status": "in_progress", "priority": "low", "due_date": "2026-01-02", "assignee": "@bo"},
        },
        "backlog/tasks/mill-13 - Wash-up.md",
        "---\nid: MILL-13\ntitle: Wash up\nstatus: In Progress\nassignee:\n  - '@bo'\ndue_date: '2026-01-02'\nlabels:\n"
        "  - home\ndependencies: []\npriority: low\n---\n\n## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n"
        "With soap.\n<!-- SECTION:DESCRIPTION:END -->\n",
    ),
]


@by_turns("source, arguments, file, text", LINE_ENDS, TASKS)
def test_entity_create_makes_a_task_as_those_beside_it(
    source: Path, arguments: dict[str, Any], file: str, text: str
) -> None:
    with applied(source, "entity_create", {"type": "task", "title": "Wash up", **arguments}) as snapshot:
        assert text in (snapshot.text(file) or "").replace("\r\n", "\n")
        (found,) = [one for one in snapshot.facts(Task, file=file) if one.name.startswith("Wash up")]
        assert found.status == arguments.get("properties", {}).get("status", "todo")


def test_entity_create_makes_a_note(source: Path) -> None:
    arguments = {"type": "note", "title": "Weights", "file": "vault", "tags": ["iron"], "content": "See [[Cloths]]."}
    with applied(source, "entity_create", {**arguments, "properties": {"note_type": "thing"}}) as snapshot:
        note = read(snapshot, "vault/Weights.md", "Weights")
        assert (note.tags, note.properties["note_type"]) == (("iron",), "thing")
        assert (
            snapshot.text("vault/Weights.md") == "---\ntype: thing\ntags: [iron]\n---\n\n# Weights\n\nSee [[Cloths]].\n"
        )
        assert not any(one.dangling for one in snapshot.links(target=note.ref))


def _decision(**more: Any) -> dict[str, Any]:
    return {"type": "decision", "title": "Buy ink", "file": "docs/adr", **more}


def _task(**more: Any) -> dict[str, Any]:
    return {"type": "task", "title": "Wash up", "file": "specs/001-booking/tasks.md", **more}


REFUSED = [
    ({"type": "prompt", "title": "Ask"}, "unavailable", "medulla add prompt Ask"),
    ({"type": "thing", "title": "Ask"}, "invalid_argument", "type"),
    ({"type": "decision", "title": "Buy ink"}, "ambiguous", "docs/adr"),
    ({"type": "task", "title": "Wash up"}, "ambiguous", "plan/tasks.md"),
    (_decision(title=" "), "invalid_argument", "one line"),
    (_decision(title="Buy\nink"), "invalid_argument", "one line"),
    (_decision(tags=["ink"]), "unavailable", "no place for tags"),
    (_decision(properties={"status": "superseded"}), "invalid_argument", "status"),
    (_decision(properties={"colour": "red"}), "invalid_argument", "colour"),
    (_decision(content="## Consequences\n\nNone."), "shown", "#consequences-1"),
    (_decision(file="docs/adr/0001-record-decisions.md"), "invalid_argument", "is there"),
    (_decision(file="../adr/0001-x.md"), "invalid_argument", "no place"),
    (_decision(file="logs/adr"), "invalid_argument", "date"),
    (_task(title="[P] wash"), "shown", "'name': 'k:task/001-booking/T005', 'title': 'wash'"),
    (_task(content="- [ ] T900 dry"), "shown", "T900"),
    (_task(properties={"due_date": "2026-01-02"}), "unavailable", "no place"),
    (_task(properties={"priority": "huge"}), "invalid_argument", "allowed"),
    (_task(properties={"status": "in_progress"}), "unavailable", "no sign"),
    (_task(file="plan/other.md"), "invalid_argument", "list that is there"),
    (_task(file=".beads/issues.jsonl"), "unavailable", "bd create 'Wash up' --type task --priority 2"),
    (_task(file=".taskmaster/tasks/tasks.json"), "unavailable", "task-master add-task"),
    ({"type": "note", "title": "a/b", "file": "vault"}, "invalid_argument", "no name of a file"),
    ({"type": "note", "title": "Cloths", "file": "vault"}, "invalid_argument", "is there"),
]


def test_entity_create_is_refused_with_the_reason(source: Path) -> None:
    check_refused(source, [("entity_create", *case) for case in REFUSED])


RECORD = "# {0}: {1}\n\n## Status\n\nAccepted\n\n## Context\n\nWind.\n\n## Decision\n\nYes.\n"


@pytest.mark.parametrize(
    ("beside", "file", "heading"),
    [
        ("ADR-2024-001", "docs/adr/ADR-2025-001-winch.md", "# ADR-2025-001: Winch"),
        ("DEC-0012", "docs/adr/dec_0013_winch.md", "# DEC-0013: Winch"),
        ("ADR-FE-007", "docs/adr/ADR-FE-008-winch.md", "# ADR-FE-008: Winch"),
    ],
)
def test_next_id_of_a_words_own_is_that_of_the_new_file(tmp_path: Path, beside: str, file: str, heading: str) -> None:
    folder = tmp_path / "docs" / "adr"
    folder.mkdir(parents=True)
    (folder / f"{beside}-hoist.md").write_text(RECORD.format(beside, "Hoist"))
    made = propose(tmp_path, "entity_create", {"type": "decision", "title": "Winch", "content": "Yes.", "file": file})
    assert f"+{heading}\n" in made["patch"] and made["new_errors"] == 0
    for place in ("docs/adr", "docs/adr/0001-winch.md"):
        refused = propose(tmp_path, "entity_create", {"type": "decision", "title": "Winch", "file": place})
        assert refused["code"] == "invalid_argument" and beside in refused["error"]
