"""The pages of tasks: the board, and the graph with the critical chain."""

import json
from collections.abc import Mapping
from pathlib import Path

from server.explorer.pages.task_graph import critical_chain
from server.transport.pages import MOUNT
from tests.server.explorer.reading import Seen, seen, seen_of_files

MILL = "cider-mill"


def column(page: Seen, title: str) -> Seen:
    """One column of the board."""
    return Seen(page.html.split(f"{title} (")[1].split("</section>")[0])


def beads(*issues: Mapping[str, object]) -> dict[str, str]:
    """A source of Beads issues."""
    common = {"status": "open", "priority": 2, "issue_type": "task"}
    return {".beads/issues.jsonl": "".join(json.dumps({**common, **one}) + "\n" for one in issues)}


def blocked_by(one: str, other: str) -> dict[str, object]:
    """An issue that waits for another."""
    link = {"issue_id": one, "depends_on_id": other, "type": "blocks"}
    return {"id": one, "title": one.upper(), "dependencies": [link]}


def test_board_has_a_column_for_each_state_with_counts() -> None:
    page = seen(MILL, "/tasks")
    assert all(title in page.text for title in ("To do (17)", "In progress (3)", "Done (4)"))
    assert "Archived" not in page.text


def test_board_names_next_task_with_reason() -> None:
    page = seen(MILL, "/tasks")
    expected = "Next: notes/press-day#2 Hose down the yard. It is not done, and nothing that it waits for is open."
    assert expected in page.text


def test_board_marks_ready_and_waiting_tasks_with_reasons() -> None:
    todo = column(seen(MILL, "/tasks"), "To do")
    assert "cell-b2 Label printer jams ready high" in todo.text
    assert "cell-a1.3 Warn when a tank is too warm waits urgent" in todo.text
    assert "waits for cell-a1.2 Read the sensors every hour, in progress (blocks, .beads/issues.jsonl:4)" in todo.text


def test_board_says_of_missing_blocker_that_it_does_not_exist() -> None:
    assert "waits for MILL-44, which does not exist" in column(seen(MILL, "/tasks"), "To do").text


def test_board_begins_with_ready_tasks_in_order() -> None:
    todo = column(seen(MILL, "/tasks"), "To do")
    assert todo.text.index("Hose down the yard") < todo.text.index("Label printer jams") < todo.text.index("MILL-3")


def test_board_filters_by_priority() -> None:
    page = seen(MILL, "/tasks?priority=urgent")
    assert "cell-a1.3" in page.links
    assert "cell-b2" not in page.links


def test_board_column_is_bounded_and_leads_to_all(tmp_path: Path) -> None:
    files = beads(*({"id": f"t-{number:03}", "title": "One"} for number in range(130)))
    page = seen_of_files(tmp_path, files, "/tasks")
    assert "25 of 130 tasks are shown here." in page.text
    all_of_it = seen_of_files(tmp_path, {}, page.links["All: to do"].removeprefix(MOUNT))
    assert "100 of 130 tasks are shown here." in all_of_it.text
    rest = seen_of_files(tmp_path, {}, all_of_it.links["More"].removeprefix(MOUNT))
    assert sum(name.startswith("t-") for name in column(rest, "To do").links) == 30


def test_critical_chain_is_listed_first_to_last() -> None:
    page = seen(MILL, "/tasks/graph")
    chain = Seen(page.html.split("Critical chain</h2>")[1].split("</ol>")[0])
    assert [name for name in chain.links if name.startswith("MILL")] == ["MILL-2", "MILL-3", "MILL-5"]


def test_task_circles_are_listed_and_in_no_chain(tmp_path: Path) -> None:
    issues = [blocked_by("a", "b"), blocked_by("b", "a"), blocked_by("c", "b")]
    page = seen_of_files(tmp_path, beads(*issues), "/tasks/graph")
    assert "No task waits for another outside of circles." in page.text
    assert "a A, b B" in page.text


def test_critical_chain_of_a_long_chain() -> None:
    waits = {f"t{number:05}": [f"t{number - 1:05}"] for number in range(1, 3_000)} | {"t00000": []}
    assert len(critical_chain(waits, set())) == 3_000


def test_critical_chain_takes_first_of_equal_chains() -> None:
    assert critical_chain({"a": [], "b": [], "d": ["a"], "c": ["b"]}, set()) == ["b", "c"]


def test_task_graph_without_dependencies_says_so() -> None:
    assert "No unfinished task waits for another." in seen("traced-kettle", "/tasks/graph").text


def test_task_pages_escape_titles(tmp_path: Path) -> None:
    files = beads({**blocked_by("a", "b"), "title": "<b onclick=x>"}, {"id": "b", "title": "</ul><script>"})
    for address in ("/tasks", "/tasks/graph"):
        page = seen_of_files(tmp_path, files, address)
        assert "<b onclick=x>" in page.text
        assert page.tags.count("script") == 1
