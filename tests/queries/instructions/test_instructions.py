"""The tools of instructions: what applies to a file, in order, and why."""

from pathlib import Path
from typing import Any

import queries
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.samples import sample
from tests.queries.cases import each

BOX = sample("signal-box")


def applied(snapshot: Snapshot, path: str, **arguments: Any) -> list[tuple[str, str]]:
    """The instructions that apply to a path, each with its reason."""
    answer = queries.answer(snapshot, "instructions_for", {"path": path, **arguments})
    return [(one["instruction"], one["reason"]) for one in answer["instructions"]]


def test_claude_reads_imports_behind_what_imports_them() -> None:
    assert applied(BOX, "src/levers/frame.py", tool="claude") == [
        ("CLAUDE.md", "always, for files in the source"),
        ("AGENTS.md", "import of CLAUDE.md:3"),
        ("docs/agents/style.md", "import of CLAUDE.md:3"),
        ("docs/agents/words.md", "import of docs/agents/style.md:3"),
        ("docs/agents/timetable.md", "import of CLAUDE.md:5"),
        (".claude/rules/everywhere.md", "always, for files in the source"),
        (".claude/rules/levers.md", "its pattern 'src/levers/**/*.py' matches"),
    ]


def test_nearest_agents_file_comes_last_and_takes_precedence() -> None:
    assert applied(BOX, "src/bells/new.py", tool="codex") == [
        ("AGENTS.md", "always, for files in the source; the nearest, 'src/bells/AGENTS.md', takes precedence"),
        ("src/bells/AGENTS.md", "the nearest AGENTS.md, for files below 'src/bells'"),
    ]


def test_negated_pattern_takes_a_file_out() -> None:
    rule = ".cursor/rules/python.mdc"
    assert (rule, "its pattern '*.py' matches") in applied(BOX, "src/levers/frame.py", tool="cursor")
    assert rule not in [name for name, _ in applied(BOX, "src/bells/codes.py", tool="cursor")]


def test_rules_that_are_not_read_by_themselves_stand_apart() -> None:
    answer = queries.answer(BOX, "instructions_for", {"path": "src/levers/frame.py"})
    assert [(one["instruction"], one["mode"]) for one in answer["on_request"]] == [
        (".cursor/rules/history.mdc", "description"),
        (".windsurf/rules/night.md", "unstated"),
        ("memory-bank/activeContext.md", "request"),
    ]


def test_text_that_is_imported_and_read_by_itself_has_the_programs_of_both() -> None:
    answer = queries.answer(BOX, "instructions_for", {"path": "x.py"})
    agents = next(one for one in answer["instructions"] if one["instruction"] == "AGENTS.md")
    assert {"claude", "codex"} <= set(agents["tools"])
    assert agents["reason"] == "the nearest AGENTS.md, for files in the source; import of CLAUDE.md:3"


@each("path, is_read", [("AGENTS.md", True), ("./docs/../AGENTS.md", True), ("new/x.sql", False)])
def test_path_that_does_not_exist_is_answered_too(path: str, is_read: bool) -> None:
    answer = queries.answer(BOX, "instructions_for", {"path": path})
    assert answer["is_read"] is is_read
    assert answer["instructions"]


@each("path", ["", ".", "../x", "/"])
def test_path_outside_of_the_source_is_refused(path: str) -> None:
    assert queries.answer(BOX, "instructions_for", {"path": path})["code"] == "invalid_argument"


def test_override_takes_the_place_of_agents_file_for_codex_alone(tmp_path: Path) -> None:
    source = compiled(tmp_path, {"AGENTS.md": "# A\n", "AGENTS.override.md": "# O\n", "AGENT.md": "# S\n"})
    assert [name for name, _ in applied(source, "x", tool="codex")] == ["AGENTS.override.md"]
    assert [name for name, _ in applied(source, "x", tool="cursor")] == ["AGENTS.md"]
    assert [name for name, _ in applied(source, "x", tool="amp")] == ["AGENTS.md"]


def test_imports_of_a_linked_file_are_read(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    source = compiled(tmp_path, {"AGENTS.md": "# All\n\n@a.md\n", "a.md": "# A\n"})
    assert [name for name, _ in applied(source, "x")] == ["AGENTS.md", "a.md"]
    assert [name for name, _ in applied(source, "x", tool="codex")] == ["AGENTS.md"]


def test_list_has_every_text_and_takes_a_program_and_a_mode() -> None:
    listed = queries.answer(BOX, "list_instructions", {})["instructions"]
    assert len(listed) == len(BOX.rows("SELECT 1 FROM instruction")) > 15
    found = queries.answer(BOX, "list_instructions", {"tool": "windsurf", "mode": "glob"})["instructions"]
    assert [(one["instruction"], one["patterns"]) for one in found] == [
        (".windsurf/rules/web.md", ["web/**/*.{ts,css}"])
    ]


def test_list_without_rows_says_how_many_texts_there_are() -> None:
    answer = queries.answer(BOX, "list_instructions", {"tool": "gemini", "mode": "never"})
    assert answer["instructions"] == [] and "texts" in answer["hint"]


def test_skills_are_listed_and_not_told_for_each_file(tmp_path: Path) -> None:
    skill = "---\ndescription: How to tie.\n---\n# Tying\n"
    snapshot = compiled(tmp_path, {"CLAUDE.md": "# Rules\n", ".claude/skills/knots/SKILL.md": skill})
    answer = queries.answer(snapshot, "instructions_for", {"path": "a.py"})
    assert (answer["on_request"], answer["hint"].split(".")[0]) == (
        [],
        "Skills, agents and commands that can be chosen: 1",
    )
    listed = queries.answer(snapshot, "list_instructions", {"mode": "request"})["instructions"]
    assert [(one["title"], one["description"]) for one in listed] == [("knots", "How to tie.")]
