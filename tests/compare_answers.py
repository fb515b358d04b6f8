"""Compares the answers of two checkouts byte for byte: `python -m tests.compare_answers OTHER_CHECKOUT`.

For each sample in `worlds/` and for the generated source of 1,000 files, `frieze dump` runs once in each checkout, with
an empty cache. The exit status is 1 when any byte differs, snapshot ids aside. `--samples` leaves the generated source
out.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from harness.benchmarks.generate import write
from tests.paths import ROOT

GENERATED_FILES = 1_000
COMMAND = "from server.cli import main; main()"
SNAPSHOT_ID = re.compile(rb'("(?:snapshot_)?id":")[0-9a-f]{64}"')


def main(other: Path, *, samples_only: bool) -> int:
    """Print each source whose answers differ. Return the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        sources = sorted(one for one in (ROOT / "worlds").iterdir() if one.is_dir())
        if not samples_only:
            generated = Path(scratch, "generated")
            write(generated, GENERATED_FILES)
            sources.append(generated)
        different = [one for one in sources if _dump(ROOT, one, scratch) != _dump(other, one, scratch)]
    for one in different:
        print(f"{one.name}: the answers differ")
    print(f"{len(sources) - len(different)} of {len(sources)} sources give the same answers")
    return 1 if different else 0


def _dump(checkout: Path, source: Path, scratch: str) -> bytes:
    """The answers of one checkout to every query that needs no argument."""
    with tempfile.TemporaryDirectory(dir=scratch) as cache:
        environment = {**os.environ, "PYTHONPATH": os.fspath(checkout), "XDG_CACHE_HOME": cache}
        command = [sys.executable, "-P", "-c", COMMAND, "dump", os.fspath(source)]
        done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, check=True)
    return SNAPSHOT_ID.sub(rb'\1"', done.stdout)


if __name__ == "__main__":
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    sys.exit(main(Path(arguments[0]).resolve(), samples_only="--samples" in sys.argv))
