"""Pages that list requirements: which lines state one, which only cite one, and what a matrix says."""

from compiler.languages.requirements.facts import Reference, Requirement
from tests.compiler.languages.requirements.sources import fields, linked
from tests.compiler.tables import table

PAGE = "docs/requirements.md"


def stated(files: dict[str, str], format_: str = "listed") -> list[str]:
    """The requirements that pages state, each with its file and line."""
    result = linked(files)
    found = [one for one in result.facts if isinstance(one, Requirement) and one.format == format_]
    return [f"{one.requirement} {one.span.file}:{one.span.start_line}" for one in found]


@table(
    ("text", "ids"),
    [
        (
            "| ID | Requirement |\n|---|---|\n| **REQ-F1** | The lamp turns. |\n| REQ-F2 | It dims. |",
            ["REQ-F1", "REQ-F2"],
        ),
        ("| # | Requirement ID | Description | Priority |\n|-|-|-|-|\n| 1 | LAMP-01 | It turns. | High |", ["LAMP-01"]),
        ("| Anforderung | Beschreibung |\n|---|---|\n| `LH-010` | Das Licht dreht sich. |", ["LH-010"]),
        ("| 编号 | 需求 |\n|---|---|\n| FR-1 | 灯会转动 |", ["FR-1"]),
        ("| ID | Description |\n|---|---|\n| [NFR-1](#nfr-1) | It is quick. |", ["NFR-1"]),
        ("## Functional\n\n| ID | Description |\n|---|---|\n| L1 | It turns. |", ["L1"]),
        (
            "- **LAMP-01**: It turns.\n- **LAMP-02**: It dims.\n- **LAMP-03**: It stops.",
            ["LAMP-01", "LAMP-02", "LAMP-03"],
        ),
        ("- [ ] **REQ-1**: It turns.\n- [x] **REQ-2**: It dims.", ["REQ-1", "REQ-2"]),
        ("1. REQ-1: It turns.\n2. REQ-2 — It dims.", ["REQ-1", "REQ-2"]),
        ("### REQ-012: The lamp\n\nIt turns.\n\n#### REQ-013 The horn\n\nIt sounds.", ["REQ-012", "REQ-013"]),
        (
            "### 1.1 The lamp (FR-LAMP-001)\n\n- DW0: Turns\n- DW2: Dims\n\n### 1.2 The horn [FR-HORN-001]\n\n"
            "It sounds.\n\n"
            "## A.1 Tables\n\nText.\n\n## A.2 Plans\n\nText.",
            ["FR-LAMP-001", "FR-HORN-001"],
        ),
        (
            "| ID | Requirement and source | Verification |\n|---|---|---|\n| LX-V1A-A00-001 | It turns. | - |\n"
            "| LX-V1A-A00-002 **[changed]** | It dims. | - |",
            ["LX-V1A-A00-001", "LX-V1A-A00-002"],
        ),
        (
            "## Traceability\n\n| ID | Requirement |\n|---|---|\n| LX-1 | It turns. |\n\n"
            "## Lamps\n\n| ID | Requirement |\n"
            "|---|---|\n| LX-2 | It dims. |",
            ["LX-1", "LX-2"],
        ),
        ("| ID Req | Descripción |\n|---|---|\n| **RF-01** | La luz gira. |", ["RF-01"]),
        ("**SRS-LAMP-001** The lamp turns.\n\n**SRS-LAMP-002:** It dims.", ["SRS-LAMP-001", "SRS-LAMP-002"]),
        ("REQ-1: The lamp turns.\n\nREQ-2: It dims.", ["REQ-1", "REQ-2"]),
        (
            "- **FR1**: It turns.\n- **FR2-FR9**: It dims.\n- **FR10-12**: It stops.\n- **FR13**: It goes.",
            ["FR1", "FR13"],
        ),
        (
            "- **REQ-LAMP-TURNS**: It turns.\n- **REQ-LAMP-XXX**: A name.\n- **REQ-TBD**: Another.",
            ["REQ-LAMP-TURNS"],
        ),
    ],
)
def test_page_of_requirements_states_them_in_any_of_these_forms(text: str, ids: list[str]) -> None:
    assert [one.partition(" ")[0] for one in stated({PAGE: f"# Requirements\n\n{text}\n"})] == ids


