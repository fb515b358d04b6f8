"""`docs/security.md` names a test for each promise, and each of them exists."""

import ast
import re

from tests.paths import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


def test_security_page_names_tests_that_exist() -> None:
    defined = {
        path: {node.name for node in ast.parse((ROOT / path).read_text("utf-8")).body if isinstance(node, FUNCTION)}
        for path in {path for path, _ in NAMED}
    }
    assert [f"{path}::{name}" for path, name in NAMED if name not in defined[path]] == []


def test_security_page_names_a_test_for_each_promise() -> None:
    promises = re.findall(r"^\| (?!promise \|)([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
    assert len(promises) > 20
    assert [
        promise for promise, held in promises if not re.fullmatch(r"`tests/\S+::\w+`(, `tests/\S+::\w+`)*", held)
    ] == []


def test_report_of_a_defect_leads_to_the_page() -> None:
    assert "docs/security.md" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert "SECURITY.md" in PAGE
