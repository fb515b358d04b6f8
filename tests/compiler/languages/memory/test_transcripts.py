"""Transcripts of Claude Code, a graph of lines, and of Codex, a list of items."""

import json

from compiler.languages.memory.facts import Conversation, MemorySession, MemorySource, Message, Observation
from tests.compiler.languages.memory.sources import Json, facts_of, findings, lines, linked, messages


def line(uuid: str, before: str | None, text: Json, kind: str = "user", **fields: Json) -> dict[str, Json]:
    """A line of Claude Code."""
    minute = sum(map(ord, uuid)) % 60
    told = {"type": kind, "uuid": uuid, "parentUuid": before, "sessionId": "s", "isSidechain": False}
    message = {"role": kind, "content": text, **({"id": fields.pop("answer")} if "answer" in fields else {})}
    return told | {"timestamp": f"2026-04-01T08:{minute:02}:00.000Z", "message": message} | fields


def block(kind: str, **fields: Json) -> dict[str, Json]:
    return {"type": kind, **fields}


CALL = block("tool_use", id="t1", name="Bash", input={"command": "ls -l"})


def test_claude_lines_of_one_answer_are_one_message() -> None:
    thought = [block("thinking", thinking="hm")]
    text = [block("text", text="Yes.")]
    result = linked(
        {
            "a.jsonl": lines(
                line("u", None, "Well?"),
                line("a", "u", thought, "assistant", answer="m"),
                line("b", "a", text, "assistant", answer="m"),
                line("b2", "b", text, "assistant", answer="m"),
                line("c", "b2", [CALL], "assistant", answer="m"),
                line("v", "c", "Good."),
            )
        }
    )
    assert messages(result, "s") == ["u", "a", "v"]
    answer = facts_of(result, Message)[1]
    assert (answer.content, answer.thinking, len(answer.tool_calls)) == ("Yes.", "hm", 1)


def test_claude_rewind_makes_the_older_branch_a_fork() -> None:
    first = (line("u", None, "One"), line("x", "u", "Left"), line("x2", "x", "Left too"))
    result = linked({"a.jsonl": lines(*first, line("y", "u", "Right"), line("y2", "y", "Right too"))})
    assert messages(result, "s") == ["u", "y", "y2"]
    assert messages(result, "s/x") == ["u", "x", "x2"]
    assert [(one.parent, one.relation) for one in facts_of(result, Conversation)] == [(None, ""), ("s", "fork")]


def test_claude_results_of_parallel_calls_are_no_forks() -> None:
    other = CALL | {"id": "t2"}
    result = linked(
        {
            "a.jsonl": lines(
                line("u", None, "Go"),
                line("a", "u", [CALL], "assistant", answer="m"),
                line("b", "a", [other], "assistant", answer="m"),
                line("r1", "a", [block("tool_result", tool_use_id="t1", content="ok")]),
                line("r2", "b", [block("tool_result", tool_use_id="t2", content=[{"text": "no"}], is_error=True)]),
                line("z", "r2", "Thanks"),
            )
        }
    )
    assert messages(result, "s") == ["u", "a", "r1", "r2", "z"]
    found = facts_of(result, Observation)
    assert [(one.record_id, one.outcome, one.raw_output) for one in found] == [
        ("t1", "success", "ok"),
        ("t2", "failure", "no"),
    ]
    assert (found[0].summary, found[0].message) == ("Bash: ls -l", "m:message/a")


def test_claude_sidechain_is_its_own_conversation() -> None:
    aside = line("a", None, "Look", isSidechain=True, agentId="x1"), line("b", "a", "Seen", isSidechain=True)
    result = linked({"a.jsonl": lines(line("u", None, "Go"), *aside)})
    assert (messages(result, "s"), messages(result, "s/x1")) == (["u"], ["a", "b"])
    assert [one.relation for one in facts_of(result, Conversation)] == ["", "sidechain"]
    assert [one.status for one in facts_of(result, Conversation)] == ["active", "active"]


def test_claude_compaction_continues_the_conversation() -> None:
    boundary = line("c", None, "", "system", logicalParentUuid="u", content="Compacted")
    result = linked({"a.jsonl": lines(line("u", None, "One"), boundary, line("v", "c", "Two", isCompactSummary=True))})
    assert messages(result, "s") == ["u", "c", "v"]
    assert [one.role for one in facts_of(result, Message)] == ["user", "system", "system"]


def test_claude_resumed_session_repeats_no_message() -> None:
    first = (line("u", None, "One"), line("v", "u", "Two"))
    resumed = [one | {"sessionId": "s2"} for one in (*first, line("w", "v", "Three"))]
    result = linked({"b.jsonl": lines(*first), "a.jsonl": lines(*resumed)})
    assert sorted(one.record_id for one in facts_of(result, Message)) == ["u", "v", "w"]
    assert (messages(result, "s"), messages(result, "s2")) == (["u", "v"], ["u", "v", "w"])


def test_claude_cycles_and_unknown_parents_lose_no_message() -> None:
    result = linked(
        {"a.jsonl": lines(line("a", "b", "1"), line("b", "a", "2"), line("c", "c", "3"), line("d", "?", "4"))}
    )
    assert messages(result, "s") == ["a", "b", "c", "d"]


def test_claude_truncated_transcript_keeps_its_other_lines() -> None:
    text = lines(line("u", None, "One"), line("v", "u", "Two"))
    result = linked({"a.jsonl": text[:-20] + "\n"})
    assert messages(result, "s") == ["u"]
    assert findings(result) == ["MEM103 a.jsonl:2"]


