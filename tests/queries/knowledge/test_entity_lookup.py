"""Entity lookup: native ids, numbers, other spellings, prefixes, titles, refs; ambiguous and unknown names."""

from hypothesis import given
from hypothesis import strategies as st

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard
from tests.queries.snapshots import garden

LEAF = "0a1b2c3a-0000-4000-8000-000000000000"


@each(
    "name, id",
    [
        ("y-1", "y-1"),
        ("Y-1", "y-1"),
        (" y-1 ", "y-1"),
        ("k:task/y-1", "y-1"),
        ("2", "ADR-0002"),
        ("002", "ADR-0002"),
        ("adr-2", "ADR-0002"),
        ("Lay the KEEL", "y-1"),
        ("k:note/hull", "hull"),
        (LEAF, LEAF),
        ("0a1b2c3a", LEAF),
        ("0A1B2C3A-0000", LEAF),
        ("7f3e", "7f3e2d1"),
        ("7f3e2d1a-0000-4000-8000-000000000000", "7f3e2d1"),  # the source keeps only a prefix
        ("y-80", "y-80"),
        ("adr-0003", "ADR-0003"),
        ("ADR-000", ""),  # a number is no prefix of a longer one
        ("y-8", "y-8"),  # not a prefix of y-80
        ("y-", ""),
        ("", ""),
        ("-", ""),
    ],
)
def test_entity_lookup_by_name(name: str, id: str) -> None:
    found = ask(yard(), "entity_get", id=name)
    assert (found["id"] if id else found["code"]) == (id or "not_found")


@each(
    "name, refs",
    [
        ("hull", ["k:note/hull", "k:component/hull"]),
        ("0a1b2c3", [f"k:note/{LEAF}", "k:note/0a1b2c3b-0000-4000-8000-000000000000"]),
        ("adr-", ["k:decision/ADR-0001", "k:decision/ADR-0002", "k:decision/ADR-0003"]),
    ],
)
def test_entity_lookup_ambiguous_name_lists_candidates(name: str, refs: list[str]) -> None:
    said = error(yard(), "entity_get", id=name)
    assert (said["code"], [one["ref"] for one in said["candidates"]]) == ("ambiguous", refs)
    for ref in refs:
        assert ask(yard(), "entity_get", id=ref)["ref"] == ref


def test_entity_lookup_number_is_no_prefix_of_longer_number() -> None:
    made = Yard()
    made.add("task", "back-31")
    made.add("task", "back-7bs")
    assert error(made.snapshot(), "entity_get", id="back-3")["code"] == "not_found"
    assert ask(made.snapshot(), "entity_get", id="back-7")["id"] == "back-7bs"


def test_entity_lookup_short_uuid_prefix_is_invalid() -> None:
    said = error(yard(), "entity_get", id="0a1")
    assert (said["code"], said["field"]) == ("invalid_argument", "id")


def test_entity_lookup_short_name_without_uuids_is_not_found() -> None:
    made = Yard()
    made.add("task", "y-1")
    assert error(made.snapshot(), "entity_get", id="abc")["code"] == "not_found"


TAKERS: list[tuple[str, str, Json]] = [
    ("entity_get", "id", {}),
    ("graph_relations", "id", {}),
    ("graph_path", "from_id", {"to_id": "y-1"}),
    ("graph_path", "to_id", {"from_id": "y-1"}),
    ("task_blocked", "id", {}),
]


@each("tool, argument, others", TAKERS)
def test_entity_lookup_not_found_is_the_same_in_every_tool(tool: str, argument: str, others: Json) -> None:
    said = error(yard(), tool, **{argument: "y-1O", **others})
    assert (said["code"], said["error"], said[argument]) == ("not_found", "Entity not found", "y-1O")
    assert said["did_you_mean"][0] == "y-1"


def test_entity_lookup_long_name_is_echoed_shortened() -> None:
    assert len(error(yard(), "entity_get", id="x" * 400)["id"]) == 200


