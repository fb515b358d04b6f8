"""Jira: its CSV."""

from compiler.languages.knowledge.tracker_registry import read_export
from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    entities,
    linked,
    relations,
    statuses,
    task,
)
from tests.compiler.tables import table

HEADER = (
    "Summary,Issue key,Issue id,Issue Type,Status,Status Category,Resolution,Due date,Labels,Labels,"
    "Outward issue link (Blocks),Outward issue link (Blocks),Inward issue link (Blocks),Inward issue link (Cloners),"
    "Parent,Custom field (Story Points),Custom field (Rank)\n"
)


def rows(*written: str) -> str:
    return HEADER + "".join(f"{one}\n" for one in written)


@table(
    ("cells", "expected"),
    [
        ("To Do,To Do,", "todo"),
        ("Lit,In Progress,", "in_progress"),
        ("Lit,Done,", "done"),
        ("Lit,,Fixed", "done"),
        ("Lit,,Unresolved", "todo"),
        ("Blocked,In Progress,", "blocked"),
        ("Done,,", "done"),
    ],
)
def test_jira_category_decides_before_the_word_of_a_status(cells: str, expected: str) -> None:
    assert statuses(linked({"jira.csv": rows(f"A,EN-1,1,Task,{cells}")})) == {"EN-1": expected}


def test_jira_columns_that_repeat_give_links_labels_and_parents() -> None:
    result = linked(
        {
            "a.csv": rows(
                "A,EN-1,10,Epic,Lit,To Do,,05/Feb/26 8:30 AM,stone,road,EN-2,EN-3,,,,5.0,0|i0001z:",
                "B,EN-2,11,Task,Lit,To Do,,,,,,,EN-1,,10,,",
                "C,EN-3,12,Task,Lit,To Do,,,,,,,,EN-4,EN-2,,",
                "D,EN-4,13,Task,Lit,To Do,,",
            )
        }
    )
    assert relations(result) == {
        ("EN-1", "blocks", "EN-2"),
        ("EN-1", "blocks", "EN-3"),
        ("EN-2", "belongs_to", "EN-1"),
        ("EN-3", "belongs_to", "EN-2"),
        ("EN-3", "references", "EN-4"),
    }
    assert blocked(result) == {"EN-2": ["EN-1"], "EN-3": ["EN-1"]}
    found = task(result, "EN-1")
    assert (found.tags, found.properties["due_date"]) == (("stone", "road"), "2026-02-05")
    assert (found.native["story points"], found.native["issue_type"], "rank" in found.native) == ("5.0", "Epic", False)


def test_jira_row_with_an_open_quote_costs_itself() -> None:
    text = rows(
        'A,EN-1,1,Task,To Do,To Do,,"2026-01-05"',
        '"Mend the "gate" now,EN-2,2,Task,To Do,To Do',
        '"C, with\nlines",EN-3,3,Task,To Do,To Do',
        "no key,,4,Task,To Do,To Do",
    )
    result = linked({"a.csv": text})
    assert (list(entities(result)), codes(result)) == (["EN-1", "EN-3"], ["KNO110", "KNO110"])
    assert entities(result)["EN-3"].name == "C, with\nlines"


def test_table_with_a_summary_alone_is_no_export() -> None:
    assert read_export("issues.csv", "Summary,Issue key\nA,EN-1\n") is None
    assert read_export("issues.csv", "Summary,Issue key,Reporter,Status\nA,EN-1,ines,To Do\n") is not None
