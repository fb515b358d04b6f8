"""The operations on requirements: each gives the facts that it is asked for, and undone it gives the old bytes."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.store.snapshot import Snapshot
from queries import answer
from queries.operations.requirements.texts import next_label
from queries.operations.table import LEFT_OUT
from tests.closing import compile_source, open_workspace
from tests.queries.asking import asked
from tests.queries.cases import each
from tests.queries.operations.proposing import (
    LINE_ENDS,
    applied,
    by_turns,
    call,
    check_refused,
    git_apply,
    patch_of,
    propose,
    propose_all,
    refusals,
    rows,
    states,
)
from tests.queries.operations.requirement_sources import write_kettle


@pytest.fixture(params=LINE_ENDS, ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_kettle(tmp_path / "source", request.param)


def fact(snapshot: Snapshot, native_id: str) -> Requirement:
    (found,) = snapshot.facts(Requirement, requirement=native_id)
    return found


def texts(snapshot: Snapshot, native_id: str) -> dict[str, str]:
    return {one.label: one.text for one in snapshot.facts(Assertion, requirement=native_id)}


def has_title(snapshot: Snapshot) -> bool:
    return fact(snapshot, "REQ-p00001").name == "Tea is warm" and "*End* *Tea is warm*" in (
        snapshot.text("spec/kettle.md") or ""
    )


def has_new_assertion(snapshot: Snapshot) -> bool:
    return texts(snapshot, "REQ-p00001") == {
        "A": "Water SHALL boil.",
        "B": "The lid SHALL stay shut.",
        "C": "Tea SHALL be brown.",
    }


def parents(snapshot: Snapshot, native_id: str) -> list[tuple[str, str, list[str]]]:
    return [(one["id"], one["kind"], one["labels"]) for one in fact(snapshot, native_id).parents]


def spec(snapshot: Snapshot) -> str:
    return snapshot.text("spec/kettle.md") or ""


STATED = rows(r"""
mutate_change_status node_id=REQ-p00001 new_status=Active => r:REQ-p00001 status=Active
mutate_change_status node_id=REQ-d00002 new_status=Active => r:REQ-d00002 status=Active level=dev
mutate_add_assertion node_id=REQ-d00002 label=A text='"The lid SHALL\nclose."'
  => r:REQ-d00002-A text='"The lid SHALL\nclose."'
mutate_add_requirement req_id=REQ-d00003 title=Spout level=DEV status=Draft parent_id=REQ-p00001
  => r:REQ-d00003 name=Spout level=dev status=Draft
mutate_add_edge source_id=REQ-d00002 target_id=REQ-p00001-B edge_kind=refines
  => refines r:REQ-d00002 -> r:REQ-p00001-B
mutate_add_edge source_id=REQ-d00002 target_id=REQ-p00001 edge_kind=implements
  => implements r:REQ-d00002 -> r:REQ-p00001
mutate_add_requirement req_id=REQ-d00003 title=Spout level=DEV parent_id=REQ-p00001
  => implements r:REQ-d00003 -> r:REQ-p00001
