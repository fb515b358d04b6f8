"""Beads: issues by line, and the rules of what is ready and blocked."""

from compiler.languages.knowledge.facts import Blocker, Relation, WorkState
from tests.compiler.languages.knowledge.sources import (
    ISSUES,
    beads,
    blocked,
    codes,
    decision,
    entities,
    facts,
    issue,
    linked,
    ready,
    relations,
    task,
)
from tests.compiler.tables import table


def test_beads_issue_keeps_native_words() -> None:
    found = task(beads(issue("p-1", status="in_progress", priority=0, issue_type="bug", labels=["a"], odd=7)), "p-1")
    assert (found.status, found.properties["priority"], found.tags) == ("in_progress", "urgent", ("a",))
    assert (found.native["status"], found.native["priority"], found.native["odd"]) == ("in_progress", 0, 7)


def test_beads_only_open_issues_are_ready() -> None:
    states = ("open", "in_progress", "blocked", "deferred", "closed", "pinned", "hooked", "made_up")
    assert ready(beads(*(issue(f"p-{one}", status=one) for one in states))) == ["p-open"]


def test_beads_ready_order_is_priority_then_newest() -> None:
    result = beads(
        issue("p-a", created_at="2026-01-05T08:00:00Z"),
        issue("p-b", created_at="2026-01-05T01:00:00-08:00"),  # an hour later
        issue("p-c", priority=0),
        issue("p-d", created_at="2026-01-05T08:00:00Z"),
    )
    assert ready(result) == ["p-c", "p-b", "p-a", "p-d"]


def test_beads_due_issue_comes_before_newer_one_of_its_priority() -> None:
    result = beads(
        issue("p-a", created_at="2026-01-07T08:00:00Z"),
        issue("p-b", due_at="2026-03-02T00:00:00Z"),
        issue("p-c", due_at="2026-03-01T00:00:00Z"),
        issue("p-d", priority=1),
    )
    assert ready(result) == ["p-d", "p-c", "p-b", "p-a"]


def test_beads_live_issue_blocks_what_depends_on_it() -> None:
    result = beads(issue("p-1"), issue("p-2", "p-1"))
    assert (ready(result), blocked(result)) == (["p-1"], {"p-2": ["p-1"]})
    assert relations(result) == {("p-1", "blocks", "p-2")}


@table("status", ["closed", "pinned", "tombstone"])
def test_beads_closed_pinned_or_deleted_issue_blocks_nothing(status: str) -> None:
    result = beads(issue("p-1", status=status), issue("p-2", "p-1"))
    assert ready(result) == ["p-2"]
    assert codes(result) == []


@table("status", ["deferred", "hooked", "blocked", "in_progress", "made_up"])
def test_beads_started_or_deferred_issue_still_blocks(status: str) -> None:
    assert list(blocked(beads(issue("p-1", status=status), issue("p-2", "p-1")))) == ["p-2"]


def test_beads_missing_issue_blocks_nothing_and_is_reported() -> None:
    result = beads(issue("p-2", "p-9", "external:q:x"))
    assert ready(result) == ["p-2"]
    assert [one.message for one in result.diagnostics] == [
        "p-2 waits for p-9, and there is none, so this holds nothing up."
    ]
    assert [one.is_dangling for one in facts(result, Relation)] == [True, True]


def test_beads_blocked_parent_blocks_all_descendants() -> None:
    result = beads(
        issue("p-1"), issue("p-2", "p-1"), issue("p-3", "parent-child:p-2"), issue("p-4", "parent-child:p-3")
    )
    assert blocked(result) == {"p-2": ["p-1"], "p-3": ["p-2"], "p-4": ["p-3"]}


def test_beads_open_parent_blocks_nothing() -> None:
    assert ready(beads(issue("p-1"), issue("p-2", "parent-child:p-1"))) == ["p-1", "p-2"]


@table(("gate", "is_held"), [("all-children", True), ("any-children", False)])
def test_beads_gate_decides_which_children_block(gate: str, is_held: bool) -> None:
    waiting = {"issue_id": "p-4", "depends_on_id": "p-1", "type": "waits-for", "metadata": f'{{"gate":"{gate}"}}'}
    result = beads(
        issue("p-1"),
        issue("p-2", "parent-child:p-1", status="closed"),
        issue("p-3", "parent-child:p-1"),
        issue("p-4", dependencies=[waiting]),
    )
    assert ("p-4" in blocked(result)) == is_held
    assert ("p-4" in ready(result)) != is_held


