"""The store of Medulla: its entities and relations, and how it replaces its snapshots."""

from typing import Any

import pytest

from compiler.languages.knowledge.facts import Collection, Relation
from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    decision,
    entities,
    facts,
    linked,
    page,
    ready,
    relations,
    statuses,
    task,
)
from tests.compiler.languages.knowledge.stores import (
    SNAPSHOT,
    STORE,
    Maps,
    entity,
    name,
    readable,
    relation,
    unreadable,
    written,
)

TASKS = entity(1) | entity(2, status="in_progress", priority="high", due_date="2026-04-01", assignee="ann") | entity(3)


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch) -> None:
    readable(monkeypatch)


def store(**maps: dict[str, Any]) -> dict[str, str | bytes]:
    return {STORE: written(maps)}


def exported(number: int, body: str = "", title: str = "", rest: str = "status: proposed\n") -> dict[str, str | bytes]:
    """The file of a decision in the snapshot."""
    text = page(name(number), number, body, title or f"Title {number}", rest)
    days = (f"2026-01-{number:02}", f"2026-02-{number:02}")
    return {
        f"{SNAPSHOT}/decisions/{number:03}-a.md": text.replace("2026-01-05", days[0]).replace("2026-01-06", days[1])
    }


def difference(files: dict[str, str | bytes]) -> str:
    """How the snapshot differs from the store, as the message says it; "" when it does not."""
    told = [one.message for one in linked(files).diagnostics if one.code == "KNO504"]
    return told[0].partition("counts: ")[2] if told else ""


def test_medulla_store_task_is_complete() -> None:
    found = task(linked(store(tasks=entity(7, **TASKS[name(2)] | entity(7)[name(7)], content="Why.\n"))), name(7))
    assert (found.content, found.created_at, found.updated_at) == (
        "Why.\n",
        "2026-01-07T08:00:00Z",
        "2026-02-07T08:00:00Z",
    )
    assert found.properties == {
        "status": "in_progress",
        "priority": "high",
        "due_date": "2026-04-01",
        "assignee": "ann",
    }


def test_medulla_store_properties_equal_those_of_snapshot() -> None:
    found = entities(
        linked(
            store(
                decisions=entity(1, status="accepted", context="So.", consequences=["a", "b"]),
                notes=entity(2, note_type="talk"),
                prompts=entity(3, template="{{x}}", variables=["x"], output_schema="[]"),
                components=entity(4, component_type="service", owner="us"),
                links=entity(5, url="https://example.org", tags=["a, b", " "]),
            )
        )
    )
    assert [list(found[name(number)].properties.items()) for number in (1, 2, 3, 4, 5)] == [
        [("status", "accepted"), ("context", "So."), ("consequences", ["a", "b"]), ("superseded_by", None)],
        [("note_type", "talk")],
        [("template", "{{x}}"), ("variables", ["x"]), ("output_schema", "[]")],
        [("component_type", "service"), ("status", "active"), ("owner", "us")],
        [("url", "https://example.org"), ("link_type", None)],
    ]
    assert found[name(5)].tags == ("a, b", " ")


def test_medulla_store_relations_block_tasks() -> None:
    held = relation(1, "blocks", 3) | relation(3, "blocks", 2)
    found = linked(store(tasks=TASKS, relations=held))
    assert ready(found) == [name(1)]
    assert blocked(found) == {name(2): [name(3)], name(3): [name(1)]}


def test_medulla_store_relations_have_types_and_times() -> None:
    made = relation(4, "supersedes", 5) | relation(1, "BelongsTo", 6) | relation(1, "implements", 4)
    found = linked(
        store(
            tasks=entity(1),
            decisions=entity(4) | entity(5, superseded_by=name(4)),
            components=entity(6),
            relations=made | {f"{name(1)}:references:{name(5)}": {}},
        )
    )
    assert relations(found) == {
        (name(4), "supersedes", name(5)),
        (name(1), "belongs_to", name(6)),
        (name(1), "implements", name(4)),
        (name(1), "references", name(5)),
    }
    told = {(one.relation_type, one.created_at, one.is_derived) for one in facts(found, Relation)}
    assert ("supersedes", "2026-03-01T00:00:00Z", False) in told
    assert ("references", None, False) in told
    assert codes(found) == ["KNO403"]


def test_medulla_store_successor_from_field_is_derived() -> None:
    found = linked(store(decisions=entity(1, status="superseded", superseded_by="2") | entity(2)))
    assert [(one.source_id, one.is_derived) for one in facts(found, Relation)] == [(name(2), True)]
    assert decision(found, name(1)).properties["superseded_by"] == name(2)