ALL: list[tuple[str, Json]] = [
    ("entity_get", {"id": "1"}),
    ("entity_list", {}),
    ("search_fulltext", {"query": "hull"}),
    ("graph_relations", {"id": "1"}),
    ("graph_path", {"from_id": "1", "to_id": "2"}),
    ("graph_orphans", {}),
    ("task_ready", {}),
    ("task_blocked", {}),
    ("task_next", {}),
]


@each("tool, arguments", ALL)
def test_tools_are_unavailable_without_knowledge(tool: str, arguments: Json) -> None:
    assert error(garden(), tool, **arguments)["code"] == "unavailable"


@each("tool, arguments", ALL)
def test_tools_answer_empty_collection_with_empty_lists(tool: str, arguments: Json) -> None:
    said = ask(Yard().snapshot(), tool, **arguments)
    assert said.get("code") == "not_found" or said.get("total", 0) == 0


def numbered() -> Yard:
    """Tasks of a backlog whose prefix was renamed, and a task list of two features."""
    made = Yard()
    for name in ("task-5", "BACK-6", "BACK-06.1"):
        made.add("task", name, f"The {name}", format="backlog")
    for folder in ("001-login", "002-mail"):
        for number in (1, 23):
            made.add("task", f"{folder}/T{number:03}", f"Do {number} of {folder}", format="spec-kit")
    made.add("decision", "ADR-0007", "Use oak", [("0007-use-oak", 2), ("doc/adr/0007-use-oak.md", 2)], format="madr")
    made.add("task", "bd-0088", "A digest", format="beads")
    return made


@each(
    "name, id",
    [
        ("BACK-5", "task-5"),
        ("task-6", "BACK-6"),
        ("back-006", "BACK-6"),
        ("task-6.1", "BACK-06.1"),
        ("001-login/T23", "001-login/T023"),
        ("specs/002-mail/T001", "002-mail/T001"),
        ("ADR-7", "ADR-0007"),
        ("adr-00007", "ADR-0007"),
        ("0007-use-oak.md", "ADR-0007"),
        ("./docs/0007-use-oak.md", "ADR-0007"),
        ("Use oak.md", "ADR-0007"),
        ("bd-0088", "bd-0088"),
    ],
)
def test_entity_lookup_by_alternate_id(name: str, id: str) -> None:
    assert ask(numbered().snapshot(), "entity_get", id=name)["id"] == id


@each("name", ["bd-88", "foo-5", "BACK-50", "T99", "003-nothing/T999"])
def test_entity_lookup_similar_name_is_not_found(name: str) -> None:
    assert error(numbered().snapshot(), "entity_get", id=name)["code"] == "not_found"


def test_entity_lookup_number_in_two_folders_is_ambiguous() -> None:
    made = Yard()
    for folder in ("001-login", "002-mail"):
        made.add("task", f"{folder}/T001", folder, [("t001", 2)], format="spec-kit")
    for name in ("T001", "T1"):
        said = error(made.snapshot(), "entity_get", id=name)
        assert [one["id"] for one in said["candidates"]] == ["001-login/T001", "002-mail/T001"]


@given(st.text(max_size=40) | st.text(alphabet="0123456789abcdefyYkK-./: ", max_size=20))
def test_entity_lookup_answers_any_name(name: str) -> None:
    found = ask(yard(), "entity_get", id=name)
    assert "ref" in found or found["code"] in ("not_found", "ambiguous", "invalid_argument")


def test_entity_lookup_exact_case_wins() -> None:
    made = Yard()
    upper, lower = made.add("task", "z-A"), made.add("task", "z-a")
    snapshot = made.snapshot()
    assert [ask(snapshot, "entity_get", id=one)["ref"] for one in ("z-A", "z-a")] == [upper, lower]
    assert ask(snapshot, "entity_get", id="Z-A")["code"] == "ambiguous"


@each("tool", ["entity_list", "task_ready", "task_blocked", "graph_orphans", "task_next"])
def test_tools_answer_empty_place_with_empty_lists(tool: str) -> None:
    found = ask(Yard().snapshot(), tool)
    assert [] in found.values() or found["task"] is None
