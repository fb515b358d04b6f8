"""No regular expression of the project takes more than linear time, whatever a source repeats.

The expressions are the terminals of all grammars and the compiled patterns of all modules; each is attacked with what
its own repetitions repeat (`regexp_attacks`).
"""

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from lark.load_grammar import load_grammar

import compiler
import queries
import server
from tests.compiler.tables import table
from tests.compiler.text.regexp_attacks import Attack, attacks, attacks_of_openings
from tests.paths import ROOT

FEW_COUNTS = (12, 22, 1_000, 4_000)  # the first ones show what grows by powers
OPENINGS = (1_200, 4_800)  # a repetition may be bounded by 1,000 letters
COUNTS = (6, 12, 18, 22, 250, 500, 1_000, 2_000, 4_000)
MANY = 1_000
EXPONENT = 1.5
IDLE = 0.01  # seconds: what takes less is not measured; squared steps take more
TRIES = 4  # a machine that is busy meanwhile makes one try slow, hardly four
EXTRAS = ("distributed",)
SEARCHED = re.compile(r"(?<![\w.])(\w+)\s*\.\s*(?:search|finditer|findall|subn?|split)\b")  # in code, and in prose too

# Searched only in texts that an expression with the same parts has matched as a whole.
SEARCHED_IN_WHOLE_MATCHES = {"compiler.languages.diagrams.settings._ONE_PAIR"}
# Searched only in texts in which the opening may stand again and again without harm.
SEARCHED_IN_SHORT_TEXTS = {
    "compiler.languages.diagrams.syntax.shared.prepare.TAG": "up to the last end of a tag",
    "compiler.text.html_comments._COMMENT": "up to the last end of a comment",
    "compiler.text.examples._SENTENCE": "the name of a file",
    "compiler.unread.catching.PLAIN": "lines of at most 2,000 characters",
    "compiler.unread.link_catchers.LINKS": "lines of at most 2,000 characters",
}


class Expression(NamedTuple):
    """A compiled expression, where it is, and whether it is searched for, which begins at every letter."""

    name: str
    pattern: "re.Pattern[Any]"
    is_searched: bool = False


def expressions() -> list[Expression]:
    """Every expression once: searched for, if that is done with it anywhere, for then it is matched at each letter."""
    found: dict[tuple[Any, int], Expression] = {}
    for expression in (*terminals(), *compiled()):
        key = expression.pattern.pattern, expression.pattern.flags
        if key not in found or expression.is_searched:
            found[key] = expression
    return [*found.values()]


def terminals() -> Iterator[Expression]:
    for path in sorted((ROOT / "compiler").rglob("*.lark")):
        load: Callable[..., Any] = load_grammar
        grammar, _ = load(path.read_text(encoding="utf-8"), str(path), [], False)
        start = str(getattr(grammar.rule_defs[0][0], "value", grammar.rule_defs[0][0]))
        found, _, _ = grammar.compile([start], "*")
        for one in found:
            yield Expression(f"{path.name} {one.name}", re.compile(one.pattern.to_regexp()))


def compiled() -> Iterator[Expression]:
    searched = searched_names()
    for package in (compiler, queries, server):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = None if found.name.endswith("__main__") else imported(found.name)
            if module is not None:
                for name, pattern in patterns_in(module):
                    is_searched = f"{found.name}.{name}" in searched or is_in_rows(getattr(module, name))
                    yield Expression(f"{found.name}.{name}", pattern, is_searched)


def imported(name: str) -> ModuleType | None:
    """A module of the product, None if it needs an extra that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] in EXTRAS:
            return None
        raise


def patterns_in(module: ModuleType) -> Iterator[tuple[str, "re.Pattern[Any]"]]:
    for name, value in vars(module).items():
        yield from ((name, pattern) for pattern in patterns_within(value))


def patterns_within(value: object) -> Iterator["re.Pattern[Any]"]:
    """The patterns of a name: itself, or those in its tables."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from patterns_within(part)


def is_in_rows(value: object) -> bool:
    """Whether a pattern stands in a row of a table: what calls it does not say its name, so it may be searched for."""
    return isinstance(value, tuple | list) and any(isinstance(row, tuple) for row in value)


@cache
def searched_names() -> frozenset[str]:
    """The names of patterns, with their modules, of which a method is called that looks for them anywhere."""
    found = set[str]()
    for package in ("compiler", "queries", "server"):
        for path in (ROOT / package).rglob("*.py"):
            found |= set(searched_in(path))
    return frozenset(found) - SEARCHED_IN_WHOLE_MATCHES


