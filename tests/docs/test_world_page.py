"""`docs/world.md` names only refs, codes and tools that exist; its first example compiles without diagnostics."""

import re
from pathlib import Path

import pytest

from compiler.languages.world import codes
from queries import TOOLS
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "world.md").read_text("utf-8")
FIRST_EXAMPLE = re.findall(r"```urd\n(.*?)```", PAGE, re.DOTALL)[0]
QUESTIONS = PAGE.split("| Question | Tool |")[1].split("\n## ")[0]


def test_world_page_first_example_has_no_diagnostics(tmp_path: Path) -> None:
    entry = tmp_path / "two-rooms.urd.md"
    entry.write_text(FIRST_EXAMPLE, "utf-8")
    assert [one.message for one in compile_source(entry).diagnostics()] == []


@table("code", sorted(set(re.findall(r"URD\d{3}", PAGE))))
def test_world_page_codes_exist(code: str) -> None:
    assert code in {one.code for one in codes.CODES}


@table("tool", sorted(set(re.findall(r"`([a-z]+_[a-z_]+|search)`", QUESTIONS))))
def test_world_page_tools_exist(tool: str) -> None:
    assert tool in TOOLS


@pytest.mark.parametrize("ref", re.findall(r"`(w:[^`…]+)`", PAGE))
def test_world_page_refs_resolve(ref: str, tmp_path: Path) -> None:
    shown = EXAMPLES.get(ref, FIRST_EXAMPLE)
    entry = tmp_path / "two-rooms.urd.md"
    entry.write_text(shown, "utf-8")
    assert compile_source(entry).object(ref) is not None


PERSON = "---\ntypes:\n  Person [mobile]:\n    trust: int = 2\n---\n"
RULE = "rule the lamp burns down:\n  actor: @aunt forgets the lamp\n"
EXAMPLES = {
    "w:two-rooms/type/Person": PERSON,
    "w:two-rooms/property/Person.trust": PERSON,
    "w:two-rooms/rule/the lamp burns down": RULE,
}
