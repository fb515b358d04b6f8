"""A cut of a large world never looks whole: every page has rows of each list, and a hint says how to get the rest."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.queries.asking import ask
from tests.queries.cases import each

ROOMS = 600


def _world(rooms: int) -> str:
    """A line of rooms with exits both ways, each with a section of dialogue."""
    lines = ["---", "world: large", "start: @room_000", "---", ""]
    for number in range(rooms):
        lines += [f"# Room {number:03}", "", f"What is in room {number:03}.", ""]
        lines += [f"-> north: Room {number + 1:03}"] if number + 1 < rooms else []
        lines += [f"-> south: Room {number - 1:03}"] if number else []
        lines += [
            "",
            f"== talk_{number:03}",
            "",
            f"* Go on with {number:03}",
            f"  -> talk_{(number + 1) % rooms:03}",
            "",
        ]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def large() -> Snapshot:
    with TemporaryDirectory() as folder:
        Path(folder, "large.urd.md").write_text(_world(ROOMS), encoding="utf-8")
        return compile_source(Path(folder))


QUESTIONS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("get_exit_graph", {}, ("nodes", "edges")),
    ("get_dialogue_graph", {}, ("sections", "jumps", "choices")),
    ("get_reachable_locations", {"from": "room-000"}, ("reachable", "paths")),
]


@each("tool, arguments, lists", QUESTIONS)
@each("limit", [{}, {"limit": 100}])
def test_every_page_has_rows_of_each_list_and_a_hint(
    large: Snapshot, tool: str, arguments: dict[str, Any], lists: tuple[str, ...], limit: dict[str, int]
) -> None:
    first = ask(large, tool, **arguments, **limit)
    assert all(first[name] for name in lists)
    assert first["total"] > sum(len(first[name]) for name in lists)
    assert "next_cursor" in first["hint"] and "Each page has rows of" in first["hint"]
    second = ask(large, tool, **arguments, **limit, cursor=first["next_cursor"])
    assert all(second[name] for name in lists)


@each("tool, arguments, lists", QUESTIONS)
def test_pages_join_to_the_whole(large: Snapshot, tool: str, arguments: dict[str, Any], lists: tuple[str, ...]) -> None:
    page = ask(large, tool, **arguments)
    counts = dict.fromkeys(lists, 0)
    total = page["total"]
    while True:
        counts = {name: counts[name] + len(page[name]) for name in lists}
        if "next_cursor" not in page:
            break
        page = ask(large, tool, **arguments, cursor=page["next_cursor"])
    assert sum(counts.values()) == total
    assert counts[lists[0]] == ROOMS


def test_whole_map_of_600_rooms_fits_in_compact_rows(large: Snapshot) -> None:
    found = ask(large, "get_exit_graph", format="table", fields=["from", "to"])
    assert "next_cursor" not in found
    assert (len(found["nodes"]), len(found["edges"]["rows"])) == (ROOMS, 2 * ROOMS - 2)


def test_whole_reachability_of_600_rooms_fits_with_the_previous_location(large: Snapshot) -> None:
    found = ask(large, "get_reachable_locations", **{"from": "room-000"}, paths="previous")
    assert "next_cursor" not in found and "paths" not in found
    assert len(found["reachable"]) == ROOMS
    assert found["previous"]["room-002"] == "room-001"
