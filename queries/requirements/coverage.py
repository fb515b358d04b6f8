"""Which tests cover which assertions, read from the coverage that linking computed.

A test covers an assertion when it names the assertion or the whole requirement. Every answer tells the two apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import orjson

from compiler.languages.requirements.facts import Assertion, Reference, RequirementCoverage, Test, TestResult
from compiler.store.snapshot import Snapshot
from queries.requirements.nodes import (
    COVERAGE_PCT,
    LIMIT,
    REQ_ID,
    coverage_of,
    location,
    named_requirement,
    nodes_of,
    percent,
    project_of,
)
from queries.tools.not_understood import COVERAGE
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.schemas import boolean, integer, mapping, number, objects, string, strings
from queries.tools.tool import tool

RESULT = {
    "id": string("Its id."),
    "status": string("passed, failed, error or skipped."),
}


@tool(
    title="Test coverage",
    pack="requirements",
    parameters=(REQ_ID, LIMIT, CURSOR),
    result={
        "req_id": string("The requirement."),
        "title": string("Its title."),
        "total_assertions": integer("How many assertions count: all but retired ones."),
        "covered_count": integer("How many assertions a test covers."),
        "coverage_pct": COVERAGE_PCT,
        "implemented_count": integer("How many assertions code or a requirement implements."),
        "test_nodes": objects(
            "The tests that cite it, by file and line.",
            id=string("path::Class::function."),
            label=string("Its name."),
            file=string("Its file."),
            line=integer("Its first line."),
            outcome=string("The worst status of its results; absent without results."),
            assertion_targets=strings("The labels that it names; empty when it names the whole requirement."),
            results=objects("Its results.", **RESULT),
            source=string("Where it stands: path:line."),
        ),
        "result_nodes": objects(
            "The results of these tests.",
            **RESULT,
            test_id=string("The id of the test."),
            name=string("Its name in the results file."),
            duration=number("Seconds."),
            message=string("The message of the failure or error, at most 200 characters."),
            source=string("Where it stands: path:line."),
        ),
        "covered_assertions": strings("The ids of the assertions that a test covers."),
        "uncovered_assertions": strings("The ids of the others. Retired assertions are in neither list."),
        "by_name": strings("The covered assertions that a test names."),
        "whole_requirement": strings("The assertions that a test of the whole requirement covers."),
        "passing_assertions": strings("The assertions with a test that passed."),
        "failing_assertions": strings("The assertions with a test that failed or ended in an error."),
    },
    looks_like=COVERAGE,
)
def get_test_coverage(snapshot: Snapshot, *, req_id: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """How a requirement is tested: tests, results, covered and uncovered assertions.

    An assertion is covered when a test names it (by_name) or its whole requirement (whole_requirement). To be strict,
    count by_name only.
    """
    node = named_requirement(snapshot, req_id)
    covered = coverage_of(snapshot, node.id)
    ids = _ids_by_label(snapshot, node.id)
    tests = tests_of(snapshot, covered)
    labels = labels_by_test(snapshot.facts(Reference, requirement=node.id, source_kind="test"))
    answer = {
        "req_id": node.id,
        "title": node.title,
        "total_assertions": covered.total,
        "covered_count": covered.tested_count,
        "coverage_pct": percent(covered.tested_count, covered.total),
        "implemented_count": len(covered.implemented),
        "test_nodes": tests,
        "result_nodes": [result for test in tests for result in snapshot.facts(TestResult, test=test.id)],
        "covered_assertions": [ids[label] for label in covered.tested],
        "uncovered_assertions": [ids[label] for label in covered.untested],
        "by_name": [ids[label] for label in covered.tested_by_name],
        "whole_requirement": [ids[label] for label in covered.tested_by_whole],
        "passing_assertions": [ids[label] for label in covered.passing],
        "failing_assertions": [ids[label] for label in covered.failing],
    }
    if not tests and not covered.tested:
        citing = snapshot.facts(Reference, requirement=node.id, source_kind="code")
        count = sum(reference.edge_kind == "verifies" for reference in citing)
        answer["hint"] = (
            f"No function of a test that is known cites it, but code says in {count} places that it verifies it."
            if count
            else "No test cites it. suggest_links proposes requirements for tests that cite nothing."
        )
    lists = [name for name, value in answer.items() if isinstance(value, list)]
    rows = {
        "test_nodes": lambda test: test_row(snapshot, test, labels.get(test.id, [])),
        "result_nodes": _result,
    }
    return page(answer, *lists, limit=limit, cursor=cursor, rows=rows)


def tests_of(snapshot: Snapshot, covered: RequirementCoverage) -> list[Test]:
    """The tests that cite a requirement, by file and line."""
    return [test for name in covered.tests for test in snapshot.facts(Test, test=name)]


def _ids_by_label(snapshot: Snapshot, requirement: str) -> dict[str, str]:
    """The ids of the assertions by label; of two with one label, the first."""
    # Reversed, since the last entry of a dict wins.
    return {assertion.label: assertion.id for assertion in reversed(snapshot.facts(Assertion, requirement=requirement))}


def labels_by_test(references: Iterable[Reference]) -> dict[str, list[str]]:
    """The labels that each test names, by test id."""
    found: dict[str, list[str]] = {}
    for reference in references:
        found.setdefault(reference.source, []).extend([reference.label] if reference.label else [])
    return found


def test_row(snapshot: Snapshot, test: Test, labels: Sequence[str]) -> dict[str, Any]:
    """A test as an item of a list."""
    results = snapshot.facts(TestResult, test=test.id)
    return {
        "id": test.id,
        "label": test.title,
        "name": test.function,
        "file": test.path,
        "line": test.span.start_line,
        **({"outcome": test.outcome} if test.outcome else {}),
        "assertion_targets": list(dict.fromkeys(labels)),
        "results": [{"id": result.id, "status": result.status} for result in results],
        "source": location(test),
    }


def _result(result: TestResult) -> dict[str, Any]:
    shown = {"id": result.id, "status": result.status, "test_id": result.test, "name": result.name}
    message = {"message": result.message} if result.message else {}
    return {**shown, "duration": result.duration, **message, "source": location(result)}


ASSERTION = {
    "id": string("Its id."),
    "label": string("Its label."),
    "text": string("Its text."),
    "parent_id": string("The id of its requirement."),
    "parent_title": string("The title of its requirement."),
    "retired": boolean("True when it is retired, so that nothing should cite it; else absent."),
    "source": string("Where it stands: path:line."),
}


class Gap(NamedTuple):
    """The id of an assertion that no test covers."""

    assertion: str
    is_implemented: bool


GAPS_OF = replace(
    REQ_ID,
    required=False,
    description="The id or ref of a requirement; without it, all requirements.",
    brief="Default: all requirements.",
)


@tool(
    title="Uncovered assertions",
    pack="requirements",
    parameters=(
        GAPS_OF,
        limit_of(100),
        CURSOR,
    ),
    result={
        "req_id": string("The requirement; absent without the argument."),
        "assertions": objects(
            "By the id of the requirement, then in the order of the file.",
            **ASSERTION,
            implemented=boolean("Whether code or a requirement implements it."),
        ),
        "covered": mapping(
            "How many assertions are covered, for comparison.",
            by_name=integer("A test names the assertion."),
            whole_requirement_only=integer("Only a test of the whole requirement covers it."),
        ),
    },
    looks_like=COVERAGE,
)
def get_uncovered_assertions(snapshot: Snapshot, *, req_id: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Assertions that no test covers, of one requirement or all, and whether code implements them.

    Assertions that are implemented but not tested are the most urgent. Retired assertions are left out. An assertion
    that only a test of its whole requirement covers counts as covered; `covered` says how many there are. 100 per page.
    """
    answer: dict[str, Any] = {}
    if req_id is not None:
        answer["req_id"] = named_requirement(snapshot, req_id).id
    answer |= {"assertions": gaps(snapshot, req_id), "covered": _covered(snapshot, answer.get("req_id"))}
    if not answer["assertions"]:
        answer["hint"] = "Nothing is uncovered: every assertion has a test, or there is none."
    return page(
        answer, "assertions", limit=limit, cursor=cursor, rows={"assertions": lambda gap: gap_row(snapshot, gap)}
    )


