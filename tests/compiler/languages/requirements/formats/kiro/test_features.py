"""Features of Kiro: requirements and their criteria, properties, and what tasks and code cite."""

from compiler.languages.requirements.facts import Assertion, BrokenReference, Requirement, RequirementCoverage
from compiler.languages.requirements.formats.kiro.tracing import pattern_of
from compiler.languages.requirements.formats.kiro.words import numbers_in
from tests.compiler.languages.requirements.sources import cited, facts_of, fields, linked
from tests.compiler.tables import table

FOLDER = ".kiro/specs/door/"
PAGE = FOLDER + "requirements.md"
CRITERIA = "\n#### Acceptance Criteria\n\n1. WHEN a THEN it SHALL b\n2. It SHALL c\n"
TWO = f"# Requirements\n\n### Requirement 1: Open\n{CRITERIA}\n### Requirement 2\n{CRITERIA}"


@table(
    ("heading", "found"),
    [
        ("### Requirement 7", [("door/R7", "As one, I go.")]),
        ("### Requirement 7: Open: wide", [("door/R7", "Open: wide")]),
        ("## Requirement 07 - Open", [("door/R7", "Open")]),
        ("### 7. Open", [("door/R7", "Open")]),
        ("### REQ-7: Open", [("door/R7", "Open")]),
        ("### 要件 7：開く", [("door/R7", "開く")]),
        ("### المتطلب 7: فتح", [("door/R7", "فتح")]),
        ("### Version 1.2", []),
        ("### In 1989 it was open", []),
        ("# Requirement 7", []),
    ],
)
def test_heading_with_a_number_and_criteria_is_a_requirement(heading: str, found: list[tuple[str, str]]) -> None:
    text = f"{heading}\n\n**User Story:** As one, I go.\n{CRITERIA}"
    assert fields(linked({PAGE: text}), Requirement, "requirement name") == found


@table(
    ("chapter", "page"),
    [
        ("## 1. Background\n\n1. It leaks\n2. It rusts\n", "### 要件 1: 開く"),
        ("## 3. Next\n\n1. Oil it\n", "### Requirement 1: Open"),
    ],
)
def test_chapter_with_a_number_is_no_requirement_beside_those_that_say_so(chapter: str, page: str) -> None:
    result = linked({PAGE: f"# Door\n\n{chapter}\n## 2. Requirements\n\n{page}\n{CRITERIA}"})
    assert fields(result, Assertion, "assertion") == [("door/R1.1",), ("door/R1.2",)]
    assert result.diagnostics == []


@table(
    ("criteria", "labels"),
    [
        ("1. It SHALL a\n2. It SHALL b", ["1", "2"]),
        ("1. It SHALL a\n1. It SHALL b", ["1", "2"]),
        ("1.1 It SHALL a\n1.2. It SHALL b", ["1", "2"]),
        ("- **1.1** It SHALL a\n- **1.2:** It SHALL b", ["1", "2"]),
        ("- [ ] 1.1: It SHALL a", ["1"]),
        ("- It SHALL a\n- It SHALL b", ["1", "2"]),
        ("1. It SHALL a\n   - that is\n2. It SHALL b\n   1. more", ["1", "2"]),
        ("1. It SHALL a\n1a. It SHALL b", ["1", "1a"]),
        ("```\n1. It SHALL a\n```\n1. It SHALL b", ["1"]),
    ],
)
def test_criteria_are_assertions(criteria: str, labels: list[str]) -> None:
    result = linked({PAGE: f"### Requirement 1\n\n#### Acceptance Criteria\n\n{criteria}\n"})
    assert [one.label for one in facts_of(result, Assertion)] == labels


def test_criterion_has_its_lines_and_its_id() -> None:
    text = "### Requirement 3: A\n\n#### Acceptance Criteria\n\n1. WHEN a,\n   it SHALL b\n\n### Requirement 4: B\n"
    result = linked({PAGE: text})
    assert fields(result, Assertion, "assertion text") == [("door/R3.1", "WHEN a,\nit SHALL b")]
    assert [(one.code, one.span.start_line) for one in result.diagnostics] == [("REQ621", 8)]


