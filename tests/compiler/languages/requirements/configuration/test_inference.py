"""Projects without settings: what proves a prefix, which headers belong to it, which headings are no requirements."""

from compiler.languages.requirements.facts import Reference, Requirement, RequirementProject, Test
from tests.compiler.languages.requirements.sources import NEWER, SPEC, facts_of, fields, findings, linked, requirement
from tests.compiler.tables import table

HARBOUR = requirement("HAR-p00001", "It SHALL berth ships.", "It SHALL feed gulls.") + requirement(
    "HAR-d00001", "It SHALL have a table.", level="DEV", implements="HAR-p00001-A"
)


def ids(files: str | dict[str, str]) -> list[str]:
    return [one.requirement for one in facts_of(linked(files), Requirement)]


def inferred(files: str | dict[str, str]) -> list[dict[str, object]]:
    [project] = facts_of(linked(files), RequirementProject)
    return list(project.inferred)


def test_prefix_and_levels_are_inferred_and_said() -> None:
    result = linked(HARBOUR)
    assert fields(result, Requirement, "requirement level is_root") == [
        ("HAR-p00001", "prd", True),
        ("HAR-d00001", "dev", False),
    ]
    assert findings(result) == ["REQ105 1"]
    assert "prefix HAR" in result.diagnostics[0].message
    assert "(2 in all), with the levels prd, dev" in result.diagnostics[0].message
    assert inferred(HARBOUR) == [
        {
            "prefix": "HAR",
            "id_pattern": "HAR-p00001",
            "levels": {"prd": "p", "dev": "d"},
            "headers": 2,
            "proofs": 2,
            "left_as_headings": 0,
            "citations_of_code": 0,
            "files": 1,
            "first_files": [SPEC],
        }
    ]


def test_several_prefixes_are_several_projects() -> None:
    crane = requirement("CRN-001", "It SHALL lift.", level="System", implements="HAR-p00001")
    files = {SPEC: HARBOUR, "docs/crane.md": crane}
    assert ids(files) == ["CRN-001", "HAR-p00001", "HAR-d00001"]
    assert [(one["prefix"], one["headers"]) for one in inferred(files)] == [("HAR", 2), ("CRN", 1)]
    assert findings(linked(files)) == ["REQ105 1", "REQ105 docs/crane.md:1"]


def test_code_and_tests_cite_inferred_ids() -> None:
    crane = requirement("CRN-001", "It SHALL lift.", level="System")
    code = {
        "src/a.py": "# Implements: HAR-d00001-A\ndef a(): pass\n# Implements: ADR-0012, RFC-2119\ndef b(): pass\n",
        "tests/test_a.py": "# Verifies: CRN-001\ndef test_a(): pass\ndef test_CRN_001_A_lifts(): pass\n",
    }
    files = {SPEC: HARBOUR + crane, **code}
    result = linked(files)
    assert {
        (one.source, one.requirement) for one in facts_of(result, Reference) if one.source_kind != "requirement"
    } == {
        ("src/a.py:1", "HAR-d00001"),
        ("tests/test_a.py::test_a", "CRN-001"),
        ("tests/test_a.py::test_CRN_001_A_lifts", "CRN-001"),
    }
    assert fields(result, Test, "function requirements") == [
        ("test_a", ("CRN-001",)),
        ("test_CRN_001_A_lifts", ("CRN-001",)),
    ]
    assert findings(result) == ["REQ105 1", "REQ105 20"]


@table(
    ("ids_written", "pattern"),
    [
        (("HAR-p00001", "HAR-d00002"), "HAR-p00001"),
        (("HAR-001", "HAR-042"), "HAR-001"),
        (("HAR-1", "HAR-42"), "HAR-1"),
        (("HAR-001", "HAR-1042"), "HAR-001"),
        (("HAR-SRS-001", "HAR-SRS-002"), "HAR-SRS-001"),
        (("HAR-Berths", "HAR-Gulls"), "HAR-name"),
        (("HAR-SYS001", "HAR-SUB002"), "HAR-SYS001"),
        (("HAR-berth-table", "HAR-gull"), "HAR-name"),
        (("HAR-SYSTEM-berth-table", "HAR-SUBSYSTEM-gull"), "HAR-SYSTEM-name"),
    ],
)
def test_shape_of_ids_is_inferred(ids_written: tuple[str, str], pattern: str) -> None:
    first, second = ids_written
    levels = ("System", "Subsystem")
    text = requirement(first, "It SHALL a.", level=levels[0])
    text += requirement(second, "It SHALL b.", level=levels[1], implements=f"{first}-A")
    result = linked(text)
    assert fields(result, Requirement, "requirement level") == [(first, "system"), (second, "subsystem")]
    assert inferred(text)[0]["id_pattern"] == pattern
    assert [(one.source, one.requirement, one.label) for one in facts_of(result, Reference)] == [(second, first, "A")]
    assert findings(result) == ["REQ105 1"]


