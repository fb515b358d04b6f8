"""Comments that cite in source code of many languages, and the functions that they belong to."""

from compiler.languages.requirements.records import CodeFile
from compiler.languages.requirements.syntax.code import parse_code
from compiler.text.paths_of_tests import is_test_path
from tests.compiler.tables import table


def code(path: str, text: str) -> CodeFile:
    found = parse_code(path, text)
    assert found is not None
    return found


def cited(path: str, text: str) -> list[str]:
    """Each citation as `keyword list`, on one line."""
    found = parse_code(path, text)
    return [f"{one.citation.keyword} {' '.join(one.citation.text.split())}" for one in found.comments] if found else []


def check_function(path: str, text: str, *expected: str) -> None:
    """The function that each citation belongs to, with its class; "" for none."""
    functions = [one.function for one in code(path, text).comments]
    assert tuple("::".join(filter(None, (one.class_name, one.name))) if one else "" for one in functions) == expected


def check_tests(path: str, text: str, *expected: str) -> None:
    assert tuple("::".join(filter(None, (one.class_name, one.name))) for one in code(path, text).tests) == expected


def test_fixture_is_no_test_whatever_its_name() -> None:
    fixtures = "@pytest.fixture\ndef tested_kettle(): pass\n@fixture()\ndef test_data(): pass\n"
    check_tests("tests/test_a.py", f"{fixtures}def test_a(): pass\n", "test_a")


def test_templates_have_the_comments_of_what_they_become() -> None:
    text = "{# Implements: REQ-d1-A #}\n// Implements: REQ-d2\n# Implements: REQ-d3\n"
    assert cited("card.js.j2", text) == ["implements REQ-d1-A", "implements REQ-d2"]
    assert cited("deploy.sh.j2", text)[2:] == ["implements REQ-d3"]
    assert cited("page.jinja", text) == ["implements REQ-d1-A", "implements REQ-d2"]


@table(
    ("path", "comment"),
    [
        ("a.py", "# {}"),
        ("a.sh", "  # {}"),
        ("Dockerfile", "# {}"),
        ("a.yaml", "# {}"),
        ("a.ts", "// {}"),
        ("a.rs", "/// {}"),
        ("a.go", "\t//{}"),
        ("a.sql", "-- {}"),
        ("a.hs", "-- {}"),
        ("a.lisp", ";; {}"),
        ("a.erl", "%% {}"),
        ("a.vb", "' {}"),
        ("a.j2", "{{# {} #}}"),
        ("a.php", "// {}"),
    ],
)
def test_comments_begin_as_in_each_language(path: str, comment: str) -> None:
    assert cited(path, comment.format("Implements: REQ-d1-A") + "\n") == ["implements REQ-d1-A"]


def test_comment_without_a_colon_is_kept_apart() -> None:
    unit = parse_code("a.py", "# Implements REQ-d1\n")
    assert unit is not None and [one.citation.has_colon for one in unit.comments] == [False]


def test_comments_in_other_forms_do_not_cite() -> None:
    for line in (
        "x = 1  # Implements: REQ-d1",
        "# see Implements: REQ-d1",
        "# Implements : REQ-d1",
        "# Implements the visitor",
        "# Implements: the visitor pattern",
        "// Implements: REQ-d1",
        "# Tests REQ-d1",
        "# REQ-d1: a word",
        "print('# Implements: REQ-d1')",
    ):
        assert cited("a.py", f"{line}\n") == [], line
    assert cited("a.js", "/*\n// Implements: REQ-d1\n*/\n# Implements: REQ-d2\n") == []
    assert parse_code("a.txt", "# Implements: REQ-d1\n") is None


def test_keywords_may_be_in_any_case_and_bold() -> None:
    for word in ("implements", "IMPLEMENTS", "**Implements**"):
        assert cited("a.py", f"# {word}: REQ-d1\n") == ["implements REQ-d1"]
    for word in ("Verifies", "Validates", "Refines", "Tests"):
        assert cited("a.py", f"# {word}: REQ-d1\n") == [f"{word.lower()} REQ-d1"]


def test_comment_list_ends_at_the_first_other_word() -> None:
    assert cited("a.py", "# Implements: REQ-d1-A, REQ-d2  # why\n") == ["implements REQ-d1-A, REQ-d2"]
    assert cited("a.py", "# Implements: REQ-d1-A+B, p00002 and more\n") == ["implements REQ-d1-A+B, p00002"]
    assert cited("a.py", "# Implements: REQ-d1-A..C, JNY-Tea-01/2\n") == ["implements REQ-d1-A..C, JNY-Tea-01/2"]


def test_comment_list_continues_after_a_comma() -> None:
    [comment] = code("a.py", "# Implements: REQ-d1,\n#   REQ-d2-A\n# REQ-d3\n").comments
    assert comment.citation.text == "REQ-d1,\n#   REQ-d2-A"
    assert comment.citation.span("a.py", 12, 20) == ("a.py", 2, 5, 2, 13)