def test_number_that_is_taken_makes_no_criterion() -> None:
    result = linked({PAGE: "### Requirement 1\n1. It SHALL a\n2. It SHALL b\n2. It SHALL c\n"})
    assert len(facts_of(result, Assertion)) == 2
    assert [one.code for one in result.diagnostics] == ["REQ601"]


def test_bugfix_has_requirements_by_the_numbers_of_its_criteria() -> None:
    text = (
        "# Bug\n## Introduction\nIt fell.\n## Bug Analysis\n### Current Behavior (Defect)\n1.1 WHEN a THEN it falls\n"
        "### Expected Behavior (Correct)\n2.1 WHEN a THEN it SHALL stand\n"
    )
    result = linked({FOLDER + "bugfix.md": text})
    assert fields(result, Requirement, "requirement level role") == [
        ("door/R1", "defect", "retired"),
        ("door/R2", "requirement", "active"),
    ]


@table(
    ("line", "found"),
    [
        ("_Requirements: 1.1, 2.2_", ["door/R1.1", "door/R2.2"]),
        ("- _Requirement: 2_", ["door/R2"]),
        ("_Requirements: 1.1-1.2_", ["door/R1.1", "door/R1.2"]),
        ("_Requirements: 1.1–2_", ["door/R1.1", "door/R1.2"]),
        ("_المتطلبات: 1.2_", ["door/R1.2"]),
        ("_要件：1.2_", ["door/R1.2"]),
        ("**Validates: Requirements 1.2, 2.1**", ["door/R1.2", "door/R2.1"]),
        ("_Requirements: All_", []),
        ("_Requirements: 1.1; Design: Property 12, 3.4_", ["door/R1.1"]),
        ("_Requirements: 1.1、2.2；Design: 3.4、4.2_", ["door/R1.1", "door/R2.2"]),
        ("_Requirements: 1.1, Property 3_", ["door/R1.1"]),
        ("_Requirements: 1.1, Requirement 2.2_", ["door/R1.1", "door/R2.2"]),
        ("_Depends: 1.1_", []),
        ("Requirements: 1.1", ["door/R1.1"]),
        ("Requirements: 1 board of 2", []),
        ("**Requirements**: Requirement 1.1, 1.2 (Part 2), Requirement 2", ["door/R1.1", "door/R1.2", "door/R2"]),
        ("**Validates**: Design Section 2, TR-2, ADR-1, 1.1", ["door/TR-2"]),
        ("**Validates**: Requirements TR-1 (Acceptance Criteria 2)", ["door/TR-1.2"]),
        ("Use:\n    ```\n    _Requirements: 1.1_\n    ```", []),
    ],
)
def test_task_cites_by_number(line: str, found: list[str]) -> None:
    tasks = f"- [ ] 1. Saw\n  - [x] 1.1 Board\n    - {line}\n"
    page = f"{TWO}\n### TR-1: Oil\n{CRITERIA}\n### TR-2: Rust\n\n- No rust\n\n### SHA-1: Gone\n"
    assert cited({PAGE: page, FOLDER + "tasks.md": tasks}) == [f"task/door/1.1 {one}" for one in found]


def test_number_that_nothing_states_is_reported() -> None:
    result = linked({PAGE: TWO, FOLDER + "tasks.md": "- [ ] 1. Saw _Requirements: 1.9, 3.1_\n"})
    assert fields(result, BrokenReference, "source target nearest") == [
        ("door/1", "door/R1.9", "door/R1"),
        ("door/1", "door/R3.1", None),
    ]
    assert [one.code for one in result.diagnostics] == ["REQ301", "REQ301"]


def test_tasks_of_a_feature_without_requirements_cite_nothing() -> None:
    files = {PAGE: TWO, ".kiro/specs/roof/tasks.md": "- [ ] 1. Saw\n  - _Requirements: 9.9_\n"}
    assert (cited(files), linked(files).diagnostics) == ([], [])


