"""The stem of an English word, as the full-text index has it.

The index is SQLite's FTS5 with its porter tokenizer. Texts that the index does not hold (what records once said) are
stemmed here, by the Porter stemmer of snowballstemmer, whose import takes 10 ms. That follows Porter's paper of 1980;
SQLite follows the program that he published later, which differs in three rules. `_as_in_paper` makes up for them.
"""

import re

_LENGTHS = range(3, 65)  # SQLite stems no shorter and no longer words

_VOWEL = "(?:[aeiou]|(?<=[^aeiou])y)"
_CONSONANT = "(?:[^aeiouy]|(?<![^aeiou])y)"  # y is a consonant at the beginning and after a vowel
_HAS_VOWEL = re.compile(_VOWEL)
_HAS_MEASURE = re.compile(_VOWEL + _CONSONANT)  # a vowel with a consonant behind it
_BLY_OR_LOGY = re.compile(r"(bl|log)(?:ies|[iy](?:ed|ing)?s?)$")
_DOUBLED = re.compile(r"([chjkqvwx])\1(?:ed|ing)s?$")


def stem(word: str) -> str:
    """Return the stem of a word in small letters; a word with other signs than a to z as it is."""
    if len(word) not in _LENGTHS or not (word.isascii() and word.isalpha()):
        return word
    import snowballstemmer

    # A stemmer holds the word while it works, and queries run in several threads; making one takes 1 µs of 26.
    stemmed: str = snowballstemmer.stemmer("porter").stemWord(_as_in_paper(word))
    return stemmed


def _as_in_paper(word: str) -> str:
    """Return a word that the paper's rules stem as SQLite stems `word`."""
    if found := _BLY_OR_LOGY.search(word):  # possibly -> possible, geology -> geolog
        begin = word[: found.start()]
        return begin + ("ble" if found[1] == "bl" else "log") if _HAS_MEASURE.search(begin) else word
    if found := _DOUBLED.search(word):  # trekking -> trek
        return word[: found.start() + 1] if _HAS_VOWEL.search(word, 0, found.start()) else word
    return word
