"""What the table of allowed functions says of their costs is measured: the time of a call grows at most in proportion.

A call that takes little time over long arguments is not quadratic in their length. Only others are measured again over
shorter ones.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from time import thread_time
from typing import Any

from compiler.store.select.check import ROW_SOURCES
from compiler.store.select.errors import SelectError
from compiler.store.select.functions_allowed import FUNCTIONS, Cost
from compiler.store.select.guarded_select import GuardedSelect
from tests.closing import closed_later
from tests.compiler.store.select.small_relations import database, guarded

LONG = 100_000  # characters
LITTLE = 0.02  # seconds: where a quadratic function takes ten times as long
MAX_GROWTH = 9.0  # of the time over four times the size, which is 4 in proportion and 16 for its square
ARITIES = (1, 2, 3)  # of functions of any number of arguments
OPERATORS = ("->", "->>")

Measured = Callable[[int], float]  # the seconds over a size
Arguments = Callable[[Any], list[Any]]  # the arguments of a call that are made of a value


def of_cost(cost: Cost) -> list[str]:
    return sorted(name for name, its in FUNCTIONS.items() if its == cost)


def values(size: int) -> Mapping[str, Any]:
    """Values of every type, about so many bytes long."""
    return {
        "text": "a" * size,
        "digits": "1" * size,
        "blanks": " " * size,
        "NUL": f"{'a' * (size // 2)}\0{'a' * (size // 2)}",
        "BLOB": b"a" * size,
        "JSON array": f"[{'1,' * (size // 2)}1]",
        "JSON object": "{" + ",".join(f'"k{number}":1' for number in range(size // 9)) + "}",
        "nested JSON": "[" * min(size, 900) + "]" * min(size, 900) + " " * size,
        "JSON path": f"${'.a' * (size // 2)}",
        "template": "%d" * (size // 2),
        "quotes": "'" * size,
        "letters": "É" * size,
        "integer": 2**63 - size,
        "NULL": None,
    }


def seconds(select: GuardedSelect, sql: str, parameters: Any = ()) -> float:
    """The processor time of a statement, whether it is answered or refused."""
    started = thread_time()
    with suppress(SelectError):
        select.select(sql, parameters)
    return thread_time() - started


def is_in_proportion(measured: Measured, size: int = LONG) -> bool:
    """Whether time over a size is little, or at most in proportion to that over a quarter of it. A busy machine may
    spoil a measure, so the least of three is taken."""
    if measured(size) < LITTLE:
        return True
    least = [min(measured(part) for _ in range(3)) for part in (size // 4, size)]
    return least[1] < LITTLE or least[1] < MAX_GROWTH * least[0]


def calls(name: str) -> Iterator[tuple[str, Arguments]]:
    """Each way to call a function with long arguments: the statement, and what makes its parameters."""
    arities = (2,) if name in OPERATORS else {count for count in _declared(name) if count > 0} or ARITIES
    for count in sorted(arities):
        sql = f"SELECT ? {name} ?" if name in OPERATORS else f"SELECT {name}({', '.join('?' * count)})"
        for place in range(count):
            yield sql, partial(_one_long, count, place)
        if count > 1:
            yield sql, partial(_all_long, count)


def _one_long(count: int, place: int, value: Any) -> list[Any]:
    return [value if position == place else "$.k5" for position in range(count)]


def _all_long(count: int, value: Any) -> list[Any]:
    """The same value, and a long beginning of it that ends otherwise: the worst to look for."""
    other = value
    if isinstance(value, str | bytes):
        end = "b" if isinstance(value, str) else b"b"
        other = value[: len(value) // 2] + end  # type: ignore[operator]
    return [value, *[other] * (count - 1)]


def _declared(name: str) -> set[int]:
    """The numbers of arguments that SQLite knows of a function; Frieze's own are of any."""
    with closed_later(sqlite3.connect(":memory:")) as plain:
        return {count for (count,) in plain.execute("SELECT narg FROM pragma_function_list WHERE name = ?", (name,))}


