"""Rows that two snapshots share are not read for their difference, and that changes nothing."""

import json
import random
from pathlib import Path

import pytest

from compiler.languages.diagrams.facts import Node
from compiler.languages.knowledge.facts import Task
from compiler.model.facts import File
from compiler.store.snapshot import LINK_TABLE, Snapshot
from harness.benchmarks.generate import write
from queries.revisions.changed_rows import ComparedSnapshot
from queries.revisions.difference import Difference
from tests.closing import compile_source

LONG = pytest.mark.long("two builds of a large source with random edits")
EDITED = 12  # files
HEADER = {"type": "memory", "format": "memory-jsonl", "version": 1, "project": "x", "default_branch": "main"}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("source")
    write(root, 80)
    return root


def edited(root: Path, seed: int) -> Snapshot:
    """The snapshot of the source with some lines of some files removed, doubled or moved, or files removed."""
    choice = random.Random(seed)
    before = {path: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
    try:
        for path in choice.sample(sorted(before), EDITED):
            lines = before[path].split(b"\n")
            at, to = choice.randrange(len(lines)), choice.randrange(len(lines))
            match choice.randrange(4):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(to, lines[at])
                case 2:
                    lines.insert(to, lines.pop(at))
                case _:
                    path.unlink()
                    continue
            path.write_bytes(b"\n".join(lines))
        return compile_source(root, jobs=1)
    finally:
        for path, content in before.items():
            path.write_bytes(content)


@LONG
@pytest.mark.parametrize("seed", range(4))
def test_difference_skips_only_rows_without_changes(source: Path, seed: int) -> None:
    base, target = edited(source, seed), edited(source, seed + 100)
    found = Difference(base, target)
    assert found.changes
    expected = Difference(base, target, read_all=True)
    assert found.changes == expected.changes
    assert found.shifted == expected.shifted


def test_difference_reads_only_rows_that_the_build_replaced(tmp_path: Path) -> None:
    write(tmp_path / "source", 40)
    choice = random.Random(1)
    base = compile_source(tmp_path / "source", keep=True)
    paths = sorted(path for path in (tmp_path / "source").rglob("*") if path.is_file())
    for path in choice.sample(paths, EDITED):
        lines = path.read_bytes().split(b"\n")
        lines.insert(choice.randrange(len(lines)), lines[choice.randrange(len(lines))])
        path.write_bytes(b"\n".join(lines))
        target = compile_source(tmp_path / "source", keep=True)
        found, expected = Difference(base, target), Difference(base, target, read_all=True)
        assert (found.changes, found.shifted) == (expected.changes, expected.shifted)
        assert (found.reads_replaced_rows_alone, expected.reads_replaced_rows_alone) == (True, False)
        base = target


def test_difference_reads_more_if_the_base_is_another_database(tmp_path: Path) -> None:
    write(tmp_path / "source", 20)
    page = next((tmp_path / "source").rglob("*.md"))
    base = compile_source(tmp_path / "source", keep=True)
    page.write_text("# One\n")
    compile_source(tmp_path / "source", keep=True).close()
    page.write_text("# Two\n\n## Three\n")
    target = compile_source(tmp_path / "source", keep=True)
    assert target.replaced
    assert target.replaced.base != base.database
    assert Difference(base, target).changes == Difference(base, target, read_all=True).changes


def test_difference_does_not_read_parts_with_the_same_key(source: Path) -> None:
    base = compile_source(source)
    world = next(source.rglob("*.urd.md"))
    before = world.read_bytes()
    world.write_bytes(before + b"\n")
    target = compile_source(source)
    world.write_bytes(before)
    one, other = ComparedSnapshot(base), ComparedSnapshot(target)
    found = {kind.table: len(one.facts(other, kind)) for kind in (File, Node, Task)}
    assert found == {
        "file_read": base.rows("SELECT count(*) FROM fact_file_read")[0][0],
        "diagram_node": 0,
        "knowledge_task": 0,
    }


def test_difference_looks_for_no_rows_between_unchanged_parts(tmp_path: Path) -> None:
    for at in range(20):
        (tmp_path / f"{at}.mmd").write_text("flowchart TD\n  a --> b\n")
    base = compile_source(tmp_path)
    (tmp_path / "7.mmd").write_text("flowchart TD\n  a --> c\n")
    target = compile_source(tmp_path)
    ranges = list(ComparedSnapshot(base)._changed_ranges(ComparedSnapshot(target), "diagram_node"))
    assert len(ranges) == 3  # what precedes all parts, the part that changed, what follows all parts


def test_difference_shows_links_of_unchanged_parts_that_dangle_on_one_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handoff = {"type": "handoff", "id": "h", "source_branch": "main", "target_branch": "main", "fact_ids": ["f"]}
    fact = {"type": "fact", "id": "f", "text": "The tide is high."}
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, (HEADER, handoff, fact))))
    base = compile_source(tmp_path)
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, (HEADER, handoff))))
    target = compile_source(tmp_path)
    monkeypatch.setattr(ComparedSnapshot, "is_unchanged", lambda *found: found[-1] == LINK_TABLE)
    for one, other, before, after in ((base, target, "", "dangling"), (target, base, "dangling", "")):
        links = [each for each in Difference(one, other).changes if each.kind == "hands_over"]
        assert [(each.change, each.title) for each in links] == [("added", after), ("removed", before)]
