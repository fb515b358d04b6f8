"""Transcripts of Claude Code: one message a line. Each line names its parent, so the lines form a graph.

After a rewind a message has two followers: the branch with the newest line is the conversation, the abandoned one is a
fork of it. A sidechain is a conversation of its own. A compaction starts anew and names the message that it continues.
All lines of one answer (one `message.id`) are one message. Repeated lines count once.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.memory.records import LineSpan, Moment, RecordEntry, Unit
from compiler.languages.memory.syntax.message_threads import MessageNode, MessageThread, split_threads
from compiler.languages.memory.syntax.transcripts import (
    ToolCall,
    TranscriptLines,
    as_text,
    make_entry,
    tool_observations,
)
from compiler.languages.memory.syntax.values import block_texts
from compiler.model.diagnostics import Diagnostic

Json = Any

_MESSAGE_TYPES = ("user", "assistant", "system")
_TITLE_KEYS = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}


def parse_transcript(path: str, text: str) -> tuple[Unit | None, list[Diagnostic]]:
    """Parse a transcript. The unit is None if there is no message in it."""
    reader = _TranscriptReader(path)
    for value, span in reader.lines.read(text):
        reader.read(value, span)
    return reader.unit(), reader.lines.diagnostics


@dataclass(slots=True)
class _Message:
    """A message, filled with the blocks of its lines. `seen` are the blocks read so far, as JSON."""

    id: str
    span: LineSpan
    at: Moment | None
    role: str
    session: str
    agent: str | None
    is_sidechain: bool
    model: str | None = None
    tokens: int = 0
    texts: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    calls: list[dict[str, Json]] = field(default_factory=list)
    call_id: str | None = None
    seen: set[str] = field(default_factory=set)


class _TranscriptReader:
    """Collects one transcript. `_parents` holds the parent of each line, also of lines that are no messages."""

    def __init__(self, path: str) -> None:
        self.lines = TranscriptLines(path)
        self._messages: dict[str, _Message] = {}
        self._first_of_answer: dict[tuple[bool, str], str] = {}  # (is sidechain, answer) -> its first line
        self._answer_of: dict[str, str] = {}  # a further line of an answer -> its first line
        self._parents: dict[str, str | None] = {}
        self._calls: dict[str, ToolCall] = {}
        self._results: dict[str, tuple[str, bool]] = {}
        self._sessions: dict[str, tuple[LineSpan, dict[str, Json]]] = {}
        self._titles: dict[str, str] = {}
        self._title = ""

    def read(self, value: dict[str, Json], span: LineSpan) -> None:
        """Read one line."""
        kind, uuid = str(value.get("type", "")), value.get("uuid")
        if kind in _TITLE_KEYS:
            self._add_title(value, kind)
            return
        if not isinstance(uuid, str) or not uuid:
            self.lines.unknown[kind or "without a type"] += 1
            return
        if uuid in self._parents:
            return
        parent = value.get("parentUuid") or value.get("logicalParentUuid")
        self._parents[uuid] = parent if isinstance(parent, str) else None
        if kind in _MESSAGE_TYPES:
            self._add_message(kind, uuid, value, span)
        else:
            self.lines.unknown[kind or "without a type"] += 1

    def unit(self) -> Unit | None:
        """Return the sessions, conversations, messages and tool calls; None if there is no message."""
        if not self._messages:
            return None
        for call_id, (text, is_error) in self._results.items():
            if call := self._calls.get(call_id):
                call.output, call.outcome = text, "failure" if is_error else "success"
        entries = [
            *(make_entry("session", name, span, fields) for name, (span, fields) in self._sessions.items()),
            *self._conversation_entries(),
            *tool_observations(self._calls.values()),
        ]
        return Unit(self.lines.path, "claude", tuple(entries), unknown_types=self.lines.unknown_types())

    def _add_title(self, value: dict[str, Json], kind: str) -> None:
        title = value.get(_TITLE_KEYS[kind])
        if isinstance(title, str) and title:
            self._title = title
            leaf = value.get("leafUuid")
            if isinstance(leaf, str):
                self._titles[leaf] = title

    def _add_message(self, kind: str, uuid: str, value: dict[str, Json], span: LineSpan) -> None:
        """Add a line to the message of its answer, or as a new message."""
        at = self.lines.time(value.get("timestamp"), span)
        session = value.get("sessionId")
        session = session if isinstance(session, str) and session else self.lines.path
        self._add_session(session, value, span, at)
        written = value.get("message")
        body: dict[str, Json] = written if isinstance(written, dict) else {}
        is_sidechain = value.get("isSidechain") is True
        agent = value.get("agentId") if is_sidechain and isinstance(value.get("agentId"), str) else None
        answer = body.get("id")
        if kind == "assistant" and isinstance(answer, str):
            first = self._first_of_answer.setdefault((is_sidechain, answer), uuid)
            if first != uuid:
                self._answer_of[uuid] = first
        message = self._messages.get(self._answer_of.get(uuid, uuid))
        if message is None:
            message = _Message(uuid, span, at, kind, session, agent, is_sidechain)
            self._messages[uuid] = message
        self._add_blocks(message, value, body, span, at)

    def _add_session(self, session: str, value: dict[str, Json], span: LineSpan, at: Moment | None) -> None:
        fields = self._sessions.setdefault(session, (span, {"at": at}))[1]
        for name, key in (("project", "cwd"), ("revision", "gitBranch")):
            if isinstance(value.get(key), str) and name not in fields:
                fields[name] = value[key]

    def _add_blocks(
        self, message: _Message, value: dict[str, Json], body: Json, span: LineSpan, at: Moment | None
    ) -> None:
        """Add the blocks of a line to its message, except those that an earlier line of the answer has too."""
        content = body.get("content", value.get("content"))
        blocks = content if isinstance(content, list) else [{"type": "text", "text": as_text(content)}]
        for block in blocks:
            key = as_text(block)
            if key not in message.seen:
                message.seen.add(key)
                self._add_block(message, block, span, at)
        if isinstance(body.get("model"), str):
            message.model = body["model"]
        usage = body.get("usage")
        if isinstance(usage, dict) and isinstance(usage.get("output_tokens"), int):
            message.tokens = max(message.tokens, usage["output_tokens"])
        if value.get("isMeta") is True or value.get("isCompactSummary") is True:
            message.role = "system"

    def _add_block(self, message: _Message, block: Json, span: LineSpan, at: Moment | None) -> None:
        if not isinstance(block, dict):
            message.texts += block_texts([block])
            return
        kind = block.get("type")
        if kind == "thinking":
            message.thinking += [block["thinking"]] if isinstance(block.get("thinking"), str) else []
        elif kind == "tool_use":
            call_id, name = str(block.get("id") or f"{message.id}:{len(message.calls)}"), str(block.get("name", ""))
            message.calls.append({"name": name, "input": block.get("input"), "call_id": call_id})
            call = ToolCall(call_id, name, block.get("input"), span, at, message.id, message.session, message.agent)
            self._calls.setdefault(call_id, call)
        elif kind == "tool_result":
            content = block.get("content")
            text = "\n".join(block_texts(content)) if isinstance(content, list) else as_text(content)
            call_id = str(block.get("tool_use_id", ""))
            self._results.setdefault(call_id, (text, block.get("is_error") is True))
            if not message.texts:
                message.role, message.call_id = "tool_result", message.call_id or call_id
            message.texts.append(text)
        elif isinstance(block.get("text"), str) and block["text"]:
            if message.role == "tool_result":
                message.role = "user"
            message.texts.append(block["text"])

    def _conversation_entries(self) -> list[RecordEntry]:
        """Return the conversations with their messages, lane by lane."""
        lanes = self._by_lane()
        main = next((message.session for message in self._messages.values()), self.lines.path)
        entries: list[RecordEntry] = []
        for lane, messages in lanes.items():
            nodes = [
                MessageNode(message.id, self._parent(message), message.role in ("user", "assistant"))
                for message in messages
            ]
            by_id = {message.id: message for message in messages}
            for thread in split_threads(nodes):
                first = by_id[thread.messages[0]]
                name = self._conversation_id(main, lane, thread.number, first)
                parent, relation = None, ""
                if thread.parent is not None:
                    start = by_id[thread.parent_start]
                    parent, relation = self._conversation_id(main, lane, thread.parent, start), "fork"
                elif lane and "" in lanes:
                    parent, relation = main, "sidechain"
                elif lane:
                    relation = "sidechain"
                entries.append(self._conversation_entry(name, parent, relation, thread, first))
                entries += [self._message_entry(name, by_id[message]) for message in thread.messages]
        return entries

    def _by_lane(self) -> dict[str, list[_Message]]:
        """Return the messages by lane: "" for the conversation itself, else the agent or first message of a sidechain.

        Not every line of a sidechain names the agent, so one line names it for all.
        """
        beginnings: dict[str, str] = {}
        agents: dict[str, str] = {}
        for message in self._messages.values():
            if message.is_sidechain:
                beginnings[message.id] = beginnings.get(self._parent(message) or "", message.id)
                if message.agent:
                    agents.setdefault(beginnings[message.id], message.agent)
        lanes: defaultdict[str, list[_Message]] = defaultdict(list)
        for message in self._messages.values():
            beginning = beginnings.get(message.id, "")
            lanes[agents.get(beginning, beginning)].append(message)
        return lanes

    def _conversation_id(self, main: str, lane: str, number: int, first: _Message) -> str:
        """Return the id of a thread: of the first one the session or lane, of a fork also its first message."""
        base = f"{main}/{lane}" if lane else main
        return base if number == 0 else f"{base}/{first.id}"

    def _conversation_entry(
        self, name: str, parent: str | None, relation: str, thread: MessageThread, first: _Message
    ) -> RecordEntry:
        models = (self._messages[message].model for message in thread.messages)
        fields = {
            "at": first.at,
            "session_id": first.session,
            "agent_id": first.agent,
            "title": self._title_of(thread.messages, is_main=not relation),
            "model": next(filter(None, models), None),
            "parent_conversation_id": parent,
            "fork_point_message_id": thread.fork_point,
            "relation": relation,
        }
        return make_entry("conversation", name, first.span, fields)

    def _title_of(self, ids: list[str], *, is_main: bool) -> str | None:
        """Return the title that a summary gives, else the beginning of the user's first message."""
        named = next((self._titles[message_id] for message_id in reversed(ids) if message_id in self._titles), None)
        if named or (is_main and self._title):
            return named or self._title
        said = (self._messages[message_id] for message_id in ids if self._messages[message_id].role == "user")
        first = next((" ".join("\n".join(message.texts).split()) for message in said if message.texts), "")
        return first[:100] or None

    def _message_entry(self, conversation: str, message: _Message) -> RecordEntry:
        fields = {
            "conversation_id": conversation,
            "session_id": message.session,
            "agent_id": message.agent,
            "role": message.role,
            "content": "\n".join(message.texts),
            "thinking": "\n".join(message.thinking),
            "tool_calls": message.calls,
            "call_id": message.call_id,
            "model": message.model,
            "token_count": message.tokens or None,
            "parent_message_id": self._parent(message),
            "at": message.at,
        }
        return make_entry("message", message.id, message.span, fields)

    def _parent(self, message: _Message) -> str | None:
        """Return the message that another one follows, skipping lines that are no messages.

        None for the first message and for messages in a cycle.
        """
        seen = {message.id}
        parent = self._parents.get(message.id)
        while parent is not None:
            parent = self._answer_of.get(parent, parent)
            if parent in seen:
                return None
            if parent in self._messages:
                return parent
            seen.add(parent)
            parent = self._parents.get(parent)
        return None
