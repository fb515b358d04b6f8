"""Which files are instructions, of which format, and which programs read them."""

from pathlib import Path

from compiler.languages.instructions.formats import Place, place_of, tools_of
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table


@table(
    ("path", "place"),
    [
        ("AGENTS.md", Place("agents", "")),
        ("src/a/AGENTS.md", Place("agents", "src/a")),
        ("AGENTS.override.md", Place("agents_override", "")),
        ("AGENT.md", Place("agent", "")),
        ("CLAUDE.md", Place("claude", "")),
        (".claude/CLAUDE.md", Place("claude_folder", "")),
        ("web/.claude/CLAUDE.md", Place("claude_folder", "web")),
        ("CLAUDE.local.md", Place("claude_local", "")),
        (".claude/rules/a/b.md", Place("claude_rule", "")),
        ("GEMINI.md", Place("gemini", "")),
        (".github/copilot-instructions.md", Place("copilot", "")),
        (".github/instructions/a/b.instructions.md", Place("copilot_path", "")),
        (".github/instructions/b.md", Place("misnamed", "")),
        (".cursor/rules/a.mdc", Place("cursor_rule", "")),
        ("web/.cursor/rules/x/a.mdc", Place("cursor_rule", "web")),
        (".cursorrules", Place("cursor_file", "")),
        (".windsurf/rules/a.md", Place("windsurf_rule", "")),
        (".windsurfrules", Place("windsurf_file", "")),
        (".clinerules", Place("cline_rule", "")),
        (".clinerules/a.txt", Place("cline_rule", "")),
        ("memory-bank/progress.md", Place("memory_bank", "")),
        (".kiro/steering/a.md", Place("kiro", "")),
        (".claude/skills/knots/SKILL.md", Place("skill", "", ("claude",))),
        ("web/.agents/skills/knots/SKILL.md", Place("skill", "web", ("amp", "codex"))),
        (".github/agents/a.agent.md", Place("subagent", "", ("copilot",))),
        (".cursor/commands/a.md", Place("command", "", ("cursor",))),
        (".clinerules/workflows/a.md", Place("command", "", ("cline",))),
        (".github/prompts/a.prompt.md", Place("command", "", ("copilot",))),
        ("skills/knots/SKILL.md", Place("skill", "", (), True)),
        ("hull/skills/ropes/knots/SKILL.md", Place("skill", "hull", (), True)),
        ("agents/agents/bosun.md", Place("subagent", "agents", (), True)),
        ("hull/commands/deck/swab.md", Place("command", "hull", (), True)),
    ],
)
def test_path_of_instructions_has_a_format_and_a_folder(path: str, place: Place) -> None:
    assert place_of(path) == place


@table(
    "path",
    [
        "agents.md",
        "docs/agents/AGENTS.txt",
        ".codex/AGENTS.md",
        ".github/workflows/a.md",
        ".github/prompts/a.md",
        ".claude/skills/knots/notes.md",
        ".claude/commands/README.md",
        "skills/knots/notes.md",
        "hull/agents/README.md",
        "hull/commands/swab.toml",
        ".github/instructions/README.md",
        "claude/rules/a.md",
        "rules/a.mdc",
    ],
)
def test_other_path_is_none_of_instructions(path: str) -> None:
    assert place_of(path) is None


def test_agents_file_below_the_root_is_not_read_by_programs_that_read_the_root_alone() -> None:
    assert {"cline", "kiro"} <= set(tools_of(Place("agents", "")))
    assert not {"cline", "kiro"} & set(tools_of(Place("agents", "src")))


