"""What another user could have written into the cache is not used, and nothing is written where another could read."""

import os
from pathlib import Path

import pytest

from compiler.disk import cache_directory

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs users")


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = cache_directory.entry("things", "one")
    cache_directory.write(path, b"body")
    return path


def test_entry_of_the_user_is_own_and_read(entry: Path) -> None:
    assert cache_directory.is_own(entry)
    assert cache_directory.read(entry) == b"body"


def test_entries_and_folders_are_for_the_user_alone(entry: Path) -> None:
    assert entry.stat().st_mode & 0o077 == 0
    assert entry.parent.stat().st_mode & 0o077 == 0
    assert entry.parent.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("up", [0, 1, 2])
def test_what_everybody_may_write_is_not_own(entry: Path, up: int) -> None:
    place = (entry, *entry.parents)[up]
    place.chmod(0o777)
    assert not cache_directory.is_own(entry)
    assert cache_directory.read(entry) is None


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only the superuser may give files away")
@pytest.mark.parametrize("up", [0, 1, 2])
def test_what_another_user_owns_is_not_own(entry: Path, up: int) -> None:
    os.chown((entry, *entry.parents)[up], 4_242, -1)
    assert not cache_directory.is_own(entry)
    assert cache_directory.read(entry) is None


@pytest.mark.parametrize("up", [0, 1, 2])
def test_what_a_link_leads_to_is_not_own(entry: Path, tmp_path: Path, up: int) -> None:
    place = (entry, *entry.parents)[up]
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert not cache_directory.is_own(entry)
    assert cache_directory.read(entry) is None


def test_folder_of_others_is_not_written_to(entry: Path) -> None:
    entry.parent.chmod(0o777)
    other = entry.with_name("other")
    cache_directory.write(other, b"body")
    assert not other.exists()


def test_missing_entry_and_folder_are_not_own(entry: Path) -> None:
    assert not cache_directory.is_own(entry.with_name("none"))
    assert not cache_directory.is_own(entry.parent)
    assert not cache_directory.is_own("\0")


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"short"])
def test_damaged_entry_counts_as_missing(entry: Path, damage: bytes) -> None:
    entry.write_bytes(damage)
    assert cache_directory.read(entry) is None


def test_draft_that_leads_elsewhere_is_not_written_through(entry: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    entry.with_name(f"{entry.name}.{os.getpid()}").symlink_to(target)
    cache_directory.write(entry, b"new")
    assert cache_directory.read(entry) == b"new"
    assert not target.exists()
