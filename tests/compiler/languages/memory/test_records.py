"""The canonical form: fields and their aliases, and the effect of a bad line."""

import json

from compiler.languages.memory.facts import (
    Bundle,
    Handoff,
    MemoryFact,
    MemoryRelation,
    MemorySource,
    MemoryTask,
    Message,
    Observation,
    TaskAgent,
)
from tests.compiler.languages.memory.sources import Json, fact, facts_of, findings, lines, linked
from tests.compiler.tables import table

AT = "2026-04-01T08:00:00Z"


def only_fact(record: dict[str, Json]) -> MemoryFact:
    [one] = facts_of(linked(lines(record)), MemoryFact)
    return one


@table(
    "record",
    [
        {"id": "f", "text": "Long", "category": "pier", "at": AT, "branch": "ebb", "session_id": "s"},
        {"id": "f", "fact_text": "Long", "category": "pier", "created_at": AT, "branch_name": "ebb", "session": "s"},
        {
            "fact_id": "f",
            "factText": "Long",
            "category": "pier",
            "createdAt": AT,
            "branchName": "ebb",
            "sessionId": "s",
        },
    ],
)
def test_fields_have_aliases(record: dict[str, Json]) -> None:
    one = only_fact({"type": "fact", **record})
    assert (one.ref, one.text, one.category, one.at) == ("m:fact/f", "Long", "pier", AT)
    assert (one.branch, one.session, one.extra) == ("ebb", "s", {})


def test_relation_fields_have_the_names_of_three_formats() -> None:
    result = linked(
        lines(
            {"type": "relation", "source": "A", "relation": "uses", "target": "B"},
            {"type": "relation", "source_entity": "A", "relation_type": "uses", "target_entity": "C"},
            {"type": "relation", "from": "A", "relationType": "uses", "to": "D"},
        )
    )
    triples = [(one.source, one.relation, one.target) for one in facts_of(result, MemoryRelation)]
    assert triples == [("A", "uses", "B"), ("A", "uses", "C"), ("A", "uses", "D")]


@table("kind", [{"_type": "{}"}, {"type": "{}"}, {"record_type": "{}"}, {}])
def test_lines_of_the_mcp_memory_server_and_its_relatives_are_read(kind: dict[str, str]) -> None:
    def typed(name: str) -> dict[str, str]:
        return {key: value.format(name) for key, value in kind.items()}

    result = linked(
        lines(
            {
                "name": "Lamp",
                "entityType": "part",
                "observations": [{"text": "It is green", "timestamp": AT}],
                **typed("entity"),
            },
            {"name": "Pier", "entityType": "place", "observations": ["It is long"], **typed("entity")},
            {"from": "Lamp", "to": "Pier", "relationType": "stands on", **typed("relation")},
        )
    )
    assert [(one.subject, one.text, one.at) for one in facts_of(result, MemoryFact)] == [
        ("Lamp", "It is green", AT),
        ("Pier", "It is long", None),
    ]
    assert [(one.source, one.relation, one.target) for one in facts_of(result, MemoryRelation)] == [
        ("Lamp", "stands on", "Pier")
    ]
    assert findings(result) == []


@table("line", [{"timestamp": AT, "content": "The lamp is green"}, {"type": "thought", "text": "Hm"}])
def test_file_with_the_name_of_a_memory_and_no_record_is_told(line: dict[str, Json]) -> None:
    assert findings(linked(lines(line, line))) == ["MEM109 memory.jsonl:1"]
    assert findings(linked({"data.jsonl": lines(line)})) == []


@table("indent", [None, 2])
def test_graph_as_one_json_value_is_told_and_other_json_is_not(indent: int | None) -> None:
    graph: Json = {"entities": [{"name": "Lamp", "entityType": "part", "observations": ["Green"]}], "relations": []}
    assert findings(linked({"memory.json": json.dumps(graph, indent=indent)})) == ["MEM109 memory.json:1"]
    assert findings(linked({"memory.json": json.dumps({"heap": [1, 2]}, indent=indent)})) == []


