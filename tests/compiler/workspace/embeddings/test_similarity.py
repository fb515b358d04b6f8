"""The similarity of facts to a question, with numpy and without, and the error without the model of the vectors."""

import importlib.util
import random
from pathlib import Path

import pytest

from compiler.languages.memory.facts import MemoryFact
from compiler.workspace.embeddings.protocol import SimilarityError
from compiler.workspace.embeddings.similarity import VectorList, VectorMatrix, VectorSimilarity
from tests.closing import compile_source
from tests.compiler.workspace.embeddings.standin import StandIn, standin, use_embedder, write_facts

__all__ = ["standin"]

SIMILARITY = VectorSimilarity()


@pytest.mark.usefixtures("standin")
def test_similarity_orders_nearest_first_and_ties_by_row(tmp_path: Path) -> None:
    snapshot = compile_source(write_facts(tmp_path, "tide table", "the ferry", "fog again", "the ship"))
    assert SIMILARITY.covers(snapshot)
    near = SIMILARITY.similar(snapshot, MemoryFact, "the boat", 0.2)
    texts = dict(snapshot.rows("SELECT rowid, text FROM fact_memory_fact"))
    assert [texts[row] for row in near][:2] == ["the ferry", "the ship"]
    assert max(near.values()) == pytest.approx(1.0)


@pytest.mark.usefixtures("standin")
def test_similarity_of_empty_question_is_empty(tmp_path: Path) -> None:
    snapshot = compile_source(write_facts(tmp_path, "the ferry"))
    assert SIMILARITY.covers(snapshot)
    assert SIMILARITY.similar(snapshot, MemoryFact, "", 0.2) == {}


@pytest.mark.usefixtures("standin")
@pytest.mark.parametrize("installed", [None, StandIn("2")], ids=["none", "another version"])
def test_similarity_needs_model_that_made_the_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: StandIn | None
) -> None:
    snapshot = compile_source(write_facts(tmp_path, "the ferry"))
    use_embedder(monkeypatch, installed)
    assert SIMILARITY.covers(snapshot)
    with pytest.raises(SimilarityError, match="stand-in 1") as raised:
        SIMILARITY.similar(snapshot, MemoryFact, "the boat", 0.2)
    assert "frieze[semantic]" in raised.value.advice


@pytest.mark.skipif(importlib.util.find_spec("numpy") is None, reason="numpy comes with frieze[semantic]")
def test_similarity_with_numpy_gives_same_numbers() -> None:
    choice = random.Random(7)
    values = [choice.randbytes(256).replace(b"\x80", b"\x00") for _ in range(300)]
    rows = list(range(10, 310))
    for question in (values[0], choice.randbytes(256).replace(b"\x80", b"\x00")):
        plain = VectorList(rows, values).near(question, 0.02)
        assert 0 < len(plain) < len(rows)
        assert list(VectorMatrix(rows, values).near(question, 0.02).items()) == list(plain.items())
