"""Lines of JSON: each to its object, or to what is wrong with it."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from compiler.languages.memory.records import Place
from compiler.languages.memory.syntax.values import MOST_DEPTH, tamed
from compiler.model.source import SUBSTITUTE

Json = Any

# What a store may not take stands in few lines: the others need no second look.
_WILD = re.compile(r"\\u[dD][89a-fA-F]|\d{18}|[eE]\+?\d{3}|NaN|Infinity")


class Line(NamedTuple):
    """A line that is not blank: its object, or why it is none, with the column where that shows.

    `repeated` are the keys that stand twice in one map. `is_cut`: it is the last, and breaks off.
    """

    place: Place
    value: dict[str, Json] | None
    wrong: str = ""
    repeated: tuple[str, ...] = ()
    is_cut: bool = False


def json_lines(text: str) -> Iterator[Line]:
    """The lines of a text that are not blank, in order."""
    reading = _Reading()
    lines = text.split("\n")
    last = next((at for at in range(len(lines), 0, -1) if lines[at - 1].strip()), 0)
    for number, line in enumerate(lines, 1):
        if line and not line.isspace():
            yield reading.line(number, line.rstrip("\r"), number == last)


class _Reading:
    """Reads objects one by one, and notes their repeated keys."""

    def __init__(self) -> None:
        self._repeated: list[str] = []
        self._decoder = json.JSONDecoder(object_pairs_hook=self._map)

    def _map(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            self._repeated += [key for key in found if keys.count(key) > 1]
        return found

    def line(self, number: int, line: str, is_last: bool) -> Line:
        """What one line holds."""
        self._repeated = []
        start = len(line) - len(line.lstrip())
        place = Place(number, _column(line, start), number, _column(line, len(line.rstrip())))
        try:
            value, end = self._decoder.raw_decode(line, start)
            rest = line[end:].strip()
            if rest:
                raise json.JSONDecodeError("Extra data", line, line.index(rest, end))
            if _WILD.search(line) or line.count("[") + line.count("{") > MOST_DEPTH:
                value = tamed(value)
        except json.JSONDecodeError as error:
            at = min(error.pos, len(line))
            place = place._replace(column=min(_column(line, at), place.end))
            is_cut = is_last and _breaks_off(line, error)
            wrong = "it has bytes that are no UTF-8" if SUBSTITUTE in line else f"it is not JSON ({_words(error.msg)})"
            return Line(place, None, wrong, is_cut=is_cut)
        except RecursionError:
            return Line(place, None, "it is nested too deeply")
        except ValueError as error:
            return Line(place, None, str(error) if "nested" in str(error) else "a number has too many digits")
        if not isinstance(value, dict):
            return Line(place, None, "it is JSON, and no object")
        return Line(place, value, repeated=tuple(dict.fromkeys(self._repeated)))


def _column(line: str, at: int) -> int:
    return len(line[:at].encode(errors="replace")) + 1


def _words(message: str) -> str:
    return message[:1].lower() + message[1:]


def _breaks_off(line: str, error: json.JSONDecodeError) -> bool:
    """Whether a line begins as an object and ends before it does."""
    line = line.rstrip()
    is_whole = line.endswith("}") and error.pos < len(line) and not error.msg.startswith("Unterminated")
    return line.lstrip().startswith("{") and error.msg != "Extra data" and not is_whole
