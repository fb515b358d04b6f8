"""Regular expressions of those who ask. They run on RE2, which takes linear time for every pattern."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from compiler.model.reasons import words_of

MAX_BYTES = 8 << 20  # that a compiled pattern may take
# Instructions that it may have. RE2 takes up to so many steps for each byte where its automaton grows too large, as for
# `(a?){1000}`: linear, and a hundred microseconds a byte.
MAX_INSTRUCTIONS = 3_000
MAX_CHARACTERS = 20_000  # beyond which it is not compiled, which takes more than linear time


class PatternError(ValueError):
    """The pattern is not valid, or too large. The message says why."""


def compile_re2(
    pattern: str, *, case_sensitive: bool = True, log_errors: bool = True, max_bytes: int = MAX_BYTES
) -> Any:
    """Return a compiled pattern, which takes at most so many bytes. Raises `re2.error`.

    RE2's module keeps the last 128 patterns, and what each has grown to while it searched. Here none is kept that
    nobody holds: a process that meets ever new ones would hold all that memory.
    """
    import re2  # type: ignore[import-untyped]  # not before a pattern needs it

    options = re2.Options()
    options.log_errors = log_errors
    options.max_mem = max_bytes
    options.case_sensitive = case_sensitive
    try:
        return re2.compile(pattern, options)
    finally:
        re2.purge()


def literal_set(literals: Sequence[str]) -> Callable[[str], Collection[str]]:
    """Return the function that gives those of some literals that stand in a text, and may give others. It reads the
    text once for all of them."""
    import re2

    options = re2.Options()
    options.literal = True
    options.log_errors = False
    options.max_mem = MAX_BYTES
    compiled = re2.Set.SearchSet(options)
    for literal in literals:
        compiled.Add(literal)
    compiled.Compile()

    def standing_in(text: str) -> Collection[str]:
        found = compiled.Match(text.encode(errors="replace"))
        # RE2 gives none as well where its automaton would grow too large.
        return literals if found is None else {literals[at] for at in found}

    return standing_in


def compile_pattern(pattern: str, *, case_sensitive: bool) -> Callable[[str | bytes], Any]:
    """Return the function that searches a text, or its UTF-8 bytes, for a pattern and gives the first match or None.
    Raises PatternError."""
    import re2  # not before a search by pattern needs it

    if len(pattern) > MAX_CHARACTERS:
        raise PatternError(f"pattern too large: it has {len(pattern):,} characters of at most {MAX_CHARACTERS:,}")
    try:
        compiled = compile_re2(pattern, case_sensitive=case_sensitive, log_errors=False)
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
