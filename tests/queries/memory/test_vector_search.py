"""Searches by meaning, over vectors of the stand-in: what they find that words do not, and when they are refused."""

from pathlib import Path
from typing import Any

import pytest

from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.interface import Workspace
from queries.memory.vector_search import NEAREST
from tests.closing import open_workspace
from tests.compiler.workspace.embeddings.standin import StandIn, standin, use_embedder
from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import Repository, branch, fact, ids, memory, message

__all__ = ["standin"]

HARBOUR = (
    branch("main"),
    branch("night", "main"),
    branch("other"),
    fact("f-fare", "The fare is paid on board", category="decision"),
    fact("f-price", "Price lists are printed in March"),
    fact("f-mist", "Mist closes the harbour"),
    fact("f-vessel", "A vessel waits at the pier", on="night"),
    fact("f-ship", "A ship waits", on="other"),
    fact("f-old", "The ferry waited", status="superseded"),
    fact("f-late", "A boat waits", "2026-05-01T08:00:00Z"),
    {"type": "conversation", "id": "c-1", "branch": "main"},
    message("m-1", "c-1", 1, "Is the vessel in?"),
    message("m-2", "c-1", 2, "Yes, since noon", role="assistant"),
    message("m-3", "c-1", 3, "The ferry leaves at two", role="assistant"),
)


@pytest.fixture
def harbour(standin: StandIn) -> Workspace:  # noqa: ARG001 (compiles with it)
    return searchable(memory(HARBOUR))


def searchable(snapshot: Snapshot, revisions: Repository | None = None) -> Workspace:
    """The workspace that searches a snapshot by meaning."""
    return Workspace(snapshot, revisions, similarity=VectorSimilarity())


def found(source: Snapshot | Workspace, query: str, tool: str = "memory_search", **arguments: Any) -> list[str]:
    return ids(ask(source, tool, query=query, **arguments)["results"])


def test_vector_search_finds_other_words_for_the_same_thing(harbour: Workspace) -> None:
    assert set(found(harbour, "how expensive?", search_type="vector")) == {"f-fare", "f-price"}
    assert found(harbour, "expensive", search_type="keyword") == []


def test_hybrid_search_is_the_default_and_uses_words_and_meaning(harbour: Workspace) -> None:
    assert found(harbour, "the price")[0] == "f-price"
    assert "f-fare" in found(harbour, "the price")
    assert found(harbour, "the price") == found(harbour, "the price", search_type="hybrid")


def test_vector_search_omits_unrelated_records(harbour: Workspace) -> None:
    refusal = ask(harbour, "memory_search", query="kubernetes", search_type="vector")
    assert refusal["results"] == []
    assert "None of 4 facts" in refusal["hint"]


@each("search_type", ["hybrid", "vector"])
@each(
    "arguments, expected",
    [
        ({}, {"f-late"}),  # neither superseded nor on branches that main does not read
        ({"branch": "night"}, {"f-late", "f-vessel"}),
        ({"branch": "night", "own_only": True}, {"f-vessel"}),
        ({"time_range": {"before": "2026-04-30"}, "branch": "night"}, {"f-vessel"}),
        ({"category": "decision"}, set()),
    ],
)
def test_vector_search_applies_filters(
    harbour: Workspace, search_type: str, arguments: dict[str, Any], expected: set[str]
) -> None:
    assert set(found(harbour, "ship", search_type=search_type, **arguments)) == expected


@each("search_type", ["hybrid", "vector"])
def test_vector_search_applies_phrases_and_excluded_words(harbour: Workspace, search_type: str) -> None:
    assert found(harbour, 'cost "price lists"', search_type=search_type) == ["f-price"]
    assert found(harbour, "cost -lists", search_type=search_type) == ["f-fare"]


@pytest.mark.usefixtures("standin")
def test_vector_search_filters_before_taking_the_nearest() -> None:
    snapshot = searchable(
        memory([*(fact(f"f-{n:03}", "the boat") for n in range(NEAREST + 20)), fact("g", "boat", category="x")])
    )
    assert found(snapshot, "ship", search_type="vector", category="x") == ["g"]
    assert len(all_rows(snapshot, "memory_search", "results", query="ship", search_type="vector")) == NEAREST


