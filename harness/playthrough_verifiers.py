"""Verify answers about playthroughs by the numbers and names that they state."""

import re

from harness.verifiers import plain

NO = re.compile(r"\b(?:no|not|never|cannot|can't|cant|impossible|unreachable)\b")


def no_way_to_the_far_bank(answer: str) -> bool:
    """That it cannot be, and the exit `over` of the second span, the third toll."""
    text = plain(answer)
    where = re.search(r"second-span/over|third toll|second span\b[^.;\n]{0,60}\bover\b", text)
    return bool(NO.search(text) and where)


def six_moves_to_the_chapel(answer: str) -> bool:
    """Six moves, and the rule by name."""
    text = plain(answer)
    return _moves(text) == {6} and "the door is opened" in text


def moves_up_the_stair(answer: str) -> bool:
    return _moves(plain(answer)) == {41}


def the_sledge_is_burnt(answer: str) -> bool:
    """Burning the sledge, and no other choice."""
    text = plain(answer)
    return bool(re.search(r"burn[- ]the[- ]sledge|burning the sledge", text)) and "chair" not in text


def not_both_heirs(answer: str) -> bool:
    """That it cannot be; not that nobody knows."""
    text = plain(answer)
    return bool(NO.search(text)) and not re.search(r"\byes\b|\b(?:do not|don't|cannot) (?:know|tell|say)\b", text)


def moves_to_the_hall(answer: str) -> bool:
    """Twenty-seven moves, and Hedda."""
    text = plain(answer)
    return _moves(text) == {27} and "hedda" in text


WORDS = {"six": 6, "forty-one": 41, "twenty-seven": 27}


def _moves(text: str) -> set[int]:
    """The numbers of moves or steps that a text states."""
    found = re.findall(r"\b(\d+|six|forty-one|twenty-seven)\b (?:moves?|steps?)", text)
    return {WORDS.get(one, 0) or int(one) for one in found}