# Of prompts too: what they seem to state is no requirement.
OF_PROJECT = "file NOT IN (SELECT path FROM fact_example_file)"


def gaps(snapshot: Snapshot, req_id: str | None) -> list[Gap]:
    """The assertions without a test, of one requirement or of the whole project, without examples."""
    if req_id is None:
        project_of(snapshot)
        # Kept, so that each page need not read all assertions again.
        where = f" WHERE project = '' AND {OF_PROJECT}"
        return snapshot.memoize("queries.requirements.gaps", lambda snapshot: _gaps(snapshot, where, ()))
    return _gaps(snapshot, " WHERE requirement = ?", (named_requirement(snapshot, req_id).id,))


def _gaps(snapshot: Snapshot, condition: str, values: tuple[str, ...]) -> list[Gap]:
    """The gaps of the requirements that meet an SQL condition, by requirement id, then in the order of the labels."""
    named = condition if values else ""  # only a requirement is a condition on assertions too
    sql = f"SELECT requirement, label, assertion FROM fact_assertion{named} ORDER BY rowid DESC"
    ids = {
        (requirement, label): covered for requirement, label, covered in snapshot.rows(sql, values)
    }  # the first of two with one label
    gaps_found: list[Gap] = []
    sql = f"SELECT requirement, untested, implemented FROM fact_requirement_coverage{condition}"
    for requirement, untested, implemented in sorted(snapshot.rows(sql, values), key=lambda row: row[0].encode()):
        implemented_labels = set(orjson.loads(implemented))
        gaps_found += [Gap(ids[requirement, label], label in implemented_labels) for label in orjson.loads(untested)]
    return gaps_found