@table(
    "text",
    [
        "| ID | Decision |\n|---|---|\n| D-01 | The lamp turns. |",
        "| ID | Task | Status |\n|---|---|---|\n| WBS-1 | Build the lamp | done |",
        "| ID | Risk |\n|---|---|\n| R-1 | It rusts. |",
        "| Requirement | Phase | Status |\n|---|---|---|\n| LAMP-01 | Phase 1 | open |",
        "| ID | Description |\n|---|---|\n| TC-01 | Turn the lamp. |",
        "See REQ-1, REQ-2 and REQ-3 of the supplier.",
        "- [REQ-1](other.md): the lamp\n- [REQ-2](other.md): the horn\n- [REQ-3](other.md): the bell",
        "```\n- **REQ-1**: It turns.\n```",
        "<!-- | ID | Requirement |\n|---|---|\n| REQ-1 | It turns. | -->",
        "## Change history\n\n| ID | Description |\n|---|---|\n| CR-01 | Added the horn. |",
        "| Version | Description |\n|---|---|\n| V1 | first |",
        "- UTF-8: the charset\n- ISO-8601: the dates\n- SHA-256: the hash",
    ],
)
def test_page_of_requirements_states_nothing_in_these_forms(text: str) -> None:
    assert stated({PAGE: f"# Requirements\n\n{text}\n"}) == []


@table(
    "text",
    [
        "# Plan\n\n- **LAMP-01**: build it\n- **LAMP-02**: build it\n- **LAMP-03**: build it",
        "# Plan\n\n- **REQ-1**: done by Ann\n- **REQ-2**: done by Bo\n- **REQ-3**: open",
        "# Lamp\n\n| ID | Name |\n|---|---|\n| L-01 | lamp |",
        "# Lamp\n\n**REQ-1** is met by the motor.",
    ],
)
def test_other_page_only_cites(text: str) -> None:
    assert stated({"docs/plan.md": text}) == []


def test_entry_elsewhere_on_a_page_is_one_more_of_those_in_its_section_of_requirements() -> None:
    power = "- **SYS-SR-OIL-1:** It shall burn.\n- **SYS-SR-OIL-2:** done by Ann\n- **LAMP-1:** It shall burn.\n"
    listed = "".join(f"- **SYS-SR-LAMP-{number}:** It shall turn.\n" for number in range(1, 6))
    text = f"# System\n\n## Power\n\n{power}- **SYS-SR-OIL-3:** It shall last.\n\n## Requirements\n\n{listed}"
    ids = [one.partition(" ")[0] for one in stated({"docs/system.md": text})]
    assert ids == ["SYS-SR-OIL-1", "SYS-SR-OIL-3", *(f"SYS-SR-LAMP-{number}" for number in range(1, 6))]


def test_entries_with_braces_name_those_above_them_on_any_page() -> None:
    listed = "".join(f"- [SyAD-{number}]{{StRS-1}} It burns oil {number}.\n" for number in range(1, 5))
    design = f"# Architecture\n\n{listed}- [SyAD-5]{{StRS-1, StRS-2, tRS-3}} It turns.\n- [SyAD-6]{{}} It dims.\n"
    page = "# Requirements\n\n- [StRS-1]{} It shall shine.\n- [StRS-2]{} It shall last.\n"
    result = linked({"docs/design.md": design, PAGE: page})
    found = [(one.source, one.target) for one in result.links if one.kind == "refines"]
    assert found[-2:] == [("r:SyAD-5", "r:StRS-1"), ("r:SyAD-5", "r:StRS-2")]
    assert fields(result, Requirement, "requirement text")[5] == ("SyAD-6", "It dims.")


