"""The rules of axe-core over the pages of the samples: `python -m harness.browser.axe --script axe.min.js [WORLD…]`.

axe-core is no part of this project: `npm install axe-core` in any other folder has `node_modules/axe-core/axe.min.js`.
Without the script, or without Chromium, nothing is checked, and the command says so. Each page of a sample that
`harness.browser.pages` lists is checked in light and dark colours; every violation is printed, and the status
is 1 if there is any.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.browser.chromium import Tab, chromium, installed
from harness.browser.walk import walk
from tests.paths import ROOT
from tests.server.web import WebServer

RUN = """axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations.flatMap((rule) =>
  rule.nodes.map((node) => `${rule.id} (${rule.impact}): ${node.html.slice(0, 160)}`)))"""
SAMPLES = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())


def violations(tab: Tab, script: str, worlds: Iterable[str]) -> Iterator[str]:
    """Yield each violation with its page and its colours."""
    for world in worlds:
        with WebServer(ROOT / "worlds" / world, "--explorer") as server:
            for colours in ("light", "dark"):
                tab.show_as(dark=colours == "dark")
                for address in walk(tab, f"http://127.0.0.1:{server.port}/explore/"):
                    tab.evaluate(script)
                    shown = address.partition("/explore/")[2]
                    yield from (f"{world} {shown} ({colours}): {one}" for one in tab.evaluate(RUN))


def main() -> int:
    """Print the violations, and return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m harness.browser.axe", description=__doc__)
    parser.add_argument("--script", type=Path, required=True, help="axe.min.js of axe-core")
    parser.add_argument("worlds", nargs="*", default=SAMPLES, help="samples (default: all)")
    options = parser.parse_args()
    if installed() is None or not options.script.is_file():
        missing = "Chromium is not installed" if installed() is None else f"There is no file {options.script}"
        print(f"{missing}: nothing was checked.", file=sys.stderr)
        return 0
    count = 0
    with chromium() as tab:
        for told in violations(tab, options.script.read_text(), options.worlds):
            print(told, flush=True)
            count += 1
    print(f"{count} violations", file=sys.stderr)
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
