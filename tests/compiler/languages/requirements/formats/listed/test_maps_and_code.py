"""Maps in YAML, and what code and tests cite of listed requirements."""

from compiler.languages.requirements.facts import BrokenReference, Reference, Requirement, RequirementCoverage
from tests.compiler.languages.requirements.sources import fields, linked
from tests.compiler.tables import table

PAGE = "docs/requirements.md"
TEXT = "# Requirements\n\n- **REQ-1**: It turns.\n- **REQ-2**: It dims.\n- **REQ-3**: It stops.\n"
FILES = {PAGE: TEXT, "src/a.c": "int a;\n", "src/b.c": "int b;\n", "tests/a_test.c": "int t;\n"}


def links(files: dict[str, str]) -> list[str]:
    """What cites which requirement, and how."""
    found = fields(linked(files), Reference, "source edge_kind requirement")
    return sorted(" ".join(map(str, one)) for one in found)


@table(
    ("text", "found"),
    [
        (
            "requirements:\n  - id: REQ-1\n    code: [src/a.c]\n    tests: [tests/*.c]\n",
            ["src/a.c implements REQ-1", "tests/a_test.c verifies REQ-1"],
        ),
        (
            "REQ-1:\n  implementation: src/a.c\n  verification:\n    - tests/a_test.c\n",
            ["src/a.c implements REQ-1", "tests/a_test.c verifies REQ-1"],
        ),
        ("REQ-1: [src/a.c, tests/a_test.c]\n", ["src/a.c implements REQ-1", "tests/a_test.c verifies REQ-1"]),
        (
            "REQ-1:\n  links:\n    sources: [src/a.c]\n    test_files: [tests/a_test.c]\n",
            ["src/a.c implements REQ-1", "tests/a_test.c verifies REQ-1"],
        ),
        ("src/*.c: [REQ-1]\n", ["src/a.c implements REQ-1", "src/b.c implements REQ-1"]),
        ("src/a.c: REQ-1, REQ-2\n", ["src/a.c implements REQ-1", "src/a.c implements REQ-2"]),
        ("'tests/**':\n  requirements: [REQ-2]\n", ["tests/a_test.c verifies REQ-2"]),
        (
            "map:\n  - glob: src/a.*\n    requirements: [REQ-3]\n  - path: tests/a_test.c\n    verifies: REQ-3\n",
            ["src/a.c implements REQ-3", "tests/a_test.c verifies REQ-3"],
        ),
        ("REQ-1:\n  owner: ann\n  docs: docs/requirements.md\n", []),
        ("- name: REQ-1\n  run: make\n", []),
        ("REQ-1: [", []),
    ],
)
def test_map_links_files_and_requirements(text: str, found: list[str]) -> None:
    assert links({**FILES, "trace.yaml": text}) == found


def test_map_with_texts_states_requirements() -> None:
    text = (
        "requirements:\n  - id: REQ-1\n    title: Lamp\n    description: It turns.\n  - id: REQ-2\n    text: It dims.\n"
    )
    result = linked({"requirements.yaml": text, "src/a.c": "// Implements: REQ-1\n"})
    assert fields(result, Requirement, "requirement name text") == [
        ("REQ-1", "Lamp", "It turns."),
        ("REQ-2", "It dims.", "It dims."),
    ]
    assert fields(result, Reference, "source requirement") == [("src/a.c:1", "REQ-1")]


def test_map_names_files_from_the_nearest_folder_above_that_has_them() -> None:
    page = "# Matrix\n\n| REQ | Code |\n|---|---|\n| REQ-1 | `src/a.c` |\n| REQ-2 | `src/b.c` |\n"
    files = {**FILES, "tools/x/docs/matrix.md": page, "tools/x/src/a.c": "int x;\n"}
    assert links(files) == ["src/b.c implements REQ-2", "tools/x/src/a.c implements REQ-1"]


def test_map_names_the_requirements_above_one_with_their_relation() -> None:
    links_above = "    - type: derives-from\n      target: SYS-1\n    - {type: blocks, target: SYS-2}\n"
    text = f"- id: SR-1\n  text: It turns.\n  links:\n{links_above}"
    above = "- {id: SYS-1, text: It shines.}\n- {id: SYS-2, text: It lasts.}\n"
    assert links({"sw-requirements.yaml": text, "system-requirements.yaml": above}) == ["SR-1 refines SYS-1"]