def test_claude_session_has_project_and_revision() -> None:
    told = line("u", None, "One", cwd="/srv", gitBranch="ebb")
    summary = {"type": "summary", "summary": "A talk", "leafUuid": "u"}
    result = linked({"a.jsonl": lines(summary, told, {"type": "file-history-snapshot"})})
    [session], [talk] = facts_of(result, MemorySession), facts_of(result, Conversation)
    assert (session.project, session.revision, talk.name) == ("/srv", "ebb", "A talk")
    assert facts_of(result, MemorySource)[0].unknown_types == {"file-history-snapshot": 1}


def item(kind: str, **payload: Json) -> dict[str, Json]:
    """A line of Codex."""
    return {"timestamp": "2026-04-01T08:00:00.000Z", "type": kind, "payload": payload}


def spoken(role: str, text: str) -> dict[str, Json]:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}


META = item("session_meta", id="s", cwd="/srv", git={"branch": "ebb"})


def test_codex_events_that_repeat_a_message_are_dropped() -> None:
    result = linked(
        {
            "a.jsonl": lines(
                META,
                item("event_msg", type="user_message", message="Go"),
                item("response_item", **spoken("user", "Go")),
                item("event_msg", type="agent_message", message="Only an event"),
                item("response_item", **spoken("user", "<environment_context>x")),
            )
        }
    )
    told = [(one.record_id, one.role, one.content) for one in facts_of(result, Message)]
    assert told == [
        ("s/1", "user", "Go"),
        ("s/2", "assistant", "Only an event"),
        ("s/3", "system", "<environment_context>x"),
    ]


def test_codex_call_and_result_are_one_observation() -> None:
    output = json.dumps({"output": "no", "metadata": {"exit_code": 2}})
    result = linked(
        {
            "a.jsonl": lines(
                META,
                item("response_item", type="reasoning", summary=[{"text": "hm"}], encrypted_content="secret"),
                item("response_item", type="function_call", name="shell", arguments='{"cmd": "ls"}', call_id="c"),
                item("response_item", type="function_call_output", call_id="c", output=output),
            )
        }
    )
    [one] = facts_of(result, Observation)
    assert (one.summary, one.outcome, one.raw_output, one.message) == ("shell: ls", "failure", "no", "m:message/s/1")
    assert [(one.role, one.thinking) for one in facts_of(result, Message)] == [
        ("tool_call", "hm"),
        ("tool_result", None),
    ]


def test_codex_old_rollout_has_bare_items() -> None:
    head = {"id": "s", "timestamp": "2026-04-01T08:00:00Z", "instructions": None}
    result = linked({"rollout-1.jsonl": lines(head, spoken("user", "Go"), spoken("assistant", "Gone"))})
    assert messages(result, "s") == ["s/1", "s/2"]


def test_detect_ignores_other_json_lines() -> None:
    other = lines({"type": "user", "name": "x"}, "no json")
    assert linked({"data.jsonl": other, "memory.jsonl": lines({"x": 1})}).facts == []


def test_detect_finds_transcript_that_quotes_memory_records() -> None:
    given = {"entities": [{"name": "Pier", "entityType": "place", "observations": ["long"]}]}
    call = [{"type": "tool_use", "id": "k", "name": "mcp__memory__create_entities", "input": given}]
    answer = line("v", "u", "", type="assistant", message={"role": "assistant", "content": call})
    assert messages(linked({"a.jsonl": lines(line("u", None, "Keep it"), answer)}), "s") == ["u", "v"]


def test_detect_finds_transcript_that_begins_with_a_long_message() -> None:
    first = line("u", None, "long " * 20_000)
    first["uuid"] = first.pop("uuid")  # behind the message, as it is written
    assert messages(linked({"a.jsonl": lines(first, line("v", "u", "Two"))}), "s") == ["u", "v"]


def test_claude_sidechain_in_its_own_file_has_the_session_as_parent() -> None:
    aside = lines(line("x", None, "Dig", isSidechain=True, agentId="a"))
    alone = linked({"s/agent-a.jsonl": aside})
    beside = linked({"s.jsonl": lines(line("u", None, "Go")), "s/agent-a.jsonl": aside})
    assert [(one.record_id, one.parent) for one in facts_of(alone, Conversation)] == [("s/a", None)]
    assert [(one.record_id, one.parent, one.is_fork) for one in facts_of(beside, Conversation)] == [
        ("s", None, False),
        ("s/a", "s", False),
    ]
    assert messages(beside, "s/a") == ["x"] and findings(beside) == []
    [session] = facts_of(beside, MemorySession)
    assert (session.span.file, session.started_at) == ("s/agent-a.jsonl", "2026-04-01T08:00:00Z")


def test_codex_result_may_say_its_outcome_in_a_word_or_not_at_all() -> None:
    told = [{"output": "one", "success": True}, {"content": "two", "success": False}, {"output": "three"}]
    calls = [
        item("response_item", type=kind, call_id=str(at), **more)
        for at, output in enumerate(told)
        for kind, more in (
            ("function_call", {"name": "shell", "arguments": "{}"}),
            ("function_call_output", {"output": json.dumps(output)}),
        )
    ]
    found = facts_of(linked({"a.jsonl": lines(META, *calls)}), Observation)
    expected = [("one", "success"), ("two", "failure"), ("three", None)]
    assert [(one.raw_output, one.outcome) for one in found] == expected
