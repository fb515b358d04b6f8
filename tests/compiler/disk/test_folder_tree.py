"""A folder that somebody else changes while it is read: links in place of folders, and files of other sizes."""

import os
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from time import process_time

import pytest

from compiler.disk.folder_tree import FolderTree
from compiler.disk.regular_file import RegularFile, TooLargeError, read_all
from compiler.model.source import Problem, SourceFile

links = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="the system does not tell where a file is")
SECRET = "# Beside the source"


@pytest.fixture
def exchanged(tmp_path: Path) -> tuple[Path, Path]:
    """A source with a folder of two pages, and a folder of the same names beside the source."""
    root, outside = tmp_path / "source", tmp_path / "outside"
    for folder, text in ((root / "docs", "# Inside"), (outside, SECRET)):
        folder.mkdir(parents=True)
        for name in ("one.md", "two.md"):
            (folder / name).write_text(f"{text}\n")
    return root, outside


def exchange(folder: Path, target: Path) -> None:
    """Put a link where a folder was."""
    folder.rename(folder.with_name("moved"))
    folder.symlink_to(target)


@links
def test_read_folder_exchanged_for_a_link_is_outside(exchanged: tuple[Path, Path]) -> None:
    root, outside = exchanged
    tree = FolderTree(os.path.realpath(root))
    assert isinstance(tree.read("docs/one.md", 100), SourceFile)
    exchange(root / "docs", outside)
    found = tree.read("docs/two.md", 100)
    assert isinstance(found, Problem)
    assert found.kind == "outside"
    assert isinstance(tree.listing("docs"), Problem)
    assert tree.names("docs") == []


@links
def test_read_while_a_folder_is_exchanged_for_a_link_gives_nothing_of_outside(exchanged: tuple[Path, Path]) -> None:
    root, outside = exchanged
    (root / "docs").rename(root / "whole")
    (root / "link").symlink_to(outside)
    ended = Event()

    def exchange_without_end() -> None:
        while not ended.is_set():
            for one in ("whole", "link"):
                (root / one).rename(root / "docs")
                (root / "docs").rename(root / one)

    exchanging = Thread(target=exchange_without_end)
    exchanging.start()
    try:
        tree = FolderTree(os.path.realpath(root))  # which looks real paths up once
        found = [tree.read("docs/one.md", 100) for _ in range(3_000)]
    finally:
        ended.set()
        exchanging.join()
    texts = {one.text for one in found if isinstance(one, SourceFile)}
    assert texts <= {"# Inside\n"}
    assert any(isinstance(one, Problem) for one in found)


@links
def test_read_links_that_lead_to_links_take_linear_time(tmp_path: Path) -> None:
    """Three thousand links, each to the one before, took 25 seconds; the system follows forty."""
    (tmp_path / "page.md").write_text("# A\n")
    last = "page.md"
    for number in range(1_000):
        (tmp_path / f"l{number:04}.md").symlink_to(last)
        last = f"l{number:04}.md"
    tree = FolderTree(os.path.realpath(tmp_path))
    began = process_time()
    assert len(tree.listing("")) == 1_001
    assert isinstance(tree.read("l0010.md", 100), SourceFile)
    assert isinstance(tree.read(last, 100), Problem)
    assert process_time() - began < 1


def test_read_file_that_grows_or_shrinks_meanwhile_is_whole_or_a_problem(tmp_path: Path) -> None:
    tree = FolderTree(os.path.realpath(tmp_path))
    path = tmp_path / "page.md"
    for before, after in ((b"a" * 10, b"b" * 5_000), (b"a" * 90, b"b")):
        path.write_bytes(before)
        opened = tree.open("page.md")
        assert isinstance(opened, RegularFile)
        with closing(opened):
            path.write_bytes(after)
            if len(after) > 100:
                with pytest.raises(TooLargeError):
                    read_all(opened.handle, 100)
            else:
                assert read_all(opened.handle, 100) == after


@links
def test_names_of_a_listed_folder_are_those_of_one_that_was_not_listed(tmp_path: Path) -> None:
    root = tmp_path / "source"
    (root / "docs" / "inner").mkdir(parents=True)
    (root / "docs" / "one.md").write_text("# One\n")
    for name, target in (("two.md", "one.md"), ("three.md", "missing.md"), ("folder", "inner")):
        (root / "docs" / name).symlink_to(target)
    (root / "linked").symlink_to("docs")
    listing_first, names_first = (FolderTree(os.path.realpath(root), lists_once=True) for _ in range(2))
    for folder in ("", "docs", "docs/inner", "docs/missing", "linked", "docs/folder"):
        listing_first.listing(folder)
        assert sorted(listing_first.names(folder)) == sorted(names_first.names(folder)), folder


def test_names_of_a_folder_are_those_of_its_listing_though_the_folder_changes(tmp_path: Path) -> None:
    tree = FolderTree(os.path.realpath(tmp_path), lists_once=True)
    (tmp_path / "one.md").write_text("# One\n")
    tree.listing("")
    (tmp_path / "two.md").write_text("# Two\n")
    assert tree.names("") == ["one.md"]
