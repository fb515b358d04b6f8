"""Links that their page announces are not checked while they lead nowhere."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table


def found(folder: Path, line: str) -> tuple[list[str], int]:
    """The codes of the findings about a page with a line, and how many of its links were not checked."""
    snapshot = compiled(folder, {"docs/knots.md": f"# Knots\n\n{line}\n", "docs/there.md": "# There\n"})
    [(unchecked,)] = snapshot.rows("SELECT unchecked_links FROM document WHERE id = 'docs/knots.md'")
    return [one.code for one in snapshot.diagnostics()], unchecked


@table(
    "behind",
    [
        " (to be written)",
        " (coming soon)",
        " **(TBD)**",
        "(not yet written)",
        " [planned]",
        " （待建立）",
        " (à venir)",
    ],
)
def test_link_that_is_announced_is_not_checked(tmp_path: Path, behind: str) -> None:
    assert found(tmp_path, f"- Ünder [Splices](splices.md){behind}, in spring") == ([], 1)


@table("behind", ["", " (2 pages)", " to be written", " (see below, coming soon)", " (soonest)"])
def test_link_with_another_remark_is_checked(tmp_path: Path, behind: str) -> None:
    assert found(tmp_path, f"- [Splices](splices.md){behind}") == (["DOC201"], 0)


def test_announced_link_that_leads_somewhere_is_a_link(tmp_path: Path) -> None:
    assert found(tmp_path, "- [There](there.md) (coming soon), [Splices](splices.md)") == (["DOC201"], 0)
