"""How large a statement becomes when SQLite compiles it: each mention of a common table expression is a copy of it.

Twenty expressions that each name the one before twice make a million copies, and compiling has no bound of its own. The
count here is an upper one: every word that is the name of an expression counts as a mention of it. Expressions of one
name in different scopes cannot be told apart, and count as too many.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

# A comment; a string or quoted name, which if nothing ends it takes all that is left; a word; any other sign.
_TOKEN = re.compile(
    r"""--[^\n]*+|/\*.*?(?:\*/|\Z)|'(?:[^']++|'')*+(?:'|\Z)|"(?:[^"]++|"")*+(?:"|\Z)|`(?:[^`]++|``)*+(?:`|\Z)"""
    r"""|\[[^\]]*+(?:\]|\Z)|[^\W\d]\w*+|\S""",
    re.DOTALL,
)
_COMMENTS = ("--", "/*")
_QUOTES = "'\"`["
_SIGNS = ("(", ")", "as", "not", "materialized")
_QUERIES = frozenset(("select", "values", "with"))
MAX_NAMES = 200  # of expressions that one statement defines

Bodies = Mapping[str, Sequence[str]]


def copies(sql: str, most: int) -> int:
    """Return how many copies of common table expressions compiling a statement makes at most, counted up to about
    `most`."""
    tokens = [_plain(token) for token in _TOKEN.findall(sql) if not token.startswith(_COMMENTS)]
    definitions = list(_definitions(tokens))
    bodies = dict(definitions)
    if len(definitions) > min(MAX_NAMES, len(bodies)):
        return most + 1
    known: dict[str, int] = {}
    return sum(_weight(token, bodies, known, frozenset(), most) for token in tokens if token in bodies)


def _plain(token: str) -> str:
    """A token in small letters, a name without its quotes: any quotes may stand around a name. What only reads as a
    sign or a word of SQL without its quotes is marked."""
    if len(token) < 2 or token[0] not in _QUOTES:
        return token.lower()
    name = token[1:-1].replace(token[0] * 2, token[0]).lower()
    return f"\0{name}" if name in _SIGNS else name


def _definitions(tokens: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the name and the body of what is defined by `name AS (…)` or `name (columns) AS (…)`, at any depth."""
    closing = _closing(tokens)
    opening = {end: start for start, end in closing.items()}
    for at, token in enumerate(tokens):
        start = at + 1
        while token == "as" and start < len(tokens) and tokens[start] in ("not", "materialized"):
            start += 1
        if token != "as" or start not in closing or at == 0:
            continue
        before = opening.get(at - 1, at) - 1
        body = tokens[start + 1 : closing[start]]
        if before >= 0 and not _QUERIES.isdisjoint(body):  # else it is a window
            yield tokens[before], body


def _closing(tokens: Sequence[str]) -> dict[int, int]:
    """The places of parentheses that close, by those of the ones that open."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for at, token in enumerate(tokens):
        if token == "(":
            waiting.append(at)
        elif token == ")" and waiting:
            found[waiting.pop()] = at
    return found


def _weight(name: str, bodies: Bodies, known: dict[str, int], above: frozenset[str], most: int) -> int:
    """The number of copies that one mention makes: itself, and those that its bodies mention."""
    if name in above:
        return 1  # it is recursive
    if name not in known:
        inside = above | {name}
        found = 1
        for token in (token for token in bodies[name] if token in bodies):
            found += _weight(token, bodies, known, inside, most)
            if found > most:
                break
        known[name] = found
    return known[name]
