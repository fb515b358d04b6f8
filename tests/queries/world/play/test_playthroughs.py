"""Playthroughs of the sample worlds, and the errors of goals and moves."""

from typing import Any

import pytest

from queries import answer
from tests.compiler.samples import sample
from tests.queries.cases import each

GARDEN = sample("locked-garden")
PLAYED = sample("playthroughs")
CITADEL = sample("salt-citadel")


def found(world: str, *goal: str, **more: Any) -> dict[str, Any]:
    return answer(PLAYED, "find_playthrough", {"goal": list(goal), "world": world, **more})


def verdict(world: str, *goal: str, **more: Any) -> tuple[str, int | None]:
    one = found(world, *goal, **more)
    return one["verdict"], one.get("move_count")


def test_two_coins_do_not_pay_three_tolls() -> None:
    assert verdict("toll-bridge", "second-span") == ("reachable", 8)
    one = found("toll-bridge", "far-bank")
    assert one["verdict"] == "unreachable"
    assert one["never_possible"][0]["move"] == "exit:second-span/over"


def test_a_rule_opens_the_door_that_no_choice_opens() -> None:
    one = found("night-bell", "chapel")
    assert (one["verdict"], one["move_count"]) == ("reachable", 6)
    assert "the door is opened" in [rule["rule"] for move in one["moves"] for rule in move.get("rules", [])]


def test_a_counter_without_limit_exceeds_forty() -> None:
    assert verdict("long-stair", "head-of-the-stair") == ("reachable", 41)
    assert found("long-stair", "head-of-the-stair")["states_explored"] < 500
    assert verdict("long-stair", "@stair.climbed >= 60", max_states=5_000)[0] == "reachable"


def test_the_choice_that_closes_the_door_is_named_before_it_shows() -> None:
    one = answer(PLAYED, "get_soft_locks", {"world": "snowed-pass"})
    assert one["verdict"] == "found"
    assert {row["closed_by"] for row in one["soft_locks"]} == {"choice:snowed-pass/at the stove/burn-the-sledge"}


def test_two_endings_exclude_each_other() -> None:
    endings = ("section:two-heirs/the niece inherits", "section:two-heirs/the gardener inherits")
    assert [verdict("two-heirs", one)[0] for one in endings] == ["reachable", "reachable"]
    one = found("two-heirs", *endings)
    assert one["verdict"] == "unreachable"
    assert [row["reached_alone"] for row in one["goals"]] == [True, True]


def test_the_large_world_is_searched_in_small_parts() -> None:
    one = found("great-fair", "section:great-fair/the hall")
    assert (one["verdict"], one["move_count"]) == ("reachable", 27)
    assert one["states_explored"] < 1_000


def test_dead_choice_of_the_salt_citadel_is_proven_at_once() -> None:
    goal = "choice:salt-citadel/vigil/touch-the-place-where-the-hand-was"
    one = answer(CITADEL, "find_playthrough", {"goal": [goal]})
    assert (one["verdict"], one["states_explored"]) == ("unreachable", 1)


def test_what_is_avoided_makes_the_way_longer_or_impossible() -> None:
    journal = "choice:locked-garden/greet/offer-the-journal"
    way = answer(GARDEN, "find_playthrough", {"goal": ["the-walled-garden"]})
    assert journal in [one["move"] for one in way["moves"]]
    without = answer(GARDEN, "find_playthrough", {"goal": ["the-walled-garden"], "avoid": [journal]})
    assert without["verdict"] == "unreachable"


def test_a_wrong_move_says_why_it_is_refused() -> None:
    one = answer(GARDEN, "get_playthrough_state", {"moves": ["exit:gatehouse/garden"]})
    assert one["refused"]["reason"] == "Its conditions do not hold."
    assert [row["condition"] for row in one["refused"]["conditions"]] == ["@garden_gate.locked == false"]
    two = answer(GARDEN, "get_playthrough_state", {"moves": ["choice:locked-garden/greet/state-your-purpose"]})
    assert two["refused"]["reason"].startswith("It is offered by the menu of locked-garden/greet")
    three = answer(GARDEN, "get_playthrough_state", {"moves": ["exit:gatehouse/gardn"]})
    assert three["refused"]["reason"] == "There is no exit, section or choice of this id."
    assert "gatehouse/garden" in three["refused"]["did_you_mean"][0]


@each(
    "goal, code",
    [
        ("nowhere", "not_found"),
        ("@wardn.trust >= 3", "not_found"),
        ("@warden.trst >= 3", "not_found"),
        ("@warden.mood == furious", "invalid_argument"),
        ("@journal in attic", "not_found"),
        ("", "not_found"),
    ],
)
def test_a_wrong_goal_is_an_error_that_says_so(goal: str, code: str) -> None:
    assert answer(GARDEN, "find_playthrough", {"goal": [goal]})["code"] == code


def test_a_world_with_errors_is_played_without_them_and_says_so() -> None:
    cellar = sample("broken-cellar")
    assert answer(cellar, "get_playthrough_state", {})["has_errors"] is True
    assert answer(cellar, "get_dead_content", {})["has_errors"] is True


def test_bounded_says_that_nothing_is_known() -> None:
    one = found("toll-bridge", "far-bank", max_states=2)
    assert (one["verdict"], one["guarantee"].startswith("Nothing is known")) == ("bounded", True)


