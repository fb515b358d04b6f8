"""Random small worlds: verdicts, lengths, dead content and soft locks are those of the naive interpreter.

`python -m tests.queries.world.play.test_random_worlds 0 2000` tries as many worlds as one likes.
"""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries import answer
from queries.world.play.deciding import Decider
from queries.world.play.goals import goals_of
from queries.world.play.lock_search import LockSearch
from queries.world.play.replay import Player, player_of
from queries.world.play.replay import text_of as text_of_move
from queries.world.play.search import Budget
from queries.world.selection import chosen_world
from tests.closing import compile_source
from tests.queries.world.play.naive import Naive, World, key
from tests.queries.world.play.random_worlds import Maker, condition, goal_of, text_of

MOST = 1_500  # states of the naive interpreter; a world with more is compared as far as it got
WORLDS = 24  # in the suite


def compiled(world: World, folder: Path) -> Snapshot:
    (folder / "random.urd.md").write_text(text_of(world), encoding="utf-8")
    snapshot = compile_source(folder)
    assert [one for one in snapshot.diagnostics() if one.severity == "error"] == []
    return snapshot


def check(seed: int, folder: Path) -> None:
    """Compare everything of the world of a seed."""
    world = Maker(seed).world()
    snapshot, naive = compiled(world, folder), Naive(world)
    for number in range(3):
        check_goal(world, snapshot, naive, Random(seed * 10 + number), seed)
    explored = naive.explored(MOST)
    if explored[-1]:
        check_dead(world, snapshot, naive, explored, seed)
        check_locks(snapshot, naive, seed)
        check_decider(world, snapshot, naive, explored, seed)
        check_cut(snapshot, seed)
        check_lock_search(snapshot, seed)


def check_goal(world: World, snapshot: Snapshot, naive: Naive, random: Random, seed: int) -> None:
    texts, events, conditions = goal_of(world, random)
    length, is_complete, depth = naive.shortest(events, conditions, MOST)
    found = answer(snapshot, "find_playthrough", {"goal": texts, "max_states": 20_000})
    about = (seed, texts, length, found)
    if length is not None:
        assert (found["verdict"], found.get("move_count")) == ("reachable", length), about
        check_replay(snapshot, texts, events, [one["move"] for one in found["moves"]], about)
    elif is_complete:
        assert found["verdict"] == "unreachable", about
    else:
        assert found["verdict"] != "reachable" or found["move_count"] > depth, about


def check_replay(
    snapshot: Snapshot, texts: list[str], events: set[Any], moves: list[str], about: tuple[Any, ...]
) -> None:
    """A way replays, move by move; from its end the goal is reached without a move, if it is one of a state."""
    played = answer(snapshot, "get_playthrough_state", {"moves": moves})
    assert "refused" not in played and played["move_count"] == len(moves), about
    if not events:
        again = answer(snapshot, "find_playthrough", {"goal": texts, "from_state": moves})
        assert (again["verdict"], again["move_count"]) == ("reachable", 0), about


def check_dead(world: World, snapshot: Snapshot, naive: Naive, explored: Any, seed: int) -> None:
    _, states, _, happened, _ = explored
    found = answer(snapshot, "get_dead_content", {"max_states": 50_000, "limit": 5_000})
    places = {state["place"] for state in states.values()}
    dead = {("location", one) for one in world["locations"] if one not in places}
    dead |= {("section", f"random/{name}") for name in naive.sections if ("section", name) not in happened}
    dead |= {("choice", f"random/{name}") for name in naive.choices if ("choice", name) not in happened}
    exits = {f"{one['from']}/{one['name']}" for one in world["exits"]}
    dead |= {("exit", name) for name in exits if ("exit", name) not in happened}
    dead |= {("rule", one["name"]) for one in world["rules"] if ("rule", one["name"]) not in happened}
    assert found["verdict"] == "complete", seed
    assert {(one["kind"], one["id"]) for one in found["dead"]} == dead, seed
    constant = {(one["site"], one["condition"], one["is"]) for one in found["conditions"]}
    constant = {one for one in constant if one[0].partition(":")[0] in ("exit", "choice")}
    assert constant == constant_conditions(world, naive, states), seed


def constant_conditions(world: World, naive: Naive, states: Any) -> set[tuple[str, str, str]]:
    """The conditions of exits and choices that are always or never true where they stand (G5)."""
    seen: dict[tuple[str, str], set[bool]] = {}
    for state in states.values():
        for exit in world["exits"]:
            if exit["from"] == state["place"]:
                for one in exit["conditions"]:
                    met = seen.setdefault((f"exit:{exit['from']}/{exit['name']}", text(one)), set())
                    met.add(naive.holds(state, one, None))
        for choice in naive.menu(state["talk"]):
            if choice["sticky"] or choice["id"] not in state["taken"]:
                for one in choice["conditions"]:
                    met = seen.setdefault((f"choice:random/{choice['id']}", text(one)), set())
                    met |= {naive.holds(state, one, target) for target in bound(choice)}
    words = {True: "always true", False: "never true"}
    return {(site, shown, words[next(iter(met))]) for (site, shown), met in seen.items() if len(met) == 1}