def test_medulla_store_dangling_relation_is_kept_and_reported() -> None:
    found = linked(store(tasks=entity(1), relations=relation(9, "blocks", 1) | relation(1, "references", 8)))
    assert codes(found) == ["KNO307", "KNO307"]
    assert relations(found) == {(name(9), "blocks", name(1)), (name(1), "references", name(8))}
    assert all(one.is_dangling for one in facts(found, Relation))
    assert ready(found) == [name(1)]


def test_medulla_store_entity_may_relate_to_itself() -> None:
    made = relation(1, "blocks", 1) | relation(2, "references", 2) | relation(2, "belongs_to", 2)
    found = linked(store(tasks=entity(1) | entity(2), relations=made))
    assert relations(found) == {
        (name(1), "blocks", name(1)),
        (name(2), "references", name(2)),
        (name(2), "belongs_to", name(2)),
    }
    assert task(found, name(2)).parent is None
    assert ready(found) == [name(2)]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"title": ""}, "it has no title"),
        ({"sequence_number": "1"}, "it has no sequence_number"),
        ({"sequence_number": True}, "it has no sequence_number"),
        ({"updated_at": None}, "it has no updated_at"),
        ({"id": 7}, "it has no id"),
    ],
)
def test_medulla_store_bad_record_costs_that_record(values: dict[str, Any], said: str) -> None:
    found = linked(store(tasks=entity(1) | entity(2, **values), notes={"n": ["no map"]}, links=entity(3)))
    assert list(entities(found)) == [name(1)]
    assert codes(found) == ["KNO109"] * 3
    assert any(said in one.message for one in found.diagnostics)


def test_medulla_store_invalid_values_are_absent_and_reported() -> None:
    wrong = {"status": "maybe", "priority": "HIGH", "due_date": "soon", "assignee": 5, "created_at": "once"}
    found = linked(store(tasks=entity(1, **wrong, estimate=3)))
    assert task(found, name(1)).properties == {
        "status": "todo",
        "priority": "high",
        "due_date": None,
        "assignee": None,
    }
    assert task(found, name(1)).native == {"status": "maybe", "priority": "HIGH", "estimate": 3}
    assert sorted(codes(found)) == ["KNO201", "KNO203", "KNO203"]


@pytest.mark.parametrize(
    ("status", "means"), [("inprogress", "in_progress"), ("In-Progress", "in_progress"), ("DONE", "done")]
)
def test_medulla_store_status_in_every_spelling(status: str, means: str) -> None:
    assert statuses(linked(store(tasks=entity(1, status=status)))) == {name(1): means}


def test_medulla_store_spans_are_the_whole_file() -> None:
    result = linked(store(tasks=TASKS, relations=relation(1, "blocks", 2)))
    assert {(one.span.file, one.span.start_line, one.span.end_line) for one in result.facts} == {(STORE, 1, 1)}


def test_medulla_store_relations_of_one_second_keep_order() -> None:
    made = [(1, 3, "00.9"), (2, 3, "00.1"), (3, 1, "00.25"), (2, 1, "59")]
    held = {
        key: record
        for source, target, at in made
        for key, record in relation(source, "references", target, created_at=f"2026-03-01T00:00:{at}Z").items()
    }
    found = facts(linked(store(tasks=TASKS, relations=held)), Relation)
    assert [(one.source_id, one.target_id) for one in found] == [
        (name(source), name(target)) for source, target in [(2, 3), (3, 1), (1, 3), (2, 1)]
    ]


def test_medulla_store_relation_time_counts_for_as_of() -> None:
    made = relation(1, "blocks", 2, created_at="2026-07-01T00:00:00Z")
    assert linked(store(tasks=TASKS, relations=made)).as_of == "2026-07-01T00:00:00Z"


def test_medulla_store_wins_over_its_snapshot() -> None:
    active = f"# Active Tasks\n\n> Generated from Medulla.\n\n- [ ] **Title 1** `#1` `({name(1)[:7]})`\n"
    files = store(tasks=entity(1, content="Text"), decisions=entity(4)) | exported(4)
    found = linked(files | {f"{SNAPSHOT}/tasks/active.md": active})
    assert list(entities(found)) == [name(4), name(1)]
    assert entities(found)[name(1)].content == "Text"
    assert [(one.name, one.is_export) for one in facts(found, Collection)] == [(STORE, False)]
    assert codes(found) == []


