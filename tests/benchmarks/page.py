"""The report as a page: `docs/performance.md`, budgets first, then each part, with the machine and the commands."""

import os
import platform
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from compiler import VERSION
from tests.benchmarks.figures import Figure, Table

Line = Figure | Table | str


class Part(NamedTuple):
    """A part of the report: its heading, and what a reader has to know about it."""

    title: str
    about: str


PARTS: Mapping[str, Part] = {
    "starts": Part(
        "Starts",
        "From the start of the process to the answer of a first question (`get_snapshot_info`). *Cold*: the cache is "
        "empty, so that all is parsed and every grammar built. *Warm*: the source is as it was at the start before. "
        "*After a change*: one file of the language differs, another one each time. *Above* is the median of the "
        "differences turn by turn. The bare server is the SDK with one tool that does nothing.",
    ),
    "compile": Part(
        "Compiling",
        "`compile_source` in a process of its own, with no cache but that of the grammars: discovery, parsing, "
        "linking, all checks, the search index. *Default* is as many workers as Frieze chooses, "
        "*one job* a single process. "
        "Peak memory is that of the whole process, Python included.",
    ),
    "queries": Part(
        "Queries",
        "Every tool, several questions each, in turns with all others, on a source of 1,000 files. In process it is "
        "the call of the query; over stdio from writing the line to reading the answer, in the older protocol era, the "
        "same as a bare server's call that does nothing. The first call of each question is not counted: what is made "
        "once a snapshot is made there. *Whole graph* are the tools whose work is a whole world, diagram or source.",
    ),
    "small": Part(
        "A small world",
        "The sample worlds, in both eras of the protocol, beside the bare server; and one world that grows.",
    ),
    "mermaid": Part("Beside Mermaid", "The same texts through our parser, with all places, and through Mermaid's own."),
    "elspais": Part("Beside elspais", "Both servers on the same 5,000 requirements."),
    "knowledge": Part(
        "Knowledge alone",
        "A Beads export and a tree of Backlog.md: starts, and the medians of all queries of the pack in process, by "
        "what they find.",
    ),
    "memory": Part(
        "Memory: what is found",
        "Questions whose evidence is known, worded unlike it, over 10,000 facts and messages: how often the evidence "
        "is among the first 5 and 10 rows, beside a full-text index that requires every word and beside LIKE.",
    ),
    "revisions": Part(
        "Revisions",
        "A repository with 200 commits of 500 files: a revision that differs in three files from one that is kept, and "
        "what changed between two, against compiling the source with nothing kept.",
    ),
}

HEAD = """# Performance

What Frieze costs, beside what it stands on and beside the tools of its fields. This page is written by its benchmark:

```
make bench                                                      # everything: half an hour
make bench BENCH="--only queries --only starts"                 # a part; --files and --repeats too
make bench BENCH="--write docs/performance.md"                  # this page
python -m tests.benchmarks.generate DIR --files 1000 --seed 1   # the sources that are measured
```

## How to read it

**Ratios and differences count, times do not.** A machine is slow or fast, busy or idle; what is compared here ran in
turns within one run, so that a slow moment falls on both sides, and medians are shown. Compare figures of one run with
each other only.

The sources are generated: worlds of up to two dozen files, Mermaid of all kinds in files, documents and sessions,
requirements with code in six languages, tests and results, decisions, tasks, notes and agent memory; about 4.5 KB a
file, references across, and a mistake in every fortieth file or so. The same number of files and seed give the same
bytes. Benchmarks use a cache of their own: that of the user is neither read nor filled.

A promise is *met* or *missed* as it was measured, on the machine and at the time named here.
"""


def page(report: Mapping[str, Sequence[Line]], repeats: int) -> str:
    """The whole page."""
    lines = [HEAD, f"## This run\n\n{machine()}\nTurns of what is slow: {repeats}.\n"]
    budgets = [one for found in report.values() for one in found if isinstance(one, Figure) and one.is_budget]
    if budgets:
        lines.append("## Budgets\n\nWhat the project has promised, on two cores.\n")
        lines.append(_markdown(FIGURES, map(_row, budgets)))
    for name, found in report.items():
        lines.append(f"## {PARTS[name].title}\n\n{PARTS[name].about}\n")
        lines += _blocks(found)
    return "\n".join(lines)


FIGURES = ("", "measured", "promised", "", "")


def _blocks(found: Iterable[Line]) -> Iterator[str]:
    """The lines of a part as markdown. Consecutive figures are one table."""
    rows: list[Sequence[str]] = []
    for line in found:
        if isinstance(line, Figure):
            rows.append(_row(line))
            continue
        if rows:
            yield _markdown(FIGURES, rows)
            rows = []
        yield _markdown(line.head, line.rows) if isinstance(line, Table) else f"{line}.\n"
    if rows:
        yield _markdown(FIGURES, rows)


def _row(figure: Figure) -> Sequence[str]:
    met = ("met" if figure.is_met else "**missed**") if figure.promise else ""
    return figure.name, f"{figure.value:,.2f} {figure.unit}", figure.promise, met, figure.beside


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table without its empty columns."""
    listed = list(rows)
    used = [at for at, name in enumerate(head) if name or any(row[at] for row in listed)]
    marks = ["---:" if at and all(_is_number(row[at]) for row in listed) else "---" for at in used]
    lines = [[head[at] for at in used], marks, *([row[at] for at in used] for row in listed)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _is_number(text: str) -> bool:
    return not text or re.fullmatch(r"-?[\d,.]+( \S{1,5})?", text) is not None


def machine() -> str:
    """The machine and the versions of packages, without names of hosts and paths."""
    packages = ", ".join(f"{name} {_version(name)}" for name in ("mcp", "lark", "orjson", "google-re2"))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; Frieze {VERSION}; {os.cpu_count()} cores{_processor()}{_memory()}; "
        f"{platform.system()} {platform.machine()}; Python {platform.python_version()}; "
        f"SQLite {sqlite3.sqlite_version}; {packages}{_load()}.\n"
    )


def _load() -> str:
    """The load average at the end. The benchmarks themselves keep one processor busy, at times two."""
    return f"; load average {os.getloadavg()[1]:.1f}" if hasattr(os, "getloadavg") else ""


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _processor() -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", _text("/proc/cpuinfo"), re.MULTILINE)
    return f" of {found[1].strip()}" if found else ""


def _memory() -> str:
    found = re.search(r"^MemTotal:\s*(\d+) kB$", _text("/proc/meminfo"), re.MULTILINE)
    return f", {int(found[1]) / 1024 / 1024:.0f} GB" if found else ""


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except OSError:
        return ""
