"""The stem of an English word, after M. F. Porter: An algorithm for suffix stripping (1980).

The full-text index stems so too; texts that it does not hold (what records once said) are stemmed here.
"""

import re

_VOWEL = "(?:[aeiou]|(?<=[^aeiou])y)"
_CONSONANT = "(?:[^aeiouy]|(?<![^aeiou])y)"  # y is one at the beginning and after a vowel
_HAS_VOWEL = re.compile(_VOWEL)
_DOUBLED = re.compile(r"([^aeiouylsz])\1$")
_SHORT = re.compile(f"{_CONSONANT}{_VOWEL}(?:[^aeiouywx])$")
_RUNS = re.compile(f"{_VOWEL}+{_CONSONANT}+")

# fmt: off
_SECOND = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "abli": "able", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble", "logi": "log",
}
_THIRD = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}
_FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)
# fmt: on
_SECOND_LONGEST = sorted(_SECOND, key=len, reverse=True)
_THIRD_LONGEST = sorted(_THIRD, key=len, reverse=True)
_FOURTH_LONGEST = sorted(_FOURTH, key=len, reverse=True)


def stem(word: str) -> str:
    """The stem of a word in small letters; the word itself when it is short or has other signs than these letters."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _without_tense(_without_plural(word))
    if word.endswith("y") and _HAS_VOWEL.search(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _SECOND, _SECOND_LONGEST)
    word = _replaced(word, _THIRD, _THIRD_LONGEST)
    return _without_end(_without_suffix(word))


def _measure(stem: str) -> int:
    """How many times a consonant follows a vowel."""
    return len(_RUNS.findall(stem))


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_tense(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            begin = word[: -len(ending)]
            return _mended(begin) if _HAS_VOWEL.search(begin) else word
    return word


def _mended(begin: str) -> str:
    """What a word was before an ending was put to it: hop(p)ing, fil(e)ing."""
    if begin.endswith(("at", "bl", "iz")):
        return begin + "e"
    if _DOUBLED.search(begin):
        return begin[:-1]
    return begin + "e" if _measure(begin) == 1 and _SHORT.search(begin) else begin


def _replaced(word: str, endings: dict[str, str], longest_first: list[str]) -> str:
    for ending in longest_first:
        if word.endswith(ending):
            begin = word[: -len(ending)]
            return begin + endings[ending] if _measure(begin) else word
    return word


def _without_suffix(word: str) -> str:
    for ending in _FOURTH_LONGEST:
        if word.endswith(ending):
            begin = word[: -len(ending)]
            is_ending = ending != "ion" or begin.endswith(("s", "t"))
            return begin if is_ending and _measure(begin) > 1 else word
    return word


def _without_end(word: str) -> str:
    if word.endswith("e"):
        begin = word[:-1]
        measure = _measure(begin)
        if measure > 1 or (measure == 1 and not _SHORT.search(begin)):
            word = begin
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
