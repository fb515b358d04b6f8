"""Excerpts around hits, also in long texts with very many hits."""

import sqlite3
from pathlib import Path

import pytest

import queries
from queries.search.excerpts import BEGINS, ENDS, LONG, LONGEST, excerpt, excerpt_sql, marked_sql, with_marks
from tests.closing import closed_later, compile_source
from tests.queries.cases import each

TOKENS = 5
FILLING = "word " * LONG


def marked(text: str) -> str:
    return text.replace("<", BEGINS).replace(">", ENDS)


@each(
    "text, shown",
    [
        (f"{FILLING}a <kettle> boils over {FILLING}", "…kettle boils over word word…"),
        (f"a <kettle> boils {FILLING}", "…kettle boils word word word…"),
        (f"<kettle> boils {FILLING}", "kettle boils word word word…"),
        (f"{FILLING}<kettle>", "…kettle"),
        # The most different words count, not the most: of two places alike the first does.
        (f"{FILLING}<pot> <pot> <pot> {FILLING}<pot> and <kettle> {FILLING}", "…pot and kettle word word…"),
        (f"{FILLING}<pot> a b c d <kettle> {FILLING}<Pot> <pot> <pot>", "…pot a b c d…"),
        (f"{FILLING}tea-<pot>s of tin {FILLING}", "…tea-pots of tin word word…"),
        (f"{FILLING} nothing", "word word word word word…"),
        ("\n" * LONG + "\n", ""),
    ],
)
def test_excerpt_of_a_long_text_has_the_most_different_hits(text: str, shown: str) -> None:
    assert excerpt(marked(text), TOKENS) == shown


def test_excerpt_of_a_short_text_is_unchanged() -> None:
    assert excerpt("… as SQLite has it", TOKENS) == "… as SQLite has it"
    assert excerpt(None, TOKENS) == ""


@each("count", [LONG // 10, LONG * 2])
def test_excerpt_reads_the_marks_of_the_index(count: int) -> None:
    """The excerpts of SQLite (short texts) and ours (long texts) agree about a single hit."""
    database = closed_later(sqlite3.connect(":memory:"))
    database.execute("CREATE VIRTUAL TABLE search_index USING fts5(id, title, body, tokenize = 'porter unicode61')")
    body = f"{'w ' * count}Kettles boil {'w ' * count}"
    database.execute("INSERT INTO search_index VALUES ('a', 'b', ?)", (body,))
    sql = f"SELECT {excerpt_sql(2, 'body', TOKENS)} FROM search_index WHERE search_index MATCH 'kettle'"
    ((found,),) = database.execute(sql).fetchall()
    shown = excerpt(found, TOKENS)
    assert "Kettles" in shown.split() or "…Kettles" in shown.split()
    assert len(shown.split()) == TOKENS
    assert BEGINS not in shown and ENDS not in shown


def test_hits_of_the_longest_texts_are_marked_as_the_index_marks_those_of_shorter_ones() -> None:
    database = closed_later(sqlite3.connect(":memory:"))
    database.execute("CREATE VIRTUAL TABLE search_index USING fts5(id, title, body, tokenize = 'porter unicode61')")
    hits = "Kettles boil. A kettle, a tea-kettle; no cattle. "
    for filling in (LONGEST // 4, LONGEST):
        database.execute("INSERT INTO search_index VALUES ('a', 'b', ?)", (hits + "w " * (filling // 2),))
    sql = f"SELECT {marked_sql(2, 'body')} FROM search_index WHERE search_index MATCH 'kettle' ORDER BY rowid"
    shorter, longest = (text for (text,) in database.execute(sql))
    assert BEGINS in shorter and BEGINS not in longest
    assert with_marks(longest, '"kettle"')[:80] == shorter[:80]


@pytest.mark.long("growth is measured")
def test_excerpt_of_a_long_text_full_of_hits_is_quick(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "adr"
    folder.mkdir(parents=True)
    text = f"{'kettle ' * 30_000}and a pot\n"
    (folder / "0001-tea.md").write_text(f"# 1. Tea\n\n## Status\n\nAccepted\n\n## Context\n\n{text}\n")
    snapshot = compile_source(tmp_path)
    for tool, key in (("search", "snippet"), ("search_fulltext", "content_snippet")):
        answer = queries.answer(snapshot, tool, {"query": "kettle pot"})
        assert answer["results"][0][key].startswith("…kettle kettle") and "pot" in answer["results"][0][key]