def test_unknown_fields_are_kept_and_counted() -> None:
    result = linked(lines(fact("f", colour="grey", metadata={"why": "asked"}, at="2026-04-01T10:00:00+02:00")))
    [one], [source] = facts_of(result, MemoryFact), facts_of(result, MemorySource)
    assert one.extra == {"colour": "grey", "metadata": {"why": "asked"}, "at": "2026-04-01T10:00:00+02:00"}
    assert (one.at, source.unknown_fields) == (AT, {"fact.colour": 1})


def test_date_without_time_is_the_whole_day() -> None:
    one = only_fact(fact("f", at="2026-04-01"))
    assert one.at_us is not None and one.at_last_us == one.at_us + 24 * 3600 * 10**6 - 1


def test_missing_time_stays_missing() -> None:
    one = only_fact(fact("f"))
    assert (one.at, one.at_us, one.at_last_us) == (None, None, None)


def test_id_made_of_content_stays_if_the_line_moves() -> None:
    record = {"type": "fact", "text": "Long"}
    alone = only_fact(record)
    [_, moved] = facts_of(linked(lines(fact("f"), record)), MemoryFact)
    assert alone.record_id == moved.record_id and len(alone.record_id) == 16


def test_task_objectives_have_one_set_of_statuses() -> None:
    objectives = [
        {"id": 1, "description": "a", "status": "completed"},
        {"id": 2, "description": "b", "status": "in_progress"},
        {"id": 3, "description": "c"},
        "d",
    ]
    [one] = facts_of(linked(lines({"type": "task", "id": "t", "name": "n", "objectives": objectives})), MemoryTask)
    assert [one["status"] for one in one.objectives] == ["done", "active", "todo", "todo"]
    assert one.progress == {"total": 4, "done": 1, "active": 1, "blocked": 0, "todo": 2}


def test_task_lists_its_agents_in_order_of_joining() -> None:
    result = linked(
        lines(
            {"type": "task", "id": "t", "name": "n"},
            {"type": "task_agent", "task_id": "t", "agent_id": "omar", "joined_at": "2026-04-02T00:00:00Z"},
            {"type": "task_agent", "task_id": "t", "agent_id": "ines", "joined_at": "2026-04-01T00:00:00Z"},
        )
    )
    assert facts_of(result, MemoryTask)[0].agents == ("ines", "omar")
    assert [one.record_id for one in facts_of(result, TaskAgent)] == ["t/omar", "t/ines"]


def test_verification_newest_verdict_counts() -> None:
    said = {"status": "verified", "at": "2026-04-01T00:00:00Z"}
    verdict = {"type": "verification", "id": "v", "target_id": "f", "verdict": "invalidated"}
    result = linked(lines(fact("f", verification=said), verdict | {"at": "2026-04-02T00:00:00Z"}))
    assert facts_of(result, MemoryFact)[0].verification == "invalidated"
    result = linked(lines(fact("f", verification=said), verdict | {"at": "2026-03-02T00:00:00Z"}))
    assert facts_of(result, MemoryFact)[0].verification == "verified"


def test_verification_may_be_in_the_metadata() -> None:
    one = only_fact(fact("f", metadata={"verification_status": "verified", "verification_reason": "seen"}))
    assert (one.verification, one.verification_reason) == ("verified", "seen")


def test_handoff_lists_missing_records() -> None:
    handoff = {"type": "handoff", "id": "h", "source_branch": "main", "target_branch": "main"}
    named = {"fact_ids": ["f", "gone"], "conversation_ids": ["c"]}
    result = linked(lines(fact("f"), handoff | named))
    [one] = facts_of(result, Handoff)
    assert (one.missing_facts, one.missing_conversations) == (("gone",), ("c",))
    assert findings(result) == ["MEM302 memory.jsonl:2", "MEM302 memory.jsonl:2"]


