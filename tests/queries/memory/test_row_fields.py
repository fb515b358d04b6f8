"""Rows of the memory tools have the fields that the seed shows, whatever else they have."""

from collections.abc import Iterable

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.queries.asking import Json, ask
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, greenhouse, memory, message, observation, relation


def lacking(rows: Iterable[Json], fields: str) -> list[str]:
    """The fields that some row does not have, with its id."""
    found = list(rows)
    assert found
    return [f"{row}: {name}" for row in found for name in fields.split() if name not in row]


@each(
    "tool, arguments, field, fields",
    [
        ("memory_search", {"query": "sensor"}, "results", "id fact_text category score"),
        ("memory_graph_query", {"entity": "Flap"}, "relations", "source target relation"),
        ("memory_timeline", {"branch": "vents"}, "entries", "type timestamp content"),
        ("memory_branch_list", {}, "branches", "branch_name status"),
        ("memory_branch_list", {"status": "archived"}, "branches", "branch_name parent status"),
        ("memory_snapshot_list", {}, "snapshots", "id label created_at"),
        ("memory_template_list", {}, "templates", "name version branch_name"),
        ("memory_handoff_get", {"handoff_id": "h-1"}, "facts", "id fact_text"),
        ("knowledge_bundle_list", {}, "bundles", "id name fact_count"),
    ],
)
def test_rows_have_the_fields_of_the_seed(tool: str, arguments: Json, field: str, fields: str) -> None:
    timed = [row for row in ask(greenhouse(), tool, **arguments)[field] if row.get("id") != "f-undated"]
    assert lacking(timed, fields) == []


def test_time_travel_rows_are_those_of_a_search() -> None:
    (then,) = ask(greenhouse(), "memory_time_travel", timestamp="2026-04-05", query="sensor")["results"]
    (now,) = ask(greenhouse(), "memory_search", query="sensor")["results"]
    assert set(now) - {"verification"} <= set(then)
    assert [then[name] for name in ("id", "fact_text", "category")] == [
        now[name] for name in ("id", "fact_text", "category")
    ]


def test_topology_node_has_children_status_and_metadata() -> None:
    def nodes(one: Json) -> list[Json]:
        return [one, *(found for child in one["children"] for found in nodes(child))]

    whole = ask(greenhouse(), "memory_branch_topology", include_archived=True)
    assert lacking(nodes(whole), "branch_name children status metadata") == []
    assert nodes(whole)[1]["metadata"] == {"owner": "rosa"}


@shared
def told() -> Snapshot:
    """One record of each kind with all that its writer may say of it."""
    return memory(
        [
            branch("main"),
            branch("dev", "main", description="Try it", status="merged", merged_at="2026-05-01",
                   metadata={"purpose": "try", "owner": "ada", "ttl_days": 3, "tags": ["x"]}),
            {"type": "task", "id": "t", "name": "n", "branch": "main", "description": "Why", "task_type": "feature",
             "tags": ["a"], "objectives": [{"description": "d", "priority": "high"}]},
            {"type": "conversation", "id": "c", "branch": "main"},
            message("m", "c", 1, "hello", "assistant", thinking="hm", tool_calls=[{"name": "Bash"}], model="x-1"),
            observation("o", "did", on="main", observation_type="tool_use", tool_name="Bash", raw_input="ls",
                        raw_output="a"),
            relation("r", "A", "uses", "B", properties={"why": "x"}),
            fact("f", "text", category="insight"),
            fact("g", "text", confidence=0.25),
        ]
    )  # fmt: skip


def fields(ref: str) -> Json:
    (found,) = ask(told(), "object_get", object_ref=ref)["objects"]
    shown: Json = found["fields"]
    return shown


def test_fact_has_category_and_confidence_which_defaults_to_1() -> None:
    rows = {row["id"]: row for row in ask(told(), "memory_search", query="text")["results"]}
    assert (rows["f"]["category"], rows["f"]["confidence"], rows["g"]["confidence"]) == ("insight", 1.0, 0.25)


def test_observation_has_its_tool_and_what_went_in_and_out() -> None:
    shown = fields("m:observation/o")
    names = ("observation_type", "summary", "tool_name", "raw_input", "raw_output")
    assert [shown[name] for name in names] == ["tool_use", "did", "Bash", "ls", "a"]


def test_relation_row_has_its_properties() -> None:
    (row,) = ask(told(), "memory_graph_query", entity="A")["relations"]
    assert [row[name] for name in ("source", "target", "relation", "properties")] == ["A", "B", "uses", {"why": "x"}]


def test_message_has_thinking_tool_calls_and_model() -> None:
    shown = fields("m:message/m")
    assert (shown["thinking"], shown["tool_calls"], shown["model"]) == ("hm", [{"name": "Bash"}], "x-1")
    (row,) = ask(told(), "memory_search_messages", query="hello")["results"]
    assert (row["role"], row["tools"], row["model"]) == ("assistant", ["Bash"], "x-1")


def test_branch_row_has_purpose_owner_lifetime_and_tags() -> None:
    (row,) = ask(told(), "memory_branch_list", status="merged")["branches"]
    assert (row["branch_name"], row["parent"], row["description"]) == ("dev", "main", "Try it")
    assert row["metadata"] == {"purpose": "try", "owner": "ada", "ttl_days": 3, "tags": ["x"]}


def test_task_status_has_what_the_task_was_created_with() -> None:
    answer = ask(told(), "memory_task_status", task_id="t")
    assert [answer["task"][name] for name in ("name", "description", "task_type", "tags")] == [
        "n",
        "Why",
        "feature",
        ["a"],
    ]
    assert answer["objectives"] == [{"id": 1, "description": "d", "status": "todo", "priority": "high"}]
