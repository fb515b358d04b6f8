"""Capabilities and changes of OpenSpec: which headings are requirements, what a change does to them, and what is wrong
with it. Each line of a table was asked of the program."""

from compiler.languages.requirements.facts import Assertion, BrokenReference, Requirement, RequirementCoverage
from compiler.languages.requirements.formats.openspec.places import locate
from tests.compiler.languages.requirements.sources import facts_of, fields, linked, links
from tests.compiler.tables import table

SPEC = "openspec/specs/loft/spec.md"
CHANGE = "openspec/changes/wide/"
DELTA = CHANGE + "specs/loft/spec.md"
SCENARIO = "It SHALL.\n#### Scenario: Calm\n- **WHEN** calm\n"
WHY = "# Change: Wider\n\n## Why\n\nIt is narrow.\n"


def capability(*requirements: str) -> str:
    """A capability with requirements of these names, each with a scenario."""
    return "## Requirements\n" + "".join(f"### Requirement: {one}\n{SCENARIO}" for one in requirements)


def codes(files: dict[str, str]) -> list[str]:
    return [one.code for one in linked(files).diagnostics]


@table(
    ("heading", "found"),
    [
        ("### Requirement: Wide door", [("loft/wide-door", "Wide door")]),
        ("### requirement:  Wide door  ##", [("loft/wide-door", "Wide door")]),
        ("### Wide door", [("loft/wide-door", "Wide door")]),
        ("<!--\n### Requirement: Wide door\n-->", [("loft/wide-door", "Wide door")]),
        (" ### Requirement: Wide door", []),
        ("#### Requirement: Wide door", []),
        ("```\n### Requirement: Wide door\n```", []),
        ("## Notes\n### Requirement: Wide door", []),
    ],
)
def test_heading_of_the_third_level_is_a_requirement(heading: str, found: list[tuple[str, str]]) -> None:
    result = linked({SPEC: f"{capability('A')}\n{heading}\n{SCENARIO}"})
    assert fields(result, Requirement, "requirement name")[1:] == found


def test_scenarios_are_assertions() -> None:
    text = f"{capability('A')}#### Scenario: Gale\n- x\n##### Deeper\n- y\n**Scenario: Bold**\n"
    found = facts_of(linked({SPEC: text}), Assertion)
    assert [(one.assertion, one.text) for one in found] == [
        ("loft/a/calm", "Calm\n- **WHEN** calm"),
        ("loft/a/gale", "Gale\n- x\n##### Deeper\n- y\n**Scenario: Bold**"),
    ]


def test_requirements_of_one_name_are_reported_and_those_of_one_slug_are_not() -> None:
    assert codes({SPEC: capability("A b", "A b")}) == ["REQ207"]
    result = linked({SPEC: capability("A b", "A-b")})
    assert fields(result, Requirement, "requirement") == [("loft/a-b",), ("loft/a-b-2",)]
    assert result.diagnostics == []


def test_scenario_whose_id_a_change_states_gets_a_number() -> None:
    # The change `kite` states the requirement `kite/a/calm`, and the requirement `kite/a` has the scenario `calm`.
    files = {
        "openspec/specs/kite/spec.md": capability("A"),
        "openspec/changes/kite/specs/a/spec.md": "## REMOVED Requirements\n### Requirement: Calm\n",
    }
    result = linked(files)
    assert ("kite/a/calm",) in fields(result, Requirement, "requirement")
    assert ("kite/a/calm#2", "r:kite/a/calm#2") in fields(result, Assertion, "assertion ref")
    assert "kite/a has_assertion kite/a/calm#2" in links(result, "has_assertion")
    assert "REQ211" in codes(files)


