"""Verify answers about agent memory by the ids and values that they name."""

import re

from harness.verifiers import in_order, plain

FACTS = re.compile(r"\bf-[a-z]+")


def superseded_by_the_tide(answer: str) -> bool:
    """Both times, and the newer fact; no fact but these two."""
    text = plain(answer)
    named = set(FACTS.findall(text))
    return "35 min" in text and "48 min" in text and "f-tide" in named and named <= {"f-tide", "f-crossing"}


def fog_stands_in_the_way(answer: str) -> bool:
    """That it may not, the one fact, and that the log is against it."""
    text = plain(answer)
    may = re.search(r"\b(?:yes|it (?:may|can) be merged)\b", text)
    why = re.search(r"invalidat|foggy days", text)
    return not may and set(FACTS.findall(text)) == {"f-fog"} and bool(why)


def anchor_in_the_shed(answer: str) -> bool:
    """The fact that is gone, and where the anchor lies."""
    text = plain(answer)
    return set(FACTS.findall(text)) - {"f-tide"} == {"f-anchor"} and bool(re.search(r"shed (?:4|four)\b", text))


def left_after_the_fourth(answer: str) -> bool:
    """The last shared message, and the buffer of a quarter of an hour."""
    text = plain(answer)
    points = set(re.findall(r"\bm-\d+", text)) - {"m-6", "m-7"}
    return points == {"m-4"} and bool(re.search(r"\b(?:15|fifteen)[ -]minute", text))


def gangway_waits_for_the_tide(answer: str) -> bool:
    """The objective, whose it is, and the spring tide; nobody else's."""
    text = plain(answer)
    return all(word in text for word in ("gangway", "ines", "spring tide")) and "omar" not in text


def from_north_to_south(answer: str) -> bool:
    """The two quays, the one of then first."""
    text = re.sub(r"(north|south)[ -]?quay", r"\1quay", plain(answer))
    now_first = re.search(r"\bnow\b[^.;\n]{0,40}southquay[^\n]*northquay", text)
    return bool(now_first) or in_order(text, ("northquay", "southquay"))
