"""What a checkout takes for one thing, printed as JSON: `python project_costs.py cold|change|start SOURCE [FILE]`.

The program stands alone: it measures whichever checkout `PYTHONPATH` names, older ones too. The cache is that of
`XDG_CACHE_HOME`. `cold` compiles without a cached snapshot, `change` appends a line to FILE before, `start` opens what
is cached and asks a first question. The answer has `seconds`, `processor` (with that of workers) and `bytes`, the size
of the snapshot.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter

from compiler import compile_source


def main() -> None:
    kind, source, *changed = sys.argv[1:]
    for path in changed:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write("\nOne more line.\n")
    begun, worked = perf_counter(), _processor()
    with compile_source(source, keep=kind != "cold") as snapshot:
        if kind == "start":
            from queries import answer

            answer(snapshot, "list_objects", {"kind": "requirement", "limit": 1})
        taken = {"seconds": perf_counter() - begun, "processor": _processor() - worked}
        size = len(snapshot.serialized) if kind == "cold" else 0
    print(json.dumps(taken | {"bytes": size}))


def _processor() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main()