def test_change_says_what_it_would_do() -> None:
    delta = (
        f"## RENAMED Requirements\n- FROM: `### Requirement: A`\n- TO: `### Requirement: Z`\n"
        f"## MODIFIED Requirements\n### Requirement: Z\n{SCENARIO}"
        f"## REMOVED Requirements\n### Requirement: B\n**Reason**: old\n- `### Requirement: C`\n"
        f"## ADDED Requirements\n### Requirement: D\n{SCENARIO}"
    )
    result = linked({SPEC: capability("A", "B", "C"), DELTA: delta, CHANGE + "proposal.md": WHY})
    found = [one for one in facts_of(result, Requirement) if one.level != "requirement"]
    assert [(one.requirement, one.level, one.status, one.role) for one in found] == [
        ("wide", "change", "proposed", "provisional"),
        ("wide/loft/a", "renamed", "to be renamed", "retired"),
        ("wide/loft/z", "modified", "proposed", "provisional"),
        ("wide/loft/b", "removed", "to be removed", "retired"),
        ("wide/loft/c", "removed", "to be removed", "retired"),
        ("wide/loft/d", "added", "proposed", "provisional"),
    ]
    assert found[3].statements["reason"] == "old"
    assert links(result, "renames") == ["wide/loft/a renames loft/a"]
    assert links(result, "modifies") == ["wide/loft/z modifies loft/a"]
    assert links(result, "removes") == ["wide/loft/b removes loft/b", "wide/loft/c removes loft/c"]
    assert len(links(result, "refines")) == 5
    assert [one.statements["changes"] for one in facts_of(result, Requirement) if one.requirement == "loft/a"] == [
        ["wide/loft/a", "wide/loft/z"]
    ]
    assert result.diagnostics == []


@table(
    ("delta", "found"),
    [
        (f"## MODIFIED Requirements\n### Requirement: a\n{SCENARIO}", ["REQ301"]),
        (f"## MODIFIED Requirements\n### Requirement: Plain\n{SCENARIO}", ["REQ301"]),
        ("## RENAMED Requirements\n- FROM: `### Requirement: N`\n- TO: `### Requirement: M`\n", ["REQ301"]),
        ("## REMOVED Requirements\n### Requirement: N\n", []),
        (f"## ADDED Requirements\n### Requirement: A\n{SCENARIO}", ["REQ623"]),
        ("## ADDED Requirements\n### Requirement: N\nIt SHALL.\n", ["REQ621"]),
        ("## MODIFIED Requirements\n### Requirement: A\nIt SHALL.\n", ["REQ622", "REQ621"]),
        (f"## ADDED Requirements\n### N\n{SCENARIO}", ["REQ601", "REQ601"]),
        (f"## Requirements\n### Requirement: N\n{SCENARIO}", ["REQ601"]),
        ("## ADDED Requirements\nNothing.\n", ["REQ601"]),
        ("Nothing.\n", []),
        (f"## added  requirements\n###Requirement: N\n{SCENARIO}", []),
    ],
)
def test_finding_on_a_change(delta: str, found: list[str]) -> None:
    spec = f"{capability('A')}### Plain\n{SCENARIO}"
    assert sorted(codes({SPEC: spec, DELTA: delta})) == sorted(found)


def test_page_of_another_name_among_deltas_is_unread() -> None:
    assert codes({SPEC: capability("A"), CHANGE + "specs/loft/more.md": capability("B")}) == ["REQ601"]


def test_tasks_implement_their_change() -> None:
    tasks = "## 1. A\n- [x] 1.1 One\n- [ ] 1.2 Two\n- [ ] 3 Three\n- [ ] 1.1 Again\n"
    result = linked({CHANGE + "proposal.md": WHY, CHANGE + "tasks.md": tasks})
    assert [one.source for one in result.links if one.kind == "implements"] == [
        "k:task/wide/1.1",
        "k:task/wide/1.2",
        "k:task/wide#3",
        "k:task/wide/1.1#2",
    ]
    (change,) = facts_of(result, Requirement)
    assert (change.name, change.text, change.statements) == ("Wider", "It is narrow.", {"tasks": 4, "tasks_done": 1})
    assert fields(result, RequirementCoverage, "total") == [(0,)]  # tasks are no tests


def test_change_without_a_proposal_is_stated_by_its_first_file() -> None:
    delta = f"## ADDED Requirements\n### Requirement: B\n{SCENARIO}"
    result = linked({DELTA: delta, CHANGE + "tasks.md": "- [x] 1.1 One\n<!-- - [ ] 1.2 No\n-->\n- [ ] AC-1: See\n"})
    assert fields(result, Requirement, "requirement level") == [("wide", "change"), ("wide/loft/b", "added")]
    assert [one.source for one in result.links if one.kind == "implements"] == ["k:task/wide/1.1", "k:task/wide/AC-1"]


