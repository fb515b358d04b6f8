"""Jira: the feed in XML and the answer of a search in JSON."""

import json
from typing import Any

from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    entities,
    linked,
    ready,
    relations,
    statuses,
    task,
)
from tests.compiler.tables import table


def item(key: str, inner: str = "", status: str = "To Do", category: str = "new") -> str:
    named = f'<statusCategory id="2" key="{category}"/>' if category else ""
    head = f'<item><key id="1">{key}</key><summary>S {key}</summary><status id="1">{status}</status>'
    return f"{head}{named}{inner}</item>\n"


def feed(*items: str) -> str:
    return f'<rss version="0.92">\n<channel>\n<title>x</title>\n{"".join(items)}</channel>\n</rss>\n'


def linked_to(phrase: str, key: str, side: str = "inwardlinks") -> str:
    other = f"<issuelink><issuekey>{key}</issuekey></issuelink>"
    sides = f'<{side} description="{phrase}">{other}</{side}>'
    return f"<issuelinks><issuelinktype><name>N</name>{sides}</issuelinktype></issuelinks>"


@table(
    ("status", "category", "inner", "expected"),
    [
        ("Delivered", "done", "", "done"),
        ("To Do", "new", "<resolution>Fixed</resolution>", "todo"),
        ("Cooking", "indeterminate", "", "in_progress"),
        ("On Hold", "indeterminate", "", "blocked"),
        ("Blocked", "done", "", "done"),
        ("In Review", "", "", "in_progress"),
        ("To Do", "", "<resolution>Fixed</resolution>", "done"),
        ("To Do", "", "<resolution>Unresolved</resolution>", "todo"),
    ],
)
def test_jira_category_decides_then_resolution_then_word(status: str, category: str, inner: str, expected: str) -> None:
    assert statuses(linked({"a.xml": feed(item("AB-1", inner, status, category))})) == {"AB-1": expected}


@table(
    ("phrase", "expected"),
    [
        ("is blocked by", ("AB-2", "blocks", "AB-1")),
        ("depends on", ("AB-2", "blocks", "AB-1")),
        ("blocks", ("AB-1", "blocks", "AB-2")),
        ("is depended on by", ("AB-1", "blocks", "AB-2")),
        ("relates to", ("AB-1", "references", "AB-2")),
        ("is caused by", ("AB-1", "references", "AB-2")),
    ],
)
def test_jira_phrase_gives_the_direction_of_a_link(phrase: str, expected: tuple[str, str, str]) -> None:
    result = linked({"a.xml": feed(item("AB-1", linked_to(phrase, "AB-2")), item("AB-2"))})
    assert relations(result) == {expected}


def test_jira_link_that_both_issues_state_is_one() -> None:
    both = feed(
        item("AB-1", linked_to("blocks", "AB-2", "outwardlinks")), item("AB-2", linked_to("is blocked by", "AB-1"))
    )
    result = linked({"a.xml": both})
    assert blocked(result) == {"AB-2": ["AB-1"]}
    assert ready(result) == ["AB-1"]


def test_jira_subtasks_parents_and_epics_are_parts() -> None:
    value = "<customfieldvalues><customfieldvalue>AB-1</customfieldvalue></customfieldvalues>"
    field = f"<customfield><customfieldname>Epic Link</customfieldname>{value}</customfield>"
    epic = f"<customfields>{field}</customfields>"
    items = [
        item("AB-1", "<subtasks><subtask>AB-2</subtask></subtasks>"),
        item("AB-2", "<parent>AB-1</parent>"),
        item("AB-3", epic),
    ]
    result = linked({"a.xml": feed(*items)})
    assert relations(result) == {("AB-2", "belongs_to", "AB-1"), ("AB-3", "belongs_to", "AB-1")}


@table(
    "inner",
    ["<a>", "a & b", "&nbsp;", "<summary>", "<![CDATA[", "<!-- ", "]]>", "</summary>", "\x00", "<a b>", "&#xFFFF;"],
)
def test_jira_item_that_is_no_xml_costs_itself(inner: str) -> None:
    result = linked({"a.xml": feed(item("AB-1"), item("AB-2", inner), item("AB-3"))})
    assert {"AB-1", "AB-3"} <= set(entities(result))
    assert "AB-2" in entities(result) or codes(result) == ["KNO110"]


def test_jira_entities_are_not_expanded() -> None:
    text = '<!DOCTYPE rss [<!ENTITY a "x">]>' + feed(item("AB-1", "<description>&a;</description>"), item("AB-2"))
    result = linked({"a.xml": text})
    assert list(entities(result)) == ["AB-2"]


def test_jira_text_in_cdata_is_no_item() -> None:
    inner = "<description><![CDATA[</item><item><key id='9'>AB-9</key>]]></description>"
    assert list(entities(linked({"a.xml": feed(item("AB-1", inner), item("AB-2"))}))) == ["AB-1", "AB-2"]


def test_jira_due_day_is_that_of_its_own_zone() -> None:
    result = linked({"a.xml": feed(item("AB-1", "<due>Sun, 1 Feb 2026 00:00:00 +0100</due>"))})
    assert task(result, "AB-1").properties["due_date"] == "2026-02-01"


@table(
    "text",
    [
        "",
        "<rss><channel><item><title>A song</title></item></channel></rss>",
        "<a><key id='1'>AB-1</key></a>",
        f"<backup>{item('AB-1')}</backup>",
    ],
)
def test_jira_is_not_found_in_other_xml(text: str) -> None:
    assert not entities(linked({"a.xml": text}))


def one(key: str, **fields: Any) -> dict[str, Any]:
    return {
        "key": key,
        "fields": {"summary": f"S {key}", "status": {"name": "To Do", "statusCategory": {"key": "new"}}} | fields,
    }


def waits_for(key: str, name: str, category: str = "") -> dict[str, Any]:
    """The links of an issue that is blocked by one of this status."""
    status = {"name": name} | ({"statusCategory": {"key": category}} if category else {})
    other = {"key": key, "fields": {"status": status}}
    return {"issuelinks": [{"type": {"inward": "is blocked by", "outward": "blocks"}, "inwardIssue": other}]}


def test_jira_search_says_what_became_of_issues_that_it_does_not_hold() -> None:
    found = [
        one("AB-1", **waits_for("XY-1", "?", "done")),
        one("AB-2", **waits_for("XY-2", "?", "indeterminate")),
        one("AB-3", **waits_for("XY-3", "Done")),
        one("AB-4", **waits_for("XY-4", "In Progress")),
    ]
    result = linked({"search.json": json.dumps({"issues": found, "total": 4})})
    assert ready(result) == ["AB-1", "AB-3"]
    assert blocked(result) == {"AB-2": ["XY-2"], "AB-4": ["XY-4"]}
    assert not codes(result)


def test_jira_search_reads_documents_of_version_3() -> None:
    paragraph = {"type": "paragraph", "content": [{"type": "text", "text": "as "}, {"type": "text", "text": "ADR-1"}]}
    result = linked(
        {"search.json": json.dumps([one("AB-1", description={"type": "doc", "content": [paragraph, paragraph]})])}
    )
    assert task(result, "AB-1").content == "as ADR-1\nas ADR-1"


def test_jira_search_element_that_is_no_issue_costs_itself() -> None:
    text = json.dumps({"issues": [one("AB-1"), one("AB-2"), one("AB-3")], "total": 3})
    result = linked({"search.json": text.replace('"S AB-2"', '"S AB-2')})
    assert list(entities(result)) == ["AB-1", "AB-3"]
    assert codes(result) == ["KNO110"]
