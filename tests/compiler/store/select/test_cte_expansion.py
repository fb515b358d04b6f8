"""How many copies of common table expressions compiling a statement makes."""

from itertools import product
from time import process_time

import pytest

from compiler.store.select.bounds import MAX_COPIES
from compiler.store.select.cte_expansion import copies
from compiler.store.select.errors import SelectError
from tests.compiler.store.select.small_relations import guarded
from tests.compiler.tables import table

DOUBLED = (
    "FROM {0} x, {0} y",
    "FROM {0} JOIN {0} y ON 1",
    "WHERE EXISTS (SELECT 1 FROM {0}) AND EXISTS (SELECT 1 FROM {0})",
)


def doubling(count: int, twice: str, spelt: str = "{}", defined: str = "{}") -> str:
    """A statement whose expressions each name the one before twice."""
    first = f"{defined.format('a0')} AS (SELECT 1 AS id)"
    others = (
        f"{defined.format(f'a{n}')} (id) AS (SELECT 1 {twice.format(spelt.format(f'a{n - 1}'))})"
        for n in range(1, count)
    )
    return f"WITH {', '.join([first, *others])} SELECT count(*) FROM a{count - 1}"


@table(("spelt", "twice"), product(["{}", '"{}"', "[{}]", "`{}`", "/* x */{}--\n"], DOUBLED))
def test_copies_of_doubling_expressions_are_refused_at_once(twice: str, spelt: str) -> None:
    """Compiling these would take longer than the age of the universe."""
    sql = doubling(100, twice, spelt)
    assert copies(sql, MAX_COPIES) > MAX_COPIES
    with pytest.raises(SelectError) as raised:
        guarded().select(sql)
    assert raised.value.bound == "copies"


@table(
    "sql",
    [
        "SELECT 1",
        "SELECT CAST(1 AS TEXT) AS a, sum(1) OVER w FROM task WINDOW w AS (ORDER BY id)",
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 3) SELECT count(*) FROM t a, t b",
        "WITH a AS NOT MATERIALIZED (SELECT id FROM task), b AS MATERIALIZED (SELECT * FROM a) SELECT * FROM b",
        "WITH a AS (SELECT ')' AS x, '(' AS y) SELECT x, y FROM a",
        doubling(5, DOUBLED[0]),
    ],
)
def test_copies_of_ordinary_statements_are_few(sql: str) -> None:
    assert copies(sql, MAX_COPIES) < 200
    assert guarded().select(sql).total > 0


def test_copies_count_a_recursive_expression_once_and_those_inside_others() -> None:
    assert copies("WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM b", 100) == 2 + 4
    assert copies("SELECT * FROM (WITH a AS (SELECT * FROM a) SELECT * FROM a)", 100) == 3 * 2


@table(("defined", "spelt"), [('"a""{}"', '[a"{}]'), ("`a``{}`", '"a`{}"')])
def test_copies_see_a_name_through_other_quotes(defined: str, spelt: str) -> None:
    assert copies(doubling(100, DOUBLED[0], spelt, defined), MAX_COPIES) > MAX_COPIES


def test_copies_of_a_name_that_is_defined_twice_are_refused() -> None:
    """Each of the same name inside another doubles the copies, and the scopes are not looked at."""
    sql = "SELECT 1"
    for _ in range(12):
        sql = f"WITH t AS ({sql}) SELECT 1 FROM t x, t y, t z"
    with pytest.raises(SelectError, match="copies"):
        guarded().select(sql)
    assert copies("WITH a AS (SELECT 1) SELECT 1 UNION SELECT * FROM (WITH a AS (SELECT 2) SELECT * FROM a)", 9) > 9


def test_copies_are_counted_in_time_in_proportion_to_the_statement() -> None:
    """A sign that something begins with, and nothing ends, is read once."""
    for sign in ["[", "'", '"', "`", "/*", "(", "'a''", "a as (select ", '"[', "--[\n"]:
        taken = []
        for count in (50_000, 200_000):
            started = process_time()
            copies(f"WITH {sign * (count // len(sign))}", MAX_COPIES)
            taken.append(process_time() - started)
        assert taken[1] < max(0.05, 9 * taken[0]), sign


def test_copies_do_not_count_windows() -> None:
    window = "SELECT sum(1) OVER w FROM task WINDOW w AS (ORDER BY id)"
    assert copies(f"{window} UNION ALL {window}", 9) == 0


def test_copies_of_very_many_expressions_are_refused() -> None:
    listed = ", ".join(f"a{n} AS (SELECT * FROM a{n + 1})" for n in range(500))
    sql = f"WITH {listed}, a500 AS (SELECT 1) SELECT * FROM a0"
    assert copies(sql, MAX_COPIES) > MAX_COPIES