def test_criteria_without_a_task_are_told_where_tasks_cite() -> None:
    result = linked({PAGE: TWO, FOLDER + "tasks.md": "- [ ] 1. Saw\n  - _Requirements: 1.1, 2_\n"})
    assert [one.message for one in result.diagnostics] == ["No task cites 1.2 of door/R1."]
    assert fields(result, RequirementCoverage, "requirement tested untested") == [
        ("door/R1", (), ("1", "2")),
        ("door/R2", (), ("1", "2")),
    ]


@table(
    ("path", "tested", "implemented"),
    [
        ("tests/saw.test.ts", ("1",), ()),  # in a comment above all tests
        ("specs/saw_spec.js", ("1",), ()),
        ("src/saw.ts", (), ("1",)),
        ("specs/door/saw.ts", (), ("1",)),  # beside the requirements, and no test
    ],
)
def test_only_tests_cover(path: str, tested: tuple[str, ...], implemented: tuple[str, ...]) -> None:
    result = linked({PAGE: TWO, path: "// Feature: door\n// Validates: Requirements 1.1\n"})
    covered = fields(result, RequirementCoverage, "requirement tested implemented")
    assert covered[0] == ("door/R1", tested, implemented)


def test_feature_is_named_without_its_number_and_lines_begin_with_that_of_a_criterion() -> None:
    code = "// Feature: door\n// Requirement 1.1: it saws\n// A requirement 1.2 is not meant\n"
    result = linked({PAGE.replace("/door/", "/007-door/"): TWO, "tests/saw.test.ts": code})
    covered = fields(result, RequirementCoverage, "requirement tested")
    assert covered[0] == ("007-door/R1", ("1",))


TEST = 'def test_door():\n    """{}"""\n    assert True\n'
ROOF = {".kiro/specs/roof/requirements.md": TWO}


@table(
    ("text", "found"),
    [
        ("Validates: Requirements 1.2", ["door/R1.2"]),
        ("**Feature: door, Property 3: Knock**\n    **Validates: Requirement 2**", ["door/P3", "door/R2"]),
        ("**Feature: door, Property 9: Knock**", []),
        ("Feature: Gherkin\n    Validates: Requirements 1.2", []),
        ("It validates requirements", []),
    ],
)
def test_test_cites_by_number(text: str, found: list[str]) -> None:
    design = "### Property 3: Knock\n\nFor any knock.\n\n**Validates: Requirements 1.1**\n"
    files = {PAGE: TWO, FOLDER + "design.md": design, "tests/test_door.py": TEST.format(text)}
    assert cited(files) == [
        "door/P3 door/R1.1",
        *(f"test/tests/test_door.py::test_door {one}" for one in found),
    ]


def test_number_that_several_features_have_is_ambiguous_without_a_feature() -> None:
    files = {PAGE: TWO, **ROOF, "tests/test_door.py": TEST.format("Validates: Requirements 1.2")}
    assert [one.code for one in linked(files).diagnostics] == ["REQ604"]
    files["tests/test_door.py"] = TEST.format("Feature: roof, Property 1\n    Validates: Requirements 1.2")
    assert cited(files) == ["test/tests/test_door.py::test_door roof/R1.2"]


