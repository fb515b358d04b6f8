"""The names that citations are resolved by are taken over from the snapshot before as long as they are the same."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from compiler.mentions.names import LinkedFacts, Names
from compiler.model.facts import Fact
from compiler.pipeline.kept import names as kept_names
from compiler.store.writer import Writer
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
        (
            "docs/adr/0001-a.md",
            ADR.format(1, "Another"),
            False,
        ),  # a title is a name in a wikilink, and the one that may be another
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


def test_names_with_other_titles_are_those_read_anew(source: Path) -> None:
    (source / "docs/adr/0002-b.md").write_text(ADR.format(2, "B"))
    cited = "# Links\n\n[[Shared]] and `shared` and [[Alone]] and [[B]] and [[7]] and [[0002-b]]. ADR-9.\n"
    (source / "notes.md").write_text(cited)
    compile_source(source, keep=True)
    for number, title in (
        (1, "Shared"),
        (2, "Shared"),
        (1, "Alone"),
        (2, "7"),
        (2, "ADR-0001"),
        (2, "0002-b"),
        (1, "B"),
    ):
        (path,) = (source / "docs/adr").glob(f"000{number}-*")
        path.write_text(ADR.format(number, title))
        kept = compile_source(source, keep=True)
        taken_over = kept_names._kept.pop(kept.id)
        whole = compile_source(source)
        read = kept_names._kept[whole.id]
        assert _state(taken_over.names) == _state(read.names), title
        assert different_tables(kept, whole) == []


def _state(names: Names) -> dict[str, object]:
    """All that names say, but for what was asked of them."""
    asked = {"_candidates", "_prefilters", "unknown", "_ids_sought", "_loose"}
    said = {name: value for name, value in vars(names).items() if name not in asked}
    return {**said, "ids": set(names._ids_sought), "loose": names._loose}


def test_only_facts_that_changed_are_read_for_names_again(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_source(source, keep=True)
    read: list[str] = []
    columns = Writer.columns

    def noted(self: Writer, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Any]:
        read.append(fact_class.table)
        return columns(self, fact_class, names, **where)

    asked: list[str] = []

    def made_of(facts: LinkedFacts) -> Names:
        read.clear()
        names = Names(facts)
        asked.extend(read)
        return names

    monkeypatch.setattr(Writer, "columns", noted)
    monkeypatch.setattr(kept_names, "Names", made_of)
    for path, text, expected in (
        ("new.mmd", "flowchart TD\n  c --> d\n", {"file_read", "diagram"}),
        ("docs/adr/0002-b.md", ADR.format(2, "B"), {"file_read", "knowledge_decision", "knowledge_name"}),
        ("new.mmd", None, {"file_read", "diagram"}),
    ):
        asked.clear()
        (source / path).write_text(text) if text else (source / path).unlink()
        kept = compile_source(source, keep=True)
        assert set(asked) == expected
        taken_over = kept_names._kept.pop(kept.id)
        whole = compile_source(source)
        assert _state(taken_over.names) == _state(kept_names._kept[whole.id].names)
        assert different_tables(kept, whole) == []
        kept_names.keep_names(kept.id, taken_over)
