"""Every pattern of the product matches the same text in all releases of CPython 3.11.

When an iteration of a possessive repetition fails half-way, CPython before 3.11.5 continues from where it failed: there
`(?:ab?c)*+` takes three characters of `aca`. An alternative makes the engine go back, so a last alternative that never
matches, `(?!)`, is the remedy. Every possessive repetition of more than one character needs it: a lookahead or another
possessive repetition in the body is enough to go wrong, which is hard to see. Atomic groups are not affected.
"""

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.paths import ROOT

PARSER: Any = importlib.import_module("re._parser")
LONGEST_SHOWN = 200
SINGLE = {"LITERAL", "NOT_LITERAL", "IN", "ANY"}

GOES_ON = (
    "repeats more than one character possessively, and CPython before 3.11.5 goes on from the middle of a turn that"
    " failed: end the repeated part with the alternative `(?!)`, as in `(?:ab?c|(?!))*+`"
)
CAPTURES = (
    "captures inside of a possessive repetition, for which CPython 3.11 may raise SystemError: use an atomic group, as"
    " in `(?>(?:(a)b)*)`, which keeps all turns in memory until it ends, or capture the repetition as a whole"
)


def faults(pattern: str | bytes, flags: int = 0) -> Iterator[str]:
    """Yield the faults of the possessive repetitions of a pattern."""
    for operation, argument in operations(PARSER.parse(pattern, flags & ~re.DEBUG)):
        if operation == "POSSESSIVE_REPEAT":
            body = argument[2]
            if not (is_single(body) or has_fallback(body)):
                yield GOES_ON
            if any(name == "SUBPATTERN" and inner[0] is not None for name, inner in operations(body)):
                yield CAPTURES


def operations(tree: Any) -> Iterator[tuple[str, Any]]:
    """Yield all operations of a parsed pattern, nested ones too."""
    if isinstance(tree, PARSER.SubPattern):
        for operation, argument in tree.data:
            yield str(operation), argument
            yield from operations(argument)
    elif isinstance(tree, tuple | list):
        for part in tree:
            yield from operations(part)


def is_single(body: Any) -> bool:
    return len(body.data) == 1 and str(body.data[0][0]) in SINGLE


def has_fallback(body: Any) -> bool:
    """Whether the body of a repetition is a choice whose last alternative never matches."""
    operation, argument = body.data[0]
    return len(body.data) == 1 and str(operation) == "BRANCH" and is_failure(argument[1][-1])


def is_failure(body: Any) -> bool:
    """Whether a body is `(?!)`, which some releases parse as an empty lookahead."""
    return str(body) == str(PARSER.parse("(?!)"))


@pytest.fixture(scope="module")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, int]]:
    """Every pattern of the product: its module or grammar terminal, its text, its flags."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("patterns"))}
    command = [sys.executable, "-m", "tests.compiler.text.every_pattern"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [(place, pattern, flags) for place, pattern, flags in json.loads(run.stdout)]


def test_patterns_match_the_same_in_every_release(patterns: list[tuple[str, str, int]]) -> None:
    wrong = {
        f"{place} compiles {pattern[:LONGEST_SHOWN]!r}, which {fault}"
        for place, pattern, flags in patterns
        for fault in faults(pattern, flags)
    }
    if wrong:
        pytest.fail("\n".join(sorted(wrong)))


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("compiler.languages.diagrams.syntax.flowchart.lexer", "accDescr"),
        ("compiler.languages.diagrams.syntax.files.json_objects", "[{}]"),
        ("compiler.languages.diagrams.syntax.shared.modes", "classDef"),
        ("compiler.languages.requirements.syntax.lexer", "(?P<ASSERTION>"),
        ("compiler.languages.requirements.syntax.code", "(?P<comment>"),
        ("compiler/languages/requirements/syntax/markdown.lark: TEXT", "```"),
    ],
)
def test_patterns_are_collected_from_modules_and_grammars(
    patterns: list[tuple[str, str, int]], place: str, part: str
) -> None:
    assert any(place == one and part in pattern for one, pattern, _ in patterns)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:ab?c)*+",
        r"(?:(?!x)[a-z])++",
        r"(?:a(?=b))?+",
        r"(?:a++b){2}+",
        r"x(?:y|(?>(?:ab?c|d)*+))",
        r"(?=(?:ab)*+)",
        r"(?:(?!)|ab)*+",
        r"((?i:(?:ab)*+))?",
        r"(q)?(?(1)(?:ab)*+|z)",
    ],
)
def test_pattern_check_finds_possessive_repetition_without_fallback(pattern: str) -> None:
    assert list(faults(pattern)) == [GOES_ON]


def test_pattern_check_finds_group_in_possessive_repetition() -> None:
    assert list(faults(r"(?:(a)b|(?!))*+")) == [CAPTURES]


@pytest.mark.parametrize(
    "pattern", [r"a*+[ab]++.?+(?:[^\n])*+", r"(?:ab?c|(?!))*+", r"(?>(?:(a)b?c)*)", r"((?:ab|(?!))++)", "(?:ab)*"]
)
def test_pattern_check_accepts_repetition_with_fallback(pattern: str) -> None:
    assert list(faults(pattern)) == []


@pytest.mark.parametrize(
    ("body", "text", "end"),
    [
        ("ab?c", "aca", 2),
        ("a++c", "acaa", 2),
        ("(?!xy)[a-z]", "abxy", 2),
        ("a(?=b)b", "abac", 2),
        ("ab(?!c)|d", "abdabc", 3),
        ("a(?>bb|b)c", "abcabb", 3),
        ("a(?:b?c|(?!))++d", "acdac", 3),
    ],
)
def test_possessive_repetition_with_fallback_takes_whole_turns(body: str, text: str, end: int) -> None:
    for pattern in (rf"(?:{body}|(?!))*+", rf"(?:{body}|(?!))++", rf"(?>(?:{body})*)"):
        found = re.match(pattern, text)
        assert found and found.end() == end
