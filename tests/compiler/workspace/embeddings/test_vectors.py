"""Vectors are made when a snapshot is compiled with an embedder, the same in a patched snapshot as in a full build."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.memory.facts import MemoryFact
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.similarity import VectorSimilarity
from tests.closing import compile_source
from tests.compiler.workspace.embeddings.standin import StandIn, standin, use_embedder, write_facts
from tests.paths import ROOT

__all__ = ["standin"]


def vectors(snapshot: Snapshot) -> list[tuple[Any, ...]]:
    return snapshot.rows("SELECT * FROM vector ORDER BY 1, 2")


def tables(snapshot: Snapshot) -> set[str]:
    return {name for (name,) in snapshot.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_facts(tmp_path / "source", "The ferry is late", "Fog delays it", "The ferry is late")


def test_vectors_are_absent_without_embedder(source: Path) -> None:
    snapshot = compile_source(source)
    assert "vector" not in tables(snapshot)
    assert "embeddings" not in snapshot.meta
    assert not VectorSimilarity().covers(snapshot)


def test_vectors_leave_source_without_memory_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_text("# A page\n")
    plain = compile_source(tmp_path)
    use_embedder(monkeypatch, StandIn())
    assert compile_source(tmp_path).serialized == plain.serialized


def test_vectors_name_their_model_in_meta_and_id(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [compile_source(source).id]
    for version in ("1", "2"):
        use_embedder(monkeypatch, StandIn(version))
        snapshot = compile_source(source)
        assert snapshot.meta["embeddings"] == {"model": "stand-in", "version": version, "vectors": 3}
        ids.append(snapshot.id)
    assert len(set(ids)) == 3


def test_vectors_embed_repeated_text_once(source: Path, standin: StandIn) -> None:
    compile_source(source)
    assert sorted(standin.texts) == ["Fog delays it", "The ferry is late"]


@pytest.mark.usefixtures("standin")
def test_vectors_skip_empty_texts(tmp_path: Path) -> None:
    write_facts(tmp_path, "Fog delays it", " ")
    assert len(vectors(compile_source(tmp_path))) == 1


def test_vectors_of_patched_snapshot_embed_new_texts_only(source: Path, standin: StandIn) -> None:
    # Most of the source stays the same, so that the snapshot is patched.
    shutil.copytree(ROOT / "worlds" / "locked-garden", source / "garden")
    compile_source(source, keep=True)
    for texts, new in (
        (("Mist delays it", "The ferry is late", "Fog delays it"), ["Mist delays it"]),
        (("Fog delays it", " "), []),
        (("", ""), []),
        (("The ferry is late", "Fog delays it"), ["The ferry is late", "Fog delays it"]),
    ):
        standin.texts.clear()
        write_facts(source, *texts)
        patched = compile_source(source, keep=True)
        assert standin.texts == new
        whole = compile_source(source)
        assert patched.meta == whole.meta
        assert tables(patched) == tables(whole)
        if new:
            assert vectors(patched) == vectors(whole)


def test_vectors_of_other_embedders_are_never_reused(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = compile_source(source, keep=True).id
    use_embedder(monkeypatch, StandIn())
    embedded = compile_source(source, keep=True)
    assert "vector" in tables(embedded)
    assert embedded.id != plain
    use_embedder(monkeypatch, StandIn("2"))
    assert compile_source(source, keep=True).meta["embeddings"]["version"] == "2"
    use_embedder(monkeypatch, None)
    assert compile_source(source, keep=True).id == plain


@pytest.mark.usefixtures("standin")
def test_vectors_are_frozen_with_snapshot(source: Path, tmp_path: Path) -> None:
    snapshot = compile_source(source)
    write_frozen(snapshot, tmp_path / "out.frieze")
    again = compile_source(tmp_path / "out.frieze")
    assert vectors(again) == vectors(snapshot)
    similar = [VectorSimilarity().similar(one, MemoryFact, "ship", 0.2) for one in (again, snapshot)]
    assert similar[0]
    assert similar[0] == similar[1]