@table(
    ("path", "text", "found"),
    [
        ("src/a.c", "/** @requirement REQ-1 */\nint a;\n", ["src/a.c:1 implements REQ-1"]),
        ("src/a.c", "// Implements REQ-1, REQ-2\n", ["src/a.c:1 implements REQ-1", "src/a.c:1#2 implements REQ-2"]),
        ("src/a.py", "# Requirement: REQ-3\n", ["src/a.py:1 implements REQ-3"]),
        ("src/a.c", "// see requirement REQ-1 and REQ-2\n", []),
        (
            "src/a.go",
            "// @llr REQ-1, REQ-2\n// @see REQ-3\n",
            ["src/a.go:1 implements REQ-1", "src/a.go:1#2 implements REQ-2"],
        ),
        ("src/a.c", "// (REQ-1)\n", []),
        (
            "tests/test_a.py",
            '@pytest.mark.requirement("REQ-1")\ndef test_a():\n    pass\n',
            ["tests/test_a.py::test_a verifies REQ-1"],
        ),
        (
            "tests/test_a.py",
            '@pytest.mark.req("REQ-1", "REQ-2")\ndef test_a():\n    pass\n',
            ["tests/test_a.py::test_a verifies REQ-1", "tests/test_a.py::test_a verifies REQ-2"],
        ),
        ("tests/a.feature", "@REQ-1 @slow\nScenario: turn\n", ["tests/a.feature::turn verifies REQ-1"]),
        (
            "spec/a.feature",
            "@suite @req_1\n@slow @req_0002\nScenario: turn\n",
            ["spec/a.feature::turn verifies REQ-1", "spec/a.feature::turn verifies REQ-2"],
        ),
        (
            "tests/a.rs",
            "#[test]\nfn turns() {\n    // REQ-2 (slow)\n    // REQ-3 turns\n}\n",
            ["tests/a.rs::turns verifies REQ-2"],
        ),
        (
            "tests/b.rs",
            "//! REQ-1 — it turns\n\nuse a::b;\n\nstruct Lamp {}\n\n// REQ-2\nfn lamp() {}\n\n#[test]\nfn turns() {}\n",
            ["tests/b.rs:1 verifies REQ-1"],
        ),
        (
            "tests/c.rs",
            "//! REQ-1 Turns in fog\n\n#[test]\nfn turns() {}\n",
            ["tests/c.rs::turns verifies REQ-1"],
        ),
        (
            "src/a.rs",
            "//! Implements: REQ-1,\n//! REQ-2\n",
            ["src/a.rs:1 implements REQ-1", "src/a.rs:2 implements REQ-2"],
        ),
        ("tests/help.rs", "//! REQ-1 — it turns\n\nstruct Lamp {}\n", []),
        ("tests/ATest.cs", '[Trait("Requirement", "REQ-2")]\n', ["tests/ATest.cs:1 verifies REQ-2"]),
        ("tests/ATest.java", '@Tag("REQ-2")\nvoid turns() {}\n', ["tests/ATest.java:1 verifies REQ-2"]),
        ("tests/a_test.cc", 'RecordProperty("requirement", "REQ-3");\n', ["tests/a_test.cc:1 verifies REQ-3"]),
        ("tests/a.test.ts", "it('REQ-1: turns', () => {})\n", ["tests/a.test.ts::REQ-1: turns verifies REQ-1"]),
        ("tests/a.test.ts", "it('turns', () => {}) // REQ-1\n", []),
        (
            "src/b.c",
            "// REQ-1--REQ-3: it turns\n// REQ-2 turns\n",
            ["src/b.c:1 implements REQ-1", *[f"src/b.c:1#{one} implements REQ-{5 - one}" for one in (2, 3)]],
        ),
        (
            "tests/d.py",
            "# Traces: REQ-1 (was REQ-2); REQ-3\n# Lamp asserts REQ-2.\n",
            [f"tests/d.py:{one} verifies REQ-{number}" for one, number in (("1", 1), ("1#2", 3), ("2", 2))],
        ),
    ],
)
def test_code_and_tests_cite(path: str, text: str, found: list[str]) -> None:
    assert links({PAGE: TEXT, path: text}) == found


def test_id_with_letters_before_its_number_is_cited_in_code() -> None:
    page = "# Requirements\n\n- REQ-A1: The lamp shall turn.\n- REQ-A2: It shall dim.\n"
    files = {PAGE: page, "spec/a.feature": "@REQ-A1\nScenario: turn\n", "src/a.c": "// Implements: REQ-A2\n"}
    assert links(files) == ["spec/a.feature::turn verifies REQ-A1", "src/a.c:1 implements REQ-A2"]


