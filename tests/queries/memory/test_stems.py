"""Stems of English words, compared with those of SQLite's porter tokenizer."""

import re
import sqlite3
from collections.abc import Collection
from itertools import product

import pytest

from harness.benchmarks import memory_texts
from queries.search.stems import stem
from tests.queries.cases import each

WORDS = (
    "caresses ponies ties cats feed agreed plastered bled motoring sing conflated troubled sized hopping "
    "tanned falling hissing fizzed failing filing happy sky relational conditional rational valency digitizer "
    "conformably radically differently vilely analogously vietnamization predication operator feudalism "
    "decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize "
    "electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable "
    "defensible irritant replacement adjustment dependent adoption communism activate angularity homologous "
    "effective bowdlerize probate rate cease controlling rolling yes say sayings by buying enjoyed "
    "possibly possible possibilities wobbly wobbliness bubblies geology geologist geologies biology apologied "
    "trekking trekked specced revving hajjed doxxing bookkeeping sky by yyy"
)
BEGINS = ("b", "be", "tr", "tree", "day", "hop", "fil", "radic", "gener", "oscill", "rhythm", "sy", "compos")
ENDINGS = (
    "s es ies ied ying ed ing ings eed y ly ational tional enci anci izer bly bli alli entli eli ousli ization ator "
    "alism iveness fulness ousness aliti iviti biliti logy logies logi icate ative alize iciti ical ful ness al ance "
    "ence er ic able ible ant ement ment ent ion tion sion ou ism ate iti ous ive ize e ll kked xxing vved"
)


def check_stems(words: Collection[str]) -> None:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE entry USING fts5(word, tokenize = 'porter unicode61')")
    database.execute("CREATE VIRTUAL TABLE term USING fts5vocab(entry, 'instance')")
    database.executemany("INSERT INTO entry (rowid, word) VALUES (?, ?)", enumerate(words))
    index = dict(database.execute("SELECT doc, term FROM term"))
    database.close()
    assert {word: stem(word) for word in words} == {word: index[at] for at, word in enumerate(words)}


def test_stems_of_texts_are_those_of_the_index() -> None:
    texts = [text for text, _ in memory_texts.FACTS] + [one for told in memory_texts.ANSWERS for one in told]
    check_stems(sorted({word for text in (WORDS, *texts) for word in re.findall("[a-z]+", text.lower())}))


@pytest.mark.long("tens of thousands of words")
def test_stems_of_all_endings_are_those_of_the_index() -> None:
    words = {"".join(parts) for parts in product(BEGINS, ENDINGS.split(), ("", *ENDINGS.split()))}
    check_stems(sorted(word for word in words if "yy" not in word))


@each("word", ["as", "42s", "naïves", "x" * 60 + "ations", "blogging" * 100_000])
def test_stems_of_short_long_and_foreign_words_are_the_words(word: str) -> None:
    assert stem(word) == word
