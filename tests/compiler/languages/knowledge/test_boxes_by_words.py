"""What the boxes of a list are by what people write behind them: ready, waiting for which, over, or undecided."""

from tests.compiler.languages.knowledge.states import states_of
from tests.compiler.tables import table

PAGES = {
    "todo": ("TODO.md", "# TODO\n\n{}\n"),
    "spec-kit": ("specs/001-dock/tasks.md", "# Tasks: Dock\n\n## Phase 1: Setup\n\n{}\n"),
    "kiro": (".kiro/specs/dock/tasks.md", "# Implementation Plan\n\n{}\n"),
    "openspec": ("openspec/changes/add-dock/tasks.md", "## 1. Work\n\n{}\n"),
    "tasks": ("tasks.md", "# Tasks\n\n{}\n"),
    "phases": ("tasks.md", "## Phase 1: Hull\n\n- [ ] A\n\n## Phase 2: Rig\n\n{}\n\n- [ ] B\n"),
    "story": (
        "docs/stories/1.2.mast.md",
        (
            "# Story 1.2: Mast\n\n{}\n\n## Tasks / Subtasks\n\n- [ ] Fell a tree (AC: 1)\n"
            "  - [ ] Choose it\n- [x] Order rope\n"
        ),
    ),
}
# By the kind of list: its lines, and the state of each task. What a task waits for stands behind "waits".
PHRASES = {
    "todo": [
        ("- [ ] A\n- [x] B", "#1 ready, #2 done"),
        ("## P\n\n- [ ] 7. A\n- [x] 8. B\n\n## Q\n\n- [ ] 7. C", "7 ready, 8 done, 7#2 ready"),
        ("* [ ] A\n+ [X] B", "#1 ready, #2 done"),
        # A board without boxes.
        ("- A\n\n## Done\n\n- B\n  - b\n\n## At last\n\n- C", "#1 ready, #2 done, #3 undecided"),
        ("## Next\n\n### A\n\nText.\n\n## Waiting\n\n### B\n\n- b\n\n## Done\n\n### C", "#1 ready, #2 waits, #3 done"),
        ("## Doing\n\n### Hull\n\n- A\n\n```\n- b\n```\n\n## ✅ Done\n\n1. B", "#1 ready, #2 done"),
        ("## Wind\n\n- A\n\n## Rope\n\n- B\n\n|--|--|\n|--|--|", ""),
        (
            "## Hecho\n\n| ID | Tarea |\n|---|---|\n| A-1 | Hull |\n\n## Listo\n\n"
            "| ID | Tarea |\n|---|---|\n| A-2 | Rig |",
            "A-1 done, A-2 ready",
        ),
        ("- [ ] ~~A~~\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] ~~A~~ (moved to #12)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [-] A\n- [ ] B", "#1 done, #2 ready"),
        ("- [~] A\n- [ ] B", "#1 ready, #2 ready"),
        ("- [/] A\n- [ ] B", "#1 ready, #2 ready"),
        ("- [completed] A\n- [pending] B\n- [in_progress] C\n- [open](a.md)", "#1 done, #2 ready, #3 ready"),
        ("- [>] A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [!] A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [?] A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] ❌ A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A ❌\n- [ ] B", "#1 undecided, #2 ready"),
        ("- ❌ A\n- [ ] B", "#1 ready"),
        ("- [ ] A (cancelled)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A - canceled\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] CANCELLED: A\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A — WONTFIX\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (won't do)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] WONTFIX A\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (obsolete)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (deferred)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (postponed to v2)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (on hold)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (done)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A ✅\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] ✅ A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A — DONE in #14\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (in progress)\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A (WIP)\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A (skip)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (duplicate of #3)\n- [ ] B", "#1 aside, #2 ready"),
        ("- [ ] A (duplicate detection)\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A: show cancelled orders\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A the button (❌)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A\n  - [x] C\n  - [x] E\n- [ ] B", "#1 ready, #2 done, #3 done, #4 ready"),
        ("- [x] A\n  - [ ] C\n- [ ] B", "#1 done, #2 ready, #3 ready"),
        ("- [ ] A\n  - [ ] C\n  - [x] E\n- [ ] B", "#1 ready, #2 ready, #3 done, #4 ready"),
        ("- [ ] ~~A~~\n  - [ ] C\n- [ ] B", "#1 aside, #2 aside, #3 ready"),
        ("- [ ] A\n    1. [ ] C\n    2. [ ] E", "#1 ready, #2 ready, #3 ready"),
        ("- [ ] A (blocked by #12)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (blocked)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A 🚫 blocked by legal\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (needs #12)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (after #12)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (requires [#12](https://github.com/x/y/issues/12))\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (depends on B)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A (once legal has signed)\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A after the release\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A ⏳ waiting for Ines\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A, waits on the API\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] **BLOCKED**: A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] [blocked] A\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A\n  - blocked by: legal\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A\n  Blocked until the API is there.\n- [ ] B", "#1 undecided, #2 ready"),
        ("- [ ] A @ines due:2026-03-01 !high\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] A 📅 2026-03-01 🔺\n- [ ] B", "#1 ready, #2 ready"),
        ("- [ ] Cancelled orders page", "#1 ready"),
        ("- [ ] Skipped tests must be counted", "#1 ready"),
        ("- [ ] Show orders (cancelled ones too)", "#1 ready"),
        ("- [ ] Image (deferred loading)", "#1 ready"),
        ("- [ ] Deploy (finished goods module)", "#1 ready"),
        ("- [ ] Cleanup - duplicates of rows", "#1 ready"),
        ("- [ ] Splice (done in #3)", "#1 undecided"),
        ("- [ ] Splice (cancelled by ops)", "#1 aside"),
        ("- [ ] Deferred: splice", "#1 aside"),
        ("- [ ] Moved to #12: splice", "#1 aside"),
        ("- [ ] [SKIPPED] Splice", "#1 aside"),
        ("- [ ] Splice (requires ES6)", "#1 ready"),
        ("- [ ] Splice (needs 2 cranes)", "#1 ready"),
        ("- [ ] Splice (needs tests)", "#1 ready"),
        ("- [ ] Splice (after login)", "#1 ready"),
        (
            "- [ ] A #blocked\n- [ ] B [on-hold]\n- [ ] C ⏸️ paused\n- [ ] D 🚧",
            "#1 undecided, #2 aside, #3 aside, #4 ready",
        ),
        ("## Not planned\n\n- [ ] A", "#1 aside"),
        ("- [ ] A (en attente du client)\n- [ ] B (annulé)\n- [ ] C (bloqué)", "#1 undecided, #2 aside, #3 undecided"),
        ("- [ ] A (wartet auf B)\n- [ ] B (verworfen)\n- [ ] C (blockiert)", "#1 undecided, #2 aside, #3 undecided"),
        ("- [ ] A（等待船体）\n- [ ] B(已取消)\n- [ ] C（阻塞）", "#1 undecided, #2 aside, #3 undecided"),
        ("- [ ] A (ждёт Б)\n- [ ] B (отменено)", "#1 undecided, #2 aside"),
        (
            "- [ ] Stop when hull is blocked by ice\n- [ ] Show 'deferred' in the list\n- [ ] Page (blocked users too)",
            "#1 ready, #2 ready, #3 ready",
        ),
        (
            (
                "- [ ] Hull ⛔\n- [ ] Mast 🛑 needs crane\n- [ ] Rig (needs discussion)\n"
                "- [ ] Flag (maybe)\n- [ ] Oar (optional)\n- [ ] Deck (nice to have)"
            ),
            "#1 undecided, #2 ready, #3 ready, #4 ready, #5 ready, #6 ready",
        ),
        (
            ("### 🔴 High\n\n- [ ] Hull\n\n### 🟢 Low\n\n- [ ] Mast\n\n### ✅ Done\n\n- [x] Rig\n- [ ] Flag"),
            "#1 ready, #2 ready, #3 done, #4 undecided",
        ),
        ("- [ ] Hull (blocked by Mast)\n- [ ] Mast", "#1 undecided, #2 ready"),
        (
            ("- [ ] Hull, blocked\n- [ ] Mast: BLOCKED\n- [ ] Rig - Blocked: legal"),
            "#1 undecided, #2 undecided, #3 undecided",
        ),
    ],
    "spec-kit": [
        ("- [ ] T001 [P] A\n- [ ] T002 [P] B ⬅️ T001", "T001 ready, T002 waits T001"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] B (← T001)", "T001 ready, T002 waits T001"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] B <- T009", "T001 ready, T002 undecided"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] Let x <- T001 be", "T001 ready, T002 ready"),
        ("- [ ] T001 A\n- [ ] T002 [P] B (after T001)\n- [ ] T003 [P] C", "T001 ready, T002 waits T001, T003 ready"),
        (
            "- [ ] T001 [P] A\n- [ ] T002 [P] B (needs T001 and T003)\n- [ ] T003 [P] C",
            "T001 ready, T002 waits T001 T003, T003 ready",
        ),
        (
            "- [ ] T001 [P] A\n- [ ] T002 [P] C\n- [ ] T003 [P] D\n- [ ] T004 [P] E (depends on T001-T003)",
            "T001 ready, T002 ready, T003 ready, T004 waits T001 T002 T003",
        ),
        (
            "- [ ] T001 [P] A\n- [ ] T002 [P] C\n- [ ] T003 [P] D\n- [ ] T004 [P] E (blocked by T001..T003)",
            "T001 ready, T002 ready, T003 ready, T004 waits T001 T002 T003",
        ),
        (
            "- [ ] T001 [P] A\n- [ ] T002 [P] C\n- [ ] T003 [P] E, before T002",
            "T001 ready, T002 waits T003, T003 ready",
        ),
        ("- [ ] T001 [P] A (blocks T002)\n- [ ] T002 [P] C", "T001 ready, T002 waits T001"),
        ("- [ ] T001 [P] A (T002 must be done first)\n- [ ] T002 [P] C", "T001 waits T002, T002 ready"),
        ("- [ ] T001 [P] A (not blocked by T002)\n- [ ] T002 [P] C", "T001 ready, T002 ready"),
        ("- [ ] T001 [P] A (no longer depends on T002)\n- [ ] T002 [P] C", "T001 ready, T002 ready"),
        ("- [ ] T001 [P] A (independent of T002)\n- [ ] T002 [P] C", "T001 ready, T002 ready"),
        ("- [ ] T001 [P] A (see T002)\n- [ ] T002 [P] C", "T001 ready, T002 ready"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] C → depends: T001", "T001 ready, T002 waits T001"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] C [depends: T001]", "T001 ready, T002 waits T001"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] C (deps: T001, T009)", "T001 ready, T002 undecided"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] C — requires T001 ✅", "T001 ready, T002 undecided"),
        ("- [x] T001 [P] A\n- [ ] T002 [P] C (after T001)", "T001 done, T002 ready"),
        ("- [ ] ~~T001 [P] A~~\n- [ ] T002 [P] C (after T001)", "T001 aside, T002 waits T001"),
        ("- [ ] T001 [P] A (CANCELLED)\n- [ ] T002 [P] C", "T001 aside, T002 ready"),
        ("- [ ] T001 [P] A ❌ cancelled, see T002\n- [ ] T002 [P] C", "T001 aside, T002 ready"),
        ("- [ ] T001 [P] A *(optional)*\n- [ ] T002 [P] C", "T001 ready, T002 ready"),
        ("- [ ] T001 [P] A (can start after Phase 1)\n- [ ] T002 [P] C", "T001 waits T002, T002 ready"),
        (
            "- [ ] T001 A\n- [ ] T002 ~~B~~\n- [ ] T003 ~~C~~ (moved)\n- [ ] T004 ~~Old~~ new name",
            "T001 ready, T002 aside, T003 aside, T004 waits T001",
        ),
        (
            (
                "## Phase 1: User Story LOG-US1 - A\n\n- [x] T001 A\n\n"
                "## Phase 2: User Story SEA-US1 - B\n\n- [ ] T002 B\n\n"
                "## Phase 3: User Story SEA-US2 - C\n\n- [ ] T003 C\n\n## Dependencies\n\n"
                "- **SEA-US1**: Depends on LOG-US1 (needs A)\n- **SEA-US2**: Depends on SEA-US1"
            ),
            "T001 done, T002 ready, T003 waits T002",
        ),
        ("- [ ] T001 [P] A (blocked: vendor)\n- [ ] T002 [P] B; deps: T001", "T001 undecided, T002 waits T001"),
        ("- [ ] T001 [P] A\n\n## Dependencies\n\n| Task | Depends on |\n|---|---|\n| T001 | - |", "T001 ready"),
        ("- [ ] T001 [P] A\n- [ ] T002 [P] B\n\n## Dependencies\n\n- T001 before T002", "T001 ready, T002 waits T001"),
        (
            (
                "## Phase 3.2: Tests First ⚠️ MUST COMPLETE BEFORE 3.3\n\n- [ ] T002 [P] B\n\n"
                "## Phase 3.3: Core\n\n- [ ] T004 [P] C"
            ),
            "T002 ready, T004 waits T002",
        ),
        (
            (
                "### T-001: A\n\n- [x] Sift\n\n**Dependencies**: None\n\n### T-002: B\n\n"
                "- [ ] Stir\n\n**Dependencies**: T-001\n\n### T-003: C\n\n**Dependencies**: T-002"
            ),
            "T-001 done, T-002 ready, T-003 waits T-002",
        ),
        (
            (
                "### Task 1.1: A\n- **Dependencies**: None\n- [ ] Sift\n\n### Task 1.2: B\n"
                "- **Dependencies**: Task 1.1\n\n### Task 1.3: C\n"
                "- **Dependencies**: All previous tasks"
            ),
            "1.1 ready, 1.2 waits 1.1, 1.3 undecided",
        ),
        (
            (
                "### Task 1: A\n- **Priority**: P1\n\n### Task 4: B\n- **Dependencies**: Task 1-3\n\n"
                "### Task 5: C\n- **Depends on**: the crane"
            ),
            "1 ready, 4 waits 1, 5 undecided",
        ),
        ("### Task 1: A\n\n- [ ] T001 Sift\n- [ ] T002 Stir", "T001 ready, T002 waits T001"),
        (
            (
                "- [ ] T001 A\n\n## Phase 2: Polish\n\n- [ ] T002 B\n\n## Dependencies\n\n"
                "| Phase   | Depends On |\n| ------- | ---------- |\n| Phase 2 | All        |"
            ),
            "T001 ready, T002 waits T001",
        ),
        (
            (
                "- [ ] T001 A\n\n## Phase 2: Dock (US1)\n\n- [ ] T002 [US1] B\n\n"
                "## Phase 3: Quay (US2)\n\n- [ ] T003 [US2] C\n\n## Dependencies\n\n```\n"
                "Phase 1 ── BLOCKS all user stories\n    ▼\nPhase 2\n    ▼\nPhase 3\n```"
            ),
            "T001 ready, T002 waits T001, T003 waits T001 T002",
        ),
        ("- [x] T001 A\n- [ ] T002 B **BLOCKED** - waiting for wood", "T001 done, T002 undecided"),
        (
            ("## Phase 2: Core [DEFERRED]\n\n- [ ] T002 B\n\n## Phase 3: Later (out of scope)\n\n- [ ] T003 C"),
            "T002 aside, T003 aside",
        ),
        (
            ("## User Story 1\n\n- [ ] T001 [US1] A\n\n## User Story 2 (depends on US1)\n\n- [ ] T002 [US2] B"),
            "T001 ready, T002 waits T001",
        ),
        (
            ("- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n- **T003**: T001, T002"),
            "T001 ready, T002 ready, T003 waits T001 T002",
        ),
        (
            (
                "- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n"
                "- Complete T001 first, then T002 and T003 in parallel"
            ),
            "T001 ready, T002 waits T001, T003 waits T001",
        ),
        (
            ("- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n- T001, T002 → T003"),
            "T001 ready, T002 ready, T003 waits T001 T002",
        ),
        (
            (
                "- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n"
                "- T003 cannot start until T001 and T002 are done"
            ),
            "T001 ready, T002 ready, T003 waits T001 T002",
        ),
        (
            (
                "- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n"
                "- T002 is blocked by T001; T003 is not blocked"
            ),
            "T001 ready, T002 waits T001, T003 ready",
        ),
        (
            (
                "- [ ] T001 [P] A\n- [ ] T002 [P] B\n- [ ] T003 [P] C\n\n## Dependencies\n\n"
                "- T002 can run in parallel with T001, T003 uses T001"
            ),
            "T001 ready, T002 ready, T003 ready",
        ),
    ],
    "kiro": [
        (
            "- [ ] 1. A\n  - [ ] 1.1 C\n  - [ ] 1.2 E\n- [ ] 2. B (needs 1.2)",
            "1 ready, 1.1 ready, 1.2 ready, 2 waits 1.2",
        ),
        ("- [ ] 1. A\n- [ ] 2. C\n  - _Depends on: 1_\n- [ ]* 3. E", "1 ready, 2 waits 1, 3 ready"),
        (
            (
                "- [x] 1. Hull\n- [ ] 2. Mast\n  - [x] 2.1 Fell\n  - [x] 2.2 Plane\n- [ ] 3. Rig\n"
                "  - [ ] 3.1 Rope _(blocked by 2)_"
            ),
            "1 done, 2 ready, 2.1 done, 2.2 done, 3 ready, 3.1 waits 2",
        ),
        ("- [x]\\* 1. Hull\n- [ ]* 2.1 Tests\n- [~] 3. Rig\n- [ ] 4 Flag", "1 done, 2.1 ready, 3 ready, dock#4 ready"),
    ],
    "openspec": [
        (
            "- [ ] 1.1 A\n- [ ] 1.2 C (after 1.1)\n- [ ] 1.3 E (needs 1.1 and 1.2)",
            "1.1 ready, 1.2 waits 1.1, 1.3 waits 1.1 1.2",
        ),
        ("- [ ] 1.1 A\n- [ ] 1.2 C (N/A)", "1.1 ready, 1.2 aside"),
        ("- [ ] 1.1 A\n- [ ] 1.2 ~~C~~ (not needed)", "1.1 ready, 1.2 aside"),
        (
            "- [ ] 1.1 A\n- [ ] 1.2 C **(blocked by 1.1)**\n- [ ] 1.3 E — out of scope\n- [ ] 1.4 F (moved to add-f)",
            "1.1 ready, 1.2 waits 1.1, 1.3 aside, 1.4 aside",
        ),
        (
            ("- [ ] 1.1 A\n\n## 2. Deferred\n\n- [ ] 2.1 B\n\n## 3. Out of scope\n\n- [ ] 3.1 C"),
            "1.1 ready, 2.1 aside, 3.1 aside",
        ),
        ("- [x] 1.1 A\n- [ ] 1.2 B (依赖 1.1)\n- [ ] 1.3 C (依赖 1.2)", "1.1 done, 1.2 ready, 1.3 waits 1.2"),
    ],
    "tasks": [
        (
            (
                "### Task 1: Hull\n\n**Status:** Done\n\n### Task 2: Mast\n\n"
                "**Status:** In Progress\n\n### Task 3: Rig\n\n**Status:** Blocked by Task 2"
            ),
            "1 done, 2 ready, 3 waits",
        ),
        (
            (
                "### Task 1: Hull ✅\n\n**Priority:** High\n\n### Task 2: Mast\n\n**Priority:** High\n"
                "**Depends on:** Task 1"
            ),
            "1 done, 2 ready",
        ),
        (
            (
                "### ✅ Task 1: Hull\n\n**Priority:** High\n\n### ⬜ Task 2: Mast\n\n"
                "**Priority:** High\n**Depends on:** Task 1\n\n### 🚧 Task 3: Rig\n\n"
                "**Priority:** Low\n**Depends on:** Task 2"
            ),
            "1 done, 2 ready, 3 waits 2",
        ),
        (
            (
                "### Phase 1: Hull\n\n**Status**: Complete\n\n### Phase 2: Mast\n\n**Depends on**: Phase 1\n\n"
                "### Phase 3: Rig\n\n**Depends on**: Phase 2\n\n### Phase 4: Sail\n\nWind."
            ),
            "1 done, 2 ready, 3 waits 2",
        ),
        ("### Phase 1: Hull\n\n**Depends on**: Phase 2\n\n### Phase 2: Mast\n\n- [ ] T001 Fell", "T001 ready"),
        (
            ("## Task 1 — Hull (DONE)\n\nEffort: 2h\n\n## Task 2 — Mast\n\nEffort: 1h\nDependencies: Task 1"),
            "1 done, 2 ready",
        ),
        (
            (
                "### Task 1.1: Hull\n\n- Estimate: 2h\n- Depends on: none\n- [x] plank\n"
                "- [x] caulk\n\n### Task 1.2: Mast\n\n- Estimate: 1h\n- Depends on: 1.1\n- [ ] fell"
            ),
            "1.1 done, 1.2 ready",
        ),
        (
            (
                "### TASK-1 · Hull\n**Status**: ✅ Done\n\n### TASK-2 · Mast\n"
                "**Status**: 🔄 In Progress\n\n### TASK-3 · Rig\n**Status**: ⏸️ On Hold\n\n"
                "### TASK-4 · Flag\n**Status**: ❌ Cancelled\n\n### TASK-5 · Sail\n"
                "**Status**: ⏳ Pending\n**Dependencies**: TASK-2"
            ),
            "TASK-1 done, TASK-2 ready, TASK-3 aside, TASK-4 aside, TASK-5 waits TASK-2",
        ),
        (
            (
                "### T001: Hull\n\nStatus: completed\n\n### T002: Mast\n\nStatus: todo\n"
                "Blocked by: T003\n\n### T003: Rig\n\nStatus: deferred"
            ),
            "T001 done, T002 waits T003, T003 aside",
        ),
        ("### [x] T001: Hull\n\n### [ ] T002: Mast\n\n**Dependencies:** T001", "T001 done, T002 ready"),
        ("### T001: Hull\n\nStatus: Won't do\n\n### T002: Mast\n\nStatus: waiting for Ines", "T001 aside, T002 waits"),
        ("### T001: Hull\n\nStatus: needs review\n\n### T002: Mast\n\nStatus: ready", "T001 ready, T002 ready"),
        (
            (
                "## Phase 1\n\n- [x] Hull\n\n## Phase 2 (blocked by legal)\n\n- [ ] Mast\n\n"
                "## Phase 3 - depends on Phase 2\n\n- [ ] Rig"
            ),
            "tasks#1 done, tasks#2 undecided, tasks#3 waits tasks#2",
        ),
        (
            ("- [ ] Hull\n    - Status: blocked\n- [ ] Mast\n    - Status: done\n- [ ] Rig\n    - Priority: high"),
            "tasks#1 waits, tasks#2 undecided, tasks#3 ready",
        ),
        (
            ("- [ ] Hull (owner: ann)\n- [ ] Mast — assigned to bo, ETA 2026-02-02\n- [x] ~~Rig~~"),
            "tasks#1 ready, tasks#2 ready, tasks#3 done",
        ),
        (
            ("- [x] 1. Hull\n- [ ] 2. Mast\n- [ ] 3. Rig (after 2)\n- [ ] 4. Flag (after 1)"),
            "1 done, 2 ready, 3 waits 2, 4 ready",
        ),
        (
            ("* [ ] A-1 Hull\n* [ ] A-2 Mast [depends: A-1]\n* [ ] A-3 Rig\n\t* depends: A-2"),
            "A-1 ready, A-2 waits A-1, A-3 waits A-2",
        ),
        (
            (
                "- [ ] A-1 Hull\n- [ ] A-2 Mast\n  - Upstream: A-1\n- [ ] A-3 Rig\n  - Gate: owner approval\n"
                "- [ ] A-4 Oar (abhängig von A-1)\n- [ ] A-5 Flag\n  - **Status**: Blocked\n"
                "- [ ] A-6 Deck\n  - Deferred until spring\n- [ ] A-7 Keel [dependsOn:: A-1]\n"
                "- [ ] A-8 Sail (blocked: no crane)\n- [ ] A-9 Pump\n  - Blocked: false\n"
                "- [ ] A-10 Bell\n  - Prerequisites: a ladder\n- [ ] A-11 Lamp\n  - Not before 2031-01-01"
            ),
            "A-1 ready, A-2 waits A-1, A-3 undecided, A-4 waits A-1, A-5 waits, A-6 aside, A-7 waits A-1, "
            "A-8 undecided, A-9 ready, A-10 ready, A-11 undecided",
        ),
        ("### 1. Hull\n\n**Done criteria:**\n- [ ] It floats\n\n### 2. Mast\n\n- [ ] Saw", "tasks#1 ready"),
        (
            (
                "| タスクID | タスク名 | 状態 | 依存関係 |\n|---|---|---|---|\n| A-1 | Hull | ✅ 完了 | - |\n"
                "| A-2 | Mast | ⬜ 未完了 | A-1 |\n| A-3 | Rig | ⬜ 未完了 | A-2 |\n\n## Nochmals\n\n"
                "| ID | Aufgabe | Status |\n|---|---|---|\n| A-3 | Rig | offen |\n| A-1 | Hull | concluida |"
            ),
            "A-1 done, A-2 ready, A-3 waits A-2",
        ),
        ("**Status:** Draft\n\n- [ ] Hull\n- [x] Mast", "tasks#1 undecided, tasks#2 done"),
        (
            "- [ ] A\n  - Needs: the owner's approval\n- [ ] B\n  Precondition: cranes work\n"
            "- [ ] C (once the tide turns)\n- [ ] D\n  - Needs: Rust\n- [ ] E (once a tide)\n  - Prerequisites: rope",
            "tasks#1 undecided, tasks#2 undecided, tasks#3 undecided, tasks#4 ready, tasks#5 ready",
        ),
        (
            ("- [ ] Hull\n  > blocked on the crane\n- [ ] Mast\n\n  This waits for Hull."),
            "tasks#1 undecided, tasks#2 undecided",
        ),
    ],
    "phases": [
        (f"> **{label}{colon} {phase}", "tasks#1 ready, tasks#2 waits tasks#1")
        for label, colon, phase in (
            *(("Prerequisites**", ":", "Phase 1 complete"), ("前置依賴**", "：", "Phase 1 全部完成")),
            *(("Prerrequisitos**", ":", "Fase 1"), ("Voraussetzung**", ":", "Phase 1")),
            *(("Dépend de**", ":", "Étape 1"), ("前置条件**", "：", "阶段1")),
        )
    ],
    "story": [
        ("## Status\n\nDraft", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("## Status\n\n**Backlog** — of 1.1", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("## Status\n\nApproved", "1.2.mast#1 ready, 1.2.mast#2 ready, 1.2.mast#3 done"),
        ("## Status: Done", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("## Status\n\nDeferred - no crane", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("## Status\n\n**Done**", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("## Status\n\nHull done, mast to go", "1.2.mast#1 ready, 1.2.mast#2 ready, 1.2.mast#3 done"),
        ("**Status:** Ready for Review", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("Status: blocked", "1.2.mast#1 undecided, 1.2.mast#2 undecided, 1.2.mast#3 done"),
        ("Status: ✅ COMPLETE", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
        ("Status: Cancelled", "1.2.mast#1 aside, 1.2.mast#2 aside, 1.2.mast#3 done"),
    ],
}


CASES = [(style, *phrase) for style, phrases in PHRASES.items() for phrase in phrases]
FILES = {f"{at}/{PAGES[style][0]}": PAGES[style][1].format(lines) for at, (style, lines, _) in enumerate(CASES)}


@table(("at", "case"), enumerate(CASES))
def test_state_of_boxes_by_their_words(at: int, case: tuple[str, str, str]) -> None:
    found = states_of(FILES, f"{at}/")
    assert found.replace(f"{at}#", "tasks#") == case[2]  # a list called tasks.md has the name of its folder
