"""Pages and sections as facts, relations and objects."""

from pathlib import Path

from compiler.languages.documents.facts import Document, DocumentSection
from tests.compiler.languages.documents.sources import compiled

GUIDE = """---
title: The guide
tags: [boats, ropes]
weight: 3
---

Words before.

# Mooring

Two lines.

## Bow line

The first.

### Knot

A bowline.

## Stern line

The second.

# Sailing

Away.
"""


def test_section_spans_reach_to_the_next_heading_of_their_level_or_above(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"guide.md": GUIDE})
    found = {one.anchor: one for one in snapshot.facts(DocumentSection)}
    spans = {anchor: (one.span.start_line, one.span.end_line) for anchor, one in found.items()}
    assert spans == {
        "mooring": (9, 24),
        "bow-line": (13, 20),
        "knot": (17, 20),
        "stern-line": (21, 24),
        "sailing": (25, 27),
    }
    assert found["knot"].outer == ("Mooring", "Bow line")
    assert found["knot"].ref == "f:guide.md#knot"


def test_page_has_the_ref_of_its_file_and_stands_for_it(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"guide.md": GUIDE, "code.py": "# see REQ-d00001 in guide.md\n"})
    assert [(one.ref, one.name) for one in snapshot.facts(Document)] == [("f:guide.md", "The guide")]
    assert snapshot.rows("SELECT ref, kind FROM object_row WHERE ref LIKE 'f:%' AND ref NOT LIKE '%#%'") == [
        ("f:code.py", "file"),
        ("f:guide.md", "document"),
    ]


def test_relations_hold_text_fields_and_parents(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"guide.md": GUIDE})
    [(page, title, sections, text)] = snapshot.rows("SELECT id, title, sections, text FROM document")
    assert (page, title, sections) == ("guide.md", "The guide", 5)
    assert text.startswith("Words before.\n\n#") and text.count("\n#") == 5 and "# Knot\n\nA bowline." in text
    assert snapshot.rows("SELECT name, value FROM document_field") == [
        ("title", "The guide"),
        ("tags", "boats"),
        ("tags", "ropes"),
        ("weight", "3"),
    ]
    rows = snapshot.rows("SELECT heading_path, parent, text FROM document_section WHERE title = 'Knot'")
    assert rows == [("Mooring › Bow line › Knot", "f:guide.md#bow-line", "A bowline.")]


def test_tables_and_code_are_found_in_their_section(tmp_path: Path) -> None:
    table = "| name | use |\n|---|---|\n| HALYARD_LENGTH | hoists |\n"
    text = f"# Settings\n\n## Ropes\n\n{table}\n```yaml\nwinch: true\n```\n"
    snapshot = compiled(tmp_path, {"s.md": text})
    for word in ("halyard_length", "winch"):
        found = snapshot.rows("SELECT ref FROM search WHERE search MATCH ? AND ref LIKE '%#%'", (f'"{word}"',))
        assert found == [("f:s.md#ropes",)]


def test_page_of_another_language_keeps_its_objects(tmp_path: Path) -> None:
    text = "# 1. Use rope\n\n## Status\n\nAccepted\n\n## Decision\n\nSee guide.md.\n"
    snapshot = compiled(tmp_path, {"docs/adr/0001-use-rope.md": text, "docs/guide.md": "# Guide\n\nAs ADR-1 says.\n"})
    kinds = snapshot.rows("SELECT kind, count(*) FROM object_row GROUP BY kind ORDER BY kind")
    assert kinds == [("decision", 1), ("document", 2), ("document_section", 4)]
    assert snapshot.rows("SELECT source, target FROM mention ORDER BY file") == [
        ("k:decision/ADR-0001", "f:docs/guide.md"),
        ("f:docs/guide.md#guide", "k:decision/ADR-0001"),
    ]


def test_toml_front_matter_and_front_matter_that_is_no_yaml_give_fields(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": "+++\ntitle = 'A'\n+++\n\nText.\n",
        "b.md": "---\ntitle: {{ page }}: x\nowner: ana\n---\n\nText.\n",
    }
    snapshot = compiled(tmp_path, files)
    found = snapshot.rows("SELECT document, name, value FROM document_field")
    assert found == [("a.md", "title", "A"), ("b.md", "title", "{{ page }}: x"), ("b.md", "owner", "ana")]


def test_restructured_text_has_sections_by_its_underlines(tmp_path: Path) -> None:
    head = "=====\nGuide\n=====\n\nIntro.\n\n.. _rope:\n\nUse *rope*\n----------\n\nText.\n"
    text = f"{head}\n====  ====\na     b\n====  ====\n"
    snapshot = compiled(tmp_path, {"g.rst": text})
    found = [(one.anchor, one.level, one.heading) for one in snapshot.facts(DocumentSection)]
    assert found == [("guide", 1, "Guide"), ("use-rope", 2, "Use rope")]


def test_incremental_build_gives_the_rows_of_a_build_from_nothing(tmp_path: Path) -> None:
    from compiler.workspace.compile import compile_source as compile_with

    files: dict[str, str | bytes] = {
        "a.md": "# A\n\n[b](b.md#old)\n",
        "b.md": "# B\n\n## Old\n\nText.\n",
        "c.md": "# C\n",
    }
    compiled(tmp_path, files).close()
    with compile_with(tmp_path, keep=True):
        pass
    (tmp_path / "b.md").write_text("# B\n\n## New\n\nOther text.\n")
    with compile_with(tmp_path, keep=True) as again, compile_with(tmp_path) as fresh:
        for sql in ("SELECT * FROM document_section", "SELECT * FROM link", "SELECT code, file, line FROM diagnostic"):
            assert again.rows(sql) == fresh.rows(sql)
        assert fresh.rows("SELECT code, file FROM diagnostic") == [("DOC202", "a.md")]
