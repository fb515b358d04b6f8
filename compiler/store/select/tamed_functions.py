"""Functions of SQLite's own that a guarded SELECT gets in a tamed form.

Those of dates may not ask for the clock or the time zone of the machine. Those of texts take linear time, and count
their work, which SQLite's do not: `instr` of two long texts or `printf` of a large width would run for minutes within
one step.
"""

import re
import sqlite3
from collections.abc import Callable
from typing import Any

from compiler.store.select.errors import SelectError

DATES = ("date", "time", "datetime", "julianday", "strftime", "unixepoch")
FORMATS = ("printf", "format")
TRIMS = ("trim", "ltrim", "rtrim")
# By name the number of arguments; -1 for any.
TAMED = {"instr": 2, "replace": 3, **dict.fromkeys((*DATES, *FORMATS, *TRIMS), -1)}

MAX_WIDTH = 1_000  # of a value that printf pads
MAX_TRIMMED = 100  # different characters that trim removes
CHARACTERS_PER_STEP = 16
_NOW = re.compile(r"\s*(now|localtime|utc|subsec|subsecond)\s*", re.IGNORECASE)
_WIDTHS = re.compile(r"%[-+ #0,!]*(\*|\d+)?(?:\.(\*|\d+))?")


class TamedFunctions:
    """The functions of one connection. `count` is told of steps and may raise; `longest` is the most characters of a
    text that is made."""

    def __init__(self, count: Callable[[int], None], longest: int) -> None:
        self._count = count
        self._longest = longest
        self._sqlite = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._sqlite.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)

    def close(self) -> None:
        """Close the connection that computes what SQLite itself computes best."""
        self._sqlite.close()

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions by name."""
        return {
            "instr": self._instr,
            "replace": self._replace,
            **{name: self._date(name) for name in DATES},
            **{name: self._format(name) for name in FORMATS},
            **{name: self._trim(name) for name in TRIMS},
        }

    def _plain(self, name: str, given: tuple[Any, ...]) -> Any:
        """What SQLite computes."""
        return self._sqlite.execute(f"SELECT {name}({', '.join('?' * len(given))})", given).fetchone()[0]

    def _text(self, value: Any) -> str:
        """A value as SQLite casts it to text."""
        text = (
            value
            if isinstance(value, str)
            else str(self._sqlite.execute("SELECT CAST(? AS TEXT)", (value,)).fetchone()[0])
        )
        self._count(len(text) // CHARACTERS_PER_STEP)
        return text

    def _instr(self, text: Any, part: Any) -> int | None:
        if text is None or part is None:
            return None
        if isinstance(text, bytes) and isinstance(part, bytes):
            return text.find(part) + 1
        return self._text(text).find(self._text(part)) + 1

    def _replace(self, text: Any, old: Any, new: Any) -> str | None:
        if None in (text, old, new):
            return None
        whole, part, other = self._text(text), self._text(old), self._text(new)
        if not part:
            return whole
        if len(whole) + whole.count(part) * (len(other) - len(part)) > self._longest:
            raise SelectError("bound", f"replace() makes a text of over {self._longest:,} characters", bound="length")
        return whole.replace(part, other)

    def _trim(self, name: str) -> Callable[..., Any]:
        strip = {"trim": str.strip, "ltrim": str.lstrip, "rtrim": str.rstrip}[name]

        def call(*given: Any) -> str | None:
            if len(given) not in (1, 2):
                raise SelectError("invalid", f"{name}(text[, characters]) takes one or two arguments, not {len(given)}")
            if None in given:
                return None
            characters = "".join(sorted(set(self._text(given[1])))) if len(given) == 2 else " "
            if len(characters) > MAX_TRIMMED:
                raise SelectError("bound", f"{name}() removes at most {MAX_TRIMMED} characters", bound="arguments")
            return strip(self._text(given[0]), characters) if characters else self._text(given[0])

        return call

    def _format(self, name: str) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            _refuse_bytes(name, given)
            template = given[0] if given else None
            widths = (
                [width for found in _WIDTHS.findall(template) for width in found] if isinstance(template, str) else []
            )
            if any(width == "*" or len(width) > 4 or int(width or 0) > MAX_WIDTH for width in widths):
                message = f"{name}() pads to at most {MAX_WIDTH:,} characters, and takes no width from an argument"
                raise SelectError("bound", message, bound="length")
            self._count(sum(len(argument) for argument in given if isinstance(argument, str)) // CHARACTERS_PER_STEP)
            return self._plain(name, given)

        return call

    def _date(self, name: str) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            _refuse_bytes(name, given)
            times = given[1:] if name == "strftime" else given
            # SQLite reads a text up to its first NUL.
            if not times or any(isinstance(time, str) and _NOW.fullmatch(time.partition("\0")[0]) for time in times):
                message = (
                    f"{name}() may not ask for the clock or the time zone: an answer depends on the snapshot alone"
                )
                hint = "Compare with a date of your own; get_snapshot_info gives the reference time as_of."
                raise SelectError("invalid", message, hint)
            return self._plain(name, given)

        return call


def _refuse_bytes(name: str, given: tuple[Any, ...]) -> None:
    """Refuse a BLOB, which SQLite would take for a text that nobody has looked at."""
    if any(isinstance(argument, bytes) for argument in given):
        raise SelectError("invalid", f"{name}() takes texts and numbers, no BLOB")
