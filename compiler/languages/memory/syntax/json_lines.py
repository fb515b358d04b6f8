"""Lines of JSON: each gives its object, or the reason why it has none."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from compiler.languages.memory.records import LineSpan
from compiler.languages.memory.syntax.values import MAX_DEPTH, sanitized
from compiler.model.reasons import words_of
from compiler.model.source import SUBSTITUTE

Json = Any

# Only a line that matches may hold values that SQLite cannot store; the others need no `sanitized`.
_UNSAFE = re.compile(r"\\u[dD][89a-fA-F]|\d{18}|[eE]\+?\d{3}|NaN|Infinity")


class JsonLine(NamedTuple):
    """A line that is not blank. `value` is its object, or None with an `error`; `span` then begins where the error is.

    `repeated_keys` are keys that one map has more than once. `is_truncated`: the line is the last one, and ends early.
    """

    span: LineSpan
    value: dict[str, Json] | None
    error: str = ""
    repeated_keys: tuple[str, ...] = ()
    is_truncated: bool = False


def json_lines(text: str) -> Iterator[JsonLine]:
    """Yield the lines of a text that are not blank, in order."""
    reader = _LineReader()
    lines = text.split("\n")
    last = next((at for at in range(len(lines), 0, -1) if lines[at - 1].strip()), 0)
    for number, line in enumerate(lines, 1):
        if line and not line.isspace():
            yield reader.read(number, line.rstrip("\r"), number == last)


class _LineReader:
    """Reads objects line by line, and notes their repeated keys."""

    def __init__(self) -> None:
        self._repeated: list[str] = []
        self._decoder = json.JSONDecoder(object_pairs_hook=self._to_map)

    def _to_map(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        result = dict(pairs)
        if len(result) != len(pairs):
            keys = [key for key, _ in pairs]
            self._repeated += [key for key in result if keys.count(key) > 1]
        return result

    def read(self, number: int, line: str, is_last: bool) -> JsonLine:
        """Read one line, which has a number and may be the last that is not blank."""
        self._repeated = []
        start = len(line) - len(line.lstrip())
        span = LineSpan(number, _column(line, start), number, _column(line, len(line.rstrip())))
        try:
            value, end = self._decoder.raw_decode(line, start)
            rest = line[end:].strip()
            if rest:
                raise json.JSONDecodeError("Extra data", line, line.index(rest, end))
            if _UNSAFE.search(line) or line.count("[") + line.count("{") > MAX_DEPTH:
                value = sanitized(value)
        except json.JSONDecodeError as failure:
            at = min(failure.pos, len(line))
            span = span._replace(start_col=min(_column(line, at), span.end_col))
            is_truncated = is_last and _ends_early(line, failure)
            reason = f"it is not JSON ({_lower_first(words_of(failure.msg))})"
            error = "it has bytes that are no UTF-8" if SUBSTITUTE in line else reason
            return JsonLine(span, None, error, is_truncated=is_truncated)
        except RecursionError:
            return JsonLine(span, None, "it is nested too deeply")
        except ValueError as failure:
            return JsonLine(
                span, None, words_of(failure) if "nested" in str(failure) else "a number has too many digits"
            )
        if not isinstance(value, dict):
            return JsonLine(span, None, "it is JSON, and no object")
        return JsonLine(span, value, repeated_keys=tuple(dict.fromkeys(self._repeated)))


def _column(line: str, at: int) -> int:
    return len(line[:at].encode(errors="replace")) + 1


def _lower_first(message: str) -> str:
    return message[:1].lower() + message[1:]


def _ends_early(line: str, failure: json.JSONDecodeError) -> bool:
    """Return whether a line begins as an object and ends before the object does."""
    line = line.rstrip()
    is_whole = line.endswith("}") and failure.pos < len(line) and not failure.msg.startswith("Unterminated")
    return line.lstrip().startswith("{") and failure.msg != "Extra data" and not is_whole
