"""The relations as views: in every snapshot, with the columns that are declared, and fast to look up."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from compiler.languages.registry import fact_classes, relations
from compiler.store.frozen.frozen_file import open_frozen, seal, write_frozen
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later, compile_source, shared
from tests.compiler.samples import all_samples
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.compiler.tables import table

RELATIONS = relations()
META = {"id": "0" * 64}
# The public schema: others have written questions for these names.
PUBLIC = {
    "object": "ref kind id title language file line end_line is_example",
    "link": "source kind target of dangling file line",
    "mention": "source source_kind source_id text target target_kind target_id of file line",
    "tag": "ref kind id tag",
    "diagnostic": "code severity message file line",
    "file": "path language lines bytes example",
    "search": "ref rank search",
    "verdict": "ref kind id verdict since why file line",
    "verdict_evidence": "ref verdict number what since evidence file line",
    "document": "id ref title sections unchecked_links text file line",
    "document_field": "document name value file line",
    "document_section": "document id ref title heading_level heading_path parent text file line end_line",
    "requirement": "id ref title level status is_active expects_implementation text hash hash_state format "
    "statements file line is_example",
    "derives": "child parent assertion kind file line",
    "assertion": "id ref requirement label text is_retired is_counted is_tested is_tested_by_name is_implemented "
    "is_implemented_by_name is_passing is_planned file line is_example",
    "code_reference": "file line function requirement assertion keyword",
    "test_reference": "file line test requirement assertion outcome",
    "task": "id ref title status native_status priority is_ready is_begun ready_order is_blocked is_done why "
    "undecided parent due_at created_at updated_at format collection file line is_example",
    "task_dependency": "task depends_on is_missing is_open kind file line",
    "unread": "looks_like file line end_line text reason setting",
    "decision": "id ref title status native_status is_stated status_line date is_superseded format collection file "
    "line is_example",
    "supersession": "newer older file line",
    "note": "id ref title status created_at format collection file line is_example",
    "component": "id ref title status created_at format collection file line is_example",
    "relation": "source kind target file line",
    "diagram": "id ref type title file line is_example",
    "node": "diagram id ref label shape parent file line",
    "gantt_task": "diagram id ref label section starts ends is_done is_active is_critical is_milestone file line",
    "subgraph": "diagram id ref label parent file line",
    "edge": "diagram id ref source target label stroke arrow runs file line",
    "participant": "diagram id ref label file line",
    "message": "diagram id ref number source target text kind block file line",
    "block": "diagram id ref kind label parent file line",
    "world": "world id ref title file line",
    "location": "world id ref title is_start file line",
    "section": "world id ref title file line",
    "exit": "world id ref location direction target is_one_way file line",
    "entity": "world id ref type container file line",
    "property": "world entity name value type file line",
    "choice": "world id ref section label is_sticky parent file line",
    "condition": "world site site_kind entity property comparison text file line",
    "effect": "world site site_kind entity property operation text file line",
    "memory_branch": "id ref parent status at file line",
    "memory_session": "id ref branch parent status at file line",
    "memory_fact": "id ref branch text category status is_active verification superseded_by at file line is_example",
    "memory_conversation": "id ref branch title parent fork_point status at file line",
    "memory_message": "conversation number id ref branch role text at file line",
    "memory_relation": "branch source relation target valid_from valid_to file line",
    "memory_task": "id ref branch title status type at file line is_example",
    "instruction": "id ref title description format mode folder file line is_example",
    "instruction_place": "instruction path tool format mode folder",
    "instruction_pattern": "instruction pattern matches is_dead file line",
    "instruction_match": "instruction pattern path",
    "instruction_path": "instruction path is_import file line",
}
# Columns that are looked up, by relation. None of these may read a whole table.
LOOKED_UP = {
    "object": ("ref", "id", "kind"),
    "link": ("source", "target"),
    "mention": ("source", "target"),
    "requirement": ("id", "ref"),
    "derives": ("child", "parent"),
    "assertion": ("id", "ref", "requirement"),
    "code_reference": ("requirement",),
    "test_reference": ("requirement", "test"),
    "task": ("id", "ref"),
    "decision": ("id", "ref"),
    "relation": ("source", "target"),
    "supersession": ("newer", "older"),
    "diagram": ("id", "ref"),
    "node": ("diagram", "id", "ref"),
    "edge": ("diagram", "source", "target", "ref"),
    "message": ("diagram", "ref"),
    "location": ("ref",),
    "entity": ("id", "ref"),
    "property": ("entity",),
    "choice": ("section", "ref"),
    "exit": ("location", "ref"),
    "condition": ("site",),
    "effect": ("site",),
    "tag": ("ref", "tag"),
    "task_dependency": ("task", "depends_on"),
    "memory_fact": ("id",),
    "memory_message": ("id", "ref"),
}


@pytest.fixture
def samples() -> Snapshot:
    return all_samples()


@shared
def empty() -> Snapshot:
    return closed_later(freeze(Contents(META, [], [], [], {}, fact_classes(), [])))


def test_relations_have_the_names_and_columns_of_the_public_schema() -> None:
    assert {one.name: " ".join(column.name for column in one.columns) for one in RELATIONS} == PUBLIC


def test_relation_and_each_column_say_what_they_mean() -> None:
    silent = [one.name for one in RELATIONS if not (one.meaning.endswith(".") and one.promise.endswith("."))]
    columns = [(one.name, column) for one in RELATIONS for column in one.columns]
    silent += [f"{name}.{one.name}" for name, one in columns if not one.meaning or one.meaning.endswith(".")]
    assert silent == []


def test_relation_selects_its_columns_from_an_empty_snapshot() -> None:
    found = {
        one.name: empty().rows(
            f"""SELECT {", ".join(f'"{column.name}"' for column in one.columns)} FROM "{one.name}\""""
        )
        for one in RELATIONS
    }
    assert found == {one.name: [] for one in RELATIONS}