def test_bundle_counts_are_computed() -> None:
    bundle = {"type": "bundle", "id": "b", "name": "n", "data": {"facts": [{"fact_text": "x"}]}, "fact_count": 3}
    result = linked(lines(bundle))
    assert facts_of(result, Bundle)[0].fact_count == 1
    assert findings(result) == ["MEM401 memory.jsonl:1"]


def test_roles_and_outcomes_have_aliases() -> None:
    result = linked(
        lines(
            {"type": "message", "id": "m", "conversation_id": "c", "role": "tool", "content": [{"text": "a"}, "b"]},
            {"type": "observation", "id": "o", "summary": "s", "outcome": "error"},
        )
    )
    [message], [observation] = facts_of(result, Message), facts_of(result, Observation)
    assert (message.role, message.content, observation.outcome) == ("tool_result", "a\nb", "failure")


def test_bad_line_costs_only_itself() -> None:
    text = lines(fact("a"), "remark", "[1]", {"id": "x"}, {"type": "fact", "id": "y"}, {"type": "odd"}, fact("b"))
    result = linked(text + '{"type": "fact", "id": "cut')
    assert [one.record_id for one in facts_of(result, MemoryFact)] == ["a", "b"]
    assert sorted(findings(result)) == [
        "MEM102 memory.jsonl:2",
        "MEM102 memory.jsonl:3",
        "MEM102 memory.jsonl:4",
        "MEM103 memory.jsonl:8",
        "MEM104 memory.jsonl:6",
        "MEM106 memory.jsonl:5",
    ]


def test_bad_line_is_reported_at_the_column_of_the_error() -> None:
    [finding] = linked(lines(fact("a"), '{"type": "fäct" "id": 1}', fact("b"))).diagnostics
    assert finding.span[1:3] == (2, len('{"type": "fäct" '.encode()) + 1)


def test_repeated_keys_and_times_without_a_zone_are_reported() -> None:
    text = lines(
        '{"type": "fact", "id": "f", "text": "a", "text": "b"}', *(fact(one, at="2026-04-01T08:00") for one in "gh")
    )
    result = linked(text)
    assert sorted(findings(result)) == ["MEM105 memory.jsonl:1", "MEM202 memory.jsonl:2"]
    assert [one.at for one in facts_of(result, MemoryFact)] == [None, AT, AT]


def test_values_that_sqlite_cannot_store_are_sanitized() -> None:
    result = linked(lines('{"type": "fact", "id": "f", "text": "\\ud800", "size": 123456789012345678901234567890}'))
    [one] = facts_of(result, MemoryFact)
    assert (one.text, one.extra) == ("?", {"size": "123456789012345678901234567890"})


def observed(name: str, *texts: str, **fields: Json) -> dict[str, Json]:
    """An entity as the MCP reference memory server writes it."""
    return {"type": "entity", "name": name, "entityType": "place", "observations": list(texts), **fields}


def test_entity_stated_again_retracts_missing_observations() -> None:
    result = linked(lines(observed("Pier", "long", "grey"), observed("Quay", "grey"), observed("Pier", "grey", "new")))
    assert [(one.subject, one.text) for one in facts_of(result, MemoryFact)] == [
        ("Pier", "grey"),
        ("Quay", "grey"),
        ("Pier", "new"),
    ]
    assert findings(result) == []


def test_entity_on_another_branch_keeps_its_own_observations() -> None:
    result = linked(lines(observed("Pier", "long"), observed("Pier", "grey", branch="ebb")))
    assert [(one.branch, one.text) for one in facts_of(result, MemoryFact)] == [("main", "long"), ("ebb", "grey")]


def test_entity_retraction_retracts_its_observations() -> None:
    gone = {"op": "retract", "type": "entity", "name": "Pier", "at": AT}
    result = linked(lines(observed("Pier", "long"), observed("Pier", "grey", branch="ebb"), gone))
    assert facts_of(result, MemoryFact) == [] and findings(result) == []


