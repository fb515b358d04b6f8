"""A source with decisions, tasks and notes in many formats, for the tests of their operations."""

from pathlib import Path

FILES = {
    "docs/adr/0001-record-decisions.md": """# 1. Record decisions

Date: 2025-01-10

## Status

Accepted

## Context

We forget.

## Decision

Write them down.

## Consequences

Files come.
""",
    "docs/adr/0002-use-a-ledger.md": """# 2. Use a ledger

Date: 2025-02-10

## Status

Accepted

## Context

See [1. Record decisions](0001-record-decisions.md).

## Decision

A ledger of paper.

## Consequences

* Ink is needed.
""",
    "madr/decisions/0001-pick-a-press.md": """---
status: "accepted" # by all
date: 2025-03-01
decision-makers: Ana, Bo
---

# Pick a press

## Context and Problem Statement

Which press?

## Decision Outcome

Chosen option: "the old one", because it is there.
""",
    "madr/decisions/0002-buy-a-press.md": """---
status: proposed
date: 2025-03-02
---

# Buy a press

## Context and Problem Statement

The old one broke.

## Decision Outcome

Chosen option: "a new one", because it is new.

## More Information

Talk to Bo.
""",
    "madr/decisions/0003-rent-a-press.md": """# Rent a press

* Status: accepted
* Deciders: Ana

## Context and Problem Statement

Money.

## Decision Outcome

Chosen option: "rent".

## Links

* Refined by [ADR-0001](0001-pick-a-press.md)
""",
    "logs/adr/20250101-use-a-log.md": """# Use a log

- Status: accepted
- Date: 2025-01-01
- Tags: log

## Context and Problem Statement

What happened?
""",
    "logs/adr/20250202-use-two-logs.md": """# Use two logs

- Date: 2025-02-02

## Context and Problem Statement

What happened twice?

## Links

- Amends [Use a log](20250101-use-a-log.md)
""",
    "backlog/config.yml": """project_name: "Mill"
statuses: ["To Do", "In Progress", "On Hold", "Shipped"]
task_prefix: "mill"
""",
    "backlog/tasks/mill-1 - Grind.md": """---
id: MILL-1
title: Grind
status: To Do
assignee: []
created_date: '2025-07-01 18:30'
labels:
  - press # first
dependencies: []
priority: high
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
Fine.
<!-- SECTION:DESCRIPTION:END -->
""",
    "backlog/tasks/mill-2 - Press.md": """---
id: MILL-2
title: 'Press: hard'
status: In Progress
assignee:
  - '@ana'
created_date: '2025-07-02'
labels: []
dependencies:
  - task-1
---

After MILL-1.
""",
    "backlog/tasks/mill-12 - Fill.md": """---
id: MILL-12
title: Fill
status: To Do
created_date: '2025-07-02'
dependencies: [MILL-1, MILL-2]
---
""",
    "backlog/decisions/decision-1 - No-pears.md": """---
id: decision-1
title: No pears
date: '2025-09-12'
status: accepted
---
## Context

Pears clog.

## Decision

None.

## Consequences

Fewer cloths.
""",
    "backlog/decisions/decision-2 - Pears.md": """---
id: decision-2
title: Pears
date: '2025-09-13'
status: proposed
---
## Context

They sell.

## Decision

Some.

## Consequences

More cloths.
""",
    "specs/001-booking/tasks.md": """# Tasks: Booking

## Phase 1: Setup

- [x] T001 Table of half days
- [ ] T002 [P] One page

## Phase 2: Bookings

- [ ] T003 [US1] Refuse what is taken (depends on T001)
- [ ] T004 [US1] Mail (depends on T002 and T003)
""",
    ".kiro/specs/gate/tasks.md": """# Plan

- [ ] 1. Hang the gate
  - [ ] 1.1 Two hinges
    - _Requirements: 1.1_
  - [x] 1.2 One bolt
- [ ]* 2. Paint it
""",
    "openspec/changes/add-cart/tasks.md": """## 1. Cart

- [ ] 1.1 Wheels
- [ ] 1.2 Handle
""",
    "plan/tasks.md": """# Tasks — plan

## In Progress

- [ ] T011: Clean (owner: mayor) (depends: T010)
  - Context: the yard

## Blocked

- (none)

## Todo

- [ ] T012: Sweep `all` (yes) (depends: T010–T011)

## Done

- [x] T010: Begin
""",
    "work/todo.md": """# To do

* [ ] Buy bread
* [X] Buy milk

1. [ ] Call Bo 📅 2025-05-10 ⏫
""",
    "vault/.obsidian/app.json": "{}\n",
    "vault/Press day.md": """---
tags: [press, howto]
aliases:
  - Day at the press
---
# Press day

See [[Cloths]], [[scales/Scale|the scale]] and [[Cloths#New|new ones]], not `[[Cloths]]`.
Also [cloths](Cloths.md#new) and [[Clothsline]].

- [ ] Open the gate #gate
- [x] Close it ✅ 2025-09-20
    - [ ] Twice
""",
    "vault/Cloths.md": """---
tags: press
type: thing
---
Twelve.

## New

See [Scale](scales/Scale.md).
""",
    "vault/Clothsline.md": "# Clothsline\n\nFor [[Press day]].\n",
    "vault/scales/Scale.md": "# Scale\n\nOf iron. See [cloths](../Cloths.md) and [[Weights]].\n",
    "README.md": "# Mill\n\nHow a [press day](vault/Press%20day.md) goes, and [cloths](vault/Cloths.md).\n",
    ".beads/issues.jsonl": '{"id": "cell-1", "title": "Log", "status": "open", "priority": 1, "issue_type": "task", '
    '"created_at": "2025-08-01T09:00:00Z", "updated_at": "2025-08-20T10:00:00Z"}\n',
    ".taskmaster/tasks/tasks.json": '{"master": {"tasks": [{"id": 1, "title": "Begin", "description": "", "status": '
    '"pending", "dependencies": [], "priority": "high", "subtasks": [{"id": 1, "title": "Part", "status": "pending", '
    '"dependencies": []}]}]}}\n',
}


def write_source(root: Path, end: str = "\n") -> Path:
    """Write the files of the source with a line end, and return its root."""
    for path, text in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.replace("\n", end).encode())
    return root
