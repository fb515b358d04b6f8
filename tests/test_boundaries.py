"""Imports across the project: which package imports which, what queries may use, and what a simple query loads."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from queries.tools.packs import PACKS
from tests.paths import ROOT

# The modules of the compiler that queries may import, beside the facts of the languages (`compiler.languages.*.facts`).
COMPILER_FOR_QUERIES = {
    "compiler.graphs.cycles",
    "compiler.languages.world.codes",  # of findings that only play makes
    "compiler.languages.world.syntax.conditions",  # a condition as an argument, which is no source
    "compiler.graphs.paths",
    "compiler.model.diagnostics",
    "compiler.model.examples",
    "compiler.model.facts",
    "compiler.model.relations",
    "compiler.model.source_names",
    "compiler.text.comment_styles",
    "compiler.workspace.embeddings.protocol",
    "compiler.workspace.interface",
    "compiler.workspace.opened_members",  # the sources of a merged snapshot
    "compiler.store.select.bounds",
    "compiler.store.link_walk",
    "compiler.store.select.check",
    "compiler.store.select.errors",
    "compiler.store.select.pool",
    "compiler.store.schema",  # the columns of a class
    "compiler.store.snapshot",
    "compiler.model.spans",
    "compiler.text.numbers",
    "compiler.text.path_globs",
    "compiler.text.patterns",
}
# None of these opens files, sockets or processes, or tells the time. `LOADED_LATE` is imported inside functions only.
LIBRARIES_FOR_QUERIES = {
    "abc",
    "array",
    "base64",
    "bisect",
    "collections",
    "contextlib",
    "dataclasses",
    "decimal",
    "functools",
    "hashlib",
    "heapq",
    "importlib",
    "inspect",
    "itertools",
    "json",
    "keyword",
    "math",
    "operator",
    "orjson",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}
LOADED_LATE = {"networkx", "rapidfuzz", "re2", "snowballstemmer"}
FORBIDDEN_CALLS = {"open", "exec", "eval", "compile", "__import__", "input", "print", "breakpoint", "globals"}


def modules(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield every imported module and its import, at any level of the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((one.name, node) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            module = node.module or ""
            # `from compiler import snapshot` names a module too.
            children = [f"{module}.{one.name}" for one in node.names]
            is_package = (ROOT / module.replace(".", "/")).is_dir()
            yield from ((one, node) for one in (children if is_package else [module]))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("compiler", {"queries", "server", "harness", "tests", "mcp", "mcp_types", "click"}),
        ("queries", {"server", "harness", "tests", "mcp", "mcp_types", "click"}),
        ("server", {"harness", "tests"}),
    ],
)
def test_packages_import_downward_only(package: str, forbidden: set[str]) -> None:
    """Invariants: `server -> queries -> compiler`, and only the server knows MCP and the command line."""
    for path in modules(package):
        imported = {module.partition(".")[0] for module, _ in imports(parsed(path))}
        assert not imported & forbidden, name_of(path)


def may_be_imported_by_queries(module: str) -> bool:
    """Whether queries may import a module of the compiler, or a name in it."""
    parts = module.split(".")
    known = any(f"{module}.".startswith(f"{one}.") for one in COMPILER_FOR_QUERIES)
    return known or (parts[:2] == ["compiler", "languages"] and len(parts) >= 4 and parts[3] == "facts")


@pytest.mark.parametrize("path", modules("queries"), ids=name_of)
def test_queries_import_facts_and_snapshot_only(path: Path) -> None:
    """Invariant: no parser, grammar or linker in queries; no files, sockets, processes or clock."""
    tree = parsed(path)
    for module, _ in imports(tree):
        top = module.partition(".")[0]
        if top == "compiler":
            assert may_be_imported_by_queries(module), module
        else:
            assert top in LIBRARIES_FOR_QUERIES | LOADED_LATE | {"queries"}, module
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & FORBIDDEN_CALLS


@pytest.mark.parametrize("path", modules("queries"), ids=name_of)
def test_queries_import_heavy_libraries_in_functions(path: Path) -> None:
    for node in parsed(path).body:
        late = {module.partition(".")[0] for module, _ in imports(node)} & LOADED_LATE
        assert not late or isinstance(node, ast.FunctionDef | ast.ClassDef)


@pytest.mark.parametrize("path", modules("queries"), ids=name_of)
def test_queries_have_no_global_state(path: Path) -> None:
    """Invariant: no global that changes. The snapshot caches what is derived from it (`Snapshot.memoize`)."""
    assert not [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Global | ast.Nonlocal)]


HEAVY = {
    "mcp",
    "mcp_types",
    "networkx",
    "rapidfuzz",
    "snowballstemmer",
    "pydantic",
    "anyio",
    "asyncio",
    "re2",
    "jsonschema",
    "uvicorn",
    "starlette",
    "dulwich",
    "numpy",
    "tokenizers",
    "wordllama",
}

ANSWER = """
import json, sys
from compiler import compile_source
from queries import answer
answer(compile_source("worlds/locked-garden"), "get_snapshot_info")
answer(compile_source("worlds/locked-garden"), "search", {"query": "garden"})
answer(compile_source("worlds/locked-garden"), "get_exit_graph")
json.dump(sorted(sys.modules), sys.stdout)
"""

COMMAND = """
import atexit, json, sys
atexit.register(lambda: print("", json.dumps(sorted(sys.modules)), sep="\\n"))
from server.cli import main
sys.argv = ["frieze", "query", "worlds/locked-garden", "get_exit_graph"]
main()
"""


@pytest.mark.parametrize("program", [ANSWER, COMMAND], ids=["answer", "frieze query"])
def test_simple_query_loads_no_heavy_library(program: str) -> None:
    """Invariant: a simple query imports none of these, in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert not loaded & HEAVY


ONE_QUERY = """
import json, sys
from compiler import compile_source
from queries import answer
answer(compile_source("worlds/cider-mill"), "task_next")
json.dump(sorted(sys.modules), sys.stdout)
"""


def test_query_loads_its_own_pack_only() -> None:
    done = subprocess.run([sys.executable, "-c", ONE_QUERY], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in json.loads(done.stdout) if name.startswith("queries.")}
    assert loaded & PACKS.keys() == {"knowledge"}
