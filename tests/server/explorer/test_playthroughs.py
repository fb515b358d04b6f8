"""The page that replays a playthrough: goals, steps, the state after each, and what stands in the way."""

from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from server.transport.pages import MOUNT
from tests.server.explorer.reading import Seen, client_of, sample, seen, workspace_of_files

END = "/world/play?goal=end"


def played(goal: str, step: int = 0, world: str = "locked-garden") -> str:
    """The text of a step."""
    return seen(world, f"/world/play?{urlencode({'goal': goal, 'step': step})}").text


def test_playthrough_goals_are_listed_as_links() -> None:
    page = seen("locked-garden", "/world/play")
    for goal, address in (
        ("The Walled Garden", "goal=location%3Athe-walled-garden"),
        ("revelation", "goal=section%3Alocked-garden%2Frevelation"),
        ("the end", "goal=end"),
    ):
        assert address in page.links[goal]
    assert page.links["The Walled Garden"].startswith(f"{MOUNT}/world/play?")


def test_playthrough_begins_at_the_start_with_all_that_is_open_and_closed() -> None:
    text = played("end")
    assert "reachable The moves lead to the goal, and no fewer do" in text
    assert "The start The state place Gatehouse" in text
    assert "begin locked-garden/greet, the next step" in text
    assert "go to the-walled-garden: Its conditions do not hold." in text


def test_playthrough_step_says_why_it_was_allowed_and_what_it_changed() -> None:
    text = played("end", 4)
    assert "4 of 6: go to the-walled-garden" in text
    assert "Why it was allowed @garden_gate.locked == false, where @garden_gate.locked is false" in text
    assert "player: gatehouse the-walled-garden" in text
    assert "locked-garden.urd.md:38" in text


def test_playthrough_steps_lead_to_each_other() -> None:
    first, last = seen("locked-garden", END), seen("locked-garden", f"{END}&step=6")
    assert first.links["Next step"].endswith("step=1")
    assert "Step before" not in first.links
    assert last.links["Step before"].endswith("step=5")
    assert "Next step" not in last.links


@pytest.mark.parametrize(("step", "place"), [(0, "Gatehouse"), (4, "The Walled Garden")])
def test_playthrough_marks_the_place_on_the_map(step: int, place: str) -> None:
    page = seen("locked-garden", f"{END}&step={step}")
    assert page.html.count('class="node current"') == 1
    assert f"{place} (current)" in page.text


def test_playthrough_that_is_impossible_shows_what_is_missing_and_the_nearest_way() -> None:
    text = played("@warden.trust >= 50", 2)
    assert "unreachable No playthrough of any length reaches the goal" in text
    assert "@warden.trust from -2 to 6" in text
    assert "Offer the journal: It was taken, and can be taken once." in text
    assert "2 of 3: State your purpose" in text


def test_playthrough_names_moves_that_no_state_allows() -> None:
    text = seen("playthroughs", "/world/play?world=toll-bridge&goal=end").text
    assert "Moves towards it that no state allows go to far-bank: Its conditions never hold." in text
    assert "@third_post.paid == true" in text


def test_playthrough_step_beyond_the_end_is_the_last() -> None:
    assert "6 of 6" in played("end", 99)


def test_playthrough_goal_that_is_nothing_names_near_ones() -> None:
    answer = client_of(sample("locked-garden")).get(f"{MOUNT}/world/play?goal=section:locked-garden/gret")
    assert answer.status_code == 404
    assert "greet" in answer.text


def test_object_of_a_world_leads_to_its_playthrough() -> None:
    page = seen("locked-garden", "/object?id=w:locked-garden/section/locked-garden/revelation")
    answer = client_of(sample("locked-garden")).get(page.links["Can a player get there?"])
    assert "begin locked-garden/explore" in answer.text
    assert "Can a player get there?" not in seen("locked-garden", "/object?id=@warden").links


ATTIC = "# Attic\n\nDust.\n\n== dusting\n* Sweep -> END\n"
START = "---\nworld:\n  start: attic\n---\n\n"


def page_of_choice(client: TestClient) -> Seen:
    """The page of the first choice that a search for `sweep` finds."""
    found = Seen(client.get(f"{MOUNT}/search?q=sweep").text)
    return Seen(client.get(next(one for one in found.addresses if "%2Fchoice%2F" in one)).text)


def test_object_of_a_world_whose_name_has_a_folder_links_to_its_playthrough(tmp_path: Path) -> None:
    files = {f"{folder}/attic.urd.md": START + ATTIC for folder in ("tales", "songs")}
    client = client_of(workspace_of_files(tmp_path, files))
    (address,) = (one for one in page_of_choice(client).addresses if "/world/play" in one)
    assert "world=songs%2Fattic" in address
    assert client.get(address).status_code == 200


def test_object_of_a_world_without_start_links_to_no_playthrough(tmp_path: Path) -> None:
    client = client_of(workspace_of_files(tmp_path, {"attic.urd.md": ATTIC}))
    assert not [one for one in page_of_choice(client).addresses if "/world/play" in one]
