"""Statements that are written for SQLite, as DuckDB reads them: `text REGEXP 'a+'`, and parameters by name (`:level`).

Both are RE2. What stands behind REGEXP is a text or a parameter; of anything else the statement says what to write.
"""

import re

from compiler.store.select.errors import SelectError

_PIECES = re.compile(
    r"(?P<text>'(?:[^']|'')*')|(?P<name>\"(?:[^\"]|\"\")*\")|(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<regexp>\bREGEXP\b)|(?P<parameter>(?<![:\w]):[A-Za-z_]\w*|\?)|(?P<other>.)",
    re.DOTALL | re.IGNORECASE,
)
_BEFORE, _BEHIND = "(?s).*(?:", ").*"  # SIMILAR TO compares the whole text


def for_duckdb(sql: str) -> str:
    """Return a statement as DuckDB reads it. Raises SelectError for a pattern that is neither a text nor a
    parameter."""
    found: list[str] = []
    is_pattern = False
    for piece in _PIECES.finditer(sql):
        kind, text = piece.lastgroup, piece[0]
        if kind == "parameter" and text != "?":
            text = f"${text[1:]}"
        if is_pattern and not (kind == "comment" or text.isspace()):
            text, is_pattern = _pattern(str(kind), text), False
        if kind == "regexp":
            text, is_pattern = "SIMILAR TO", True
        found.append(text)
    return "".join(found)


def _pattern(kind: str, text: str) -> str:
    """Return the pattern behind REGEXP as one of a whole text."""
    if kind == "text":
        return f"'{_BEFORE}{text[1:-1]}{_BEHIND}'"
    if kind == "parameter":
        return f"('{_BEFORE}' || {text} || '{_BEHIND}')"
    hint = "Write regexp_matches(text, pattern), or give the pattern as a text or a parameter."
    raise SelectError("invalid", "In Parquet files the pattern of REGEXP is a text or a parameter", hint)
