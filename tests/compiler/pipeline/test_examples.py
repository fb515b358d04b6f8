"""What stands in templates, fixtures, archives and prompts is kept and marked, and is no part of the project."""

from pathlib import Path

import pytest

from compiler.languages.requirements.facts import RequirementProject
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.compiler.written import written

TASKS = "# Tasks\n\n- [ ] T001 Grease the hinge\n- [ ] T002 Oil the lock\n"
REQUIREMENT = (
    "## REQ-d00001: {}\n\n**Level**: Dev | **Status**: Active\n\n## Assertions\n\nA. It SHALL open.\n\n*End* *X*\n"
)
TEST = "# Verifies: REQ-d00001-A\ndef test_opens(): ...\n"
DECISION = "# 1. {}\n\nDate: {}\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do.\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "source"


def compiled(source: Path, files: dict[str, str]) -> Snapshot:
    written(source, files)
    return compile_source(source)


def tables(snapshot: Snapshot) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of the tables that tell of examples, and of the findings."""
    names = (
        "fact_example_file",
        "object_row",
        "diagnostic_row",
        "link_full",
        "fact_assertion",
        "meta",
        "task",
        "decision",
    )
    return {name: snapshot.rows(f"SELECT * FROM {name}") for name in names}


def examples(snapshot: Snapshot, kind: str) -> dict[str, bool]:
    """Return which objects of a kind are examples, by their refs."""
    found = snapshot.rows("SELECT ref, is_example FROM object WHERE kind = ? ORDER BY ref", (kind,))
    return {ref: bool(mark) for ref, mark in found}


def test_object_in_template_is_kept_and_marked(source: Path) -> None:
    made = compiled(source, {"templates/tasks.md": TASKS, "specs/001-door/tasks.md": TASKS})
    marks = examples(made, "task")
    assert len(marks) == 4
    assert {ref for ref, mark in marks.items() if not mark} == {"k:task/001-door/T001", "k:task/001-door/T002"}
    assert made.meta["examples"] == {"objects": 4, "files": 1}  # two tasks, the page and its section


def test_task_of_template_is_not_ready(source: Path) -> None:
    made = compiled(source, {"templates/tasks.md": TASKS, "specs/001-door/tasks.md": TASKS})
    assert made.rows("SELECT count(*), sum(is_ready) FROM task") == [(4, 2)]


def test_page_with_placeholder_is_an_example_by_its_text(source: Path) -> None:
    made = compiled(source, {"specs/001-door/tasks.md": TASKS.replace("# Tasks", "# Tasks: [FEATURE NAME]")})
    assert set(examples(made, "task").values()) == {True}
    assert made.rows("SELECT example FROM file") == [("its heading has a placeholder: 'Tasks: [FEATURE NAME]'",)]


def test_finding_in_fixture_is_not_reported(source: Path) -> None:
    broken = "flowchart LR\n  a --> [\n"
    made = compiled(source, {"tests/fixtures/flow.mmd": broken, "docs/flow.mmd": broken})
    assert {one.span.file for one in made.diagnostics()} == {"docs/flow.mmd"}
    assert sorted(examples(made, "diagram").values()) == [False, True]


def test_fixture_that_cannot_be_read_is_reported(source: Path) -> None:
    written(source, {"docs/a.mmd": "flowchart LR\n"})
    (source / "testdata").mkdir()
    (source / "testdata" / "b.mmd").write_bytes(b"\xff\xfe\0")
    assert [one.span.file for one in compile_source(source).diagnostics()] == ["testdata/b.mmd"]


def test_nothing_below_the_source_is_an_example_by_the_name_of_the_source(source: Path) -> None:
    written(source, {"templates/specs/001-door/tasks.md": TASKS})
    assert set(examples(compile_source(source / "templates"), "task").values()) == {False}


def test_source_of_one_file_has_no_examples(source: Path) -> None:
    written(source, {"tasks-template.md": TASKS.replace("# Tasks", "# Tasks: [FEATURE NAME]"), "tasks.md": TASKS})
    assert "examples" not in compile_source(source / "tasks.md").meta


def test_project_keeps_the_id_that_a_fixture_has_too(source: Path) -> None:
    files = {f"{folder}/r.md": REQUIREMENT.format(folder) for folder in ("a/fixtures", "spec")}
    made = compiled(source, files)
    assert examples(made, "requirement") == {"r:REQ-d00001": False, "r:REQ-d00001#r": True}


def test_test_in_fixture_covers_no_requirement_of_the_project(source: Path) -> None:
    written(source, {"spec/r.md": REQUIREMENT.format("Door"), "tests/fixtures/test_door.py": TEST})
    assert compile_source(source).rows("SELECT is_tested FROM assertion") == [(0,)]
    written(source, {"tests/test_door.py": TEST})
    assert compile_source(source).rows("SELECT is_tested FROM assertion") == [(1,)]


def test_requirement_of_fixture_counts_nowhere(source: Path) -> None:
    files = {
        "spec/r.md": REQUIREMENT.format("Door"),
        "tests/fixtures/s.md": REQUIREMENT.format("X").replace("01", "02"),
    }
    project = compiled(source, files).facts(RequirementProject)[0]
    assert (project.node_counts["requirement"], project.assertions["total"], project.coverage["total"]) == (1, 1, 1)


def test_time_of_fixture_is_not_the_reference_time(source: Path) -> None:
    files = {
        "docs/adr/0001-a.md": DECISION.format("Use oil", "2024-01-02"),
        "tests/fixtures/adr/0001-b.md": DECISION.format("Use wax", "2099-01-02"),
    }
    assert str(compiled(source, files).meta["as_of"]).startswith("2024-01-02")


@pytest.mark.parametrize("path", ["docs/adr/0001-a.md", "spec/r.md"])
def test_incremental_build_marks_as_a_whole_one_does(source: Path, path: str) -> None:
    filler = {f"docs/page-{number}.md": f"# Page {number}\n\n{'Text. ' * 200}\n" for number in range(20)}
    files = {"docs/adr/0001-a.md": DECISION.format("Use oil", "2024-01-02"), "spec/r.md": REQUIREMENT.format("Door")}
    plain = "---\ntitle: Door\n---\n"
    written(source, filler | files | {path: plain + files[path]})
    compile_source(source, keep=True)
    for head in ("---\ntitle: '{{ title }}'\n---\n", plain):
        written(source, {path: head + files[path]})
        incremental = tables(compile_source(source, keep=True))
        assert incremental == tables(compile_source(source))
        assert bool(incremental["fact_example_file"]) == (head != plain)


def test_checklist_of_prompt_is_no_work(source: Path) -> None:
    made = compiled(source, {".claude/commands/tasks.md": TASKS, "docs/flow.mmd": "flowchart LR\n  a --> b\n"})
    assert set(examples(made, "task").values()) == {True}


def test_diagram_of_prompt_is_the_projects(source: Path) -> None:
    made = compiled(source, {"AGENTS.md": "# Agents\n\n```mermaid\nflowchart LR\n  a --> b\n```\n"})
    assert set(examples(made, "diagram").values()) == {False}


def test_link_makes_no_second_objects(source: Path) -> None:
    written(source, {"specs/001-door/tasks.md": TASKS})
    (source / "specs" / "002-door").mkdir()
    (source / "specs" / "002-door" / "tasks.md").symlink_to("../001-door/tasks.md")
    assert len(examples(compile_source(source), "task")) == 2


@pytest.mark.parametrize(
    ("path", "hidden", "kind"),
    [
        ("specs/001-door/tasks.md", TASKS, "task"),
        ("spec/r.md", REQUIREMENT.format("Door"), "requirement"),
        ("docs/flow.md", "```mermaid\nflowchart LR\n  a --> b\n```\n", "diagram"),
        ("notes/n.md", "## Observations\n- [fact] It squeaks\n", "memory_fact"),
    ],
)
def test_html_comment_holds_no_object(source: Path, path: str, hidden: str, kind: str) -> None:
    text = f"---\npermalink: n\n---\n# Page\n\n<!--\n{hidden}\n-->\n"
    assert examples(compiled(source, {path: text}), kind) == {}


def test_html_comment_supersedes_no_decision(source: Path) -> None:
    hidden = "Accepted\n\n<!--\nSuperseded by [2](0002-b.md)\n-->"
    files = {
        "docs/adr/0001-a.md": DECISION.format("Use oil", "2024-01-02").replace("Accepted", hidden),
        "docs/adr/0002-b.md": DECISION.format("Use wax", "2024-01-03"),
    }
    assert compiled(source, files).rows("SELECT is_superseded FROM decision") == [(0,), (0,)]


def test_html_comment_hides_assertion_and_keeps_the_columns_of_the_next(source: Path) -> None:
    text = REQUIREMENT.format("Door").replace("*End*", "<!--\nB. It SHALL sing.\n-->\n\nC. It SHALL close.\n\n*End*")
    made = compiled(source, {"spec/r.md": text})
    assert made.rows("SELECT label, line FROM assertion") == [("A", 7), ("C", 13)]


def test_prompt_may_show_ids_that_nothing_has(source: Path) -> None:
    files = {
        "docs/adr/0001-a.md": DECISION.format("Use oil", "2024-01-02"),
        "AGENTS.md": "Cite decisions as ADR-0099.\n",
    }
    assert [one.code for one in compiled(source, files).diagnostics()] == []
    written(source, {"docs/page.md": "As ADR-0099 says.\n"})
    assert [(one.code, one.span.file) for one in compile_source(source).diagnostics()] == [("FRZ301", "docs/page.md")]


def test_comment_of_a_test_may_show_ids_that_nothing_has(source: Path) -> None:
    files = {
        "docs/adr/0001-a.md": DECISION.format("Use oil", "2024-01-02"),
        "docs/adr/0100-b.md": DECISION.format("Use wax", "2024-01-03"),
        "tests/test_press.py": "# It reads ADR-0099.\ndef test_press():\n    assert True\n",
    }
    assert [one.code for one in compiled(source, files).diagnostics()] == []
    written(source, {"src/press.py": "# It reads ADR-0099.\n"})
    assert [(one.code, one.span.file) for one in compile_source(source).diagnostics()] == [("FRZ301", "src/press.py")]


def test_broken_link_of_a_page_among_tests_is_no_finding_but_in_a_readme(source: Path) -> None:
    link = "[a](gone.md)\n"
    files = dict.fromkeys(("tests/page.md", "integration-tests/a/page.md", "tests/README.md", "docs/page.md"), link)
    found = [(one.code, one.span.file) for one in compiled(source, files).diagnostics()]
    assert found == [("DOC201", "docs/page.md"), ("DOC201", "tests/README.md")]


def test_fragment_of_a_diagram_is_a_mistake_but_not_in_a_prompt(source: Path) -> None:
    page = "# Arrows\n\n```mermaid\na --> b\n```\n"
    made = compiled(source, {"skills/draw/SKILL.md": page, "docs/flow.md": page})
    assert [(one.code, one.span.file) for one in made.diagnostics()] == [("MMD103", "docs/flow.md")]


def test_broken_diagram_of_prompt_is_reported(source: Path) -> None:
    made = compiled(source, {"AGENTS.md": "# Agents\n\n```mermaid\nflowchart LR\n  a --> [\n```\n"})
    assert {one.span.file for one in made.diagnostics()} == {"AGENTS.md"}


def test_folder_whose_readme_says_that_it_holds_copies_is_not_the_project(tmp_path: Path) -> None:
    files = {
        "docs/imported/README.md": "# Imported\n\nThis directory contains automatically imported documentation.\n",
        "docs/imported/rope/deep/splice.md": "# Splice\n\n[a](gone.md)\n",
        "docs/own.md": "# Own\n\n[a](gone.md)\n",
        "README.md": "# Rope\n\nThis folder contains copied files. [a](gone.md)\n",
    }
    written(tmp_path, files)
    with compile_source(tmp_path) as snapshot:
        assert {one.span.file for one in snapshot.diagnostics(code="DOC201")} == {"docs/own.md", "README.md"}
