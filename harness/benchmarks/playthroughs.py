"""Playthroughs: states a second and bytes a state by the number of states, and the time to a verdict with and without
the reductions: `python -m harness.benchmarks.playthroughs [--most 1000000]`.

Times are those of the process, so that other processes of the machine count little. Each size runs in a process of its
own, whose largest memory is compared with that of a search of one state.
"""

import argparse
import json
import resource
import subprocess
import sys
from time import process_time

from compiler.store.snapshot import Snapshot
from queries.world.play.cone import cone
from queries.world.play.goals import Goals, goals_of
from queries.world.play.parts import machine_of, whole
from queries.world.play.replay import Player, player_of
from queries.world.play.search import explore, reaches
from queries.world.selection import chosen_world
from tests.closing import compile_source
from tests.paths import ROOT

SIZES = (1, 100, 1_000, 10_000, 100_000, 1_000_000)
WORLD = "great-fair"
GOALS = (
    "section:great-fair/the hall",
    "@hedda.mood == pleased",
    "@vat.finished == true",
    "location:dyers-back-room",
    "@ilse.trust >= 6",
)


def player() -> Player:
    snapshot: Snapshot = compile_source(ROOT / "worlds" / "playthroughs")
    return player_of(snapshot, chosen_world(snapshot, WORLD))


def explored(size: int) -> dict[str, float]:
    """The time and the memory of a search without a goal over some states."""
    model = player().model
    machine = machine_of(model, whole(model))
    began = process_time()
    found = explore(machine, max_states=size, charge=lambda _: None)
    seconds = process_time() - began
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"states": len(found.states), "seconds": seconds, "kilobytes": kilobytes}


def in_process(size: int) -> dict[str, float]:
    command = [sys.executable, "-m", __spec__.name if __spec__ else __name__, "--one", str(size)]
    made: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return made


def sizes(most: int) -> None:
    print(f"{'states':>10} {'seconds':>9} {'states/s':>10} {'MB':>7} {'bytes/state':>12}")
    base = in_process(1)["kilobytes"]
    for size in SIZES[1:]:
        if size <= most:
            one = in_process(size)
            count, seconds, kilobytes = one["states"], one["seconds"], one["kilobytes"]
            bytes_each = (kilobytes - base) * 1024 / count
            print(
                f"{count:>10,} {seconds:>9.2f} {count / seconds:>10,.0f} {kilobytes / 1024:>7.0f} {bytes_each:>12.0f}"
            )


def verdicts(plain: int) -> None:
    """The time to a verdict, beside a search of the whole world with at most `plain` states."""
    made = player()
    print(f"{'goal':<30} {'states':>8} {'seconds':>8}   without reductions")
    for text in GOALS:
        goals = goals_of(made.model, [text], "goal")
        began = process_time()
        reduced = cone(made.model, goals, Goals(()))
        wanted = reduced.goals
        machine = machine_of(reduced.model, reduced.part, wanted.formulas, wanted.events)
        found = explore(machine, max_states=plain, charge=lambda _: None, goal=reaches(machine, wanted))
        seconds = process_time() - began
        began = process_time()
        machine = machine_of(made.model, whole(made.model, goals.formulas), goals.formulas, goals.events, is_exact=True)
        other = explore(machine, max_states=plain, charge=lambda _: None, goal=reaches(machine, goals))
        verdict = "reachable" if other.found is not None else "unreachable" if other.is_complete else "no verdict"
        spent = process_time() - began
        beside = f"{len(other.states):,} states, {spent:.1f} s, {verdict}"
        print(f"{text:<30} {len(found.states):>8,} {seconds:>8.3f}   {beside}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--one", type=int)
    arguments = parser.parse_args()
    if arguments.one is not None:
        print(json.dumps(explored(arguments.one)))
        return
    sizes(arguments.most)
    verdicts(min(arguments.most, 200_000))


if __name__ == "__main__":
    main()
