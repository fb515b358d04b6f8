"""Parsing diagrams: our parser beside Mermaid's own, on the same texts in one run.

Ours makes a syntax tree with the span of every node, Mermaid's fills its database. Needs node and npm; the package is
installed once, into a folder of its own outside of the repository. Run it alone with
`python -m harness.benchmarks.mermaid_speed`.
"""

import gc
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from types import TracebackType
from typing import Self

from compiler.languages.diagrams.syntax.parse import parse
from harness.benchmarks.figures import Figure, in_turns
from harness.benchmarks.mermaid_texts import TEXTS
from tests.paths import ROOT

VERSION = "11.15.0"
FOLDER = Path(tempfile.gettempdir()) / f"frieze-benchmarks-mermaid-{VERSION}"
PEER = Path(__file__).with_name("mermaid_peer.mjs")
ROUNDS = {100: 7, 1_000: 7, 10_000: 2}
LINEARITY_ROUNDS = 7
WARM_UP = 5  # turns; node compiles code only after it has run often
MAX_TO_MERMAID = 0.25  # at least four times as fast
MAX_TO_SMALLEST = 1.5


class UnavailableError(Exception):
    """Mermaid cannot be run here; the message says why."""


class Mermaid:
    """A node process that parses texts with Mermaid."""

    def __init__(self, folder: Path) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(["node", PEER.name], cwd=folder, stdin=pipe, stdout=pipe, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def milliseconds(self, text: str) -> float:
        """The time that Mermaid needs for a text. Raises RuntimeError when it cannot parse the text."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({"text": text, "times": repeats_of(text)}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '{"error": "node is gone"}')
        if "error" in answer:
            raise RuntimeError(f"Mermaid does not read a text of this benchmark: {answer['error']}")
        return float(answer["ms"])


def figures() -> Iterator[Figure | str]:
    """The ratio to Mermaid of each text in each size; then the linearity of our parser."""
    try:
        folder = installed()
    except UnavailableError as error:
        yield f"parsing beside Mermaid {VERSION}: skipped, {error}"
    else:
        with Mermaid(folder) as mermaid:
            for make in TEXTS.values():
                in_turns(WARM_UP, {"mermaid": partial(mermaid.milliseconds, make(100))})
            yield from beside_mermaid(mermaid, "worlds/checkout-session", samples(), 3)
            for size, rounds in ROUNDS.items():
                texts = {name: make(size) for name, make in TEXTS.items()}
                yield from beside_mermaid(mermaid, f"{size:,}", texts, rounds)
    yield from linearity()


def beside_mermaid(mermaid: Mermaid, what: str, texts: dict[str, str], rounds: int) -> Iterator[Figure]:
    """The ratio of each text to Mermaid."""
    for name, text in texts.items():
        actions = {"mermaid": partial(mermaid.milliseconds, text), "ours": partial(our_milliseconds, text)}
        taken = in_turns(rounds, actions)
        ours, theirs = median(taken["ours"]), median(taken["mermaid"])
        speed = len(text.encode()) / ours / 1000
        beside = f"{ours:.2f} ms beside {theirs:.2f} ms: {theirs / ours:.1f} times as fast, {speed:.2f} MB/s"
        yield Figure(f"parsing {name}, {what}, to Mermaid", ours / theirs, "times", MAX_TO_MERMAID, beside)


def samples() -> dict[str, str]:
    """The diagrams of a session, as people write them."""
    folder = ROOT / "worlds" / "checkout-session" / "diagrams"
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.mmd"))}


def linearity() -> Iterator[Figure]:
    """The time of our parser for one edge or message, in the largest text compared with the smallest."""
    first, last = min(ROUNDS), max(ROUNDS)
    for name, make in TEXTS.items():
        actions = {str(size): partial(our_milliseconds, make(size)) for size in (first, last)}
        taken = in_turns(LINEARITY_ROUNDS, actions)
        each = {size: median(taken[str(size)]) / size * 1000 for size in (first, last)}
        beside = f"{each[last]:.1f} µs beside {each[first]:.1f} µs"
        title = f"{name}: one of {last:,} to one of {first:,}"
        yield Figure(title, each[last] / each[first], "times", MAX_TO_SMALLEST, beside)


def our_milliseconds(text: str) -> float:
    """The processor time of our parser for a text, without the garbage collector, as the compiler runs it."""
    times = repeats_of(text)
    gc.collect()
    gc.disable()
    begun = process_time()
    for _ in range(times):
        parse("diagram.mmd", text)
    taken = (process_time() - begun) * 1000 / times
    gc.enable()
    return taken


def repeats_of(text: str) -> int:
    """How often to parse a text in one turn: small texts often, for the first parse after a pause is slower."""
    return max(1, 60_000 // len(text))


def installed() -> Path:
    """The folder of Mermaid, which is installed if need be. Raises UnavailableError."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise UnavailableError(f"{program} is not installed")
    FOLDER.mkdir(exist_ok=True)
    if not (FOLDER / "node_modules" / "mermaid").is_dir():
        quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error")
        command = ["npm", "install", *quiet, "--prefix", str(FOLDER), f"mermaid@{VERSION}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UnavailableError(f"npm cannot install it ({' '.join(done.stderr.split())[:200]})")
    shutil.copy(PEER, FOLDER)
    return FOLDER


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
