"""`python -m harness.fuzz --minutes 2 --seed 7`: run the fuzzer. The exit status is 1 when something failed."""

import argparse
import faulthandler
import os
import sys
from pathlib import Path

from compiler.workspace.embeddings import embedder
from harness.fuzz.bounds import LAST_SECONDS
from harness.fuzz.corpus import CORPUS
from harness.fuzz.figures import add_to_log
from harness.fuzz.run import Run


def main() -> int:
    """Run, print what was found, and return the exit status."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other files")
    parser.add_argument("--keep", type=Path, default=CORPUS, help="folder for the failures; default: the corpus")
    parser.add_argument("--log", type=Path, help="JSON lines to which the figures are added; prints their sums")
    given = parser.parse_args()
    for name in ("GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME"):  # no configuration of who runs it
        os.environ[name] = os.devnull
    embedder.installed = lambda: None  # type: ignore[assignment]  # vectors are tested on their own
    faulthandler.dump_traceback_later(given.minutes * 60 + LAST_SECONDS, exit=True)
    run = Run(given.seed, given.keep, lambda text: print(text, flush=True))
    try:
        run.until(given.minutes * 60)
    finally:
        faulthandler.cancel_dump_traceback_later()
        if given.log:
            print(f"all runs: {add_to_log(given.log, run.figures, seed=given.seed, kinds=run.kinds)}")
    return 1 if run.figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
