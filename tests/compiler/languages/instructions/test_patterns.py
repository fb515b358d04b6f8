"""Patterns of instructions: what they match, and which of them are findings."""

from pathlib import Path

from compiler.text.path_globs import fixed_folder, path_matcher, split_patterns
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

FILES: dict[str, str | bytes] = {
    "src/a.py": "A = 1\n",
    "web/b.ts": "export const b = 1;\n",
    "img/c.xyz": b"\x00\x01",
    ".gitignore": "dist/\n",
}


@table(
    ("pattern", "path", "expected"),
    [
        ("**/*.ts", "a.ts", True),
        ("**/*.ts", "x/y/a.ts", True),
        ("*.ts", "a.ts", True),
        ("*.ts", "x/a.ts", False),
        ("src/**", "src/a/b.py", True),
        ("src/**", "src", False),
        ("src/**/*", "src/a.py", True),
        ("src/*", "src/a/b.py", False),
        ("**", "a/b", True),
        ("src/*.{ts,tsx}", "src/a.tsx", True),
        ("{src,web}/{a,b}.ts", "web/b.ts", True),
        ("{a,{b,c}d}.ts", "cd.ts", True),
        ("[a-c]?.ts", "bx.ts", True),
        ("/src/a.py", "src/a.py", True),
        ("./src/a.py", "src/a.py", True),
        ("{src}/a.py", "src/a.py", False),
        ("a.b", "axb", False),
    ],
)
def test_pattern_matches_a_path(pattern: str, path: str, expected: bool) -> None:
    matches = path_matcher(pattern)
    assert matches is not None
    assert matches(path) is expected


def test_name_matches_in_any_folder_where_the_program_says_so() -> None:
    matches = path_matcher("*.py", names_anywhere=True)
    assert matches is not None
    assert matches("a/b.py") and matches("b.py")


@table("pattern", ["src/[ab", "", "a" * 3_000, "{a,b}" * 20])
def test_pattern_that_is_not_valid_has_no_matcher(pattern: str) -> None:
    assert path_matcher(pattern) is None


def test_list_of_patterns_is_split_at_commas_outside_of_braces() -> None:
    assert split_patterns("a/*.{ts,tsx}, b ,,c") == ["a/*.{ts,tsx}", "b", "c"]


@table(("pattern", "folder"), [("src/a/*.py", "src/a"), ("**/a", ""), ("a*/b/c", ""), ("a", "")])
def test_fixed_folder_is_what_is_written_out(pattern: str, folder: str) -> None:
    assert fixed_folder(pattern) == folder


def codes(folder: Path, globs: str, path: str = ".cursor/rules/a.mdc") -> list[str]:
    source = compiled(folder, {**FILES, path: f"---\nglobs: {globs}\n---\n\n# Rule\n"})
    return [one.code for one in source.diagnostics()]


@table(
    ("globs", "expected"),
    [
        ("src/**", []),
        ("*.xyz", []),
        ("img/*", []),
        ("*.sql, *.py", []),
        ("*.sql", ["INS207"]),
        ("src/*.sql, *.py", []),
        ("panel/**, *.py", ["INS204"]),
        ("panel/**", ["INS204"]),
        ("src/gone.py", ["INS204"]),
        ("src", ["INS207"]),
        ("src/", ["INS204"]),
        ("dist/**", []),
        ("!panel/**, *.py", []),
        ("src/[a", ["INS105"]),
    ],
)
def test_pattern_is_a_finding_if_its_folder_is_gone_or_nothing_is_left(
    tmp_path: Path, globs: str, expected: list[str]
) -> None:
    assert codes(tmp_path, globs) == expected


def test_finding_says_that_a_pattern_names_a_folder(tmp_path: Path) -> None:
    source = compiled(tmp_path, {**FILES, ".cursor/rules/a.mdc": "---\nglobs: src/\n---\n\n# Rule\n"})
    assert "'src/' is a folder" in source.diagnostics()[0].message


def test_folder_in_which_nobody_looks_may_hold_what_a_pattern_names(tmp_path: Path) -> None:
    (tmp_path / "panel").symlink_to(tmp_path / "img", target_is_directory=True)
    assert codes(tmp_path, "panel/**") == []
    assert codes(tmp_path, "panels/**") == ["INS204"]


def test_pattern_of_a_nested_rule_holds_in_its_folder(tmp_path: Path) -> None:
    source = compiled(tmp_path, {**FILES, "web/.cursor/rules/a.mdc": "---\nglobs: *.ts, *.py\n---\n\n# Rule\n"})
    assert source.rows("SELECT path FROM instruction_match") == [("web/b.ts",)]


def test_file_that_no_language_reads_ends_the_finding(tmp_path: Path) -> None:
    assert codes(tmp_path, "*.abc") == ["INS207"]
    assert compiled(tmp_path, {"deep/er/x.abc": b"\x00"}).diagnostics() == []


def test_copied_text_is_a_finding_at_the_later_file(tmp_path: Path) -> None:
    text = "# Box\n\n" + "A lever moves only when its locks are free. " * 4
    found = compiled(tmp_path, {"AGENTS.md": text, "GEMINI.md": text.replace(". ", ".\n")}).diagnostics()
    assert [(one.code, one.span.file) for one in found] == [("INS205", "GEMINI.md")]


def test_links_to_one_text_are_no_copies(tmp_path: Path) -> None:
    text = "# Box\n\n" + "A lever moves only when its locks are free. " * 4
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/box.md").write_text(text)
    for name in ("AGENTS.md", "GEMINI.md"):
        (tmp_path / name).symlink_to("rules/box.md")
    assert compiled(tmp_path, {}).diagnostics() == []


@table(
    ("path", "expected"),
    [
        ("web/.cursorrules", []),
        ("copilot-instructions.md", ["INS206"]),
        (".github/instructions/a.md", ["INS206"]),
        ("assets/.github/copilot-instructions.md", []),
        ("templates/.github/copilot-instructions.md", []),
    ],
)
def test_file_that_is_not_read_at_its_place_is_a_finding(tmp_path: Path, path: str, expected: list[str]) -> None:
    source = compiled(tmp_path, {"src/a.py": "A = 1\n", path: "# Rules\n"})
    assert [one.code for one in source.diagnostics()] == expected


def test_fixture_has_no_findings(tmp_path: Path) -> None:
    source = compiled(tmp_path, {"src/a.py": "A = 1\n", "tests/fixtures/CLAUDE.md": "# Box\n\n@gone.md\n"})
    assert source.diagnostics() == []


def test_block_that_a_tool_writes_into_many_files_is_no_copied_text(tmp_path: Path) -> None:
    text = "<tool-context>\n" + "# Recent\n\nNothing has happened here so far. " * 6 + "\n</tool-context>\n"
    assert compiled(tmp_path / "all", {"AGENTS.md": text, "GEMINI.md": text}).diagnostics() == []
    more = {"AGENTS.md": f"# Box\n\n{text}", "GEMINI.md": f"# Box\n\n{text}"}
    assert [one.code for one in compiled(tmp_path / "more", more).diagnostics()] == ["INS205"]
