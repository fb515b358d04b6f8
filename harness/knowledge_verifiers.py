"""Verify answers about decisions, tasks and notes by the ids and values that they name."""

import re

from harness.verifiers import in_order, plain

DECISIONS = re.compile(r"adr-\d{4}")
TASKS = re.compile(r"cell-[a-z]\d(?:\.\d)?|mill-\d+")


def bookings_by_service(answer: str) -> bool:
    """The decision that holds, the one in between, and no other but the one that was asked about."""
    named = set(DECISIONS.findall(plain(answer))) - {"adr-0002"}
    return named == {"adr-0005", "adr-0003"}


def cloths_and_gate(answer: str) -> bool:
    """The two that wait for nothing, and not the one between, nor any other."""
    return set(TASKS.findall(plain(answer))) - {"mill-5"} == {"mill-2", "mill-4"}


def put_off_until_november(answer: str) -> bool:
    """The day, and that it is no other task that stands in the way."""
    text = plain(answer)
    day = re.search(r"2025-11-01|\b(?:1|1st|first)(?: of)? nov|\bnov\w* (?:1|1st|first)\b", text)
    return bool(day) and not set(TASKS.findall(text)) - {"cell-d4"}


def yeast_in_a_circle(answer: str) -> bool:
    """The two tasks that wait for each other, and no other."""
    return set(TASKS.findall(plain(answer))) == {"cell-f6", "cell-f7"}


def sizes_still_accepted(answer: str) -> bool:
    """The decision whose status is behind, the one that replaced it, and no other."""
    text = plain(answer)
    told = re.search(r"adr-0007[^.;\n]{0,60}\b(?:still|outdated|behind|stale)", text)
    return set(DECISIONS.findall(text)) == {"adr-0006", "adr-0007"} and not told


def over_press_day_and_scale(answer: str) -> bool:
    """The note and the decision on the way, in order."""
    text = plain(answer).replace("press-day", "press day")
    ends = (r"cloths", "press day", "adr-0004", "adr-0005")
    return in_order(text, ends) or in_order(text, ends[::-1])