def test_comment_block_of_ids() -> None:
    assert cited("a.py", "# IMPLEMENTS REQUIREMENTS:\n#   REQ-d1\n#   - REQ-d2: because\n\n# REQ-d3\n") == [
        "implements # REQ-d1 # - REQ-d2: because"
    ]


def test_multiline_text_has_no_comments() -> None:
    assert cited("a.py", 's = """\n# Implements: REQ-d1\n"""\n# Implements: REQ-d2\n') == ["implements REQ-d2"]
    assert cited("a.py", "s = '''it''s'''  # \"\"\"\n# Implements: REQ-d2\n") == ["implements REQ-d2"]
    assert cited("a.ts", "const s = `\n// Implements: REQ-d1\n`;\n// Implements: REQ-d2\n") == ["implements REQ-d2"]


def test_comment_in_a_function_belongs_to_the_function() -> None:
    check_function("a.py", "def one():\n    # Implements: REQ-d1\n    return 1\n\ndef two(): pass\n", "one")
    check_function(
        "a.py",
        "class K:\n    def m(self):\n        if 1:\n            # Implements: REQ-d1\n            pass\n",
        "K::m",
    )
    check_function("a.ts", "class K {\n  m(x) {\n    // Implements: REQ-d1\n  }\n}\n", "K::m")
    check_function("a.c", "int\nmain(int argc)\n{\n    // Implements: REQ-d1\n}\n", "main")


def test_comment_above_a_function_belongs_to_the_function() -> None:
    check_function("a.py", "# Implements: REQ-d1\n\n# note\n@decorated(\n    1,\n)\nasync def one(): pass\n", "one")
    check_function("a.py", "# Implements: REQ-d1\nclass K:\n    def m(self): pass\n", "K::m")
    check_function("a.py", "# Implements: REQ-d1\nimport os\ndef one(): pass\n", "")
    check_function("a.py", "def one(\n    a,\n) -> int:\n    # Implements: REQ-d1\n    return a\n", "one")
    check_function("a.ts", "// Implements: REQ-d1\nexport const f = async (a) => {\n};\n", "f")
    check_function("a.go", "// Implements: REQ-d1\nfunc (k *Kettle) Boil() error {\n}\n", "Boil")
    check_function("a.rs", "// Implements: REQ-d1\n#[inline]\npub(crate) fn boil<T>(x: T) {}\n", "boil")
    check_function(
        "a.java", "class K {\n  // Implements: REQ-d1\n  @Override\n  public int boil() {\n  }\n}\n", "K::boil"
    )
    check_function("a.rb", "# Implements: REQ-d1\ndef self.boil?\nend\n", "boil?")
    check_function("a.sql", "-- Implements: REQ-d1\ncreate or replace function boil() returns int\n", "boil")
    check_function("a.sh", "# Implements: REQ-d1\nboil() {\n}\n", "boil")


def test_comment_may_stand_above_a_separate_return_type() -> None:
    check_function("a.c", "// Implements: REQ-1\nstatic const char *\nboil(int x)\n{\n}\n", "boil")
    check_function("a.c", "// Implements: REQ-1\nint\nheat;\nvoid boil(int x)\n{\n}\n", "")
    check_function("a.js", "// Implements: REQ-1\nheat\nfunction boil(x) {\n}\n", "")


def test_function_outside_of_its_class_names_the_class() -> None:
    text = "// Implements: REQ-d1\nint Pot::boil(int a)\n{\n    // Implements: REQ-d2\n    return 1;\n}\n"
    check_function("src/a.cpp", text, "Pot::boil", "Pot::boil")
    check_function("src/a.cc", "// Implements: REQ-d1\nvoid tea::Pot<T>::pour() const {\n}\n", "tea::Pot<T>::pour")
    check_function("src/a.cc", "// Implements: REQ-d1\nPot::~Pot() {}\n", "Pot::~Pot")
    check_function("src/a.rs", "fn boil() {\n    // Implements: REQ-d1\n    Pot::new(1)\n}\n", "boil")
    check_function("src/a.rs", "// Implements: REQ-d1\nPot::new(1)\n", "")


def test_function_names_may_have_hyphens() -> None:
    check_function("src/a.ps1", "# Implements: REQ-d1\nfunction Start-Kettle {\n}\n", "Start-Kettle")


def test_test_titles_may_have_colons() -> None:
    text = "describe('pot', () => {\n  // Verifies: REQ-d1\n  it('tea::pot boils', () => {})\n})\n"
    check_function("tests/pot.test.ts", text, "pot::tea::pot boils")
    [test] = code("tests/pot.test.ts", text).tests
    assert (test.class_name, test.name) == ("pot", "tea::pot boils")


