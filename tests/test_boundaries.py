"""The shape of the project, held: which room imports what, what queries may touch, what a simple question loads."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from queries.packs import PACKS
from tests.paths import ROOT

# What queries may import of the compiler. The fact modules of the languages (`compiler.languages.*.facts`) come on top.
COMPILER_FOR_QUERIES = {
    "compiler.graphs.cycles",
    "compiler.graphs.paths",
    "compiler.model.diagnostics",
    "compiler.model.facts",
    "compiler.workspace.embeddings.protocol",
    "compiler.workspace.interface",
    "compiler.store.snapshot",
    "compiler.model.spans",
}
# No module here opens files, sockets or processes, or tells the time. `LOADED_LATE` is imported where it is used only.
LIBRARIES_FOR_QUERIES = {
    "array",
    "base64",
    "bisect",
    "collections",
    "dataclasses",
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


def modules(room: str) -> list[Path]:
    found = sorted((ROOT / room).rglob("*.py"))
    assert found
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every module that is imported, wherever the import stands."""
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
    ("room", "unknown_to_it"),
    [
        ("compiler", {"queries", "server", "harness", "tests", "mcp", "mcp_types", "click"}),
        ("queries", {"server", "harness", "tests", "mcp", "mcp_types", "click"}),
        ("server", {"harness", "tests"}),
    ],
)
def test_rooms_import_downward_only(room: str, unknown_to_it: set[str]) -> None:
    """Invariants: `server -> queries -> compiler`, and only the server knows MCP and the command line."""
    for path in modules(room):
        known = {module.partition(".")[0] for module, _ in imports(parsed(path))}
        assert not known & unknown_to_it, name_of(path)


def allowed_of_the_compiler(module: str) -> bool:
    """`compiler.model.facts` and `compiler.languages.world.facts`, or names in them; no parser, grammar or linker."""
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
            assert allowed_of_the_compiler(module), module
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
    """Invariant: no global that changes. What is derived from a snapshot is kept by the snapshot (`Snapshot.once`)."""
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
    """Invariant: imports are budgeted; checked in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert not loaded & HEAVY


ONE_QUESTION = """
import json, sys
from compiler import compile_source
from queries import answer
answer(compile_source("worlds/cider-mill"), "task_next")
json.dump(sorted(sys.modules), sys.stdout)
"""


def test_query_loads_its_own_pack_only() -> None:
    done = subprocess.run([sys.executable, "-c", ONE_QUESTION], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in json.loads(done.stdout) if name.startswith("queries.")}
    assert loaded & PACKS.keys() == {"knowledge"}