def test_functions_of_arguments_take_time_in_proportion_to_these() -> None:
    select, by_size = guarded(), {size: values(size) for size in (LONG // 4, LONG)}
    slow = []
    for name in of_cost("arguments"):
        for sql, arguments in calls(name):
            for kind in by_size[LONG]:

                def measured(size: int, sql: str = sql, kind: str = kind, arguments: Arguments = arguments) -> float:
                    return seconds(select, sql, arguments(by_size[size][kind]))

                if not is_in_proportion(measured):
                    slow.append((sql, kind))
    assert slow == []


def test_measure_tells_a_function_that_is_not_in_proportion() -> None:
    """SQLite's own `instr`, which is replaced, is not."""
    plain = closed_later(sqlite3.connect(":memory:"))

    def measured(size: int) -> float:
        started = thread_time()
        plain.execute("SELECT instr(?, ?)", ("a" * size, "a" * (size // 2) + "b")).fetchall()
        return thread_time() - started

    assert not is_in_proportion(measured, 150_000)


def test_functions_of_rows_take_time_in_proportion_to_these() -> None:
    select = guarded()
    extra = {"nth_value": ", 3", "ntile": "", "json_group_object": ", n", "string_agg": ", ','"}
    nothing = {"cume_dist", "dense_rank", "percent_rank", "rank", "row_number"}
    windows = {*nothing, "first_value", "lag", "last_value", "lead", "nth_value", "ntile"}
    slow = []
    for name in of_cost("row"):
        for value in ("n", "printf('%05d', n)", "CAST(n AS BLOB)", "NULL", "n || char(0)"):
            call = f"{name}({'' if name in nothing else value + extra.get(name, '')})"
            over = " OVER (ORDER BY n)" if name in windows else ""

            def measured(size: int, call: str = call, over: str = over) -> float:
                rows = f"WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT {size})"
                return seconds(select, f"{rows} SELECT count(*) FROM (SELECT {call}{over} FROM t)")

            if not is_in_proportion(measured, 4_000):
                slow.append(call)
    assert slow == []


def test_rows_of_json_take_time_in_proportion_to_it() -> None:
    select = guarded()
    columns = "count(key), count(value), count(type), count(atom), count(fullkey), count(path)"
    slow = []
    for source in sorted(ROW_SOURCES):
        for kind in ("JSON array", "JSON object"):

            def measured(size: int, source: str = source, kind: str = kind) -> float:
                return seconds(select, f"SELECT {columns} FROM {source}(?)", (values(size)[kind],))

            if not is_in_proportion(measured):
                slow.append((source, kind))
    assert slow == []


def test_words_take_time_in_proportion_to_texts() -> None:
    def measured(size: int) -> float:
        made = database()
        made.execute("UPDATE search_index SET title = ?", ("a " * (size // 2),))
        select = guarded(made)
        return seconds(select, "SELECT sum(rank) FROM search WHERE search MATCH 'a + a'")

    assert is_in_proportion(measured)


def chain(length: int) -> GuardedSelect:
    """A diagram and links that lead from one object to the next."""
    made = database()
    between = [(f"n{place}", f"n{place + 1}") for place in range(length)]
    made.executemany("INSERT INTO fact_node VALUES ('chain', ?, '')", [(f"n{place}",) for place in range(length + 1)])
    made.executemany("INSERT INTO fact_edge VALUES ('chain', '', ?, ?)", between)
    made.executemany("INSERT INTO object_row VALUES (?, 'node', ?, '')", [(name, name) for name, _ in between])
    made.executemany("INSERT INTO link_row VALUES (?, 'implements', ?, 0, '', 1)", between)
    made.execute("CREATE INDEX by_target ON link_row (target)")
    made.execute("CREATE INDEX by_source ON link_row (source)")
    made.execute("CREATE INDEX by_ref ON object_row (ref)")
    return guarded(made)


def test_walks_take_steps_in_proportion_to_links() -> None:
    calls_of_walks = {
        "dependents": "dependents('n{last}')",
        "dependencies": "dependencies('n0')",
        "reachable": "reachable('chain', 'n0', 'forward')",
        "loop": "loop('chain', 'n0')",
    }
    assert [*calls_of_walks] == sorted(of_cost("links"), key=[*calls_of_walks].index)
    short, long = chain(200), chain(800)
    for call in calls_of_walks.values():
        steps = [
            select.select(f"SELECT {call.format(last=last)}").steps for select, last in ((short, 199), (long, 799))
        ]
        assert 3 * steps[0] < steps[1] < 5 * steps[0], call


def test_every_allowed_function_has_a_cost_that_is_measured() -> None:
    assert {*FUNCTIONS.values()} == {"arguments", "row", "words", "links"}
    assert of_cost("words") == ["bm25", "match"]
