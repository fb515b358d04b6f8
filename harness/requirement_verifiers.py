"""Verify answers about requirements by the ids and values that they name."""

import re

from harness.verifiers import plain

IDS = re.compile(r"req-[pod]\d{5}")
CITED = re.compile(r"req-[pod]\d{5}-[a-z]\b")


def serves_five(answer: str) -> bool:
    """The five ancestors, and no other requirement but the one that was asked about."""
    wanted = {"req-o00001", "req-o00002", "req-o00003", "req-p00001", "req-p00002"}
    return set(IDS.findall(plain(answer))) - {"req-d00003"} == wanted


def second_and_third_fail(answer: str) -> bool:
    """B and C fail, and A does not: it is only skipped."""
    told = [one for one in re.split(r"[.;\n](?:\s|$)", answer) if "skip" not in one.lower()]
    text = "\n".join(told)
    others = re.search(r"d00002-A\b|\bassertions? A\b|\bA(?:,| and|\+) ?B\b", text)
    named = [re.search(rf"(?<![A-Za-z]){label}(?![A-Za-z])", text) for label in "BC"]
    return all(named) and not others


def stale_hash(answer: str) -> bool:
    """The requirement with the stale hash, and the right value."""
    text = plain(answer)
    return set(IDS.findall(text)) == {"req-d00015"} and "609932b4" in text


def lid_and_cut_off(answer: str) -> bool:
    """The two most specific, and none of those above them."""
    return set(IDS.findall(plain(answer))) == {"req-o00004", "req-d00004"}


def cited_in_vain(answer: str) -> bool:
    """The two assertions that do not exist, the retired one, and no other."""
    return set(CITED.findall(plain(answer))) == {"req-o00001-q", "req-d00004-c", "req-p00002-c"}


def implemented_not_tested(answer: str) -> bool:
    """The assertion without a test, and the place of the code."""
    text = plain(answer)
    place = re.search(r"heater\.c\D{0,20}\b7\b|\bline 7\b[^.;\n]{0,20}heater\.c", text)
    named = re.search(r"d00001-b\b|\b(?:assertion|label) b\b|(?:^|\s)b\b(?= is| \()", text)
    other = re.search(r"d00001-a\b(?! is (?:tested|covered))", text)
    return bool(place and named and not other)
