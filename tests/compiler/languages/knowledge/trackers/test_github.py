"""GitHub: issues and boards of its command line; what the body of an issue says of others."""

import json
from itertools import product
from typing import Any

from compiler.languages.knowledge.facts import Blocker, WorkState
from compiler.languages.knowledge.trackers.github.body import links_of_body
from tests.compiler.languages.knowledge.sources import codes, entities, facts, linked, ready, relations, statuses, task
from tests.compiler.tables import table

REPOSITORY = "cider/mill"


def address(number: int, repository: str = REPOSITORY) -> str:
    return f"https://github.com/{repository}/issues/{number}"


def one(number: int, body: str = "", **fields: Any) -> dict[str, Any]:
    return {"number": number, "title": f"T{number}", "state": "OPEN", "body": body, "url": address(number)} | fields


def issues(*listed: dict[str, Any]) -> str:
    return json.dumps(list(listed))


@table(
    ("body", "expected"),
    [
        ("Blocked by #2", {("blocks", True, "a/b#2")}),
        ("**Blocked by:** #2, #3 and c/d#4", {("blocks", True, one) for one in ("a/b#2", "a/b#3", "c/d#4")}),
        ("depends on https://github.com/c/d/issues/9.", {("blocks", True, "c/d#9")}),
        ("This blocks #5", {("blocks", False, "a/b#5")}),
        ("Blocked by:\n\n* #2\n* the town, see #3\n\nThen #4", {("blocks", True, "a/b#2"), ("blocks", True, "a/b#3")}),
        ("### Depends on\n\n- [x] #2\n", {("blocks", True, "a/b#2")}),
        ("- [ ] #2\n- [X] c/d#3\n", {("belongs_to", True, "a/b#2"), ("belongs_to", True, "c/d#3")}),
        ("- [ ] paint, as in #2", set()),
        ("no longer blocked by #2", set()),
        ("It is not blocked by #2, and was blocked by #3.", set()),
        ("```\nblocked by #2\n```\n`blocked by #3` ~~blocked by #4~~ <!-- blocked by #5 -->\n> blocked by #6", set()),
        ("roadblocks #2, unblocked by #3, blocked by the town", set()),
        ("Blocked by nothing.\n\n- #2", set()),
    ],
)
def test_github_body_names_other_issues(body: str, expected: set[tuple[str, bool, str]]) -> None:
    found = {(link.relation, link.is_reversed, link.target) for link in links_of_body(body, "a/b")}
    assert {link for link in found if link[0] != "references"} == expected


def test_github_issue_may_have_keys_of_its_own() -> None:
    found = entities(linked({"issues.json": issues(one(1, priority="P1", status_known="x", recognised_by=""))}))
    assert found[f"{REPOSITORY}#1"].name == "T1"


def test_github_issue_waits_for_open_issues_only() -> None:
    result = linked({"all.json": issues(one(1, "blocked by #2 and #3"), one(2), one(3, state="CLOSED"), one(4))})
    assert ready(result) == [f"{REPOSITORY}#2", f"{REPOSITORY}#4"]
    assert [(blocker.entity, blocker.blocker_id) for blocker in facts(result, Blocker)] == [
        (f"{REPOSITORY}#1", f"{REPOSITORY}#2")
    ]


def test_github_says_that_an_issue_elsewhere_is_open_or_closed() -> None:
    far = {"number": 7, "title": "far", "url": address(7, "cider/press")}
    listed = [one(1, blockedBy={"nodes": [far | {"state": "OPEN"}]}), one(2, blockedBy=[far | {"state": "CLOSED"}])]
    result = linked({"all.json": issues(*listed, one(3, "blocked by #99"))})
    assert ready(result) == [f"{REPOSITORY}#2", f"{REPOSITORY}#3"]
    assert codes(result) == ["KNO301"]  # nothing says what became of 99


def test_github_issue_with_the_label_blocked_is_not_ready() -> None:
    label = {"id": "L", "name": "Blocked", "color": "000000", "description": ""}
    result = linked({"all.json": issues(one(1, labels=[label]), one(2, labels=[label], state="CLOSED"))})
    assert statuses(result) == {f"{REPOSITORY}#1": "blocked", f"{REPOSITORY}#2": "done"}
    assert [state.is_blocked for state in facts(result, WorkState)] == [True, False]