def test_number_that_the_feature_above_does_not_have_may_be_of_another() -> None:
    third = TWO + f"\n### Requirement 3\n{CRITERIA}"
    files = {PAGE: TWO, ".kiro/specs/roof/requirements.md": third}
    comment = "# Feature: door, Property 1\n" + "\n" * 12
    files["tests/test_door.py"] = comment + TEST.format("Validates: Requirements 3.2")
    assert cited(files) == ["test/tests/test_door.py::test_door roof/R3.2"]
    assert linked(files).diagnostics == []
    files["tests/test_door.py"] = comment + TEST.format("Validates: Requirements 2.2")
    assert cited(files) == ["test/tests/test_door.py::test_door door/R2.2"]
    for wrong in ("3.9", "4.1"):  # no feature has it
        files["tests/test_door.py"] = comment + TEST.format(f"Validates: Requirements {wrong}")
        assert cited(files) == [f"test/tests/test_door.py::test_door door/R{wrong}"]
    files["tests/test_door.py"] = comment + TEST.format("Validates: Requirements 2.2, 3.2")  # of one feature, together
    assert cited(files) == [f"test/tests/test_door.py::test_door roof/R{number}" for number in ("2.2", "3.2")]
    files["tests/test_door.py"] = comment + TEST.format("Validates: Requirements 2.2, 3.2, 9.1")
    assert (cited(files), linked(files).diagnostics) == ([], [])
    files["tests/test_door.py"] = comment + TEST.format("Validates: Requirements 2.2, 3.2")
    files[".kiro/specs/yard/requirements.md"] = third
    assert [one.code for one in linked(files).diagnostics] == ["REQ604", "REQ604"]  # of one feature or of the other
    assert cited(files) == []
    files["tests/test_door.py"] = TEST.format("Feature: door\n    Validates: Requirements 3.2")
    assert fields(linked(files), BrokenReference, "target") == [("door/R3.2",)]


def test_design_alone_states_nothing() -> None:
    assert linked({FOLDER + "design.md": "### Property 1: A\n**Validates: Requirements 1.1**\n"}).facts == []


@table(
    ("text", "pattern"),
    [
        ("WHEN a THEN it SHALL b", "event-driven"),
        ("While a, the door shall b", "state-driven"),
        ("IF a THEN it MUST b", "unwanted"),
        ("WHERE a, it SHALL b", "optional"),
        ("WHILE a, WHEN b, it SHALL c", "complex"),
        ("The door SHALL b when asked", "ubiquitous"),
        ("It opens", ""),
    ],
)
def test_criterion_has_a_pattern(text: str, pattern: str) -> None:
    assert pattern_of(text) == pattern


def test_numbers_of_a_list() -> None:
    found = [str(one) for one in numbers_in("1.1, 2 and 3.1-3.3; v1.2.3, 4.1a, 10.2—10.1")]
    assert found == ["1.1", "2", "3.1", "3.2", "3.3", "4.1a", "10.2", "10.1"]


def test_property_right_above_tells_the_feature() -> None:
    design = "### Property 1: Knock\n\n**Validates: Requirements 1.1**\n"
    files = {PAGE: TWO, **ROOF, ".kiro/specs/roof/design.md": design}
    files["tests/test_door.py"] = TEST.format("Property 1: knock\n    **Validates: Requirements 1.2**")
    assert "test/tests/test_door.py::test_door roof/R1.2" in cited(files)
    assert not linked(files).diagnostics
    files["tests/test_door.py"] = TEST.format("Property 1: Ring\n    **Validates: Requirements 1.2**")
    assert [one.code for one in linked(files).diagnostics] == ["REQ604"]


def test_feature_with_many_criteria_without_a_task_is_one_finding() -> None:
    page = "# Requirements\n" + "".join(f"\n### Requirement {one}\n{CRITERIA}" for one in range(1, 6))
    tasks = "- [ ] 1. Do\n  - _Requirements: 1.1, 1.2, 2.1, 3.1, 4.1, 5.1_\n"
    (finding,) = linked({PAGE: page, FOLDER + "tasks.md": tasks}).diagnostics
    assert finding.message == "No task cites 2.2 of door/R2, 3.2 of door/R3, 4.2 of door/R4 and 1 more."
    assert [one.message for one in finding.related][-1] == "No task cites 5.2 of door/R5."
    fewer = linked({PAGE: page, FOLDER + "tasks.md": tasks.replace("5.1", "5.1, 5.2")}).diagnostics
    assert [one.message for one in fewer] == [f"No task cites {one}.2 of door/R{one}." for one in (2, 3, 4)]
