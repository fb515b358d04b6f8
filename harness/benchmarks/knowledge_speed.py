"""Knowledge alone: an export of 3,000 issues of Beads, and a tree of 600 files of Backlog.md.

For each source it measures the start of a server to its first answer, cold and warm, beside a bare server; and in
process every query of the pack, with ids that exist and ids that do not, and in every search mode. Run it alone with
`python -m harness.benchmarks.knowledge_speed`.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.client import BARE_SERVER, CACHE, empty_cache, frieze_server
from harness.benchmarks.figures import Figure, above, in_turns
from harness.benchmarks.latency import in_process
from harness.benchmarks.questions import Question, questions
from harness.benchmarks.sources.knowledge import backlog, issues
from harness.benchmarks.starts import first_answer
from queries import TOOLS

ISSUES = 3_000
FILES = 600
SEED = 12
COLD_ROUNDS = 3
WARM_ROUNDS = 9
QUERY_ROUNDS = 60
FIRST = "task_next"
MAX_COLD = 1_500.0  # milliseconds
MAX_WARM = 100.0  # milliseconds above a bare server
MAX_MEDIAN = 5.0  # milliseconds

# Names and words that no source has, and searches that use each of the modes.
FORMS: Mapping[str, list[Question]] = {
    "entity_get, not found": [
        {"id": one} for one in ("pier-zzzz", "QUAY-70000", "Weigh the invoise", "nothing at all")
    ],
    "graph_relations, not found": [{"id": one} for one in ("pier-00", "quay-0x1")],
    "search_fulltext, all": [{"query": one} for one in ("valve boiler", "tide ledger crane", '"when the tide turns"')],
    "search_fulltext, beginnings": [{"query": one} for one in ("rejec ledg", "encryp boile tid", "invoic convey")],
    "search_fulltext, any": [
        {"query": one}
        for one in (
            "the valve of the boiler must never freeze over in winter",
            "encrypt the harbour ledger with a passphrase before shipping",
            "who restarted the furnace when the crane was stuck yesterday",
        )
    ],
    "search_fulltext, filter": [
        {"query": one} for one in ("status:done priority:high", "-valve", "tag:ferry type:task")
    ],
    "search_fulltext, nothing": [{"query": one} for one in ("zweihundert", "xylophone quartz", "status:nowhere valve")],
}


def figures() -> Iterator[Figure | str]:
    """The starts and the queries of both sources."""
    with tempfile.TemporaryDirectory(prefix="frieze-benchmarks-knowledge-") as name:
        for title, source in _sources(Path(name)).items():
            yield title
            yield from starts(source, title)
            yield from queries(source, title)


def _sources(folder: Path) -> dict[str, Path]:
    """Write both sources; return their folders by title."""
    export = folder / "beads" / ".beads" / "issues.jsonl"
    export.parent.mkdir(parents=True)
    export.write_text(issues(Random(SEED), ISSUES), "utf-8")
    for path, text in backlog(Random(SEED), FILES):
        target = folder / "backlog-md" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return {f"{ISSUES:,} issues": folder / "beads", f"{FILES} files": folder / "backlog-md"}


def starts(source: Path, title: str) -> Iterator[Figure]:
    """The times from the start of the process to the answer of a first question."""
    bare = partial(first_answer, BARE_SERVER, "no_op")
    ours = partial(first_answer, frieze_server(str(source)), FIRST)

    def cold() -> float:
        empty_cache()
        return ours()

    taken = in_turns(COLD_ROUNDS, {"bare": bare, "cold": cold})
    beside = f"beside {median(taken['bare']):.0f} ms of a bare server"
    yield Figure(f"cold start, {title}", median(taken["cold"]), "ms", MAX_COLD, beside, is_budget=True)
    taken = in_turns(WARM_ROUNDS, {"bare": bare, "warm": ours})
    beside = f"{median(taken['warm']):.0f} ms beside {median(taken['bare']):.0f} ms"
    extra = above(taken["warm"], taken["bare"])
    yield Figure(f"warm start, {title}, above a bare server", extra, "ms", MAX_WARM, beside, is_budget=True)


def queries(source: Path, title: str) -> Iterator[Figure]:
    """The median of every query, the slowest first."""
    snapshot = compile_source(source)
    taken = in_process(snapshot, _questions(snapshot), QUERY_ROUNDS)
    ordered = sorted(taken, key=lambda one: -median(taken[one]))
    for name in ordered:
        beside = f"slowest {max(taken[name]):.2f} ms"
        is_budget = name == ordered[0]
        yield Figure(f"{name}, {title}", median(taken[name]), "ms", MAX_MEDIAN, beside, is_budget=is_budget)


def _questions(snapshot: Snapshot) -> dict[str, list[Question]]:
    tools = TOOLS.pack("knowledge")
    return {name: one for name, one in questions(snapshot).items() if name in tools} | dict(FORMS)


def main() -> None:
    os.environ["XDG_CACHE_HOME"] = str(CACHE)
    for figure in figures():
        print(figure, flush=True)


if __name__ == "__main__":
    main()
