"""Pages join to the whole answer and fit the bound; a cursor is valid for one question only."""

from base64 import urlsafe_b64encode
from typing import Any

import orjson
import pytest

from queries.errors.query_error import QueryError
from queries.tools.paging import Cursor, Rows, cursor_for, cut, page
from queries.tools.render import BOUND
from tests.queries.asking import all_rows, ask, error, pages
from tests.queries.cases import each
from tests.queries.snapshots import place, snapshot, street, town

START = Cursor("snapshot", "question")


def walked(answer: dict[str, Any], *fields: str, limit: int | None, rows: Any = None) -> list[dict[str, Any]]:
    """All pages of an answer, each of at most BOUND characters."""
    cursor, found = START, []
    while True:
        one = page(answer, *fields, limit=limit, cursor=cursor, rows=rows)
        assert len(orjson.dumps(one)) <= BOUND
        found.append(one)
        if "next_cursor" not in one:
            return found
        cursor = START.decode(one["next_cursor"])


def joined(found: list[dict[str, Any]], field: str) -> Any:
    parts = [one[field] for one in found]
    if isinstance(parts[0], dict):
        return {key: value for part in parts for key, value in part.items()}
    return [row for part in parts for row in part]


def test_page_has_limit_rows_and_counts_all() -> None:
    one = page({"rows": list(range(10))}, "rows", limit=4, cursor=START)
    assert (one["rows"], one["total"]) == ([0, 1, 2, 3], 10)
    assert START.decode(one["next_cursor"]).position == 4


def test_page_at_the_end_has_no_cursor() -> None:
    assert "next_cursor" not in page({"rows": [1, 2]}, "rows", limit=2, cursor=START)
    assert page({"rows": []}, "rows", limit=2, cursor=START) == {"rows": [], "total": 0}


@each("limit", [1, 2, 3, 4, 5, 100, None])
def test_page_treats_several_lists_and_maps_as_one_sequence(limit: int | None) -> None:
    answer: dict[str, Any] = {"name": "x", "a": [1, 2], "b": [], "c": {"k": 3, "l": 4}, "d": [5]}
    found = walked(answer, "a", "b", "c", "d", limit=limit)
    assert {field: joined(found, field) for field in "abcd"} == {field: answer[field] for field in "abcd"}
    assert all(one["total"] == 5 and one["name"] == "x" for one in found)
    assert [list(one)[:5] for one in found] == [["name", "a", "b", "c", "d"]] * len(found)


@each("limit", [1, 2, 3, 7, 100, None])
def test_fields_abreast_progress_in_proportion_and_join_to_the_whole(limit: int | None) -> None:
    answer: dict[str, Any] = {"a": list(range(9)), "b": [], "c": {f"k{number}": number for number in range(3)}}
    cursor, found = START, []
    while True:
        one = page(answer, "a", "b", "c", limit=limit, cursor=cursor, abreast=True)
        found.append(one)
        if "next_cursor" not in one:
            break
        cursor = START.decode(one["next_cursor"])
    assert {field: joined(found, field) for field in "abc"} == answer
    assert all(len(one["a"]) + len(one["c"]) <= (limit or 12) for one in found)
    if limit == 7:
        assert [(len(one["a"]), len(one["c"])) for one in found] == [(5, 2), (4, 1)]


def test_fields_abreast_end_early_at_the_size_bound() -> None:
    answer: dict[str, Any] = {"a": ["x" * 900] * 60, "b": ["y" * 90] * 60}
    one = page(answer, "a", "b", limit=500, cursor=START, abreast=True)
    assert len(orjson.dumps(one)) <= BOUND
    assert abs(len(one["a"]) - len(one["b"])) <= 1 and 30 < len(one["a"]) < 60
    assert one["truncated"] == "size"


def test_single_row_that_is_too_large_is_shortened_abreast() -> None:
    one = page({"a": [["x" * 100_000]], "b": [1]}, "a", "b", limit=5, cursor=START, abreast=True)
    assert len(orjson.dumps(one)) <= BOUND
    assert one["a"] and one["next_cursor"]


def test_page_keeps_a_total_of_the_query() -> None:
    assert page({"total": 99, "rows": [1]}, "rows", limit=5, cursor=START)["total"] == 99


def test_page_converts_only_its_own_rows() -> None:
    made: list[int] = []

    def row(number: int) -> int:
        made.append(number)
        return -number

    assert page({"rows": range(1_000)}, "rows", limit=3, cursor=START, rows={"rows": row})["rows"] == [0, -1, -2]
    assert made == [0, 1, 2]


def test_rows_are_fetched_lazily() -> None:
    fetched: list[tuple[int, int]] = []

    def fetch(start: int, count: int) -> list[int]:
        fetched.append((start, count))
        return list(range(start, start + count))

    rows = Rows(10, fetch)
    assert page({"rows": rows}, "rows", limit=4, cursor=Cursor("snapshot", "question", 8))["rows"] == [8, 9]
    assert fetched == [(8, 2)]
    assert (rows[3], len(rows)) == (3, 10)


