"""Random operations on a mixed source: each is refused with a reason, or its patch gives the snapshot of the answer
and can be undone."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from compiler.languages.knowledge.facts import ENTITY_CLASSES
from compiler.store.snapshot import Snapshot
from tests.queries.operations.knowledge_source import write_source
from tests.queries.operations.proposing import applied_at_random

TITLES: tuple[str, ...] = (
    "Plain",
    "With: colon",
    "a [b] c",
    "`x` | y",
    "- [ ] box",
    "T005 x",
    "[P] y",
    "日本 🎉",
    "(depends: T001)",
    "a\tb",
)
TITLES += (
    "'q' \"dq\"",
    "yes",
    "# head",
    "[[Cloths]]",
    "---",
    "{{x}}",
    "a  b",
    "x\\",
    "<!-- c -->",
    "[x](y.md)",
    "%% ::: x",
)
CONTENTS = (
    "Text.",
    "",
    "- a\n- b",
    "# H\n\nx",
    "---\nid: x\n---",
    "```\nx",
    "<!-- x",
    "- [ ] sub",
    "## Status\n\nRejected",
)
VALUES = {
    "status": ("todo", "done", "in_progress", "blocked", "accepted", "rejected", "x"),
    "priority": ("low", "urgent"),
    "due_date": ("2026-02-03", "x"),
    "assignee": ("@bo", "a, b", "x)"),
    "note_type": ("a: b", "[x]"),
}
PLACES = (
    "docs/adr",
    "madr/decisions",
    "backlog",
    "plan/tasks.md",
    "specs/001-booking/tasks.md",
    "work/todo.md",
    "vault",
)
LONG = pytest.mark.long("12 random operations, each with several builds")
NEW_IDS = ("T030", "MILL-30", "ADR-0030", "New page", "vault/sub/P", "7")


def arguments(random: Random, refs: list[str]) -> tuple[str, dict[str, Any]]:
    one, other = random.choice(refs), random.choice(refs)
    name = random.choice(sorted(VALUES))
    return random.choice(
        [
            ("entity_create", _created(random)),
            ("entity_create", _created(random)),
            ("entity_update", {"id": one, "title": random.choice(TITLES)}),
            ("entity_update", {"id": one, "content": random.choice(CONTENTS)}),
            ("entity_update", {"id": one, "add_tags": [random.choice(["x", "a b", "é"])]}),
            ("entity_update", {"id": one, "properties": {name: random.choice(VALUES[name])}}),
            ("task_complete", {"id": one}),
            ("decision_supersede", {"old_id": one, "new_id": other}),
            ("relation_create", {"source_id": one, "target_id": other, "relation_type": "blocks"}),
            ("relation_create", {"source_id": one, "target_id": other, "relation_type": "references"}),
            ("entity_rename", {"id": one, "new_id": random.choice(NEW_IDS)}),
            ("entity_delete", {"id": one}),
        ]
    )


def _created(random: Random) -> dict[str, Any]:
    kind, place = random.choice(["decision", "task", "note"]), random.choice(PLACES)
    return {"type": kind, "title": random.choice(TITLES), "content": random.choice(CONTENTS), "file": place}


@LONG
@pytest.mark.parametrize(("seed", "end"), [(1, "\n"), (2, "\r\n")])
def test_random_operation_is_refused_or_gives_the_snapshot_of_its_answer(tmp_path: Path, seed: int, end: str) -> None:
    random, root = Random(seed), write_source(tmp_path / "source", end)

    def draw(snapshot: Snapshot) -> tuple[str, dict[str, Any]]:
        return arguments(random, [entity.ref for kind in ENTITY_CLASSES for entity in snapshot.facts(kind)])

    assert [*applied_at_random(root, 12, draw, with_errors=True)]
