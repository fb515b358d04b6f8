"""Features of spec-kit: stories, requirements, open questions, principles, and what tasks and code cite."""

from compiler.languages.requirements.facts import Assertion, BrokenReference, Requirement, RequirementCoverage
from compiler.languages.requirements.formats.spec_kit.parse import parse
from tests.compiler.languages.requirements.sources import cited, facts_of, fields, linked
from tests.compiler.tables import table

FOLDER = "specs/001-board/"
PAGE = FOLDER + "spec.md"
TITLE = "# Feature Specification: Board\n\n**Status**: Draft\n\n"
STORY = (
    "### User Story 1 - Read (Priority: P1)\n\nA member reads.\n\n**Why this priority**: First.\n\n"
    "**Acceptance Scenarios**:\n\n1. **Given** a, **When** b, **Then** c\n2. **Given** d,\n   **Then** e\n\n---\n\n"
)
STATED = "## Requirements\n\n- **FR-001**: It MUST a.\n- **FR-002**: It MUST b.\n"


@table(
    ("line", "found"),
    [
        ("- **FR-007**: It MUST a.", [("FR-007", "It MUST a.")]),
        ("* **FR-007:** It MUST a.", [("FR-007", "It MUST a.")]),
        ("- FR-007 It MUST a.", []),
        ("- **FR-007a** (P1) - It MUST a.", [("FR-007a", "It MUST a.")]),
        ("- **FR-007.1**: It MUST a.", [("FR-007.1", "It MUST a.")]),
        ("#### FR-007: It MUST a.", [("FR-007", "It MUST a.")]),
        ("| FR-007 | It MUST a. |", [("FR-007", "It MUST a.")]),
        ("**NFR-SEC-01**: It MUST a.", [("NFR-SEC-01", "It MUST a.")]),
        ("- **FR-007**: It MUST a,\n  and b.", [("FR-007", "It MUST a,")]),
        ("<!-- - **FR-007**: no -->", []),
        ("```\n- **FR-007**: no\n```", []),
        ("It follows FR-007: as told.", []),
        ("- **XFR-007**: no", []),
    ],
)
def test_line_that_begins_with_an_id_states_a_requirement(line: str, found: list[tuple[str, str]]) -> None:
    result = linked({PAGE: f"{TITLE}{STORY}## Requirements\n\n{line}\n"})
    stated = [one for one in facts_of(result, Requirement) if one.level == "functional requirement"]
    assert [(one.requirement.removeprefix("001-board/"), one.name) for one in stated] == found


@table(
    ("part", "found"),
    [
        ("## Success Criteria\n\n### SC-001: In a minute", ["SC-001"]),
        ("## 7. User scenarios\n\n### SC-01: A guest asks", []),
        ("## 7. 使用情境\n\n### SC-01：訪客", []),
        ("## User scenarios\n\n- **SC-001**: In a minute", ["SC-001"]),
    ],
)
def test_heading_among_scenarios_is_no_success_criterion(part: str, found: list[str]) -> None:
    result = linked({PAGE: f"{TITLE}{STORY}{STATED}\n{part}\n\n1. A\n"})
    stated = [one for one in facts_of(result, Requirement) if one.level == "success criterion"]
    assert [one.requirement.removeprefix("001-board/") for one in stated] == found


@table(
    ("heading", "found"),
    [
        ("### User Story 2 - Read (Priority: P1)", [("US2", "Read", "P1")]),
        ("### User Story 2: Read [P3]", [("US2", "Read", "P3")]),
        ("#### US-2 — Read (P2) 🎯 MVP", [("US2", "Read 🎯 MVP", "P2")]),
        ("### ユーザーストーリー 2 - 読む（優先度: P1）", [("US2", "読む", "P1")]),
        ("### Primary User Story", []),
        ("## User Stories 2", []),
    ],
)
def test_heading_with_a_number_is_a_story(heading: str, found: list[tuple[str, str, str | None]]) -> None:
    result = linked({PAGE: f"{TITLE}{heading}\n\n1. **Given** a, **Then** b\n\n{STATED}"})
    stories = [one for one in facts_of(result, Requirement) if one.level == "user story"]
    said = [(one.requirement.removeprefix("001-board/"), one.name, one.statements.get("priority")) for one in stories]
    assert said == found


