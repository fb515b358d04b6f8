"""Every operation in one table: its patch applies, undone it gives the old bytes, and the named field of the named
object is what the argument says.

A row is `CALL => REF field=value …`, with `…` before a value that stands in the field, `CALL => REF gone`, or
`CALL => KIND SOURCE -> TARGET` for a link. What an operation does beyond its row, and what it refuses, is tested by the
modules of the languages.
"""

import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries.operations.table import OPERATIONS
from tests.paths import ROOT
from tests.queries.memory.memories import GREENHOUSE
from tests.queries.operations.diagram_sources import PAY, write_session
from tests.queries.operations.graph_sources import write_source as write_charts
from tests.queries.operations.knowledge_source import write_source as write_mill
from tests.queries.operations.proposing import applied, call
from tests.queries.operations.requirement_sources import write_kettle


def write_greenhouse(root: Path) -> Path:
    root.mkdir()
    (root / "memory.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in GREENHOUSE))
    return root


def write_tea(root: Path) -> Path:
    write_charts(root, "\n")
    return root


def write_shop(root: Path) -> Path:
    write_session(root)
    (root / "talk.mmd").write_text(PAY)
    return root


def write_garden(root: Path) -> Path:
    copytree(ROOT / "worlds" / "locked-garden", root)
    (root / "README.md").write_text("# Garden\n\n## Keeper\n")
    return root


TABLES: dict[Callable[[Path], Path], str] = {
    write_kettle: r"""
mutate_update_title node_id=REQ-p00001 new_title=Warm => r:REQ-p00001 name=Warm
mutate_change_status node_id=REQ-p00001 new_status=Active => r:REQ-p00001 status=Active
mutate_add_requirement req_id=REQ-d00003 title=Spout level=DEV parent_id=REQ-p00001 => r:REQ-d00003 name=Spout level=dev
mutate_delete_requirement node_id=REQ-d00002 confirm=true => r:REQ-d00002 gone
move_requirement node_id=REQ-d00002 target_file=spec/more.md => r:REQ-d00002 span.file=spec/more.md
mutate_add_assertion node_id=REQ-p00001 label=C text=Brown. => r:REQ-p00001-C text=Brown.
mutate_update_assertion assertion_id=REQ-p00001-B new_text=Shut. => r:REQ-p00001-B text=Shut.
mutate_delete_assertion assertion_id=REQ-p00001-B confirm=true => r:REQ-p00001-B gone
mutate_add_edge source_id=REQ-d00002 target_id=REQ-d00001 edge_kind=refines => refines r:REQ-d00002 -> r:REQ-d00001
mutate_delete_edge source_id=REQ-d00005 target_id=REQ-d00001 => refines r:REQ-d00005 -> r:REQ-d00001 gone
mutate_change_edge_kind source_id=REQ-d00005 target_id=REQ-d00001 new_kind=implements
  => implements r:REQ-d00005 -> r:REQ-d00001
change_reference_type req_id=REQ-d00005 target_id=REQ-d00001 new_type=implements
  => implements r:REQ-d00005 -> r:REQ-d00001
mutate_fix_broken_reference source_id=REQ-d00002 old_target_id=REQ-p00009 new_target_id=REQ-p00001
  => implements r:REQ-d00002 -> r:REQ-p00001
mutate_rename_node old_id=REQ-d00001 new_id=REQ-d00009 => r:REQ-d00009 name=Heater
mutate_rename_assertion old_id=REQ-p00001-B new_label=D => r:REQ-p00001-D text="The lid SHALL stay shut."
apply_link file_path=src/lid.py line=2 requirement_id=REQ-d00005 => implements r:code/src/lid.py:2 -> r:REQ-d00005
""",
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
    write_tea: r"""
flow_add_node diagram_id=chart node_id=n:new label="Go on" => d:chart/flow/node/n:new label="Go on"
flow_update_node diagram_id=chart node_id=n:a label=Begin => d:chart/flow/node/n:a label=Begin
flow_set_node_note diagram_id=tea node_id=n:boil note=Hot. => d:tea/flow/node/n:boil note=Hot.
flow_remove_node diagram_id=chart node_id=n:x => d:chart/flow/node/n:x gone
flow_set_node_mermaid_id diagram_id=chart node_id=n:x mermaid_id=w => d:chart/flow/node/n:w name=w
flow_add_edge diagram_id=chart from_node_id=x to_node_id=a label=on
  => d:chart/flow/edge/e:0012 from_name=x to_name=a label=on
flow_update_edge diagram_id=chart edge_id=e:0001 label=so => d:chart/flow/edge/e:0001 label=so
flow_remove_edge diagram_id=chart edge_id=e:0011 => d:chart/flow/edge/e:0011 gone
diagram_apply_ops diagram_id=chart ops='[{"type": "flow_add_node", "node_id": "n:new"}]'
  => d:chart/flow/node/n:new name=new
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
    write_greenhouse: r"""
memory_write_fact fact_text=X id=f-9 => m:fact/f-9 text=X
memory_write_observation observation_type=error summary=X id=o-9 => m:observation/o-9 summary=X
memory_write_relation source_entity=A target_entity=B relation_type=on id=r-9 => m:relation/r-9 relation=on target=B
memory_retract id=f-sun => m:fact/f-sun gone
verify_fact fact_id=f-felt verdict=verified => m:fact/f-felt verification=verified
verify_batch branch_name=vents verdict=verified => m:fact/f-felt verification=verified
memory_branch_create branch_name=roof description=Dry => m:branch/roof parent=main description=Dry
memory_branch_enrich branch_name=vents/night purpose=Quiet => m:branch/vents/night metadata='{"purpose": "Quiet"}'
memory_branch_create_curated branch_name=roof fact_ids='["f-sun"]' => m:branch/roof parent=main
memory_branch_merge source_branch=vents strategy=cherry_pick items='["f-rattle"]' id=mg-9 => m:merge/mg-9 source=vents
memory_snapshot label=now id=sn-9 => m:snapshot/sn-9 label=now
memory_task_create name=roof id=t-9 => m:task/t-9 name=roof
memory_task_join task_id=t-1 agent_id=ole role=tester => m:task_agent/t-1/ole role=tester
memory_task_update task_id=t-1 task_status=paused => m:task/t-1 status=paused
memory_consolidate level=session session_id=s-1 id=co-9 => m:consolidation/co-9 level=session
memory_log_message role=user content=Hm conversation_id=c-1 id=m-9 => m:message/m-9 content=Hm
memory_fork_conversation conversation_id=c-1 fork_at_message_id=m-2 title=Else id=c-9 => m:conversation/c-9 name=Else
memory_cherry_pick_conversation conversation_id=c-1 target_branch=main id=c-9 => m:conversation/c-9 name="The noise"
memory_template_create name=roof source_branch=vents id=tp-9 => m:template/tp-9 name=roof
memory_template_instantiate template_name=repair target_branch_name=roof => m:branch/roof parent=vents
memory_handoff_create source_branch=vents target_branch=main id=h-9 => m:handoff/h-9 target_branch=main
knowledge_bundle_create name=air source_branch=vents id=b-9 => m:bundle/b-9 name=air
knowledge_bundle_import bundle_id=b-1 target_branch=main at=2026-05-01 => m:branch/main status=active
""",
    write_garden: r"""
section_rename section=f:README.md#keeper heading=Warden => f:README.md#warden heading=Warden
world_rename_entity entity_id=@warden new_id=@keeper => w:locked-garden/entity/@keeper name=keeper
""",
}


def rows() -> Iterator[Any]:
    for write, table in TABLES.items():
        for row in table.strip("\n").replace("\n  ", " ").split("\n"):
            given, _, stated = row.partition(" => ")
            yield pytest.param(write, *call(given), stated, id=given.partition(" ")[0])


@pytest.mark.parametrize(("write", "op", "arguments", "stated"), [*rows()])
def test_operation_writes_what_its_argument_says(
    tmp_path: Path, write: Callable[[Path], Path], op: str, arguments: dict[str, Any], stated: str
) -> None:
    with applied(write(tmp_path / "source"), op, arguments) as snapshot:
        check(snapshot, shlex.split(stated))


def check(snapshot: Snapshot, stated: list[str]) -> None:
    """Assert that an object has the values, or that a link is there; `gone` is for what is not."""
    is_there = stated[-1] != "gone"
    if "->" in stated:
        kind, source, _, target, *_ = stated
        assert bool(snapshot.links(source=source, target=target, kind=kind)) == is_there
        return
    ref, *fields = stated
    fact: Any = snapshot.fact_of(ref)
    assert (fact is not None) == is_there, [row.ref for row in snapshot.objects()]
    for name, _, value in (field.partition("=") for field in fields if is_there):
        found = fact
        for part in name.split("."):
            found = getattr(found, part)
        if value.startswith("…"):
            assert value[1:] in found
        else:
            assert found == value or json.loads(json.dumps(found, default=list)) == json.loads(value)


def test_table_has_every_operation() -> None:
    assert {row.values[1] for row in rows()} == OPERATIONS.by_name.keys()
