"""What the transcripts of both vendors have in common: their lines, and the entries that are made of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from compiler.languages.memory import codes
from compiler.languages.memory.records import Entry, Moment, Place
from compiler.languages.memory.syntax.lines import Line, json_lines
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

Json = Any

LONGEST_RAW = 4_000  # characters of what a tool was given and gave
_LONGEST_SUMMARY = 200
# What of the input of a tool says best what it did.
_TELLING = ("command", "cmd", "file_path", "path", "pattern", "query", "url", "description", "prompt", "input")


@dataclass(slots=True)
class Call:
    """A call of a tool and, once it is there, its result; `outcome` is success, failure or None."""

    id: str
    name: str
    input: Json
    place: Place
    at: Moment | None
    message: str
    session: str
    agent: str | None
    output: str | None = None
    outcome: str | None = None


@dataclass(slots=True)
class Lines:
    """The lines of a transcript, with what is wrong with it and what is not understood."""

    path: str
    found: list[Diagnostic] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    _has_naive: bool = False

    def read(self, text: str) -> Iterator[tuple[Line, dict[str, Json]]]:
        """The lines that are objects."""
        for line in json_lines(text):
            if line.value is not None:
                yield line, line.value
            elif line.is_cut:
                self.found.append(codes.CUT_OFF.at(self._span(line.place)))
            else:
                self.found.append(codes.BAD_LINE.at(self._span(line.place), reason=line.wrong))

    def time(self, value: Json, place: Place) -> Moment | None:
        """The time of a line; None when there is none."""
        if value is None:
            return None
        at = parse_time(value)
        if at is None:
            self.found.append(codes.BAD_TIME.at(self._span(place), text=str(value)[:80], field="timestamp"))
        elif not at.is_zoned and not self._has_naive:
            self._has_naive = True
            self.found.append(codes.NAIVE_TIME.at(self._span(place), text=str(value)[:80]))
        return at

    def unknown_types(self) -> tuple[tuple[str, int], ...]:
        """How often there were lines of types that say nothing here."""
        return tuple(sorted(self.unknown.items()))

    def _span(self, place: Place) -> Span:
        return Span(self.path, place.line, place.column, place.last, place.end)


def entry(record_type: str, record_id: str, place: Place, fields: dict[str, Json]) -> Entry:
    """An entry of those fields that have a value."""
    told = {key: value for key, value in fields.items() if value not in (None, "", [])}
    return Entry(record_type, record_id, True, "put", place, told, {})


def observations(calls: Iterable[Call]) -> Iterator[Entry]:
    """An observation for each call of a tool."""
    for call in calls:
        fields = {
            "observation_type": "tool_use",
            "tool_name": call.name,
            "summary": summary_of(call.name, call.input),
            "raw_input": _cut(raw(call.input)),
            "raw_output": _cut(call.output) if call.output else None,
            "outcome": call.outcome,
            "at": call.at,
            "session_id": call.session,
            "agent_id": call.agent,
            "message": call.message,
        }
        yield entry("observation", call.id, call.place, fields)


def summary_of(name: str, given: Json) -> str:
    """What a call does, in a line: `Bash: pytest -q`."""
    told = given
    if isinstance(given, dict):
        told = next((given[key] for key in _TELLING if isinstance(given.get(key), str | list) and given[key]), "")
    if isinstance(told, list):
        told = " ".join(str(one) for one in told)
    line = " ".join(str(told or "").split())
    return f"{name}: {line[:_LONGEST_SUMMARY]}" if line else name


def raw(value: Json) -> str:
    """A value as text."""
    return value if isinstance(value, str) else "" if value is None else orjson.dumps(value).decode()


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_RAW else text[: LONGEST_RAW - 1] + "…"
