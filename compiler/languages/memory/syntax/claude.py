"""Transcripts of Claude Code: a line a message, each naming the one before it, so that together they are a graph.

A rewind gives a message two followers: the line that was written on last is the conversation, an abandoned one a fork
of it. A sidechain is a conversation of its own. A compaction begins anew and names the message it goes on from. The
lines of one answer (one `message.id`) are one message, and a line that is repeated counts once.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.memory.records import Document, Entry, Moment, Place
from compiler.languages.memory.syntax.threads import Node, threads
from compiler.languages.memory.syntax.transcript import Call, Lines, entry, observations, raw
from compiler.languages.memory.syntax.values import block_texts
from compiler.model.diagnostics import Diagnostic

Json = Any

_SPOKEN = ("user", "assistant", "system")
_TITLES = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}


def parse_transcript(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The unit of a transcript."""
    reading = _Reading(path)
    for line, value in reading.lines.read(text):
        reading.line(value, line.place)
    return reading.document(), reading.lines.found


@dataclass(slots=True)
class _Message:
    """A message so far: the blocks of all of its lines."""

    id: str
    place: Place
    at: Moment | None
    role: str
    session: str
    agent: str | None
    is_aside: bool
    model: str | None = None
    tokens: int = 0
    texts: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    calls: list[dict[str, Json]] = field(default_factory=list)
    call_id: str | None = None
    seen: set[str] = field(default_factory=set)


