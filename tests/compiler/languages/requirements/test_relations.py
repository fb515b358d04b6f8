"""The relations of requirements over a small specification."""

from tests.compiler.languages.querying import ask

SPEC = """# Kettle

## REQ-p00001: Boil water

**Level**: PRD | **Status**: Active | **Implements**: -

The kettle boils.

## Assertions

A. The kettle SHALL boil.
B. The kettle SHALL stop.
C. The kettle SHALL whistle.

*End* *Boil water* | **Hash**: 00000000

---

## REQ-d00001: Heater

**Level**: DEV | **Status**: Deprecated | **Implements**: p00001-A+B

**Refines**: REQ-p00001-C

## Assertions

A. The heater SHALL heat.
A. The heater SHALL heat twice.
B. <RETIRED> The heater SHALL hum.

*End* *Heater*
"""
AGAIN = """## REQ-p00001: Boil water, once more

**Level**: PRD | **Status**: Draft | **Implements**: REQ-p00001

*End* *Boil water, once more*
"""
RESULTS = """<testsuite><testcase classname="tests.test_heat" name="test_boils"/></testsuite>"""
FILES = {
    ".elspais.toml": '[project]\nname = "kettle"\n\n[testing]\nenabled = true\nresult_files = ["results/*.xml"]\n',
    "spec/kettle.md": SPEC,
    "src/heat.py": "# Implements: REQ-d00001-A\ndef heat():\n    pass\n\n\n# Verifies: REQ-p00001\n",
    "tests/test_heat.py": "def test_boils():\n    # Verifies: REQ-p00001-A\n    pass\n",
    "results/unit.xml": RESULTS,
}


def test_requirement_relation_has_status_level_and_text() -> None:
    columns = "ref, title, level, status, is_active, text, hash, hash_state, file, line"
    sql = f"SELECT {columns} FROM requirement WHERE id = ?"
    assert ask(FILES, sql, "REQ-d00001") == [
        (
            "r:REQ-d00001",
            "Heater",
            "dev",
            "Deprecated",
            0,
            "A. The heater SHALL heat.\nA. The heater SHALL heat twice.\nB. <RETIRED> The heater SHALL hum.",
            None,
            "missing",
            "spec/kettle.md",
            19,
        )
    ]


def test_requirement_relation_keeps_duplicate_ids_apart() -> None:
    files = {**FILES, "spec/later.md": AGAIN}
    assert ask(files, "SELECT id, status FROM requirement WHERE id LIKE 'REQ-p00001%' ORDER BY id") == [
        ("REQ-p00001", "Active"),
        ("REQ-p00001#later", "Draft"),
    ]


def test_derives_relation_has_a_row_for_each_assertion() -> None:
    sql = "SELECT child, parent, assertion, kind, line FROM derives WHERE child = 'REQ-d00001' ORDER BY assertion"
    assert ask(FILES, sql) == [
        ("REQ-d00001", "REQ-p00001", "A", "implements", 21),
        ("REQ-d00001", "REQ-p00001", "B", "implements", 21),
        ("REQ-d00001", "REQ-p00001", "C", "refines", 23),
    ]


def test_derives_relation_leaves_out_a_requirement_that_cites_itself() -> None:
    files = {"spec/a.md": "## REQ-p00001: A\n\n**Level**: PRD | **Implements**: REQ-p00001\n\n*End* *A*\n"}
    assert ask(files, "SELECT count(*) FROM requirement") == [(1,)]
    assert ask(files, "SELECT * FROM derives") == []


def test_assertion_relation_tells_what_covers_it() -> None:
    sql = """SELECT label, is_tested, is_tested_by_name, is_implemented, is_passing FROM assertion
             WHERE requirement = 'REQ-p00001' ORDER BY label"""
    assert ask(FILES, sql) == [("A", 1, 1, 1, 1), ("B", 1, 0, 1, 0), ("C", 1, 0, 0, 0)]


def test_assertion_relation_tells_what_names_it_from_what_implements_the_whole_requirement() -> None:
    files = {**FILES, "src/whole.py": "# Implements: REQ-p00001\n"}
    sql = """SELECT label, is_implemented, is_implemented_by_name FROM assertion
             WHERE requirement = 'REQ-p00001' ORDER BY label"""
    assert ask(files, sql) == [("A", 1, 1), ("B", 1, 1), ("C", 1, 0)]


def test_code_that_verifies_implements_nothing() -> None:
    files = {"spec/kettle.md": SPEC, "src/bench.py": "# Verifies: REQ-p00001-C\ndef measure():\n    pass\n"}
    sql = "SELECT is_tested_by_name, is_implemented FROM assertion WHERE id = 'REQ-p00001-C'"
    assert ask(files, sql) == [(1, 0)]


def test_requirement_relation_tells_which_statuses_expect_an_implementation() -> None:
    settings = '[project]\nnamespace = "REQ"\n[id-patterns]\n[statuses.Deprecated]\nexpects_implementation = true\n'
    sql = "SELECT id, is_active, expects_implementation FROM requirement ORDER BY id"
    files = {**FILES, "spec/later.md": AGAIN.replace("p00001", "p00002")}
    assert ask(files, sql) == [("REQ-d00001", 0, 0), ("REQ-p00001", 1, 1), ("REQ-p00002", 1, 0)]
    settings_read = ask({**files, ".elspais.toml": settings}, sql)
    assert settings_read == [("REQ-d00001", 0, 1), ("REQ-p00001", 1, 1), ("REQ-p00002", 1, 0)]


def test_assertion_relation_counts_neither_repeated_labels_nor_retired_ones() -> None:
    sql = "SELECT id, is_retired, is_implemented FROM assertion WHERE requirement = 'REQ-d00001' ORDER BY id"
    assert ask(FILES, sql) == [("REQ-d00001-A", 0, 1), ("REQ-d00001-A#2", 0, 0), ("REQ-d00001-B", 1, 0)]


def test_code_reference_relation_names_function_and_keyword() -> None:
    assert ask(FILES, "SELECT * FROM code_reference ORDER BY line") == [
        ("src/heat.py", 1, "heat", "REQ-d00001", "A", "implements"),
        ("src/heat.py", 6, None, "REQ-p00001", None, "verifies"),
    ]


def test_test_reference_relation_has_the_outcome() -> None:
    assert ask(FILES, "SELECT * FROM test_reference") == [
        ("tests/test_heat.py", 2, "tests/test_heat.py::test_boils", "REQ-p00001", "A", "passed")
    ]
