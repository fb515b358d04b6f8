"""Requirements: our server beside the server of elspais, on the same 5,000 requirements in one run.

elspais is installed once from PyPI, into an environment of its own outside of the repository. The tree is no git
repository, which favours elspais: in one it reads the last commit for every summary. Peak memory is read from /proc.
Run it alone with `python -m harness.benchmarks.requirements_speed`.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import orjson

from compiler.languages.requirements.linking.hashes import hashes
from harness.benchmarks.client import ENVIRONMENT, Client, frieze_server
from harness.benchmarks.figures import Figure, in_turns, milliseconds, ratio
from tests.paths import ROOT

VERSION = "0.127.13"
FOLDER = Path(tempfile.gettempdir()) / f"frieze-benchmarks-elspais-{VERSION}"
ERA = "2025"  # the protocol era of elspais
START_ROUNDS = 3
CALL_ROUNDS = {"search": 15, "get_project_summary": 3}
MAX_TO_START = 0.2
MAX_TO_CALL = 0.1
MAX_MEMORY = 1.0

SUMMARY: tuple[str, dict[str, Any]] = ("get_project_summary", {})
QUERY = {"query": "valve", "limit": 20}
OUR_CALLS: dict[str, dict[str, Any]] = {"search": {**QUERY, "kinds": ["requirement"]}, "get_project_summary": {}}
THEIR_CALLS: dict[str, dict[str, Any]] = {"search": QUERY, "get_project_summary": {}}

LEVELS = {"p": 250, "o": 1_250, "d": 3_500}  # each cites the one before it
NAMES = {"p": "Product", "o": "Operations", "d": "Development"}
KEYS = {"p": "prd", "o": "ops", "d": "dev"}
TESTED = 3_000
CODED = 2_500
IN_A_FILE = 25
LABELS = "ABCDE"
# fmt: off
PARTS = (
    "pump", "valve", "boiler", "burner", "sensor", "panel", "relay", "buffer", "ledger", "queue", "archive", "gauge",
    "lamp", "hinge", "conveyor", "furnace", "lock", "ticket", "invoice", "meter",
)
DEEDS = (
    "open", "close", "record", "report", "reject", "repeat", "measure", "compare", "restart", "publish", "confirm",
    "delay", "empty", "fill", "rotate", "encrypt",
)
TIMES = (
    "on request", "after a restart", "within two seconds", "once an hour", "before the shift ends",
    "when power is lost", "without being asked", "while nobody is near",
)
# fmt: on


class UnavailableError(Exception):
    """elspais cannot be run here; the message says why."""


class Server(Client):
    """A server with its own working directory and cache."""

    def __init__(self, command: Sequence[str], folder: Path, cache: Path) -> None:
        self._era = ERA
        environment = {**ENVIRONMENT, "XDG_CACHE_HOME": str(cache)}
        pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, cwd=folder, env=environment)

    def exchange(self, line: bytes) -> bytes:
        """Send a line and return its answer; notifications are skipped. Raises RuntimeError when the server ends."""
        answer = super().exchange(line)
        while answer and b'"id"' not in answer:
            assert self._process.stdout
            answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self._process.args!r} has ended")
        return answer

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of a tool."""
        result = self.ask(self.line("tools/call", {"name": tool, "arguments": dict(arguments)}))
        structured = result.get("structuredContent")
        answer = structured if structured is not None else orjson.loads(result["content"][0]["text"])
        return dict(answer)

    def peak(self) -> float:
        """The peak memory of the process so far, in MB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text("ascii")
        found = re.search(r"^VmHWM:\s*(\d+) kB$", status, re.MULTILINE)
        assert found, status
        return int(found[1]) / 1024


def figures() -> Iterator[Figure | str]:
    """The ratios to elspais of the first answer, of calls and of peak memory."""
    try:
        elspais = installed()
    except UnavailableError as error:
        yield f"requirements beside elspais {VERSION}: skipped, {error}"
        return
    with tempfile.TemporaryDirectory(prefix="frieze-benchmarks-requirements-") as name:
        folder = Path(name)
        tree = folder / "tree"
        yield f"requirements beside elspais {VERSION}: {write_tree(tree)}"
        theirs = partial(Server, [str(elspais), "mcp", "serve"], tree, folder / "elspais")
        ours = partial(Server, frieze_server(str(tree)), ROOT, folder / "frieze")
        yield from starts(ours, theirs, folder / "frieze")
        yield from calls_and_memory(ours, theirs, folder / "frieze")


def starts(ours: "partial[Server]", theirs: "partial[Server]", cache: Path) -> Iterator[Figure]:
    """The times from the start of the process to its summary, with an empty cache and with a filled one."""

    def cold() -> float:
        shutil.rmtree(cache, ignore_errors=True)
        return first_answer(ours)

    taken = in_turns(
        START_ROUNDS,
        {"elspais": partial(first_answer, theirs), "cold": cold, "warm": partial(first_answer, ours)},
    )
    for name in ("cold", "warm"):
        beside = f"{median(taken[name]):,.0f} ms beside {median(taken['elspais']):,.0f} ms"
        title = f"start to first summary, {name}, to elspais"
        yield Figure(title, ratio(taken[name], taken["elspais"]), "times", MAX_TO_START, beside)


def first_answer(start: "partial[Server]") -> float:
    """The time from the start of a server to its first answer."""
    started: list[Server] = []

    def begin() -> None:
        started.append(start())
        started[0].open()
        started[0].call(*SUMMARY)

    taken = milliseconds(begin)
    with started[0]:
        return taken


def calls_and_memory(ours: "partial[Server]", theirs: "partial[Server]", cache: Path) -> Iterator[Figure | str]:
    """The ratio of each call and of the peak memory. Ours starts with an empty cache, which takes more memory."""
    shutil.rmtree(cache, ignore_errors=True)
    with ours() as frieze, theirs() as elspais:
        for server in (frieze, elspais):
            server.open()
            server.call(*SUMMARY)
        first = frieze.peak(), elspais.peak()
        for tool, rounds in CALL_ROUNDS.items():
            actions = {
                "elspais": partial(_call, elspais, tool, THEIR_CALLS[tool]),
                "ours": partial(_call, frieze, tool, OUR_CALLS[tool]),
            }
            taken = in_turns(rounds, actions)
            beside = f"{median(taken['ours']):.2f} ms beside {median(taken['elspais']):,.2f} ms"
            yield Figure(f"{tool}, to elspais", ratio(taken["ours"], taken["elspais"]), "times", MAX_TO_CALL, beside)
        for when, (mine, other) in {
            "after the first summary": first,
            "after all calls": (frieze.peak(), elspais.peak()),
        }.items():
            beside = f"{mine:.0f} MB beside {other:.0f} MB"
            yield Figure(f"peak memory {when}, cold, to elspais", mine / other, "times", MAX_MEMORY, beside)
    with ours() as frieze:
        frieze.open()
        frieze.call(*SUMMARY)
        yield Figure(
            "peak memory after the first summary, warm, to elspais",
            frieze.peak() / first[1],
            "times",
            MAX_MEMORY,
            f"{frieze.peak():.0f} MB beside {first[1]:.0f} MB",
        )


def _call(server: Server, tool: str, arguments: Mapping[str, Any]) -> float:
    line = server.line("tools/call", {"name": tool, "arguments": dict(arguments)})
    return milliseconds(lambda: server.ask(line))


def write_tree(tree: Path) -> str:
    """Write the requirements, the code and tests that cite them, and the results. Return the counts as text."""
    random = Random(5_000)
    labels: dict[str, int] = {}
    for level, count in LEVELS.items():
        blocks = []
        above = [id for id in labels if _level(id) == _above(level)]
        for number in range(1, count + 1):
            id = f"REQ-{level}{number:05}"
            labels[id] = 2 + random.randrange(4)
            blocks.append(_requirement(random, id, labels, above))
        for file, part in _files(blocks):
            _write(tree / "spec" / f"{KEYS[level]}-{file:03}.md", f"# {NAMES[level]}, part {file}\n\n" + "".join(part))
    lowest = [id for id in labels if _level(id) != "p"]
    code = [_function(random, number, _cited(random, lowest, labels)) for number in range(CODED)]
    for file, part in _files(code):
        _write(tree / "src" / f"module_{file:03}.py", f'"""Part {file} of the plant."""\n' + "".join(part))
    tests = [_test(number, _cited(random, lowest, labels)) for number in range(TESTED)]
    for file, part in _files(tests):
        _write(tree / "tests" / f"test_part_{file:03}.py", f'"""Tests of part {file}."""\n' + "".join(part))
    _write(tree / ".results" / "unit" / "junit.xml", _results(random))
    _write(tree / ".elspais.toml", _configuration())
    counts = f"{len(labels):,} requirements, {sum(labels.values()):,} assertions"
    return f"{counts}, {CODED:,} functions and {TESTED:,} tests that cite them"


def _requirement(random: Random, id: str, labels: Mapping[str, int], above: list[str]) -> str:
    part, deed = random.choice(PARTS), random.choice(DEEDS)
    texts = [
        (label, f"The {part} SHALL {random.choice(DEEDS)} the {random.choice(PARTS)} {random.choice(TIMES)}.")
        for label in LABELS[: labels[id]]
    ]
    title = f"{part.capitalize()} can {deed} {random.choice(TIMES)}"
    level = KEYS[_level(id)].upper()
    status = "Draft" if random.random() < 0.1 else "Active"
    cites = ""
    if above:
        relation = "Refines" if random.random() < 0.2 else "Implements"
        cites = f" | **{relation}**: {_cited(random, above, labels)}"
    found = hashes(texts)
    assert found
    assertions = "".join(f"{label}. {text}\n\n" for label, text in texts)
    return (
        f"## {id}: {title}\n\n**Level**: {level} | **Status**: {status}{cites}\n\n"
        f"What the {part} does {random.choice(TIMES)} is told here, for the {random.choice(PARTS)} relies on it.\n\n"
        f"## Assertions\n\n{assertions}## Rationale\n\nSomebody has to {deed} it.\n\n"
        f"*End* *{title}* | **Hash**: {found.sorted}\n\n---\n\n"
    )


def _cited(random: Random, ids: Sequence[str], labels: Mapping[str, int]) -> str:
    """A reference to a requirement, or to one or two of its assertions."""
    id = random.choice(ids)
    some = sorted(random.sample(LABELS[: labels[id]], random.randrange(3)))
    return f"{id}-{'+'.join(some)}" if some else id


def _function(random: Random, number: int, cited: str) -> str:
    part, deed = random.choice(PARTS), random.choice(DEEDS)
    return (
        f"\n\n# Implements: {cited}\ndef {deed}_{part}_{number}(amount: int) -> int:\n"
        f'    """Lets the {part} {deed}."""\n    if amount < {number}:\n        return 0\n'
        f"    return amount - {number}\n"
    )


def _test(number: int, cited: str) -> str:
    body = f"    amount = {number}\n    assert amount + 1 > {number}\n"
    return f"\n\n# Verifies: {cited}\ndef test_case_{number}() -> None:\n{body}"


def _results(random: Random) -> str:
    cases = []
    for number in range(TESTED):
        file = number // IN_A_FILE + 1
        place = f'classname="tests.test_part_{file:03}" name="test_case_{number}" time="0.00{number % 10}"'
        fails = random.random() < 0.03
        cases.append(f'<testcase {place}><failure message="no"/></testcase>' if fails else f"<testcase {place}/>")
    body = "\n".join(cases)
    suite = f'<testsuite name="unit">\n{body}\n</testsuite>'
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{suite}</testsuites>\n'


def _configuration() -> str:
    lines = ["version = 5", "", "[project]", 'name = "plant"', 'namespace = "REQ"', ""]
    for rank, (letter, name) in enumerate(NAMES.items(), 1):
        allowed = ", ".join(f'"{KEYS[one]}"' for one in list(NAMES)[:rank])
        lines += [f"[levels.{KEYS[letter]}]", f"rank = {rank}", f'letter = "{letter}"', f'display_name = "{name}"']
        lines += [f"implements = [{allowed}]", ""]
    lines += ["[id-patterns.assertions]", 'label_style = "uppercase"', 'multi_separator = "+"', ""]
    for kind, folder in {"spec": "spec", "code": "src"}.items():
        lines += [f"[scanning.{kind}]", f'directories = ["{folder}"]', ""]
    lines += ["[scanning.test]", "enabled = true", 'directories = ["tests"]', ""]
    lines += ["[[scanning.test.targets]]", 'name = "unit"', 'reporter = "junit"', 'results = "junit.xml"', ""]
    return "\n".join(lines)


def _level(id: str) -> str:
    return id[4]


def _above(level: str) -> str:
    return {"o": "p", "d": "o"}.get(level, "")


def _files(blocks: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    for begin in range(0, len(blocks), IN_A_FILE):
        yield begin // IN_A_FILE + 1, blocks[begin : begin + IN_A_FILE]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def installed() -> Path:
    """The command of elspais, which is installed if need be. Raises UnavailableError."""
    if not Path("/proc/self/status").exists():
        raise UnavailableError("peak memory is read from /proc")
    binaries = FOLDER / ("Scripts" if os.name == "nt" else "bin")
    command = binaries / "elspais"
    if not command.exists():
        _run("an environment for it cannot be made", sys.executable, "-m", "venv", str(FOLDER))
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"elspais[mcp]=={VERSION}")
        _run("pip cannot install it", str(binaries / "python"), *pip)
    return command


def _run(problem: str, *command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"{problem} ({' '.join((done.stderr or done.stdout).split())[:200]})")


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