@table(
    ("path", "text", "ids"),
    [
        (
            "docs/Lamp_Requirements.csv",
            'Req ID,Description\nLX-1,"It turns,\nand dims."\nLX-2,It stops.\n',
            "LX-1 LX-2",
        ),
        (
            "docs/requirements.csv",
            "Summary,Custom field (Requirement ID),Description,Custom field (Rationale)\nLX-1,LX-1,It turns.,Ships.\n",
            "LX-1",
        ),
        (".rtmx/database.csv", "req_id,requirement_text,test_module,phase\nLX-1,It turns.,t/a.py,2\n", "LX-1"),
        ("docs/rtm.tsv", "Test\tRequirement ID\tDescription\nturn\tLX-1\tTurn the lamp.\n", ""),
        ("docs/requirements.csv", "Name,Version\nlamp-1,2\n", ""),
        ("gov/C-1.toml", 'text = """\n[REQ-1] The lamp MUST turn.\n\n[REQ-2] Oil.\n"""\n[REQ-3]\n', "REQ-1"),
        ("docs/terms.rst", "Terms\n=====\n\n[REQ-1] The lamp shall turn.\n", "REQ-1"),
    ],
)
def test_file_of_values_or_of_plain_text_states_requirements(path: str, text: str, ids: str) -> None:
    assert " ".join(one.partition(" ")[0] for one in stated({path: text})) == ids


def test_line_of_a_text_that_holds_no_more_gives_way_to_another() -> None:
    text = 'status = "{}"\ntext = """\n[REQ-1] The lamp MUST turn{}.\n"""\n'
    files = {"a.toml": text.format("superseded", ""), "b.toml": text.format("active", " fast")}
    assert stated(files) == ["REQ-1 b.toml:3"]


def test_asciidoc_table_and_sections_state_requirements() -> None:
    text = """= Requirements

[cols="1,4,1",options="header"]
|===
|ID |Requirement |Status

|REQ-1
|The lamp turns.
|draft

|REQ-2 |It dims. |approved
|===

== REQ-3: The horn

It sounds.

----
== REQ-4: not here
----
"""
    result = linked({"doc/srs.adoc": text})
    assert fields(result, Requirement, "requirement name status role") == [
        ("REQ-1", "The lamp turns.", "draft", "provisional"),
        ("REQ-2", "It dims.", "approved", "active"),
        ("REQ-3", "The horn", "Unknown", "active"),
    ]


def test_statement_says_on_what_basis_it_is_one() -> None:
    (one,) = [
        fact
        for fact in linked(
            {"a.md": "# Lamp\n\n| ID | Requirement | Why |\n|-|-|-|\n| L-1 | It turns. | ships |\n"}
        ).facts
        if isinstance(fact, Requirement)
    ]
    assert one.statements == {
        "why": "ships",
        "section": "Lamp",
        "basis": "a row of a table whose header names requirements",
    }


def test_list_of_requirements_goes_before_summary_and_matrix() -> None:
    summary = "# Overview\n\n| ID | Requirement |\n|---|---|\n| REQ-1 | Turn |\n| REQ-2 | Dim |\n"
    page = "# Requirements\n\n### REQ-1: Turn\n\nThe lamp turns.\n\n### REQ-2: Dim\n\nIt dims.\n"
    matrix = "| REQ | Requirement | Code |\n|---|---|---|\n| REQ-1 | Turn | src/a.c |\n| REQ-2 | Dim | src/b.c |\n"
    files = {"README.md": summary, PAGE: page, "docs/matrix.md": matrix, "src/a.c": "int a;\n", "src/b.c": "int b;\n"}
    assert stated(files) == ["REQ-1 docs/requirements.md:3", "REQ-2 docs/requirements.md:7"]


def test_requirement_that_is_written_twice_in_one_list_is_reported() -> None:
    text = "| ID | Requirement |\n|---|---|\n| REQ-1 | It turns. |\n| REQ-1 | It dims. |\n"
    assert [one.code for one in linked({PAGE: text}).diagnostics] == ["REQ207"]


