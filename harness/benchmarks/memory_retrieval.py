"""Retrieval: how often questions find their evidence in a memory of 10,000 facts and messages, and how quickly.

The questions are in other words than the evidence (`memory_texts`). Evidence counts as found when the first 5 or 10
rows show it. A row shows a fact, or a message with its two neighbours, in all searches that are compared.

The baselines search the same texts: the full-text index with all words joined by AND, its default; and LIKE with each
word, rows with most words first. Where the extra `semantic` is installed, the vector and hybrid searches are measured
too, and the time to make the vectors.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from compiler import open_workspace
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings import embedder
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.interface import Workspace
from harness.benchmarks import memory_texts as texts
from harness.benchmarks.figures import Figure, milliseconds
from queries import answer
from queries.memory.word_query import words_of

EACH = 5_000  # facts, and as many messages
SHOWN = 10
ROUNDS = 3
MAX_MEDIAN = 5.0  # milliseconds of a search

Search = Callable[[str], Sequence[set[str]]]  # a question -> the ids that each row shows, best first
Question = tuple[str, str]  # its text, and the id of its evidence


def figures() -> Iterator[Figure | str]:
    """The share of hits for facts and for messages, beside the baselines, and the time of a search."""
    with tempfile.TemporaryDirectory(prefix="frieze-benchmarks-memory-") as name:
        Path(name, "memory.jsonl").write_text(texts.lines(EACH, EACH), "utf-8")
        workspace = open_workspace(name)
    by_tool: dict[str, list[Question]] = {
        "memory_search": [(question, f"fact-{at}") for at, (_, question) in enumerate(texts.FACTS)],
        "memory_search_messages": [(question, f"said-{at}") for at, (_, _, question) in enumerate(texts.ANSWERS)],
    }
    count = sum(map(len, by_tool.values()))
    yield f"retrieval: {count} questions about {EACH:,} facts and {EACH:,} messages"
    by_words = workspace.snapshot
    for tool, questions in by_tool.items():
        yield from quality(tool, questions, by_words)
    for tool, questions in by_tool.items():
        yield speed(tool, questions, by_words)
    yield from by_meaning(by_tool, workspace)


def by_meaning(by_tool: Mapping[str, Sequence[Question]], workspace: Workspace) -> Iterator[Figure | str]:
    """The same for searches by vectors, alone and combined with words."""
    snapshot = workspace.snapshot
    if not VectorSimilarity().covers(snapshot):
        yield "by meaning: not measured, for frieze[semantic] is not installed"
        return
    count = len(snapshot.rows("SELECT 1 FROM vector"))
    yield Figure(f"making {count:,} vectors", vector_seconds(snapshot), "s")
    for tool, questions in by_tool.items():
        for search_type in ("vector", "hybrid"):
            for most in (5, 10):
                found = hits(partial(ours, workspace, tool, search_type=search_type), questions, most)
                yield Figure(f"{tool}, {search_type}, hit@{most}", found, "")
            yield speed(tool, questions, workspace, search_type)


def vector_seconds(snapshot: Snapshot) -> float:
    """The seconds to make all vectors of a snapshot, once the model is loaded."""
    model = embedder.installed()
    assert model
    texts_of = "SELECT text FROM fact_memory_fact UNION ALL SELECT content FROM fact_memory_message"
    found = [text for (text,) in snapshot.rows(texts_of)]
    return milliseconds(lambda: [model.vector(text) for text in found]) / 1_000


def quality(tool: str, questions: Sequence[Question], snapshot: Snapshot) -> Iterator[Figure]:
    """The share of questions whose evidence our search by words finds, beside the two baselines."""
    table, text = ("memory_fact", "text") if tool == "memory_search" else ("memory_message", "content")
    rows = snapshot.rows(f"SELECT record_id, {text}, at FROM fact_{table} ORDER BY rowid")
    beside = beside_each([id for id, *_ in rows], 0 if table == "memory_fact" else 1)
    others = {"AND": by_and(rows, beside), "LIKE": by_like(rows, beside)}
    for most in (5, 10):
        baselines = ", ".join(f"{name} {hits(search, questions, most):.3f}" for name, search in others.items())
        found = hits(partial(ours, snapshot, tool), questions, most)
        yield Figure(f"{tool}, hit@{most}", found, "", None, f"beside {baselines}")


def beside_each(ids: Sequence[str], reach: int) -> dict[str, set[str]]:
    """The ids that a row shows, by its id: itself, and `reach` neighbours on each side."""
    return {id: set(ids[max(0, at - reach) : at + reach + 1]) for at, id in enumerate(ids)}


def hits(search: Search, questions: Sequence[Question], most: int) -> float:
    """The share of questions whose evidence is in the first `most` rows."""
    return sum(evidence in set().union(*search(question)[:most]) for question, evidence in questions) / len(questions)


def ours(source: Snapshot | Workspace, tool: str, question: str, search_type: str = "hybrid") -> list[set[str]]:
    """The ids that each row of our answer shows. A message comes with its two neighbours."""
    rows = answer(source, tool, {"query": question, "limit": SHOWN, "search_type": search_type})["results"]
    return [{row["id"], *(row[name]["id"] for name in ("previous", "next") if name in row)} for row in rows]


def by_and(rows: Sequence[tuple[str, str, str]], beside: Mapping[str, set[str]]) -> Search:
    """A search of the full-text index that requires every word of the question."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE entry USING fts5(id UNINDEXED, text)")
    database.executemany("INSERT INTO entry VALUES (?, ?)", (row[:2] for row in rows))
    sql = f"SELECT id FROM entry WHERE entry MATCH ? ORDER BY bm25(entry), id LIMIT {SHOWN}"

    def search(question: str) -> list[set[str]]:
        every = " ".join(f'"{word}"' for word in words_of(question))
        return [beside[id] for (id,) in database.execute(sql, (every,))]

    return search


def by_like(rows: Sequence[tuple[str, str, str]], beside: Mapping[str, set[str]]) -> Search:
    """A search by LIKE with each word of the question: rows with most words first, then the newest."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE entry (id TEXT, text TEXT, at TEXT)")
    database.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)

    def search(question: str) -> list[set[str]]:
        words = [f"%{word}%" for word in question.split()]
        count = " + ".join(["(text LIKE ?)"] * len(words))
        sql = f"SELECT id, {count} AS found FROM entry WHERE found ORDER BY found DESC, at DESC, id LIMIT {SHOWN}"
        return [beside[id] for id, _ in database.execute(sql, words)]

    return search


def speed(
    tool: str, questions: Sequence[Question], source: Snapshot | Workspace, search_type: str = "hybrid"
) -> Figure:
    """The median time of a search. Each question is asked once before, to fill the caches of the snapshot."""
    for question, _ in questions:
        ours(source, tool, question, search_type)
    ask = partial(ours, source, tool, search_type=search_type)
    taken = [milliseconds(partial(ask, question)) for _ in range(ROUNDS) for question, _ in questions]
    worst = sorted(taken)[int(len(taken) * 0.95)]
    by = f", {search_type}" if isinstance(source, Workspace) else ""
    return Figure(
        f"{tool}{by} among {2 * EACH:,}, median", median(taken), "ms", MAX_MEDIAN, f"95 of 100 within {worst:.1f} ms"
    )


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