def test_scenarios_are_assertions() -> None:
    result = linked({PAGE: TITLE + STORY})
    assert fields(result, Assertion, "assertion text") == [
        ("001-board/US1.1", "**Given** a, **When** b, **Then** c"),
        ("001-board/US1.2", "**Given** d,\n**Then** e"),
    ]


def test_older_template_has_the_scenarios_of_the_feature() -> None:
    text = f"{TITLE}## Testing\n\n### Acceptance Scenarios\n1. **Given** a, **Then** b\n\n{STATED}"
    assert fields(linked({PAGE: text}), Assertion, "assertion")[0] == ("001-board.1",)


def test_feature_has_its_fields_and_documents() -> None:
    text = f"{TITLE}**Feature Branch**: `001-board`\n\n{STATED}"
    files = {PAGE: text, FOLDER + "plan.md": "# Plan\n", FOLDER + "checklists/ux.md": "# UX\n"}
    feature = facts_of(linked(files), Requirement)[0]
    assert (feature.requirement, feature.name, feature.status, feature.role) == (
        "001-board",
        "Board",
        "Draft",
        "provisional",
    )
    assert feature.statements == {"branch": "001-board", "documents": "checklists/ux.md, plan.md"}
    assert feature.children == ("001-board/FR-001", "001-board/FR-002")


def test_open_clarification_belongs_to_what_it_stands_in() -> None:
    third = "- **FR-003**: [NEEDS CLARIFICATION: a or b?] `[NEEDS CLARIFICATION]`\n"
    text = f"{TITLE}Why? [NEEDS CLARIFICATION]\n\n{STATED}{third}"
    result = linked({PAGE: text})
    assert [(one.code, one.message, one.span.start_line) for one in result.diagnostics] == [
        ("REQ625", "001-board still needs clarification.", 5),
        ("REQ625", "001-board/FR-003 still needs clarification: a or b.", 11),
    ]
    assert facts_of(result, Requirement)[-1].statements["open_questions"] == "a or b?"


@table("title", ["# Feature Specification: [FEATURE NAME]", "# A\n**Feature Branch**: `[###-feature-name]`"])
def test_template_states_nothing(title: str) -> None:
    assert linked({PAGE: f"{title}\n\n{STATED}"}).facts == []


def test_id_that_stands_twice_is_reported_and_a_word_on_it_elsewhere_is_not() -> None:
    text = f"{TITLE}{STATED}- **FR-002**: It MUST c.\n\n## Notes\n\n- **FR-001**: told in spring\n"
    result = linked({PAGE: text})
    assert [(one.code, one.span.start_line) for one in result.diagnostics] == [("REQ207", 9)]
    assert len(facts_of(result, Requirement)) == 4


@table(
    ("line", "found"),
    [
        ("T001 [P] [US1] Paint", ["US1"]),
        ("T001 [US1][US2] Paint", ["US1", "US2"]),
        ("T001 [Story: US-1] Paint", ["US1"]),
        ("T001 Paint FR-001 and (FR-002)", ["FR-001", "FR-002"]),
        ("T001 Paint FR-001 to FR-002", ["FR-001", "FR-002"]),
        ("T001 Paint FR-001–002", ["FR-001", "FR-002"]),
        ("T001 Paint\n  - see FR-002", ["FR-002"]),
        ("T001 Paint after US1", []),
        ("T001 Paint xFR-001", []),
        ("Paint FR-001", []),
    ],
)
def test_task_cites_stories_and_requirements(line: str, found: list[str]) -> None:
    story = STORY.replace("Story 1", "Story 2")
    files = {PAGE: TITLE + STORY + story + STATED, FOLDER + "tasks.md": f"## Phase 1\n\n- [ ] {line}\n"}
    assert cited(files) == [f"task/001-board/T001 001-board/{one}" for one in found]