def test_a_way_in_a_part_of_the_world_says_how_short_a_way_may_be() -> None:
    one = found("great-fair", "@ilse.trust >= 6")
    assert one["verdict"] == "reachable"
    assert one["at_least"] < one["move_count"] == one["total"]
    played = answer(PLAYED, "get_playthrough_state", {"moves": moves_of(one), "world": "great-fair"})
    assert "refused" not in played
    assert int(played["state"]["changed"]["@ilse.trust"]) >= 6


def moves_of(one: dict[str, Any]) -> list[str]:
    """All moves of a way, page by page."""
    moves = [row["move"] for row in one["moves"]]
    asked = {"goal": ["@ilse.trust >= 6"], "world": "great-fair"}
    while cursor := one.get("next_cursor"):
        one = answer(PLAYED, "find_playthrough", {**asked, "cursor": cursor})
        moves += [row["move"] for row in one["moves"]]
    return moves


STAIR = (
    "exit:salt-road/gate",
    "section:salt-citadel/challenge",
    "choice:salt-citadel/challenge/ask-what-happens-to-those-who-wait",
    "exit:outer-gate/court",
    "exit:weighing-court/hall",
    "exit:great-hall/tower",
    "exit:bell-tower/terraces",
    "exit:evaporation-terraces/works",
    "exit:brine-works/guildhall",
    "section:salt-citadel/the long table",
    "choice:salt-citadel/the long table/buy-an-hour-of-plain-talk",
    "choice:salt-citadel/the long table/ask-where-the-sweet-water-comes-out",
    "choice:salt-citadel/the long table/offer-nothing-and-wait",
    "exit:guildhall/stair",
    "exit:smugglers-stair/chamber",
)
EVERY_GOAL_OF_THE_CITADEL = [
    ("location:spring-chamber", "reachable"),
    ("section:salt-citadel/after the vote", "reachable"),
    ("choice:salt-citadel/challenge/show-the-commission", "reachable"),
    ("choice:salt-citadel/the ropes/ring-the-hour-that-is-not-rung", "reachable"),
    ("choice:salt-citadel/after the vote/read-the-other-verdict-from-the-steps", "reachable"),
    ("exit:lower-quarry/crack", "reachable"),
    ("rule:a guard is doubled", "reachable"),
    ("rule:the guild recounts", "unreachable"),
]


@pytest.mark.long("searches of up to 50,000 states: tests/queries/world/test_findings.py does one for all goals")
@pytest.mark.parametrize(("goal", "expected"), EVERY_GOAL_OF_THE_CITADEL)
def test_salt_citadel_goals_beyond_the_search_are_decided(goal: str, expected: str) -> None:
    one = answer(CITADEL, "find_playthrough", {"goal": [goal]})
    assert one["verdict"] == expected


@pytest.mark.long("a search of up to 50,000 states: tests/queries/world/test_findings.py does it once")
def test_salt_citadel_dead_content_is_decided() -> None:
    one = answer(CITADEL, "get_dead_content", {"limit": 1_000})
    assert {(row["kind"], row["id"].rpartition("/")[2]) for row in one["dead"]} == {
        ("choice", "ask-the-foreman-of-the-pans-who-else-has-weighed"),
        ("choice", "touch-the-place-where-the-hand-was"),
        ("rule", "the guild recounts"),
    }
    assert (one["verdict"], one["undecided"], len(one["conditions"])) == ("complete", [], 30)
    assert one["states_explored"] <= 50_000


def test_water_in_the_cistern_may_be_low_when_it_is_marked() -> None:
    moves = [*STAIR, "exit:spring-chamber/cistern", "section:salt-citadel/the pillars"]
    one = answer(CITADEL, "get_playthrough_state", {"moves": moves})
    closed = {row["move"]: [each["condition"] for each in row["conditions"]] for row in one["closed_moves"]}
    assert "refused" not in one
    assert closed["choice:salt-citadel/the pillars/mark-the-water-with-chalk"] == ["@spring.level >= 5"]


@pytest.mark.long("a search of up to 50,000 states")
def test_soft_locks_after_a_cut_are_more_than_one() -> None:
    one = answer(CITADEL, "get_soft_locks", {"max_states": 50_000})
    closed = {row["closed_by"] for row in one["soft_locks"]}
    assert {"exit:weighing-court/gate", "exit:smugglers-stair/shore"} <= closed
    assert one["states_explored"] <= 50_000


@pytest.mark.long("two searches of the largest world: test_searches_for_one_goal_together_keep_to_max_states is one")
@each("tool", ["get_dead_content", "get_soft_locks"])
def test_all_searches_together_keep_to_max_states(tool: str) -> None:
    assert answer(CITADEL, tool, {"max_states": 2_000})["states_explored"] <= 2_000


def test_searches_for_one_goal_together_keep_to_max_states() -> None:
    one = answer(CITADEL, "find_playthrough", {"goal": ["@spring.level >= 19", "end"], "max_states": 900})
    assert one["states_explored"] <= 900


def test_great_fair_has_no_dead_content() -> None:
    one = answer(PLAYED, "get_dead_content", {"world": "great-fair"})
    assert (one["verdict"], one["dead"], one["undecided"]) == ("complete", [], [])