def test_github_parts_are_sub_issues_and_items_of_task_lists() -> None:
    result = linked(
        {
            "all.json": issues(
                one(1, "- [ ] #3", subIssues=[{"number": 2}]), one(2), one(3), one(4, parent={"number": 1})
            )
        }
    )
    parts = {(source.rpartition("#")[2], target.rpartition("#")[2]) for source, _, target in relations(result)}
    assert parts == {("2", "1"), ("3", "1"), ("4", "1")}


def test_github_pull_requests_and_milestones_are_no_tasks() -> None:
    pull = one(5, url="https://github.com/cider/mill/pull/5")
    milestone = {"number": 1, "title": "v1", "description": "", "dueOn": "2026-03-01T08:00:00Z"}
    result = linked({"all.json": issues(one(4, milestone=milestone), pull)})
    assert list(entities(result)) == [f"{REPOSITORY}#4"]
    assert task(result, f"{REPOSITORY}#4").properties["due_date"] == "2026-03-01"


@table(
    "text",
    [
        "[]",
        "{}",
        "[1, 2]",
        '[{"number": 1, "title": "A chapter"}]',
        '[{"number": 1, "title": "v1", "state": "open", "due_on": null, "open_issues": 3}]',
        '{"items": [{"title": "x", "content": "text"}]}',
        '{"name": "x", "issues": []}',
    ],
)
def test_github_is_not_found_in_other_json(text: str) -> None:
    assert not entities(linked({"issues.json": text}))
    assert not codes(linked({"issues.json": text}))


def test_github_rest_answers_are_read_too() -> None:
    listed = {
        "number": 3,
        "title": "T",
        "state": "closed",
        "state_reason": "completed",
        "html_url": address(3),
        "url": "https://api.github.com/repos/cider/mill/issues/3",
        "user": {"login": "ana"},
        "assignees": [{"login": "bo"}],
        "created_at": "2026-01-05T08:00:00Z",
    }
    pull = listed | {"number": 4, "pull_request": {"url": "x"}}
    found = entities(linked({"issues.json": json.dumps([listed, pull])}))
    assert list(found) == [f"{REPOSITORY}#3"]
    assert found[f"{REPOSITORY}#3"].created_by == "ana"


def test_github_issue_without_a_repository_has_the_name_of_its_file() -> None:
    listed = [
        {"number": 1, "title": "a", "state": "OPEN", "body": "blocked by #2"},
        {"number": 2, "title": "b", "state": "OPEN"},
    ]
    assert ready(linked({"exports/week.json": json.dumps(listed)})) == ["week#2"]


def item(number: int, status: str, **fields: Any) -> dict[str, Any]:
    content = {
        "type": "Issue",
        "number": number,
        "title": f"T{number}",
        "repository": REPOSITORY,
        "url": address(number),
    }
    return {"id": f"PVTI_{number}", "content": content, "title": f"T{number}", "status": status} | fields


def test_github_board_adds_to_its_issues() -> None:
    board = {"items": [item(1, "In progress", priority="Urgent"), item(2, "Done"), item(3, "Todo")], "totalCount": 3}
    result = linked({"issues.json": issues(one(1), one(2)), "board.json": json.dumps(board)})
    assert statuses(result) == {f"{REPOSITORY}#1": "in_progress", f"{REPOSITORY}#2": "todo", f"{REPOSITORY}#3": "todo"}
    assert task(result, f"{REPOSITORY}#1").properties["priority"] == "urgent"
    assert not codes(result)


def test_github_board_alone_has_issues_and_drafts_and_no_pull_requests() -> None:
    draft = {"id": "P", "content": {"type": "DraftIssue", "id": "DI_1", "title": "An idea"}, "status": "Todo"}
    pull = {"id": "Q", "content": {"type": "PullRequest", "number": 9, "title": "x"}, "status": "Todo"}
    found = entities(linked({"board.json": json.dumps({"items": [item(1, "Done"), draft, pull], "totalCount": 3})}))
    assert {name: one.status for name, one in found.items()} == {f"{REPOSITORY}#1": "done", "DI_1": "todo"}


def test_github_newer_export_of_an_issue_counts() -> None:
    old, new = one(1, updatedAt="2026-01-01T00:00:00Z"), one(1, state="CLOSED", updatedAt="2026-01-02T00:00:00Z")
    result = linked({"a-issues.json": issues(old), "z-issues.json": issues(new)})
    assert statuses(result) == {f"{REPOSITORY}#1": "done"}
    assert codes(result) == ["KNO202"]


def test_github_text_on_one_line_has_columns() -> None:
    found = entities(linked({"issues.json": issues(one(1), one(2, "é"), one(3))}))
    spans = [entity.span for entity in found.values()]
    assert all(span.start_line == 1 for span in spans)
    assert spans[0].end_col < spans[1].start_col < spans[1].end_col < spans[2].start_col


