"""Rollouts of the Codex CLI: one item a line, `{timestamp, type, payload}`, or the bare item in old files.

Messages, tool calls and their results are `response_item`s. `event_msg`s that repeat a message are dropped.
"""

import re
from collections import Counter
from typing import Any

import orjson

from compiler.languages.memory.records import LineSpan, Moment, RecordEntry, Unit
from compiler.languages.memory.syntax.transcripts import (
    ToolCall,
    TranscriptLines,
    as_text,
    call_summary,
    make_entry,
    tool_observations,
)
from compiler.languages.memory.syntax.values import block_texts
from compiler.model.diagnostics import Diagnostic

Json = Any

_CALL_TYPES = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_RESULT_TYPES = ("function_call_output", "custom_tool_call_output")
_EVENT_ROLES = {"user_message": "user", "agent_message": "assistant"}
_ROLES = {"user": "user", "assistant": "assistant"}
# Messages that the program itself writes with the role of the user begin so.
_PREAMBLE = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<INSTRUCTIONS>")
_EXIT_CODE = re.compile(r"(?:exit code|exited with code):?\s*(-?\d{1,9})", re.IGNORECASE)
_SESSION_ID = re.compile(r"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\.jsonl$", re.IGNORECASE)


def parse_rollout(path: str, text: str) -> tuple[Unit | None, list[Diagnostic]]:
    """Parse a rollout. The unit is None if there is no line in it."""
    reader = _RolloutReader(path)
    for value, span in reader.lines.read(text):
        reader.read(value, span)
    return reader.unit(), reader.lines.diagnostics


