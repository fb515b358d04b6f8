"""The time of one call over stdio: queries of a world, beside a call of a bare server that does nothing."""

from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any

from harness.benchmarks.client import BARE_SERVER, ERAS, Client, frieze_server
from harness.benchmarks.figures import Figure, in_turns, milliseconds, ratio

ROUNDS = 400
WORLD_CALLS: dict[str, dict[str, Any]] = {
    "get_exit_graph": {},
    "get_entity_details": {"entity_id": "@warden"},
    "get_reachable_locations": {"from": "gatehouse"},
}


def figures() -> Iterator[Figure]:
    """For each call in each era, the ratio to the bare server's call."""
    for era in ERAS:
        with Client(BARE_SERVER, era) as bare, Client(frieze_server(), era) as ours:
            bare.open()
            ours.open()
            no_op = bare.line("tools/call", {"name": "no_op", "arguments": {}})
            for name, arguments in WORLD_CALLS.items():
                call = ours.line("tools/call", {"name": name, "arguments": arguments})
                size = len(ours.exchange(call))
                ours.ask(call)
                taken = in_turns(ROUNDS, {"bare": partial(_call, bare, no_op), "ours": partial(_call, ours, call)})
                beside = f"{median(taken['ours']):.2f} ms beside {median(taken['bare']):.2f} ms; {size:,} bytes"
                name = f"{name}, {era} era, to a bare no-op"
                yield Figure(name, ratio(taken["ours"], taken["bare"]), "times", 1.3, beside)


def _call(client: Client, line: bytes) -> float:
    return milliseconds(lambda: client.exchange(line))