""")
Check = Callable[[Snapshot], object]
MADE: list[tuple[str, dict[str, Any], Check]] = [
    ("mutate_update_title", {"node_id": "REQ-p00001", "new_title": "Tea is warm"}, has_title),
    (*call("mutate_add_assertion node_id=REQ-p00001 label=C text='Tea SHALL be brown.'"), has_new_assertion),
    (
        *call("mutate_update_assertion assertion_id=REQ-p00001-B new_text='The lid SHALL open.'"),
        lambda one: texts(one, "REQ-p00001") == {"A": "Water SHALL boil.", "B": "The lid SHALL open."},
    ),
    (
        *call("mutate_delete_assertion assertion_id=REQ-p00001-A confirm=true"),
        lambda one: texts(one, "REQ-p00001") == {"B": "The lid SHALL stay shut."},
    ),
    (
        *call("mutate_rename_assertion old_id=REQ-p00001-A new_label=D"),
        lambda one: (
            texts(one, "REQ-p00001").keys() == {"D", "B"}
            and parents(one, "REQ-d00001") == [("REQ-p00001", "implements", ["D", "B"])]
            and "REQ-p00001-D+B, REQ-d00001" in spec(one)
            and "Validates: REQ-p00001-D+B" in (one.text("spec/journeys/tea.md") or "")
        ),
    ),
    (
        *call("mutate_rename_node old_id=REQ-p00001-A new_id=REQ-p00001-D"),
        lambda one: texts(one, "REQ-p00001").keys() == {"D", "B"},
    ),
    (
        *call("mutate_rename_node old_id=REQ-d00001 new_id=REQ-d00077"),
        lambda one: (
            texts(one, "REQ-d00077") == {"A": "The heater SHALL heat."}
            and "Implements: REQ-d00077-A" in (one.text("src/heat.py") or "")
        ),
    ),
    (
        *call("mutate_rename_node old_id=REQ-p00001 new_id=REQ-p00002"),
        lambda one: parents(one, "REQ-d00001") == [("REQ-p00002", "implements", ["A", "B"])],
    ),
    (
        *call("mutate_delete_requirement node_id=REQ-d00001 confirm=true"),
        lambda one: not one.count(Requirement, requirement="REQ-d00001") and one.count(Requirement) == 3,
    ),
    (
        *call("mutate_delete_requirement node_id=REQ-d00002 confirm=true"),
        lambda one: [each.requirement for each in one.facts(Requirement)] == ["REQ-p00001", "REQ-d00001", "REQ-d00005"],
    ),
    (
        *call("mutate_delete_edge source_id=REQ-d00001 target_id=REQ-p00001-A"),
        lambda one: parents(one, "REQ-d00001") == [("REQ-p00001", "implements", ["B"])],
    ),
    (
        *call("mutate_delete_edge source_id=REQ-d00002 target_id=REQ-p00009"),
        lambda one: (
            parents(one, "REQ-d00002") == [] and "Implements**: REQ-p00009" not in (one.text("spec/kettle.md") or "")
        ),
    ),
    (
        *call("mutate_change_edge_kind source_id=REQ-d00001 target_id=REQ-p00001-A new_kind=refines"),
        lambda one: (
            parents(one, "REQ-d00001") == [("REQ-p00001", "implements", ["B"]), ("REQ-p00001", "refines", ["A"])]
        ),
    ),
    (
        *call("change_reference_type req_id=REQ-d00001 target_id=REQ-p00001-B new_type=refines"),
        lambda one: (
            parents(one, "REQ-d00001") == [("REQ-p00001", "implements", ["A"]), ("REQ-p00001", "refines", ["B"])]
        ),
    ),
    (
        *call("move_requirement node_id=REQ-d00001 target_file=spec/more.md"),
        lambda one: fact(one, "REQ-d00001").span.file == "spec/more.md" and texts(one, "REQ-d00001").keys() == {"A"},
    ),
    (*call("mutate_add_assertion node_id=REQ-p00001 text='Tea SHALL be brown.'"), has_new_assertion),
    (
        "mutate_fix_broken_reference",
        {"source_id": "REQ-d00002", "old_target_id": "REQ-p00009", "new_target_id": "REQ-p00001"},
        lambda one: parents(one, "REQ-d00002") == [("REQ-p00001", "implements", [])],
    ),
    (
        *call("mutate_delete_edge source_id=REQ-d00005 target_id=REQ-p00001-A confirm=true"),
        lambda one: "**Refines**: REQ-p00001-B, REQ-d00001" in spec(one),
    ),
    (
        "mutate_add_edge",
        {
            "source_id": "REQ-d00002",
            "target_id": "REQ-p00001",
            "edge_kind": "refines",
            "assertion_targets": ["A", "B"],
        },
        lambda one: ("REQ-p00001", "refines", ["A", "B"]) in parents(one, "REQ-d00002"),
    ),
    (
        *call("apply_link file_path=src/lid.py line=2 requirement_id=REQ-p00001-B"),
        lambda one: "    # Implements: REQ-p00001-B\n    def close" in (one.text("src/lid.py") or ""),
    ),
]


MADE += [(op, arguments, partial(states, stated=stated)) for op, arguments, stated in STATED]


@by_turns("source, op, arguments, is_made", LINE_ENDS, MADE)
def test_operation_gives_the_facts_it_is_asked_for_and_can_be_undone(
    source: Path, op: str, arguments: dict[str, Any], is_made: Check
) -> None:
    with applied(source, op, arguments) as snapshot:
        assert is_made(snapshot)
        assert (
            fact(snapshot, "REQ-p00001" if "REQ-p00002" not in str(arguments) else "REQ-p00002").hash_state == "right"
        )


def test_operations_follow_each_other(source: Path) -> None:
    given = [
        {
            "op": "mutate_add_requirement",
            "req_id": "REQ-d00003",
            "title": "Spout",
            "level": "DEV",
            "file": "spec/kettle.md",
        },
        {"op": "mutate_add_assertion", "node_id": "REQ-d00003", "label": "A", "text": "It SHALL pour."},
        {"op": "mutate_add_edge", "source_id": "REQ-d00003", "target_id": "REQ-p00001-A", "edge_kind": "implements"},
        {"op": "mutate.rename_node", "old_id": "REQ-d00003", "new_id": "REQ-d00004"},
    ]
    told = propose_all(source, given)
    git_apply(source, patch_of(told))
    with compile_source(source) as snapshot:
        assert texts(snapshot, "REQ-d00004") == {"A": "It SHALL pour."}
        assert parents(snapshot, "REQ-d00004") == [("REQ-p00001", "implements", ["A"])]


def test_suggested_link_applies_to_its_test(source: Path) -> None:
    test = b"def test_heater_warms_water():\n    pass\n\n\nclass TestLid:\n    def test_heater(self):\n        pass\n"
    (source / "tests").mkdir(exist_ok=True)
    (source / "tests" / "test_heater.py").write_bytes(test)
    with compile_source(source) as snapshot:
        suggestions = answer(snapshot, "suggest_links", {"file_path": "tests/test_heater.py"})["suggestions"]
    assert suggestions
    for suggestion in suggestions:
        path, _, line = suggestion["source"].rpartition(":")
        given = {"file_path": path, "line": int(line), "requirement_id": suggestion["requirement_id"]}
        told = propose(source, "apply_link", given)
        assert f"# {suggestion['comment']}".encode() in patch_of(told)
        assert told["counts"]["links"] == {"verifies": {"added": 1}}


def test_stale_hash_stays_stale(source: Path) -> None:
    spec = source / "spec" / "kettle.md"
    spec.write_bytes(spec.read_bytes().replace(b"Water SHALL boil", b"Water SHALL be hot"))
    told = propose(source, "mutate_update_assertion", {"assertion_id": "REQ-p00001-B", "new_text": "It SHALL open."})
    git_apply(source, patch_of(told))
    with compile_source(source) as snapshot:
        assert fact(snapshot, "REQ-p00001").hash_state == "stale"


REFUSED = refusals(r"""
mutate_nothing => invalid_argument: Unknown operation
mutate_update_title node_id=REQ-p0001 new_title=X => not_found: Requirement not found
mutate_update_title node_id=REQ-p00001 => invalid_argument: new_title
mutate_update_title node_id=REQ-p00001 new_title='"X\n# Y"' => invalid_argument: one line
mutate_change_status node_id=REQ-p00001 new_status=a|b => invalid_argument: neither
mutate_add_assertion node_id=REQ-p00001 label=A text=X => invalid_argument: already
mutate_add_assertion node_id=REQ-p00001 label=a. text=X => invalid_argument: capital
mutate_add_assertion node_id=REQ-p00001 label=C text="# X" => invalid_argument: paragraph
mutate_delete_assertion assertion_id=REQ-p00001-A => invalid_argument: confirm
mutate_delete_requirement node_id=REQ-p00001 => invalid_argument: confirm
mutate_rename_node old_id=REQ-p00001 new_id=REQ-d00001 => invalid_argument: already
mutate_rename_node old_id=REQ-p00001-A new_id=REQ-d00001-D => invalid_argument: stays
mutate_rename_assertion old_id=REQ-p00001-A new_label=B => invalid_argument: already
mutate_rename_assertion old_id=REQ-p00001-A new_label="b c" => invalid_argument: capital
mutate_rename_node old_id=REQ-d00001 new_id=Heater => shown: 'change': 'removed', 'kind': 'requirement'
mutate_add_requirement req_id=Spout title=X level=DEV parent_id=REQ-p00001 => shown: 'document_section': {'added': 1
mutate_add_requirement req_id=REQ-p00001 title=X level=PRD => invalid_argument: already
mutate_add_requirement req_id=REQ-p00003 title=X level=PRD => invalid_argument: file
mutate_add_edge source_id=REQ-d00001 target_id=REQ-p00001-A edge_kind=implements => invalid_argument: already
mutate_add_edge source_id=REQ-d00001 target_id=REQ-p00007 edge_kind=implements => not_found: not found
move_requirement node_id=REQ-p00001 target_file=spec/no.md => unavailable: not in the snapshot
mutate_delete_edge source_id=REQ-d00001 target_id=REQ-p00007 => not_found: does not list
undo_last_mutation => unavailable: no operation
mutate_add_remainder node_id=REQ-d00005 => unavailable: no operation
apply_link file_path=src/lid.py line=2 requirement_id=REQ-p00008 => not_found: not found
apply_link file_path=src/no.py line=2 requirement_id=REQ-p00001 => unavailable: There is no file
apply_link file_path=src/lid.py line=99 requirement_id=REQ-p00001 => unavailable: Line 99
""")


def test_operation_is_refused_with_the_reason(source: Path) -> None:
    check_refused(source, REFUSED)


def test_edits_and_operations_exclude_each_other(source: Path) -> None:
    both = {"edits": [{"file": "a.md", "content": ""}], "operations": [{"op": "mutate_update_title"}]}
    for arguments in ({}, both):
        assert asked(open_workspace(source), "propose_change", arguments)["code"] == "invalid_argument"


def test_operation_on_a_file_that_changed_since_the_snapshot_says_what_to_do(source: Path) -> None:
    workspace = open_workspace(source)
    spec = source / "spec" / "kettle.md"
    spec.write_bytes(b"Before.\n" + spec.read_bytes())
    given = [{"op": "mutate_update_title", "node_id": "REQ-p00001", "new_title": "Tea"}]
    told = asked(workspace, "propose_change", {"operations": given})
    assert "is another one by now" in told["error"] and "refresh" in told["hint"]


def test_writing_tool_that_is_no_operation_says_why(source: Path) -> None:
    told = propose(source, "undo_last_mutation", {})
    assert (told["code"], told["hint"]) == ("unavailable", LEFT_OUT["requirements"]["undo_last_mutation"])


@each("taken, label", [([], "A"), (["A", "B"], "C"), (["Z"], "AA"), (["AZ"], "BA"), (["09"], "10")])
def test_next_label_is_behind_the_highest(taken: list[str], label: str) -> None:
    assert next_label(taken) == label
