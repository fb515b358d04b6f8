"""Patterns of paths as programs for editors have them: `src/**/*.{ts,tsx}`. Each matches whole paths.

`*` and `?` stay within a name, `**` goes over folders, `{a,b}` is one of these, `[…]` a character. They run on RE2, so
that no pattern of a stranger takes long.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from compiler.text.glob_expression import glob_expression
from compiler.text.patterns import PatternError, compile_pattern

MAX_LENGTH = 2_000  # characters of a pattern
MAX_ALTERNATIVES = 200  # patterns that the braces of one may stand for
_OPEN, _CLOSE, _COMMA = "{", "}", ","

Matches = Callable[[str], bool]


def path_matcher(pattern: str, *, names_anywhere: bool = False) -> Matches | None:
    """Return what says whether a pattern matches a path; None if the pattern is not valid.

    With `names_anywhere` a pattern without a slash matches a name in any folder: `*.py`.
    """
    pattern = pattern.removeprefix("./").removeprefix("/")
    if not pattern or len(pattern) > MAX_LENGTH:
        return None
    expressions: list[str] = []
    if (alternatives := _alternatives(pattern)) is None:
        return None
    for alternative in alternatives:
        if (body := glob_expression(alternative)) is None:
            return None
        before = "(?:.*/)?" if names_anywhere and "/" not in alternative else ""
        expressions.append(before + body)
    try:
        search = compile_pattern(rf"(?s)\A(?:{'|'.join(expressions)})\z", case_sensitive=True)
    except (PatternError, UnicodeEncodeError):
        return None
    return lambda path: _found(search, path)


def split_patterns(text: str) -> list[str]:
    """Return the patterns of a list with commas. A comma in braces belongs to its pattern."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth = max(depth + (sign == _OPEN) - (sign == _CLOSE), 0)
        if sign == _COMMA and depth == 0:
            found.append(text[start:at])
            start = at + 1
    return [part.strip() for part in (*found, text[start:]) if part.strip()]


def matches_below(folder: str, matches: Matches, path: str) -> bool:
    """Whether a pattern that holds below a folder ("" for the root) matches a path: as written from the root, or from
    that folder."""
    if not folder:
        return matches(path)
    below = f"{folder}/"
    return path.startswith(below) and (matches(path) or matches(path.removeprefix(below)))


def fixed_folder(pattern: str) -> str:
    """Return the folder that all paths of a pattern have in common, as far as it is written out; "" for the root."""
    parts = pattern.removeprefix("./").removeprefix("/").split("/")[:-1]
    fixed = next((at for at, part in enumerate(parts) if set(part) & set("*?[{\\!")), len(parts))
    return "/".join(parts[:fixed])


def _found(search: Callable[[str | bytes], Any], path: str) -> bool:
    try:
        return search(path) is not None
    except UnicodeEncodeError:
        return False


def _alternatives(pattern: str) -> list[str] | None:
    """The patterns that one with braces stands for; None if these are too many. Braces that do not close are signs like
    others."""
    done: list[str] = []
    waiting = [pattern]
    while waiting:
        one = waiting.pop()
        braces = _first_braces(one)
        if braces is None:
            done.append(one)
            continue
        if len(done) + len(waiting) + len(braces[2]) > MAX_ALTERNATIVES:
            return None
        start, end, inner = braces
        waiting += [one[:start] + choice + one[end:] for choice in reversed(inner)]
    return done


def _first_braces(pattern: str) -> tuple[int, int, list[str]] | None:
    """The first braces that hold a comma: where they begin and end, and what may stand for them."""
    opened: list[int] = []
    commas: list[list[int]] = []
    outermost: tuple[int, int, list[str]] | None = None
    for at, sign in enumerate(pattern):
        if sign == _OPEN:
            opened.append(at)
            commas.append([])
        elif sign == _COMMA and opened:
            commas[-1].append(at)
        elif sign == _CLOSE and opened:
            start, cuts = opened.pop(), commas.pop()
            if cuts and not opened:
                edges = [start, *cuts, at]
                inner = [pattern[a + 1 : b] for a, b in pairwise(edges)]
                outermost = start, at + 1, inner
                break
    return outermost
