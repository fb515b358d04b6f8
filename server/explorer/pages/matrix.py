"""The traceability matrix: each requirement with its tests, code, tasks and decisions, as a page and as CSV."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json, grouped, select, select_all

ROWS = 100  # in one page
MAX_IN_CELL = 8
MAX_IN_CSV_CELL = 200
MAX_CSV_ROWS = 20_000
MAX_CITATIONS = 50_000  # of the requirements of one page
CITING = ("test", "code", "task", "decision")

SQL = """
WITH failing AS (
  SELECT requirement, count(DISTINCT test) AS failing FROM test_reference
  WHERE outcome IN ('failed', 'error') GROUP BY requirement
), counted AS (
  SELECT requirement, sum(is_counted) AS assertions, sum(is_counted AND is_tested) AS tested,
    sum(is_counted AND is_implemented) AS implemented FROM assertion GROUP BY requirement
)
SELECT requirement.id, requirement.ref, requirement.title, requirement.level, requirement.status,
  requirement.expects_implementation AS is_expected, requirement.file, requirement.line,
  coalesce(counted.assertions, 0) AS assertions, coalesce(counted.tested, 0) AS tested,
  coalesce(counted.implemented, 0) AS implemented, coalesce(failing.failing, 0) AS failing
FROM requirement LEFT JOIN counted ON counted.requirement = requirement.id
LEFT JOIN failing ON failing.requirement = requirement.id
WHERE (:level = '' OR requirement.level = :level) AND (:status = '' OR requirement.status = :status)
  AND (NOT :gaps OR coalesce(failing.failing, 0) OR (requirement.expects_implementation
    AND (coalesce(counted.assertions, 0) = 0 OR counted.tested < counted.assertions
      OR counted.implemented < counted.assertions)))
ORDER BY requirement.level, requirement.id
"""
PARTS = """
SELECT ref, id AS requirement FROM requirement WHERE id IN (SELECT value FROM json_each(:ids))
UNION ALL SELECT ref, requirement FROM assertion WHERE requirement IN (SELECT value FROM json_each(:ids))
"""
CITED = """
WITH part (ref, requirement) AS (SELECT CAST(key AS TEXT), value FROM json_each(:owners)),
cited (requirement, kind, ref, id, title, file, line) AS (
  SELECT part.requirement, object.kind, object.ref, object.id, object.title, object.file, object.line
  FROM part CROSS JOIN link ON link.target = CAST(part.ref AS TEXT)
  CROSS JOIN object ON object.ref = link.source WHERE object.kind IN ('test', 'code', 'task', 'decision')
  UNION SELECT part.requirement, object.kind, object.ref, object.id, object.title, object.file, object.line
  FROM part CROSS JOIN link ON link.source = CAST(part.ref AS TEXT)
  CROSS JOIN object ON object.ref = link.target WHERE object.kind IN ('task', 'decision')
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY requirement, kind ORDER BY file, line, ref) AS place,
    count(*) OVER (PARTITION BY requirement, kind) AS total FROM cited
)
SELECT requirement, kind, ref, id, title, file, line, total FROM placed WHERE place <= :in_cell
ORDER BY requirement, kind, place
"""
STATES = """
SELECT requirement || ' ' || test AS name, min(outcome) AS state FROM test_reference
WHERE requirement IN (SELECT value FROM json_each(:ids)) AND test IN (SELECT value FROM json_each(:tests))
GROUP BY requirement, test
UNION ALL SELECT ref, status FROM task WHERE ref IN (SELECT value FROM json_each(:refs))
UNION ALL SELECT ref, CASE WHEN is_superseded THEN 'superseded' ELSE status END FROM decision
WHERE ref IN (SELECT value FROM json_each(:refs))
"""
CHOICES = """
SELECT 'level' AS field, level AS value, count(*) AS requirements FROM requirement GROUP BY level
UNION ALL SELECT 'status', status, count(*) FROM requirement GROUP BY status ORDER BY 1, 2
"""
COLUMNS = (
    ("requirement", "id"),
    ("title", "title"),
    ("level", "level"),
    ("status", "status"),
    ("assertions", "assertions"),
    ("tested", "tested"),
    ("implemented", "implemented"),
    ("gaps", "gaps"),
)


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page, filtered by `level` and `status`; with `gaps`, only requirements with gaps."""
    filters = _filters(parameters)
    found = select(ask, SQL, limit=ROWS, cursor=parameters.get("cursor", ""), **filters)
    return {
        "filters": filters,
        "rows": _with_citations(ask, found.rows, MAX_IN_CELL),
        "found": found,
        "choices": grouped(select_all(ask, CHOICES, 200).rows, "field"),
        "citing": CITING,
    }