def test_only_a_test_covers() -> None:
    files = {**FILES, "trace.yaml": "REQ-1: {code: src/a.c}\nREQ-2: {tests: [tests/a_test.c]}\n"}
    found = fields(linked(files), RequirementCoverage, "requirement tested implemented")
    assert found == [("REQ-1", (), ("test",)), ("REQ-2", ("test",), ()), ("REQ-3", (), ())]


def test_citation_of_an_id_that_no_list_has_is_broken() -> None:
    result = linked({PAGE: TEXT, "src/a.c": "// Implements: REQ-9\n// Implements: ISO-9\n"})
    assert fields(result, BrokenReference, "source target reason") == [("src/a.c:1", "REQ-9", "unknown_requirement")]


def test_map_alone_with_titles_states_what_nothing_else_does() -> None:
    text = "requirements:\n  - id: REQ-1\n    title: Lamp\n    code: [src/a.c]\n"
    (one,) = [
        fact for fact in linked({"trace.yaml": text, "src/a.c": "int a;\n"}).facts if isinstance(fact, Requirement)
    ]
    assert one.statements["basis"] == "an entry of a map that has its title alone"


def test_yaml_without_ids_of_requirements_states_nothing() -> None:
    text = "spec:\n  - id: POD-1\n    description: a pod\n    resources: {requests: {cpu: 1}}\n"
    assert linked({"deploy.yaml": text}).facts == []


@table(
    ("adr", "found"),
    [
        ('["0002"]', ["f:docs/decisions/0002-oil.md"]),
        ("[ADR-0002]", ["f:docs/decisions/0002-oil.md"]),
        ("docs/decisions/0002-oil.md", ["f:docs/decisions/0002-oil.md"]),
        ("'0003'", []),
        ("in 2026 we chose oil", []),
    ],
)
def test_decision_that_a_map_names_addresses_the_requirement(adr: str, found: list[str]) -> None:
    files = {**FILES, "docs/decisions/0002-oil.md": "# Oil\n", "trace.yaml": f"REQ-1:\n  adr: {adr}\n"}
    result = linked(files)
    assert [one.source for one in result.links if one.kind == "addresses_requirement"] == found
    assert fields(result, RequirementCoverage, "implemented tested")[0] == ((), ())


def test_ids_of_a_kind_that_mostly_stands_elsewhere_are_not_missed() -> None:
    cited = "".join(f"// Implements: REQ-{number}\n" for number in range(3, 30))
    assert linked({PAGE: TEXT, "src/a.c": cited}).diagnostics == []


def test_id_in_a_statement_of_code_is_not_missed() -> None:
    text = 'def test_a():\n    assert parse({"requirement": "REQ-9"})\n    check(requirement="REQ-1")\n'
    result = linked({PAGE: TEXT, "tests/test_a.py": text})
    assert result.diagnostics == []
    assert fields(result, Reference, "source requirement") == [("tests/test_a.py::test_a", "REQ-1")]


NEED = "```{{req}} Lamp\n:id: {key}\nIt turns.\n```\n\n"
NEEDS = "# Lamps\n\n" + NEED.format(key="REQ_LAMP_TURNS") + NEED.format(key="REQ_LAMP_DIMS")


@table(
    ("path", "text", "found"),
    [
        ("src/a.c", "// Implements: REQ_LAMP_TURNS\n", ["src/a.c:1 implements REQ_LAMP_TURNS"]),
        ("src/a.c", "// Implements: REQ_LAMP_HUMS, MAX_LAMPS\n", []),
        ("src/a.c", "int x = REQ_LAMP_TURNS;\n", []),
        (
            "src/a.rs",
            "pub fn turn() {}\n\nmod tests {\n    /// Verifies: REQ_LAMP_DIMS\n    #[test]\n    fn dims() {}\n}\n",
            ["src/a.rs::tests::dims verifies REQ_LAMP_DIMS"],
        ),
        ("src/a.rs", "/// Verifies: REQ_LAMP_DIMS\npub fn dims() {}\n", ["src/a.rs:1 verifies REQ_LAMP_DIMS"]),
    ],
)
def test_id_without_a_number_is_cited_and_a_test_of_rust_may_stand_beside_the_code(
    path: str, text: str, found: list[str]
) -> None:
    assert links({"docs/lamps.md": NEEDS, path: text}) == found
