"""Which files are not the project, by their names and by the beginning of their texts."""

from compiler.model.examples import Example
from compiler.text.example_texts import example_by_text
from compiler.text.examples import ExamplePaths
from tests.compiler.tables import table

PROJECT = ("docs/plan.md", "src/pay.py")


def judged(path: str, *others: str) -> str:
    """Return what a path is, in a project: "project", "example", or "work" if only what states work is an example."""
    found = ExamplePaths([path, *(others or PROJECT)]).example(path)
    return "project" if found is None else "work" if found.only_work else "example"


@table(
    ("path", "expected"),
    [
        # Templates
        ("templates/tasks.md", "example"),
        (".specify/templates/spec.md", "example"),
        ("vault/07_templates/week.md", "example"),
        ("vault/99 - Archive/week.md", "example"),
        ("vault/2024-01-01-template-of-ropes/week.md", "project"),
        ("site/archetypes/default.md", "example"),
        (".github/ISSUE_TEMPLATE/bug.md", "example"),
        (".agents/skills/press/assets/design/view.md", "example"),
        ("skills/assets/view.md", "work"),
        ("src/templates/engine.py", "project"),  # code in such a folder is the project's
        ("charts/web/templates/deploy.yaml", "project"),
        ("{{cookiecutter.name}}/README.md", "example"),
        ("docs/adr/template.md", "example"),
        ("docs/adr/0000-template.md", "example"),
        ("docs/adr/adr-template-bare-minimal.md", "example"),
        ("spec/EXAMPLE-requirement.md", "example"),
        ("docs/example-app.md", "project"),
        ("docs/adr/0012-use-a-template.md", "project"),  # a decision about templates
        ("docs/template-engine.md", "project"),
        ("docs/adr/NNNN-title.md", "example"),
        ("docs/adr/YYYY-MM-DD-title.md", "example"),
        ("docs/[FEATURE].md", "example"),
        ("docs/[slug].md", "project"),
        ("tasks/task-7 - Splice-Rope[T]-of-any-kind.md", "project"),
        ("changes/[change-id]/tasks.md", "example"),
        ("src/app/[slug]/page.mdx", "project"),  # a part of an address
        ("docs/adr/0000-use-a-template.md", "project"),
        ("docs/adr/0000-adr-template.md", "example"),
        # Fixtures
        ("tests/fixtures/spec.md", "example"),
        ("tests/fixtures/test_pay.py", "example"),
        ("pkg/testdata/flow.mmd", "example"),
        ("src/__fixtures__/tasks.json", "example"),
        ("src/test/resources/tasks.json", "example"),
        ("tests/data/tasks.md", "example"),
        ("src/tests/mill_fixture/docs/tasks.md", "example"),
        ("tests/fixtures-of-mills/tasks.md", "example"),
        ("docs/football-fixtures/tasks.md", "project"),
        ("tests/test_fixturing/test_pay.py", "project"),
        ("tests/test_pay.py", "project"),
        ("tests/plans/tasks.md", "work"),
        ("spec/tests.md", "project"),
        # Archives
        ("archive/plan.md", "example"),
        ("versioned_docs_archived/v1/knots.md", "example"),
        ("openspec/changes/archive/2025-01-02-add/tasks.md", "example"),
        ("backlog/archive/tasks/task-1 - a.md", "project"),  # Backlog.md has a state for it
        ("docs/adr/archive/0001-rope.md", "project"),  # decisions of the past are decisions
        ("docs/design-decisions/_archived/rope.md", "project"),
        ("docs/archive/adr/0001-rope.md", "example"),
        ("src/archive/zip.py", "project"),
        ("tasks-archive/plan.md", "example"),
        ("web-archive/tasks.md", "project"),  # a program
        (".beads-disabled/.beads/issues.jsonl", "example"),
        ("docs.bak/plan.md", "example"),
        ("specs/003-backup/tasks.md", "project"),
        ("archive.md", "project"),
        # Prompts
        (".claude/commands/review.md", "work"),
        (".github/prompts/plan.prompt.md", "work"),
        (".roo/rules-code/style.md", "work"),
        ("app/.clinerules/style.md", "work"),
        (".ruler/style.md", "work"),
        ("docs/rules/style.md", "project"),
        ("AGENTS.md", "work"),
        ("plugins/deploy/skills/ship/SKILL.md", "work"),
        ("prompts/review.md", "work"),
        ("src/prompts/review.py", "project"),
        (".github/workflows/ci.yml", "project"),
        (".claude/projects/p/memory/MEMORY.md", "project"),
        (".claude/plans/tasks.md", "project"),
        # Scratch copies
        ("tool_tests/tmp/files/tasks.md", "example"),
        ("docs/temp/plan.md", "example"),
        ("_bmad/bmm/workflows/plan/instructions.md", "example"),
        (".bmad-core/tasks/plan.md", "example"),
        (".aiox-core/development/tasks/plan.md", "example"),
        ("_bmad-output/plan.md", "project"),
        ("src/tmp/clean.py", "project"),
        ("docs/tmp.md", "project"),
        ("docs/templates-and-temp/plan.md", "project"),
    ],
)
def test_file_is_an_example_by_its_path(path: str, expected: str) -> None:
    assert judged(path) == expected


