"""The embedder of the extra `semantic`. The tests are skipped where it is not installed."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from compiler import SourceError
from compiler.languages.memory.facts import MemoryFact
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.embeddings.wordllama import MOST_CHARACTERS, TOKENS, WEIGHTS, WordLlama, found
from tests.closing import compile_source
from tests.compiler.workspace.embeddings.standin import use_embedder, write_facts
from tests.paths import ROOT

for _name in ("numpy", "tokenizers", "wordllama"):
    pytest.importorskip(_name, reason="part of frieze[semantic]", exc_type=ImportError)


@pytest.fixture(scope="module")
def embedder() -> WordLlama:
    wordllama = found()
    assert wordllama
    return wordllama


def test_wordllama_name_and_version_are_those_of_weights(embedder: WordLlama) -> None:
    assert (embedder.name, embedder.version[:4]) == ("wordllama-l2-supercat-256", "0.4.")


@pytest.mark.parametrize("text", ["fog", "Die Fähre ist spät", "\ud800 torn", "</s>", "日本", "a\0b", "x" * 5_000])
def test_wordllama_vector_has_256_bytes(embedder: WordLlama, text: str) -> None:
    vector = embedder.vector(text)
    assert vector
    assert len(vector) == 256
    assert b"\x80" not in vector  # -128: numbers are -127 to 127


def test_wordllama_empty_text_has_no_vector(embedder: WordLlama) -> None:
    assert embedder.vector("") is None


def test_wordllama_long_text_is_cut(embedder: WordLlama) -> None:
    text = "fog at the pier " * 200
    assert embedder.vector(text) == embedder.vector(text[:MOST_CHARACTERS])


def test_wordllama_vector_is_same_in_another_process(embedder: WordLlama) -> None:
    embedder.vector("something else")
    program = (
        "from compiler.workspace.embeddings.wordllama import found; print(found().vector('The ferry is late').hex())"
    )
    for threads in ("1", "3"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"OPENBLAS_NUM_THREADS": threads, "RAYON_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        )
        assert bytes.fromhex(done.stdout) == embedder.vector("The ferry is late")


def test_wordllama_finds_meaning_in_other_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedder: WordLlama
) -> None:
    use_embedder(monkeypatch, embedder)
    snapshot = compile_source(
        write_facts(tmp_path, "Invoices are sent by post", "The engine overheats in summer", "Passwords expire monthly")
    )
    near = VectorSimilarity().similar(snapshot, MemoryFact, "the motor gets too hot", 0.2)
    assert snapshot.facts(MemoryFact, rowid=next(iter(near)))[0].record_id == "f-1"


@pytest.mark.parametrize("file", [WEIGHTS, TOKENS])
def test_wordllama_broken_installation_is_a_source_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    spec = find_spec("wordllama")
    assert spec and spec.origin
    broken = Path(shutil.copytree(Path(spec.origin).parent, tmp_path / "wordllama"))
    (broken / file).write_bytes(b"{}")
    use_embedder(monkeypatch, WordLlama(broken))
    with pytest.raises(SourceError, match=r"frieze\[semantic\] is installed and cannot be used"):
        compile_source(write_facts(tmp_path / "source", "fog"))


def test_wordllama_lookup_imports_nothing_heavy() -> None:
    module = "compiler.workspace.embeddings.wordllama"
    program = f"import sys; from {module} import found; found().fingerprint; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"numpy", "tokenizers", "wordllama", "huggingface_hub"} & set(done.stdout.split())