class _Reading:
    """One transcript so far. `follows` says of each line, spoken or not, which one it follows."""

    def __init__(self, path: str) -> None:
        self.lines = Lines(path)
        self._messages: dict[str, _Message] = {}
        self._answers: dict[tuple[bool, str], str] = {}  # the first line of an answer
        self._parts: dict[str, str] = {}  # a line of an answer to its first
        self._follows: dict[str, str | None] = {}
        self._calls: dict[str, Call] = {}
        self._results: dict[str, tuple[str, bool]] = {}
        self._sessions: dict[str, tuple[Place, dict[str, Json]]] = {}
        self._titles: dict[str, str] = {}
        self._title = ""

    def line(self, value: dict[str, Json], place: Place) -> None:
        """Reads one line."""
        kind, uuid = str(value.get("type", "")), value.get("uuid")
        if kind in _TITLES:
            self._name(value, kind)
            return
        if not isinstance(uuid, str) or not uuid:
            self.lines.unknown[kind or "without a type"] += 1
            return
        if uuid in self._follows:
            return
        before = value.get("parentUuid") or value.get("logicalParentUuid")
        self._follows[uuid] = before if isinstance(before, str) else None
        if kind in _SPOKEN:
            self._message(kind, uuid, value, place)
        else:
            self.lines.unknown[kind or "without a type"] += 1

    def document(self) -> Document | None:
        """The unit: sessions, conversations, messages and what the tools did."""
        if not self._messages:
            return None
        for call_id, (text, is_error) in self._results.items():
            if call := self._calls.get(call_id):
                call.output, call.outcome = text, "failure" if is_error else "success"
        entries = [
            *(entry("session", name, place, told) for name, (place, told) in self._sessions.items()),
            *self._talks(),
            *observations(self._calls.values()),
        ]
        return Document(self.lines.path, "claude", tuple(entries), unknown_types=self.lines.unknown_types())

    def _name(self, value: dict[str, Json], kind: str) -> None:
        title = value.get(_TITLES[kind])
        if isinstance(title, str) and title:
            self._title = title
            leaf = value.get("leafUuid")
            if isinstance(leaf, str):
                self._titles[leaf] = title

    def _message(self, kind: str, uuid: str, value: dict[str, Json], place: Place) -> None:
        """Adds a line to the answer that it belongs to, or as a message of its own."""
        at = self.lines.time(value.get("timestamp"), place)
        session = value.get("sessionId")
        session = session if isinstance(session, str) and session else self.lines.path
        self._note_session(session, value, place, at)
        written = value.get("message")
        body: dict[str, Json] = written if isinstance(written, dict) else {}
        is_aside = value.get("isSidechain") is True
        agent = value.get("agentId") if is_aside and isinstance(value.get("agentId"), str) else None
        answer = body.get("id")
        if kind == "assistant" and isinstance(answer, str):
            first = self._answers.setdefault((is_aside, answer), uuid)
            if first != uuid:
                self._parts[uuid] = first
        message = self._messages.get(self._parts.get(uuid, uuid))
        if message is None:
            message = _Message(uuid, place, at, kind, session, agent, is_aside)
            self._messages[uuid] = message
        self._fill(message, value, body, place, at)

    def _note_session(self, session: str, value: dict[str, Json], place: Place, at: Moment | None) -> None:
        told = self._sessions.setdefault(session, (place, {"at": at}))[1]
        for name, key in (("project", "cwd"), ("revision", "gitBranch")):
            if isinstance(value.get(key), str) and name not in told:
                told[name] = value[key]

    def _fill(self, message: _Message, value: dict[str, Json], body: Json, place: Place, at: Moment | None) -> None:
        """Reads the blocks of a line; one that an earlier line of the answer has too is a repeat."""
        content = body.get("content", value.get("content"))
        blocks = content if isinstance(content, list) else [{"type": "text", "text": raw(content)}]
        for block in blocks:
            key = raw(block)
            if key not in message.seen:
                message.seen.add(key)
                self._block(message, block, place, at)
        if isinstance(body.get("model"), str):
            message.model = body["model"]
        usage = body.get("usage")
        if isinstance(usage, dict) and isinstance(usage.get("output_tokens"), int):
            message.tokens = max(message.tokens, usage["output_tokens"])
        if value.get("isMeta") is True or value.get("isCompactSummary") is True:
            message.role = "system"

    def _block(self, message: _Message, block: Json, place: Place, at: Moment | None) -> None:
        if not isinstance(block, dict):
            message.texts += block_texts([block])
            return
        kind = block.get("type")
        if kind == "thinking":
            message.thinking += [block["thinking"]] if isinstance(block.get("thinking"), str) else []
        elif kind == "tool_use":
            call_id, name = str(block.get("id") or f"{message.id}:{len(message.calls)}"), str(block.get("name", ""))
            message.calls.append({"name": name, "input": block.get("input"), "call_id": call_id})
            call = Call(call_id, name, block.get("input"), place, at, message.id, message.session, message.agent)
            self._calls.setdefault(call_id, call)
        elif kind == "tool_result":
            given = block.get("content")
            text = "\n".join(block_texts(given)) if isinstance(given, list) else raw(given)
            call_id = str(block.get("tool_use_id", ""))
            self._results.setdefault(call_id, (text, block.get("is_error") is True))
            if not message.texts:
                message.role, message.call_id = "tool_result", message.call_id or call_id
            message.texts.append(text)
        elif isinstance(block.get("text"), str) and block["text"]:
            if message.role == "tool_result":
                message.role = "user"
            message.texts.append(block["text"])

    def _talks(self) -> list[Entry]:
        """The conversations with their messages, lane by lane."""
        lanes = self._lanes()
        main = next((one.session for one in self._messages.values()), self.lines.path)
        entries: list[Entry] = []
        for lane, messages in lanes.items():
            nodes = [Node(one.id, self._before(one), one.role in ("user", "assistant")) for one in messages]
            by_id = {one.id: one for one in messages}
            for thread in threads(nodes):
                first = by_id[thread.messages[0]]
                name = self._thread_name(main, lane, thread.number, first)
                parent, relation = None, ""
                if thread.parent is not None:
                    beginning = by_id[thread.beginning]
                    parent, relation = self._thread_name(main, lane, thread.parent, beginning), "fork"
                elif lane and "" in lanes:
                    parent, relation = main, "sidechain"
                elif lane:
                    relation = "sidechain"
                entries.append(self._conversation(name, parent, relation, thread.fork_point, first, thread.messages))
                entries += [self._entry(name, by_id[one]) for one in thread.messages]
        return entries

    def _lanes(self) -> dict[str, list[_Message]]:
        """The messages of the conversation itself, under "", and of each sidechain under its agent, else its beginning.

        Not every line of a sidechain names the agent: it is that of the chain.
        """
        beginnings: dict[str, str] = {}
        agents: dict[str, str] = {}
        for one in self._messages.values():
            if one.is_aside:
                beginnings[one.id] = beginnings.get(self._before(one) or "", one.id)
                if one.agent:
                    agents.setdefault(beginnings[one.id], one.agent)
        lanes: defaultdict[str, list[_Message]] = defaultdict(list)
        for one in self._messages.values():
            beginning = beginnings.get(one.id, "")
            lanes[agents.get(beginning, beginning)].append(one)
        return lanes

    def _thread_name(self, main: str, lane: str, number: int, first: _Message) -> str:
        base = f"{main}/{lane}" if lane else main
        return base if number == 0 else f"{base}/{first.id}"

    def _conversation(
        self, name: str, parent: str | None, relation: str, point: str | None, first: _Message, ids: list[str]
    ) -> Entry:
        fields = {
            "at": first.at,
            "session_id": first.session,
            "agent_id": first.agent,
            "title": self._title_of(ids, is_main=not relation),
            "model": next((self._messages[one].model for one in ids if self._messages[one].model), None),
            "parent_conversation_id": parent,
            "fork_point_message_id": point,
            "relation": relation,
        }
        return entry("conversation", name, first.place, fields)

    def _title_of(self, ids: list[str], *, is_main: bool) -> str | None:
        """What a summary calls it, else the first thing that the user says."""
        named = next((self._titles[one] for one in reversed(ids) if one in self._titles), None)
        if named or (is_main and self._title):
            return named or self._title
        said = (self._messages[one] for one in ids if self._messages[one].role == "user")
        first = next((" ".join("\n".join(one.texts).split()) for one in said if one.texts), "")
        return first[:100] or None

    def _entry(self, conversation: str, one: _Message) -> Entry:
        fields = {
            "conversation_id": conversation,
            "session_id": one.session,
            "agent_id": one.agent,
            "role": one.role,
            "content": "\n".join(one.texts),
            "thinking": "\n".join(one.thinking),
            "tool_calls": one.calls,
            "call_id": one.call_id,
            "model": one.model,
            "token_count": one.tokens or None,
            "parent_message_id": self._before(one),
            "at": one.at,
        }
        return entry("message", one.id, one.place, fields)

    def _before(self, one: _Message) -> str | None:
        """The message that another follows, over lines that are none; None at a beginning, or in a circle."""
        seen = {one.id}
        before = self._follows.get(one.id)
        while before is not None:
            before = self._parts.get(before, before)
            if before in seen:
                return None
            if before in self._messages:
                return before
            seen.add(before)
            before = self._follows.get(before)
        return None
