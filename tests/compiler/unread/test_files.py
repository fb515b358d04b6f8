"""Files in formats that no language reads, whose names tell what they hold."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.written import written
from tests.queries.asking import ask

FILES = (
    "docs/SRS_oven.docx",
    "docs/Oven requirements.pdf",
    "docs/oven-спес/Требования к печи.xlsx",
    "spec/a.trlc",
    "spec/b.trlc",
    "docs/oven.puml",
    "docs/crane.drawio",
    "adr/ADR-0007.doc",
    "plan/Backlog.ods",
    "gov/adr/ADR-0001-gas.toml",
    "docs/tasks.yaml",
    "oven/tasks/OV-2026-02-17.json",
    "oven/tasks/main.yml",  # of Ansible
    "src/locales/tasks.json",
    "requirements.yml",
    ".vscode/tasks.yaml",
    "docs/oven-spec.pdf",  # a specification of anything
    "docs/roadshow.pdf",
    "tests/fixtures/SRS.docx",
    "data/requirements.png",
)
READ = '{"tasks": [{"id": "T1", "title": "Heat the oven", "status": "open"}]}'


def unread(source: Path) -> list[tuple[str, str, str]]:
    with compile_source(source) as snapshot:
        rows = snapshot.rows("SELECT looks_like, file, text FROM unread WHERE reason LIKE '%format is not read'")
        return sorted(rows)


def test_files_are_told_by_their_names(tmp_path: Path) -> None:
    source = written(tmp_path, {"a.md": "# Oven\n", "docs/tasks.json": READ, **dict.fromkeys(FILES, "PK")})
    assert unread(source) == [
        ("decision", "adr/ADR-0007.doc", "1: adr/ADR-0007.doc"),
        ("decision", "gov/adr/ADR-0001-gas.toml", "1: gov/adr/ADR-0001-gas.toml"),
        ("diagram", "docs/crane.drawio", "1: docs/crane.drawio"),
        ("diagram", "docs/oven.puml", "1: docs/oven.puml"),
        (
            "requirement",
            "docs/Oven requirements.pdf",
            "3: docs/Oven requirements.pdf, docs/SRS_oven.docx, docs/oven-спес/Требования к печи.xlsx",
        ),
        ("requirement", "spec/a.trlc", "2: spec/a.trlc, spec/b.trlc"),
        ("task", "docs/tasks.yaml", "2: docs/tasks.yaml, oven/tasks/OV-2026-02-17.json"),
        ("task", "plan/Backlog.ods", "1: plan/Backlog.ods"),
    ]
    with compile_source(source) as snapshot:
        assert ask(snapshot, "list_objects", kind="requirement")["not_understood"]["count"] == 2


def test_rows_follow_files_that_come_and_go(tmp_path: Path) -> None:
    source = written(tmp_path, {"a.md": "# Oven\n", "SRS.docx": "PK", "b/plan.puml": ""})
    assert [file for _, file, _ in unread(source)] == ["b/plan.puml", "SRS.docx"]
    for edit in (lambda: (source / "SRS.docx").rename(source / "PRD.docx"), (source / "b/plan.puml").unlink):
        edit()
        (source / "c.mmd").write_text("", "utf-8")
        with compile_source(source, keep=True) as kept, compile_source(source, keep=False) as whole:
            assert different_tables(kept, whole) == []
    assert [file for _, file, _ in unread(source)] == ["PRD.docx"]
