"""The import graph of the product, read from its source: every import counts, at whatever depth it stands.

`arrows()` gives `(importer, imported, line)` for each import of one module of the product by another, lazy imports,
imports for type checking and import strings ("package.module:name") included.
"""

import ast
import gc
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import networkx

from tests.paths import ROOT

ROOMS = ("compiler", "queries", "server")
IMPORT_STRING = re.compile(r"[a-z_]+(?:\.[a-z_]+)+:\w+")


class Arrow(NamedTuple):
    """One import: module names, the line of the importer, and whether it is an import string."""

    importer: str
    imported: str
    line: int
    is_string: bool = False

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


@cache
def modules() -> dict[str, str]:
    """The source text of each module of the product, by its dotted name. A package goes by its own name."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[dotted.removesuffix(".__init__")] = path.read_text(encoding="utf-8")
    return found


@cache
def trees() -> dict[str, ast.Module]:
    """Each module of the product, parsed once for all tests that look at every module."""
    gc.disable()  # it would look at all trees again and again, now and in the tests that follow
    try:
        return {name: ast.parse(text) for name, text in modules().items()}
    finally:
        gc.freeze()
        gc.enable()


@cache
def arrows() -> tuple[Arrow, ...]:
    """Every import of one module of the product by another, in the order of the importers."""
    return tuple(arrow for name, tree in trees().items() for arrow in arrows_of(name, tree, modules()))


def arrows_of(name: str, tree: ast.Module, known: Iterable[str]) -> Iterator[Arrow]:
    """The imports of known modules in one module."""
    for node in ast.walk(tree):
        for target in _targets(node):
            imported = _module_of(target, known)
            if imported and imported != name:
                yield Arrow(name, imported, getattr(node, "lineno", 0), isinstance(node, ast.Constant))


def cycles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The strongly connected components of more than one node, each sorted, in sorted order."""
    graph: networkx.DiGraph[str] = networkx.DiGraph(pair for pair in pairs if pair[0] != pair[1])
    return sorted(sorted(one) for one in networkx.strongly_connected_components(graph) if len(one) > 1)


def _targets(node: ast.AST) -> Iterator[str]:
    """The dotted names that a statement imports, and those in import strings."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "relative import"
        yield from (f"{node.module}.{one.name}" for one in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and IMPORT_STRING.fullmatch(node.value):
        yield node.value.partition(":")[0]


def _module_of(target: str, known: Iterable[str]) -> str | None:
    """The longest known module that a dotted name begins with; the bare name of a room counts as its package."""
    while target not in known:
        target, dot, _ = target.rpartition(".")
        if not dot:
            return None
    return target
