"""A frozen file that another user may replace is read once: what was checked is what is served."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import queries
from compiler import SourceError
from compiler.disk.stamps import stamp_of_file
from compiler.store.frozen.frozen_file import open_frozen, open_frozen_once_verified, write_frozen
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later, compile_source

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs users")
CHECKED, OTHER = "checked.md", "other.md"


def frozen(folder: Path, name: str) -> Path:
    """A frozen file of a source with one page of that name."""
    source = folder / f"source of {name}"
    source.mkdir(parents=True)
    (source / name).write_text("# Kettle\n\nIt boils.\n")
    write_frozen(compile_source(source), folder / f"{name}.frieze")
    return folder / f"{name}.frieze"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A frozen file in a folder where everybody may write, and another one beside it."""
    (tmp_path / "shared").mkdir()
    frozen(tmp_path / "shared", OTHER)
    path = frozen(tmp_path / "shared", CHECKED)
    path.parent.chmod(0o777)
    return path


class Between:
    """Calls a function when SQLite opens a database for the second time: behind the check of a frozen file."""

    def __init__(self) -> None:
        self.left = 0
        self.act: Callable[[], object] = bool
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _: tuple[object, ...]) -> None:
        if event == "sqlite3.connect" and self.left:
            self.left -= 1
            if not self.left:
                self.act()


BETWEEN = Between()  # hooks stay for the life of the process


@contextmanager
def behind_the_check(act: Callable[[], object]) -> Iterator[None]:
    BETWEEN.act, BETWEEN.left = act, 2
    yield
    assert not BETWEEN.left


def replace(path: Path) -> None:
    """Put the other file in the place of one."""
    path.with_name(f"{OTHER}.frieze").replace(path)


def pages(snapshot: Snapshot) -> list[str]:
    """The pages that a second connection finds, as tools have one."""
    answer = queries.answer(snapshot, "query_facts", {"sql": "SELECT path FROM file"})
    return [path for (path,) in answer["rows"]]


def test_file_that_is_replaced_between_its_check_and_its_opening_is_not_served(shared: Path) -> None:
    with behind_the_check(lambda: replace(shared)):
        opened = closed_later(open_frozen(shared))
    assert pages(opened) == [CHECKED]


def test_file_that_is_replaced_or_spoiled_later_is_served_as_it_was(shared: Path) -> None:
    opened = closed_later(open_frozen_once_verified(shared))
    shared.write_bytes(b"\0" * shared.stat().st_size)
    assert pages(opened) == [CHECKED]
    replace(shared)
    assert pages(opened) == [CHECKED]
    with closed_later(opened.open_database()) as second:
        assert second.execute("SELECT path FROM file").fetchall() == [(CHECKED,)]


def test_file_that_others_may_replace_is_checked_each_time_whatever_its_stamp_says(shared: Path) -> None:
    content = shared.read_bytes()
    shared.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(SourceError, match="is damaged"):
        open_frozen(shared, verified=stamp_of_file(shared))


def test_link_of_another_user_is_followed_once(tmp_path: Path) -> None:
    link = tmp_path / "current.frieze"
    own, other = frozen(tmp_path, CHECKED), frozen(tmp_path, OTHER)
    link.symlink_to(own)

    def lead_elsewhere() -> None:
        link.unlink()
        link.symlink_to(other)

    with behind_the_check(lead_elsewhere):
        opened = closed_later(open_frozen(link))
    assert pages(opened) == [CHECKED]