def test_link_to_other_instructions_is_one_text_with_the_programs_of_both(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    source = compiled(tmp_path, {"AGENTS.md": "# All\n\n@docs/a.md\n", "docs/a.md": "# A\n"})
    assert source.rows("SELECT id FROM instruction ORDER BY id") == [("AGENTS.md",), ("docs/a.md",)]
    assert source.rows("SELECT path, tool FROM instruction_place WHERE tool IN ('claude', 'codex') ORDER BY path") == [
        ("AGENTS.md", "codex"),
        ("CLAUDE.md", "claude"),
    ]
    assert source.rows("SELECT id FROM document ORDER BY id") == [("AGENTS.md",), ("docs/a.md",)]


def test_link_of_another_format_has_the_mode_of_that_format(tmp_path: Path) -> None:
    skill, rule = "---\nname: tie\ndescription: Tie knots\n---\n\n# Tie\n", "---\nalwaysApply: false\n---\n\n# Rope\n"
    for folder in (".claude/commands", ".cursor/rules"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".claude/commands/tie.md").symlink_to("../../.agents/skills/tie/SKILL.md")
    (tmp_path / ".cursor/rules/rope.md").symlink_to("../../.claude/rules/rope.md")
    source = compiled(tmp_path, {".agents/skills/tie/SKILL.md": skill, ".claude/rules/rope.md": rule})
    places = source.rows("SELECT DISTINCT path, mode FROM instruction_place ORDER BY path")
    assert places == [
        (".agents/skills/tie/SKILL.md", "request"),
        (".claude/commands/tie.md", "request"),
        (".claude/rules/rope.md", "always"),
        (".cursor/rules/rope.md", "request"),
    ]


def test_link_to_a_page_is_no_second_page(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").symlink_to("docs/guide.md")
    source = compiled(tmp_path, {"docs/guide.md": "# Guide\n\nStep.\n"})
    assert source.rows("SELECT id FROM document") == [("docs/guide.md",)]
    assert source.rows("SELECT id, title FROM instruction") == [("CLAUDE.md", "Guide")]
    assert source.rows("SELECT kind FROM object WHERE ref = 'f:CLAUDE.md'") == [("file",)]


def test_page_of_instructions_keeps_its_document_and_sections(tmp_path: Path) -> None:
    source = compiled(tmp_path, {"AGENTS.md": "# All\n\n## Tests\n\nRun them.\n"})
    kinds = source.rows("SELECT kind FROM object WHERE file = 'AGENTS.md' ORDER BY kind")
    assert kinds == [("document",), ("document_section",), ("document_section",), ("instruction",)]


def test_agents_file_imports_nothing_unless_claude_reads_it(tmp_path: Path) -> None:
    source = compiled(tmp_path, {"AGENTS.md": "# All\n\n@docs/a.md and @gone.md\n", "docs/a.md": "# A\n"})
    assert source.rows("SELECT id FROM instruction") == [("AGENTS.md",)]
    assert source.rows("SELECT path FROM instruction_path") == []
    assert [one.code for one in source.diagnostics()] == []


def test_plugin_offers_skills_agents_and_commands(tmp_path: Path) -> None:
    source = compiled(
        tmp_path,
        {
            "hull/.claude-plugin/plugin.json": "{}",
            "hull/.codex-plugin/plugin.json": "{}",
            "hull/skills/caulk/SKILL.md": "---\nname: caulk\ndescription: Makes it tight.\n---\n# Caulk\n",
            "hull/agents/bosun.md": "# Bosun\n",
            "hull/commands/swab.md": "# Swab\n",
            "docs/agents/chandler.md": "# Who sells rope\n",
            "docs/commands/hoist.md": "# hoist\n",
            "skills/splice/SKILL.md": "# Splice\n",
        },
    )
    assert source.rows("SELECT id, format, mode, folder, description FROM instruction ORDER BY id") == [
        ("hull/agents/bosun.md", "subagent", "request", "hull", ""),
        ("hull/commands/swab.md", "command", "request", "hull", ""),
        ("hull/skills/caulk/SKILL.md", "skill", "request", "hull", "Makes it tight."),
        ("skills/splice/SKILL.md", "skill", "request", "", ""),
    ]
    found = source.rows("SELECT path, tool FROM instruction_place ORDER BY path, tool")
    assert [tool for path, tool in found if path == "hull/agents/bosun.md"] == ["claude", "codex"]
    assert [tool for path, tool in found if path.startswith("skills/")] in ([], [None])