def test_beads_waiting_for_children_of_closed_issue_is_not_listed() -> None:
    result = beads(issue("p-1", status="closed"), issue("p-2", "parent-child:p-1"), issue("p-3", "waits-for:p-1"))
    [state] = [one for one in facts(result, WorkState) if one.entity == "p-3"]
    assert (state.is_blocked, state.is_listed, state.is_ready) == (True, False, False)


def test_beads_related_issue_blocks_nothing() -> None:
    result = beads(issue("p-1"), issue("p-2", "related:p-1", "discovered-from:p-1"))
    assert ready(result) == ["p-1", "p-2"]
    assert relations(result) == {("p-2", "references", "p-1")}


@table(
    "fields", [{"pinned": True}, {"ephemeral": True}, {"wisp": True}, {"issue_type": "gate"}, {"issue_type": "message"}]
)
def test_beads_pinned_ephemeral_or_infrastructure_is_not_ready(fields: dict[str, object]) -> None:
    assert ready(beads(issue("p-1", **fields))) == []


def test_beads_deferred_issue_hides_its_children_too() -> None:
    later = "2099-01-01T00:00:00Z"
    result = beads(
        issue("p-1", defer_until=later),
        issue("p-2", "parent-child:p-1"),
        issue("p-3", "parent-child:p-2"),
        issue("p-4", defer_until="2020-01-01T00:00:00Z"),
    )
    assert ready(result) == ["p-3", "p-4"]
    assert result.as_of == "2026-01-05T08:00:00Z"


def test_beads_cycle_blocks_its_members_and_is_reported() -> None:
    result = beads(issue("p-1", "p-2"), issue("p-2", "p-3"), issue("p-3", "p-1"))
    assert sorted(blocked(result)) == ["p-1", "p-2", "p-3"]
    [found] = result.diagnostics
    assert found.code == "KNO401"
    assert "p-1 → p-2 → p-3 → p-1" in found.message


def test_beads_decision_is_a_decision_with_work_state() -> None:
    result = beads(issue("p-1", issue_type="decision"), issue("p-2", issue_type="adr", status="closed"))
    assert (decision(result, "p-1").status, decision(result, "p-2").status) == ("proposed", "accepted")
    assert ready(result) == ["p-1"]


def test_beads_bad_line_costs_that_line() -> None:
    lines = [issue(f"p-{number}") for number in range(1000)]
    result = beads(*lines[:500], '{"id": "p-x", "title"\n', "[]\n", '{"title": "no id"}\n', *lines[500:])
    assert len(entities(result)) == 1000
    assert [(one.code, one.span.start_line) for one in result.diagnostics] == [
        ("KNO102", 501),
        ("KNO102", 502),
        ("KNO102", 503),
    ]


def test_beads_conflict_reads_both_sides_and_newer_issue_counts() -> None:
    old, new = "2026-01-06T00:00:00Z", "2026-01-07T00:00:00Z"
    result = beads(
        "<<<<<<< HEAD\n",
        issue("p-1", title="new", updated_at=new),
        "=======\n",
        issue("p-1", title="old", updated_at=old),
        issue("p-2"),
        ">>>>>>> theirs\n",
    )
    assert {name: one.name for name, one in entities(result).items()} == {"p-1": "new", "p-2": "Title of p-2"}
    assert codes(result) == ["KNO104", "KNO202"]


def test_beads_headers_memories_and_unknown_words_are_accepted() -> None:
    result = beads(
        '{"_schema": "beads-jsonl/1"}\n', '{"_type": "memory", "key": "k"}\n', "\n", issue("p-1", issue_type="z")
    )
    assert (list(entities(result)), codes(result)) == (["p-1"], [])


def test_beads_field_of_wrong_type_costs_only_itself() -> None:
    odd = issue("p-1", title=7, labels="x", dependencies="y", priority="high", created_at=[], comments={"a": 1})
    assert entities(beads(odd))["p-1"].name == "p-1"


def test_beads_custom_statuses_come_from_settings() -> None:
    files = {ISSUES: issue("p-1", status="waiting"), ".beads/config.yaml": "status:\n  custom: waiting:wip\n"}
    assert (task(linked(files), "p-1").status, codes(linked(files))) == ("in_progress", [])
    assert codes(linked({ISSUES: files[ISSUES]})) == ["KNO201"]