def csv_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the matrix as CSV, all pages of it, with the filters of the page."""
    found = select_all(ask, SQL, MAX_CSV_ROWS, **_filters(parameters))
    out = io.StringIO()
    write = csv.writer(out).writerow
    write([*(title for title, _ in COLUMNS), "tests", "code", "tasks", "decisions", "file", "line"])
    for row in _with_citations(ask, found.rows, MAX_IN_CSV_CELL):
        cited = [_cell(row["cited"][kind]) for kind in CITING]
        own = [_csv_text(row, key) for _, key in COLUMNS]
        write([_inert(value) for value in (*own, *cited, row["file"], row["line"])])
    if found.left_out:
        write([f"{found.left_out} more requirements are left out: filter by level or status."])
    return {"csv": Markup(out.getvalue())}  # no HTML: as a text of CSV it is not escaped


def _filters(parameters: Mapping[str, str]) -> Json:
    return {
        "level": parameters.get("level", ""),
        "status": parameters.get("status", ""),
        "gaps": int(bool(parameters.get("gaps"))),
    }


def _with_citations(ask: Ask, rows: list[Json], most: int) -> list[Json]:
    """The rows with their gaps in words, and what cites each requirement, by kind, in `cited`."""
    cited: dict[str, list[Json]] = {}
    for start in range(0, len(rows), ROWS):
        cited |= _citations(ask, [row["id"] for row in rows[start : start + ROWS]], most)
    return [
        {**row, "gaps": gaps(row), "cited": dict.fromkeys(CITING, ()) | grouped(cited.get(row["id"], ()), "kind")}
        for row in rows
    ]


def _citations(ask: Ask, ids: list[str], most: int) -> dict[str, list[Json]]:
    """What cites each of the requirements or one of its assertions: the first `most` of each kind, each with its state
    and with how many there are in all."""
    owners = {row["ref"]: row["requirement"] for row in select_all(ask, PARTS, MAX_CITATIONS, ids=ids).rows}
    found = select_all(ask, CITED, MAX_CITATIONS, owners=owners, in_cell=most).rows
    named = sorted({citing["ref"] for citing in found if citing["kind"] in ("task", "decision")})
    tests = sorted({citing["id"] for citing in found if citing["kind"] == "test"})
    asked = {"ids": ids, "tests": tests, "refs": named}
    states = {row["name"]: row["state"] for row in select_all(ask, STATES, MAX_CITATIONS, **asked).rows}

    def state(citing: Json) -> str | None:
        return states.get(f"{citing['requirement']} {citing['id']}" if citing["kind"] == "test" else citing["ref"])

    return grouped(({**citing, "state": state(citing)} for citing in found), "requirement")


def gaps(row: Json) -> list[str]:
    """Return what a requirement lacks, in words."""
    found = [f"{row['failing']} failing test{'s' * (row['failing'] > 1)}"] if row["failing"] else []
    if not row["is_expected"]:
        return found
    if not row["assertions"]:
        return [*found, "nothing to verify"]
    lacking = {"untested": row["assertions"] - row["tested"], "unimplemented": row["assertions"] - row["implemented"]}
    return [*found, *(f"{count} of {row['assertions']} {what}" for what, count in lacking.items() if count)]


def _csv_text(row: Json, key: str) -> Any:
    return "; ".join(row[key]) if key == "gaps" else row[key]


def _cell(ones: Sequence[Json]) -> str:
    left_out = ones[0]["total"] - len(ones) if ones else 0
    return "; ".join([*map(_cell_text, ones), *([f"and {left_out} more"] if left_out else [])])


def _cell_text(cell: Json) -> str:
    name = f"{cell['file']}:{cell['line']}" if cell["kind"] == "code" else cell["id"]
    return f"{name} ({cell['state']})" if cell["state"] else str(name)


def _inert(value: Any) -> Any:
    """The value, so that no spreadsheet takes a text for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


MATRIX = Page("matrix", "/requirements/matrix", "Matrix", view, pack="requirements")
MATRIX_CSV = Page("matrix_csv", "/requirements/matrix.csv", "", csv_view, media="text/csv")
