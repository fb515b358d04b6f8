"""The time of queries over the relations: points of a source of 1,000 files, and walks over 10,000 edges."""

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import queries
from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.figures import Figure, milliseconds
from harness.benchmarks.generated import Sources

FILES = 1_000
EDGES = 10_000
TURNS = 9
POINTS = 12  # of each relation
MOST_OF_A_POINT, MOST_OF_A_WALK = 5, 100  # ms, promised

# By relation, the column by which its rows are looked up.
LOOKUPS: Mapping[str, str] = {
    "object": "ref",
    "link": "source",
    "mention": "target",
    "tag": "ref",
    "requirement": "id",
    "derives": "parent",
    "assertion": "requirement",
    "code_reference": "requirement",
    "test_reference": "requirement",
    "task": "id",
    "task_dependency": "task",
    "decision": "id",
    "supersession": "older",
    "node": "ref",
    "edge": "ref",
    "message": "diagram",
    "location": "ref",
    "entity": "ref",
    "memory_fact": "ref",
}

WALKS: Mapping[str, str] = {
    "edge": "WITH RECURSIVE ahead(id) AS (SELECT 'n0' UNION SELECT target FROM edge JOIN ahead ON source = ahead.id "
    "WHERE diagram = 'chain') SELECT count(*) FROM ahead",
    "link": "WITH RECURSIVE ahead(ref) AS (SELECT 'k:task/chain/T000001' UNION SELECT target FROM link "
    "JOIN ahead ON source = ahead.ref WHERE kind = 'blocks') SELECT count(*) FROM ahead",
    "task_dependency": "WITH RECURSIVE waiting(id) AS (SELECT 'chain/T000001' UNION SELECT task FROM task_dependency "
    "JOIN waiting ON depends_on = waiting.id) SELECT count(*) FROM waiting",
}


def figures(sources: Sources) -> Iterator[Figure]:
    """The slowest median of point queries, and the median of each walk."""
    with compile_source(sources.of(FILES)) as snapshot:
        taken = {f"{relation}.{column}": _point(snapshot, relation, column) for relation, column in LOOKUPS.items()}
    slowest = max(taken, key=lambda name: taken[name])
    name = f"slowest median of point queries, {FILES:,} files"
    yield Figure(name, taken[slowest], "ms", MOST_OF_A_POINT, slowest, is_budget=True)
    with tempfile.TemporaryDirectory() as folder:
        write_chains(Path(folder), EDGES)
        with compile_source(folder) as snapshot:
            for relation, sql in WALKS.items():
                answer = _ask(snapshot, sql)
                beside = f"{answer['rows'][0][0]:,} reached"
                name = f"walk over {EDGES:,} rows of {relation}"
                yield Figure(name, _median(snapshot, sql), "ms", MOST_OF_A_WALK, beside, is_budget=True)


def write_chains(folder: Path, edges: int) -> None:
    """A flowchart and a task list, each a chain with as many edges."""
    arrows = "\n".join(f"    n{at} --> n{at + 1}" for at in range(edges))
    (folder / "chain.mmd").write_text(f"flowchart LR\n{arrows}\n", "utf-8")
    tasks = [f"- [ ] T{at:06}: Step {at} (depends: T{at - 1:06})" for at in range(2, edges + 2)]
    (folder / "chain").mkdir()
    (folder / "chain" / "tasks.md").write_text("\n".join(["# Tasks", "", "- [ ] T000001: Begin", *tasks, ""]), "utf-8")


def _point(snapshot: Snapshot, relation: str, column: str) -> float:
    """The median time of looking rows up by some values of a column that occur; 0 if there are none."""
    found = _ask(snapshot, f"SELECT DISTINCT {column} FROM {relation} WHERE {column} IS NOT NULL LIMIT 200")["rows"]
    values = [value for (value,) in found[:: max(len(found) // POINTS, 1)]]
    sql = f"SELECT * FROM {relation} WHERE {column} = ?"
    return median([_median(snapshot, sql, value) for value in values] or [0.0])


def _median(snapshot: Snapshot, sql: str, *parameters: object) -> float:
    ask = partial(_ask, snapshot, sql, *parameters)
    ask()
    return median(milliseconds(ask) for _ in range(TURNS))


def _ask(snapshot: Snapshot, sql: str, *parameters: object) -> dict[str, Any]:
    arguments: dict[str, Any] = {"sql": sql, **({"parameters": list(parameters)} if parameters else {})}
    answer: dict[str, Any] = queries.answer(snapshot, "query_facts", arguments)
    assert not queries.is_error(answer), answer["error"]
    return answer
