"""Files are opened without waiting, and nothing but regular ones is read or written."""

import os
from pathlib import Path

import pytest

from compiler.disk.regular_file import (
    NotRegularError,
    RegularFile,
    TooLargeError,
    create_new,
    open_for_update,
    open_stream,
    read_regular,
    write_regular,
)
from tests.compiler.tables import table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_pipe_is_refused_by_whatever_opens(pipe: Path) -> None:
    for opening in (RegularFile, open_stream, open_for_update, lambda path: read_regular(path, 10)):
        with pytest.raises(NotRegularError, match="device, pipe or socket"):
            opening(pipe)
    with pytest.raises(NotRegularError):
        write_regular(pipe, b"x")


def test_pipe_that_somebody_reads_is_not_written(pipe: Path) -> None:
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(NotRegularError):
            write_regular(pipe, b"secret")
        assert os.read(reader, 10) == b""
    finally:
        os.close(reader)


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as raised:
        open_stream(tmp_path)
    assert raised.value.strerror


def test_link_is_not_followed_where_that_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 10) == b"x"
    with pytest.raises(OSError):
        read_regular(tmp_path / "link", 10, follow=False)


def test_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 11)
    with pytest.raises(TooLargeError):
        read_regular(tmp_path / "file", 10)


def test_file_that_says_it_is_empty_is_read_within_the_limit() -> None:
    with pytest.raises(TooLargeError):
        read_regular("/proc/self/maps", 10)


def test_write_replaces_what_was_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a longer text")
    write_regular(tmp_path / "file", b"short")
    assert (tmp_path / "file").read_bytes() == b"short"


@table("there", ["link to a file", "dangling link", "file", "pipe"])
def test_new_file_is_not_what_another_user_put_there(tmp_path: Path, there: str) -> None:
    """A link at the name of a draft, in a folder that others may write to, must not be written through."""
    target, draft = tmp_path / "target", tmp_path / "draft"
    if there == "link to a file":
        target.write_bytes(b"precious")
    if there.endswith(("link", "to a file")):
        draft.symlink_to(target)
    elif there == "pipe":
        os.mkfifo(draft)
    else:
        draft.write_bytes(b"old")
    with create_new(draft) as file:
        file.write(b"new")
    assert draft.read_bytes() == b"new"
    assert not draft.is_symlink()
    assert target.exists() == (there == "link to a file")
    assert not target.exists() or target.read_bytes() == b"precious"
