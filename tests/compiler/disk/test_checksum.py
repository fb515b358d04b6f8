"""Checksums of large files, computed while other work is done."""

import os
import threading
import zlib
from pathlib import Path

import pytest

from compiler.disk import checksum
from compiler.disk.checksum import BackgroundChecksum, checksum_of_file
from tests.compiler.tables import table


def test_checksum_is_that_of_the_whole_file(tmp_path: Path) -> None:
    content = bytes(range(251)) * 10_000  # more than is read at a time
    (tmp_path / "file").write_bytes(content)
    assert checksum_of_file(tmp_path / "file") == zlib.crc32(content)


@table("at", [0, 4_095, 4_096, 99_999])
def test_checksum_is_another_after_one_bit_changed(tmp_path: Path, at: int) -> None:
    content = bytearray(100_000)
    (tmp_path / "file").write_bytes(content)
    before = checksum_of_file(tmp_path / "file")
    content[at] ^= 1
    (tmp_path / "file").write_bytes(content)
    assert checksum_of_file(tmp_path / "file") != before


def test_checksum_of_what_cannot_be_read_is_none(tmp_path: Path) -> None:
    assert checksum_of_file(tmp_path / "none") is None
    assert checksum_of_file(tmp_path) is None
    assert BackgroundChecksum(tmp_path / "none").result() is None


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe")
def test_checksum_of_a_pipe_is_none_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert BackgroundChecksum(tmp_path / "pipe").result() is None


def test_background_checksum_goes_on_meanwhile_and_leaves_no_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()

    def slow(_: object) -> int:
        may_go_on.wait()
        return 7

    monkeypatch.setattr(checksum, "checksum_of_file", slow)
    threads = threading.active_count()
    begun = BackgroundChecksum(tmp_path)
    assert threading.active_count() == threads + 1
    may_go_on.set()
    assert begun.result() == 7
    assert threading.active_count() == threads
