"""Compiles a source once, in a process of its own, and prints time and memory as JSON: `… .once SOURCE [JOBS]`.

Only grammars are cached.
"""

import inspect
import json
import os
import re
import resource
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from compiler import compile_source

KNOWS_JOBS = "jobs" in inspect.signature(compile_source).parameters


def main() -> None:
    source, *jobs = sys.argv[1:]
    options: dict[str, Any] = {"jobs": int(jobs[0])} if jobs and KNOWS_JOBS else {}
    begun, worked = perf_counter(), _processor()
    snapshot = compile_source(source, **options)
    taken, worked = perf_counter() - begun, _processor() - worked
    peak = _peak()
    facts = sum(snapshot.rows(f'SELECT count(*) FROM "fact_{name}"')[0][0] for name in snapshot.fact_classes)
    cost = {"seconds": taken, "processor": worked, "peak": peak, "snapshot": len(snapshot.serialized), "facts": facts}
    print(json.dumps(cost))


def _processor() -> float:
    """The processor time of this process and its workers, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _peak() -> float:
    """The peak memory of this process plus that of its largest worker, in MB."""
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    status = Path("/proc/self/status")
    found = re.search(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii"), re.MULTILINE) if status.exists() else None
    own = int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return own / 1024 + workers


if __name__ == "__main__":
    main()
