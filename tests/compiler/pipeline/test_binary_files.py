"""Binary files: read, hashed, bounded, cached, frozen and found in revisions as text files are."""

import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from compiler.disk.folder_tree import FolderTree
from compiler.languages.knowledge.claims import MAX_BYTES
from compiler.languages.knowledge.syntax.medulla import loro
from compiler.languages.knowledge.syntax.medulla import store as medulla_store
from compiler.model.language import Parsed
from compiler.model.source import Problem, SourceFile
from compiler.pipeline.lookup import BuildInput, look_up
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.source_at_path import open_source
from compiler.store import fingerprint
from compiler.store.cache import snapshot_cache
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from queries import answer
from queries.resources.catalogue import Catalogue
from server.commands.dump import answers
from tests.closing import closed_later, compile_source
from tests.compiler.languages.knowledge.stores import STORE, entity, name, readable, relation, unreadable, written
from tests.compiler.pipeline.hall import codes
from tests.compiler.workspace.git.repositories import RepositoryBuilder

CONTENT = written({"tasks": entity(1) | entity(2), "relations": relation(1, "blocks", 2)})
OTHER = written({"tasks": entity(1, title="Other")})
BYTES = b"\xef\xbb\xbf\xff\x00\r\n"


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    readable(monkeypatch)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    (root / ".medulla").mkdir(parents=True)
    (root / STORE).write_bytes(CONTENT)
    return root


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The path of each store that is parsed."""
    made: list[str] = []
    parse = medulla_store.parse_store

    def counted(path: str, content: bytes) -> Parsed:
        made.append(path)
        return parse(path, content)

    monkeypatch.setattr(medulla_store, "parse_store", counted)
    yield made


def titles(snapshot: Snapshot) -> list[str]:
    return [title for (title,) in snapshot.rows("SELECT title FROM object_row WHERE kind = 'task' ORDER BY rowid")]


def test_binary_file_bytes_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(BYTES)
    tree = FolderTree(tmp_path.resolve())
    file = tree.read("a", 100, binary=True)
    assert isinstance(file, SourceFile)
    assert (file.text, file.content, file.size) == ("", BYTES, len(BYTES))
    assert file.sha256 == sha256(BYTES).hexdigest()
    assert tree.read("a", 3, binary=True) == Problem("too_large", "larger than 3 bytes", len(BYTES))
    assert getattr(tree.read("a", 100), "kind", "") == "not_utf8"


def test_binary_file_behind_a_link_out_of_the_source_is_not_read(source: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "loro.db"
    (source / STORE).rename(elsewhere)
    (source / STORE).symlink_to(elsewhere)
    snapshot = compile_source(source)
    assert (codes(snapshot), titles(snapshot)) == (["FRZ101"], [])


def test_binary_file_that_is_too_large_is_reported(source: Path) -> None:
    os.truncate(source / STORE, MAX_BYTES + 1)
    snapshot = compile_source(source)
    assert codes(snapshot) == ["KNO101"]
    assert "larger than" in snapshot.diagnostics()[0].message


def test_binary_file_has_a_hash_and_one_line(source: Path) -> None:
    snapshot = compile_source(source)
    row = snapshot.rows("SELECT sha256, size, lines, start_line, end_line FROM fact_file_read")
    assert row == [(sha256(CONTENT).hexdigest(), len(CONTENT), 0, 1, 1)]


def test_binary_file_text_is_what_was_read(source: Path) -> None:
    snapshot = compile_source(source)
    assert snapshot.text(STORE) == CONTENT.removeprefix(loro.MAGIC).decode()


def test_binary_file_resource_is_its_text_without_a_size(source: Path) -> None:
    (source / "notes.md").write_text("---\ntags: [a]\n---\n")
    listed = {one.uri: one.size for one in Catalogue(compile_source(source)).listed() if "/source/" in one.uri}
    assert list(listed.values()) == [None, 18]


def test_binary_file_object_is_shown_whole(source: Path) -> None:
    found = answer(compile_source(source), "object_get", {"object_ref": f"k:task/{name(1)}"})["objects"][0]
    assert found["source"] == f"{STORE}:1"
    assert "error" not in found


def test_binary_file_can_be_a_single_file_source(source: Path) -> None:
    assert titles(compile_source(source / STORE)) == ["Title 1", "Title 2"]


def test_binary_file_answers_from_a_frozen_file(source: Path, tmp_path: Path) -> None:
    there = compile_source(source)
    write_frozen(there, tmp_path / "out.frieze")
    shutil.rmtree(source)
    frozen = compile_source(tmp_path / "out.frieze")
    assert answers(frozen) == answers(there)
    assert frozen.text(STORE) == there.text(STORE)


def test_binary_file_is_read_from_a_revision(source: Path) -> None:
    history = RepositoryBuilder(source)
    history.commit({STORE: CONTENT})
    history.commit({STORE: OTHER})
    assert titles(compile_source(source, revision="HEAD")) == ["Other"]
    assert titles(compile_source(source, revision="HEAD~1", keep=True)) == ["Title 1", "Title 2"]
    assert titles(compile_source(source, revision="HEAD~1", keep=True)) == ["Title 1", "Title 2"]


def test_binary_file_is_read_again_only_if_changed(source: Path, parses: list[str]) -> None:
    first = compile_source(source, keep=True)
    kept = look_up(BuildInput(lambda: open_source(source), FOLDER_CONTENT), CompileOptions(True)).cached
    snapshot = kept and kept.open()
    assert snapshot and closed_later(snapshot).id == first.id
    (source / STORE).write_bytes(OTHER)
    assert look_up(BuildInput(lambda: open_source(source), FOLDER_CONTENT), CompileOptions(True)).cached is None
    assert titles(compile_source(source, keep=True)) == ["Other"]
    assert parses == [STORE, STORE]


def test_binary_file_unit_is_cached(source: Path, parses: list[str]) -> None:
    first = compile_source(source, keep=True)
    for entry in (source.parent / "cache").rglob(f"{snapshot_cache.FOLDER}/*"):
        entry.unlink()
    again = compile_source(source, keep=True)
    assert parses == [STORE]
    assert (again.id, again.text(STORE)) == (first.id, first.text(STORE))


def test_binary_file_incremental_build_has_the_same_rows(source: Path) -> None:
    (source / "notes").mkdir()
    for number in range(9):
        (source / "notes" / f"{number}.md").write_text(f"# Note {number}\n\n" + "Words.\n" * 200)
    compile_source(source, keep=True)
    (source / STORE).write_bytes(OTHER)
    patched, anew = compile_source(source, keep=True), compile_source(source)
    assert answers(patched) == answers(anew)
    assert patched.text(STORE) == anew.text(STORE)


def test_binary_file_is_the_same_from_workers(source: Path) -> None:
    (source / "notes").mkdir()
    for number in range(20):
        (source / "notes" / f"{number}.md").write_text("# Note\n\n" + "Words.\n" * 2_000)
    assert answers(compile_source(source, jobs=3)) == answers(compile_source(source, jobs=1))


def test_binary_file_reader_is_part_of_the_snapshot_id(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = source.parent / "alone"
    alone.mkdir()
    (alone / "notes.md").write_text("---\ntags: [a]\n---\nText\n")
    ids = [compile_source(source).id, compile_source(alone).id]
    unreadable(monkeypatch)
    monkeypatch.setattr(loro, "reader", lambda: "")
    assert compile_source(source).id != ids[0]
    assert compile_source(alone).id == ids[1]


def test_binary_file_reader_is_part_of_the_compiler_digest(monkeypatch: pytest.MonkeyPatch) -> None:

    def digest(origin: str | None) -> str:
        def find(name: str) -> Any:
            return (ModuleSpec(name, None, origin=origin) if origin else None) if name == "loro" else find_spec(name)

        monkeypatch.setattr(fingerprint, "find_spec", find)
        return fingerprint.compiler_digest.__wrapped__()

    assert digest(None) != digest(__file__)