def test_named_lines_below_a_heading_are_its_fields_and_its_evidence() -> None:
    text = """# Requirements

### REQ-7: The horn

It sounds in fog.

- **Status**: Deprecated
- **Priority:** High
- **Parent**: REQ-8
- Tests: `tests/test_horn.py::test_sounds`
- Implementation:
  - `src/horn.py`

### REQ-8: Warning

It warns.
"""
    files = {
        PAGE: text,
        "src/horn.py": "def horn():\n    pass\n",
        "tests/test_horn.py": "def test_sounds():\n    pass\n",
    }
    result = linked(files)
    assert fields(result, Requirement, "requirement text role statements")[0] == (
        "REQ-7",
        "It sounds in fog.",
        "retired",
        {
            "priority": "High",
            "tests": "tests/test_horn.py::test_sounds",
            "implementation": "src/horn.py",
            "section": "Requirements",
            "basis": "a heading with its id, on a page of requirements",
        },
    )
    assert sorted(fields(result, Reference, "source edge_kind requirement")) == [
        ("REQ-7", "refines", "REQ-8"),
        ("src/horn.py", "implements", "REQ-7"),
        ("tests/test_horn.py::test_sounds", "verifies", "REQ-7"),
    ]


@table(
    ("row", "links"),
    [
        ("| REQ-1 | `src/a.c` | `tests/a_test.c` |", ["src/a.c implements", "tests/a_test.c verifies"]),
        ("| REQ-1 | src/a.c, src/b.c | - |", ["src/a.c implements", "src/b.c implements"]),
        ("| REQ-1 | `src/{a,b}.c` | |", ["src/a.c implements", "src/b.c implements"]),
        ("| REQ-1 | [a](../src/a.c#L3) | |", ["src/a.c implements"]),
        ("| REQ-1 | `src/` | tests/*.c |", ["src implements", "tests/a_test.c verifies"]),
        ("| REQ-1 | the lamp in `a.c` | inspection |", ["src/a.c implements"]),
        ("| REQ-1 | motor/lamp | n/a |", []),
        ("| REQ-1 | `src/a.c:12-40` | |", ["src/a.c implements"]),
    ],
)
def test_row_of_a_matrix_links_its_files(row: str, links: list[str]) -> None:
    files = {
        PAGE: "# Requirements\n\n- **REQ-1**: It turns.\n",
        "docs/matrix.md": f"# Matrix\n\n| REQ | Implementation | Verification |\n|---|---|---|\n{row}\n",
        "src/a.c": "int a;\n",
        "src/b.c": "int b;\n",
        "tests/a_test.c": "int t;\n",
    }
    result = linked(files)
    assert sorted(f"{source} {kind}" for source, kind in fields(result, Reference, "source edge_kind")) == links


def test_matrix_by_tests_links_each_requirement_of_a_row() -> None:
    files = {
        PAGE: "# Requirements\n\n- **REQ-1**: It turns.\n- **REQ-2**: It dims.\n",
        "docs/tests.md": "| Test | Checks | Requirements |\n|---|---|---|\n| `tests/t.c` | all | REQ-1, REQ-2 |\n",
        "tests/t.c": "int t;\n",
    }
    found = fields(linked(files), Reference, "source requirement")
    assert found == [("tests/t.c", "REQ-1"), ("tests/t.c", "REQ-2")]


def test_file_that_a_matrix_names_and_the_source_lacks_is_told() -> None:
    matrix = "| REQ | Code |\n|---|---|\n| REQ-1 | `src/gone.c` |\n"
    (one,) = linked({PAGE: "# Requirements\n\n- **REQ-1**: It turns.\n", "m.md": matrix}).diagnostics
    assert (one.code, one.severity) == ("REQ601", "info")


def test_ids_of_another_format_are_left_to_it() -> None:
    spec = "# Feature Specification: Lamp\n\n### Functional Requirements\n\n- **FR-001**: It MUST turn.\n"
    plan = "# Requirements\n\n| ID | Requirement |\n|---|---|\n| FR-001 | It turns. |\n"
    assert stated({"specs/001-lamp/spec.md": spec, "docs/requirements.md": plan}) == []