@each("width", [100, 3_000, 30_000])
def test_page_ends_early_at_the_size_bound(width: int) -> None:
    rows = [{"number": number, "text": "x" * width} for number in range(3 * BOUND // width + 2)]
    found = walked({"rows": rows}, "rows", limit=None)
    assert joined(found, "rows") == rows
    assert len(found) > 3
    assert found[0]["truncated"] == "size"
    assert "next_cursor" in found[0]["hint"]
    assert "truncated" not in found[-1]


def test_page_shortens_a_single_row_that_is_too_large() -> None:
    rows = [{"id": "a", "text": "x" * 100_000, "list": ["y"] * 10}, {"id": "b", "text": "z"}]
    found = walked({"rows": rows}, "rows", limit=None)
    first, second = joined(found, "rows")
    assert second == rows[1]
    assert first["list"] == ["y"] * 10
    assert first["text"].endswith("characters left out]")
    assert "shortened" in found[0]["hint"]


def test_page_shortens_a_long_list_in_a_row_with_a_note() -> None:
    found = page({"paths": {"far": ["somewhere on the way"] * 10_000}}, "paths", limit=5, cursor=START)
    assert found["paths"]["far"][-1].endswith("more left out]")
    assert len(orjson.dumps(found)) <= BOUND


def test_page_measures_hidden_characters_as_escaped() -> None:
    rows = ["\u202e" * 1_000] * 50
    found = walked({"rows": rows}, "rows", limit=None)
    assert joined(found, "rows") == ["\\u202e" * 1_000] * 50


def test_cut_has_no_cursor() -> None:
    one = cut({"rows": ["x" * 9_000] * 10}, "rows")
    assert (len(one["rows"]), one["total"], one["truncated"]) == (4, 10, "size")
    assert "next_cursor" not in one
    assert "next_cursor" not in one["hint"]


def test_cursor_round_trips() -> None:
    one = Cursor("snapshot", "question", 7)
    assert START.decode(str(one)) == one
    assert str(one).replace("-", "").replace("_", "").isalnum()


def written(value: Any) -> str:
    return urlsafe_b64encode(orjson.dumps(value)).decode()


@each(
    "cursor, why",
    [
        ("nonsense", "malformed"),
        ("é", "malformed"),
        ("====", "malformed"),
        (written(3), "malformed"),
        (written({"a": 1, "b": 2, "c": 3}), "malformed"),
        (written(["snapshot", "question", "7"]), "malformed"),
        (written(["snapshot", "question", True]), "malformed"),
        (written(["snapshot", "question", -1]), "malformed"),
        (written(["other", "question", 7]), "another snapshot"),
        (written(["snapshot", "other", 7]), "another question"),
    ],
)
def test_cursor_of_another_question_is_an_error(cursor: str, why: str) -> None:
    with pytest.raises(QueryError) as raised:
        START.decode(cursor)
    assert why in raised.value.error
    assert raised.value.code == "invalid_argument"
    assert "without cursor" in raised.value.fields["hint"]


def test_cursor_after_the_end_is_an_error() -> None:
    with pytest.raises(QueryError, match="behind the end"):
        page({"rows": [1]}, "rows", limit=1, cursor=Cursor("snapshot", "question", 2))


def test_cursor_allows_another_limit_but_no_other_change() -> None:
    first = cursor_for("snapshot", "search", {"query": "x", "limit": 5, "cursor": None})
    assert cursor_for("snapshot", "search", {"query": "x", "limit": 9, "cursor": str(first)}) == first
    for other in ({"query": "y"}, {"query": "x", "kinds": []}):
        with pytest.raises(QueryError):
            cursor_for("snapshot", "search", {**other, "cursor": str(first)})
    with pytest.raises(QueryError):
        cursor_for("snapshot", "list_objects", {"query": "x", "cursor": str(first)})


def test_cursor_continues_after_the_previous_page() -> None:
    made = street(130)
    listed = all_rows(made, "list_objects", "objects", kind="place")
    assert [row["id"] for row in listed] == [f"house-{number:04}" for number in range(130)]
    sizes = [len(one["objects"]) for one in pages(made, "list_objects", kind="place")]
    assert sizes == [50, 50, 30]


def test_cursor_is_valid_without_repeated_defaults() -> None:
    made = street(60)
    first = ask(made, "search", query="house", field="all", regex=False, limit=5)
    assert len(ask(made, "search", query="house", limit=5, cursor=first["next_cursor"])["results"]) == 5


def test_cursor_of_another_snapshot_is_an_error() -> None:
    first = ask(street(60), "list_objects", kind="place")
    stale = error(
        snapshot(*map(place, "abcdef"), id="f" * 64), "list_objects", kind="place", cursor=first["next_cursor"]
    )
    assert stale["code"] == "invalid_argument"
    assert "another snapshot" in stale["error"]


def test_cursor_may_be_empty() -> None:
    assert ask(town(), "get_diagnostics", cursor="") == ask(town(), "get_diagnostics")
