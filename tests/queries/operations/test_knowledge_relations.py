"""The operations that relate and delete entities: nothing else changes, and undone they give the old bytes."""

from pathlib import Path
from typing import Any

from compiler.languages.knowledge.facts import Relation
from tests.queries.cases import each
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, changed_lines, propose, propose_all

CREATED = [
    ("001-booking/T002", "blocks", "001-booking/T003", ["(depends on T001, T002)"], ""),
    ("001-booking/T001", "blocks", "001-booking/T002", ["- [ ] T002 [P] One page (depends on T001)"], ""),
    ("001-booking/T004", "blocks", "plan/T011", ["(depends: T010, spec:001-booking/T004)"], ""),
    ("gate/2", "blocks", "gate/1", [], "state no dependencies"),
    ("todo#1", "blocks", "todo#3", [], "no id of its own"),
    ("MILL-1", "belongs_to", "MILL-2", ["+parent_task_id: MILL-2"], ""),
    ("gate/2", "belongs_to", "gate/1", [], "place of a task"),
    ("vault/Clothsline", "references", "vault/scales/Scale", ["+", "+See [[Scale]]."], ""),
    (
        "vault/Clothsline",
        "references",
        "ADR-0003",
        ["+See [Rent a press](../madr/decisions/0003-rent-a-press.md)."],
        "",
    ),
    ("vault/Clothsline", "references", "MILL-1", ["+See [Grind](../backlog/tasks/mill-1%20-%20Grind.md)."], ""),
    ("decisions/ADR-0002", "references", "ADR-0003", ["+Related to [Rent a press](0003-rent-a-press.md)"], ""),
    ("adr/ADR-0002", "supersedes", "adr/ADR-0001", ["+Superseded by [2. Use a ledger](0002-use-a-ledger.md)"], ""),
    ("MILL-1", "blocks", "MILL-2", [], "there already"),
    ("MILL-1", "implements", "ADR-0003", [], "store of Medulla"),
    ("MILL-1", "blocks", "ADR-0003", [], "Tasks block tasks"),
    ("MILL-1", "blocks", "MILL-1", [], "not related to itself"),
    ("MILL-1", "blocks", "plan/T011", [], "same list"),
    ("cell-1", "blocks", "MILL-1", [], "knows nothing of the other"),
    ("master/1", "blocks", "master/1.1", [], "task-master add-dependency --id=1.1 --depends-on=1 --tag=master"),
]


@by_turns("source, first, kind, second, lines, refusal", LINE_ENDS, CREATED)
def test_relation_create_states_it_where_the_format_does(
    source: Path, first: str, kind: str, second: str, lines: list[str], refusal: str
) -> None:
    arguments = {"source_id": first, "target_id": second, "relation_type": kind}
    told = propose(source, "relation_create", arguments)
    if refusal:
        assert "error" in told
        assert refusal in str(told)
        return
    changed = changed_lines(told)
    assert all(any(line in one for one in changed) for line in lines), changed
    with applied(source, "relation_create", arguments) as snapshot:
        assert snapshot.count(Relation, source_id=first, target_id=second, relation_type=kind) == 1


def test_relation_create_shows_a_cycle_as_the_finding_that_it_causes(source: Path) -> None:
    ends = {"source_id": "MILL-12", "target_id": "MILL-1", "relation_type": "blocks"}
    told = propose(source, "relation_create", ends)
    assert [finding["kind"] for finding in told["new_diagnostics"]] == ["KNO401"]


DELETED = [
    ("MILL-1", "blocks", "MILL-2", ["-dependencies:", "-  - task-1", "+dependencies: []"]),
    ("MILL-1", "blocks", "MILL-12", ["-dependencies: [MILL-1, MILL-2]", "+dependencies: [MILL-2]"]),
    (
        "001-booking/T003",
        "blocks",
        "001-booking/T004",
        ["-- [ ] T004 [US1] Mail (depends on T002 and T003)", "+- [ ] T004 [US1] Mail (depends on T002)"],
    ),
    (
        "001-booking/T001",
        "blocks",
        "001-booking/T003",
        ["-- [ ] T003 [US1] Refuse what is taken (depends on T001)", "+- [ ] T003 [US1] Refuse what is taken"],
    ),
    (
        "plan/T010",
        "blocks",
        "plan/T011",
        ["-- [ ] T011: Clean (owner: mayor) (depends: T010)", "+- [ ] T011: Clean (owner: mayor)"],
    ),
]


@by_turns("source, first, kind, second, lines", LINE_ENDS, DELETED)
def test_relation_delete_takes_it_out(source: Path, first: str, kind: str, second: str, lines: list[str]) -> None:
    arguments = {"source_id": first, "target_id": second, "relation_type": kind}
    with applied(source, "relation_delete", arguments, lines) as snapshot:
        assert snapshot.count(Relation, source_id=first, target_id=second) == 0


@each(
    "first, kind, second, says",
    [
        ("MILL-1", "references", "MILL-2", "no such relation"),
        ("plan/T010", "blocks", "plan/T012", "stated in words"),  # by a range
        ("vault/Clothsline", "references", "vault/Press day", "edit the text"),
    ],
)
def test_relation_delete_is_refused_with_the_reason(
    source: Path, first: str, kind: str, second: str, says: str
) -> None:
    told = propose(source, "relation_delete", {"source_id": first, "target_id": second, "relation_type": kind})
    assert says in told["error"]


def test_relation_is_made_and_taken_out_again(source: Path) -> None:
    ends = {"source_id": "MILL-12", "target_id": "decision-1", "relation_type": "belongs_to"}
    assert "error" in propose(source, "relation_create", ends)
    ends = {"source_id": "MILL-1", "target_id": "MILL-12", "relation_type": "belongs_to"}
    told = propose_all(source, [{"op": "relation_create", **ends}, {"op": "relation.delete", **ends}])
    assert told["patch"] == ""


GONE = [
    ("MILL-1", "backlog/tasks/mill-1 - Grind.md", None),
    ("adr/ADR-0001", "docs/adr/0001-record-decisions.md", None),
    ("vault/Press day", "vault/Press day.md", None),
    ("001-booking/T001", "specs/001-booking/tasks.md", "## Phase 1: Setup\n\n- [ ] T002 [P] One page\n"),
    ("plan/T011", "plan/tasks.md", "## In Progress\n\n## Blocked"),
    ("vault/Press day#1", "vault/Press day.md", "- [x] Close it"),
    ("todo#1", "work/todo.md", "# To do\n\n* [X] Buy milk\n"),
    ("vault/Press day#3", "vault/Press day.md", "- [x] Close it ✅ 2025-09-20\n"),
]


@by_turns("source, native_id, file, text", LINE_ENDS, GONE)
def test_entity_delete_takes_out_its_file_or_its_lines(
    source: Path, native_id: str, file: str, text: str | None
) -> None:
    with applied(source, "entity_delete", {"id": native_id}) as snapshot:
        found = snapshot.text(file)
        assert (found is None) == (text is None)
        assert text is None or text in (found or "").replace("\r\n", "\n")


@each(
    "native_id, says",
    [
        ("gate/1", "has parts"),
        ("cell-1", "bd delete cell-1"),
        ("master/1.1", "remove-subtask"),
        ("MILL-99", "not found"),
    ],
)
def test_entity_delete_is_refused_with_the_reason(source: Path, native_id: str, says: str) -> None:
    arguments: dict[str, Any] = {"id": native_id}
    assert says in str(propose(source, "entity_delete", arguments))
