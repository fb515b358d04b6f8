"""Which files knowledge claims by their paths, and what a path says about a markdown file."""

from compiler.languages.knowledge.claims import PathHint, claims, is_template, path_hint
from tests.compiler.languages.knowledge.sources import entities, linked, record
from tests.compiler.tables import table


@table(
    ("path", "expected"),
    [
        ("a.md", True),
        ("A.MD", True),
        ("a.Markdown", True),
        ("garden.urd.md", False),
        ("GARDEN.URD.MD", False),
        (".beads/issues.jsonl", True),
        (".beads/backup/issues.jsonl", False),
        ("beads.jsonl", False),
        ("tasks.json", True),
        (".obsidian/app.json", True),
        (".medulla/loro.db", True),
        ("data/loro.db", False),
        ("a.txt", False),
    ],
)
def test_claims_by_name_and_folder(path: str, expected: bool) -> None:
    assert claims(path) is expected


@table(
    ("path", "hint"),
    [
        ("a/backlog/tasks/x.md", PathHint("backlog", "tasks", "a/backlog")),
        (".medulla/snapshot/notes/x.md", PathHint("medulla", "notes", ".medulla/snapshot")),
        (".kiro/specs/login/tasks.md", PathHint("kiro")),
        ("a/.agent-os/specs/2026-01-05-login/tasks.md", PathHint("agent-os")),
        ("specs/001-login/tasks.md", PathHint("spec-kit")),
        ("TODO.md", PathHint("tasks")),
        ("docs/MILESTONES.md", PathHint("tasks")),
        ("memory-bank/implementationPlan.md", PathHint("tasks")),
        ("docs/ROADMAP_2026_Q1.md", PathHint("tasks")),
        ("doc/adr/0001-a.md", PathHint("decisions")),
        ("docs/arch_decisions/0001-a.md", PathHint("decisions")),
        ("docs/技术/架构决策记录/0001-a.md", PathHint("decisions")),
        ("docs/decisions-of-users/0001-a.md", PathHint("")),
        ("notes/a.md", PathHint("notes")),
        ("README.md", PathHint("")),
    ],
)
def test_path_hint_names_the_format_and_its_root(path: str, hint: PathHint) -> None:
    assert path_hint(path) == hint


def test_suffix_in_capitals_is_read_like_any_markdown() -> None:
    assert list(entities(linked({"doc/adr/0001-A.MD": record(1, "A")}))) == ["ADR-0001"]


def test_template_with_a_number_of_its_own_is_a_decision() -> None:
    assert is_template("doc/adr/0000-template.md")
    assert not is_template("doc/adr/0007-template-engine.md")
    assert not is_template("doc/adr/0001-choix-du-modele-adr.md")
    assert not is_template("doc/adr/modele-de-donnees.md")