def test_statuses_and_verdicts_may_be_capitalized() -> None:
    one = only_fact(fact("f", status="Active", verification="Verified"))
    assert (one.status, one.is_active, one.verification) == ("active", True, "verified")
    judged = {"type": "verification", "target_id": "f", "verdict": "INVALIDATED"}
    [one] = facts_of(linked(lines(fact("f"), judged)), MemoryFact)
    assert one.verification == "invalidated"
    task = {"type": "task", "id": "t", "name": "n", "status": "Completed"}
    objectives = [{"description": "a", "status": "In Progress"}, None, {"description": "b", "status": "Done"}]
    [told] = facts_of(linked(lines({**task, "objectives": objectives})), MemoryTask)
    assert (told.status, [each["status"] for each in told.objectives]) == ("completed", ["active", "done"])


@table("text", ["", "  ", None])
def test_fact_without_text_is_left_out(text: str | None) -> None:
    result = linked(lines({"type": "fact", "id": "f", "text": text}, fact("g")))
    assert [one.record_id for one in facts_of(result, MemoryFact)] == ["g"]
    assert findings(result) == ["MEM106 memory.jsonl:1"]


WHOLE = '{"type": "relation", "source": "é", "relation": "of", "target": "}", "properties": {"a": [1, {"b": true}]}}'


def test_truncated_last_line_is_reported_wherever_it_ends() -> None:
    found = {length: findings(linked(lines(fact("f")) + WHOLE[:length])) for length in range(1, len(WHOLE))}
    assert found == {length: ["MEM103 memory.jsonl:2"] for length in found}


@table("more", [",", "}", " {}"])
def test_line_with_extra_data_is_not_truncated(more: str) -> None:
    assert findings(linked(lines(fact("f")) + WHOLE + more)) == ["MEM102 memory.jsonl:2"]


def test_detect_ignores_other_json_named_memory() -> None:
    document = json.dumps({"entities": [{"name": "Pier"}], "relations": []}, indent=1)
    assert linked({"memory.json": document}).facts == [] and findings(linked({"memory.json": document})) == []
    assert len(findings(linked({"memory.jsonl": document}))) > 1


@table(
    ("record", "field"),
    [({"type": "branch"}, "id"), ({"type": "session"}, "id"), ({"type": "task_agent", "task_id": "t"}, "agent_id")],
)
def test_record_without_its_own_id_is_left_out(record: dict[str, Json], field: str) -> None:
    result = linked(lines(record, fact("f")))
    [found] = result.diagnostics
    assert (found.code, field in found.message) == ("MEM106", True)


def test_verification_in_the_metadata_has_a_time() -> None:
    metadata = {"verification_status": "verified", "verified_at": AT}
    one = only_fact(fact("f", metadata=metadata))
    assert (one.verification, one.verified_at) == ("verified", AT)
    older = {"type": "verification", "target_id": "f", "verdict": "invalidated", "at": "2026-03-01T00:00:00Z"}
    [one] = facts_of(linked(lines(fact("f", metadata=metadata), older)), MemoryFact)
    assert one.verification == "verified"


def test_message_content_may_be_a_block() -> None:
    said = {"type": "message", "id": "m", "conversation_id": "c", "content": {"type": "text", "text": "Aye"}}
    [one] = facts_of(linked(lines(said)), Message)
    assert one.content == "Aye"


@table("written", ["task_agent", "TaskAgent", "taskAgent", "task-agent", "Agent"])
def test_record_types_have_aliases(written: str) -> None:
    result = linked(lines({"type": written, "task_id": "t", "agent_id": "ines"}))
    assert [one.agent for one in facts_of(result, TaskAgent)] == ["ines"]


def test_fact_is_found_by_its_category_subject_and_tags() -> None:
    (one,) = facts_of(linked(lines(fact("f", category="rig", subject="mast", tags=["oak", "tar"]))), MemoryFact)
    assert one.context.split("\n")[:4] == ["rig", "mast", "oak", "tar"]