@table(
    ("title", "is_stating"),
    [
        ("Requirements", True),
        ("3.2 Functional Requirements", True),
        ("v2.0 Requirements (complete)", True),
        ("Software Requirements Specification: Lamp", True),
        ("Requirements of the lamp", True),
        ("Migrate the LAMP-7 requirements", False),
        ("How we tag requirements", False),
        ("LOG-066: LIGHT-010 requirements", False),
        ("Add categories to requirements", False),
        ("Changes of requirements", False),
    ],
)
def test_title_is_about_requirements(title: str, is_stating: bool) -> None:
    text = f"# {title}\n\n- **LAMP-1**: It turns.\n- **LAMP-2**: It dims.\n"
    assert bool(stated({"docs/a.md": text})) is is_stating


def test_row_of_a_matrix_may_name_a_group_of_ids() -> None:
    matrix = "| Requirement group | Primary tests |\n|---|---|\n| LMP-R-* | `t_lamp.c` |\n| HRN-R-* | all of them |\n"
    page = "# Requirements\n\n- **LMP-R-1**: It turns.\n- **LMP-R-2**: It dims.\n- **HRN-R-1**: It sounds.\n"
    files = {PAGE: page, "docs/matrix.md": matrix, "tests/t_lamp.c": "int t;\n"}
    found = fields(linked(files), Reference, "source requirement")
    assert found == [("tests/t_lamp.c", "LMP-R-1"), ("tests/t_lamp.c", "LMP-R-2")]


def test_guide_repeats_and_the_requirement_says_where_another_text_stands() -> None:
    files = {
        "a/IntegrationGuide.md": "# Guide\n\n| Requirement | Description |\n|---|---|\n| CAM-1 | It saves. |\n",
        "b/design.md": "# Camera\n\n| Requirement | Description |\n|---|---|\n| CAM-1 | It sends. |\n",
    }
    assert stated(files) == ["CAM-1 b/design.md:5"]
    (found,) = [one for one in linked(files).facts if isinstance(one, Requirement)]
    assert found.statements["other_texts"] == "a/IntegrationGuide.md:5"


def test_page_may_cite_its_own_requirements_in_other_lists() -> None:
    text = (
        "# System requirements\n\n**REQ-1 Contact** tells open from shut.\n\n**REQ-2 Siren** sounds.\n\n"
        "## Inputs of the lamp\n\n- **REQ-1 Contacts** of the doors.\n"
    )
    result = linked({PAGE: text})
    assert fields(result, Requirement, "requirement") == [("REQ-1",), ("REQ-2",)]
    assert result.diagnostics == []


def test_hyphens_of_typesetters_are_those_of_ids() -> None:
    text = "# Safety\n\n| ID | Safety Goal |\n|---|---|\n| **SG\u2011001** | It turns. |\n"
    assert [one.partition(" ")[0] for one in stated({PAGE: text})] == ["SG-001"]


def test_test_plans_and_codes_of_errors_are_no_requirements() -> None:
    plan = "# Plan\n\n## Test matrix\n\n| ID | Requirement |\n|---|---|\n| VT-1 | It turns. |\n"
    assert stated({"docs/plan.md": plan, "docs/REQ101.md": "# REQ101\n\nThe file is missing.\n"}) == []


@table(
    ("path", "text", "ids"),
    [
        ("spec/login.md", "---\nid: LAMP-REQ-07\ntitle: Turn\n---\n\n## Text\n\nIt turns.\n", ["LAMP-REQ-07"]),
        ("requirements/turn.md", "---\nid: LAMP-0007\n---\n\n# Turn\n\nIt turns.\n", ["LAMP-0007"]),
        ("spec/StRS-12.md", "# Requirement of the keeper – StRS-12\n\nIt turns.\n", ["StRS-12"]),
        # What it lists of its kind is cited there.
        ("spec/a.md", "---\nid: REQ-08\n---\n\n# Dim\n\nIt dims.\n\n## Requirements\n\n- REQ-07: turn\n", ["REQ-08"]),
        # A list of requirements may have an id of its own.
        ("spec/b.md", "---\nid: SRS-1\n---\n\n# Requirements\n\n- REQ-1: turn\n- REQ-2: dim\n", ["REQ-1", "REQ-2"]),
        # Pages about a requirement, and pages with an id of another kind.
        ("spec/StRS-12.md", "# How it was checked\n\nIt turns.\n", []),
        ("spec/c.md", "---\nid: REQ-0008\n---\n\n# Test plan\n\nIt dims.\n", []),
        ("notes/d.md", "---\nid: LAMP-0007\n---\n\n# Turn\n\nIt turns.\n", []),
        ("notes/e.md", "---\ntitle: Turn\nrelated: REQ-0007\n---\n\n# Turn\n\nThe requirement.\n", []),
    ],
)  # fmt: skip
def test_page_may_be_one_requirement(path: str, text: str, ids: list[str]) -> None:
    assert [one.partition(" ")[0] for one in stated({path: text})] == ids


