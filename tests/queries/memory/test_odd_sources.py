"""Records with fields of any type: every tool still answers, and as its schema says."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from queries import TOOLS, is_error
from tests.queries.asking import Json, ask
from tests.queries.memory.memories import GREENHOUSE, Record, memory

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(("main", "vents", "f-old", "c-1", "2026-04-03", "2026-04-03T09:00:00Z", "s-1", "rosa", "t-1")),
    st.lists(
        st.one_of(st.integers(0, 9), st.text(max_size=4), st.dictionaries(st.text(max_size=3), st.integers(0, 9)))
    ),
    st.dictionaries(st.sampled_from(("id", "status", "facts", "name", "description")), st.text(max_size=4)),
)
ASKED: dict[str, Json] = {
    "memory_search": {"query": "flap vent", "branch": "vents"},
    "memory_graph_query": {"entity": "Flap", "depth": 3},
    "memory_timeline": {"types": ["fact", "observation", "relation", "message", "conversation", "session", "task",
                                  "merge", "snapshot", "handoff", "branch"], "branch": "all", "limit": 200},
    "memory_branch_list": {},
    "memory_branch_diff": {"source_branch": "vents/night", "target_branch": "main"},
    "memory_branch_topology": {"include_archived": True},
    "memory_snapshot_list": {},
    "memory_time_travel": {"timestamp": "2026-04-04", "query": "flap vent"},
    "memory_task_status": {"task_id": "t-1"},
    "memory_search_task": {"task_id": "t-1", "query": "flap fan"},
    "memory_agent_timeline": {"agent_id": "rosa"},
    "memory_replay_task_type": {"task_type": "repair"},
    "memory_list_conversations": {},
    "memory_search_messages": {"query": "fan felt", "conversation_id": "c-2"},
    "memory_session_context": {"session_id": "s-1"},
    "memory_template_list": {"status": "all"},
    "verify_merge_gate": {"source_branch": "vents"},
    "memory_handoff_get": {"handoff_id": "h-1"},
    "knowledge_bundle_list": {"status": "all"},
}  # fmt: skip
TOLD = {"not_found", "ambiguous"}  # what an odd source may rightly lead to


@st.composite
def oddities(draw: st.DrawFn) -> list[Record]:
    """The greenhouse's records with some fields replaced by anything, and some lines twice or in another place."""
    records: list[dict[str, Any]] = [dict(one) for one in GREENHOUSE]
    for _ in range(draw(st.integers(1, 12))):
        one = records[draw(st.integers(0, len(records) - 1))]
        name = draw(st.sampled_from(sorted(one)))
        if name != "type":
            one[name] = draw(ODD)
    for _ in range(draw(st.integers(0, 3))):
        records.insert(draw(st.integers(0, len(records))), dict(draw(st.sampled_from(records))))
    return records


def test_odd_sources_ask_every_tool() -> None:
    assert set(ASKED) == {one.name for one in TOOLS.values() if one.pack == "memory"}


@given(oddities())
def test_odd_sources_get_answers_that_fit_the_schema(records: list[Record]) -> None:
    snapshot = memory(
        {name: value for name, value in one.items() if not isinstance(value, int) or abs(value) < 2**63}
        for one in records
    )
    for tool, arguments in ASKED.items():
        answer = ask(snapshot, tool, **arguments)
        assert not is_error(answer) or answer["code"] in TOLD, (tool, answer)
