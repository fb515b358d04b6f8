"""A cached snapshot that a disk spoiled, under an unchanged stamp, is found out: its answers are the right ones."""

import shutil
from pathlib import Path
from random import Random

import pytest

from compiler.disk.stamps import stamp_of_file
from compiler.model.source import Stamp
from compiler.store.cache import snapshot_cache
from tests.closing import closing_what_is_opened, compile_source
from tests.compiler.pipeline.table_rows import tables
from tests.compiler.written import written

PAGE = 4_096
FILES = {
    "page.md": "# Kettle\n\nIt boils, see REQ-p00001 and ADR-0001.\n\n## Lid\n\nIt shuts.\n",
    "plan.mmd": "flowchart LR\n  a[Fill] --> b[Boil]\n  b --> c[Pour]\n",
    "spec/prd.md": "# REQ-p00001: Boil\n\n**Level**: PRD | **Status**: Active\n\n## Assertions\n\nA. It SHALL boil.\n",
    "docs/adr/0001-steel.md": "# 1. Steel\n\n## Status\n\nAccepted\n\n## Context\n\nRust.\n",
    "tasks.md": "# Tasks\n\n- [ ] T001 Buy steel\n- [x] T002 Draw the lid\n",
}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return written(tmp_path / "source", FILES)


def damaged(content: bytes, kind: int, choice: Random) -> bytes:
    """A spoiled copy: a byte, a page of noise, a page of zeros, or the end cut off."""
    at = choice.randrange(len(content))
    page = at - at % PAGE
    match kind:
        case 0:
            return content[:at] + bytes([content[at] ^ choice.randrange(1, 256)]) + content[at + 1 :]
        case 1:
            return content[:page] + choice.randbytes(PAGE) + content[page + PAGE :]
        case 2:
            return content[:page] + bytes(PAGE) + content[page + PAGE :]
        case _:
            return content[:at]


def in_cache(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache").rglob("snapshots/*.sqlite"))


@pytest.mark.parametrize(
    "cases", [range(20), pytest.param(range(20, 200), marks=pytest.mark.long("a build for each of 180 damages"))]
)
def test_spoiled_snapshot_never_answers_otherwise(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cases: range
) -> None:
    """The stamp is what it was when the snapshot was closed; a fifth of the cases is the base of another build."""
    with closing_what_is_opened():
        expected = tables(compile_source(source, keep=True))
    shutil.copytree(tmp_path / "cache", tmp_path / "kept")
    (path,) = in_cache(tmp_path)
    whole, closed = path.read_bytes(), stamp_of_file(path)

    def as_closed(asked: object) -> Stamp | None:
        return closed if str(asked) == str(path) and path.exists() else stamp_of_file(str(asked))

    monkeypatch.setattr(snapshot_cache, "stamp_of_file", as_closed)
    for number in cases:
        choice = Random(number)
        path.write_bytes(damaged(whole, number % 4, choice))
        is_changed = number % 5 == 4
        if is_changed:
            (source / "tasks.md").write_text(FILES["tasks.md"] + "\n")
        with closing_what_is_opened():
            found = tables(compile_source(source, keep=True))
            if not is_changed:
                assert found == expected, number
            else:
                assert found == tables(compile_source(source)), number
                (source / "tasks.md").write_text(FILES["tasks.md"])
        for one in in_cache(tmp_path):
            one.unlink()
        shutil.copytree(tmp_path / "kept", tmp_path / "cache", dirs_exist_ok=True)


def test_damage_is_found_out_by_the_checksum(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the checksum the test above would have nothing to say: a heading is another."""
    compile_source(source, keep=True)
    (path,) = in_cache(tmp_path)
    closed = stamp_of_file(path)
    path.write_bytes(path.read_bytes().replace(b"Kettle", b"Kittle"))
    monkeypatch.setattr(snapshot_cache, "stamp_of_file", lambda asked: closed if str(asked) == str(path) else None)
    monkeypatch.setattr(snapshot_cache.SnapshotCache, "end_check", lambda *_: None)
    assert compile_source(source, keep=True).rows("SELECT ref FROM object WHERE title = 'Kittle'")
