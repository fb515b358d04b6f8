"""Requirements beside code, without settings: what is a requirement, what cites it, and what only looks so."""

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
    mentions,
)

TREE: Tree = {
    "spec/product.md": """# Lock

Text before the first requirement, about REQ-x as such.

## LCK-p00001: Let boats through

**Level**: PRD | **Status**: Active

## Assertions

A. The lock SHALL let a boat through.

B. The lock SHALL hold water:

   A. This is a line of a list.

C. <RETIRED> The lock SHALL sing.

## Rationale

D. Boats are many.

*End* *Let boats through*

---

## LCK-p00002: Öffnen für Fähren

**Level**: PRD | **Status**: Draft

## Assertions

A. Die Schleuse SHALL open.

*End* *Öffnen für Fähren*
""",
    "spec/development.md": """# Gates

### LCK-d00001: Gate

**Level**: DEV | **Status**: Active | **Implements**: LCK-p00001-A+B

### Assertions

A. The gate SHALL close within 60 s, as RFC-2119 has the word.

```markdown
## LCK-d00090: In a fence

**Level**: DEV | **Status**: Active

A. It SHALL not count.
```

B. The gate SHALL report its state.

*End* *Gate*

<!--
## LCK-d00091: In a comment

**Level**: DEV | **Status**: Active

## Assertions

A. It SHALL not count.
-->

### LCK-d00002: Valve

**Level**: DEV | **Status**: Active | **Implements**: -

### Assertions

A. The valve SHALL open slowly.

*End* *Valve*

### LCK-d00003: Horn

**Level**: DEV | **Status**: Active | **Implements**: LCK-p00099

### Assertions

A. The horn SHALL sound.
A. The horn SHALL sound again.

*End* *Horn*
""",
    "spec/crlf.md": (
        "\ufeff## LCK-d00004: Lamp\n\n**Level**: DEV | **Status**: Active | **Implements**: LCK-p00001-A\n\n"
        "## Assertions\n\nA. The lamp SHALL shine.\n\n*End* *Lamp*\n"
    ).replace("\n", "\r\n"),
    "spec/words.md": """# Words

## RFC-2119: Keywords

SHALL is a promise.

A. An alphabetic list.

## CVE-2024-1234: A leak

Status: fixed.

## ISO-8601: Times

## 1.2.3: Number

## UTF-8: Signs
""",
    "spec/empty.md": "",
    "spec/latest.md": LinkTo("product.md"),
    "spec/EXAMPLE-requirement.md": "## LCK-d00050: Example\n\n"
    "**Level**: DEV | **Status**: Active\n\n"
    "## Assertions\n\nA. X SHALL be.\n\n*End* *X*\n",
    "templates/requirement.md": "## LCK-d00001: Title\n\n"
    "**Level**: DEV | **Status**: Active\n\n"
    "## Assertions\n\nA. X SHALL be.\n\n*End* *X*\n",
    "tests/fixtures/spec.md": "## LCK-d00060: Made up\n\n**Level**: DEV | **Status**: Active | "
    "**Implements**: LCK-p07777\n\n"
    "## Assertions\n\nA. X SHALL be.\n\n*End* *X*\n",
    "CHANGELOG.md": """# Changes

## LCK-d00001: Gate closes faster

Done in 1.2.0.

## RFC-2119: Words are capitals

## CVE-2024-1234: Mended

## 1.2.0

- LCK-d00001 is quick
- See LCK-d00077.
""",
    "AGENTS.md": "# Agents\n\nWrite `# Implements: LCK-d00088` above each function, and LCK-d00089.\n\n"
    "## LCK-d00080: Write so\n\n"
    "**Level**: DEV | **Status**: Active\n\n"
    "## Assertions\n\nA. X SHALL be.\n\n*End* *X*\n",
    "docs/adr/0001-use-gates.md": "# 1. Use gates\n\nDate: 2024-01-01\n\n"
    "## Status\n\nAccepted\n\n## Decision\n\nFor LCK-p00001.\n",
    "src/gate.py": '''"""The gate.

# Implements: LCK-d00071
"""

# Implements: LCK-d00001-A
def close() -> str:
    """Close, as LCK-d00001 says."""
    return "# Implements: LCK-d00072"


# See RFC-2119, CVE-2024-1234, UTF-8 and https://tracker.example/browse/ABC-99
def state() -> None: ...


x = 1  # Implements: LCK-d00073
''',
    "src/lamp.js": "// Implements: LCK-d4-a\nfunction shine() {}\n\nconst text = `\n// Implements: LCK-d00074\n`;\n",
    "src/valve.py": "# Implements: LCK-d00002-C\ndef open_valve() -> None: ...\n",
    "vendor/lib/gate.py": "# Implements: LCK-d00075\ndef f() -> None: ...\n",
    "build/spec.md": "## LCK-d00001: Built\n\n**Level**: DEV | **Status**: Active\n\n## Assertions\n\nA. X SHALL be.\n",
    "generated/spec.md": "## LCK-d00001: Generated\n\n"
    "**Level**: DEV | **Status**: Active\n\n## Assertions\n\nA. X SHALL be.\n",
    ".gitignore": "/generated/\n",
    "tests/test_gate.py": '''import pytest


class TestGate:
    # Verifies: LCK-d00001-A
    @pytest.mark.parametrize("seconds", [10, 60])
    def test_closes(self, seconds: int) -> None: ...

    def test_LCK_d00001_B_reports(self) -> None: ...


def test_lamp() -> None:
    # Verifies: LCK-d00004
    text = "# Verifies: LCK-d00002-A"


def test_made_up() -> None:
    """A message such as 'LCK-d00078 is unknown'."""
''',
    "tests/fixtures/test_other.py": "# Verifies: LCK-d00002-A\ndef test_valve() -> None: ...\n",
    "results/junit.xml": """<testsuite name="t">
<testcase classname="tests.test_gate.TestGate" name="test_closes[10]"/>
<testcase classname="tests.test_gate.TestGate" name="test_closes[60]"><failure message="slow"/></testcase>
<testcase classname="tests.test_gate" name="test_lamp"/>
</testsuite>
""",
    "results/notes.xml": "<notes><testcase name='none'/></notes>\n",
}

