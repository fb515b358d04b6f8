"""What the five seeds ask for, an item a statement, and the tests that show it: read from `tests/seeds/*.toml`.

    [[item]]
    id = "timeline-order"
    says = "`memory_timeline` answers in order of time."
    tests = ["tests/queries/memory/test_timeline.py::test_timeline_is_in_order_of_time"]

An item that no seed asks for, which Frieze has added, has `ours = true`. One that does not hold has, in place of
`tests`, a `reason`. Reasons that begin "It writes" or "It moves" are counted apart: they are of tools that do more than
read.
"""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.paths import ROOT

FOLDER = ROOT / "tests" / "seeds"
FIELDS = {"id": str, "says": str, "tests": list, "reason": str, "ours": bool}
IDLE_MARKS = {"skip", "xfail"}
APART = ("it writes", "it moves")


class Seed(NamedTuple):
    """A seed: the name of its file, the program that it specifies, and what it is about."""

    name: str
    program: str
    subject: str


SEEDS = (
    Seed("world", "Urd", "worlds"),
    Seed("diagrams", "Nereid", "diagrams"),
    Seed("requirements", "elspais", "requirements"),
    Seed("knowledge", "Medulla", "decisions, tasks and notes"),
    Seed("memory", "Day1", "agent memory"),
)


class Item(NamedTuple):
    """A statement of a seed. Either `tests` show that it holds, or `reason` says why it does not."""

    id: str
    says: str
    tests: tuple[str, ...]
    reason: str
    is_ours: bool

    @property
    def verdict(self) -> str:
        """yes, no, ours, or apart: what writes or moves."""
        if self.is_ours:
            return "ours"
        return "yes" if self.tests else "apart" if self.reason.casefold().startswith(APART) else "no"


def items_of(seed: Seed) -> list[Item]:
    """The items of a seed in the order of its file; none if it has no file. Raises ValueError for a bad field."""
    path = FOLDER / f"{seed.name}.toml"
    return read_items(path.read_text(encoding="utf-8")) if path.exists() else []


def read_items(text: str) -> list[Item]:
    """The items of a TOML document. Raises ValueError for a field that is unknown, missing or of a wrong type."""
    return [_item(fields) for fields in tomllib.loads(text).get("item", [])]


def _item(fields: dict[str, Any]) -> Item:
    name = fields.get("id", "?")
    if wrong := [key for key, value in fields.items() if not isinstance(value, FIELDS.get(key, ()))]:
        raise ValueError(f"item {name}: unknown field or wrong type: {', '.join(wrong)}")
    if not fields.get("id") or not fields.get("says"):
        raise ValueError(f"item {name}: id and says are required")
    if bool(fields.get("tests")) == bool(fields.get("reason")):
        raise ValueError(f"item {name}: tests or a reason, and never both")
    return Item(
        fields["id"],
        fields["says"],
        tuple(fields.get("tests", ())),
        fields.get("reason", ""),
        fields.get("ours", False),
    )


def missing_tests(items: list[Item]) -> list[str]:
    """The tests of `items` that do not exist or never run, each with its item."""
    return [f"{one.id}: {test}" for one in items for test in one.tests if not _runs(test)]


def _runs(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.name.startswith("test_") and path.is_file() and name in _tests_of(path)


@cache
def _tests_of(path: Path) -> frozenset[str]:
    """The tests of a file, `test_x` or `TestClass::test_x`, without those that are always skipped or may fail."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    groups = [one for one in module.body if isinstance(one, ast.ClassDef) and one.name.startswith("Test")]
    grouped = [f"{group.name}::{name}" for group in groups for name in _test_names(group.body)]
    return frozenset([*_test_names(module.body), *grouped])


def _test_names(body: list[ast.stmt]) -> list[str]:
    functions = [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [one.name for one in functions if one.name.startswith("test_") and not _is_idle(one)]


def _is_idle(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(_mark(one) in IDLE_MARKS for one in function.decorator_list)


def _mark(decorator: ast.expr) -> str:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    return function.attr if isinstance(function, ast.Attribute) else ""