def gap_row(snapshot: Snapshot, gap: Gap) -> dict[str, Any]:
    """An uncovered assertion as an item of a list."""
    one = snapshot.facts(Assertion, assertion=gap.assertion)[0]
    return {**assertion_row(snapshot, one), "implemented": gap.is_implemented}


def assertion_row(snapshot: Snapshot, assertion: Assertion) -> dict[str, Any]:
    """An assertion with its requirement, as an item of a list."""
    return {
        "id": assertion.id,
        "label": assertion.label,
        "text": assertion.text,
        "parent_id": assertion.requirement,
        "parent_title": nodes_of(snapshot)[assertion.requirement].title,
        **({"retired": True} if assertion.is_retired else {}),
        "source": location(assertion),
    }


def assertion_rows(snapshot: Snapshot, rows: Sequence[int]) -> list[dict[str, Any]]:
    """The assertions with these row numbers as items of a list, read by one query."""
    columns = "rowid, assertion, label, text, requirement, is_retired, file, start_line"
    sql = f"SELECT {columns} FROM fact_assertion WHERE rowid IN (SELECT value FROM json_each(?))"
    nodes = nodes_of(snapshot)
    found = {
        row: {
            "id": assertion,
            "label": label,
            "text": text,
            "parent_id": requirement,
            "parent_title": nodes[requirement].title,
            **({"retired": True} if is_retired else {}),
            "source": f"{file}:{line}",
        }
        for row, assertion, label, text, requirement, is_retired, file, line in snapshot.rows(
            sql, (orjson.dumps(rows).decode(),)
        )
    }
    return [found[row] for row in rows]


def _covered(snapshot: Snapshot, requirement: str | None) -> dict[str, int]:
    """How many assertions are covered in each way, of a requirement or of the project."""
    if requirement is None:
        counts = project_of(snapshot).assertions
        tested, by_name = counts["tested"], counts["tested_by_name"]
    else:
        covered = coverage_of(snapshot, requirement)
        tested, by_name = covered.tested_count, len(covered.tested_by_name)
    return {"by_name": by_name, "whole_requirement_only": tested - by_name}
