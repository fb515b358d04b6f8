"""What a diagnostic or an answer may say of the error of a library or of the system.

The text of such an error was written by others, for whoever runs the program: it may name paths of the machine, quote a
file, or be as long as that. `tests/test_error_texts.py` holds that no other text of an error goes further.
"""

import re

MAX_WORDS = 200  # characters
_PATH = re.compile(r"(?<![\w.:/\\])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'\"<>|:*?]+){2,}")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")


def system_reason(error: BaseException) -> str:
    """Why the system refused, in its own words, which name no path."""
    return (error.strerror if isinstance(error, OSError) else None) or "it cannot be read or written"


def words_of(error: object, most: int = MAX_WORDS) -> str:
    """Return the words of a library about a text that it was given: one line, bounded, without paths of the machine."""
    shown = _PATH.sub("…", _UNSEEN.sub(" ", str(error)[: most * 4])).strip()
    return shown if len(shown) <= most else f"{shown[:most]}…"