def test_medulla_store_wins_over_snapshot_in_other_folder() -> None:
    elsewhere = {path.replace(SNAPSHOT, "docs/kb"): text for path, text in exported(4).items()}
    assert list(entities(linked(store(decisions=entity(4)) | elsewhere))) == [name(4)]
    assert list(entities(linked(store(decisions=entity(5)) | elsewhere))) == [name(5), name(4)]


def test_medulla_snapshot_belongs_to_store_beside_it() -> None:
    files: dict[str, str | bytes] = {
        f"a/{STORE}": written({"decisions": entity(4, title="Forked")}),
        f"b/{STORE}": written({"decisions": entity(4)}),
    }
    found = linked(files | {f"b/{path}": text for path, text in exported(4).items()})
    assert {key: one.name for key, one in entities(found).items()} == {
        f"a/{name(4)}": "Forked",
        f"b/{name(4)}": "Title 4",
    }
    assert codes(found) == []


def test_medulla_snapshot_of_other_project_is_kept() -> None:
    files: dict[str, str | bytes] = {f"a/{STORE}": written({"decisions": entity(4)})}
    found = linked(files | {f"b/{path}": text for path, text in exported(4).items()})
    assert list(entities(found)) == [f"a/{name(4)}", f"b/{name(4)}"]
    assert codes(found) == []


@pytest.mark.parametrize(
    ("maps", "said"),
    [
        ({"decisions": entity(4)}, ""),
        ({"decisions": entity(4) | entity(5)}, "it lacks decision 5."),
        ({"decisions": entity(5)}, "it lacks decision 5; it still has decision 4."),
        ({"decisions": entity(4, title="Other")}, "it says otherwise of decision 4."),
        ({"decisions": entity(4, status="accepted")}, "it says otherwise of decision 4."),
        ({"decisions": entity(4, tags=["x"])}, "it says otherwise of decision 4."),
        ({"decisions": entity(4, superseded_by=name(4))}, "it says otherwise of decision 4."),
        ({"decisions": entity(4, updated_at="2026-02-28T00:00:00Z")}, "it says otherwise of decision 4."),
        ({"decisions": entity(4, consequences=["More."])}, "it says otherwise of decision 4."),
        ({"decisions": {}}, "it still has decision 4."),
        (
            {"decisions": entity(4), "notes": {k: v for n in range(5, 10) for k, v in entity(n).items()}},
            "it lacks note 5, note 6, note 7 and 2 more.",
        ),
    ],
)
def test_medulla_snapshot_difference_is_reported(maps: Maps, said: str) -> None:
    files: dict[str, str | bytes] = {STORE: written(maps)}
    assert difference(files | exported(4)) == said


@pytest.mark.parametrize(
    ("values", "line", "differs"),
    [
        ({}, "", False),
        ({"status": "in_progress"}, "", False),
        ({"status": "blocked"}, " `[blocked]`", False),
        ({"status": "blocked"}, "", True),
        ({"status": "done"}, "", True),
        ({"due_date": "2026-05-01"}, "\n  Due: 2026-05-01", False),
        ({"due_date": "2026-05-01"}, "\n  Due: 2026-05-02", True),
        ({"content": "A snapshot has no text of tasks."}, "", False),
    ],
)
def test_medulla_snapshot_tasks_are_compared_by_what_it_writes(
    values: dict[str, Any], line: str, differs: bool
) -> None:
    active = f"# Active Tasks\n\n> Generated from Medulla.\n\n- [ ] **Title 1** `#1` `({name(1)[:7]})`{line}\n"
    files = store(tasks=entity(1, **values)) | {f"{SNAPSHOT}/tasks/active.md": active}
    assert bool(difference(files)) == differs


def test_medulla_snapshot_with_own_headings_is_not_stale() -> None:
    prose = "A\n\n## Context\n\nB\n\n## Consequences\n\n- C"
    files = store(decisions=entity(4, content=prose)) | exported(4, f"{prose}\n".replace("\n", "\r\n"))
    assert difference(files) == ""


