"""Crafted pages of a frozen file: an index or a table of more rows than anybody can count, made of a few pages."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from compiler.store.frozen.frozen_file import seal

INDEX_LEAF, INDEX_INNER, TABLE_LEAF, TABLE_INNER = 10, 2, 13, 5
CELLS = 40  # of each page
LEVELS = 12  # of pages that lead to the same page again and again


def repeat_index(path: Path, index: str, values: Sequence[str | int]) -> None:
    """Make an index of 40 ** 13 entries that all hold `values`, which are short."""
    record = _record(values)
    payload = bytes([len(record)]) + record
    _repeat(path, index, _page(path, INDEX_LEAF, [payload] * CELLS), INDEX_INNER, [payload] * CELLS)


def repeat_table(path: Path, table: str) -> None:
    """Make a table of 40 ** 13 rows that have no columns."""
    rows = [bytes([1, at, 1]) for at in range(CELLS)]  # the size of the record, the number of the row, and the record
    _repeat(path, table, _page(path, TABLE_LEAF, rows), TABLE_INNER, [bytes([at]) for at in range(CELLS)])


def _repeat(path: Path, name: str, leaf: bytes, inner: int, cells: Sequence[bytes]) -> None:
    with closing(sqlite3.connect(path)) as database:
        find = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        root = 1 if name == "sqlite_master" else database.execute(find, (name,)).fetchone()[0]
    data = bytearray(path.read_bytes())
    size = _page_size(data)
    pages = int.from_bytes(data[28:32])
    data = data[: size * pages] + leaf
    for number in range(pages + 1, pages + 1 + LEVELS):
        data += _page(path, inner, [number.to_bytes(4) + one for one in cells], number)
    pages += 1 + LEVELS
    head = 100 if root == 1 else 0
    root_page = _page(path, inner, [pages.to_bytes(4) + one for one in cells], pages, head)
    data[(root - 1) * size + head : root * size] = root_page[head:]
    data[28:32] = pages.to_bytes(4)
    path.write_bytes(data)
    seal(path)


def _page(path: Path, kind: int, cells: Sequence[bytes], right: int | None = None, head: int = 0) -> bytes:
    """A page of a B-tree. `right` is the page behind the last cell, `head` the size of what stands before it."""
    page = bytearray(_page_size(path.read_bytes()[:100]))
    at = len(page)
    first = head + (8 if right is None else 12)
    for place, cell in enumerate(cells):
        at -= len(cell)
        page[at : at + len(cell)] = cell
        page[first + 2 * place : first + 2 * place + 2] = at.to_bytes(2)
    page[head : head + 8] = bytes([kind]) + bytes(2) + len(cells).to_bytes(2) + at.to_bytes(2) + bytes(1)
    if right is not None:
        page[head + 8 : head + 12] = right.to_bytes(4)
    return bytes(page)


def _page_size(header: bytes | bytearray) -> int:
    stated = int.from_bytes(header[16:18])
    return 65536 if stated == 1 else stated


def _record(values: Sequence[str | int]) -> bytes:
    kinds = [13 + 2 * len(one.encode()) if isinstance(one, str) else 1 for one in values]
    body = b"".join(one.encode() if isinstance(one, str) else bytes([one]) for one in values)
    return bytes([1 + len(kinds), *kinds]) + body
