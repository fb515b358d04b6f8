"""How long a site of pages takes to compile and to start: `python -m harness.benchmarks.page_tree [--pages 2200]`.

Pages of some 4 KB in folders: front matter, headings, prose with links to other pages and their sections, a table, a
block of code, now and then a diagram. The same number gives the same bytes.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from harness.benchmarks.sources.words import DEEDS, PARTS, PEOPLE, PLACES, THINGS

FOLDER = 25  # pages
SECTIONS = 6  # of a page
ANCHORS = ("overview", "install", "settings", "commands", "examples", "questions")
WORDS = (*PARTS, *DEEDS, *PLACES, *PEOPLE, *THINGS)


def pages(count: int) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    for number in range(count):
        yield _path(number), _page(number, count, random.Random(number))


def _path(number: int) -> str:
    return f"docs/part-{number // FOLDER:03}/page-{number:05}.md"


def _page(number: int, count: int, choice: random.Random) -> str:
    front = (
        f"---\ntitle: Page {number}\ntags: [{choice.choice(WORDS)}, {choice.choice(WORDS)}]\n---\n\n# Page {number}\n"
    )
    return front + "".join(_section(name, number, count, choice) for name in ANCHORS[:SECTIONS])


def _section(name: str, number: int, count: int, choice: random.Random) -> str:
    other = choice.randrange(count)
    folder = f"../part-{other // FOLDER:03}/page-{other:05}.md"
    link = f"See [page {other}]({folder}#{choice.choice(ANCHORS)}) for more."
    table = "| name | value |\n|---|---|\n" + "".join(f"| {word} | {choice.randrange(99)} |\n" for word in WORDS[:4])
    more = (
        table if name == "settings" else f"```sh\npress --{choice.choice(WORDS)}\n```\n" if name == "commands" else ""
    )
    if name == "overview" and number % 20 == 0:
        more = "```mermaid\nflowchart TD\n  A[Press] --> B[Drum]\n  B --> C[Valve]\n```\n"
    return f"\n## {name.title()}\n\n{_prose(choice, 60)} {link}\n\n{_prose(choice, 40)}\n\n{more}"


def _prose(choice: random.Random, count: int) -> str:
    return " ".join(choice.choices(WORDS, k=count)).capitalize() + "."


def main() -> None:
    """Write a site, compile it with an empty cache, and start from the cache."""
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.page_tree", description=__doc__)
    parser.add_argument("--pages", type=int, default=2_200, help="how many (default: %(default)s)")
    count = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as folder:
        site, cache = Path(folder, "site"), Path(folder, "cache")
        written = 0
        for path, text in pages(count):
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            written += (site / path).write_bytes(text.encode())
        print(f"{count:,} pages, {written / 1e6:.1f} MB")
        for name in ("cold compile", "start from the cache"):
            print(f"{name}: {_seconds(site, cache):.1f} s")


def _seconds(site: Path, cache: Path) -> float:
    command = (Path(sys.executable).with_name("frieze"), "query", site, "get_snapshot_info")
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={"XDG_CACHE_HOME": str(cache)})
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
