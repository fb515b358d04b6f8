"""Rollouts of the Codex command line: a line an item, `{timestamp, type, payload}`, or in old files the bare item.

Messages, calls of tools and their results are `response_item`s; `event_msg`s that repeat their texts are dropped.
"""

import re
from collections import Counter
from typing import Any

import orjson

from compiler.languages.memory.records import Document, Entry, Moment, Place
from compiler.languages.memory.syntax.transcript import Call, Lines, entry, observations, raw, summary_of
from compiler.languages.memory.syntax.values import block_texts
from compiler.model.diagnostics import Diagnostic

Json = Any

_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_RESULTS = ("function_call_output", "custom_tool_call_output")
_EVENTS = {"user_message": "user", "agent_message": "assistant"}
_ROLES = {"user": "user", "assistant": "assistant"}
# What the program itself says in the name of the user.
_PREAMBLE = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<INSTRUCTIONS>")
_EXIT = re.compile(r"(?:exit code|exited with code):?\s*(-?\d{1,9})", re.IGNORECASE)
_NAMED = re.compile(r"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\.jsonl$")


def parse_rollout(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The unit of a rollout."""
    reading = _Reading(path)
    for line, value in reading.lines.read(text):
        reading.line(value, line.place)
    return reading.document(), reading.lines.found


class _Reading:
    """One rollout so far. `waiting` are events whose item may yet come."""

    def __init__(self, path: str) -> None:
        self.lines = Lines(path)
        named = _NAMED.search(path)
        self._session = named[1] if named else path.rpartition("/")[2].removesuffix(".jsonl")
        self._meta: dict[str, Json] = {}
        self._first: tuple[Place, Moment | None] | None = None
        self._model: str | None = None
        self._thinking: list[str] = []
        self._items: list[tuple[str, dict[str, Json], Place]] = []
        self._said: Counter[tuple[str, str]] = Counter()
        self._calls: dict[str, Call] = {}

    def line(self, value: dict[str, Json], place: Place) -> None:
        """Reads one line, of the new form or the old."""
        payload = value.get("payload")
        kind = str(value.get("type", ""))
        item = payload if isinstance(payload, dict) else value
        at = self.lines.time(value.get("timestamp"), place)
        self._first = self._first or (place, at)
        if kind == "session_meta" or (not kind and "id" in item and "timestamp" in item):
            self._begin(item)
        elif kind == "turn_context":
            self._model = item["model"] if isinstance(item.get("model"), str) else self._model
        elif kind == "event_msg":
            self._event(item, place, at)
        elif kind == "compacted":
            self._message("system", raw(item.get("message")), place, at)
        elif kind == "response_item" or item is value:
            self._item(str(item.get("type", "")), item, place, at)
        else:
            self.lines.unknown[kind] += 1

    def document(self) -> Document | None:
        """The unit: a session, its conversation, the messages and what the tools did."""
        if self._first is None:
            return None
        place, at = self._first
        git = self._meta.get("git")
        shared = {"session_id": self._session, "at": self.lines.time(self._meta.get("timestamp"), place) or at}
        session = {"project": _text(self._meta.get("cwd")), "revision": _text(git.get("branch")) if git else None}
        entries = [
            entry("session", self._session, place, shared | session),
            entry("conversation", self._session, place, shared | {"title": self._title(), "model": self._model}),
            *(self._entry(number, *item) for number, item in enumerate(self._without_repeats(), 1)),
            *observations(self._calls.values()),
        ]
        return Document(self.lines.path, "codex", tuple(entries), unknown_types=self.lines.unknown_types())

    def _begin(self, item: dict[str, Json]) -> None:
        """The head of the file. A file that goes on from another begins with the heads of both; its own is first."""
        if not self._meta:
            self._meta = item | {"git": item["git"] if isinstance(item.get("git"), dict) else {}}
            self._session = _text(item.get("id")) or self._session

    def _event(self, item: dict[str, Json], place: Place, at: Moment | None) -> None:
        role = _EVENTS.get(str(item.get("type", "")))
        if role:
            self._items.append(("event", {"role": role, "content": raw(item.get("message")), "at": at}, place))

    def _item(self, kind: str, item: dict[str, Json], place: Place, at: Moment | None) -> None:
        if kind == "message":
            content = item.get("content")
            text = "\n".join(block_texts(content)) if isinstance(content, list) else raw(content)
            role = _ROLES.get(str(item.get("role")), "system")
            self._message("system" if text.lstrip().startswith(_PREAMBLE) else role, text, place, at)
        elif kind == "reasoning":
            self._thinking += block_texts(item.get("summary") or ())
        elif kind in _CALLS:
            self._call(kind, item, place, at)
        elif kind in _RESULTS:
            self._result(item, place, at)
        else:
            self.lines.unknown[kind or "without a type"] += 1

    def _message(self, role: str, text: str, place: Place, at: Moment | None) -> None:
        fields: dict[str, Json] = {"role": role, "content": text, "at": at}
        if role == "assistant":
            fields |= {"model": self._model, "thinking": "\n".join(self._thinking)}
            self._thinking = []
        self._said[role, text.strip()] += 1
        self._items.append(("message", fields, place))

    def _call(self, kind: str, item: dict[str, Json], place: Place, at: Moment | None) -> None:
        given = item.get("arguments", item.get("input", item.get("action")))
        given = _loaded(given)
        name = _text(item.get("name")) or kind.removesuffix("_call")
        call_id = _text(item.get("call_id")) or _text(item.get("id")) or f"{self._session}:{place.line}"
        call = Call(call_id, name, given, place, at, call_id, self._session, None)
        self._calls.setdefault(call_id, call)
        tool = {"name": name, "input": given, "call_id": call_id}
        fields = {"role": "tool_call", "content": summary_of(name, given), "tool_calls": [tool], "at": at}
        self._items.append((call_id, fields | {"call_id": call_id, "thinking": "\n".join(self._thinking)}, place))
        self._thinking = []

    def _result(self, item: dict[str, Json], place: Place, at: Moment | None) -> None:
        call_id = _text(item.get("call_id")) or ""
        text, outcome = _output(item.get("output"))
        if call := self._calls.get(call_id):
            call.output, call.outcome = text, outcome
        self._items.append(("message", {"role": "tool_result", "content": text, "call_id": call_id, "at": at}, place))

    def _without_repeats(self) -> list[tuple[str, dict[str, Json], Place]]:
        """The items, of which events that say what a message says are left out."""
        left = self._said.copy()
        kept = []
        for kind, fields, place in self._items:
            said = fields["role"], fields["content"].strip()
            if kind == "event" and left[said] > 0:
                left[said] -= 1
                continue
            kept.append((kind, fields, place))
        return kept

    def _entry(self, number: int, kind: str, fields: dict[str, Json], place: Place) -> Entry:
        """The entry of a message, which has no id of its own: it is called by its number."""
        identity = f"{self._session}/{number}"
        if kind in self._calls:
            self._calls[kind].message = identity
        shared = {"conversation_id": self._session, "session_id": self._session}
        return entry("message", identity, place, fields | shared)

    def _title(self) -> str | None:
        """The first thing that the user says."""
        first = next((one["content"] for _, one, _ in self._items if one["role"] == "user" and one["content"]), None)
        return " ".join(first.split())[:100] if first else None


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None


def _loaded(value: Json) -> Json:
    """Arguments are JSON within a string."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value


def _output(value: Json) -> tuple[str, str | None]:
    """The text of a result, and whether it says how it went."""
    loaded = _loaded(value)
    if isinstance(loaded, dict):
        metadata = loaded.get("metadata")
        code = metadata.get("exit_code") if isinstance(metadata, dict) else None
        done = loaded.get("success")
        text = raw(loaded.get("output", loaded.get("content", loaded)))
        if isinstance(code, int):
            return text, "success" if code == 0 else "failure"
        return text, None if not isinstance(done, bool) else "success" if done else "failure"
    text = "\n".join(block_texts(loaded)) if isinstance(loaded, list) else raw(loaded)
    found = _EXIT.search(text[:500])
    return text, None if not found else "success" if int(found[1]) == 0 else "failure"
