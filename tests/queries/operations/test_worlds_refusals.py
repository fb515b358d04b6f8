"""Operations on worlds that are refused, each with the reason."""

from pathlib import Path
from typing import Any

from tests.queries.operations.kettle_world import ASK, write_source
from tests.queries.operations.proposing import check_refused

Json = dict[str, Any]


def refused(op: str, code: str, says: str, /, **arguments: Any) -> Any:
    """Name an operation, in the world `kettle`, and why it is refused."""
    return op, {"world": "kettle"} | arguments, code, says


WRONG = "invalid_argument"
REFUSED = [
    refused("world_add_entity", WRONG, "already", entity_id="ann", type="Person"),
    refused("world_add_entity", WRONG, "begins with a small letter", entity_id="Bess", type="Person"),
    refused("world_add_entity", WRONG, "word of the language", entity_id="@player", type="Person"),
    refused("world_add_entity", "not_found", "Type not found", entity_id="bess", type="Persom"),
    refused("world_add_entity", "not_found", "Property not found", entity_id="b", type="Bell", properties={"trust": 1}),
    refused("world_add_entity", WRONG, "expects integer", entity_id="b", type="Person", properties={"trust": "much"}),
    refused(
        "world_add_entity", WRONG, "both kinds of quotes", entity_id="b", type="Person", properties={"secret": "'\""}
    ),
    refused("world_add_entity", "not_found", "no file", entity_id="b", type="Bell", file="other.urd.md"),
    refused("world_add_entity", WRONG, "A value is", entity_id="b", type="Person", properties={"trust": {"x": 1}}),
    refused("world_remove_entity", WRONG, "confirm", entity_id="ann"),
    refused("world_remove_entity", "not_found", "Entity not found", entity_id="an", confirm=True),
    refused("world_rename_entity", WRONG, "already", old_id="ann", new_id="anna"),
    refused("world_place_entity", WRONG, "is in this location", entity_id="ann", location="The Kitchen"),
    refused("world_place_entity", "not_found", "Location not found", entity_id="ann", location="The Kitchn"),
    refused("world_set_property", WRONG, "Valid values: calm, cross", entity_id="ann", property="mood", value="glad"),
    refused("world_set_property", WRONG, "outside the declared range", entity_id="ann", property="trust", value="11"),
    refused("world_set_property", WRONG, "something else", entity_id="ann", property="trust", value="3, mood: calm"),
    refused("world_set_property", "not_found", "Property not found", entity_id="ann", property="mod", value="calm"),
    refused("world_set_property", WRONG, "this value already", entity_id="ann", property="mood", value="cross"),
    refused("world_unset_property", "not_found", "no value of its own", entity_id="ann", property="trust"),
    refused("world_rename_type", WRONG, "capital letter", type="Person", new_name="person"),
    refused("world_rename_type", WRONG, "already", type="Person", new_name="Bell"),
    refused("world_add_property", WRONG, "already", type="Person", name="mood", kind="str"),
    refused("world_add_property", WRONG, "A kind is one of", type="Person", name="size", kind="text"),
    refused(
        "world_add_property", WRONG, "does not match the declared type", type="Bell", name="n", kind="int", default="x"
    ),
    refused("world_add_property", WRONG, "references unknown type", type="Bell", name="n", kind="ref(Nobody)"),
    refused("world_rename_property", WRONG, "already", type="Person", property="mood", new_name="trust"),
    refused("world_rename_property", WRONG, "made of letters", type="Person", property="mood", new_name="a: b"),
    refused("world_add_location", WRONG, "both slugify", name="ATTIC"),
    refused("world_add_location", WRONG, "empty ID", name="!!!"),
    refused("world_add_location", WRONG, "neither a comment", name="Shed // old"),
    refused("world_add_location", WRONG, "something else", name="Shed", description="* Dig"),
    refused("world_add_location", WRONG, "either 'after' or 'file'", name="Shed", after="attic", file="kettle.urd.md"),
    refused("world_rename_location", WRONG, "both slugify", location="attic", new_name="the cellar"),
    refused("world_add_exit", WRONG, "already", location="attic", direction="down", to="the-cellar"),
    refused("world_add_exit", WRONG, "no ':'", location="attic", direction="to: there", to="the-cellar"),
    refused(
        "world_add_exit", WRONG, "Property 'x'", location="attic", direction="n", to="attic", conditions=["@ann.x == 1"]
    ),
    refused("world_add_exit", WRONG, "any", location="attic", direction="n", to="attic", conditions=["any:"]),
    refused("world_retarget_exit", WRONG, "leads to this", location="attic", direction="down", to="the-kitchen"),
    refused("world_remove_exit", "not_found", "Exit not found", location="attic", direction="up", confirm=True),
    refused("world_add_section", WRONG, "already", location="attic", name="talk"),
    refused("world_add_section", WRONG, "is not 'end'", location="attic", name="end"),
    refused("world_add_section", WRONG, "Unresolved entity", location="attic", name="hum", text="@anne: Hum."),
    refused("world_rename_section", WRONG, "already", section="talk", new_name="listen"),
    refused("world_remove_section", "not_found", "Section not found", section="tak", confirm=True),
    refused("world_add_choice", WRONG, "Duplicate choice", section="talk", label="Ask  ann!"),
    refused("world_add_choice", WRONG, "no ' -> '", section="talk", label="Go -> there"),
    refused("world_add_choice", WRONG, "Unresolved jump", section="talk", label="Go", jump="nowhere"),
    refused("world_add_choice", WRONG, "Unresolved entity", section="talk", label="Go", target="@nobody"),
    refused("world_add_choice", WRONG, "another section", section="listen", label="Go", parent=ASK),
    refused("world_add_choice", WRONG, "something else", section="listen", label="Go", text="-> end"),
    refused("world_edit_choice", WRONG, "Give a", choice=ASK),
    refused("world_edit_choice", WRONG, "like this already", choice=ASK, sticky=False),
    refused("world_edit_choice", WRONG, "Duplicate choice", choice=ASK, label="Ask anna"),
    refused("world_add_condition", WRONG, "already", site=ASK, condition="@lamp.owner==ann"),
    refused("world_add_condition", WRONG, "Unrecognised syntax", site=ASK, condition="ann.trust > 1"),
    refused("world_add_condition", "not_found", "not found", site="kettle/talk/ask", condition="@ann.trust > 1"),
    refused("world_remove_condition", "not_found", "no such condition", site=ASK, condition="@ann.trust > 3"),
    refused("world_add_effect", WRONG, "No effect of the language", site=ASK, effect="ann.trust = 1"),
    refused("world_add_effect", WRONG, "does not exist", site=ASK, effect="@ann.trust += 1"),
    refused("world_add_effect", WRONG, "does not have the 'portable' trait", site=ASK, effect="move @ann -> attic"),
    refused("world_add_effect", "wrong_kind", "no effects", site="attic/down", effect="@ann.trust + 1"),
    refused("world_remove_effect", "not_found", "no such effect", site=ASK, effect="destroy @lamp"),
    refused("world_add_rule", WRONG, "already", name="ann forgets"),
    refused("world_add_rule", WRONG, "needs an 'actor'", name="steam", trigger="rises"),
    refused("world_rename_rule", WRONG, "no ':'", rule="ann forgets", new_name="a: b"),
    refused("simulate_choice", "unavailable", "no operation"),
]


def test_operation_on_a_world_is_refused_with_the_reason(tmp_path: Path) -> None:
    check_refused(write_source(tmp_path, "\n"), REFUSED)