def test_beads_merge_leftovers_and_copies_are_not_read() -> None:
    one = issue("p-1")
    others = {"issues.jsonl": one, ".beads/beads.jsonl": issue("p-2"), ".beads/beads.left.jsonl": issue("p-3")}
    result = linked({ISSUES: one} | others)
    assert [(name, found.span.file) for name, found in entities(result).items()] == [("p-1", ISSUES)]


def test_beads_same_id_in_two_projects_keeps_both() -> None:
    result = linked({f"a/{ISSUES}": issue("p-1") + issue("p-2", "p-1"), f"b/{ISSUES}": issue("p-1")})
    assert list(entities(result)) == ["a/p-1", "p-2", "b/p-1"]
    assert blocked(result) == {"p-2": ["a/p-1"]}


def test_beads_blocker_states_reason_line_and_unblock() -> None:
    [found] = facts(beads(issue("p-1"), issue("p-2", "p-1")), Blocker)
    assert str(found.span) == ".beads/issues.jsonl:2"
    assert found.reason == "it waits for p-1 (blocks), which is open"
    assert found.unblock == "It is free of this when p-1 is closed."


def test_beads_deleted_issue_is_not_reported_missing() -> None:
    issues = issue("p-1", "p-2", "p-3")
    log = '{"id":"p-2","ts":"2025-12-02T05:05:53Z","by":"ann","reason":"batch delete"}\nno line\n{"by":"ann"}\n[]\n'
    found = linked({ISSUES: issues, ".beads/deletions.jsonl": log})
    assert [one.message for one in found.diagnostics] == [
        "p-1 waits for p-3, and there is none, so this holds nothing up."
    ]
    assert list(entities(found)) == ["p-1"]
    assert codes(linked({ISSUES: issues, "elsewhere/deletions.jsonl": log})) == ["KNO301", "KNO301"]


def test_beads_recreated_issue_exists_despite_deletion_log() -> None:
    found = linked({ISSUES: issue("p-1", "p-2") + issue("p-2"), ".beads/deletions.jsonl": '{"id":"p-2"}\n'})
    assert ready(found) == ["p-2"]


def test_beads_blocks_and_waits_for_are_separate() -> None:
    result = beads(issue("p-1"), issue("p-2", "waits-for:p-1", "blocks:p-1"))
    assert blocked(result) == {"p-2": ["p-1"]}
    [found] = facts(result, Blocker)
    assert (found.native_type, found.unblock) == ("blocks", "It is free of this when p-1 is closed.")


def test_beads_custom_status_blocks_in_any_category() -> None:
    settings = "status.custom: shipped:done\n"
    files = {ISSUES: issue("p-1", status="shipped") + issue("p-2", "p-1"), ".beads/config.yaml": settings}
    result = linked(files)
    assert (task(result, "p-1").status, blocked(result)) == ("done", {"p-2": ["p-1"]})


def test_beads_null_status_counts_as_open() -> None:
    result = beads(issue("p-1", status=None, issue_type=None))
    assert (ready(result), codes(result)) == (["p-1"], [])


def test_beads_ids_are_case_sensitive() -> None:
    result = beads(issue("p-A"), issue("p-a"), issue("p-2", "p-a"), issue("p-3", "P-A"))
    assert blocked(result) == {"p-2": ["p-a"], "p-3": ["p-A"]}
    assert codes(result) == ["KNO304"]


@table("path", [".beads/backup/issues.jsonl", "a/.beads/old/backup/issues.jsonl"])
def test_beads_backups_are_not_read(path: str) -> None:
    assert list(entities(linked({path: issue("p-2"), ISSUES: issue("p-1")}))) == ["p-1"]


def test_beads_long_cycle_message_shows_both_ends() -> None:
    result = beads(*(issue(f"p-{one:03}", f"p-{(one + 1) % 200:03}") for one in range(200)))
    [found] = result.diagnostics
    assert len(found.message) < 400
    assert "p-009 → … 181 more … → p-191" in found.message


@table(
    "dependency",
    [
        '{"depends_on_id":"o-1","type":"blocks"}',
        '{"id":"o-1","type":"blocks"}',
        '{"id":"o-1","dependency_type":"blocks"}',
        '"o-1"',
    ],
)
def test_beads_dependency_in_any_form_holds_up(dependency: str) -> None:
    lines = [
        '{"id":"o-1","title":"Flour","status":"open","issue_type":"task"}',
        f'{{"id":"o-2","title":"Bake","status":"open","issue_type":"task","dependencies":[{dependency}]}}',
    ]
    assert blocked(linked({ISSUES: "\n".join(lines)})) == {"o-2": ["o-1"]}
