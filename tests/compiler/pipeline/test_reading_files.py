"""The files of a folder: what is read, what is not, and why."""

import os
from pathlib import Path

import pytest

from compiler.model.source import Source
from compiler.pipeline.discovery import discover, within_limits
from compiler.pipeline.source_at_path import open_source
from tests.closing import compile_source


def found(root: Path) -> tuple[list[str], Source]:
    source = open_source(root)
    paths = []
    for path in within_limits(source, discover(source)):
        source.read(path)
        paths.append(path)
    return paths, source


def test_read_link_out_of_root_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "secret.urd.md").write_text("secret")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.urd.md").symlink_to(tmp_path / "secret.urd.md")
    _, source = found(root)
    problem = source.problem("link.urd.md")
    assert problem is not None
    assert problem.kind == "outside"


def test_read_sibling_folder_with_same_prefix_is_outside(tmp_path: Path) -> None:
    (tmp_path / "src-evil").mkdir()
    (tmp_path / "src-evil" / "a.urd.md").write_text("x")
    (tmp_path / "src").mkdir()
    source = open_source(tmp_path / "src")
    assert source.read("../src-evil/a.urd.md") is None
    assert source.problems["../src-evil/a.urd.md"].kind == "outside"


def test_read_link_inside_root(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "a.urd.md").write_text("x")  # where the walk does not come
    (tmp_path / "b.urd.md").symlink_to("node_modules/a.urd.md")
    assert found(tmp_path)[0] == ["b.urd.md"]


def test_read_link_to_itself_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "loop.urd.md").symlink_to("loop.urd.md")
    paths, source = found(tmp_path)
    assert paths == ["loop.urd.md"]
    assert source.problem("loop.urd.md") is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_read_named_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.urd.md")
    _, source = found(tmp_path)
    problem = source.problem("pipe.urd.md")
    assert problem is not None
    assert problem.kind == "not_regular"


def test_read_invalid_utf8_is_a_problem_and_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "bad.urd.md").write_bytes(b"# A\xff\n")
    (tmp_path / "bom.urd.md").write_bytes(b"\xef\xbb\xbf# A\n")
    _, source = found(tmp_path)
    problem = source.problem("bad.urd.md")
    assert problem is not None
    assert problem.kind == "not_utf8"
    assert source.files["bom.urd.md"].text == "# A\n"


def test_read_file_over_its_limit_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "big.urd.md").write_bytes(b"x" * 101)
    source = open_source(tmp_path)
    assert source.read("big.urd.md", max_bytes=100) is None
    assert source.problems["big.urd.md"].size == 101


def test_read_unreadable_or_missing_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "folder.urd.md").mkdir()
    source = open_source(tmp_path)
    assert source.read("folder.urd.md") is None
    assert source.problems["folder.urd.md"].kind == "io"
    assert source.read("missing.urd.md") is None
    assert source.problems["missing.urd.md"].kind == "missing"


LONE_RETURNS = {
    "page.md": "# Kettle\rIt boils.\r\n\r## Pot\n\n## Lid",
    "plan.mmd": "flowchart LR\r  a --> b\r\n  c --> d\n",
    "yard.urd.md": "# Yard\r\n\r# Gate\n",
    "prd.md": "# REQ-p00001: Boil\r**Level**: PRD | **Status**: Active\r\r## Assertions\r\nA. The kettle SHALL boil.\n",
    "kettle.py": "x = 1\r# Implements: REQ-p00001\ny = 2\n",
    "tasks.md": "# Tasks\r- [ ] T001 one\r- [ ] T002 two\n",
}


def test_carriage_return_alone_ends_a_line_in_every_language(tmp_path: Path) -> None:
    """As an editor shows it: the same source with line feeds has the same facts at the same lines."""

    def found(folder: str, end: str) -> list[tuple[object, ...]]:
        (tmp_path / folder).mkdir()
        for name, text in LONE_RETURNS.items():
            (tmp_path / folder / name).write_bytes(text.replace("\r\n", "\n").replace("\r", end).encode())
        snapshot = compile_source(tmp_path / folder)
        return snapshot.rows("SELECT ref, line, end_line FROM object ORDER BY ref") + snapshot.rows(
            "SELECT path, lines FROM file ORDER BY path"
        )

    assert found("returns", "\r") == found("feeds", "\n")
