"""After any change a kept snapshot holds, row by row, what a whole compilation gives."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler import assembly, compile_source, pipeline
from compiler.snapshot import Snapshot
from server.dump import answers

ROOT = Path(__file__).resolve().parents[2]
EDITS = 14


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path(shutil.copytree(ROOT / "worlds", tmp_path / "source"))


@pytest.fixture
def patches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """One entry for each time that a snapshot was made of the one before."""
    made: list[object] = []

    def counted(database: Any, work: assembly.Work) -> None:
        assembly.link_and_patch(database, work)
        made.append(database)

    monkeypatch.setattr(pipeline, "link_and_patch", counted)
    yield made


def tables(snapshot: Snapshot) -> dict[str, list[tuple[object, ...]]]:
    """The rows of all tables, in order; of objects with their numbers. Not of those that the full-text index and the
    links are made of, but of the links themselves."""
    names = snapshot.rows(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'search_%' "
        "AND name NOT LIKE 'link_%' OR name = 'linked_part' ORDER BY name"
    )
    numbered = [(name, "*" if name == "vector" else "rowid, *") for (name,) in names if name != "meta"]
    return {name: snapshot.rows(f'SELECT {columns} FROM "{name}" ORDER BY 1, 2') for name, columns in numbered}


def check(source: Path) -> None:
    kept, whole = compile_source(source, keep=True), compile_source(source)
    assert kept.meta == whole.meta
    expected = tables(whole)
    for name, rows in tables(kept).items():
        if name == "diagnostic":  # numbered anew whenever one comes or goes
            rows, expected[name] = [row[1:] for row in rows], [row[1:] for row in expected[name]]
        assert rows == expected[name], name
    assert answers(kept) == answers(whole)


def files(source: Path) -> list[Path]:
    return sorted(path for path in source.rglob("*") if path.is_file())


def edit(source: Path, choice: random.Random) -> None:
    """Something that happens to sources: a line more, less, twice or torn; a file more or less."""
    path = choice.choice(files(source))
    lines = path.read_text().splitlines(keepends=True)
    at = choice.randrange(len(lines)) if lines else 0
    match choice.choice(["add", "drop", "double", "tear", "swap", "copy file", "drop file"]):
        case "add":
            lines.insert(at, choice.choice(["\n", "words of no meaning\n", "  indented: [1\n", "# A Heading\n"]))
        case "drop":
            lines[at : at + 1] = []
        case "double":
            lines[at:at] = lines[at : at + 2]
        case "tear":
            lines[at : at + 1] = [line[: len(line) // 2] + "\n" for line in lines[at : at + 1]]
        case "swap":
            lines[at : at + 2] = reversed(lines[at : at + 2])
        case "copy file":
            shutil.copy(path, path.with_name(f"{choice.randrange(1000)}{path.name}"))
            return
        case "drop file":
            path.unlink()
            return
    path.write_text("".join(lines))


@pytest.mark.parametrize("seed", range(3))
def test_after_random_changes_a_kept_snapshot_is_a_whole_one(source: Path, patches: list[object], seed: int) -> None:
    choice = random.Random(seed)
    compile_source(source, keep=True)
    for _ in range(EDITS):
        edit(source, choice)
        check(source)
    assert patches


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("locked-garden/locked-garden.urd.md", "-> ", "-> x"),  # other links, which dangle
        ("checkout-session/diagrams/checkout.mmd", "flowchart", "%% a comment\nflowchart"),
        ("diagrams-in-docs/late-fees.mmd", "flowchart", "graph"),
        ("traced-kettle/spec/product.md", "SHALL", "SHALL not"),
    ],
)
def test_a_change_of_one_file_is_patched(
    source: Path, patches: list[object], path: str, before: str, after: str
) -> None:
    compile_source(source, keep=True)
    text = (source / path).read_text()
    (source / path).write_text(text.replace(before, after, 1))
    assert (source / path).read_text() != text
    check(source)
    assert len(patches) == 1


def test_objects_that_come_and_go_make_links_dangle_and_not(source: Path, patches: list[object]) -> None:
    path = source / "checkout-session" / "diagrams" / "checkout.mmd"
    text = path.read_text()
    compile_source(source, keep=True)
    for changed in (text.splitlines()[0] + "\n", text, text + "\n    Lost --> Found\n", text):
        path.write_text(changed)
        check(source)
    assert len(patches) == 4


def test_a_new_file_is_frozen_whole(source: Path, patches: list[object]) -> None:
    compile_source(source, keep=True)
    (source / "more.mmd").write_text("flowchart TD\n  a --> b\n")
    check(source)
    assert patches == []