def check_decider(world: World, snapshot: Snapshot, naive: Naive, explored: Any, seed: int) -> None:
    """What is proven to be impossible never happens; no way in a part of the world is shorter than a shortest one."""
    happened = explored[3]
    player = player_of(snapshot, chosen_world(snapshot, "random"))
    decider = Decider(player, player.start, Budget(100_000), lambda _: None, max_states=500)
    for kind, name in sorted(events_of(player)):
        native = (kind, name.removeprefix("random/"))
        goals = goals_of(player.model, [f"{kind}:{name}"], "goal")
        is_impossible, way = decider.is_impossible(goals), decider.way(goals)
        assert not (is_impossible and native in happened), (seed, kind, name)
        assert way is None or native in happened, (seed, kind, name)
    for number in range(3):
        texts, events, conditions = goal_of(world, Random(seed * 10 + number))
        length, _, _ = naive.shortest(events, conditions, MOST)
        goals = goals_of(player.model, texts, "goal")
        assert length is None or not decider.is_impossible(goals), (seed, texts)
        way = decider.way(goals)
        assert way is None or (length is not None and len(way) >= length), (seed, texts)


def check_cut(snapshot: Snapshot, seed: int) -> None:
    """What is decided after a survey of few states is what a survey of all finds."""
    full = answer(snapshot, "get_dead_content", {"max_states": 50_000, "limit": 5_000})
    cut = answer(snapshot, "get_dead_content", {"max_states": 10, "limit": 5_000})
    for name, columns in (("dead", ("kind", "id")), ("conditions", ("site", "condition", "is"))):
        rows, others = ({tuple(one[column] for column in columns) for one in each[name]} for each in (cut, full))
        assert rows <= others, (seed, rows - others)
        assert cut["verdict"] == "bounded" or rows == others, (seed, others - rows)


def check_lock_search(snapshot: Snapshot, seed: int) -> None:
    """A proof that there is no soft lock, and a way into one, are what a survey of all states finds."""
    player = player_of(snapshot, chosen_world(snapshot, "random"))
    for ending in ("end", "location:" + list(player.model.locations)[-1]):
        full = answer(snapshot, "get_soft_locks", {"endings": [ending], "max_states": 50_000, "limit": 5_000})
        goals = goals_of(player.model, [ending], "endings")
        is_proven, ways = LockSearch(player, goals, Budget(5_000), lambda _: None).decide()
        assert not is_proven or full["verdict"] == "none", (seed, ending)
        assert not ways or full["verdict"] == "found", (seed, ending)
        for played in ways:
            moves = [text_of_move(one.move, one.picks) for one in played]
            there = answer(snapshot, "find_playthrough", {"goal": [ending], "from_state": moves})
            before = answer(snapshot, "find_playthrough", {"goal": [ending], "from_state": moves[:-1]})
            assert (there["verdict"], before["verdict"]) == ("unreachable", "reachable"), (seed, ending)


def events_of(player: Player) -> list[tuple[str, str]]:
    model = player.model
    named = {"section": model.sections, "choice": model.choices, "exit": model.exits}
    events = [(kind, name) for kind, names in named.items() for name in names]
    return [*events, *(("rule", one.name) for one in model.rules)]


def bound(choice: World) -> list[str | None]:
    says = repr((choice["conditions"], choice["effects"]))
    return list(choice["target"]) if choice["target"] and "'target'" in says else [None]


def text(one: Any) -> str:
    return f"any of: {', '.join(map(condition, one[1]))}" if one[0] == "any" else condition(one)


def check_locks(snapshot: Snapshot, naive: Naive, seed: int) -> None:
    """The depth of the first state from which no ending can be reached; play ends where one is."""
    start = naive.initial()
    depths, after, final, queue = {key(start): 0}, dict[Any, set[Any]](), set[Any](), [start]
    for state in queue:
        after[key(state)] = set()
        for _, other, events in naive.moves(state):
            if ("end", "") in events:
                final.add(key(state))
                continue
            after[key(state)].add(key(other))
            if key(other) not in depths:
                depths[key(other)] = depths[key(state)] + 1
                queue.append(other)
    live, grew = set(final), True
    while grew:
        more = {one for one, others in after.items() if one not in live and others & live}
        live, grew = live | more, bool(more)
    locked = [depth for one, depth in depths.items() if one not in live]
    found = answer(snapshot, "get_soft_locks", {"max_states": 50_000, "limit": 5_000})
    verdict = "no_ending" if key(start) not in live else "found" if locked else "none"
    assert found["verdict"] == verdict, seed
    if verdict == "found":
        assert min(one["move_count"] for one in found["soft_locks"]) == min(locked), seed
        for row in found["soft_locks"]:
            there = answer(snapshot, "find_playthrough", {"goal": ["end"], "from_state": row["moves"]})
            before = answer(snapshot, "find_playthrough", {"goal": ["end"], "from_state": row["moves"][:-1]})
            assert (there["verdict"], before["verdict"]) == ("unreachable", "reachable"), seed


@pytest.mark.parametrize("seed", range(WORLDS))
def test_answers_are_those_of_the_naive_interpreter(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)


def main() -> None:
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, last):
        with TemporaryDirectory() as folder:
            check(seed, Path(folder))
    print(f"worlds {first} to {last - 1}: all equal")


if __name__ == "__main__":
    main()
