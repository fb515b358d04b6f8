"""Gantt charts: text to tree and diagnostics, with the dates that Mermaid computes."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.gantt.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table

ISO = "dateFormat YYYY-MM-DD\n"


def check(body: str, *dates: str) -> list[dict[str, Any]]:
    """Assert the dates of the tasks, as `id start end`, and that nothing is found."""
    tree, found = parse_text(parse, f"gantt\n{body}")
    assert not found, found
    assert [" ".join((one["id"], one["start"], one["end"])) for one in tree["tasks"]] == list(dates)
    plain: list[dict[str, Any]] = without_spans(tree["tasks"])
    return plain


def check_found(body: str, *messages: str) -> dict[str, Any]:
    tree, found = parse_text(parse, f"gantt\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: dict[str, Any] = without_spans(tree)
    return plain


def test_task_has_id_start_and_end() -> None:
    check(f"{ISO}Bake :bread, 2026-03-02, 2026-03-05", "bread 2026-03-02 2026-03-05")


def test_task_without_id_is_numbered_and_one_without_start_begins_where_the_last_ends() -> None:
    check(f"{ISO}Bake :2026-03-02, 2d\nSell :3d", "task1 2026-03-02 2026-03-04", "task2 2026-03-04 2026-03-07")


@table(
    ("duration", "end"),
    [
        ("3d", "2026-02-03"),
        ("1.5d", "2026-02-02"),
        ("2w", "2026-02-14"),
        ("1M", "2026-02-28"),
        ("1y", "2027-01-31"),
        ("36h", "2026-02-01T12:00"),
        ("90m", "2026-01-31T01:30"),
        ("5s", "2026-01-31T00:00:05"),
        ("250ms", "2026-01-31T00:00:00.250"),
    ],
)
def test_duration_is_added_to_the_start(duration: str, end: str) -> None:
    check(f"{ISO}Bake :a, 2026-01-31, {duration}", f"a 2026-01-31 {end}")


@table(
    ("format_", "written", "date"),
    [
        ("DD/MM/YYYY", "05/02/2026", "2026-02-05"),
        ("D MMM YYYY", "5 Feb 2026", "2026-02-05"),
        ("YYYY-MM-DD HH:mm", "2026-02-05 17:30", "2026-02-05T17:30"),
        ("YY.M.D hh:mm A", "26.2.5 05:30 PM", "2026-02-05T17:30"),
        ("YYYY", "2026", "2026-01-01"),
        ("[week] YYYY-MM", "week 2026-02", "2026-02-01"),
    ],
)
def test_dates_are_read_in_the_format_of_the_chart(format_: str, written: str, date: str) -> None:
    check(f"dateFormat {format_}\nBake :a, {written}, 0d", f"a {date} {date}")


def test_task_after_several_begins_after_the_last_of_them() -> None:
    check(
        f"{ISO}A :a, 2026-03-02, 2d\nB :b, 2026-03-02, 5d\nC :c, after a b, 1d",
        "a 2026-03-02 2026-03-04",
        "b 2026-03-02 2026-03-07",
        "c 2026-03-07 2026-03-08",
    )


def test_task_until_another_ends_where_that_begins_and_may_come_before_it() -> None:
    check(
        f"{ISO}A :a, 2026-03-02, until c\nB :b, 2026-03-04, 1d\nC :c, after b, 1d",
        "a 2026-03-02 2026-03-05",
        "b 2026-03-04 2026-03-05",
        "c 2026-03-05 2026-03-06",
    )


@table(
    ("settings", "end"),
    [
        ("excludes weekends", "2026-03-11"),  # from a Thursday
        ("excludes weekends\nweekend friday", "2026-03-11"),
        ("excludes friday, 2026-03-07", "2026-03-11"),
        ("excludes weekends\nincludes 2026-03-07", "2026-03-10"),
        ("", "2026-03-09"),
    ],
)
def test_excluded_days_make_a_task_longer(settings: str, end: str) -> None:
    check(f"{ISO}{settings}\nA :a, 2026-03-05, 4d", f"a 2026-03-05 {end}")


def test_stated_end_is_not_moved_by_excluded_days_and_may_be_inclusive() -> None:
    check(f"{ISO}excludes weekends\ninclusiveEndDates\nA :a, 2026-03-05, 2026-03-09", "a 2026-03-05 2026-03-10")


def test_tags_sections_and_milestones_are_kept() -> None:
    (task, stone) = check(
        f"{ISO}section Shop\nSell :crit, done, a, 2026-03-05, 1d\nOpen :milestone, after a, 0d",
        "a 2026-03-05 2026-03-06",
        "task1 2026-03-06 2026-03-06",
    )
    assert task == {
        "id": "a",
        "label": "Sell",
        "section": "Shop",
        "crit": True,
        "done": True,
        "data": "crit, done, a, 2026-03-05, 1d",
        "start": "2026-03-05",
        "end": "2026-03-06",
    }
    assert stone["milestone"]


def test_dependencies_are_those_named_and_the_task_before() -> None:
    tree = check_found(f"{ISO}A :a, 2026-03-02, 2d\nB :1d\nC :c, after a task1, until d\nD :d, 2026-03-09, 1d")
    assert [(one["from"], one["to"], one["kind"]) for one in tree["dependencies"]] == [
        ("a", "task1", "then"),
        ("a", "c", "after"),
        ("task1", "c", "after"),
        ("d", "c", "until"),
    ]


def test_link_of_a_task_is_kept() -> None:
    tree = check_found(f'{ISO}A :a, 2026-03-02, 2d\nclick a href "https://example.org"\nclick a call show(1)')
    assert tree["tasks"][0]["link"] == "https://example.org"


@table("format_", ["HH:mm", "X", "YYYY-MM-DD Z", "ss"])
def test_format_that_leaves_the_date_open_gives_no_dates_and_says_why(format_: str) -> None:
    tree, (found,) = parse_text(parse, f"gantt\ndateFormat {format_}\nA :a, 17, 18")
    assert (found.code, found.severity, found.span.start_line) == ("MMD913", "info", 2)
    assert "start" not in tree["tasks"][0]
    check_found(f"dateFormat {format_}\nsection Empty")  # a chart without tasks has no dates to compute


def test_text_that_is_no_date_is_told() -> None:
    tree = check_found(
        f"{ISO}A :a, 03/02/2026, 2d\nB :b, after a, 1d\nC :c, 2026-03-02, soon",
        "3 MMD912: `03/02/2026` is no date of the format `YYYY-MM-DD`; the task has no dates here.",
        "5 MMD912: `soon` is no date of the format `YYYY-MM-DD` and no duration such as `3d`; "
        "the task ends where it begins.",
    )
    assert [("start" in one, "end" in one) for one in tree["tasks"]] == [(False, False), (False, False), (True, True)]


def test_task_that_waits_for_no_task_or_for_itself_has_no_dates() -> None:
    tree = check_found(
        f"{ISO}A :a, after x, 2d\nB :b, after c, 1d\nC :c, after b, 1d",
        "3 MMD914: The task `A` waits for `x`, which is the id of no task; it is ignored.",
        "4 MMD915: Mermaid cannot draw the task `B`: it waits for itself.",
        "5 MMD915: Mermaid cannot draw the task `C`: it waits for itself.",
    )
    assert not any("start" in one for one in tree["tasks"])


def test_first_task_needs_a_start() -> None:
    check_found(
        f"{ISO}A :2d", "3 MMD915: Mermaid cannot draw the task `A`: the first task needs a start before its end."
    )


def test_id_of_two_tasks_means_the_last() -> None:
    tree = check_found(
        f"{ISO}A :a, 2026-03-02, 2d\nB :a, 2026-03-05, 2d\nC :c, after a, 1d",
        "3 MMD916: The task on line 4 has the id `a` too, and the id means that one.",
    )
    assert tree["tasks"][2]["start"] == "2026-03-07"
    assert [one["from"] for one in tree["dependencies"]] == ["a"]
    assert [one.get("name") for one in tree["tasks"]] == ["a@3", None, None]


def test_excluding_every_day_ends() -> None:
    days = "monday tuesday wednesday thursday friday saturday sunday"
    check_found(
        f"{ISO}excludes {days}\nA :a, 2026-03-02, 2d",
        "4 MMD915: Mermaid cannot draw the task `A`: its end is too far away.",
    )


def test_mistake_costs_its_line_only() -> None:
    tree = check_found(
        f"{ISO}A\nB :b, 2026-03-02, 1d\nC :done",
        "3 MMD911: Expected `:` and the times of the task, found the end of the line.",
        "5 MMD915: Mermaid cannot draw the task `C`: it has tags and no end.",
    )
    assert [one["id"] for one in tree["tasks"]] == ["b"]


PIECES = (
    "dateFormat YYYY-MM-DD\n|A :a, |after a|2026-03-02|99999999999d|9999y|, |\n|%|:|section x\n|excludes weekends\n"
    '|until a b|dateFormat MMMM MM\n|done|click a |href "|call |('
)


@given(st.lists(st.sampled_from(PIECES.split("|"))))
def test_never_fails(pieces: list[str]) -> None:
    text = "gantt\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)


def test_task_without_times_gets_an_example() -> None:
    _, (found,) = parse_text(parse, "gantt\ndateFormat YYYY-MM-DD\nBake\n")
    assert found.suggestion == "A task ends in its times: `Bake bread :bread, after dough, 3h`."


def test_lines_of_excludes_add_up() -> None:
    check(f"{ISO}excludes weekends\nexcludes 2026-03-09\nBake :bread, 2026-03-06, 2d", "bread 2026-03-06 2026-03-11")
