"""Regular expressions of those who ask: RE2, in linear time."""

import re

import pytest
import re2  # type: ignore[import-untyped]

from compiler.text.patterns import PatternError, compile_pattern, literal_set
from tests.compiler.tables import table
from tests.paths import ROOT


@table(("case_sensitive", "expected"), [(True, None), (False, 4)])
def test_pattern_gives_the_first_match(case_sensitive: bool, expected: int | None) -> None:
    match = compile_pattern("PAY.*", case_sensitive=case_sensitive)("and pay, and pay")
    assert (match and match.start()) == expected


@table("pattern", ["((", "(?=a)", "((a{100}){100}){100}", "\\1"])
def test_pattern_that_re2_refuses_is_an_error_with_the_reason(pattern: str) -> None:
    with pytest.raises(PatternError, match=r"\w"):
        compile_pattern(pattern, case_sensitive=True)


@table("pattern", ["(a?){1000}z", "[ab]{1000}(a?){1000}"])
def test_pattern_that_takes_long_for_each_byte_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError, match="instructions of at most 3,000; use smaller counts"):
        compile_pattern(pattern, case_sensitive=True)


def test_pattern_of_very_many_characters_is_not_compiled() -> None:
    with pytest.raises(PatternError, match="characters of at most 20,000"):
        compile_pattern("[a]" * 10_000, case_sensitive=True)


@table("pattern", [r"\b(?:valve|pump|hose){1,5}\b", "|".join(f"word{at}" for at in range(300)), r"\pL+"])
def test_pattern_of_people_is_not_refused(pattern: str) -> None:
    assert compile_pattern(pattern, case_sensitive=False)("a pump word299")


def test_literal_set_gives_the_literals_of_a_text() -> None:
    literals = ("](", "sta", "tat", "status", "[ ]", "状态", ".md")
    standing_in = literal_set(literals)
    for text in ("a status\n", "状态: [x](b.md)", "](](", "[ ] tat", "", "\ud800 sta"):
        standing = {one for one in literals if one in text}
        assert set(standing_in(text)) == (standing or set(literals))  # nothing found is no proof


def test_pattern_that_nobody_holds_is_not_kept() -> None:
    for number in range(3):
        compile_pattern(f"a{number}", case_sensitive=True)
    assert re2._Regexp._make.cache_info().currsize == 0


def test_patterns_of_re2_are_compiled_in_one_place() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("compiler", "queries", "server")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\bre2\.compile\b", path.read_text(encoding="utf-8"))
    ]
    assert found == ["compiler/text/patterns.py"]
