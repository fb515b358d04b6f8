"""The names that citations are resolved by are taken over from the snapshot before as long as they are the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.mentions.names import Names
from compiler.pipeline import kept_names
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables

ADR = "# {}. {}\n\n## Status\n\nAccepted\n\n## Context\n\nNothing.\n\n## Decision\n\nThis.\n"
PAGE = "# Page\n\nADR-0001 and ADR-0002 say so, and `docs/adr/0003-c.md`.\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "source/docs/adr").mkdir(parents=True)
    (tmp_path / "source/docs/adr/0001-a.md").write_text(ADR.format(1, "A"))
    (tmp_path / "source/page.md").write_text(PAGE)
    (tmp_path / "source/large.mmd").write_text("flowchart TD\n" + "  a --> b\n" * 1_000)  # little of all changes
    return tmp_path / "source"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Names]]:
    """The names that were read anew."""
    found: list[Names] = []

    def noted(writer: object) -> Names:
        found.append(Names(writer))  # type: ignore[arg-type]
        return found[-1]

    monkeypatch.setattr(kept_names, "Names", noted)
    yield found


@pytest.mark.parametrize(
    ("path", "text", "is_read"),
    [
        ("page.md", PAGE + "\nMore of ADR-0001.\n", False),
        ("docs/adr/0001-a.md", ADR.format(1, "A").replace("Nothing", "Much"), False),
        ("docs/adr/0001-a.md", ADR.format(1, "Another"), True),  # a title is a name in a wikilink
        ("docs/adr/0002-b.md", ADR.format(2, "B"), True),
        ("docs/adr/0003-c.md", "Words.\n", True),
    ],
)
def test_names_are_read_again_when_one_came_went_or_changed(
    source: Path, made: list[Names], path: str, text: str, is_read: bool
) -> None:
    compile_source(source, keep=True)
    made.clear()
    (source / path).write_text(text)
    kept = compile_source(source, keep=True)
    assert bool(made) == is_read
    assert different_tables(kept, compile_source(source)) == []


def test_few_names_are_kept(source: Path) -> None:
    for turn in range(3 * kept_names.MAX_KEPT):
        (source / "page.md").write_text(f"{PAGE}\n{turn}\n")
        compile_source(source, keep=True)
    assert len(kept_names._kept) == kept_names.MAX_KEPT
