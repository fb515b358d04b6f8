"""What Claude Code and Codex transcripts have in common: lines, tool calls, and the entries made of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from compiler.languages.memory import codes
from compiler.languages.memory.records import LineSpan, Moment, RecordEntry
from compiler.languages.memory.syntax.json_lines import json_lines
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.model.diagnostics import Code, Diagnostic

Json = Any

MAX_RAW = 4_000  # characters of the input and of the output of a tool call
_MAX_SUMMARY = 200
# Keys of a tool's input that summarize a call, the most telling first.
_SUMMARY_KEYS = ("command", "cmd", "file_path", "path", "pattern", "query", "url", "description", "prompt", "input")


@dataclass(slots=True)
class ToolCall:
    """A tool call and, once it is read, its result. `outcome` is success, failure or None."""

    id: str
    name: str
    input: Json
    span: LineSpan
    at: Moment | None
    message: str
    session: str
    agent: str | None
    output: str | None = None
    outcome: str | None = None


@dataclass(slots=True)
class TranscriptLines:
    """Reads the lines of a transcript, and collects diagnostics and the types of lines that are not understood."""

    path: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    _has_naive: bool = False

    def read(self, text: str) -> Iterator[tuple[dict[str, Json], LineSpan]]:
        """Yield the objects of the lines with their spans."""
        for line in json_lines(text):
            if line.value is not None:
                yield line.value, line.span
            elif line.is_truncated:
                self._report(codes.CUT_OFF, line.span)
            else:
                self._report(codes.BAD_LINE, line.span, reason=line.error)

    def time(self, value: Json, span: LineSpan) -> Moment | None:
        """Return the time of a line, None if it has no valid one."""
        if value is None:
            return None
        at = parse_time(value)
        if at is None:
            self._report(codes.BAD_TIME, span, text=str(value)[:80], field="timestamp")
        elif not at.is_zoned and not self._has_naive:
            self._has_naive = True
            self._report(codes.NAIVE_TIME, span, text=str(value)[:80])
        return at

    def unknown_types(self) -> tuple[tuple[str, int], ...]:
        """Return the types of lines that are not understood, with their counts, sorted by name."""
        return tuple(sorted(self.unknown.items()))

    def _report(self, code: Code, span: LineSpan, **fields: Any) -> None:
        self.diagnostics.append(code.at(span.in_file(self.path), **fields))


def make_entry(record_type: str, record_id: str, span: LineSpan, fields: dict[str, Json]) -> RecordEntry:
    """Return an entry with those of the fields that have a value."""
    present = {key: value for key, value in fields.items() if value not in (None, "", [])}
    return RecordEntry(record_type, record_id, True, "put", span, present, {})


def tool_observations(calls: Iterable[ToolCall]) -> Iterator[RecordEntry]:
    """Yield an observation for each tool call."""
    for call in calls:
        fields = {
            "observation_type": "tool_use",
            "tool_name": call.name,
            "summary": call_summary(call.name, call.input),
            "raw_input": _cut(as_text(call.input)),
            "raw_output": _cut(call.output) if call.output else None,
            "outcome": call.outcome,
            "at": call.at,
            "session_id": call.session,
            "agent_id": call.agent,
            "message": call.message,
        }
        yield make_entry("observation", call.id, call.span, fields)


def call_summary(name: str, arguments: Json) -> str:
    """Return one line that says what a tool call does: `Bash: pytest -q`."""
    shown = arguments
    if isinstance(arguments, dict):
        shown = next(
            (arguments[key] for key in _SUMMARY_KEYS if isinstance(arguments.get(key), str | list) and arguments[key]),
            "",
        )
    if isinstance(shown, list):
        shown = " ".join(str(item) for item in shown)
    line = " ".join(str(shown or "").split())
    return f"{name}: {line[:_MAX_SUMMARY]}" if line else name


def as_text(value: Json) -> str:
    """Return a text as it is, None as "", and any other value as JSON."""
    return value if isinstance(value, str) else "" if value is None else orjson.dumps(value).decode()


def _cut(text: str) -> str:
    return text if len(text) <= MAX_RAW else text[: MAX_RAW - 1] + "…"