def test_old_copy_of_a_page_beside_it_is_an_example() -> None:
    paths = ["docs/tasks.md", "docs/tasks_backup.md", "docs/0012-database-backup.md"]
    judge = ExamplePaths(paths, paths.__contains__)
    assert [path for path in paths if judge.example(path)] == ["docs/tasks_backup.md"]


def test_folder_of_examples_is_no_project_beside_another_folder() -> None:
    assert judged("examples/flow.mmd", "README.md", "docs/plan.md") == "example"


@table("other", ["README.md", "examples/more/flow.mmd", ".github/workflows/ci.yml"])
def test_folder_of_examples_is_the_project_when_there_is_nothing_else(other: str) -> None:
    assert judged("examples/flow.mmd", other) == "project"


@table(
    "text",
    [
        '---\ntitle: \'{{ replace .Name "-" " " }}\'\n---\n# Real\n',
        "---\ntitle: [FEATURE]\n---\n",
        "---\ndate: YYYY-MM-DD\n---\n# Real\n",
        "---\r\ndate: {YYYY-MM-DD when it was decided}\r\n---\r\n# Real\n",
        '---\nstatus: "{proposed | rejected | accepted}"\n---\n# Real\n',
        "---\ndescription: Review $ARGUMENTS\n---\n",
        "# Tasks: [FEATURE NAME]\n",
        "# [short title of solved problem]\n",
        "# {short title of solved problem}\n",
        "# ADR-NNNN: Title\n",
        "# NUMBER. TITLE\n",
        "# 1. Record decisions\n\nDate: DATE\n",
        "# Plan\n\n**Feature Branch**: `[###-feature-name]`\n",
        "# Rope\n\n* Status: [accepted | superseded]\n",
        "# Rope\n\n* Deciders: [list everyone involved in the decision]\n",
    ],
)
def test_placeholder_makes_a_page_a_template(text: str) -> None:
    assert "placeholder" in example_by_text("docs/a.md", text)


@table(
    ("text", "is_template"),
    [
        ("# Week\n\n- [ ] <% tp.date.now() %>\n", True),
        ("<%*\ntR += 'x'\n%>\n", False),
        ("# Week\n\n<%* tR += tp.file.title %>\n", True),
        ("# Templater\n\n```\n<% tp.date.now() %>\n```\n\nWrite `<% tp.date.now() %>`.\n", False),
        ("# Pages\n\nA tag <%= name %> is ERB.\n", False),
    ],
)
def test_command_of_templater_makes_a_page_a_template(text: str, is_template: bool) -> None:
    assert bool(example_by_text("docs/week.md", text)) == is_template


@table(
    "text",
    [
        "# Real\n",
        "---\ntags: [API]\ndecision-makers: [Ines, Tomas]\n---\n# Real\n",
        "---\nparams: {a: 1}\n---\n# Real\n",
        "# [DEPRECATED] Old API\n",
        "# [Unreleased]\n",
        "# [Feature name](feature.md)\n",
        "# <Button>\n",
        "# NAME\n",
        "```\n# [FEATURE NAME]\n```\n# Real\n",
        "<!--\n# [FEATURE NAME]\n-->\n# Real\n",
        "# Real\n\n* Status: [accepted]\n* Deciders: [Ines Rope]\n* Date: [2026-01-02]\n",
        "# Real\n\nDate: 2026-01-02\n\n## More\n\nDate: DATE\n",
        "# Real\n\n```mermaid\nflowchart LR\n  a{{hexagon}}\n```\n",
    ],
)
def test_page_without_placeholder_is_the_project(text: str) -> None:
    assert example_by_text("docs/a.md", text) == ""


