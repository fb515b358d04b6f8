"""The pages of worlds: the map, what stands in the way, and conversations."""

from pathlib import Path

from server.transport.pages import MOUNT
from tests.server.explorer.reading import client_of, sample, seen, seen_of_files

EXITS = "Exits and what stands in the way"
CHOICES = "Choices of this section"


def test_worlds_are_listed_with_counts() -> None:
    page = seen("locked-garden", "/worlds")
    assert page.tables["Worlds of this source"][1][:6] == ["the-locked-garden", "2", "2", "5", "3", "7"]


def test_world_exits_say_what_stands_in_the_way() -> None:
    rows = seen("locked-garden", "/world").tables[EXITS]
    blocked = "The iron gate does not move. Somebody has oiled its hinges and still kept it shut."
    condition = "@garden_gate.locked == false"
    assert rows[1] == ["Gatehouse", "garden", "The Walled Garden", condition, blocked, "yes", "locked-garden.urd.md:37"]
    assert rows[2] == ["The Walled Garden", "north", "Gatehouse", "always", "", "yes", "locked-garden.urd.md:78"]


def test_world_exit_to_missing_location_says_so() -> None:
    (row,) = [row for row in seen("broken-cellar", "/world").tables[EXITS] if row[1] == "larder"]
    assert row[2] == "nowhere: there is no such location"


def test_world_map_joins_free_ways_back_and_forth() -> None:
    page = seen("salt-citadel", "/world")
    assert "gate / road ↔ Outer Gate" in page.text
    assert "court → Weighing Court (something stands in the way)" in page.text


def test_world_names_locations_that_no_way_leads_to(tmp_path: Path) -> None:
    text = "---\nworld:\n  name: w\n  start: Yard\n---\n\n# Yard\n\nA yard.\n\n# Loft\n\nA loft.\n"
    page = seen_of_files(tmp_path, {"w.urd.md": text}, "/world")
    assert (
        "No way leads here From the start no exits lead to these locations, whatever stands in the way. Loft"
        in page.text
    )


def test_world_of_several_must_be_named() -> None:
    several = client_of(sample("."))
    assert several.get(f"{MOUNT}/world").status_code == 400
    assert several.get(f"{MOUNT}/world?world=salt-citadel").status_code == 200


def test_conversation_graph_counts_choices_that_lead_back() -> None:
    page = seen("salt-citadel", "/world/conversations")
    assert "audience (5 choices lead back here) Call the council → the vote → end" in page.text


def test_conversation_sections_lead_to_each_other() -> None:
    page = seen("salt-citadel", "/world/conversations")
    (row,) = [row for row in page.tables["Sections and where their choices lead"] if row[0] == "salt-citadel/the vote"]
    assert row[2] == "salt-citadel/after the vote, salt-citadel/audience"


def test_section_choices_say_what_they_need_do_and_lead_to() -> None:
    page = seen("locked-garden", "/world/section?section=locked-garden/explore")
    (row,) = [row for row in page.tables[CHOICES] if row[0].startswith("Say that")]
    assert row == [
        "Say that the warden remembers",
        "@warden.mood == friendly",
        "nothing",
        "locked-garden/revelation",
        "locked-garden.urd.md:92",
    ]


def test_section_lists_choices_that_lead_to_it() -> None:
    page = seen("locked-garden", "/world/section?section=locked-garden/revelation")
    assert "locked-garden/explore: Sit where the gardener sat locked-garden.urd.md:90" in page.text


def test_unknown_section_is_an_error() -> None:
    answer = client_of(sample("locked-garden")).get(f"{MOUNT}/world/section?section=none")
    assert answer.status_code == 404


def test_world_pages_escape_names(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    text = (
        f"---\nworld:\n  name: {hostile}\n  start: Yard {hostile}\n---\n\n# Yard {hostile}\n\nA yard.\n\n"
        f"-> {hostile}: Yard {hostile}\n\n== talk {hostile}\n\nHello.\n\n* Nod {hostile}\n  -> talk {hostile}\n"
    )
    for address in ("/worlds", "/world", "/world/conversations"):
        assert seen_of_files(tmp_path, {"w.urd.md": text}, address).tags.count("script") == 1
