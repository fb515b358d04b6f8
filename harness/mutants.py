"""Do the tests catch a change? `python -m harness.mutants [--count 120] [--seed 1]`.

Each round changes one place of the product at random, runs the tests of that folder, and restores the file. The places
are spread over all folders that hold modules. A change is one of: a comparison turned, `and` and `or` exchanged, a
`not` dropped, a number moved by one, a branch never taken, a returned value emptied. A change that no test of the
folder catches is tried by the tests of the whole room. What is still not caught is listed with its line, for a person
to judge: a missing test, or a program that means the same.

Run it in a clean checkout: it refuses to begin where a file of the product has uncommitted changes.
"""

import argparse
import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("compiler", "queries", "server")
SECONDS = 1_800  # of one run of tests; each test has its own limit
MAX_APART = 8  # tests that fail because of the machine, in one run
# Runs that compile every module again take longer for that than for most tests.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
TURNED = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


class Mutant(NamedTuple):
    """One change: the file from the root, the line, what kind it is, and the text before and after."""

    path: str
    line: int
    kind: str
    before: str
    after: str
    start: int
    stop: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: `{_short(self.before)}` -> `{_short(self.after)}`"


def mutants(path: str, text: str) -> Iterator[Mutant]:
    """Yield every change that can be made in a module."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    encoded = text.encode()

    def mutant(node: ast.expr | ast.stmt, kind: str, after: str) -> Mutant:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        stop = starts[node.end_lineno - 1] + node.end_col_offset
        return Mutant(path, node.lineno, kind, encoded[start:stop].decode(), after, start, stop)

    tree = ast.parse(text)
    silent = {id(inner) for node in ast.walk(tree) for part in _without_effect(node) for inner in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            yield mutant(node, "comparison turned", f"({left} {TURNED[type(node.ops[0])]} {right})")
        elif isinstance(node, ast.BoolOp):
            joined = " and " if isinstance(node.op, ast.Or) else " or "
            yield mutant(
                node, "and/or exchanged", f"({joined.join(f'({ast.unparse(value)})' for value in node.values)})"
            )
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield mutant(node, "not dropped", f"({ast.unparse(node.operand)})")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield mutant(node, "number moved", f"({node.value + 1})")
        elif isinstance(node, ast.If):
            yield mutant(node.test, "branch dropped", "False")
        elif isinstance(node, ast.Return) and node.value is not None and not _is_empty(node.value):
            yield mutant(node.value, "return emptied", _emptied(node.value))


def _without_effect(node: ast.AST) -> Iterator[ast.AST]:
    """What a test cannot tell apart: annotations, and blocks for type checkers."""
    if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
        yield node.annotation
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
        yield node.returns
    elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
        yield node


def _is_empty(value: ast.expr) -> bool:
    return ast.unparse(value) in ("None", "''", "0", "False", "()", "[]", "{}")


def _emptied(value: ast.expr) -> str:
    """An empty value of the kind that an expression shows; None where it shows none."""
    if isinstance(value, ast.Compare | ast.BoolOp) or (isinstance(value, ast.Constant) and value.value is True):
        return "False"
    kinds = {ast.List: "[]", ast.ListComp: "[]", ast.Dict: "{}", ast.DictComp: "{}", ast.Set: "set()"}
    kinds |= {ast.Tuple: "()", ast.JoinedStr: "''"}
    return kinds.get(type(value), "None")


def chosen(count: int, seed: int) -> list[Mutant]:
    """Return `count` changes: folders in turn, in each a module and a place at random."""
    order = random.Random(seed)
    folders: dict[Path, list[Path]] = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            folders.setdefault(path.parent, []).append(path)
    found: dict[tuple[str, int], Mutant] = {}
    while len(found) < count:
        names = sorted(folders)
        order.shuffle(names)
        for folder in names:
            path = order.choice(folders[folder])
            possible = [*mutants(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))]
            if possible and len(found) < count:
                mutant = order.choice(possible)
                found[mutant.path, mutant.start] = mutant
    return [*found.values()]


def tests_of(path: str, root: Path = ROOT) -> list[list[str]]:
    """Return the tests to try one after the other: those of the folder, and those of the room. Tests of a folder are
    the modules in the folder of tests that mirrors it, or where there are none those that import from its package."""
    room, folder = f"tests/{Path(path).parts[0]}", Path(path).parent
    if mirrored := sorted((root / "tests" / folder).glob("test_*.py")):
        return [[test.relative_to(root).as_posix() for test in mirrored], [room]]
    while folder.parts:
        package = re.compile(rf"^\s*from {re.escape('.'.join(folder.parts))}[. ]", re.MULTILINE)
        found = [
            test for test in sorted((root / "tests").rglob("test_*.py")) if package.search(test.read_text("utf-8"))
        ]
        if found:
            return [[test.relative_to(root).as_posix() for test in found], [room]]
        folder = folder.parent
    return [[room], [room]]


def failure(tests: list[str], apart: Sequence[str] = ()) -> str:
    """Return the name of the first of some tests that fails, "" if none does, or what else is wrong. Tests named in
    `apart` are not run."""
    is_room = len(tests) == 1 and tests[0].count("/") == 1
    processes = ["-n", "2", "--dist", "worksteal"] if is_room else ["-p", "no:xdist"]  # each imports what it tests
    left_out = [f"--deselect={test}" for test in apart]
    command = [sys.executable, "-m", "pytest", "-x", "-q", *processes, "--no-header", *left_out, *tests]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "they do not end"
    if done.returncode in (0, 5):
        return ""
    found = re.search(r"^FAILED (\S+?::\w+)", done.stdout, re.MULTILINE)
    return found[1] if found else "they cannot run"


def catches(
    tests: list[str], mutant: Mutant, root: Path = ROOT, failure: Callable[[list[str], Sequence[str]], str] = failure
) -> bool:
    """Make a change, and return whether some tests catch it. The file is restored. A test that also fails without the
    change, or passes with it when it runs alone, fails because of the machine: the others are then run without it."""
    path = root / mutant.path
    before = path.read_bytes()

    def failed(tests: list[str], apart: Sequence[str] = ()) -> str:
        path.write_bytes(before[: mutant.start] + mutant.after.encode() + before[mutant.stop :])
        try:
            return failure(tests, apart)
        finally:
            path.write_bytes(before)

    apart: list[str] = []
    while (found := failed(tests, apart)) and "::" in found:
        if failed([found]) and not failure([found], ()):
            return True
        if len(apart) == MAX_APART:
            return False
        apart.append(found)
    return bool(found)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:69]}…"


def main() -> int:
    """Try the changes, print a line for each, and at last how many were caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    changed = subprocess.run(["git", "status", "--porcelain", *ROOMS], cwd=ROOT, capture_output=True, check=True)
    if changed.stdout:
        print("The product has uncommitted changes: a change of a file could be lost.", file=sys.stderr)
        return 2
    tried = chosen(asked.count, asked.seed)
    for turn in (0, 1):  # the folder, then the room
        survived = []
        for mutant in tried:
            tests = tests_of(mutant.path)[turn]
            caught = catches(tests, mutant)
            shown = tests[0] if len(tests) == 1 else f"{len(tests)} modules"
            print(f"{'caught by' if caught else 'NOT CAUGHT by'} {shown}: {mutant}", flush=True)
            if not caught:
                survived.append(mutant)
        tried = survived
    print(f"{asked.count - len(tried)} of {asked.count} changes were caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