@table(
    ("line", "found"),
    [
        ("T001 Change spec 001 FR-002 of the board", ["001-board/FR-002"]),
        ("T001 Change Spec #001's FR-001, FR-002 and FR-003", ["001-board/FR-001", "001-board/FR-002"]),
        ("T001 Change spec 001 FR-002. See FR-003", ["001-board/FR-002", "002-lamp/FR-003"]),
        ("T001 Change spec 001 (FR-002), then FR-003", ["001-board/FR-002", "002-lamp/FR-003"]),
        ("T001 Change spec 009 FR-009", []),
        ("T001 Change spec of FR-009", ["002-lamp/FR-009"]),
    ],
)
def test_task_may_name_another_feature_by_its_number(line: str, found: list[str]) -> None:
    other = "specs/002-lamp/"
    files = {PAGE: TITLE + STATED, other + "spec.md": TITLE + STATED + "- **FR-003**: c\n"}
    files[other + "tasks.md"] = f"## Phase 1\n\n- [ ] {line}\n"
    every = [one.rpartition(" ")[2] for one in cited(files)]
    assert [one for one in every if one != "001-board/FR-003"] == found


def test_ids_hold_in_their_feature() -> None:
    other = "specs/002-lamp/"
    files = {PAGE: TITLE + STATED, other + "spec.md": TITLE + STATED}
    files[other + "tasks.md"] = "- [ ] T001 FR-001, 001-board/FR-002\n- [ ] T002 FR-009 [US4]\n"
    assert cited(files) == [
        "task/002-lamp/T001 002-lamp/FR-001",
        "task/002-lamp/T001 001-board/FR-002",
        "task/002-lamp/T002 002-lamp/FR-009",
    ]
    result = linked(files)
    assert fields(result, BrokenReference, "target nearest") == [("002-lamp/FR-009", None)]


def test_a_task_covers_nothing_and_a_test_does() -> None:
    files = {PAGE: TITLE + STORY + STATED, FOLDER + "tasks.md": "- [ ] T001 [US1] FR-001\n"}
    result = linked(files | {"tests/test_board.py": "# Covers FR-002\n"})
    assert fields(result, RequirementCoverage, "requirement tested") == [
        ("001-board", ()),
        ("001-board/US1", ()),
        ("001-board/FR-001", ()),
        ("001-board/FR-002", ("evidence",)),
    ]
    assert [one.message for one in result.diagnostics] == ["No task cites 001-board/FR-002."]


def test_requirements_are_not_missed_where_tasks_name_stories_alone() -> None:
    text = TITLE + STORY + STATED + "- **FR-003**: c\n"
    assert linked({PAGE: text, FOLDER + "tasks.md": "- [ ] T001 [US1] FR-001\n"}).diagnostics == []


@table(
    ("text", "found"),
    [
        ("# FR-001", []),
        ("# 001-board: FR-001", ["001-board/FR-001"]),
        ("# of 002-lamp\n# FR-001", ["002-lamp/FR-001"]),
        ("# FR-003", ["002-lamp/FR-003"]),
        ("# 002-FR-001, 2B-FR-002", ["002-lamp/FR-001", "2b-bell/FR-002"]),
        ("# 003-FR-003 of the bell, 002-FR-009", []),
    ],
)
def test_code_cites_by_id(text: str, found: list[str]) -> None:
    files = {PAGE: TITLE + STATED, "specs/002-lamp/spec.md": TITLE + STATED + "- **FR-003**: c\n", "src/a.py": text}
    files["specs/2b-bell/spec.md"] = TITLE + STATED
    assert [one.rpartition(" ")[2] for one in cited(files)] == found