@table(
    "text",
    [
        "## RFC-2119: Keywords\n\nMUST and SHALL.\n",
        "## CVE-2024-1234: Overflow\n\n**Severity**: High | **Status**: Fixed\n",
        "## ADR-0012: Use Valkey\n\n**Status**: Accepted\n\nRefines: ADR-0003\n",
        "## PROJ-123: fix\n- a\n## PROJ-124: another fix\n- b\n",
        "### UTF-8: the encoding\n\nA. It is everywhere.\n",
        "## ISO-8601: Dates\n\n1. Year first.\n2. Then the month.\n",
        "## EX-1: Loops\n\n**Level**: Easy | **Status**: Done\n",
        "## GHSA-9999: Leak\n\n**Level**: Critical\n",
        "## Q-1: Questions\n\n## Assertions\n\nA. Is it so?\n",
        "## COVID-19: Rules\n\n**Status**: Active\n\n*End* *Rules* | **Hash**: 12345678\n",
        "## US-12: As a captain\n\nStatus: open\n\n## Acceptance\n\nA. It berths.\n",
        "```\n" + HARBOUR + "```\n",
    ],
)
def test_headings_without_proof_are_no_requirements(text: str) -> None:
    result = linked(text)
    assert facts_of(result, Requirement) == []
    assert findings(result) == []


def test_headings_of_other_prefixes_stay_headings_beside_requirements() -> None:
    inner = "\n### RFC-2119: Keywords\n\nThe words are those of the RFC.\n\n## Assertions\n"
    berths = requirement("HAR-p00002", "It SHALL sleep.").replace("\n## Assertions\n", inner)
    files = {SPEC: HARBOUR + berths + "## CVE-2024-1234: Overflow\n\nFixed.\n"}
    result = linked(files)
    assert ids(files) == ["HAR-p00001", "HAR-d00001", "HAR-p00002"]
    assert findings(result) == ["REQ105 1"]


def test_changelog_of_the_same_prefix_defines_nothing() -> None:
    files = {
        SPEC: HARBOUR,
        "CHANGELOG.md": "# Changes\n\n## HAR-d00001: table fixed\n\n- done\n\n## HAR-d00077: more\n",
    }
    assert ids(files) == ["HAR-p00001", "HAR-d00001"]
    assert findings(linked(files)) == ["REQ105 1"]
    assert inferred(files)[0]["left_as_headings"] == 2


def test_header_that_states_nothing_belongs_to_the_project_of_its_file() -> None:
    assert ids(HARBOUR + "## HAR-d00002: Later\n\nText.\n") == ["HAR-p00001", "HAR-d00001", "HAR-d00002"]
    assert findings(linked(HARBOUR + "## HAR-d00002: Later\n\nText.\n")) == ["REQ105 1", "REQ208 20"]


def test_citation_of_code_is_a_proof_beside_assertions_or_a_level() -> None:
    text = "## HAR-001: Berths\n\n**Level**: System\n\nShips are berthed.\n"
    assert ids(text) == []
    assert ids({SPEC: text, "src/a.py": "# Implements: HAR-001\n"}) == ["HAR-001"]
    short = text.replace("HAR-001", "HAR-1")
    assert ids({SPEC: short, "src/a.py": "# Implements: HAR-1-A\n"}) == ["HAR-1"]
    assert ids({SPEC: short, "src/a.py": "# Implements: HAR-1\n"}) == ["HAR-1"]


def test_project_without_hashes_or_known_levels_is_not_asked_for_them() -> None:
    text = "".join(requirement(one, "It SHALL a.", level=f"L{at}", end=None) for at, one in enumerate(("H-1", "H-2")))
    assert findings(linked(text)) == ["REQ105 1"]


def test_default_ids_need_no_proof_and_stay_beside_inferred_ones() -> None:
    files = {SPEC: "## REQ-p00001: Bare\n\nText.\n", "docs/harbour.md": HARBOUR}
    assert ids(files) == ["HAR-p00001", "HAR-d00001", "REQ-p00001"]
    assert findings(linked(files)) == ["REQ105 docs/harbour.md:1", "REQ208 1"]


def test_nothing_is_inferred_where_settings_hold() -> None:
    files = {SPEC: HARBOUR, ".elspais.toml": NEWER}
    assert ids(files) == []
    assert findings(linked(files)) == ["REQ203 10", "REQ203 19"]
    # Below another folder, the settings do not hold.
    assert ids({"a/spec/h.md": HARBOUR, "b/.elspais.toml": NEWER}) == ["HAR-p00001", "HAR-d00001"]


def test_unknown_id_of_an_inferred_project_is_a_broken_reference() -> None:
    files = {SPEC: HARBOUR, "src/a.py": "# Implements: HAR-d00009\ndef a(): pass\n"}
    assert findings(linked(files)) == ["REQ105 1", "REQ301 src/a.py:1"]


def test_a_heading_that_only_repeats_a_stated_id_is_no_requirement() -> None:
    heading = "#### REQ-p00001: Plan\n\n```text\n# REQ-p00001: Plan\n```\n"
    stated = requirement("REQ-p00001", "It SHALL boil.")
    result = linked({"docs/plan.md": heading, SPEC: stated})
    assert fields(result, Requirement, "requirement span")[0][0] == "REQ-p00001"
    assert [one.span.file for one in facts_of(result, Requirement)] == [SPEC]
    assert findings(result) == []
    assert ids({"docs/plan.md": heading}) == ["REQ-p00001"]