def test_page_of_an_earlier_state_gives_way_to_that_of_today() -> None:
    page = "# REQ-07 Turn\n\nIt shall turn{}.\n"
    files = {"docs/baselines/1/REQ-07.md": page.format(""), "docs/srs/REQ-07.md": page.format(" fast")}
    files["docs/srs/index.yaml"] = "REQ-07: {source: docs/srs/REQ-07.md}\n"
    result = linked(files)
    assert stated(files) == ["REQ-07 docs/srs/REQ-07.md:1"]
    assert (result.diagnostics, fields(result, Reference, "source")) == ([], [])


def test_page_of_one_requirement_refines_those_of_its_front_matter() -> None:
    parent = "---\nid: SyRS-1\nstatus: Draft\n---\n\n# Light\n\nThe system shall shine.\n"
    child = "---\nid: REQ-0007\nlinks:\n  parents: [SyRS-1]\n---\n\n# Turn\n\nIt turns.\n"
    result = linked({"a/light.md": parent, "b/turn.md": child})
    found = [(one.source, one.target) for one in result.links if one.kind == "refines"]
    assert found == [("r:REQ-0007", "r:SyRS-1")]


def test_requirement_refines_what_signs_behind_its_text_name() -> None:
    text = "# Requirements\n\n[REQ-1] It shall shine. >[SYS-1], >[SYS-2]\n\n> Such as >[SYS-3].\n"
    above = "# System requirements\n\n[SYS-1] It shall light.\n\n[SYS-2] It shall last.\n\n[SYS-3] It shall dim.\n"
    result = linked({"a.md": above, "b.md": text})
    found = [(one.source, one.target) for one in result.links if one.kind == "refines"]
    assert found == [("r:REQ-1", "r:SYS-1"), ("r:REQ-1", "r:SYS-2")]


@table(
    ("path", "ids"),
    [
        ("docs/requirements/quality.md", ["NFR-1", "NFR-2"]),
        ("docs/quality.md", []),
        ("docs/requirements/traceability.md", []),
    ],
)
def test_page_in_a_folder_of_requirements_states_what_its_ids_say(path: str, ids: list[str]) -> None:
    text = "# Quality and risks\n\n### Non-functional\n\n- NFR-1: It is quick.\n- NFR-2: It lasts.\n- R-1: It breaks.\n"
    assert [one.partition(" ")[0] for one in stated({path: text})] == ids


@table(
    ("heading", "ids"),
    [
        ("### Lamps — Phase 1", ["LAMP-01", "LAMP-02"]),
        ("### Lamps (phase 2b)", ["LAMP-01", "LAMP-02"]),
        ("### Lamps: Milestone 3", ["LAMP-01", "LAMP-02"]),
        ("### Phase 1", []),
        ("### Test cases — Phase 1", []),
        ("### Lamps and phases", []),
    ],
)
def test_heading_may_say_when_its_requirements_are_met(heading: str, ids: list[str]) -> None:
    text = f"# Requirements\n\n{heading}\n\n- [x] **LAMP-01**: It turns.\n- [ ] **LAMP-02**: It dims.\n"
    assert [one.partition(" ")[0] for one in stated({PAGE: text})] == ids


def test_id_of_its_own_kind_is_stated_among_many_of_the_same_form() -> None:
    listed = "".join(f"- [ ] **LAMP-0{number}**: It turns.\n" for number in range(1, 6))
    only = "- [x] **HORN-01**: It sounds.\n"
    assert len(stated({PAGE: f"# Requirements\n\n{listed}{only}"})) == 6
    assert stated({PAGE: f"# Requirements\n\n{only}"}) == []
