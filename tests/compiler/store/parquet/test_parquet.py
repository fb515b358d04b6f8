"""The relations as Parquet files: DuckDB and Polars read from them what SQLite reads from the snapshot."""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from compiler import SourceError
from compiler.languages.registry import relations
from compiler.model.relations import Relation, columns
from compiler.store.parquet.column_types import TEXT, column_types, exported
from compiler.store.parquet.manifest import MANIFEST, Manifest, RelationFile
from compiler.store.parquet.writer import write_parquet
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.compiler.samples import all_samples
from tests.compiler.tables import table
from tests.docs.relation_reference import QUESTIONS

pytest.importorskip("duckdb", reason="no DuckDB: make test-extras installs the extra, and these tests run")

ASKED = [one.sql.strip() for one in QUESTIONS]
# The full-text index is SQLite's, and Polars has no recursion that ends by itself.
NOT_POLARS = ("MATCH", "UNION SELECT", "VALUES ('pay')")


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return all_samples()


@pytest.fixture(scope="module")
def folder(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("parquet") / "a[b]*'c"  # which readers of files would take for a pattern
    write_parquet(snapshot, relations(), place)
    return place


def rows_of(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a statement of DuckDB, of which `{name}` stands for the files of a relation."""
    import duckdb

    relations_of = re.findall(r"\{(\w+)\}", sql)
    escaped = re.sub(r"([*?\[])", r"[\1]", str(folder)).replace("'", "''")
    files = {name: f"read_parquet('{escaped}/{name}/**/*.parquet', hive_partitioning = false)" for name in relations_of}
    with duckdb.connect() as engine:
        found: list[tuple[Any, ...]] = engine.execute(sql.format(**files)).fetchall()
        return found


def read_manifest(folder: Path) -> Manifest:
    content = json.loads((folder / MANIFEST).read_text())
    assert content.pop("format") == 1
    return Manifest(**{**content, "files": [RelationFile(**one) for one in content["files"]]})


def written(files: dict[str, str], tmp_path: Path) -> tuple[Snapshot, Path, Manifest]:
    """The snapshot of a source and its Parquet files."""
    source = tmp_path / "project"
    for path, text in files.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text(text)
    compiled = compile_source(source)
    return compiled, tmp_path / "out", write_parquet(compiled, relations(), tmp_path / "out")


def plain(rows: Any) -> list[list[Any]]:
    """Rows in a form that does not depend on the engine: the order within an aggregate text is any."""
    return [[",".join(sorted(one.split(","))) if isinstance(one, str) else one for one in row] for row in rows]


def unordered(rows: Any) -> list[str]:
    return sorted(str([int(one) if isinstance(one, bool) else one for one in row]) for row in plain(rows))


@pytest.mark.parametrize("sql", [one for one in ASKED if not any(word in one for word in NOT_POLARS)])
def test_polars_answers_the_documented_questions_as_sqlite(snapshot: Snapshot, folder: Path, sql: str) -> None:
    polars = pytest.importorskip("polars")
    context = polars.SQLContext()
    manifest = read_manifest(folder)
    for name in manifest.columns:
        files = [str(folder / one.path) for one in manifest.files if one.relation == name]
        context.register(name, polars.scan_parquet(files, hive_partitioning=False, glob=False))
    assert unordered(context.execute(sql).collect().rows()) == unordered(snapshot.rows(sql))


@pytest.mark.parametrize("relation", exported(relations()), ids=lambda one: one.name)
def test_parquet_has_every_row_of_every_relation(snapshot: Snapshot, folder: Path, relation: Any) -> None:
    types = column_types(relation)
    names = ", ".join(f'CAST("{name}" AS TEXT)' if kind == TEXT else f'"{name}"' for name, kind in types.items())
    asked = f"SELECT {names} FROM "  # a column of texts may have numbers, which a file has as text
    expected = snapshot.rows(f'{asked} "{relation.name}"')
    assert unordered(rows_of(folder, f"{asked} {{{relation.name}}}")) == unordered(expected)


def test_files_are_partitioned_and_say_whose_they_are(snapshot: Snapshot, folder: Path) -> None:
    import duckdb

    manifest = read_manifest(folder)
    assert (manifest.source, manifest.snapshot) == ("worlds", snapshot.id)
    paths = {one.path for one in manifest.files}
    assert {"task/source_name=worlds/rows.parquet", "link/source_name=worlds/kind=exit/rows.parquet"} <= paths
    assert paths == {one.relative_to(folder).as_posix() for one in folder.rglob("*.parquet")}
    plain_folder = folder.parent / "plain"
    write_parquet(snapshot, relations(), plain_folder)
    with duckdb.connect() as engine:
        said = engine.execute(f"FROM parquet_kv_metadata('{plain_folder}/task/source_name=worlds/rows.parquet')")
        metadata = {row[1]: row[2] for row in said.fetchall()}
        assert metadata[b"frieze_snapshot"] == snapshot.id.encode()
        by_hive = f"read_parquet('{plain_folder}/link/**/*.parquet', hive_partitioning = true)"
        counted = engine.execute(f"SELECT kind, source_name, count(*) FROM {by_hive} GROUP BY 1, 2 ORDER BY 1")
        expected = snapshot.rows("SELECT kind, 'worlds', count(*) FROM link GROUP BY 1 ORDER BY 1")
        assert counted.fetchall() == [tuple(one) for one in expected]


def test_same_snapshot_gives_the_same_bytes(snapshot: Snapshot, folder: Path, tmp_path: Path) -> None:
    again = write_parquet(snapshot, relations(), tmp_path / "again")
    assert again == read_manifest(folder)


class OneRelation:
    """A database with a relation `r`, in place of a snapshot."""

    sources: Sequence[Mapping[str, Any]] = ()  # as those of a snapshot of one source

    id = "0" * 64

    def __init__(self, kinds: list[str]) -> None:
        self.meta = {"source": "a/b", "compiler_version": "1"}
        self._kinds = kinds

    def open_database(self) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:")
        database.execute("CREATE TABLE r (id, kind)")
        database.executemany("INSERT INTO r VALUES (?, ?)", [(f"i{at}", kind) for at, kind in enumerate(self._kinds)])
        database.execute("INSERT INTO r VALUES ('none', NULL)")
        return database


LONG = "k" * 300


@table("kinds", [["Sets/x %41", "a b"], ["Depends", "depends"], [LONG, f"{LONG}2"], ["1", "2024-01-01"]])
def test_kinds_of_any_spelling_are_kept(kinds: list[str], tmp_path: Path) -> None:
    """A kind may be a word of the source."""
    relation = Relation("r", "", "", columns(("id", ""), ("kind", "")), "")
    write_parquet(OneRelation(kinds), [relation], tmp_path / "out")  # type: ignore[arg-type]
    rows = rows_of(tmp_path / "out", "SELECT id, kind, source_name FROM {r} ORDER BY id")
    assert rows == [*((f"i{at}", kind, "a/b") for at, kind in enumerate(kinds)), ("none", None, "a/b")]
    folders = [one.name for one in (tmp_path / "out" / "r" / "source_name=a%2Fb").iterdir()]
    assert len({name.casefold() for name in folders}) == len(folders)


def test_an_empty_source_has_every_relation(tmp_path: Path) -> None:
    _, out, _ = written({"a.txt": ""}, tmp_path)
    assert rows_of(out, "SELECT count(*) FROM {requirement}, {task}") == [(0,)]
    assert rows_of(out, "SELECT kind FROM {link}") == []


def test_long_texts_are_whole(tmp_path: Path) -> None:
    long = "word " * 600_000
    compiled, out, _ = written({"docs/a.md": f"# Long\n\n{long}\n"}, tmp_path)
    ((expected,),) = compiled.rows("SELECT max(length(text)) FROM document_section")
    assert rows_of(out, "SELECT max(length(text)) FROM {document_section}") == [(expected,)]
    assert expected > 1_000_000


def test_manifest_has_the_size_and_checksum_of_every_file(folder: Path) -> None:
    assert json.loads((folder / MANIFEST).read_bytes())["format"] == 1
    for file in read_manifest(folder).files:
        content = (folder / file.path).read_bytes()
        assert (file.bytes, file.sha256) == (len(content), sha256(content).hexdigest())


def test_export_is_no_source(tmp_path: Path) -> None:
    _, out, _ = written({"a.md": "# A\n"}, tmp_path)
    with pytest.raises(SourceError, match="has relations as Parquet files"):
        compile_source(out)


def test_an_export_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, out, manifest = written({"a.md": "# A\n"}, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("compiler.store.parquet.writer.write_regular", full)
    with pytest.raises(SourceError, match="No space left"):
        write_parquet(compiled, relations(), out)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["out", "project"]
    assert read_manifest(out) == manifest


def test_an_export_takes_the_place_of_one_before_and_of_nothing_else(tmp_path: Path) -> None:
    compiled, out, _ = written({"a.md": "# A\n"}, tmp_path)
    (out / "stale.parquet").write_text("")
    write_parquet(compiled, relations(), out)
    assert not (out / "stale.parquet").exists()
    (tmp_path / "empty").mkdir()
    write_parquet(compiled, relations(), tmp_path / "empty")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").write_text("kept")
    for place in (tmp_path / "mine", tmp_path / "mine" / "file"):
        with pytest.raises(SourceError, match="neither empty nor of an export before"):
            write_parquet(compiled, relations(), place)
    assert (tmp_path / "mine" / "file").read_text() == "kept"
