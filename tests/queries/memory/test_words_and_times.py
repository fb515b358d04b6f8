"""How questions name words and times."""

import sqlite3
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queries import QueryError
from queries.memory.duplicates import LEAST, SHORTEST, alike
from queries.memory.stems import stem
from queries.memory.time_ranges import TimeRange, format_time, parse_time
from queries.memory.word_query import words_of
from tests.benchmarks import memory_texts

EPOCH = datetime(1970, 1, 1)
WORDS = (
    "caresses ponies ties cats feed agreed plastered bled motoring sing conflated troubled sized hopping "
    "tanned falling hissing fizzed failing filing happy sky relational conditional rational valency digitizer "
    "conformably radically differently vilely analogously vietnamization predication operator feudalism "
    "decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize "
    "electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable "
    "defensible irritant replacement adjustment dependent adoption communism activate angularity homologous "
    "effective bowdlerize probate rate cease controlling rolling yes say sayings by buying enjoyed"
)


def test_stems_are_those_of_the_full_text_index() -> None:
    texts = [text for text, _ in memory_texts.FACTS] + [one for told in memory_texts.ANSWERS for one in told]
    words = sorted({word for text in (WORDS, *texts) for word in words_of(text)})
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE entry USING fts5(word, tokenize = 'porter unicode61')")
    database.execute("CREATE VIRTUAL TABLE term USING fts5vocab(entry, 'instance')")
    database.executemany("INSERT INTO entry (rowid, word) VALUES (?, ?)", enumerate(words))
    index = dict(database.execute("SELECT doc, term FROM term"))
    assert {word: stem(word) for word in words} == {word: index[at] for at, word in enumerate(words)}


@given(st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_moments_are_read_as_they_are_written(at: datetime) -> None:
    microseconds = (at - EPOCH) // timedelta(microseconds=1)
    assert parse_time(f"{at.isoformat()}Z", "at") == (microseconds, microseconds)
    assert parse_time(format_time(microseconds), "at").first == microseconds


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-03-01T10:30:00+01:00", "2026-03-01T09:30:00Z", "2026-03-01T09:30:00Z"),
        ("2026-03-01 10:30", "2026-03-01T10:30:00Z", "2026-03-01T10:30:00Z"),
        ("2026-03-01t10:30:00.5-0230", "2026-03-01T13:00:00.5Z", "2026-03-01T13:00:00.5Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29T23:59:59.999999Z"),
        ("2026-12", "2026-12-01T00:00:00Z", "2026-12-31T23:59:59.999999Z"),
        ("1969", "1969-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z"),
    ],
)
def test_a_time_is_a_stretch(text: str, first: str, last: str) -> None:
    found = parse_time(text, "at")
    assert found.first is not None
    assert found.last is not None
    assert (format_time(found.first), format_time(found.last)) == (first, last)


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-02-29", "2026-3-1", "2026-03-01T25:00", "2026-03-01T10:61", "0000", "2026-03-01T10:00+25:00"],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(QueryError):
        parse_time(text, "at")


def test_an_open_stretch_holds_what_has_no_time_and_a_bounded_one_does_not() -> None:
    assert TimeRange().holds(None, None)
    assert not TimeRange(first=0).holds(None, None)


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8).map(" ".join), max_size=6))
def test_no_pair_of_nearly_the_same_texts_is_missed(texts: list[str]) -> None:
    sets = [set(text.split()) for text in texts]
    every = {
        (one, other)
        for one, first in enumerate(sets)
        for other, second in enumerate(sets)
        if min(len(first), len(second)) >= SHORTEST and len(first & second) / len(first | second) > LEAST
    }
    assert {pair[:2] for pair in alike(texts, texts)} == every
