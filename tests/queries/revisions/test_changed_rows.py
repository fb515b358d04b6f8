"""Rows that two snapshots have in common are not read; leaving them out changes no difference."""

import json
import random
from pathlib import Path

import pytest

from compiler import compile_source
from compiler.store.snapshot import Snapshot
from queries.revisions.changed_rows import Side
from queries.revisions.difference import Difference
from tests.benchmarks.generate import write

EDITED = 12  # files
HEADER = {"type": "memory", "format": "memory-jsonl", "version": 1, "project": "x", "default_branch": "main"}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("source")
    write(root, 80)
    return root


def edited(root: Path, seed: int) -> Snapshot:
    """The snapshot of the source with some lines gone, doubled or put elsewhere in some of its files."""
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


@pytest.mark.parametrize("seed", range(4))
def test_rows_that_are_left_out_would_not_have_changed_the_difference(
    source: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    base, target = edited(source, seed), edited(source, seed + 100)
    found = Difference(base, target)
    assert found.changes
    monkeypatch.setattr(Side, "_is_like", lambda *_: False)
    expected = Difference(base, target)
    assert found.changes == expected.changes
    assert found.shifted == expected.shifted


def test_rows_of_parts_with_one_key_are_left_out(source: Path) -> None:
    base = compile_source(source)
    world = next(source.rglob("*.urd.md"))
    before = world.read_bytes()
    world.write_bytes(before + b"\n")
    target = compile_source(source)
    world.write_bytes(before)
    found = {
        table: len(Side(base).facts(Side(target), table)) for table in ("file_read", "diagram_node", "knowledge_task")
    }
    assert found == {
        "file_read": base.rows("SELECT count(*) FROM file_read")[0][0],
        "diagram_node": 0,
        "knowledge_task": 0,
    }


def test_of_links_that_are_alike_one_that_dangles_on_one_side_only_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handoff = {"type": "handoff", "id": "h", "source_branch": "main", "target_branch": "main", "fact_ids": ["f"]}
    fact = {"type": "fact", "id": "f", "text": "The tide is high."}
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, (HEADER, handoff, fact))))
    base = compile_source(tmp_path)
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, (HEADER, handoff))))
    target = compile_source(tmp_path)
    monkeypatch.setattr(Side, "_is_like", lambda *_: True)
    for one, other, before, after in ((base, target, "", "dangling"), (target, base, "dangling", "")):
        links = [each for each in Difference(one, other).changes if each.kind == "hands_over"]
        assert [(each.change, each.title) for each in links] == [("added", after), ("removed", before)]
