"""When a program reads a rule, by its front matter."""

from compiler.languages.instructions.syntax.parse import parse
from tests.compiler.tables import table

CURSOR, WINDSURF, KIRO = ".cursor/rules/a.mdc", ".windsurf/rules/a.md", ".kiro/steering/a.md"
CLAUDE, COPILOT, CLINE = ".claude/rules/a.md", ".github/instructions/a.instructions.md", ".clinerules/a.md"


def check(path: str, fields: str) -> tuple[str, list[str], list[str]]:
    """The mode of a rule, its patterns, and its faults."""
    unit = parse(path, f"---\n{fields}\n---\n\n# Rule\n" if fields else "# Rule\n").unit
    return unit.mode, [one.text for one in unit.patterns], [one.code for one in unit.faults]


@table(
    ("path", "fields", "mode", "patterns"),
    [
        (CURSOR, "alwaysApply: true\nglobs: *.py", "always", []),
        (CURSOR, "globs: *.py, src/**/*.{ts,tsx}\nalwaysApply: false", "glob", ["*.py", "src/**/*.{ts,tsx}"]),
        (CURSOR, 'globs: ["a/**", "b/**"]', "glob", ["a/**", "b/**"]),
        (CURSOR, "globs: [**/*.ts, *.js]", "glob", ["**/*.ts", "*.js"]),
        (CURSOR, "description: Names\nglobs:\nalwaysApply: false", "description", []),
        (CURSOR, "description:\nglobs:", "request", []),
        (CURSOR, "", "request", []),
        (CLAUDE, "paths:\n  - **/*.ts\n  - 'src/**'", "glob", ["**/*.ts", "src/**"]),
        (CLAUDE, "paths: src/**", "glob", ["src/**"]),
        (CLAUDE, "", "always", []),
        (COPILOT, 'applyTo: "**/*.py,docs/**"', "glob", ["**/*.py", "docs/**"]),
        (COPILOT, "applyTo: **", "glob", ["**"]),
        (COPILOT, "description: Tests", "description", []),
        (COPILOT, "", "request", []),
        (WINDSURF, "trigger: always_on", "always", []),
        (WINDSURF, "trigger: glob\nglobs: *.py", "glob", ["*.py"]),
        (WINDSURF, "trigger: model_decision\ndescription: x", "description", []),
        (WINDSURF, "trigger: manual", "request", []),
        (WINDSURF, "", "unstated", []),
        (KIRO, "", "always", []),
        (KIRO, "inclusion: manual", "request", []),
        (KIRO, "inclusion: auto\ndescription: x", "description", []),
        (KIRO, 'inclusion: fileMatch\nfileMatchPattern: ["*.ts", "a/**"]', "glob", ["*.ts", "a/**"]),
        (CLINE, "paths:\n  - src/**", "glob", ["src/**"]),
        (CLINE, "paths: []", "never", []),
        (CLINE, "", "always", []),
    ],
)
def test_front_matter_says_when_a_rule_is_read(path: str, fields: str, mode: str, patterns: list[str]) -> None:
    assert check(path, fields) == (mode, patterns, [])


@table(
    ("path", "fields", "fault"),
    [
        (CURSOR, "globs *.py", "malformed"),
        (CURSOR, "alwaysApply: maybe", "value"),
        (WINDSURF, "trigger: at_night", "value"),
        (WINDSURF, "trigger: glob", "no_patterns"),
        (KIRO, "inclusion: fileMatch", "no_patterns"),
    ],
)
def test_front_matter_that_says_nothing_of_use_is_a_fault(path: str, fields: str, fault: str) -> None:
    assert check(path, fields)[2] == [fault]


def test_front_matter_without_its_end_is_a_fault_and_a_thematic_break_is_none() -> None:
    assert [one.code for one in parse(CURSOR, "---\nglobs: *.py\n\n# Rule\n").unit.faults] == ["malformed"]
    assert parse(CURSOR, "---\n\n# Rule\n").unit.faults == ()


def test_pattern_has_the_line_that_it_stands_in() -> None:
    unit = parse(CLAUDE, '---\npaths:\n  - "a/**"\n  - b/**\n---\n').unit
    assert [(one.text, one.line) for one in unit.patterns] == [("a/**", 3), ("b/**", 4)]


def test_skill_is_read_on_request_and_has_a_name_and_a_description() -> None:
    unit = parse(".claude/skills/knots/SKILL.md", "---\ndescription: How to tie.\nhint: [a] [b]\n---\n# Tying\n").unit
    assert (unit.title, unit.description, unit.mode, unit.faults) == ("knots", "How to tie.", "request", ())
    assert parse(".claude/commands/tie.md", "# Tie a knot\n").unit.title == "tie"
    assert parse(".claude/agents/a.md", "---\nname: rigger\n---\n").unit.title == "rigger"


def test_a_long_value_that_is_none_is_shown_by_its_first_80_characters() -> None:
    (fault,) = parse(CURSOR, f"---\nalwaysApply: {'m' * 100}\n---\n\n# Rule\n").unit.faults
    assert fault.text == f"alwaysApply: {'m' * 100}"[:80]
