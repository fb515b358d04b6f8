"""Links of changelogs: what a released section links to may be gone, and nobody mends it."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

RELEASED = "# Changes\n\n## {heading}\n\n- A knot, see [a](docs/gone.md) and [b](#gone).\n"


def found(folder: Path, path: str, text: str) -> tuple[list[str], int]:
    """The codes of the findings about a page, and how many of its links were not checked."""
    snapshot = compiled(folder, {path: text})
    [(unchecked,)] = snapshot.rows("SELECT unchecked_links FROM document WHERE id = ?", (path,))
    return [one.code for one in snapshot.diagnostics()], unchecked


@table(
    ("path", "heading"),
    [
        ("CHANGELOG.md", "[1.2.0] - 2026-01-02"),
        ("packages/rope/CHANGELOG.md", "v1.2"),
        ("HISTORY.md", "2026-01-02"),
        ("docs/release-notes.md", "1.2.0 (Bowline)\n\n### Added"),
        ("CHANGELOG-1.x.md", "Release 1.2.0"),
        ("docs/changelog/1.2.0.md", "Added"),
    ],
)
def test_released_section_is_not_checked(tmp_path: Path, path: str, heading: str) -> None:
    assert found(tmp_path, path, RELEASED.format(heading=heading)) == ([], 2)


@table(
    ("path", "heading"),
    [
        ("CHANGELOG.md", "Unreleased"),
        ("CHANGELOG.md", "[Unreleased] 2.0.0"),
        ("CHANGELOG.md", "How to write one"),
        ("docs/upgrade.md", "1.2.0"),
        ("docs/changing.md", "1.2.0"),
    ],
)
def test_section_of_today_is_checked(tmp_path: Path, path: str, heading: str) -> None:
    assert found(tmp_path, path, RELEASED.format(heading=heading)) == (["DOC201", "DOC202"], 0)


def test_contents_before_the_first_release_are_checked(tmp_path: Path) -> None:
    text = "# Changes\n\n[1.1](#11) [1.0](#10)\n\n## 1.1\n\nA rope.\n"
    assert found(tmp_path, "CHANGELOG.md", text) == (["DOC202"], 0)


@table("part", [".changes/unreleased/knots.md", "changelog.d/12.added.md", "packages/rope/.changeset/a.md"])
def test_part_of_a_changelog_links_from_where_the_changelog_stands(tmp_path: Path, part: str) -> None:
    folder = "packages/rope/" if part.startswith("packages") else ""
    pages = {part: "- A knot, see [it](docs/knots.md) and [b](docs/gone.md).\n", f"{folder}docs/knots.md": "# Knots\n"}
    snapshot = compiled(tmp_path, pages)
    assert [(one.code, one.span.start_col) for one in snapshot.diagnostics()] == [("DOC201", 39)]
    leads = snapshot.rows("SELECT target FROM link_full WHERE kind = 'links_to' AND NOT dangling")
    assert leads == [(f"f:{folder}docs/knots.md",)]
