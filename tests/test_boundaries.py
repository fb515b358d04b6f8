"""Imports across the project: which package imports which, what queries may use, and what a simple query loads.

A test over all modules names every one that breaks its rule.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from queries.tools.packs import PACKS
from tests.import_graph import trees
from tests.paths import ROOT

# The modules of the compiler that queries may import, beside the facts of the languages (`compiler.languages.*.facts`).
COMPILER_FOR_QUERIES = {
    "compiler.graphs.cycles",
    "compiler.languages.diagrams.date_formats",  # of days that a chart leaves out, which its AST has as words
    "compiler.languages.memory.syntax.field_aliases",  # the names of the fields of records, which operations write
    "compiler.languages.registry",  # the declarations of languages: their functions are import strings, so none loads
    "compiler.languages.world.codes",  # of findings that only play makes
    "compiler.languages.world.syntax.conditions",  # a condition as an argument, which is no source
    "compiler.graphs.paths",
    "compiler.model.diagnostics",
    "compiler.model.examples",
    "compiler.model.facts",
    "compiler.model.language",  # the class of these declarations
    "compiler.model.relations",
    "compiler.model.source_names",
    "compiler.text.comment_styles",
    "compiler.text.multiline_text",
    "compiler.workspace.embeddings.protocol",
    "compiler.workspace.git.logged",  # what a log of commits says
    "compiler.workspace.git.revision",  # what a list of revisions says
    "compiler.workspace.interface",
    "compiler.workspace.opened_members",  # the sources of a merged snapshot
    "compiler.store.select.bounds",
    "compiler.store.link_walk",
    "compiler.store.replaced_rows",  # numbers of rows, which a snapshot hands on
    "compiler.store.select.check",
    "compiler.store.select.errors",
    "compiler.store.select.functions_allowed",
    "compiler.store.select.pool",
    "compiler.store.schema",  # the columns of a class
    "compiler.store.snapshot",
    "compiler.model.spans",
    "compiler.model.verdicts",
    "compiler.text.html_comments",  # what of a line is no comment
    "compiler.text.numbers",
    "compiler.text.patches",  # the lines in which two texts differ
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
    "zlib",
}
LOADED_LATE = {"networkx", "rapidfuzz", "re2", "snowballstemmer"}
FORBIDDEN_CALLS = {"open", "exec", "eval", "compile", "__import__", "input", "print", "breakpoint", "globals"}


def modules(package: str) -> dict[str, ast.Module]:
    """The modules of a package, parsed, by their names."""
    return {name: tree for name, tree in trees().items() if f"{name}.".startswith(f"{package}.")}


def imports(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield every imported module and its import, at any level of the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            module = node.module or ""
            # `from compiler import snapshot` names a module too.
            children = [f"{module}.{alias.name}" for alias in node.names]
            is_package = (ROOT / module.replace(".", "/")).is_dir()
            yield from ((name, node) for name in (children if is_package else [module]))


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
    upward = {
        path: found
        for path, tree in modules(package).items()
        if (found := {module.partition(".")[0] for module, _ in imports(tree)} & forbidden)
    }
    assert upward == {}


def may_be_imported_by_queries(module: str) -> bool:
    """Whether queries may import a module, or a name in it."""
    parts = module.split(".")
    if parts[0] != "compiler":
        return parts[0] in LIBRARIES_FOR_QUERIES | LOADED_LATE | {"queries"}
    known = any(f"{module}.".startswith(f"{allowed}.") for allowed in COMPILER_FOR_QUERIES)
    return known or (parts[:2] == ["compiler", "languages"] and len(parts) >= 4 and parts[3] == "facts")


def test_queries_import_facts_and_snapshot_only() -> None:
    """Invariant: no parser, grammar or linker in queries; no files, sockets, processes or clock."""
    assert [
        f"{path}: {module}"
        for path, tree in modules("queries").items()
        for module, _ in imports(tree)
        if not may_be_imported_by_queries(module)
    ] == []


def test_queries_call_nothing_that_reads_or_runs() -> None:
    assert [
        f"{path}:{node.lineno}: {node.func.id}"
        for path, tree in modules("queries").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS
    ] == []


def test_queries_use_each_exception_of_the_rules() -> None:
    """A module that queries no longer import leaves the list, so that the list stays what they import."""
    used = {module for tree in modules("queries").values() for module, _ in imports(tree)}
    unused = [
        allowed for allowed in COMPILER_FOR_QUERIES if not any(f"{name}.".startswith(f"{allowed}.") for name in used)
    ]
    assert unused == []


def test_queries_import_heavy_libraries_in_functions() -> None:
    assert [
        f"{path}: {late}"
        for path, tree in modules("queries").items()
        for node in tree.body
        if (late := {module.partition(".")[0] for module, _ in imports(node)} & LOADED_LATE)
        and not isinstance(node, ast.FunctionDef | ast.ClassDef)
    ] == []


def test_queries_have_no_global_state() -> None:
    """Invariant: no global that changes. The snapshot caches what is derived from it (`Snapshot.memoize`)."""
    assert [
        f"{path}:{node.lineno}"
        for path, tree in modules("queries").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Global | ast.Nonlocal)
    ] == []


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
