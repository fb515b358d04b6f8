"""The stems of words."""

import sqlite3

from queries.memory.stems import stem
from queries.memory.word_query import words_of
from tests.benchmarks import memory_texts

WORDS = (
    "caresses ponies ties cats feed agreed plastered bled motoring sing conflated troubled sized hopping "
    "tanned falling hissing fizzed failing filing happy sky relational conditional rational valency digitizer "
    "conformably radically differently vilely analogously vietnamization predication operator feudalism "
    "decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize "
    "electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable "
    "defensible irritant replacement adjustment dependent adoption communism activate angularity homologous "
    "effective bowdlerize probate rate cease controlling rolling yes say sayings by buying enjoyed"
)


def test_stems_equal_those_of_the_full_text_index() -> None:
    texts = [text for text, _ in memory_texts.FACTS] + [one for told in memory_texts.ANSWERS for one in told]
    words = sorted({word for text in (WORDS, *texts) for word in words_of(text)})
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE entry USING fts5(word, tokenize = 'porter unicode61')")
    database.execute("CREATE VIRTUAL TABLE term USING fts5vocab(entry, 'instance')")
    database.executemany("INSERT INTO entry (rowid, word) VALUES (?, ?)", enumerate(words))
    index = dict(database.execute("SELECT doc, term FROM term"))
    assert {word: stem(word) for word in words} == {word: index[at] for at, word in enumerate(words)}