DEV = "spec/development.md"
TRAPS = [
    Trap(
        "inferred prefix is said",
        "SELECT code FROM diagnostic WHERE code = 'REQ105'",
        [("REQ105",)],
    ),
    Trap("requirements of a page", ids("requirement", "spec/product.md"), [("LCK-p00001",), ("LCK-p00002",)]),
    Trap(
        "title that is not ASCII, status of its own",
        ids("requirement", "spec/product.md", "title, status"),
        [("Let boats through", "Active"), ("Öffnen für Fähren", "Draft")],
    ),
    Trap(
        "list in an assertion and prose behind are none",
        ids("assertion", "spec/product.md", "id, is_retired"),
        [("LCK-p00001-A", 0), ("LCK-p00001-B", 0), ("LCK-p00001-C", 1), ("LCK-p00002-A", 0)],
    ),
    Trap(
        "requirement in a fence and in a comment",
        ids("requirement", DEV),
        [("LCK-d00001",), ("LCK-d00002",), ("LCK-d00003",)],
    ),
    Trap("assertion behind a fence", "SELECT label FROM assertion WHERE requirement = 'LCK-d00001'", [("A",), ("B",)]),
    Trap("dash is no reference", "SELECT parent FROM derives WHERE child = 'LCK-d00002'", []),
    Trap(
        "mark and line ends of another system",
        ids("assertion", "spec/crlf.md", "id, text"),
        [("LCK-d00004-A", "The lamp SHALL shine.")],
    ),
    Trap("standards and leaks are no requirements", ids("requirement", "spec/words.md"), []),
    Trap("standards and leaks are no findings", findings("spec/words.md"), []),
    Trap("empty page has no findings", findings("spec/empty.md"), []),
    Trap("symbolic link is no second file", "SELECT path FROM file WHERE path = 'spec/latest.md'", []),
    Trap("example beside the requirements", ids("requirement", "spec/EXAMPLE-requirement.md", "is_example"), [(1,)]),
    Trap(
        "template does not take an id",
        ids("requirement", "templates/requirement.md", "id, is_example"),
        [("LCK-d00001#requirement", 1)],
    ),
    Trap("fixture has no findings", findings("tests/fixtures/spec.md"), []),
    Trap("headings of a changelog are no requirements", ids("requirement", "CHANGELOG.md"), []),
    Trap("headings of a changelog are no findings", findings("CHANGELOG.md"), [("FRZ301", 14)]),
    Trap("instructions show a requirement", ids("requirement", "AGENTS.md", "is_example"), [(1,)]),
    Trap("instructions show ids", findings("AGENTS.md"), []),
    Trap("text of code is no citation", "SELECT text FROM mention WHERE text = 'LCK-d00072'", []),
    Trap(
        "docstring and comment behind code do not implement",
        ids("code_reference", "src/gate.py", "requirement, assertion"),
        [("LCK-d00001", "A")],
    ),
    Trap(
        "standards in a comment are no citations",
        "SELECT text FROM mention WHERE text LIKE 'RFC%' OR text LIKE '%ABC%'",
        [],
    ),
    Trap(
        "short spelling of an id", ids("code_reference", "src/lamp.js", "requirement, assertion"), [("LCK-d00004", "A")]
    ),
    Trap(
        "comment in a text of JavaScript",
        findings("src/lamp.js"),
        [],
    ),
    Trap(
        "decorator between comment and test",
        "SELECT DISTINCT test FROM test_reference WHERE line = 5",
        [("tests/test_gate.py::TestGate::test_closes",)],
    ),
    Trap(
        "name of a test cites",
        "SELECT requirement, assertion FROM test_reference WHERE line = 9",
        [("LCK-d00001", "B")],
    ),
    Trap("comment in a text of a test", "SELECT is_tested FROM assertion WHERE id = 'LCK-d00002-A'", [(0,)]),
    Trap("made-up id in a test is no finding", findings("tests/test_gate.py"), []),
    Trap("one failed case fails a test", "SELECT outcome FROM test_reference WHERE line = 5", [("failed",)]),
    Trap(
        "test with a failed case does not pass",
        "SELECT is_passing FROM assertion WHERE id = 'LCK-d00001-A'",
        [(0,)],
    ),
    Trap(
        "test that cites the whole covers each assertion",
        "SELECT is_tested, is_tested_by_name FROM assertion WHERE id = 'LCK-d00004-A'",
        [(1, 0)],
    ),
    Trap(
        "foreign, built and ignored files are not read",
        "SELECT path FROM file WHERE path LIKE 'vendor/%' OR path LIKE 'build/%' OR path LIKE 'generated/%'",
        [],
    ),
    Trap("XML that is no JUnit", findings("results/notes.xml"), []),
    Trap(
        "decision beside requirements cites one",
        mentions("docs/adr/0001-use-gates.md"),
        [("LCK-p00001", "r:LCK-p00001")],
    ),
]
MISTAKES = [
    ("FRZ301", "CHANGELOG.md", 14),
    ("REQ406", DEV, 33),
    ("REQ301", DEV, 45),
    ("REQ206", DEV, 50),
    ("FRZ301", "src/gate.py", 3),
    ("FRZ301", "src/gate.py", 16),
    ("REQ302", "src/valve.py", 1),
]
WITHOUT_HASH = [
    ("REQ402-missing-hash", "spec/crlf.md", 9),
    *(("REQ402-missing-hash", DEV, line) for line in (21, 41, 52)),
    *(("REQ402-missing-hash", "spec/product.md", line) for line in (23, 35)),
]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compiled(tmp_path_factory.mktemp("requirements"), TREE)


def test_traps_catch_nothing(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_findings_are_the_mistakes(snapshot: Snapshot) -> None:
    found = [one for one in snapshot.rows(FINDINGS) if one[0] != "REQ105"]
    assert found == in_order(MISTAKES + WITHOUT_HASH)
