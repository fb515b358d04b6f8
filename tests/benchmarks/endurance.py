"""Whether the memory of a server grows with the calls it answers: `python -m tests.benchmarks.endurance [CALLS]`.

It calls tools 100,000 times, with right and wrong arguments, and prints the memory of the server before, on the way and
after. Values that are cached for a snapshot are made in the first thousand calls; then the memory should not grow.
"""

import os
import sys
from pathlib import Path
from typing import Any

from tests.benchmarks.client import Client, frieze_server

CALLS = 100_000
WARM_UP = 1_000
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_exit_graph", {}),
    ("get_entity_details", {"entity_id": "@warden"}),
    ("get_entity_details", {"entity_id": "@nobody"}),
    ("get_reachable_locations", {"from": "gatehouse"}),
    ("search", {"query": "gate"}),
    ("search", {"query": "g.te|(w+)*", "regex": True}),
    ("find_route", {"from": "gatehouse", "to": "@warden"}),
    ("get_impact", {"ref": "@warden"}),
    ("object_get", {"object_refs": ["@warden", "@nobody"]}),
    ("list_objects", {"kind": "location", "limit": "many"}),
)


def main(calls: int = CALLS) -> None:
    with Client(frieze_server(), "2026") as server:
        server.open()
        lines = [server.line("tools/call", {"name": name, "arguments": given}) for name, given in QUESTIONS]
        _ask(server, lines, WARM_UP)
        before = resident(server.pid)
        print(f"after {WARM_UP:>7,} calls: {before / 1e6:6.1f} MB", flush=True)
        for part in range(1, 5):
            _ask(server, lines, calls // 4)
            now = resident(server.pid)
            grown = (now - before) / 1e6
            print(f"after {WARM_UP + calls // 4 * part:>7,} calls: {now / 1e6:6.1f} MB, {grown:+.1f} MB", flush=True)


def _ask(server: Client, lines: list[bytes], count: int) -> None:
    for n in range(count):
        server.exchange(lines[n % len(lines)])


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes. Needs /proc."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