def test_hybrid_search_scores_weigh_words_and_meaning(harbour: Workspace) -> None:
    by_words = {row["id"]: row["score"] for row in ask(harbour, "memory_search", query="mist")["results"]}
    assert by_words == {"f-mist": 1.0}
    by_meaning = {row["id"]: row["score"] for row in ask(harbour, "memory_search", query="haze")["results"]}
    assert by_meaning == {"f-mist": 0.3}
    (row,) = ask(harbour, "memory_search", query="haze", search_type="vector")["results"]
    assert 0.2 <= row["score"] < 1.0


def test_empty_query_lists_the_newest_for_every_search_type(harbour: Workspace) -> None:
    newest = found(harbour, "", search_type="keyword")
    assert newest[0] == "f-late"
    assert found(harbour, "", search_type="vector") == found(harbour, "") == newest


def test_message_search_uses_words_by_default(harbour: Workspace) -> None:
    tool = "memory_search_messages"
    assert found(harbour, "ferry", tool) == found(harbour, "ferry", tool, search_type="keyword") == ["m-3"]
    assert set(found(harbour, "ferry", tool, search_type="hybrid")) == {"m-1", "m-3"}
    assert found(harbour, "ferry", tool, search_type="vector", role="user") == ["m-1"]


def test_snapshot_info_describes_the_vectors(harbour: Workspace) -> None:
    told = ask(harbour, "get_snapshot_info")["embeddings"]
    assert told == {"model": "stand-in", "version": "1", "vectors": 10}


@each("tool", ["memory_search", "memory_search_messages"])
def test_without_vectors_vector_search_fails_and_hybrid_uses_words(tool: str) -> None:
    snapshot = memory(HARBOUR)
    refused = error(snapshot, tool, query="fare", search_type="vector")
    assert refused["code"] == "unavailable"
    assert "frieze[semantic]" in refused["error"]
    assert found(snapshot, "ferry fare", tool, search_type="hybrid") == found(snapshot, "ferry fare", tool)
    assert "embeddings" not in ask(snapshot, "get_snapshot_info")


@each("tool", ["memory_search", "memory_search_messages"])
@each("query", ["ferry fare", "kubernetes"])
def test_hybrid_search_says_when_it_could_only_search_words(harbour: Workspace, tool: str, query: str) -> None:
    def searched_by(source: Snapshot | Workspace, search_type: str) -> str | None:
        return ask(source, tool, query=query, search_type=search_type).get("searched_by")

    assert searched_by(Workspace(harbour.snapshot), "hybrid") == "words alone: this snapshot has no embeddings"
    assert searched_by(Workspace(harbour.snapshot), "keyword") is None
    assert searched_by(harbour, "hybrid") is None


@pytest.mark.parametrize("here", [None, StandIn("2")], ids=["no model", "another version"])
@pytest.mark.parametrize("tool", ["memory_search", "memory_search_messages"])
def test_without_model_vector_search_names_the_extra_and_hybrid_has_a_hint(
    harbour: Workspace, monkeypatch: pytest.MonkeyPatch, tool: str, here: StandIn | None
) -> None:
    use_embedder(monkeypatch, None)
    by_words = found(memory(HARBOUR), "ferry fare", tool, search_type="hybrid")
    use_embedder(monkeypatch, here)
    refused = error(harbour, tool, query="ferry fare", search_type="vector")
    assert refused["code"] == "unavailable"
    assert "stand-in 1" in refused["error"]
    assert "frieze[semantic]" in refused["hint"]
    answer = ask(harbour, tool, query="ferry fare", search_type="hybrid")
    assert ids(answer["results"]) == by_words
    assert "stand-in 1" in answer["hint"]
    assert answer["searched_by"] == "words alone: the model of the embeddings is not installed"


@pytest.mark.usefixtures("standin")
def test_vector_search_of_a_git_branch_uses_its_own_vectors() -> None:
    there = {"try": memory([fact("g", "The vessel is red")]), "before": memory([branch("main")])}
    here = searchable(memory([fact("f", "The ferry is blue")]), Repository(there))
    for search_type in ("hybrid", "vector"):
        assert found(here, "ship", search_type=search_type, branch="try") == ["g"]
        assert found(here, "ship", search_type=search_type, branch="before") == []


def test_vector_search_of_a_frozen_file_answers_as_its_source(tmp_path: Path, harbour: Workspace) -> None:
    write_frozen(harbour.snapshot, tmp_path / "out.frieze")
    frozen = open_workspace(tmp_path / "out.frieze")
    for search_type in ("hybrid", "vector"):
        arguments = {"query": "a ship in the haze", "branch": "night", "search_type": search_type}
        assert ask(frozen, "memory_search", **arguments) == ask(harbour, "memory_search", **arguments)