def test_comment_after_a_function_does_not_belong_to_it() -> None:
    check_function("a.py", "def one():\n    pass\n# Implements: REQ-d1\ndef two():\n    pass\n", "two")


def test_python_tests_are_known_by_name() -> None:
    text = "def test_a(): pass\ndef helper(): pass\nclass TestB:\n    def test_c(self): pass\n"
    text += "class Other:\n    def test_d(self): pass\n"
    check_tests("tests/test_a.py", text, "test_a", "TestB::test_c")
    check_tests(
        "test_a.py",
        "class FooTests(TestCase):\n    def test_a(self):\n        def test_b(): pass\n",
        "FooTests::test_a",
    )


def test_tests_of_other_languages_are_known_by_form() -> None:
    check_tests(
        "a.test.ts",
        "describe('tea', () => {\n  it(`is hot`, () => {\n  });\n  test.each([1])('%s', () => {});\n});\n",
        "tea::is hot",
        "tea::%s",
    )
    check_tests("a_test.go", "func TestBoil(t *testing.T) {\n}\nfunc help() {\n}\n", "TestBoil")
    check_tests(
        "KTest.java", "class KTest {\n  @Test\n  void boils() {\n  }\n  void help() {\n  }\n}\n", "KTest::boils"
    )
    check_tests("tests/a.rs", "#[test]\nfn boils() {\n}\n", "boils")
    check_tests("tests/a.cpp", "TEST_F(Kettle, Boils) {\n}\n", "Kettle::Boils")
    check_tests("tests/a.cs", "class T {\n  [Fact]\n  public void Boils()\n  {\n  }\n}\n", "T::Boils")


def test_comment_in_a_test_file_belongs_to_a_test_only() -> None:
    check_function("tests/test_a.py", "# Verifies: REQ-d1\ndef helper(): pass\ndef test_a(): pass\n", "")
    check_function(
        "tests/test_a.py", "class TestA:\n    # Verifies: REQ-d1\n    def test_a(self): pass\n", "TestA::test_a"
    )
    check_function("tests/test_a.py", "# Verifies: REQ-d1\nclass TestA:\n    def test_a(self): pass\n", "")


def test_comment_in_a_nested_function_belongs_to_the_test() -> None:
    text = "def test_a():\n    def boil():\n        # Verifies: REQ-d1\n        pass\n    boil()\n"
    check_function("tests/test_a.py", text, "test_a")


def test_function_range_includes_decorators() -> None:
    [test] = code(
        "tests/test_a.py", "@pytest.mark.x\n# Verifies: REQ-d1\ndef test_a():\n    x = 1\n\n    return x\n# end\n"
    ).tests
    assert (test.line, test.last) == (1, 6)


def test_test_files_are_known_by_path() -> None:
    for path in ("tests/a.py", "src/test/a.js", "test_a.py", "a_test.go", "a.spec.ts", "a.test.tsx", "KettleTest.java"):
        assert is_test_path(path), path
    for path in ("src/a.py", "latest/a.py", "attest.py", "contest.go", "testing.md"):
        assert not is_test_path(path), path


def test_code_without_citations_has_no_unit_but_tests_have() -> None:
    assert code("tests/test_a.py", "import k\nfrom tea.pot import x\ndef test_a(): pass\n").imports == ("k", "tea.pot")
    assert parse_code("src/a.py", "def test_a(): pass\n") is None
    assert parse_code("tests/conftest.py", "x = 1\n") is None


def test_multiline_text_neither_ends_nor_declares_a_test() -> None:
    text = (
        'def test_a():\n    text = """\ndef test_b():\n    pass\n""".strip()\n    # Verifies: REQ-d1\n    assert text\n'
    )
    check_function("tests/test_a.py", text, "test_a")
    check_tests("tests/test_a.py", text, "test_a")
    assert [(one.line, one.last) for one in code("tests/test_a.py", text).tests] == [(1, 7)]
    check_function("a.test.ts", "it('a', () => {\n  x(`\ny`, `\nz\n`);\n  // Verifies: REQ-d1\n});\n", "a")


def test_multiline_comment_may_stand_between_citation_and_function() -> None:
    check_function("a.c", "// Implements: REQ-d1\n/* Boils\n * int heat(int x)\n */\nint boil(int x)\n{\n}\n", "boil")


def test_decorator_strings_may_have_brackets() -> None:
    decorator = '@pytest.mark.parametrize("x", ["[", "{(", "\\"["])  # (\n'
    text = f"{decorator}# Verifies: REQ-d1\ndef test_a(x): pass\ndef test_b(): pass\n"
    check_function("tests/test_a.py", text, "test_a")
    check_tests("tests/test_a.py", text, "test_a", "test_b")
