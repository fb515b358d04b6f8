"""Memories for the tests: a greenhouse's, whose every record they know, and any that a test writes."""

import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import History, OpenRevision, RevisionError, RevisionList
from tests.closing import compile_source, shared

Record = dict[str, Any]


def memory(records: Iterable[Record]) -> Snapshot:
    """The snapshot of a memory file with these lines."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "memory.jsonl").write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in records))
        return compile_source(folder)


def branch(name: str, parent: str | None = None, at: str = "2026-04-01T08:00:00Z", **more: Any) -> Record:
    return {"type": "branch", "id": name, "parent": parent, "status": "active", "at": at, **more}


def fact(id: str, text: str, at: str | None = "2026-04-02T08:00:00Z", on: str = "main", **more: Any) -> Record:
    return {"type": "fact", "id": id, "text": text, "branch": on, **({"at": at} if at else {}), **more}


def relation(id: str, source: str, kind: str, target: str, on: str = "main", **more: Any) -> Record:
    ends = {"source": source, "relation": kind, "target": target}
    return {"type": "relation", "id": id, "branch": on, "at": "2026-04-02T08:00:00Z", **ends, **more}


def message(id: str, conversation: str, seq: int, content: str, role: str = "user", **more: Any) -> Record:
    at = f"2026-04-03T10:{seq:02}:00Z"
    common = {"type": "message", "id": id, "conversation_id": conversation, "seq": seq, "role": role, "at": at}
    return {**common, "content": content, **more}


def observation(id: str, summary: str, at: str = "2026-04-03T09:00:00Z", on: str = "vents", **more: Any) -> Record:
    return {"type": "observation", "id": id, "branch": on, "summary": summary, "at": at, **more}


GREENHOUSE: tuple[Record, ...] = (
    {"type": "memory", "format": "memory-jsonl", "version": 1, "project": "greenhouse", "default_branch": "main"},
    branch("main", at="2026-04-01T07:00:00Z"),
    branch("vents", "main", "2026-04-02T12:00:00Z", description="Make the vents quieter", metadata={"owner": "rosa"}),
    branch("vents/night", "vents", "2026-04-03T08:00:00Z"),
    branch("heating", "main", "2026-04-02T13:00:00Z", status="archived"),
    branch("heating/pipes", "heating", "2026-04-02T14:00:00Z"),
    {"type": "session", "id": "s-1", "branch": "vents", "agent_id": "rosa", "task_id": "t-1", "status": "completed",
     "started_at": "2026-04-03T08:30:00Z", "ended_at": "2026-04-03T12:00:00Z", "summary": "Found the rattling flap."},
    {"type": "session", "id": "s-2", "branch": "vents/night", "agent_id": "ole", "parent_session": "s-1",
     "started_at": "2026-04-04T08:30:00Z"},
    fact("f-sun", "The sensors report lux once a minute", "2026-04-01T09:00:00Z", category="architecture",
         verification={"status": "verified"}),
    fact("f-flap", "A vent flap closes by gravity when the power fails", "2026-04-01", category="architecture"),
    fact("f-old", "Vents are opened by the hour", "2026-04-01T10:00:00Z", category="decision"),
    fact("f-rattle", "The rattling comes from the seventh flap", "2026-04-03T09:30:00Z", "vents", category="discovery",
         session_id="s-1", agent_id="rosa", task_id="t-1", verification={"status": "verified"}),
    fact("f-felt", "Felt strips silence a flap for a season", "2026-04-03T10:30:00Z", "vents", category="decision",
         session_id="s-1", agent_id="rosa", task_id="t-1"),
    fact("f-motor", "The motor needs 24 volts", "2026-04-04T09:00:00Z", "vents/night", category="architecture",
         agent_id="ole", session_id="s-2", verification={"status": "invalidated", "reason": "It is 12."}),
    fact("f-undated", "Nobody knows when the roof was painted", None),
    fact("f-gone", "The hose is green", "2026-04-01T11:00:00Z"),
    fact("f-old", "Vents are opened by the light", "2026-04-01T10:00:00Z", category="decision",
         updated_at="2026-04-05T10:00:00Z"),
    {"type": "fact", "id": "f-gone", "op": "retract", "at": "2026-04-06T10:00:00Z"},
    observation("o-1", "Counted the flaps: 12, the seventh is loose", agent_id="rosa", task_id="t-1", session_id="s-1",
                observation_type="discovery"),
    observation("o-2", "Ran the fan at full speed", "2026-04-03T09:10:00Z", agent_id="rosa", task_id="t-1",
                session_id="s-1", observation_type="tool_use", tool_name="Fan", outcome="failure"),
    relation("r-1", "Flap", "part_of", "Vent"),
    relation("r-2", "Motor", "moves", "Flap"),
    relation("r-3", "Motor", "fed_by", "Mains", valid_to="2026-04-04T00:00:00Z"),
    relation("r-4", "Motor", "fed_by", "Battery", at="2026-04-04T00:00:00Z"),
    relation("r-5", "Felt", "silences", "Flap", "vents"),
    {"type": "conversation", "id": "c-1", "branch": "vents", "session_id": "s-1", "agent_id": "rosa", "task_id": "t-1",
     "title": "The noise", "at": "2026-04-03T10:00:00Z"},
    message("m-1", "c-1", 1, "Why is it so loud at noon?", branch="vents", session_id="s-1"),
    message("m-2", "c-1", 2, "Because the fans run then.", "assistant", branch="vents", session_id="s-1"),
    message("m-3", "c-1", 3, "Can we use felt?", branch="vents", session_id="s-1"),
    message("m-4", "c-1", 4, "Yes, strips of it.", "assistant", branch="vents", session_id="s-1"),
    {"type": "conversation", "id": "c-2", "branch": "vents/night", "session_id": "s-2", "agent_id": "ole",
     "title": "Rubber instead", "parent_conversation_id": "c-1", "fork_point_message_id": "m-2",
     "at": "2026-04-04T10:00:00Z"},
    message("m-5", "c-2", 3, "Can we use rubber for the fans?", branch="vents/night", session_id="s-2",
            at="2026-04-04T10:03:00Z"),
    {"type": "task", "id": "t-1", "name": "quiet-vents", "branch": "vents", "parent_branch": "main", "status": "active",
     "task_type": "repair", "tags": ["noise"], "at": "2026-04-02T12:00:00Z", "objectives": [
         {"id": 1, "description": "Find the noise", "status": "completed"},
         {"id": 2, "description": "Silence it", "status": "in_progress", "agent_id": "rosa"},
         {"id": 3, "description": "Measure again", "status": "pending"}]},
    {"type": "task", "id": "t-2", "name": "warm-pipes", "branch": "heating", "parent_branch": "main",
     "status": "completed", "task_type": "repair", "at": "2026-04-02T13:00:00Z", "objectives": []},
    {"type": "task_agent", "id": "ta-1", "task_id": "t-1", "agent_id": "rosa", "branch": "vents", "role": "implementer",
     "status": "active", "assigned_objectives": [1, 2], "joined_at": "2026-04-02T12:30:00Z"},
    {"type": "merge", "id": "mg-1", "source": "vents/night", "target": "vents", "strategy": "cherry_pick",
     "items_merged": ["f-motor"], "items_rejected": [], "at": "2026-04-05T10:00:00Z"},
    {"type": "snapshot", "id": "sn-1", "label": "before the felt", "branch": "main", "at": "2026-04-03T09:00:00Z"},
    {"type": "handoff", "id": "h-1", "source_branch": "vents", "target_branch": "vents/night",
     "handoff_type": "agent_switch", "source_agent_id": "rosa", "target_agent_id": "ole",
     "fact_ids": ["f-rattle", "f-lost"], "conversation_ids": ["c-2", "c-lost"], "context_summary": "Felt is on order.",
     "at": "2026-04-04T08:00:00Z"},
    {"type": "template", "id": "tpl-1", "name": "repair", "version": 2, "branch": "template/repair/v2",
     "source_branch": "vents", "applicable_task_types": ["repair"], "status": "active", "at": "2026-04-05T08:00:00Z"},
    {"type": "template", "id": "tpl-0", "name": "repair", "version": 1, "branch": "template/repair/v1",
     "source_branch": "vents", "applicable_task_types": ["repair"], "status": "deprecated",
     "at": "2026-04-04T08:00:00Z"},
    {"type": "bundle", "id": "b-1", "name": "quiet-air", "version": 1, "source_branch": "vents", "status": "active",
     "at": "2026-04-05T09:00:00Z", "data": {"facts": [{"fact_text": "Felt helps"}], "relations": []}},
)  # fmt: skip


@shared
def greenhouse() -> Snapshot:
    return memory(GREENHOUSE)


def ids(rows: Iterable[Record]) -> list[str]:
    return [row["id"] for row in rows]


class Repository:
    """A repository whose revisions were compiled beforehand."""

    def __init__(self, named: Mapping[str, Snapshot], forked_at: str | None = None) -> None:
        self._named, self._forked_at = named, forked_at

    def for_request(self, check: Callable[[], None]) -> "Repository":  # noqa: ARG002
        return self

    def list(self) -> RevisionList:
        told = ("1" * 40, "2026-03-01T00:00:00Z", "One", "main", self._forked_at)
        rows = [Revision("branch", name, *told) for name in self._named]
        return RevisionList((*rows, Revision("tag", "v1", "2" * 40, "2026-02-01T00:00:00Z", "Out")), is_shallow=False)

    def open(self, name: str) -> OpenRevision:
        branch = name.removeprefix("refs/heads/")
        if branch not in self._named:
            raise RevisionError("no")
        return OpenRevision("1" * 40, "2026-03-01T00:00:00Z", "One", self._named[branch])

    def below_root(self) -> str:
        return ""

    def merge_base(self, one: str, other: str) -> str | None:  # noqa: ARG002
        return None

    def history(self, limit: int) -> History:
        raise NotImplementedError

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:  # noqa: ARG002
        return frozenset(commits)

    def retire(self) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is open."""
