"""What an argument of a knowledge tool means when it is left out, and which values it takes."""

from itertools import pairwise

from compiler.store.snapshot import Snapshot
from queries.resources.catalogue import Catalogue
from tests.closing import shared
from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard

MANY = 120


@shared
def fleet() -> Snapshot:
    """Many tasks that wait for the first, as many that wait for none, and as many prompts."""
    made = Yard()
    first = made.add("task", "t-first", "Mend the first boat")
    made.work(first, 0)
    for number in range(MANY):
        made.work(made.add("task", f"t-{number:03}", "Mend a boat"), number + 1)
        made.work(made.add("task", f"w-{number:03}", "Sail a boat"), number + MANY + 1, [first])
        made.add("prompt", f"p-{number:03}", "Name a boat")
    return made.snapshot()


@each(
    "tool, field, arguments",
    [
        ("entity_list", "entities", {}),
        ("search_fulltext", "results", {"query": "boat"}),
        ("graph_orphans", "orphans", {}),
        ("task_ready", "tasks", {}),
        ("task_blocked", "blocked_tasks", {}),
    ],
)
def test_limit_of_a_knowledge_tool_defaults_to_50(tool: str, field: str, arguments: Json) -> None:
    assert len(ask(fleet(), tool, **arguments)[field]) == 50
    assert len(ask(fleet(), tool, **arguments, limit=7)[field]) == 7


def test_entity_list_and_resources_show_at_most_100() -> None:
    assert len(ask(fleet(), "entity_list", limit=500)["entities"]) == 100
    body = Catalogue(fleet()).read("frieze://tasks?limit=500").body
    assert isinstance(body, dict)
    assert (len(body["entities"]), body["limit"]) == (100, 100)


def test_entity_list_begins_at_offset_0() -> None:
    whole, rest = ask(fleet(), "entity_list"), ask(fleet(), "entity_list", offset=1)
    assert (whole["limit"], whole["offset"]) == (50, 0)
    assert whole["entities"][1:] == rest["entities"][:-1]


def test_graph_path_follows_ten_relations_by_default() -> None:
    made = Yard()
    refs = [made.add("task", f"z-{number}") for number in range(12)]
    for one, other in pairwise(refs):
        made.relate(one, "references", other)
    snapshot = made.snapshot()
    assert ask(snapshot, "graph_path", from_id="z-0", to_id="z-10")["length"] == 10
    cut = ask(snapshot, "graph_path", from_id="z-0", to_id="z-11")
    assert (cut["path"], cut["truncated"]) == ([], "depth")
    assert ask(snapshot, "graph_path", from_id="z-0", to_id="z-11", max_depth=11)["length"] == 11


def test_graph_relations_run_both_ways_by_default() -> None:
    both = ask(yard(), "graph_relations", id="y-1")
    assert both == ask(yard(), "graph_relations", id="y-1", direction="both")
    assert both["outgoing"] and both["incoming"]


@each("tool", ["entity_list", "search_fulltext", "graph_orphans"])
def test_unknown_entity_type_is_an_error_that_lists_the_six(tool: str) -> None:
    query = {"query": "boat"} if tool == "search_fulltext" else {}
    (problem,) = error(yard(), tool, type="widget", **query)["problems"]
    assert (problem["argument"], problem["value"]) == ("type", "widget")
    assert problem["problem"] == "must be one of decision, task, note, prompt, component, link"


@each(
    "tool, required",
    [("entity_get", "id"), ("search_fulltext", "query"), ("graph_relations", "id"), ("graph_path", "from to")],
)
def test_knowledge_tool_without_its_required_arguments_names_them(tool: str, required: str) -> None:
    refused = error(yard(), tool)
    assert refused["code"] == "invalid_argument"
    assert {one["argument"] for one in refused["problems"]} == set(required.split())


@each("arguments", [{"limit": -1}, {"offset": -1}, {"limit": "ten"}])
def test_entity_list_of_a_wrong_page_is_an_error_that_names_the_argument(arguments: Json) -> None:
    (problem,) = error(yard(), "entity_list", **arguments)["problems"]
    assert problem["argument"] in arguments
