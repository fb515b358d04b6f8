"""`docs/memory.md` names only codes that exist, and its example compiles without diagnostics."""

import re
from pathlib import Path

import pytest

from compiler.languages.memory import codes
from compiler.languages.memory.facts import MemoryFact
from tests.closing import compile_source
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "memory.md").read_text("utf-8")
[EXAMPLE] = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)


def test_memory_page_example_has_no_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text(EXAMPLE, "utf-8")
    snapshot = compile_source(tmp_path)
    assert [one.message for one in snapshot.diagnostics()] == []
    assert [(one.record_id, one.is_active) for one in snapshot.facts(MemoryFact)] == [
        ("f-crossing", False),
        ("f-tide", True),
    ]


@pytest.mark.parametrize("code", sorted(set(re.findall(r"MEM\d{3}", PAGE))))
def test_memory_page_codes_exist(code: str) -> None:
    assert code in {one.code for one in codes.CODES}
