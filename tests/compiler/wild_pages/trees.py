"""Write a tree of files, compile it, and say what is found in it.

A trap is a line of a tree that looks like something else than it is. It catches Frieze if the rows that its question
has in the snapshot are not the expected ones.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source


class LinkTo(NamedTuple):
    """A symbolic link in a tree."""

    target: str


Tree = Mapping[str, str | bytes | LinkTo]

FINDINGS = "SELECT code, file, line FROM diagnostic ORDER BY file, line, code"


def compiled(folder: Path, tree: Tree) -> Snapshot:
    """Write the tree below the folder, and compile it."""
    for name, content in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, LinkTo):
            path.symlink_to(content.target)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    return compile_source(folder)


def ids(relation: str, path: str, columns: str = "id") -> str:
    """The question for what a relation has in a file."""
    return f"SELECT {columns} FROM {relation} WHERE file = '{path}' ORDER BY line, 1"


def links(path: str, line: int, kind: str = "links_to") -> str:
    """The question for what a line of a file links to."""
    return f"SELECT target, dangling FROM link WHERE file = '{path}' AND line = {line} AND kind = '{kind}' ORDER BY 1"


def findings(path: str) -> str:
    """The question for the findings of a file."""
    return f"SELECT code, line FROM diagnostic WHERE file = '{path}' ORDER BY line, code"


def mentions(path: str) -> str:
    """The question for what is cited in a file, by name."""
    return f"SELECT text, target FROM mention WHERE file = '{path}' ORDER BY line, text"


def in_order(expected: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Findings in the order of the question for all of them."""
    return sorted(expected, key=lambda one: (one[1], one[2], one[0]))