def test_medulla_snapshot_is_read_without_loro(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    unreadable(monkeypatch)
    found = linked(store(tasks=TASKS) | exported(4))
    assert list(entities(found)) == [name(4)]
    assert [one.message for one in found.diagnostics] == [
        "'.medulla/loro.db' was not read, since that needs the extra frieze[loro]. "
        "Its snapshot in '.medulla/snapshot' was, which has no relations and little of tasks."
    ]
    alone = linked(store(tasks=TASKS)).diagnostics
    assert [one.message.partition(". ")[2] for one in alone] == ["No snapshot stands beside it."]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\x00\xff\xfe" * 100, "it does not begin as Loro documents do"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "it is a pointer of Git LFS"),
        (written({"board": {"a": 1}}), "it has none of the maps decisions, tasks, notes"),
        (written({}), "it has none of the maps"),
    ],
)
def test_medulla_snapshot_is_read_when_store_is_bad(content: bytes, said: str) -> None:
    found = linked({STORE: content} | exported(4))
    assert list(entities(found)) == [name(4)]
    assert codes(found) == ["KNO108"]
    assert said in found.diagnostics[0].message


def test_medulla_store_name_elsewhere_is_ignored() -> None:
    found = linked({"loro.db": written({"board": {"a": 1}})} | exported(4))
    assert codes(found) == []
    assert codes(linked({"loro.db": b"something"})) == []
    assert codes(linked({"data/loro.db": b"something"})) == []


def test_medulla_store_at_the_root_is_read() -> None:
    files: dict[str, str | bytes] = {"loro.db": written({"decisions": entity(4)})}
    beside: dict[str, str | bytes] = {
        path.removeprefix(".medulla/"): text for path, text in exported(4, title="Old").items()
    }
    found = linked(files | beside)
    assert [one.name for one in entities(found).values()] == ["Title 4"]
    assert codes(found) == ["KNO504"]


def test_medulla_store_may_be_empty() -> None:
    assert entities(linked(store(tasks={}))) == {}
    assert codes(linked(store(tasks={}))) == []


def test_medulla_store_left_out_values_are_the_defaults_of_their_type() -> None:
    found = entities(
        linked(
            store(
                decisions=entity(1),
                tasks=entity(2),
                notes=entity(3),
                prompts=entity(4),
                components=entity(5),
                links=entity(6, url="https://example.org"),
            )
        )
    )
    assert [found[name(number)].properties for number in (1, 2, 3, 4, 5, 6)] == [
        {"status": "proposed", "context": None, "consequences": [], "superseded_by": None},
        {"status": "todo", "priority": "normal", "due_date": None, "assignee": None},
        {"note_type": None},
        {"template": None, "variables": [], "output_schema": None},
        {"component_type": None, "status": "active", "owner": None},
        {"url": "https://example.org", "link_type": None},
    ]


def test_medulla_store_ready_order_is_priority_then_due_date_then_number() -> None:
    tasks = entity(1, priority="low") | entity(2, priority="normal") | entity(3, due_date="2026-06-02") | entity(4)
    tasks |= entity(5, due_date="2026-06-01") | entity(6, priority="high") | entity(7, priority="urgent")
    assert ready(linked(store(tasks=tasks))) == [name(number) for number in (7, 6, 5, 3, 2, 4, 1)]


@pytest.mark.parametrize(
    ("blocker", "is_held"),
    [
        ({"tasks": entity(1)}, True),
        ({"tasks": entity(1, status="in_progress")}, True),
        ({"tasks": entity(1, status="blocked")}, True),
        ({"tasks": entity(1, status="done")}, False),
        ({"decisions": entity(1)}, False),  # only tasks hold tasks up
        ({}, False),
    ],
    ids=["todo", "in_progress", "blocked", "done", "decision", "missing"],
)
def test_medulla_store_task_is_held_up_by_tasks_that_are_not_done(blocker: Maps, is_held: bool) -> None:
    maps = {**blocker, "tasks": blocker.get("tasks", {}) | entity(2), "relations": relation(1, "blocks", 2)}
    found = linked(store(**maps))
    assert (name(2) in blocked(found), name(2) in ready(found)) == (is_held, not is_held)


@pytest.mark.parametrize(
    ("status", "is_ready"), [("todo", True), ("in_progress", True), ("blocked", True), ("done", False)]
)
def test_medulla_store_task_without_blockers_is_ready_until_it_is_done(status: str, is_ready: bool) -> None:
    assert (ready(linked(store(tasks=entity(1, status=status)))) == [name(1)]) == is_ready


def test_medulla_store_blocking_does_not_go_through_finished_tasks() -> None:
    held = relation(1, "blocks", 2) | relation(2, "blocks", 3)
    found = linked(store(tasks=entity(1) | entity(2, status="done") | entity(3), relations=held))
    assert ready(found) == [name(1), name(3)]
