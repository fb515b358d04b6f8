"""The operations on worlds: each gives the facts that it promises, and undone it gives the old bytes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.world.facts import (
    Choice,
    Condition,
    Effect,
    Entity,
    Exit,
    Jump,
    Line,
    Location,
    Property,
    Rule,
    Section,
    World,
)
from compiler.store.snapshot import Snapshot
from queries.operations.table import OPERATIONS
from tests.closing import compile_source
from tests.queries.operations.kettle_world import ASK, write_source
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, git_apply, patch_of, propose, propose_all

Json = dict[str, Any]


@pytest.fixture(params=LINE_ENDS, ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_source(tmp_path / "source", request.param)


def made(op: str, is_made: Callable[[Snapshot], object], /, **arguments: Any) -> Any:
    """Name an operation, in the world `kettle`, and what is true after it."""
    return pytest.param(op, {"world": "kettle"} | arguments, is_made, id=op)


def entity(snapshot: Snapshot, name: str, world: str = "kettle") -> Entity:
    (found,) = snapshot.facts(Entity, world=world, name=name)
    return found


def location(snapshot: Snapshot, slug: str) -> Location:
    (found,) = snapshot.facts(Location, world="kettle", slug=slug)
    return found


def exits(snapshot: Snapshot, slug: str) -> Json:
    found = snapshot.facts(Exit, world="kettle", from_location=slug)
    return {one.name: one.to_location for one in found}


def choice(snapshot: Snapshot, native_id: str) -> Choice:
    (found,) = snapshot.facts(Choice, world="kettle", choice=native_id)
    return found


def conditions(snapshot: Snapshot, ref: str) -> list[str]:
    return [one.text for one in snapshot.facts(Condition, site=f"w:kettle/{ref}")]


def effects(snapshot: Snapshot, ref: str) -> list[str]:
    return [one.text for one in snapshot.facts(Effect, site=f"w:kettle/{ref}")]


def text(snapshot: Snapshot, path: str) -> str:
    found = snapshot.text(path)
    assert found is not None
    return found.replace("\r\n", "\n")


def is_renamed_entity(one: Snapshot) -> bool:
    kettle, page = text(one, "kettle.urd.md"), text(one, "docs/notes.md")
    assert "@bess: I am @ann, not @anna. // a comment on @ann" in kettle
    assert "A kitchen, where ann is." in kettle and "* Ask ann -> @bess" in kettle
    assert "actor: @bess forgets the lamp, says ann" in kettle and "selects who from [@bess, anna]" in kettle
    assert "[@bess,  lamp]" in kettle and "@lamp in bess" in kettle and "@lamp.owner == bess" in kettle
    assert "w:kettle/entity/@bess`" in page and "w:kettle/entity/@anna" in page
    assert conditions(one, f"choice/{ASK}") == ["@bess.trust >= 3", "@lamp in bess", "@lamp.owner == bess"]
    assert "not @anna" in kettle and entity(one, "anna").overrides["secret"] == "ann, @ann: { both }"
    assert entity(one, "bess", "other").container == "hall"
    return entity(one, "anna").overrides["friends"] == ["bess", "anna"] and entity(one, "lamp").overrides == {
        "owner": "bess"
    }


def is_renamed_location(one: Snapshot) -> bool:
    assert exits(one, "attic") == {"down": "the-old-kitchen"} == {"down": location(one, "the-old-kitchen").slug}
    assert exits(one, "the-cellar") == {"out": "the-old-kitchen"}
    kettle, page = text(one, "kettle.urd.md"), text(one, "docs/notes.md")
    assert "-> down: The Old Kitchen\n" in kettle and "-> out: the-old-kitchen\n" in kettle
    assert '  start: "The Old Kitchen"  # by its heading\n' in kettle
    assert "w:kettle/exit/the-old-kitchen/up from w:kettle/location/the-old-kitchen." in page
    (world,) = one.facts(World, world="kettle")
    return world.start_location == "the-old-kitchen"


def is_renamed_section(one: Snapshot) -> bool:
    page = text(one, "docs/notes.md")
    assert "w:kettle/section/kettle/chat over tea, by w:kettle/choice/kettle/chat over tea/ask-ann," in page
    assert conditions(one, "choice/kettle/chat over tea/ask-anna-twice") == ["chat over tea.exhausted"]
    return [jump.target for jump in one.facts(Jump, from_section="kettle/chat over tea")] == [
        "kettle/chat over tea",
        "kettle/listen",
        "the-kitchen/up",
    ]


def is_added_choice(one: Snapshot) -> bool:
    found = choice(one, "kettle/listen/hum-too")
    assert (found.sticky, found.target, found.parent) == (True, "anna", "")
    assert conditions(one, f"choice/{found.choice}") == ["@anna.trust >= 1", "@lamp in here"]
    assert effects(one, f"choice/{found.choice}") == ["@anna.mood = calm"]
    return found.text == "@anna: Hm?\n@anna smiles.\nSteam again."


def is_edited_choice(one: Snapshot) -> bool:
    found = choice(one, "kettle/talk/ask-her")
    assert "by w:kettle/choice/kettle/talk/ask-her," in text(one, "docs/notes.md")
    return (found.sticky, found.target, choice(one, "kettle/talk/ask-again").parent) == (True, None, found.choice)


MADE = [
    made(
        "world_add_entity",
        lambda one: entity(one, "cup").overrides == {"owner": "ann", "lit": True},
        entity_id="@cup",
        type="Thing",
        properties={"owner": "@ann", "lit": True},
        location="Attic",
        file="people.urd.md",
    ),
    made("world_add_entity", lambda one: entity(one, "gong").type == "Bell", entity_id="gong", type="Bell"),
    made(
        "world_remove_entity",
        lambda one: not one.count(Entity, name="lamp") and location(one, "the-kitchen").contains == ("ann",),
        entity_id="@lamp",
        confirm=True,
    ),
    made("world_rename_entity", is_renamed_entity, old_id="@ann", new_id="@bess"),
    made("world_rename_entity", lambda one: entity(one, "an").overrides["trust"] == 4, old_id="anna", new_id="an"),
    made("world_rename_entity", lambda one: entity(one, "candle"), old_id="lamp", new_id="candle"),
    made(
        "world_place_entity",
        lambda one: (
            (location(one, "attic").contains, location(one, "the-kitchen").contains) == (("anna", "lamp"), ("ann",))
        ),
        entity_id="lamp",
        location="Attic",
    ),
    made(
        "world_place_entity",
        lambda one: (entity(one, "ann").container, text(one, "kettle.urd.md").count("[@lamp]")) == ("the-cellar", 1),
        entity_id="ann",
        location="the-cellar",
    ),
    made(
        "world_set_property",
        lambda one: entity(one, "ann").overrides == {"mood": "calm", "employer": "anna"},
        entity_id="ann",
        property="mood",
        value="calm",
    ),
    made(
        "world_set_property",
        lambda one: entity(one, "anna").overrides["secret"] == 'a "lid", # and {more}',
        entity_id="anna",
        property="secret",
        value='a "lid", # and {more}',
    ),
    made(
        "world_set_property",
        lambda one: (
            entity(one, "bell").container == "" and entity(one, "lamp").overrides == {"owner": "ann", "lit": True}
        ),
        entity_id="lamp",
        property="lit",
        value="true",
    ),
    made(
        "world_unset_property",
        lambda one: (
            entity(one, "ann").overrides == {"employer": "anna"} and "  # ann, the aunt" in text(one, "people.urd.md")
        ),
        entity_id="ann",
        property="mood",
    ),
    made("world_unset_property", lambda one: entity(one, "lamp").overrides == {}, entity_id="lamp", property="owner"),
    made(
        "world_rename_type",
        lambda one: entity(one, "ann").type == "Human" and one.count(Property, type="Human", world="other") == 5,
        type="Person",
        new_name="Human",
    ),
    made(
        "world_rename_type",
        lambda one: choice(one, "kettle/listen/wait").target_type == "Gong",
        type="Bell",
        new_name="Gong",
    ),
    made(
        "world_add_property",
        lambda one: (
            [(each.hidden, each.default) for each in one.facts(Property, world="other", name="tone")] == [(True, "a b")]
        ),
        type="Bell",
        name="tone",
        kind="str",
        default="a b",
        hidden=True,
    ),
    made(
        "world_add_property",
        lambda one: one.facts(Property, world="kettle", name="size")[0].maximum == 9,
        type="Thing",
        name="size",
        kind="int(0, 9)",
        default="3",
    ),
    made(
        "world_remove_property",
        lambda one: not one.count(Property, name="friends") and "friends" not in entity(one, "anna").overrides,
        type="Person",
        property="friends",
        confirm=True,
    ),
    made(
        "world_remove_property",
        lambda one: not one.count(Property, name="owner") and entity(one, "lamp").overrides == {},
        type="Thing",
        property="owner",
        confirm=True,
    ),
    made(
        "world_rename_property",
        lambda one: (
            effects(one, f"choice/{ASK}")[0] == "@ann.faith + 1" and entity(one, "anna").overrides["faith"] == 4
        ),
        type="Person",
        property="trust",
        new_name="faith",
    ),
    made(
        "world_add_location",
        lambda one: location(one, "the-shed").description == "Spades.\n\nAnd rakes.",
        name="The Shed",
        description="Spades.\nAnd rakes.",
    ),
    made(
        "world_add_location", lambda one: location(one, "hall-way").ordinal == 1, name="Hall way", after="the-kitchen"
    ),
    made("world_add_location", lambda one: location(one, "yard"), name="Yard", file="people.urd.md"),
    made(
        "world_remove_location",
        lambda one: not one.count(Location, world="kettle", slug="the-cellar") and one.count(Rule, world="kettle") == 1,
        location="The Cellar",
        confirm=True,
    ),
    made(
        "world_remove_location",
        lambda one: exits(one, "the-kitchen")["up"] == "" and one.count(Rule, world="kettle") == 1,
        location="attic",
        confirm=True,
    ),
    made("world_rename_location", is_renamed_location, location="the-kitchen", new_name="The Old Kitchen"),
    made(
        "world_rename_location",
        lambda one: effects(one, "choice/kettle/talk/ask-again") == ["move @lamp -> loft"],
        location="attic",
        new_name="Loft",
    ),
    made(
        "world_rename_location",
        lambda one: location(one, "attic").name == "ATTIC" and "-> up: ATTIC\n" in text(one, "kettle.urd.md"),
        location="attic",
        new_name="ATTIC",
    ),
    made(
        "world_add_exit",
        lambda one: (
            (exits(one, "attic")["out"], conditions(one, "exit/attic/out")) == ("the-cellar", ["@lamp in player"])
        ),
        location="attic",
        direction="out",
        to="The Cellar",
        conditions=["? @lamp in player"],
        blocked="It is dark.",
    ),
    made(
        "world_remove_exit",
        lambda one: exits(one, "the-kitchen") == {"cellar": "the-cellar"},
        location="the-kitchen",
        direction="up",
        confirm=True,
    ),
    made(
        "world_retarget_exit",
        lambda one: exits(one, "the-kitchen") == {"up": "the-cellar", "cellar": "the-cellar"},
        location="the-kitchen",
        direction="up",
        to="the-cellar",
    ),
    made(
        "world_rename_exit",
        lambda one: (
            [jump.target for jump in one.facts(Jump, from_section="kettle/talk")][-1] == "the-kitchen/up the ladder"
            and "w:kettle/exit/the-kitchen/up the ladder from" in text(one, "docs/notes.md")
        ),
        location="the-kitchen",
        direction="up",
        new_direction="up the ladder",
    ),
    made(
        "world_rename_exit",
        lambda one: "  -> below\n" in text(one, "kettle.urd.md"),
        location="attic",
        direction="down",
        new_direction="below",
    ),
    made(
        "world_add_section",
        lambda one: (
            [(line.line_kind, line.text) for line in one.facts(Line, site="w:kettle/section/kettle/leave")]
            == [("speech", "Bye."), ("stage", "waves."), ("prose", "Steam.")]
        ),
        location="the-cellar",
        name="leave",
        text="@ann: Bye.\n@ann waves.\nSteam.",
    ),
    made("world_remove_section", lambda one: one.count(Section, world="kettle") == 2, section="listen", confirm=True),
    made("world_remove_section", lambda one: one.count(Rule, world="kettle") == 1, section="look", confirm=True),
    made("world_rename_section", is_renamed_section, section="kettle/talk", new_name="chat over tea"),
    made(
        "world_add_choice",
        is_added_choice,
        section="listen",
        label="Hum too",
        sticky=True,
        target="@anna",
        conditions=["@anna.trust>=1", "@lamp in here"],
        text="@anna: Hm?\n@anna smiles.\nSteam again.",
        effects=["@anna.mood = calm"],
        jump="exit:up",
    ),
    made(
        "world_add_choice",
        lambda one: (
            choice(one, "kettle/talk/nod").parent == ASK and "\n  * Nod\n    -> end\n" in text(one, "kettle.urd.md")
        ),
        section="kettle/talk",
        label="Nod",
        parent=ASK,
        jump="end",
    ),
    made(
        "world_remove_choice",
        lambda one: not one.count(Choice, choice=ASK) and not one.count(Choice, choice="kettle/talk/ask-again"),
        choice=ASK,
        confirm=True,
    ),
    made("world_edit_choice", is_edited_choice, choice=ASK, label="Ask her", sticky=True, target=""),
    made(
        "world_edit_choice",
        lambda one: "* Light the lamp // for ann\n" in text(one, "kettle.urd.md"),
        choice="kettle/look/light-it",
        label="Light the lamp",
    ),
    made(
        "world_add_condition",
        lambda one: conditions(one, f"choice/{ASK}")[-1] == "@anna.mood != cross",
        site=ASK,
        condition="@anna.mood != cross",
    ),
    made(
        "world_add_condition",
        lambda one: conditions(one, "exit/the-kitchen/up")[-1] == "@ann in here",
        site="the-kitchen/up",
        condition="@ann in here",
    ),
    made(
        "world_add_condition",
        lambda one: (
            conditions(one, "rule/ann forgets") == ["@ann.mood == cross", "@anna.trust < 3", "@lamp.lit == true"]
        ),
        site="ann forgets",
        condition="@anna.trust < 3",
    ),
    made(
        "world_remove_condition",
        lambda one: conditions(one, f"choice/{ASK}") == ["@lamp in ann", "@lamp.owner == ann"],
        site=ASK,
        condition="@ann.trust>=3",
    ),
    made(
        "world_remove_condition",
        lambda one: conditions(one, "choice/kettle/look/light-it") == [],
        site="kettle/look/light-it",
        condition="@lamp not in attic",
    ),
    made(
        "world_add_effect",
        lambda one: effects(one, f"choice/{ASK}") == ["@ann.trust + 1", "move @lamp -> @ann", "destroy @bell"],
        site=ASK,
        effect="> destroy @bell",
    ),
    made(
        "world_add_effect",
        lambda one: effects(one, "choice/kettle/talk/ask-anna") == ["@anna.trust - 1"],
        site="kettle/talk/ask-anna",
        effect="@anna.trust - 1",
    ),
    made(
        "world_add_effect",
        lambda one: effects(one, "rule/ann forgets") == ["@lamp.lit = false", "move @lamp -> here"],
        site="ann forgets",
        effect="move @lamp -> here",
    ),
    made(
        "world_remove_effect",
        lambda one: effects(one, f"choice/{ASK}") == ["@ann.trust + 1"],
        site=ASK,
        effect="move @lamp -> @ann",
    ),
    made(
        "world_add_rule",
        lambda one: (
            (one.facts(Rule, name="steam rises")[0].actor, one.facts(Rule, name="steam rises")[0].trigger)
            == ("anna", "opens the lid")
            and conditions(one, "rule/steam rises") == ["@lamp.lit == true"]
        ),
        name="steam rises",
        actor="@anna",
        trigger="opens the lid",
        conditions=["@lamp.lit == true"],
        effects=["@anna.trust + 1"],
    ),
    made("world_remove_rule", lambda one: not one.count(Rule), rule="ann forgets", confirm=True),
    made(
        "world_rename_rule",
        lambda one: one.facts(Rule)[0].name == "forgetting",
        rule="ann forgets",
        new_name="forgetting",
    ),
]


@by_turns("source, op, arguments, is_made", LINE_ENDS, MADE)
def test_operation_on_a_world_gives_the_facts_it_promises_and_can_be_undone(
    source: Path, op: str, arguments: Json, is_made: Callable[[Snapshot], object]
) -> None:
    with applied(source, op, arguments) as snapshot:
        assert is_made(snapshot)


def test_every_operation_on_worlds_is_tried() -> None:
    tried = {parameters.values[0] for parameters in MADE}
    assert {one.name for one in OPERATIONS.by_language["worlds"]} == tried


def test_operation_needs_the_world_where_there_are_several(tmp_path: Path) -> None:
    told = propose(write_source(tmp_path, "\n"), "world_remove_rule", {"rule": "ann forgets", "confirm": True})
    assert (told["code"], told["worlds"]) == ("ambiguous", ["kettle", "other"])


def test_operations_on_a_world_follow_each_other(source: Path) -> None:
    given: list[Json] = [
        {"op": "world_add_location", "name": "Loft"},
        {"op": "world_add_exit", "location": "attic", "direction": "ladder", "to": "loft"},
        {"op": "world.rename_location", "location": "Loft", "new_name": "Hay Loft"},
        {"op": "world_add_section", "location": "hay-loft", "name": "rest"},
        {"op": "world_add_choice", "section": "rest", "label": "Nap", "sticky": True},
        {"op": "world_add_effect", "site": "kettle/rest/nap", "effect": "@ann.trust + 1"},
        {"op": "world_rename_entity", "old_id": "ann", "new_id": "bess"},
    ]
    operations = [one | {"world": "kettle"} for one in given]
    told = propose_all(source, operations)
    git_apply(source, patch_of(told))
    with compile_source(source) as snapshot:
        assert exits(snapshot, "attic") == {"down": "the-kitchen", "ladder": "hay-loft"}
        assert effects(snapshot, "choice/kettle/rest/nap") == ["@bess.trust + 1"]
