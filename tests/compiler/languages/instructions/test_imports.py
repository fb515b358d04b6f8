"""Imports of instructions: what they take in, and which are findings."""

from itertools import pairwise
from pathlib import Path

from tests.closing import compile_source
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

FILES: dict[str, str | bytes] = {
    "docs/style.md": "# Style\n",
    "docs/My Page.md": "# Mine\n",
    "src/a.py": "A = 1\n",
    "package.json": "{}\n",
    ".gitignore": "local/\n",
}


def check(folder: Path, text: str, path: str = "CLAUDE.md") -> tuple[list[str], list[str]]:
    """The files that a text imports, and the codes of its findings."""
    source = compiled(folder, {**FILES, path: f"# Box\n\n{text}\n"})
    found = source.rows("SELECT path FROM instruction_path WHERE is_import ORDER BY line, path")
    return [one for (one,) in found], [one.code for one in source.diagnostics()]


@table(
    ("text", "imported"),
    [
        ("@docs/style.md", ["docs/style.md"]),
        ("See @./docs/style.md, please.", ["docs/style.md"]),
        ("(@docs/style.md)", ["docs/style.md"]),
        ("- @docs/style.md", ["docs/style.md"]),
        ("> @docs/style.md", ["docs/style.md"]),
        ("@docs/My\\ Page.md", ["docs/My Page.md"]),
        ("@docs/style.md#part", ["docs/style.md"]),
        ("@package.json and @src/a.py", ["package.json", "src/a.py"]),
        ("`@docs/style.md`", []),
        ("``a ` @docs/style.md``", []),
        ("```\n@docs/style.md\n```", []),
        ("<!-- @docs/style.md -->", []),
        ("me@docs/style.md", []),
        ("@mara, @types/node and @scope/pkg", []),
        ("@~/notes.md and @/etc/notes.md", []),
        ("@../outside.md", []),
        ("@path/to/file.md", []),
        ("@local/own.md", []),
    ],
)
def test_import_leads_to_a_file_and_is_no_finding(tmp_path: Path, text: str, imported: list[str]) -> None:
    assert check(tmp_path, text) == (imported, [])


@table("text", ["@docs/gone.md", "See @./gone.txt."])
def test_import_of_a_page_that_does_not_exist_is_a_finding(tmp_path: Path, text: str) -> None:
    assert check(tmp_path, text) == ([], ["INS201"])


def test_steering_of_kiro_imports_from_the_root(tmp_path: Path) -> None:
    found = check(tmp_path, "#[[file:docs/style.md]] and @docs/gone.md", ".kiro/steering/a.md")
    assert found == (["docs/style.md"], [])
    assert check(tmp_path, "#[[file:docs/gone.md]]", ".kiro/steering/a.md")[1] == ["INS201"]


def test_import_of_an_import_is_read_from_its_own_folder(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"CLAUDE.md": "@docs/a.md\n", "docs/a.md": "@b.md\n", "docs/b.md": "# B\n"}
    source = compiled(tmp_path, files)
    rows = source.rows("SELECT source, target FROM link WHERE kind = 'imports' ORDER BY source")
    assert rows == [("i:CLAUDE.md", "i:docs/a.md"), ("i:docs/a.md", "i:docs/b.md")]


@table(("count", "codes"), [(5, []), (6, ["INS203"]), (9, ["INS203"])])
def test_sixth_import_in_a_row_is_a_finding(tmp_path: Path, count: int, codes: list[str]) -> None:
    chain = ["CLAUDE.md", *(f"a{at}.md" for at in range(count))]
    files: dict[str, str | bytes] = {one: f"# A\n\n@{to}\n" for one, to in pairwise(chain)}
    assert [one.code for one in compiled(tmp_path, {**files, chain[-1]: "# End\n"}).diagnostics()] == codes


def test_circle_of_imports_is_one_finding(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"CLAUDE.md": "@a.md\n", "a.md": "@b.md\n", "b.md": "@a.md\n"}
    found = compiled(tmp_path, files).diagnostics()
    assert [(one.code, one.span.file) for one in found] == [("INS202", "b.md")]


def test_file_that_appears_ends_the_finding(tmp_path: Path) -> None:
    assert check(tmp_path, "@docs/late.md")[1] == ["INS201"]
    assert compiled(tmp_path, {"docs/late.md": "# Late\n"}).diagnostics() == []


@table("text", ["`data/late.bin`", "@data/late.bin"])
def test_file_of_no_language_that_is_named_belongs_to_the_snapshot(tmp_path: Path, text: str) -> None:
    (tmp_path / "CLAUDE.md").write_text(f"# Box\n\n{text}\n")
    before = compile_source(tmp_path, keep=True)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "late.bin").write_bytes(b"\0")
    after = compile_source(tmp_path, keep=True)
    named = "SELECT path FROM instruction_path"
    assert (before.rows(named), after.rows(named)) == ([], [("data/late.bin",)])


NAMING = {
    "AGENTS.md": "`docs/a.bin` `b.bin` `.` `..`",
    "box/AGENTS.md": "`b.bin` `docs/a.bin` `src/c.bin`",
    "box/.cursor/rules/a.mdc": "`b.bin`",
    ".claude/skills/lamp/SKILL.md": "`scripts/d.bin` `docs/a.bin` `b.bin` `./b.bin`",
    ".claude/commands/light.md": "`docs/a.bin` `b.bin` `scripts/d.bin`",
    "plug/skills/glow/SKILL.md": "`docs/a.bin` `e.bin` `b.bin`",
}
_FILES = ("docs/a.bin", "b.bin", "box/b.bin", "box/src/c.bin")
_OF_SKILLS = (".claude/skills/lamp/scripts/d.bin", "plug/skills/glow/e.bin")


def test_paths_are_named_from_the_folder_that_a_text_is_for(tmp_path: Path) -> None:
    source = compiled(tmp_path, NAMING | dict.fromkeys((*_FILES, *_OF_SKILLS), "x"))
    named = source.rows("SELECT file, path FROM instruction_path ORDER BY file, path")
    assert {file: [path for of, path in named if of == file] for file in NAMING} == {
        "AGENTS.md": ["b.bin", "docs/a.bin"],
        "box/AGENTS.md": ["box/b.bin", "box/src/c.bin", "docs/a.bin"],
        "box/.cursor/rules/a.mdc": ["box/b.bin"],
        ".claude/skills/lamp/SKILL.md": [".claude/skills/lamp/scripts/d.bin", "b.bin", "docs/a.bin"],
        ".claude/commands/light.md": ["docs/a.bin"],
        "plug/skills/glow/SKILL.md": ["plug/skills/glow/e.bin"],
    }


def test_skill_does_not_cite_itself(tmp_path: Path) -> None:
    front = "---\nname: lamp-glow\ndescription: Call `lamp-glow` to glow, then `lamp-dim`.\n---\n\n# Glow\n\nGlow.\n"
    other = "---\nname: lamp-dim\ndescription: Dims.\n---\n\n# Dim\n\nDim.\n"
    source = compiled(tmp_path, {".claude/skills/lamp-glow/SKILL.md": front, ".claude/skills/lamp-dim/SKILL.md": other})
    assert source.rows("SELECT target FROM mention") == [("f:.claude/skills/lamp-dim/SKILL.md",)]


def test_import_of_kiro_is_no_wikilink(tmp_path: Path) -> None:
    source = compiled(tmp_path, {".kiro/steering/a.md": "# A\n\n#[[file:docs/b.md]]\n", "docs/b.md": "# B\n"})
    assert source.rows("SELECT 1 FROM object WHERE kind = 'note'") == []
