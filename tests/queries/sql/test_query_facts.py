"""SQL over the facts: `query_facts`, its schema, the basis of its answers, and its errors."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

import queries
from compiler.store.frozen.frozen_file import open_frozen, write_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.sql.basis import DANGLING, DUPLICATE_CODES
from queries.sql.described import relations_text
from queries.sql.examples import examples
from queries.sql.relations import contents, relation_columns
from queries.sql.schema import fitting_lines
from queries.tools.render import size
from tests.closing import closed_later, compile_source
from tests.compiler.samples import all_samples, sample
from tests.paths import ROOT
from tests.queries.asking import Json, all_rows, ask, error
from tests.queries.cases import each

WORLDS = ROOT / "worlds"
ONE_LANGUAGE = ("cider-mill", "checkout-session", "traced-kettle", "salt-citadel", "ferry-memory", "harbour-mystery")

TASKS = """\
---
id: BACK-{number}
title: {title}
status: {status}
priority: high
labels: [payments]
---

Do it.
"""


def backlog(folder: Path, **statuses: str) -> Path:
    """A folder with a task of Backlog.md for each number: `n1="To Do"`."""
    (folder / "backlog" / "tasks").mkdir(parents=True)
    (folder / "backlog" / "config.yml").write_text('project_name: "Mill"\n')
    for name, status in statuses.items():
        text = TASKS.format(number=name[1:], title=f"Task {name[1:]}", status=status)
        (folder / "backlog" / "tasks" / f"back-{name[1:]} - Task.md").write_text(text)
    return folder


def select(source: Snapshot | Workspace, sql: str, **arguments: Any) -> list[list[Any]]:
    rows: list[list[Any]] = ask(source, "query_facts", sql=sql, **arguments)["rows"]
    return rows


@pytest.fixture
def mill(tmp_path: Path) -> Snapshot:
    return compile_source(backlog(tmp_path, n1="To Do", n2="In Progress", n3="To Do"))


def test_query_facts_answers_columns_rows_total_and_basis(mill: Snapshot) -> None:
    found = ask(mill, "query_facts", sql="SELECT id, native_status FROM task ORDER BY id DESC")
    assert found["columns"] == ["id", "native_status"]
    assert found["rows"] == [["BACK-3", "To Do"], ["BACK-2", "In Progress"], ["BACK-1", "To Do"]]
    assert found["total"] == 3
    basis = {"unread": 0, "broken": 0, "duplicate_ids": 0, "dangling": 0}
    assert found["basis"] == {"snapshot": mill.id[:12], **basis}


@each("parameters", [{"status": "To Do"}, {":status": "To Do"}])
def test_query_facts_takes_named_parameters(mill: Snapshot, parameters: Json) -> None:
    sql = "SELECT id FROM task WHERE native_status = :status ORDER BY id"
    assert select(mill, sql, parameters=parameters) == [["BACK-1"], ["BACK-3"]]


def test_query_facts_takes_positional_parameters_and_lists(mill: Snapshot) -> None:
    sql = "SELECT id FROM task WHERE id IN (SELECT value FROM json_each(?)) AND native_status = ?"
    assert select(mill, sql, parameters=[["BACK-1", "BACK-2"], "To Do"]) == [["BACK-1"]]
    assert "parameters" in error(mill, "query_facts", sql="SELECT ?")["error"]


def test_query_facts_pages_give_all_rows_once(mill: Snapshot) -> None:
    sql = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 1234) SELECT n FROM t"
    assert all_rows(mill, "query_facts", "rows", sql=sql, limit=500) == [[n] for n in range(1, 1235)]


def test_query_facts_pages_end_at_the_size_of_an_answer(mill: Snapshot) -> None:
    sql = (
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 100)"
        " SELECT n, printf('%999d', n) FROM t ORDER BY n"
    )
    found = ask(mill, "query_facts", sql=sql)
    assert (found["total"], found["truncated"]) == (100, "size")
    assert [row[0] for row in all_rows(mill, "query_facts", "rows", sql=sql)] == list(range(1, 101))


def test_query_facts_values_are_json(mill: Snapshot) -> None:
    sql = "SELECT x'00ff', 9e999, -9e999, NULL, 1.5, 9007199254740993, CAST(x'ff' AS TEXT), char(8238)"
    assert select(mill, sql) == [["00ff", "inf", "-inf", None, 1.5, 9007199254740993, "\ufffd", "\\u202e"]]


def test_text_of_a_document_is_the_whole_page(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Oven\n\nHot.\n\n## Door\n\n### Hinge\n\nOiled.\n\n## Fire\n\nGas.\n")
    (tmp_path / "b.md").write_text("---\ntitle: Bare\n---\nNothing else.\n")
    source = compile_source(tmp_path)
    whole = "# Oven\n\nHot.\n\n## Door\n\n### Hinge\n\nOiled.\n\n## Fire\n\nGas."
    assert select(source, "SELECT id, text FROM document ORDER BY id") == [["a.md", whole], ["b.md", "Nothing else."]]
    assert select(source, "SELECT text FROM document_section WHERE title = 'Door'") == [[""]]
    assert select(source, "SELECT id FROM document WHERE text LIKE '%oiled%'") == [["a.md"]]
    frozen = tmp_path / "oven.frieze"
    write_frozen(source, frozen)
    assert select(closed_later(open_frozen(frozen)), "SELECT text FROM document WHERE id = 'a.md'") == [[whole]]


def test_query_facts_works_on_a_frozen_file(mill: Snapshot, tmp_path: Path) -> None:
    write_frozen(mill, tmp_path / "mill.frieze")
    frozen = closed_later(open_frozen(tmp_path / "mill.frieze"))
    for sql in ("SELECT id FROM task", "SELECT ref FROM search WHERE search MATCH 'task' ORDER BY rank, ref"):
        assert select(frozen, sql) == select(mill, sql)
    assert ask(frozen, "query_facts") == ask(mill, "query_facts")


@pytest.mark.parametrize("is_frozen", [False, True])
def test_query_facts_reads_another_source_as_base(mill: Snapshot, tmp_path: Path, is_frozen: bool) -> None:
    (tmp_path / "old").mkdir()
    old = compile_source(backlog(tmp_path / "old", n1="To Do", n2="To Do"))
    if is_frozen:
        write_frozen(old, tmp_path / "old.frieze")
        old = closed_later(open_frozen(tmp_path / "old.frieze"))
    workspace = Workspace(mill, other_sources={"old": old})
    sql = "SELECT n.id, o.native_status FROM task n LEFT JOIN base.task o USING (id) WHERE n.status IS NOT o.status"
    found = ask(workspace, "query_facts", sql=f"{sql} ORDER BY 1", base="source:old")
    assert found["rows"] == [["BACK-2", "To Do"], ["BACK-3", None]]
    assert found["basis"]["base"] == old.id[:12]
    assert ask(workspace, "query_facts", sql=sql)["hint"].startswith("The schema base is there when")
    assert error(workspace, "query_facts", sql=sql, base="source:new")["code"] == "not_found"


@each(
    "sql, expected",
    [
        ("SELECT titel FROM task", {"did_you_mean": ["title"]}),
        ("SELECT t.prio FROM task t", {"did_you_mean": ["priority"]}),
        ("SELECT * FROM tasks", {"did_you_mean": ["task"]}),
        ("SELECT lenght(id) FROM task", {"did_you_mean": ["length"]}),
        ("SELECT * FROM fact_knowledge_task", {}),
        (
            "SELECT id FROM task JOIN tag USING (ref)",
            {"hint": "Put the relation or its alias before the column: r.id."},
        ),
        ("SELECT ref FROM search WHERE search MATCH 'AND'", {"did_you_mean": None}),
        ("SELECT 1; DROP TABLE task", {}),
        ("DELETE FROM task", {}),
    ],
)
def test_query_facts_error_names_the_nearest(mill: Snapshot, sql: str, expected: Mapping[str, Any]) -> None:
    found = error(mill, "query_facts", sql=sql)
    assert found["code"] == "invalid_argument"
    assert {name: found.get(name) for name in expected} == expected


def test_query_facts_error_lists_the_relations_and_the_columns(mill: Snapshot) -> None:
    assert error(mill, "query_facts", sql="SELECT * FROM nowhere")["relations"] == sorted(relation_columns(mill))
    columns = error(mill, "query_facts", sql="SELECT x FROM task JOIN tag USING (ref)")["columns"]
    assert columns == {name: list(relation_columns(mill)[name]) for name in ("tag", "task")}


def test_query_facts_without_rows_names_values_that_no_row_has(mill: Snapshot) -> None:
    assert ask(mill, "query_facts", sql="SELECT id FROM task WHERE status = 'open'")["hint"] == (
        "No task has status 'open': there are todo, in_progress."
    )
    assert "hint" in ask(mill, "query_facts", sql="SELECT count(*) FROM task WHERE priority IN ('HIGH')")
    assert "hint" not in ask(mill, "query_facts", sql="SELECT id FROM task WHERE status = 'todo' AND id = 'x'")
    assert "hint" not in ask(mill, "query_facts", sql="SELECT count(*) FROM task WHERE status <> 'open'")


def test_query_facts_too_much_work_is_an_error_and_the_next_question_is_answered(mill: Snapshot) -> None:
    endless = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT {} FROM t"
    for sql, bound in ((endless.format("count(*)"), "steps"), (endless.format("n"), "rows")):
        found = error(mill, "query_facts", sql=sql)
        assert (found["code"], found["bound"]) == ("too_large", bound)
        assert select(mill, "SELECT count(*) FROM task") == [[3]]


def test_query_facts_basis_says_where_to_ask_about_what_is_not_zero() -> None:
    snapshot = sample("broken-cellar")
    basis = ask(snapshot, "query_facts", sql="SELECT count(*) FROM link")["basis"]
    assert min(basis[name] for name in ("unread", "broken", "duplicate_ids", "dangling")) > 0
    assert len(basis["ask"]) == 4
    counts = [len(select(snapshot, sql)) for sql in basis["ask"] if sql.startswith("SELECT")]
    assert counts[1:] == [basis["duplicate_ids"], basis["dangling"]]
    assert counts[0] >= basis["broken"]


def test_query_facts_describes_as_many_relations_as_fit(mill: Snapshot) -> None:
    whole = relations_text(mill, 100_000)
    described = {relations_text(mill, most).partition("Others, ")[0].count(" (") for most in range(len(whole) + 1)}
    assert described >= {0, 1, 2, 3, whole.count(" (")}


def test_query_facts_basis_counts_dangling_rows_of_the_relations_asked_only() -> None:
    snapshot = sample("broken-cellar")
    assert ask(snapshot, "query_facts", sql="SELECT count(*) FROM tag")["basis"]["dangling"] == 0


def test_query_facts_basis_knows_the_codes_and_relations_that_it_counts(mill: Snapshot) -> None:
    assert [code for code in DUPLICATE_CODES if not (ROOT / "docs" / "diagnostics" / f"{code}.md").exists()] == []
    assert [name for name in DANGLING if name not in relation_columns(mill)] == []
    for sql in DANGLING.values():
        mill.rows(sql)


@each("world", ONE_LANGUAGE)
def test_query_facts_schema_of_one_language_has_at_most_6_kb(world: str) -> None:
    found = ask(sample(world), "query_facts")
    assert len(orjson.dumps(found)) <= 6_200


@each("world", sorted(path.name for path in WORLDS.iterdir() if path.is_dir()))
def test_query_facts_schema_has_examples_that_run(world: str) -> None:
    snapshot = sample(world)
    found = ask(snapshot, "query_facts")
    assert len(found["examples"]) == 3
    for sql in found["examples"]:
        assert "total" in ask(snapshot, "query_facts", sql=sql)


def test_query_facts_every_example_runs_on_some_source() -> None:
    """All examples, also those that stand behind better ones, on a source of every language."""
    snapshot = all_samples()
    for sql in examples(contents(snapshot), shown=100):
        ask(snapshot, "query_facts", sql=sql)


def test_query_facts_schema_lists_values_with_counts_and_samples(mill: Snapshot) -> None:
    found = ask(mill, "query_facts")
    (task,) = [line for line in found["relations"] if line.startswith("task ")]
    assert task.startswith(
        "task (3): id, ref, title, status {todo 2, in_progress 1}, native_status {To Do 2, In Progress 1}"
    )
    assert " e.g. BACK-1, BACK-2. " in task
    assert "decision" in found["empty"].split(", ")


def test_query_facts_schema_leaves_out_samples_first_where_it_is_too_long(mill: Snapshot) -> None:
    known = contents(mill)
    whole = fitting_lines(known, 100_000)
    shorter = fitting_lines(known, size(whole) - 1)
    assert [line.split(" e.g. ")[0] for line in shorter] == [line.split(" e.g. ")[0] for line in whole]
    assert " e.g. BACK-1. " in next(line for line in shorter if line.startswith("task "))
    assert " e.g. " not in "".join(fitting_lines(known, 10))


def test_query_facts_schema_counts_values_alike_in_large_relations(
    mill: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = contents(mill)
    monkeypatch.setattr("queries.sql.relations.MAX_ROWS_IN_MEMORY", 0)
    assert contents(mill.with_meta()) == whole


def test_query_facts_cursor_belongs_to_its_question(mill: Snapshot) -> None:
    cursor = ask(mill, "query_facts", sql="SELECT id FROM task", limit=1)["next_cursor"]
    assert error(mill, "query_facts", sql="SELECT ref FROM task", limit=1, cursor=cursor)["code"] == "invalid_argument"


def test_query_facts_of_a_closed_snapshot_leaves_nothing_open(tmp_path: Path) -> None:
    snapshot = compile_source(backlog(tmp_path, n1="To Do"))
    select(snapshot, "SELECT 1")
    snapshot.close()
    assert queries.is_error(queries.answer(sample("locked-garden"), "query_facts", {"sql": "x"}))


@each(
    "sql, meant",
    [
        ("SELECT to_ref FROM link", "target"),
        ("SELECT from_ref FROM mention", "source"),
        ("SELECT from, to FROM link", "source"),
        ("SELECT l.to FROM link AS l", "target"),
        ("SELECT path FROM task", "file"),
        ("SELECT file FROM file", "path"),
        ("SELECT name FROM task", "title"),
    ],
)
def test_column_of_another_schema_is_answered_with_ours(mill: Snapshot, sql: str, meant: str) -> None:
    found = error(mill, "query_facts", sql=sql)
    assert (found["code"], found["did_you_mean"][0]) == ("invalid_argument", meant)


@each("condition", ["target = 'BACK-1'", "target LIKE 'BACK-1%'", "of = 'BACK-1'"])
def test_native_id_compared_with_a_ref_is_answered_with_the_ref(mill: Snapshot, condition: str) -> None:
    found = ask(mill, "query_facts", sql=f"SELECT * FROM link WHERE {condition}")
    hint = f"{condition.split()[0]} holds refs: that of BACK-1 is k:task/BACK-1."
    assert (found["rows"], found["hint"]) == ([], hint)


def test_string_in_double_quotes_is_read_as_a_string(mill: Snapshot) -> None:
    found = ask(mill, "query_facts", sql='SELECT id FROM task WHERE status = "todo"')
    assert len(found["rows"]) == 2 and "hint" not in found


def test_misspelt_column_in_double_quotes_is_told(mill: Snapshot) -> None:
    found = ask(mill, "query_facts", sql='SELECT "titel", id AS "ident" FROM task')
    assert found["hint"] == '"titel" is no column and was read as a text. Did you mean title?'
