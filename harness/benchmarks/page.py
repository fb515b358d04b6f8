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
from harness.benchmarks.figures import Figure, Table

Line = Figure | Table | str


class Part(NamedTuple):
    """A part of the report: its heading, and what a reader has to know about it."""

    title: str
    about: str


PARTS: Mapping[str, Part] = {
    "starts": Part(
        "Starts",
        "The time from the start of the process to the answer of a first question (`get_snapshot_info`). *Cold*: "
        "the cache is empty, so every file is parsed and every grammar is built. *Warm*: the source has not "
        "changed since the previous start. *After a change*: one file of the language has changed, a different one "
        "each time. *Above* is the median of the differences turn by turn. The bare server is the SDK with one "
        "tool that does nothing. Nearly all of a start of the bare server is the import of the SDK: of its "
        "processor time, about a fifth is pydantic's models of the protocol, a quarter those of both eras, and two "
        "fifths the packages of client and server. Frieze imports what a request needs when it is needed "
        "(`server/sdk/`): the client and the high-level server never; the models of an era when a client speaks "
        "it; a model's validator and the adapters at their first use; over standard input and output nothing that "
        "serves HTTP, and no tracing. pydantic's plug-ins are not looked for (`PYDANTIC_DISABLE_PLUGINS`, if set, "
        "is kept). A process beside it looks the source up in the cache meanwhile, and imports what compiles only "
        "if it has changed. The rest is up to the SDK and pydantic: `mcp/__init__.py` and `mcp/server/__init__.py` "
        "that import when asked (PEP 562), `defer_build` for the models and adapters of `mcp_types`, maps of its "
        "methods that import an era when asked, the application of HTTP in a module of its own, "
        "`importlib.metadata` imported where it is called, and models whose fields are collected at their first "
        "use: executing the module of types and that of one era still takes a quarter of our start.",
    ),
    "compile": Part(
        "Compiling",
        "`compile_source` in its own process, with no cache except that of the grammars: discovery, parsing, linking, "
        "all checks, the search index. *Default* uses the number of workers that Frieze chooses, *one job* a single "
        "process. Peak memory is that of the whole process, including Python.",
    ),
    "queries": Part(
        "Queries",
        "Several questions to every tool, in turns with all other tools, on a source of 1,000 files. The time in "
        "process is that of the query's call. The time over stdio is from writing the request to reading the answer, "
        "in the older protocol era; it is compared with a call of a bare server that does nothing. The first call of "
        "each question does not count, because it computes what is computed once for a snapshot. *Whole graph* marks "
        "the tools that work on a whole world, diagram or source.",
    ),
    "mermaid": Part("Compared with Mermaid", "The same texts, parsed by Frieze with all source ranges and by Mermaid."),
    "elspais": Part("Compared with elspais", "Both servers on the same 5,000 requirements."),
    "knowledge": Part(
        "Knowledge alone",
        "A Beads export and a Backlog.md folder: starts, and the medians of all queries of the toolset in process, by "
        "the form of the question.",
    ),
    "memory": Part(
        "Memory: search quality",
        "Questions with known evidence in other words, over 10,000 facts and messages: how often the evidence is among "
        "the first 5 and 10 rows, compared with a full-text index that requires every word and with LIKE.",
    ),
    "asking": Part(
        "Compound questions",
        "Questions over several relations, about a generated project whose answers are known: in SQL by `query_facts`, "
        "by the other tools, every page of their lists included, and by files: the least that `git` prints to a reader "
        "who knows at once what to look for and where. A call counts for each relation that the question needs and "
        "whose columns the list of tools does not tell. The regular project has about 5,500 files. The messy one has "
        "odd spellings, copies, templates and broken files.",
    ),
    "relations": Part(
        "Relations",
        "Queries over the relations by `query_facts`, in process: rows looked up by an id or a ref, on a source of "
        "1,000 files, and recursive queries that walk along a chain.",
    ),
    "revisions": Part(
        "Revisions",
        "A repository with 200 commits of 500 files: compiling a revision that differs in three files from a cached "
        "one, and comparing two revisions, against compiling the source without a cache; the history of an object, and "
        "what has drifted, in a repository with 2,000 commits of 300 files.",
    ),
    "overload": Part(
        "Overload over HTTP",
        "550 and 1,000 clients that ask all the time, each over a connection of its own, compared with 50 in the same "
        "run. Goodput is answers for each second of the server's processor time. Patient clients wait as long as "
        "`Retry-After` says; impatient ones ask again at once. A further client only pings.",
    ),
    "size": Part(
        "Size",
        "A frozen file of a generated source, by what takes its room. Needs an SQLite with dbstat.",
    ),
}

HEAD = """# Performance

The cost of Frieze, compared with the software it is built on and with other tools for the same sources. The benchmark
writes this page:

```
make bench                                                      # everything: half an hour
make bench BENCH="--only queries --only starts"                 # a part; --files and --repeats too
make bench BENCH="--write docs/performance.md"                  # this page
python -m harness.benchmarks.against ../other --turns 5           # ratios to another checkout, measured in turns
python -m harness.benchmarks.generate DIR --files 1000 --seed 1   # the sources that are measured
python -m harness.benchmarks.known_project.repository DIR         # the project of the compound questions
python -m harness.benchmarks.refresh_costs --rounds 2             # refreshes and proposals (docs/refresh.md)
```

## How to read it

**Ratios and differences count, times do not.** A machine may be slow or fast, busy or idle. The benchmark therefore
runs both sides of a comparison in turns, so that a slow moment affects both. It shows medians. Compare only figures of
the same run.

The sources are generated: worlds of up to two dozen files, Mermaid of all kinds in files, documents and sessions,
requirements with code in six languages, tests and results, decisions, tasks, notes and agent memory. A file has about
4.5 KB, files refer to each other, and about one file in forty contains a mistake. The same number of files and the same
seed give the same bytes. The benchmark uses its own cache and neither reads nor fills the user's cache.

A promise is *met* or *missed* according to the measurement, on the machine and at the time named below.
"""


def page(report: Mapping[str, Sequence[Line]], repeats: int) -> str:
    """The whole page."""
    lines = [HEAD, f"## This run\n\n{machine()}\nRepetitions of slow measurements: {repeats}.\n"]
    budgets = [one for found in report.values() for one in found if isinstance(one, Figure) and one.is_budget]
    if budgets:
        lines.append("## Budgets\n\nWhat the project promises on a machine with two cores.\n")
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