def searched_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    names = set(SEARCHED.findall(text)) - {"re"}
    if not names:
        return
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    origins = {name.asname or name.name: f"{node.module}.{name.name}" for node in imports for name in node.names}
    yield from (origins.get(name, f"{module}.{name}") for name in names)


@pytest.mark.timeout(600)  # a busy machine is no failure
@pytest.mark.parametrize(
    "counts", [FEW_COUNTS, pytest.param(COUNTS, marks=pytest.mark.long("10,000 attacks of 4,000 repetitions"))]
)
def test_regular_expressions_take_linear_time(counts: tuple[int, ...]) -> None:
    found = expressions()
    slow = [
        f"{expression.name} {expression.pattern.pattern!r} at {attack}: {taken}"
        for expression in found
        for attack, counted in all_attacks(expression, counts)
        if (taken := growth(expression, attack, counted))
    ]
    assert slow == []
    assert len(found) > 1_000


def all_attacks(expression: Expression, counts: tuple[int, ...]) -> Iterator[tuple[Attack, tuple[int, ...]]]:
    """The attacks on an expression, and the numbers of repetitions at which each is measured."""
    text, flags = expression.pattern.pattern, expression.pattern.flags
    plain = re.compile(text.decode("latin-1"), flags) if isinstance(text, bytes) else expression.pattern
    is_short = expression.name in SEARCHED_IN_SHORT_TEXTS
    counted = tuple(count // 4 if count >= MANY else count for count in counts) if is_short else counts
    yield from ((attack, counted) for attack in attacks(plain, is_quick=counts == FEW_COUNTS))
    if expression.is_searched and not is_short:
        yield from ((attack, OPENINGS) for attack in attacks_of_openings(plain))


def growth(expression: Expression, attack: Attack, counts: tuple[int, ...], tries: int = TRIES) -> str:
    """The times of an attack that grow too fast, "" if none do."""
    pattern = expression.pattern
    run: Callable[[Any], object] = pattern.search if expression.is_searched else pattern.match
    if counts == OPENINGS:  # all that is found, for it may be found again and again
        run = pattern.findall
    for _ in range(tries):
        measured: list[tuple[int, float]] = []
        for count in counts:
            text = attack.text(count)
            taken = seconds(run, text.encode() if isinstance(pattern.pattern, bytes) else text)
            measured.append((count, taken))
            if is_slow(measured) or (count >= MANY and taken < IDLE / 100):  # cubed steps of four times take less too
                break
        if not is_slow(measured):
            return ""
    return ", ".join(f"{count}: {taken:.3f} s" for count, taken in measured)


def is_slow(measured: list[tuple[int, float]]) -> bool:
    return any(
        later > IDLE and later > earlier * (many / few) ** EXPONENT
        for (few, earlier), (many, later) in pairwise(measured)
    )


def seconds(run: Callable[[Any], object], text: str | bytes) -> float:
    start = time.thread_time()
    run(text)
    return time.thread_time() - start


@table(
    ("expression", "is_linear"),
    [
        (r"[ \t]*[ \t]*x", False),
        (r"a(?:b+)*c", False),
        (r"(?:level(?:\*?|\*{0,2})x\|)*y", False),
        (r"(~{3,})([^\s`]*)[^`]*$", False),
        (r"[^\n]*\bPhase[^\n]*\bafter", False),
        (r"[ \t]*+x", True),
        (r"(?:[ \t]+a)*x", True),
    ],
)
def test_attacks_find_expressions_that_try_again_and_again(expression: str, is_linear: bool) -> None:
    pattern = re.compile(expression)
    tries = TRIES if is_linear else 1
    found = (growth(Expression("", pattern), attack, FEW_COUNTS, tries) for attack in attacks(pattern))
    assert any(found) is not is_linear


@table(
    ("expression", "is_linear"),
    [
        (r"<!--.*?-->", False),
        (r"xref:([^\s\[]+)\[", False),
        (r"[,;](?![^()]*\))", False),
        (r"\{\{(?:(?!\{\{).)*?\}\}", True),
        (r"xref:([^\s\[]++)(\[?)", True),
    ],
)
def test_attacks_find_expressions_that_begin_again_and_again(expression: str, is_linear: bool) -> None:
    searched = Expression("", re.compile(expression), is_searched=True)
    tries = TRIES if is_linear else 1
    found = (growth(searched, attack, OPENINGS, tries) for attack in attacks_of_openings(searched.pattern))
    assert any(found) is not is_linear
