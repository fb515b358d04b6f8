"""Operations in one table: the patch of each applies, undone it gives the old bytes, and the named field of the named
object is what the argument says. Those on requirements, flowcharts and memory are tried by the tables of their modules.

What an operation does beyond its row, and what it refuses, is tested by the modules of the languages.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from queries.operations.table import OPERATIONS
from tests.paths import ROOT
from tests.queries.operations.diagram_sources import PAY, write_session
from tests.queries.operations.knowledge_source import write_source as write_mill
from tests.queries.operations.proposing import applied, rows, states


def write_shop(root: Path) -> Path:
    write_session(root)
    (root / "talk.mmd").write_text(PAY)
    return root


def write_garden(root: Path) -> Path:
    copytree(ROOT / "worlds" / "locked-garden", root)
    (root / "README.md").write_text("# Garden\n\n## Keeper\n")
    return root


TRIED_ELSEWHERE = ("requirements", "memory")
TABLES: dict[Callable[[Path], Path], str] = {
    write_mill: r"""
entity_create type=note title=Ink file=vault => k:note/vault/Ink name=Ink
entity_update id=decision-2 title=Plums => k:decision/decision-2 name=Plums
entity_rename id=MILL-12 new_id=MILL-13 => k:task/MILL-13 name=Fill
entity_delete id=MILL-12 => k:task/MILL-12 gone
task_complete id=MILL-1 => k:task/MILL-1 status=done
task_reschedule id=MILL-1 due_date=2026-01-02 => k:task/MILL-1 due_at=2026-01-02
decision_supersede old_id=decision-1 new_id=decision-2 => k:decision/decision-1 status=superseded
relation_create source_id=001-booking/T001 target_id=001-booking/T002 relation_type=blocks
  => blocks k:task/001-booking/T001 -> k:task/001-booking/T002
relation_delete source_id=MILL-1 target_id=MILL-12 relation_type=blocks => blocks k:task/MILL-1 -> k:task/MILL-12 gone
""",
    write_shop: r"""
xref_add xref_id=x:2 from=d:map/flow/node/n:a to=d:map/flow/node/n:b kind=nav => s:shop/xref/x:2 xref_kind=nav
xref_remove xref_id=x:1 => s:shop/xref/x:1 gone
seq_add_message from_participant_id=Shop to_participant_id=Bank text=Hi diagram_id=pay
  => d:pay/seq/message/m:0006 text=Hi
seq_update_message message_id=m:0001 text=Pay diagram_id=pay => d:pay/seq/message/m:0001 text=Pay
seq_remove_message message_id=m:0005 diagram_id=pay => d:pay/seq/message/m:0005 gone
seq_add_participant mermaid_name=Till diagram_id=pay => d:pay/seq/participant/p:Till name=Till
seq_update_participant participant_id=Bank mermaid_name=Acquirer diagram_id=pay
  => d:pay/seq/participant/p:Bank name=Acquirer
seq_remove_participant participant_id=Ledger diagram_id=talk => d:talk/seq/participant/p:Ledger gone
seq_set_participant_note participant_id=Bank note=Slow. diagram_id=pay => d:pay/seq/participant/p:Bank note=Slow.
walkthrough_apply_ops walkthrough_id=w:1 ops='[{"type": "set_title", "title": "Paying"}]'
  => s:shop/walkthrough/w:1 name=Paying
session_set_active_diagram diagram_id=map => s:shop active_diagram=map
session_set_active_walkthrough walkthrough_id=w:1 => s:shop active_walkthrough=w:1
selection_update object_refs='["d:map/flow/node/n:a"]' => s:shop selected='["d:map/flow/node/n:a"]'
diagram_create_from_mermaid diagram_id=new mermaid="flowchart LR" name=New => d:new name=New
diagram_delete diagram_id=map confirm=true => d:map gone
""",
    write_garden: r"""
section_rename section=f:README.md#keeper heading=Warden => f:README.md#warden heading=Warden
world_rename_entity entity_id=@warden new_id=@keeper => w:locked-garden/entity/@keeper name=keeper
""",
}


def cases() -> Iterator[Any]:
    for write, table in TABLES.items():
        for op, arguments, stated in rows(table):
            yield pytest.param(write, op, arguments, stated, id=op)


@pytest.mark.parametrize(("write", "op", "arguments", "stated"), [*cases()])
def test_operation_writes_what_its_argument_says(
    tmp_path: Path, write: Callable[[Path], Path], op: str, arguments: dict[str, Any], stated: list[str]
) -> None:
    with applied(write(tmp_path / "source"), op, arguments) as snapshot:
        assert states(snapshot, stated)


def test_table_has_every_operation_that_no_other_table_has() -> None:
    names = {operation.name for language in TRIED_ELSEWHERE for operation in OPERATIONS.by_language[language]}
    names |= {name for name in OPERATIONS.by_name if name.startswith(("flow_", "diagram_apply_ops"))}
    assert {case.values[1] for case in cases()} == OPERATIONS.by_name.keys() - names