class _RolloutReader:
    """Collects one rollout. `_message_texts` counts messages by role and text, to find the events that repeat one."""

    def __init__(self, path: str) -> None:
        self.lines = TranscriptLines(path)
        match = _SESSION_ID.search(path)
        self._session = match[1] if match else path.rpartition("/")[2].rpartition(".")[0]
        self._meta: dict[str, Json] = {}
        self._first: tuple[LineSpan, Moment | None] | None = None
        self._model: str | None = None
        self._thinking: list[str] = []
        self._items: list[tuple[str, dict[str, Json], LineSpan]] = []
        self._message_texts: Counter[tuple[str, str]] = Counter()
        self._calls: dict[str, ToolCall] = {}

    def read(self, value: dict[str, Json], span: LineSpan) -> None:
        """Read one line, of the new form or the old."""
        payload = value.get("payload")
        kind = str(value.get("type", ""))
        item = payload if isinstance(payload, dict) else value
        at = self.lines.time(value.get("timestamp"), span)
        self._first = self._first or (span, at)
        if kind == "session_meta" or (not kind and "id" in item and "timestamp" in item):
            self._set_meta(item)
        elif kind == "turn_context":
            self._model = item["model"] if isinstance(item.get("model"), str) else self._model
        elif kind == "event_msg":
            self._add_event(item, span, at)
        elif kind == "compacted":
            self._add_message("system", as_text(item.get("message")), span, at)
        elif kind == "response_item" or item is value:
            self._add_item(str(item.get("type", "")), item, span, at)
        else:
            self.lines.unknown[kind] += 1

    def unit(self) -> Unit | None:
        """Return the session, its conversation, the messages and tool calls; None if there is no line."""
        if self._first is None:
            return None
        span, at = self._first
        git = self._meta.get("git")
        shared = {"session_id": self._session, "at": self.lines.time(self._meta.get("timestamp"), span) or at}
        session = {
            "project": _text(self._meta.get("cwd")),
            "revision": _text(git.get("branch")) if git else None,
        }
        entries = [
            make_entry("session", self._session, span, shared | session),
            make_entry("conversation", self._session, span, shared | {"title": self._title(), "model": self._model}),
            *(self._message_entry(number, *item) for number, item in enumerate(self._without_repeats(), 1)),
            *tool_observations(self._calls.values()),
        ]
        return Unit(self.lines.path, "codex", tuple(entries), unknown_types=self.lines.unknown_types())

    def _set_meta(self, item: dict[str, Json]) -> None:
        """Keep the metadata of the session. A file that continues another one has both, its own first."""
        if not self._meta:
            self._meta = item | {"git": item["git"] if isinstance(item.get("git"), dict) else {}}
            self._session = _text(item.get("id")) or self._session

    def _add_event(self, item: dict[str, Json], span: LineSpan, at: Moment | None) -> None:
        role = _EVENT_ROLES.get(str(item.get("type", "")))
        if role:
            self._items.append(("event", {"role": role, "content": as_text(item.get("message")), "at": at}, span))

    def _add_item(self, kind: str, item: dict[str, Json], span: LineSpan, at: Moment | None) -> None:
        if kind == "message":
            content = item.get("content")
            text = "\n".join(block_texts(content)) if isinstance(content, list) else as_text(content)
            role = _ROLES.get(str(item.get("role")), "system")
            self._add_message("system" if text.lstrip().startswith(_PREAMBLE) else role, text, span, at)
        elif kind == "reasoning":
            self._thinking += block_texts(item.get("summary") or ())
        elif kind in _CALL_TYPES:
            self._add_call(kind, item, span, at)
        elif kind in _RESULT_TYPES:
            self._add_result(item, span, at)
        else:
            self.lines.unknown[kind or "without a type"] += 1

    def _add_message(self, role: str, text: str, span: LineSpan, at: Moment | None) -> None:
        fields: dict[str, Json] = {"role": role, "content": text, "at": at}
        if role == "assistant":
            fields |= {"model": self._model, "thinking": "\n".join(self._thinking)}
            self._thinking = []
        self._message_texts[role, text.strip()] += 1
        self._items.append(("message", fields, span))

    def _add_call(self, kind: str, item: dict[str, Json], span: LineSpan, at: Moment | None) -> None:
        arguments = _from_json(item.get("arguments", item.get("input", item.get("action"))))
        name = _text(item.get("name")) or kind.removesuffix("_call")
        call_id = _text(item.get("call_id")) or _text(item.get("id")) or f"{self._session}:{span.start_line}"
        call = ToolCall(call_id, name, arguments, span, at, call_id, self._session, None)
        self._calls.setdefault(call_id, call)
        tool = {"name": name, "input": arguments, "call_id": call_id}
        fields = {"role": "tool_call", "content": call_summary(name, arguments), "tool_calls": [tool], "at": at}
        self._items.append((call_id, fields | {"call_id": call_id, "thinking": "\n".join(self._thinking)}, span))
        self._thinking = []

    def _add_result(self, item: dict[str, Json], span: LineSpan, at: Moment | None) -> None:
        call_id = _text(item.get("call_id")) or ""
        text, outcome = _output_and_outcome(item.get("output"))
        if call := self._calls.get(call_id):
            call.output, call.outcome = text, outcome
        self._items.append(("message", {"role": "tool_result", "content": text, "call_id": call_id, "at": at}, span))

    def _without_repeats(self) -> list[tuple[str, dict[str, Json], LineSpan]]:
        """Return the items without the events that repeat a message."""
        unmatched = self._message_texts.copy()
        kept = []
        for kind, fields, span in self._items:
            key = fields["role"], fields["content"].strip()
            if kind == "event" and unmatched[key] > 0:
                unmatched[key] -= 1
                continue
            kept.append((kind, fields, span))
        return kept

    def _message_entry(self, number: int, kind: str, fields: dict[str, Json], span: LineSpan) -> RecordEntry:
        """Return the entry of a message. Messages of Codex have no id; their number serves."""
        identity = f"{self._session}/{number}"
        if kind in self._calls:
            self._calls[kind].message = identity
        shared = {"conversation_id": self._session, "session_id": self._session}
        return make_entry("message", identity, span, fields | shared)

    def _title(self) -> str | None:
        """Return the beginning of the user's first message."""
        first = next(
            (message["content"] for _, message, _ in self._items if message["role"] == "user" and message["content"]),
            None,
        )
        return " ".join(first.split())[:100] if first else None


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None


def _from_json(value: Json) -> Json:
    """Return the value of a text that holds a JSON object or list; any other value as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value


def _output_and_outcome(value: Json) -> tuple[str, str | None]:
    """Return the text of a result and its outcome: success, failure, or None if it says nothing of it."""
    result = _from_json(value)
    if isinstance(result, dict):
        metadata = result.get("metadata")
        code = metadata.get("exit_code") if isinstance(metadata, dict) else None
        is_success = result.get("success")
        text = as_text(result.get("output", result.get("content", result)))
        if isinstance(code, int):
            return text, "success" if code == 0 else "failure"
        return text, None if not isinstance(is_success, bool) else "success" if is_success else "failure"
    text = "\n".join(block_texts(result)) if isinstance(result, list) else as_text(result)
    match = _EXIT_CODE.search(text[:500])
    return text, None if not match else "success" if int(match[1]) == 0 else "failure"
