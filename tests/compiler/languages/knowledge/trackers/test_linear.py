"""Linear: its CSV."""

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

HEADER = (
    "ID,Team,Title,Description,Status,Estimate,Priority,Started,Completed,Canceled,Archived,Due Date,Parent issue,"
    "Blocked by,Blocks\n"
)


def rows(*written: str) -> str:
    return HEADER + "".join(f"{one}\n" for one in written)


@table(
    ("cells", "expected"),
    [
        ("Todo,,,,,,", "todo"),
        ("Lit,,,2026-01-01,,,", "in_progress"),
        ("Lit,,,,,,", "todo"),
        ("Todo,,,,2026-01-01,,", "done"),
        ("Todo,,,,,2026-01-01,", "done"),
        ("Duplicate,,,,,,", "done"),
        ("Todo,,,,,,2026-01-01", "archived"),
        ("Done,,,,,,2026-01-01", "done"),
        ("In Progress,,,,,,", "in_progress"),
        ("Blocked,,,,,,", "blocked"),
    ],
)
def test_linear_dates_decide_before_words(cells: str, expected: str) -> None:
    assert statuses(linked({"a.csv": rows(f"EN-1,E,T,,{cells}")})) == {"EN-1": expected}


def test_linear_columns_give_dependencies_and_parts() -> None:
    listed = rows(
        'EN-1,E,A,,Todo,3,High,,,,,,,"EN-2, EN-3",',
        "EN-2,E,B,,Todo,,,,,,,,EN-1,,",
        "EN-3,E,C,,Done",
        "EN-4,E,D,,Todo,,,,,,,,,,EN-2",
    )
    result = linked({"a.csv": listed})
    assert relations(result) == {
        ("EN-2", "blocks", "EN-1"),
        ("EN-3", "blocks", "EN-1"),
        ("EN-4", "blocks", "EN-2"),
        ("EN-2", "belongs_to", "EN-1"),
    }
    assert blocked(result) == {"EN-1": ["EN-2"], "EN-2": ["EN-4"]}
    assert task(result, "EN-1").native["estimate"] == 3


def test_linear_issue_in_triage_is_not_ready() -> None:
    assert ready(linked({"a.csv": rows("EN-1,E,A,,Triage", "EN-2,E,B,,Backlog")})) == ["EN-2"]


def test_linear_cell_may_have_lines_that_look_like_rows() -> None:
    text = rows('EN-1,E,A,"one\nEN-9,E,Not a row', '""two""",Todo', "EN-2,E,B,,Todo")
    result = linked({"a.csv": text})
    assert list(entities(result)) == ["EN-1", "EN-2"]
    assert task(result, "EN-1").content == 'one\nEN-9,E,Not a row\n"two"'


@table(
    "wrong",
    [
        'EN-2,E,"B,,Todo',
        'EN-2,E,"a" b,,Todo',
        ",E,B,,Todo",
        "EN-2,E,,,Todo",
        "EN-2" + ",x" * 20,
        'EN-2,E,B,"x\ny\nz,Todo',
    ],
)
def test_linear_row_that_is_no_issue_costs_itself(wrong: str) -> None:
    result = linked({"a.csv": rows("EN-1,E,A,,Todo", wrong, "EN-3,E,C,,Todo", 'EN-4,E,"D",,Todo')})
    assert list(entities(result)) == ["EN-1", "EN-3", "EN-4"]
    assert codes(result) == ["KNO110"]


@table("separator", [",", ";", "\t"])
def test_linear_separator_is_that_of_the_header(separator: str) -> None:
    text = rows("EN-1,E,A,,Todo").replace(",", separator)
    assert list(entities(linked({"a.csv": text}))) == ["EN-1"]


@table(
    "text",
    ["", "ID\n", "ID,Title,Status\nEN-1,A,Todo\n", "ID,Title,Status,Team\nEN-1,A,Todo,x\n", "a,b\n1,2\n", '"', HEADER],
)
def test_linear_is_not_found_in_other_csv(text: str) -> None:
    assert not entities(linked({"a.csv": text}))
    assert not codes(linked({"a.csv": text}))


def test_linear_older_times_are_read() -> None:
    header = HEADER.replace("Started", "Created")
    text = header + "EN-1,E,A,,Todo,,,Fri Nov 08 2024 10:12:13 GMT+0100 (CET)\n"
    assert task(linked({"a.csv": text}), "EN-1").created_at == "2024-11-08T09:12:13Z"
