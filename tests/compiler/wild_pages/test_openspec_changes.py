"""OpenSpec's specifications and changes, beside instructions for agents: which boxes are tasks, and which are work."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught
from tests.compiler.wild_pages.trees import (
    FINDINGS,
    LinkTo,
    Tree,
    compiled,
    findings,
    ids,
    in_order,
    links,
    mentions,
)

SPEC = (
    "# Berths\n\n## Purpose\n\nTo be filled in.\n\n## Requirements\n\n### Requirement: One boat a berth\n\n"
    "The harbour SHALL give a berth to one boat.\n\n#### Scenario: Taken\n\n- **WHEN** a berth is taken\n"
    "- **THEN** it is refused\n- [ ] 9.9 shown as a box\n"
)
BERTH = "openspec/changes/add-berth-map/"
MADE_UP = "tests/fixtures/openspec/changes/made-up/tasks.md"

TREE: Tree = {
    "openspec/project.md": "# Project\n\n- [ ] Fill in the purpose\n\n"
    "See [the change](changes/add-berth-map/proposal.md).\n",
    "openspec/AGENTS.md": "# Instructions\n\n```markdown\n## 1. Implementation\n- [ ] 1.1 Create the schema\n"
    "```\n\n- [ ] 1.1 Write the proposal in `openspec/changes/[change-id]/tasks.md`\n\n"
    "See [a spec](specs/[capability]/spec.md)\nand [gone](specs/never/spec.md).\n",
    "AGENTS.md": "# Agents\n\n1. Read `openspec/AGENTS.md`\n- [ ] T001 Ask first\n\n## Status\n\n"
    "Use `add-thing/1.1`.\n",
    "CLAUDE.md": LinkTo("AGENTS.md"),
    ".claude/commands/apply.md": "---\ndescription: Apply\n---\n\n- [ ] T002 Read tasks.md\n\n$ARGUMENTS\n",
    "openspec/specs/berths/spec.md": SPEC,
    "openspec/specs/fähren/spec.md": "# Fähren\n\n## Purpose\n\nÜberfahrt.\n\n## Requirements\n\n"
    "### Requirement: Öffnen\n\nSie SHALL öffnen.\n\n"
    "See [berths](../berths/spec.md#requirement-one-boat-a-berth) "
    "and [gone](../berths/spec.md#requirement-two-boats).\n",
    "openspec/specs/empty/spec.md": "",
    BERTH + "proposal.md": "## Why\n\nNobody finds a berth.\n\n## What Changes\n\n- **BREAKING** 2.0 of the map\n"
    "- [ ] not a task\n\n## Impact\n\n- Affected specs: berths\n- [Tasks](tasks.md) and [design](design.md)\n",
    BERTH + "design.md": "# Design\n\n## Context\n\nSmall screens.\n\n## Decisions\n\n- Decision: tiles\n"
    "- [x] considered\n\n## Migration Plan\n\n1. 1.1 first\n",
    BERTH + "specs/berths/spec.md": "## ADDED Requirements\n\n### Requirement: Map of berths\n\n"
    "The site SHALL show a map.\n\n#### Scenario: Open\n\n- **WHEN** opened\n- **THEN** shown\n",
    BERTH + "tasks.md": """## 1. Map

