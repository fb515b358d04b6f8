"""What a process that builds again and again does when nobody waits: it copies databases, and knows damaged ones."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from compiler.disk.checksum import checksum_of_file
from compiler.disk.stamps import stamp_of_file
from compiler.pipeline.options import Resident
from compiler.store.cache.copy_ahead import CopyAhead
from compiler.store.cache.unit_memory import UnitMemory
from compiler.store.snapshot import Snapshot
from compiler.workspace import tasks
from compiler.workspace.prebuilt import open_prebuilt
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import comparable, differing

PAGES = {f"page-{at}.md": f"# Page {at}\n\nIt boils, see [the next](page-{at + 1}.md).\n" for at in range(12)}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "source").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "source" / name).write_text(text)
    return tmp_path / "source"


@pytest.fixture
def resident() -> Resident:
    return Resident()


def compiled(source: Path, resident: Resident) -> Snapshot:
    """The snapshot that the process gives, before it does what it put off."""
    ready, _, _ = tasks.compiled(str(source), None, (), None, None, True, resident=resident)
    assert ready
    snapshot = open_prebuilt(ready, None)
    assert snapshot
    return snapshot


def propose(source: Path, resident: Resident, page: int) -> None:
    """Compile a proposal as the process does, and delete it as the server does."""
    edit = (f"page-{page}.md", None, None, "# Other\n")
    _, _, file, *_ = tasks.proposed(str(source), None, (), [edit], True, resident)
    Path(file).unlink()


def in_cache(source: Path, ending: str) -> list[Path]:
    return sorted((source.parent / "cache").rglob(f"snapshots/*{ending}"))


def edits(source: Path) -> Iterator[None]:
    for at in range(4):
        (source / f"page-{at}.md").write_text(f"# Page {at}\n\nIt cools.\n")
        yield


def test_builds_in_one_process_are_those_of_whole_builds(source: Path, resident: Resident) -> None:
    for _ in edits(source):
        with compiled(source, resident) as snapshot:
            assert differing(comparable(snapshot), comparable(compile_source(source))) == []
        resident.ahead.catch_up()


def test_build_takes_the_copy(source: Path, resident: Resident) -> None:
    compiled(source, resident).close()
    resident.ahead.catch_up()
    for _ in edits(source):
        (copy,) = in_cache(source, "-next.draft")
        taken = copy.stat().st_ino
        compiled(source, resident).close()
        resident.ahead.catch_up()
        assert [path.stat().st_ino for path in in_cache(source, ".sqlite")] == [taken]


def test_another_process_opens_what_was_built(source: Path, resident: Resident) -> None:
    with compiled(source, resident) as snapshot:
        resident.ahead.catch_up()
        (built,) = in_cache(source, ".sqlite")
        stamp = stamp_of_file(built)
        with compile_source(source, keep=True) as opened:
            assert opened.id == snapshot.id
        assert stamp_of_file(built) == stamp


def spoiled(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"It boils", b"It leaks"))


@pytest.mark.parametrize("spoil", [spoiled, Path.unlink], ids=["spoiled", "gone"])
@pytest.mark.parametrize("ending", [".sqlite", "-next.draft"])
def test_database_that_changed_is_not_started_from(
    source: Path, resident: Resident, spoil: Callable[[Path], None], ending: str
) -> None:
    compiled(source, resident).close()
    resident.ahead.catch_up()
    (path,) = in_cache(source, ending)
    spoil(path)
    (source / "page-0.md").write_text("# Other\n")
    with compiled(source, resident) as snapshot:
        assert differing(comparable(snapshot), comparable(compile_source(source))) == []


def test_database_with_another_checksum_than_its_own_is_not_copied(tmp_path: Path) -> None:
    """A disk may spoil it under an unchanged stamp."""
    (tmp_path / "a").write_bytes(b"kettle")
    stamp, checksum = stamp_of_file(tmp_path / "a"), checksum_of_file(tmp_path / "a")
    assert stamp and checksum
    ahead = CopyAhead()
    ahead.copy(str(tmp_path / "a"), stamp, tmp_path / "b", checksum)
    assert ahead.is_copied(str(tmp_path / "a"), stamp)
    ahead.copy(str(tmp_path / "a"), stamp, tmp_path / "b", checksum + 1)
    assert not ahead.is_copied(str(tmp_path / "a"), stamp)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_large_database_is_read_and_not_copied(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"kettle" * 100)
    stamp = stamp_of_file(tmp_path / "a")
    assert stamp
    ahead = CopyAhead(max_bytes=599)
    assert ahead.copy(str(tmp_path / "a"), stamp, tmp_path / "b") == checksum_of_file(tmp_path / "a")
    assert not ahead.is_copied(str(tmp_path / "a"), stamp)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_proposals_leave_no_file_behind(source: Path, resident: Resident) -> None:
    compiled(source, resident).close()
    resident.ahead.catch_up()
    before = in_cache(source, "")
    for at in range(3):
        propose(source, resident, at)
        resident.ahead.catch_up()
    assert in_cache(source, "") == before


def test_memory_forgets_what_the_last_build_did_not_use() -> None:
    memory = UnitMemory()
    memory.keep_unit(b"a", "a unit", 6)
    memory.keep_unit(b"b", "another", 7)
    memory.begin()
    assert memory.unit(b"a") == "a unit"
    memory.begin()
    assert memory.unit(b"a") == "a unit"
    assert memory.unit(b"b") is None


def test_memory_makes_a_key_once_and_forgets_it_with_the_build() -> None:
    memory, made = UnitMemory(), list[tuple[str, ...]]()

    def make(parts: tuple[str, ...]) -> bytes:
        made.append(parts)
        return "".join(parts).encode()

    for turn in (("a",), ("a",), ("b",), ("b",)):
        memory.begin()
        assert memory.key(turn, make) == turn[0].encode()
    memory.begin()
    assert memory.key(("a",), make) == b"a"
    assert made == [("a",), ("b",), ("a",)]


def test_memory_is_bounded() -> None:
    memory = UnitMemory(max_bytes=10)
    memory.keep_unit(b"a", "a unit", 6)
    memory.keep_unit(b"b", "another", 7)
    assert memory.unit(b"a") == "a unit"
    assert memory.unit(b"b") is None