def test_relation_has_only_plain_values(samples: Snapshot) -> None:
    wrong = [
        (relation.name, name, value)
        for relation in RELATIONS
        for row in samples.rows(f'SELECT * FROM "{relation.name}"')
        for name, value in zip((column.name for column in relation.columns), row, strict=True)
        if (name.startswith("is_") and value not in (0, 1, None))
        or (name in ("parent", "status", "shape", "target") and value == "")
    ]
    assert wrong == []


def test_relation_refs_are_objects(samples: Snapshot) -> None:
    names = [one.name for one in RELATIONS if "ref" in PUBLIC[one.name].split()]
    unknown = 'SELECT ref FROM "{}" WHERE ref NOT IN (SELECT ref FROM object)'
    assert {name: samples.rows(unknown.format(name)) for name in names} == {name: [] for name in names}


def test_relation_is_looked_up_by_index() -> None:
    scanned = {}
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(empty().serialized)
        for name, column in ((name, column) for name, listed in LOOKED_UP.items() for column in listed):
            plan = f'EXPLAIN QUERY PLAN SELECT * FROM "{name}" WHERE "{column}" = ?'
            steps = [detail for *_, detail in database.execute(plan, ("x",))]
            # One value, taken apart, is no scan of a table.
            scans = {step.split()[1] for step in steps if step.startswith("SCAN") and "VIRTUAL TABLE" not in step}
            # A union is scanned as a whole, when its parts were looked up. Steps of walkthroughs are few: a scan.
            if not scans <= {name, *(("f", "t") if name == "tag" else ())}:
                scanned[f"{name}.{column}"] = steps
    assert scanned == {}


def test_search_relation_matches_ranks_and_joins(samples: Snapshot) -> None:
    found = samples.rows("SELECT ref FROM search WHERE search MATCH 'press cloths' ORDER BY rank LIMIT 3")
    assert len(found) == 3
    joined = """SELECT task.id FROM search s JOIN task USING (ref) WHERE s.search MATCH 'press' AND status <> 'done'
                ORDER BY s.rank LIMIT 2"""
    assert len(samples.rows(joined)) == 2


def test_relations_are_empty_where_their_tables_are_missing() -> None:
    snapshot = closed_later(freeze(Contents(META, [], [], [], {}, [], [])))
    assert [one.name for one in RELATIONS if snapshot.rows(f'SELECT * FROM "{one.name}"')] == []


# Without MATCH the full-text index reads its texts, and some are packed.
COUNTS = {
    one.name: f'SELECT count(*) FROM "{one.name}"' + " WHERE search MATCH 'the'" * (one.name == "search")
    for one in RELATIONS
}


def test_relations_stand_in_a_frozen_file_for_any_program(samples: Snapshot, tmp_path: Path) -> None:
    file = tmp_path / "samples.frieze"
    write_frozen(samples, file)
    with sqlite3.connect(file) as database:
        rows = {name: database.execute(sql).fetchone() for name, sql in COUNTS.items()}
    database.close()
    assert rows == {name: samples.rows(sql)[0] for name, sql in COUNTS.items()}
    assert rows["search"] > (0,)


def test_relation_that_an_older_frieze_did_not_know_is_there(samples: Snapshot, tmp_path: Path) -> None:
    file = tmp_path / "samples.frieze"
    write_frozen(samples, file)
    with sqlite3.connect(file) as database:
        database.execute("DROP VIEW task")
    database.close()
    seal(file)
    opened = closed_later(open_frozen(file))
    assert opened.rows("SELECT count(*) FROM task") == samples.rows("SELECT count(*) FROM task")


@table(("start", "end"), [("source", "target"), ("target", "source")])
def test_edge_relation_is_followed_by_index_in_a_recursive_query(start: str, end: str) -> None:
    """Without statistics SQLite reads all edges of the diagram for each step: half a minute for 10,000 edges."""
    lines = [f"  n{one} --> n{one + 1}" for one in range(2_000)]
    with TemporaryDirectory() as folder:
        Path(folder, "long.mmd").write_text("\n".join(["flowchart TD", *lines]))
        snapshot = compile_source(folder)
    sql = f"""WITH RECURSIVE reached (id) AS (SELECT ? UNION SELECT {end} FROM reached
      JOIN edge ON edge.diagram = 'long' AND edge.{start} = reached.id) SELECT count(*) FROM reached"""
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    with closing(snapshot.reader(count)) as reader:
        assert reader.rows(sql, ("n0" if start == "source" else "n2000",)) == [(2_001,)]
    assert steps < 30  # of 10,000 instructions