- [x] 1.1 Draw the tiles
- [ ] 1.2 Show the map
- [ ] 1.3 Version 2.0.1 of the [library](https://map.example/2.0.1)

## 2. Checks

- [ ] 2.1 Follow RFC-2119 and see add-berth-map/1.2
- [ ] 2.3 The number before is left out

<!-- - [ ] 2.4 in a comment -->

```markdown
- [ ] 3.1 In a fence
```

Write `- [ ] 3.2 In backticks`.

## 3. Not begun

- 3.3 without a box
""",
    "openspec/changes/crlf-tides/tasks.md": (
        "\ufeff## 1. Tides\n\n- [ ] 1.1 Read the table\n- [x] 1.2 Print it\n"
    ).replace("\n", "\r\n"),
    "openspec/changes/crlf-tides/proposal.md": "## Why\n\nTides.\n",
    "openspec/changes/twice/tasks.md": "## 1. One\n\n- [ ] 1.1 First\n- [ ] 1.1 Second\n",
    "openspec/changes/twice/proposal.md": "## Why\n\nSee [tasks](task.md).\n",
    "openspec/changes/numberless/tasks.md": "# Tasks\n\n- [ ] Paint\n- [ ] Öle die Winde\n",
    "openspec/changes/empty-change/tasks.md": "",
    "openspec/changes/archive/2024-05-01-add-pier/tasks.md": "## 1. Pier\n\n- [x] 1.1 Build\n- [ ] 1.2 Open\n",
    "openspec/changes/archive/2024-05-01-add-pier/proposal.md": "## Why\n\n[gone](nothing.md)\n",
    "openspec/changes/archive/2024-06-01-add-berth-map/tasks.md": "## 1. Map\n\n- [ ] 1.1 Older\n",
    "openspec/templates/tasks.md": "## 1. {{ name }}\n\n- [ ] 1.1 {{ first }}\n",
    "openspec/changes/[change-id]/tasks.md": "## 1. X\n\n- [ ] 1.1 Fill in\n",
    "vendor/lib/openspec/changes/theirs/tasks.md": "- [ ] 1.1 Theirs\n",
    "node_modules/p/openspec/changes/theirs/tasks.md": "- [ ] 1.1 Theirs\n",
    "private/openspec/changes/mine/tasks.md": "- [ ] 1.1 Mine\n",
    MADE_UP: "- [ ] 1.1 Made up\n",
    ".gitignore": "private/\n",
    "README.md": "# Harbour\n\nDo add-berth-map/1.2 next, read openspec/specs/berths/spec.md.\n\n- [ ] a box\n",
}

TASK = "SELECT id, status, is_ready, is_example FROM task WHERE file = '{}' ORDER BY line"
TASKS = BERTH + "tasks.md"
TRAPS = [
    Trap(
        "boxes of a change are tasks, and no others",
        ids("task", TASKS),
        [(f"add-berth-map/{one}",) for one in ("1.1", "1.2", "1.3", "2.1", "2.3")],
    ),
    Trap("ticked box is done", "SELECT status, is_ready FROM task WHERE id = 'add-berth-map/1.1'", [("done", 0)]),
    Trap("version in a task is no number", "SELECT count(*) FROM object WHERE id LIKE '%2.0.1%'", [(0,)]),
    Trap("number that is left out is no finding", findings(TASKS), []),
    Trap("box in a comment is no task", "SELECT id FROM task WHERE id LIKE '%/2.4'", []),
    Trap("box in a fence and in backticks is no task", "SELECT id FROM task WHERE id LIKE '%/3._'", []),
    Trap("standard in a task is no citation", mentions(TASKS), [("add-berth-map/1.2", "k:task/add-berth-map/1.2")]),
    Trap("box of a proposal is no task", ids("task", BERTH + "proposal.md"), []),
    Trap("box of a design is no task", ids("task", BERTH + "design.md"), []),
    Trap("decision of a design is none", "SELECT id FROM decision", []),
    Trap("box of a specification is no task", ids("task", "openspec/specs/berths/spec.md"), []),
    Trap(
        "requirement of a capability, and of a change that waits",
        "SELECT id, level, status FROM requirement WHERE NOT is_example AND level <> 'change' ORDER BY id",
        [
            ("add-berth-map/berths/map-of-berths", "added", "proposed"),
            ("berths/one-boat-a-berth", "requirement", "in force"),
            ("fähren/öffnen", "requirement", "in force"),
        ],
    ),
    Trap(
        "heading with a colon is a section",
        "SELECT id FROM document_section WHERE title = 'Requirement: One boat a berth'",
        [("spec.md#requirement-one-boat-a-berth",)],
    ),
    Trap(
        "anchor of a requirement, in a folder that is not ASCII",
        links("openspec/specs/fähren/spec.md", 13),
        [
            ("f:openspec/specs/berths/spec.md", 0),
            ("f:openspec/specs/berths/spec.md#requirement-one-boat-a-berth", 0),
            ("f:openspec/specs/berths/spec.md#requirement-two-boats", 1),
        ],
    ),
    Trap("box of the description of the project is no task", ids("task", "openspec/project.md"), []),
    Trap("box of the instructions is no task", ids("task", "openspec/AGENTS.md"), []),
    Trap(
        "place of a specification to fill in",
        "SELECT message FROM diagnostic WHERE message LIKE '%capability%'",
        [],
    ),
    Trap("box of a prompt is no work", TASK.format("AGENTS.md"), [("AGENTS/T001", "todo", 0, 1)]),
    Trap("box of a command is no work", TASK.format(".claude/commands/apply.md"), [("apply/T002", "todo", 0, 1)]),
    Trap("second name of the instructions is not read", "SELECT path FROM file WHERE path = 'CLAUDE.md'", []),
    Trap("status in the instructions is no decision's", ids("decision", "AGENTS.md"), []),
    Trap("id in the instructions is no finding", findings("AGENTS.md"), []),
    Trap(
        "mark and line ends of another system",
        TASK.format("openspec/changes/crlf-tides/tasks.md"),
        [("crlf-tides/1.1", "todo", 1, 0), ("crlf-tides/1.2", "done", 0, 0)],
    ),
    Trap(
        "number that is there twice",
        ids("task", "openspec/changes/twice/tasks.md"),
        [("twice/1.1",), ("twice/1.1#2",)],
    ),
    Trap(
        "boxes without numbers are tasks",
        ids("task", "openspec/changes/numberless/tasks.md", "id, title"),
        [("numberless#1", "Paint"), ("numberless#2", "Öle die Winde")],
    ),
    Trap("empty list of tasks has no findings", findings("openspec/changes/empty-change/tasks.md"), []),
    Trap("empty specification has no findings", findings("openspec/specs/empty/spec.md"), []),
    Trap(
        "archived change is neither open nor undone",
        TASK.format("openspec/changes/archive/2024-05-01-add-pier/tasks.md"),
        [("2024-05-01-add-pier/1.1", "done", 0, 1), ("2024-05-01-add-pier/1.2", "archived", 0, 1)],
    ),
    Trap("archived change has no findings", findings("openspec/changes/archive/2024-05-01-add-pier/proposal.md"), []),
    Trap(
        "archived change of the same name takes no id",
        "SELECT id FROM task WHERE file LIKE 'openspec/changes/archive/2024-06%'",
        [("2024-06-01-add-berth-map/1.1",)],
    ),
    Trap(
        "template of tasks is no work", "SELECT is_ready, is_example FROM task WHERE file LIKE '%templates/%'", [(0, 1)]
    ),
    Trap(
        "change with a name to fill in is no work",
        "SELECT is_ready, is_example FROM task WHERE file LIKE '%[change-id]%'",
        [(0, 1)],
    ),
    Trap("fixture of a change is no work", TASK.format(MADE_UP), [("made-up/1.1", "todo", 0, 1)]),
    Trap(
        "foreign and ignored changes are not read",
        "SELECT path FROM file WHERE path LIKE 'vendor/%' OR path LIKE 'node_modules/%' OR path LIKE 'private/%'",
        [],
    ),
    Trap(
        "page cites a task and a specification",
        mentions("README.md"),
        [
            ("add-berth-map/1.2", "k:task/add-berth-map/1.2"),
            ("openspec/specs/berths/spec.md", "f:openspec/specs/berths/spec.md"),
        ],
    ),
    Trap("box of a page is no task", ids("task", "README.md"), []),
]
MISTAKES = [
    ("DOC201", "openspec/AGENTS.md", 11),
    ("DOC201", "openspec/changes/twice/proposal.md", 3),
    ("KNO202", "openspec/changes/twice/tasks.md", 4),
    ("REQ621", "openspec/specs/fähren/spec.md", 9),
    ("DOC202", "openspec/specs/fähren/spec.md", 13),
]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compiled(tmp_path_factory.mktemp("openspec"), TREE)


def test_traps_catch_nothing(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_findings_are_the_mistakes(snapshot: Snapshot) -> None:
    assert snapshot.rows(FINDINGS) == in_order(MISTAKES)
