"""Rules for the tests: none imports another test module, none sleeps, and few patch private names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

# The number of patches of private names, and of all names. Lower them when a parameter replaces a patch.
MAX_PRIVATE_PATCHES = 7
MAX_PATCHES = 120  # some raise errors of libraries, use time up, or put damage and attacks where no parameter leads

SLEEPS = re.compile(r"\bsleep\(")
TEST_MODULE = re.compile(r"(?:from|import)\s+tests\.(?:\w+\.)*test_\w+|from\s+tests(?:\.\w+)*\s+import\s+test_\w+")


def modules() -> list[Path]:
    """Every module of the tests but this one, which contains the patterns."""
    return sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """File and line of each match."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in modules()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def patches() -> Iterator[tuple[str, str]]:
    """File and line of each `monkeypatch.setattr`, and the replaced name."""
    for path in modules():
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "setattr" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
                strings = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
                yield f"{path.relative_to(ROOT)}:{node.lineno}", str(strings[0]).rpartition(".")[2] if strings else ""


def test_suite_imports_no_test_module() -> None:
    assert lines_with(TEST_MODULE) == []


def test_suite_does_not_sleep() -> None:
    assert lines_with(SLEEPS) == []


def test_suite_patches_few_private_names() -> None:
    private = [f"{place} {name}" for place, name in patches() if name.startswith("_") and not name.endswith("_")]
    assert len(private) <= MAX_PRIVATE_PATCHES, private


def test_suite_patches_few_names() -> None:
    assert len([*patches()]) <= MAX_PATCHES