@table(("indent", "wrong"), product([2, None], [0, 1, 2]))
def test_github_issue_that_is_no_json_costs_itself(indent: int | None, wrong: int) -> None:
    """Its fields may have issues of their own, which are no elements of the list."""
    parts = [{"number": 90, "title": "x", "state": "OPEN", "url": address(90)}] * 2
    listed = [one(number, subIssues=parts, labels=[]) for number in (1, 2, 3)]
    text = json.dumps(listed, indent=indent)
    at = text.index(f'"number": {wrong + 1},')
    brace = text.rindex("{", 0, at)
    for broken in (text[:at] + text[at + 1 :], text[:brace] + text[brace + 1 :]):
        found = entities(linked({"issues.json": broken}))
        assert list(found) == [f"{REPOSITORY}#{number}" for number in (1, 2, 3) if number != wrong + 1]


def test_github_issue_with_all_fields_of_the_command_line() -> None:
    """All names that `gh issue list --json` offers, as it answers them for a closed issue."""
    repository = "https://github.com/canal/locks"
    whole = {
        "assignees": [{"id": "U_1", "login": "wren", "name": "Wren", "databaseId": 5}],
        "author": {"id": "U_2", "is_bot": False, "login": "oda", "name": ""},
        "body": "Leaks.\n\nBlocked by #2\n",
        "closed": True,
        "closedAt": "2026-01-07T08:00:00Z",
        "closedByPullRequestsReferences": [{"id": "PR_1", "number": 9, "url": f"{repository}/pull/9"}],
        "comments": [{"id": "IC_1", "author": {"login": "ines"}, "body": "Done?", "isMinimized": False}],
        "createdAt": "2026-01-05T08:00:00Z",
        "id": "I_1",
        "isPinned": False,
        "labels": [{"id": "L_1", "name": "P1", "description": "", "color": "fff"}],
        "milestone": {"number": 3, "title": "Spring", "description": "", "dueOn": "2026-03-01T00:00:00Z"},
        "number": 4,
        "projectCards": [],
        "projectItems": [{"status": {"optionId": "98", "name": "In Progress"}, "title": "Locks"}],
        "reactionGroups": [{"content": "HEART", "users": {"totalCount": 1}}],
        "state": "CLOSED",
        "stateReason": "NOT_PLANNED",
        "title": "Mend the gate",
        "updatedAt": "2026-01-08T08:00:00Z",
        "url": f"{repository}/issues/4",
    }
    other = {name: whole[name] for name in whole if name not in ("closedAt", "stateReason")}
    other |= {
        "number": 2,
        "state": "OPEN",
        "url": f"{repository}/issues/2",
        "closed": False,
        "body": "",
        "closedAt": None,
    }
    result = linked({"issues.json": json.dumps([whole, other])})
    found = task(result, "canal/locks#4")
    assert (statuses(result), codes(result)) == ({"canal/locks#4": "done", "canal/locks#2": "in_progress"}, [])
    assert found.properties == {"status": "done", "priority": "high", "due_date": "2026-03-01", "assignee": "wren"}
    assert (found.native["state_reason"], found.native["milestone"]) == ("not_planned", "Spring")
    assert (found.created_at, found.updated_at) == ("2026-01-05T08:00:00Z", "2026-01-08T08:00:00Z")
    assert relations(result) == {("canal/locks#2", "blocks", "canal/locks#4")}


@table("indent", [None, 2])
def test_github_bracket_too_many_costs_no_issue(indent: int | None) -> None:
    """It was typed before an issue, and one bracket ends both lists, or each its own."""
    text = json.dumps([one(number) for number in range(1, 5)], indent=indent)
    at = text.index('{"number": 2' if indent is None else '{\n    "number": 2')
    for written in (f"{text[:at]}[{text[at:]}", f"{text[:at]}[{text[at:]}]", text.replace(text[at:], f"[{text[at:]}]")):
        result = linked({"all.json": written})
        assert ready(result) == [f"{REPOSITORY}#{number}" for number in range(1, 5)]
        assert codes(result) == ["KNO110"]


def test_github_issues_behind_a_list_within_the_list_are_read() -> None:
    result = linked({"all.json": json.dumps([one(1), [one(2), [one(3)]], one(4)])})
    assert ready(result) == [f"{REPOSITORY}#{number}" for number in range(1, 5)]
    assert codes(result) == ["KNO110", "KNO110"]