def test_archived_change_is_history() -> None:
    old = "openspec/changes/archive/2025-01-01-old/"
    delta = f"## MODIFIED Requirements\n### Requirement: Gone\n{SCENARIO}### Requirement: A\nIt SHALL.\n"
    result = linked({SPEC: capability("A"), old + "proposal.md": WHY, old + "specs/loft/spec.md": delta})
    assert {one.status for one in facts_of(result, Requirement) if one.requirement != "loft/a"} == {"archived"}
    assert links(result, "modifies") == ["2025-01-01-old/loft/a modifies loft/a"]
    assert (facts_of(result, BrokenReference), result.diagnostics) == ([], [])


@table(
    ("line", "found"),
    [
        ("# Requirement: A", ["loft/a"]),
        ("# Requirement: A, as told. Scenario: Calm", ["loft/a/calm"]),
        ("# Requirement: A\n    # Scenario: Calm", ["loft/a/calm"]),
        ("# Requirement: A\n    # Scenario: Another", ["loft/a"]),
        ("# Requirement: Ab", []),
        ("# requirement: A", []),
    ],
)
def test_test_cites_by_the_name(line: str, found: list[str]) -> None:
    result = linked({SPEC: capability("A"), "tests/test_loft.py": f"def test_door():\n    {line}\n    assert True\n"})
    assert [one.target.removeprefix("r:") for one in result.links if one.kind == "verifies"] == found


def test_several_projects_of_a_source_have_ids_of_their_own() -> None:
    result = linked({SPEC: capability("A"), f"kit/{SPEC}": capability("A", "B")})
    assert {one[0] for one in fields(result, Requirement, "requirement")} == {"loft/a", "kit/loft/a", "loft/b"}
    assert result.diagnostics == []


@table(
    "path",
    [
        "openspec/spec.md",
        "openspec/specs/spec.md",
        "openspec/changes/wide/design.md",
        "openspec/changes/archive/notes.md",
        "specs/loft/spec.md",
        "closed-openspec/specs/loft/spec.md",
        "openspec/specs/loft/notes.md",
    ],
)
def test_other_pages_are_no_part_of_the_format(path: str) -> None:
    assert locate(path) is None


def test_long_names_make_ids_that_tools_take() -> None:
    names = ["a" * 3_000 + end for end in ("b", "c")]
    page = "".join(
        f"### Requirement: {one}\n\nIt SHALL.\n\n#### Scenario: {one}\n\n- THEN it does\n\n" for one in names
    )
    result = linked({"openspec/specs/gate/spec.md": f"# Gate\n\n## Purpose\n\nG.\n\n## Requirements\n\n{page}"})
    ids = [one.requirement for one in facts_of(result, Requirement)]
    ids += [one.assertion for one in facts_of(result, Assertion)]
    assert len(set(ids)) == 4
    assert max(map(len, ids)) < 1_000


def test_capability_in_which_nothing_is_read_is_said_though_the_source_has_no_other() -> None:
    result = linked({SPEC: "# Loft\n\nIt is wide.\n"})
    assert [(one.code, one.span.file) for one in result.diagnostics] == [("REQ601", SPEC)]
    assert linked({"docs/spec.md": "# Loft\n\nIt is wide.\n"}).diagnostics == []


def test_change_without_a_section_is_told_at_its_first_heading() -> None:
    result = linked({CHANGE + "proposal.md": WHY, DELTA: f"Words.\n\n# Loft\n\n### Requirement: A\n{SCENARIO}"})
    told = [(one.span.file, one.span.start_line) for one in result.diagnostics if "no section such as" in one.message]
    assert told == [(DELTA, 3)]


def test_requirement_begins_at_the_first_column_of_its_heading() -> None:
    (found,) = facts_of(linked({SPEC: capability("A")}), Requirement)
    assert (found.span.start_line, found.span.start_col) == (2, 1)
