"""A tree with the shape of a project that keeps its issues in Beads: a clock for tides."""

import json
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught, compile_tree, findings


def issue(identifier: str, title: str, *waits: str, **fields: Any) -> str:
    """A line of the file. `waits` are ids with a type: `blocks:tide-1`."""
    pairs = [one.split(":", 1) for one in waits]
    listed = [{"issue_id": identifier, "depends_on_id": target, "type": kind} for kind, target in pairs]
    found = {"id": identifier, "title": title, "status": "open", "priority": 2, "issue_type": "task"}
    times = {"created_at": "2026-02-01T09:00:00Z", "updated_at": "2026-02-02T09:00:00Z"}
    return json.dumps(found | times | {"dependencies": listed} | fields, ensure_ascii=False)


LINES = [
    issue("tide-a1", "Read the gauge", description="- [ ] a box\n\nSee [it](https://tide.example/docs/gone.md)."),
    issue("tide-b2", "Draw the curve", "blocks:tide-a1"),
    issue("tide-c3", "Keep the epic", issue_type="epic"),
    issue("tide-c3.1", "Part of the epic", "parent-child:tide-c3"),
    issue("tide-c3.10", "Tenth part", "parent-child:tide-c3"),
    issue("tide-d4", "Höchststand läuten 🔔"),
    issue("tide-e5", "Closed", status="closed", closed_at="2026-02-03T09:00:00Z"),
    issue("tide-f6", "After a closed one", "blocks:tide-e5"),
    issue("tide-g7", "After another project", "blocks:external:moon:phase"),
    issue("tide-h8", "Related only", "related:tide-a1"),
    issue("tide-i9", "Found on the way", "discovered-from:tide-b2"),
    issue("tide-j1", "Deferred", defer_until="2099-01-01T00:00:00Z"),
    issue("tide-k2", "Status deferred", status="deferred"),
    issue("tide-l3", "Pinned", status="pinned"),
    issue("tide-m4", "In progress", status="in_progress"),
    issue("tide-n5", "Wisp", ephemeral=True),
    issue("tide-o6", "Gate", issue_type="gate"),
    issue("tide-p7", "Agent", issue_type="agent"),
    issue("tide-q8", "Deleted", status="tombstone"),
    issue("tide-r9", "After a deleted one", "blocks:tide-q8"),
    issue("tide-s1", "[FEATURE] {{ title }} in brackets", priority=0),
    "",
    issue("tide-t2", "Waits for nothing real", "blocks:tide-zz9"),
    issue("tide-u3", "Round", "blocks:tide-v4"),
    issue("tide-v4", "And round", "blocks:tide-u3"),
    '{"id": "tide-w5", "title": "Cut off',
    issue("tide-x6", "After one that was removed", "blocks:tide-y7"),
    issue("tide-z8", "Text with ids: RFC-9110, UTF-8, v1.2.3, tide-table and high-tide"),
]
FILES: dict[str, str | bytes] = {
    "README.md": (
        "# Tide clock\n\nIssues are in [the store](.beads/issues.jsonl). The tide-table and a tide-mill are words.\n\n"
        "```bash\nbd show tide-f6\n```\n\n<!-- tide-b2 -->\n\n- [ ] Wind the clock\n\nSee [wiring](docs/wiring.md).\n"
    ),
    ".gitignore": "node_modules/\nscratch/\n",
    ".beads/issues.jsonl": "\ufeff" + "\r\n".join(LINES) + "\r\n",
    ".beads/deletions.jsonl": '{"id": "tide-y7", "ts": "2026-02-01T00:00:00Z", "by": "ada"}\n',
    ".beads/config.yaml": "# issue-prefix: moon\n",
    ".beads/metadata.json": '{"database": "beads.db", "jsonl_export": "issues.jsonl"}\n',
    ".beads/README.md": '# Beads\n\n- [ ] `bd create "Title"`\n\nAn id looks like bd-a1b2.\n',
    ".beads/issues.base.jsonl": issue("tide-base", "Of a merge") + "\n",
    ".beads/interactions.jsonl": '{"id": "int-1", "kind": "llm_call"}\n',
    "src/clock.py": "def ring() -> str:\n    # See tide-d4 for the bell.\n    return 'tide-g7'\n",
    "docs/bells.md": "# Plan\n\n- [ ] Buy a bell\n\n![Bell](bell.png) is for `tide-d4`. See [top](#plan).\n",
    "docs/bell.png": b"\x89PNG\r\n\x1a\n\x00",
    "docs/empty.md": "",
    "AGENTS.md": "# Agents\n\nUse `bd ready`. Close with `bd close tide-404`.\n\n- [ ] File issues\n",
    "node_modules/x/.beads/issues.jsonl": issue("tide-vend", "Vendored") + "\n",
    "vendor/y/.beads/issues.jsonl": issue("tide-vend2", "Vendored too") + "\n",
    "scratch/issues.jsonl": issue("tide-scratch", "Ignored") + "\n",
    "tests/fixtures/.beads/issues.jsonl": issue("tide-fix", "Of a test", "blocks:tide-none") + "\n",
    "examples/data/issues.jsonl": issue("demo-1", "Of an example") + "\n",
}
LINKS = {"issues-today.md": "docs/bells.md"}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compile_tree(tmp_path_factory.mktemp("beads"), FILES, LINKS)