@table(
    ("heading", "name"),
    [
        ("I. Wind First", "Wind First"),
        ("Principle IV: Wind First", "Wind First"),
        ("XIX – Wind First", "Wind First"),
        ("2) Article 5 of trade", "Article 5 of trade"),
        ("Civil Courage", "Civil Courage"),  # its first letters are those of numerals
    ],
)
def test_constitution_has_principles(heading: str, name: str) -> None:
    text = (
        f"# Constitution\n\n## Core Principles\n\n### {heading}\n\nAlways.\n\n### [PRINCIPLE_2_NAME]\n\n"
        "## Governance\n\n### Votes\n\n**Version**: 1.2.0 | **Ratified**: 2025-01-01\n"
    )
    (one,) = facts_of(linked({".specify/memory/constitution.md": text}), Requirement)
    assert (one.requirement, one.name, one.text) == (f"constitution/{name.lower().replace(' ', '-')}", name, "Always.")
    assert one.statements["version"] == "1.2.0"


@table(
    "path",
    [".kiro/specs/a/spec.md", "openspec/specs/a/spec.md", ".agent-os/specs/a/spec.md", "specs/spec.md", "docs/spec.md"],
)
def test_pages_of_other_formats_are_not_read(path: str) -> None:
    assert parse(path, TITLE + STATED) is None


def test_row_of_a_table_is_about_what_a_list_states() -> None:
    rows = "| Requirement | How |\n|---|---|\n| FR-001 | By hand. |\n| FR-002 | It SHALL close. |\n"
    result = linked(
        {PAGE: f"# Feature Specification: Door\n\n## Requirements\n\n{rows}\n- **FR-001**: It SHALL open.\n"}
    )
    stated = fields(result, Requirement, "requirement text")
    assert stated[1:] == [("001-board/FR-002", "It SHALL close."), ("001-board/FR-001", "It SHALL open.")]
    assert [one.code for one in result.diagnostics] == []


def test_story_that_says_how_it_is_tested_needs_no_scenario() -> None:
    tested = "### User Story 1 - Open (Priority: P1)\n\nA.\n\n**Independent Test**: Turn the key.\n\n"
    result = linked({PAGE: f"{TITLE}{tested}### User Story 2 - Close (Priority: P2)\n\nB.\n"})
    assert [one.message.split()[0] for one in result.diagnostics if one.code == "REQ621"] == ["001-board/US2"]


def test_stories_of_a_source_that_never_has_scenarios_are_one_remark() -> None:
    def page(count: int) -> str:
        return TITLE + "".join(f"### User Story {one} - Open (Priority: P1)\n\nA.\n\n" for one in range(1, count + 1))

    (found,) = [one for one in linked({PAGE: page(5)}).diagnostics if one.code == "REQ621"]
    assert (found.severity, len(found.related)) == ("info", 4)
    assert found.message == (
        "001-board/US1, 001-board/US2, 001-board/US3 and 2 more have no acceptance scenario, so nothing can show that "
        "they hold."
    )
    assert len([one for one in linked({PAGE: page(3)}).diagnostics if one.code == "REQ621"]) == 3


def test_scenarios_in_another_language_are_known_by_their_bold_words() -> None:
    entry = "1. **給定** 門已鎖上，**當** 鑰匙轉動，**則** 門開啟"
    story = f"### 使用者故事 1 - 開門 (優先級: P1)\n\n**驗收場景**:\n\n{entry}\n2. 門\n"
    result = linked({PAGE: f"# 功能規格: 門\n\n## 使用情境\n\n{story}\n{STATED}"})
    assert [one.label for one in facts_of(result, Assertion) if one.requirement == "001-board/US1"] == ["1"]
    assert not [one for one in result.diagnostics if one.code == "REQ621"]
