"""Regular expressions of those who ask. They run on RE2, which takes linear time for every pattern."""

from collections.abc import Callable
from typing import Any

from compiler.model.reasons import words_of

MAX_BYTES = 8 << 20  # that a compiled pattern may take
# Instructions that it may have. RE2 takes up to so many steps for each byte where its automaton grows too large, as for
# `(a?){1000}`: linear, and a hundred microseconds a byte.
MAX_INSTRUCTIONS = 3_000


class PatternError(ValueError):
    """The pattern is not valid, or too large. The message says why."""


def compile_pattern(pattern: str, *, case_sensitive: bool) -> Callable[[str | bytes], Any]:
    """Return the function that searches a text, or its UTF-8 bytes, for a pattern and gives the first match or None.
    Raises PatternError."""
    import re2  # type: ignore[import-untyped]  # not before a search by pattern needs it

    options = re2.Options()
    options.log_errors = False
    options.max_mem = MAX_BYTES
    options.case_sensitive = case_sensitive
    try:
        compiled = re2.compile(pattern, options)
    except re2.error as error:
        raise PatternError(_words(error)) from None
    size = compiled._regexp.ProgramSize()  # the wrapper shows it nowhere else
    if size > MAX_INSTRUCTIONS:
        raise PatternError(
            f"pattern too large: it has {size:,} instructions of at most {MAX_INSTRUCTIONS:,}; use smaller counts"
        )
    search: Callable[[str | bytes], Any] = compiled.search
    return search


def _words(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return words_of(reason.decode(errors="replace") if isinstance(reason, bytes) else reason)