def state(identifier: str) -> str:
    """Ready, blocked and done."""
    return f"SELECT is_ready, is_blocked, is_done FROM task WHERE id = '{identifier}'"


FREE, STUCK, DONE, NEITHER = [(1, 0, 0)], [(0, 1, 0)], [(0, 0, 1)], [(0, 0, 0)]
TRAPS = [
    Trap("byte order mark before the first issue", state("tide-a1"), FREE),
    Trap("lines of windows", "SELECT title FROM task WHERE id = 'tide-b2'", [("Draw the curve",)]),
    Trap("box in a description", "SELECT count(*) FROM task WHERE title LIKE 'a box%'", [(0,)]),
    Trap("child with two digits", "SELECT parent FROM task WHERE id = 'tide-c3.10'", [("tide-c3",)]),
    Trap("child of an epic", state("tide-c3.1"), FREE),
    Trap("title outside of ascii", "SELECT title FROM task WHERE id = 'tide-d4'", [("Höchststand läuten 🔔",)]),
    Trap("closed blocker", state("tide-f6"), FREE),
    Trap("blocker of another project", state("tide-g7"), FREE),
    Trap("related is no blocker", state("tide-h8"), FREE),
    Trap("where it was found is no blocker", state("tide-i9"), FREE),
    Trap("deferred until later", state("tide-j1"), NEITHER),
    Trap("status deferred", state("tide-k2"), NEITHER),
    Trap("pinned", "SELECT is_ready FROM task WHERE id = 'tide-l3'", [(0,)]),
    Trap("begun is not ready", state("tide-m4"), NEITHER),
    Trap("ephemeral", "SELECT is_ready FROM task WHERE id = 'tide-n5'", [(0,)]),
    Trap("gate", "SELECT is_ready FROM task WHERE id = 'tide-o6'", [(0,)]),
    Trap("agent", "SELECT is_ready FROM task WHERE id = 'tide-p7'", [(0,)]),
    Trap("deleted issue", "SELECT is_ready FROM task WHERE id = 'tide-q8' AND is_ready", []),
    Trap("blocker that is a tombstone", state("tide-r9"), FREE),
    Trap("blocker that was removed", state("tide-x6"), FREE),
    Trap("placeholder in a title", "SELECT is_ready, is_example FROM task WHERE id = 'tide-s1'", [(1, 0)]),
    Trap("cut line", "SELECT line FROM unread WHERE looks_like = 'task' AND file LIKE '.beads/%'", [(26,)]),
    Trap("issue after an empty and a cut line", state("tide-z8"), FREE),
    Trap("standards and words like ids", "SELECT text FROM mention WHERE target IS NULL AND file LIKE '.beads/%'", []),
    Trap("word with the prefix", "SELECT text FROM mention WHERE text IN ('tide-table', 'tide-mill')", []),
    Trap("id in a fence", "SELECT text FROM mention WHERE text = 'tide-f6' AND file = 'README.md'", []),
    Trap("id in a html comment", "SELECT text FROM mention WHERE text = 'tide-b2' AND file = 'README.md'", []),
    Trap("id in a string of code", "SELECT text FROM mention WHERE text = 'tide-g7' AND file = 'src/clock.py'", []),
    Trap("id in a comment of code", "SELECT target_id FROM mention WHERE file = 'src/clock.py'", [("tide-d4",)]),
    Trap("id in backticks", "SELECT target_id FROM mention WHERE file = 'docs/bells.md'", [("tide-d4",)]),
    Trap("boxes of pages", "SELECT id FROM task WHERE file LIKE '%.md'", []),
    Trap("base of a merge", "SELECT id FROM task WHERE id = 'tide-base'", []),
    Trap("record of calls", "SELECT id FROM object WHERE id = 'int-1'", []),
    Trap("issues of dependencies", "SELECT id FROM task WHERE id LIKE 'tide-vend%'", []),
    Trap("issues that git ignores", "SELECT id FROM task WHERE id = 'tide-scratch'", []),
    Trap(
        "issues of a fixture",
        "SELECT id, is_ready FROM task WHERE is_example ORDER BY id",
        [("demo-1", 0), ("tide-fix", 0)],
    ),
    Trap("symbolic link to a page", "SELECT path FROM file WHERE path = 'issues-today.md'", []),
]


def test_beads_tree_avoids_traps(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_beads_tree_has_exactly_its_mistakes(snapshot: Snapshot) -> None:
    assert findings(snapshot) == [
        ("KNO301", ".beads/issues.jsonl", 23),
        ("KNO401", ".beads/issues.jsonl", 24),
        ("KNO102", ".beads/issues.jsonl", 26),
        ("DOC201", "README.md", 13),
    ]


def test_beads_tree_offers_only_work(snapshot: Snapshot) -> None:
    rows = snapshot.rows("SELECT id FROM task WHERE is_ready ORDER BY ready_order")
    free = ["a1", "c3", "c3.1", "c3.10", "d4", "f6", "g7", "h8", "i9", "r9", "t2", "x6", "z8"]
    assert [row[0] for row in rows] == ["tide-s1", *(f"tide-{one}" for one in free)]
