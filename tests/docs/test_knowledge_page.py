"""`docs/knowledge.md` names only codes that exist, and its example is ready and blocked as it says."""

import re
from pathlib import Path

import pytest

from compiler import compile_source
from compiler.knowledge import codes
from compiler.knowledge.facts import ENTITY_CLASSES, RELATION_TYPES, Blocker, WorkState

PAGE = (Path(__file__).parents[2] / "docs" / "knowledge.md").read_text("utf-8")
[EXAMPLE] = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_is_ready_and_blocked_as_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "001-booking"
    folder.mkdir(parents=True)
    (folder / "tasks.md").write_text(EXAMPLE, "utf-8")
    snapshot = compile_source(tmp_path)
    ready = [one.entity for one in snapshot.facts(WorkState) if one.is_ready]
    assert ready == ["001-booking/T002", "001-booking/T003"]
    assert [(one.entity, one.blocker_id) for one in snapshot.facts(Blocker)] == [
        ("001-booking/T004", "001-booking/T002"),
        ("001-booking/T004", "001-booking/T003"),
    ]


@pytest.mark.parametrize("code", sorted(set(re.findall(r"KNO\d{3}", PAGE))))
def test_a_code_that_is_named_exists(code: str) -> None:
    assert code in {one.code for one in codes.CODES}


@pytest.mark.parametrize("word", [*(one.kind for one in ENTITY_CLASSES), *RELATION_TYPES])
def test_every_type_and_relation_is_named(word: str) -> None:
    assert f"`{word}`" in PAGE