@table(
    ("path", "text", "is_template"),
    [
        ("rfcs/0051-ropes.md", "# <Ropes for all>", False),
        ("rfcs/mill-0051-ropes.md", "# <Ropes for all>", False),
        ("rfcs/0051-ropes.md", "# <Short title>", True),
        ("rfcs/0000-ropes.md", "# <Ropes for all>", True),
        ("rfcs/ropes.md", "# <Ropes for all>", True),
        ("rfcs/0051-ropes.md", "---\nstatus: {proposed}\ndate: {2026-01-02}\n---", False),
        ("rfcs/0051-ropes.md", "---\nstatus: {status}\n---", True),
        ("rfcs/0051-ropes.md", "---\nstatus: {proposed | accepted}\n---", True),
        ("rfcs/ropes.md", "---\nstatus: {proposed}\n---", True),
    ],
)
def test_record_may_keep_the_brackets_of_its_template(path: str, text: str, is_template: bool) -> None:
    assert bool(example_by_text(path, f"{text}\n\nText.\n")) == is_template


def test_placeholders_are_looked_for_in_pages_only() -> None:
    assert example_by_text("src/a.py", "# NUMBER. TITLE\n") == ""


def test_reason_names_the_folder_as_it_is_written() -> None:
    found = ExamplePaths(PROJECT).example("tests/Fixtures/a.md")
    assert found == Example("it is below 'Fixtures'")


def test_prompt_marks_work_only() -> None:
    prompt = Example("a prompt", only_work=True)
    assert [prompt.marks(kind) for kind in ("task", "requirement", "decision", "diagram")] == [True, True, False, False]
    assert Example("a template").marks("diagram")


@table(
    ("path", "expected"),
    [
        ("src/third_party/rope/README.md", "example"),
        ("3pp/rope/docs/plan.md", "example"),
        (".taskmaster/README-task-master.md", "example"),
        (".taskmaster/README.md", "example"),
        ("app/.beads/README.md", "example"),
        (".taskmaster/docs/README.md", "project"),
        ("taskmaster/README.md", "project"),
        ("third_party/README.md", "project"),  # about all of them
        ("docs/third_party/rope/page.md", "project"),  # documents on programs of others
        ("third_party/rope/rope.py", "project"),
        ("external/rope/docs/plan.md", "example"),
        ("external/server/rope/docs/plan.md", "example"),
        ("external/server/plan.md", "project"),
        ("tests/sites/links/page.rst", "example"),  # documentation that tests build
        ("tests/sites/page.rst", "project"),
        ("external/tides/plan.md", "project"),  # without a licence of its own
        ("deps/rope/README.md", "example"),
        (".claude/loom/lib/docs/decisions/0001-a.md", "example"),
        (".claude/notes/a.md", "project"),
        ("bmad/bmm/README.md", "example"),
        ("bmad/bmm/agents/mill.py", "project"),
        ("docs/bmad/README.md", "project"),
    ],
)
def test_copies_of_other_projects_are_examples(path: str, expected: str) -> None:
    others = {
        "external/rope/LICENSE",
        "external/server/rope/LICENSE",
        "tests/sites/links/conf.py",
        "deps/rope/COPYING",
        ".claude/loom/lib/package.json",
        "bmad/_cfg/manifest.yaml",
    }
    found = ExamplePaths([path, *PROJECT], others.__contains__).example(path)
    assert ("project" if found is None else "example") == expected


def test_skill_with_a_program_is_a_prompt() -> None:
    path = ".claude/skills/loom/docs/a.md"
    found = ExamplePaths([path, *PROJECT], {".claude/skills/loom/package.json"}.__contains__).example(path)
    assert found is not None and found.only_work


@table(
    ("text", "is_copy"),
    [
        ("> **Vendored copy.** The source is elsewhere.\n\n# Rope\n", True),
        ("# Rope\n\nThis file is a verbatim copy of the page of the rope project.\n", True),
        ("# Rope\n\n_This document was copied from the rope project._\n", True),
        ("# Use a vendored copy of rope\n\nWe keep a vendored copy of it.\n", False),
        ("# Rope\n\nThis file is a mirror.\n", False),
    ],
)
def test_page_that_says_it_is_a_copy_is_an_example(text: str, is_copy: bool) -> None:
    assert bool(example_by_text("src/rope/README.md", text)) == is_copy
