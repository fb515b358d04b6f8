"""`make conformance`: the official conformance suite of the protocol, against the product as it is shipped and against
the product with the suite's fixtures laid over it, each at both sets of requirements.

`baselines/` lists the expected failures with their reasons. Any other failure fails the run, and so does an expected
failure that passes, or a `docs/conformance.md` that differs from the results; `--write` writes that page. With
`--optional`, a machine that cannot install the suite prints so and exits with 0: nothing is claimed then.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.conformance.claims import PAGE, expected_failures, outcomes, passed, with_lists
from harness.conformance.node_tools import FOLDER, NoNodeError, environment
from harness.conformance.servers import OVERLAID, SHIPPED, serving

REVISIONS = ("2025-11-25", "2026-07-28")
SERVERS = {"shipped": SHIPPED, "overlaid": OVERLAID}
BASELINES = {
    (server, revision): Path(__file__).with_name("baselines") / f"{server}.{revision}.yml"
    for server in SERVERS
    for revision in REVISIONS
}
RESULTS = FOLDER / "results"
SUITE_SECONDS = 300
NOT_RUN = 3


def main(words: Sequence[str], folder: Path = FOLDER) -> int:
    """Run the suite four times and return the exit status. `folder` has the programs that run on Node."""
    try:
        node = environment(folder)
    except NoNodeError as reason:
        print(f"NOT RUN: the conformance suite. {reason}", file=sys.stderr)
        return 0 if "--optional" in words else NOT_RUN
    shutil.rmtree(RESULTS, ignore_errors=True)
    as_expected = True
    for server, command in SERVERS.items():
        with serving(command) as url:
            for revision in REVISIONS:
                as_expected &= _conforms(server, revision, url, node)
    return int(not (as_expected and _page_is_current("--write" in words)))


def _conforms(server: str, revision: str, url: str, node: dict[str, str]) -> bool:
    """Run the suite once and print the result, with details if it is not as expected. Return whether it is."""
    baseline, results = BASELINES[server, revision], _results(server, revision)
    command = ["conformance", "server", "--url", url, "--requirements", revision]
    command += ["--expected-failures", str(baseline), "--output-dir", str(results)]
    done = subprocess.run(command, env=node, capture_output=True, text=True, timeout=SUITE_SECONDS, check=False)
    count = len(passed(outcomes(results)))
    summary = f"{count} scenarios passed, {len(expected_failures(baseline))} failures expected"
    print(f"conformance: {server}, requirements of {revision}: {summary}", flush=True)
    if done.returncode:
        _, _, details = done.stdout.partition("=== SUMMARY ===")
        print(f"{details or done.stdout}{done.stderr}", file=sys.stderr)
    return done.returncode == 0


def _results(server: str, revision: str) -> Path:
    return RESULTS / server / revision


def _page_is_current(write: bool) -> bool:
    runs = {run: outcomes(_results(*run)) for run in BASELINES}
    page = PAGE.read_text(encoding="utf-8")
    current = with_lists(page, runs, {run: expected_failures(path) for run, path in BASELINES.items()})
    if write:
        PAGE.write_text(current, encoding="utf-8")
    if write or page == current:
        return True
    print(
        f"conformance: {PAGE.name} is not what was found; run: python -m harness.conformance --write", file=sys.stderr
    )
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
