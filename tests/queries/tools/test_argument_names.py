"""Names of arguments: one for all tools; the seeds' names and synonyms are accepted; wrong ones are answered with the
right one."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries import TOOLS, Tool, is_error
from queries.tools.argument_names import DEPENDENCIES, DIRECTIONS, MEANINGS, same_meaning
from tests.compiler.samples import sample
from tests.queries.asking import asked, error
from tests.queries.cases import each
from tests.queries.snapshots import garden, town

Json = dict[str, Any]

DIAGRAMS, KETTLE, MILL = sample("checkout-session"), sample("traced-kettle"), sample("cider-mill")


@each("declared", TOOLS.values())
def test_alias_names_one_argument_of_a_tool(declared: Tool) -> None:
    names = [name for one in declared.parameters for name in (one.name, *one.aliases)]
    assert sorted(names) == sorted(set(names))


@each("declared", TOOLS.values())
def test_synonym_stands_for_a_choice(declared: Tool) -> None:
    for one in declared.parameters:
        accepted = {synonym for synonym, choice in one.synonyms.items() if choice in one.choices}
        assert not one.synonyms or accepted
        assert not accepted & set(one.choices)


@each("declared", TOOLS.values())
def test_alias_is_in_no_schema(declared: Tool) -> None:
    names = [one.name for one in declared.parameters]
    assert list(declared.input_schema()["properties"]) == names
    assert list(declared.listed_schema()["properties"]) == [one.name for one in declared.parameters if one.is_listed]


@each("declared", TOOLS.values())
def test_schema_refuses_no_alias(declared: Tool) -> None:
    assert "additionalProperties" not in declared.listed_schema()
    assert "additionalProperties" not in declared.input_schema()


SAME: list[tuple[Snapshot, str, Json, Json]] = [
    (garden(), "object_get", {"ref": "@warden"}, {"object_ref": "@warden"}),
    (garden(), "object_get", {"refs": ["@warden"]}, {"object_refs": ["@warden"]}),
    (garden(), "get_links", {"ref": "@warden", "direction": "in"}, {"object_ref": "@warden", "direction": "incoming"}),
    (garden(), "get_links", {"ref": "@warden", "direction": "out"}, {"id": "@warden", "direction": "from"}),
    (garden(), "get_impact", {"ref": "@warden"}, {"object_ref": "@warden", "direction": "in"}),
    (garden(), "get_impact", {"ref": "@warden", "direction": "dependencies"}, {"id": "@warden", "direction": "out"}),
    (garden(), "get_entity_details", {"id": "@warden"}, {"entity_id": "@warden"}),
    (garden(), "get_reachable_locations", {"from": "gatehouse"}, {"from_id": "gatehouse"}),
    (KETTLE, "get_requirement", {"id": "REQ-p00001"}, {"req_id": "REQ-p00001"}),
    (KETTLE, "get_hierarchy", {"id": "REQ-p00001"}, {"ref": "r:REQ-p00001"}),
    (KETTLE, "get_subtree", {"id": "REQ-p00001"}, {"root_id": "REQ-p00001"}),
    (KETTLE, "minimize_requirement_set", {"ids": ["REQ-p00001"]}, {"req_ids": ["REQ-p00001"]}),
    (KETTLE, "scoped_search", {"query": "heat", "scope_id": "REQ-p00001"}, {"q": "heat", "scope": "REQ-p00001"}),
    (MILL, "graph_relations", {"id": "ADR-0001", "direction": "in"}, {"id": "ADR-0001", "direction": "to"}),
    (MILL, "graph_relations", {"id": "ADR-0001", "direction": "out"}, {"id": "ADR-0001", "direction": "from"}),
    (MILL, "graph_path", {"from": "ADR-0001", "to": "ADR-0001"}, {"from_id": "ADR-0001", "to_id": "ADR-0001"}),
    (
        DIAGRAMS,
        "xref_list",
        {"ref": "d:checkout/flow/node/n:card-check"},
        {"involves_ref": "d:checkout/flow/node/n:card-check"},
    ),
    (DIAGRAMS, "flow_degrees", {"limit": 1, "diagram_id": "checkout"}, {"top": 1, "diagram": "checkout"}),
]


@each("source, tool, named, aliased", SAME)
def test_alias_and_synonym_get_the_same_answer(source: Snapshot, tool: str, named: Json, aliased: Json) -> None:
    answer = asked(source, tool, named)
    assert not is_error(answer)
    assert asked(source, tool, aliased) == answer


SEEDS = """
get_entity_details(entity_id) get_property_dependencies(entity_type,property) get_reachable_locations(from)
get_choice_conditions(section)
diagram_get_slice(center_ref,radius,filters) xref_list(dangling_only,status,kind,involves_ref)
xref_neighbors(object_ref,direction) session_find_route(from,to)
flow_reachable(from_node_id,direction) flow_paths(from_node_id,to_node_id,limit,max_extra_hops)
flow_unreachable(start_node_id) flow_degrees(top,sort_by)
seq_trace(from_message_id,direction,limit) seq_search(needle,mode)
seq_messages(from_participant_id,to_participant_id)
get_requirement(req_id) get_hierarchy(req_id) get_subtree(root_id,depth,include_kinds,format)
minimize_requirement_set(req_ids,edge_kinds) get_test_coverage(req_id) get_uncovered_assertions(req_id)
find_assertions_by_keywords(keywords,match_all)
find_by_keywords(keywords,match_all) suggest_links(file_path,limit) get_changed_requirements(base)
entity_get(id) entity_list(type,status,tag,limit,offset) search_fulltext(query,type,limit)
graph_relations(id,direction) graph_path(from_id,to_id,max_depth) graph_orphans(type,limit)
task_ready(limit,priority) task_blocked(id) object_get(object_ref,object_refs)
get_links(ref,direction,kinds,depth,limit) find_route(from,to,kinds,max_hops,limit)
get_impact(ref,direction,max_depth) compare_revisions(base,target)
memory_search(query,search_type,category,branch,limit,time_range) memory_graph_query(entity,relation_type,depth,branch)
memory_timeline(session_id,branch,after,before,limit) memory_branch_list(status)
memory_branch_diff(source_branch,target_branch,category) memory_snapshot_list(branch)
memory_time_travel(timestamp,query,branch) memory_task_status(task_id)
memory_search_task(task_id,query,agent_id,limit) memory_agent_timeline(agent_id,limit)
memory_replay_task_type(task_type,limit) memory_list_conversations(branch,session_id,agent_id,task_id,limit)
memory_search_messages(query,branch,conversation_id,role,limit)
memory_session_context(session_id,message_limit,fact_limit)
memory_branch_topology(root_branch,max_depth,include_archived) memory_template_list(task_type,status,limit)
verify_merge_gate(source_branch,require_verified) memory_handoff_get(handoff_id) knowledge_bundle_list(status,limit)
"""


@each("shown", SEEDS.split())
def test_name_of_the_seeds_is_accepted(shown: str) -> None:
    tool, _, names = shown.rstrip(")").partition("(")
    accepted = {name for one in TOOLS[tool].parameters for name in (one.name, *one.aliases)}
    assert set(names.split(",")) <= accepted


@each(
    "tool, argument, meant",
    [
        ("get_links", "node_id", "ref"),
        ("get_links", "max_results", "limit"),
        ("get_links", "page_token", "cursor"),
        ("get_links", "incoming", "direction: in"),
        ("get_links", "objectRef", "object_ref"),
        ("search", "text_query", "query"),
        ("search", "pattern", "query"),
        ("get_impact", "dependents", "direction: dependents"),
        ("list_objects", "select", "fields"),
        ("list_objects", "output", "format"),
        ("find_route", "destination", "to"),
        ("get_diagnostics", "limt", "limit"),
    ],
)
def test_wrong_name_is_answered_with_the_right_one(tool: str, argument: str, meant: str) -> None:
    problems = error(town(), tool, **{argument: "x"})["problems"]
    assert problems[0]["argument"] == argument
    assert problems[0]["did_you_mean"] == meant


@each(
    "tool, argument, value, meant",
    [
        ("get_links", "direction", "outgong", "out"),
        ("get_links", "direction", "backwards_", "in"),
        ("search", "field", "titel", "title"),
    ],
)
def test_wrong_value_is_answered_with_the_right_one(tool: str, argument: str, value: str, meant: str) -> None:
    (problem,) = (one for one in error(town(), tool, **{argument: value})["problems"] if one["argument"] == argument)
    assert problem["did_you_mean"] == meant


def test_synonym_that_is_no_choice_of_a_tool_is_refused() -> None:
    """find_route knows out and both."""
    said = error(garden(), "find_route", from_="gatehouse", to="@warden", direction="incoming")
    assert said["problems"][0]["problem"] == "must be one of out, both"


def test_argument_given_by_two_names_is_an_error() -> None:
    said = error(town(), "get_links", ref="a", object_ref="b")
    assert said["problems"] == [{"argument": "object_ref", "problem": "is the same argument as 'ref'"}]


def test_missing_argument_is_named_by_its_declared_name() -> None:
    assert error(KETTLE, "get_requirement")["problems"] == [{"argument": "id", "problem": "is missing"}]


def test_same_meaning_is_the_first_known_name_of_the_group() -> None:
    assert same_meaning("object-ref", ["kinds", "ref"]) == "ref"
    assert same_meaning("colour", ["kinds", "ref"]) is None


def test_meanings_are_disjoint_but_for_diagrams() -> None:
    names = [name for group in MEANINGS for name in group]
    assert {name for name in names if names.count(name) > 1} <= {"diagram_id", "label", "after"}


def test_directions_have_no_word_for_two_ways() -> None:
    assert set(DIRECTIONS.values()) == {"in", "out", "both"}
    assert set(DEPENDENCIES.values()) == {"dependents", "dependencies"}
