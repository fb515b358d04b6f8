"""The settings that choose files: what is wrong with them is said at their lines."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.tables import table


@table(
    ("text", "expected"),
    [
        ('exclude = "docs/"\n', [("FRZ204", 1, "'exclude' must be a list of patterns")]),
        ("# a\ninclude = [1]\n", [("FRZ204", 2, "'include' must be a list of patterns")]),
        ('exclude = [" "]\n', [("FRZ204", 1, "'exclude'")]),
        ('inclde = ["a"]\n', [("FRZ203", 1, "Unknown key 'inclde' in frieze.toml.")]),
        ('[world]\npath = ["a"]\n', [("FRZ203", 2, "Unknown key 'path' in [world].")]),
        ('[world]\npaths = "a"\n', [("FRZ204", 2, "'world.paths' must be a list of patterns")]),
        ("world = 1\n", [("FRZ204", 1, "'world' must be a table, which begins [world]")]),
        ('[worlds]\npaths = ["a"]\n', [("FRZ203", 1, "Unknown key 'worlds' in frieze.toml.")]),
    ],
)
def test_mistake_is_a_finding_at_its_line(tmp_path: Path, text: str, expected: list[tuple[str, int, str]]) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "frieze.toml").write_text(text)
    snapshot = compile_source(tmp_path)
    found = [(one.code, one.span.start_line, one.message) for one in snapshot.diagnostics()]
    assert [one[:2] for one in found] == [one[:2] for one in expected]
    assert all(message in one[2] for one, (_, _, message) in zip(found, expected, strict=True))
    assert snapshot.object("f:attic.urd.md")


def test_near_name_of_a_setting_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "frieze.toml").write_text('inclde = ["a"]\n[world]\npath = ["a"]\n')
    assert [one.suggestion for one in compile_source(tmp_path).diagnostics(severity="warning")] == [
        "Did you mean 'include'?",
        "Did you mean 'paths'?",
    ]


def test_paths_take_back_what_an_earlier_pattern_selects(tmp_path: Path) -> None:
    (tmp_path / "frieze.toml").write_text('[world]\npaths = ["/worlds/", "!/worlds/old/"]\n')
    for path in ("worlds/a.urd.md", "worlds/old/b.urd.md", "c.urd.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# Attic\n")
    assert compile_source(tmp_path).meta["languages"]["world"]["files"] == 1


def test_language_without_paths_in_the_list_reads_nothing(tmp_path: Path) -> None:
    (tmp_path / "frieze.toml").write_text("[world]\npaths = []\n")
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    assert compile_source(tmp_path).meta["languages"] == {}


SETTINGS = """exclude = [
  "/old/",  # there
  "*.draft.md",
]
include = ["/vendor/ours/", "/vendor/theirs/", "!/vendor/ours/gone.md"]

[world]
paths = ["/worlds/", "/spheres/"]
"""


def test_pattern_that_selects_nothing_is_a_finding_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "frieze.toml").write_text(SETTINGS)
    for path in ("old/a.md", "vendor/ours/a.md", "worlds/a.urd.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# Attic\n")
    snapshot = compile_source(tmp_path)
    assert [(one.code, one.span.start_line, one.message.split("'")[1]) for one in snapshot.diagnostics()] == [
        ("FRZ212", 3, "*.draft.md"),
        ("FRZ212", 5, "/vendor/theirs/"),
        ("FRZ212", 5, "!/vendor/ours/gone.md"),
        ("FRZ212", 8, "/spheres/"),
    ]


def test_pattern_that_begins_to_select_something_makes_another_snapshot(tmp_path: Path) -> None:
    (tmp_path / "frieze.toml").write_text('exclude = ["/old/"]\n')
    (tmp_path / "a.urd.md").write_text("# Attic\n")
    idle = compile_source(tmp_path)
    (tmp_path / "old").mkdir()
    used = compile_source(tmp_path)
    assert (len(idle.diagnostics()), len(used.diagnostics())) == (1, 0)
    assert idle.meta["id"] != used.meta["id"]


def test_project_names_what_is_marked_only_by_its_name(tmp_path: Path) -> None:
    for path in ("templates/tasks.md", "archive/tasks.md", "src/tasks.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# Tasks\n\n- [ ] T001 Tidy\n")
    marked = "SELECT path FROM file WHERE example IS NOT NULL ORDER BY path"
    assert compile_source(tmp_path).rows(marked) == [("archive/tasks.md",), ("templates/tasks.md",)]
    (tmp_path / "frieze.toml").write_text('project = ["/templates/"]\n')
    snapshot = compile_source(tmp_path)
    assert snapshot.rows(marked) == [("archive/tasks.md",)]
    ready = snapshot.rows("SELECT file FROM task WHERE NOT is_example ORDER BY file")
    assert ready == [("src/tasks.md",), ("templates/tasks.md",)]


@table("key", ["exclude", "include", "project", "[world]\npaths"])
def test_very_long_list_of_patterns_is_reported_and_not_used(tmp_path: Path, key: str) -> None:
    """Each is compared with every path: 20,000 took half a minute."""
    (tmp_path / "page.md").write_text("# Kettle\n")
    patterns = ", ".join(['"**/"'] * 20_000)
    (tmp_path / "frieze.toml").write_text(f"{key} = [{patterns}]\n")
    diagnostics = compile_source(tmp_path).diagnostics()
    assert [one.code for one in diagnostics] == ["FRZ204"]
    assert "at most 200 patterns" in diagnostics[0].message
