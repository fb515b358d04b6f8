"""The other programs: elspais (coverage), basic-memory (counts), and Mermaid (which diagrams it accepts)."""

import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.store.snapshot import Snapshot
from harness.wild.comparison import Comparison, compare_sets, compare_values
from harness.wild.programs import Copy, ProgramError

ACCEPTS = Path(__file__).with_name("mermaid_accepts.mjs")
ONLY_RECOGNIZED = ("other",)  # types of diagrams of which Frieze reads no more than the text
ASSERTIONS = """
SELECT a.id FROM assertion a JOIN requirement r ON r.id = a.requirement
WHERE r.is_active AND NOT r.is_example AND NOT a.is_retired AND NOT a.{column}"""


def elspais(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare the assertions that no code implements, and those that no test verifies."""
    try:
        yield from _elspais_comparisons(copy, snapshot)
    finally:
        end_server(copy.folder / ".elspais" / "daemon.json")


def end_server(noted: Path) -> None:
    """End the server that elspais has started for the copy, and noted in it."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        os.kill(json.loads(noted.read_text(encoding="utf-8"))["pid"], signal.SIGTERM)


def _elspais_comparisons(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    for command, column in (("uncovered", "is_implemented"), ("untested", "is_tested")):
        theirs = _assertions(copy.json("elspais", command, "--format", "json")[command])
        ours = (row[0] for row in snapshot.rows(ASSERTIONS.format(column=column)))
        yield compare_sets(f"{command} assertions of active requirements", theirs, ours)


def _assertions(listed: list[Any]) -> Iterator[str]:
    """Give the ids of assertions that are not covered at all: `[requirement, title, [{id, fraction}]]`. A requirement
    without assertions has no third part."""
    for _, _, *assertions in listed:
        yield from (one["id"] for one in chain(*assertions) if not one.get("fraction"))


def basic_memory(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare how many observations and relations there are."""
    copy.run("basic-memory", "project", "add", "wild", str(copy.folder))
    copy.run("basic-memory", "sync", "--project", "wild")
    counts = copy.json("basic-memory", "project", "info", "wild", "--json")["statistics"]
    theirs = {name: counts[f"total_{name}"] for name in ("observations", "relations")}
    ours = {
        "observations": snapshot.rows("SELECT count(*) FROM memory_fact")[0][0],
        "relations": snapshot.rows("SELECT count(*) FROM memory_relation")[0][0],
    }
    yield compare_values("counts", theirs, ours)


def mermaid(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare which diagrams Mermaid accepts with those that have no error, by the packages of the `node_modules`."""
    modules = copy.programs.modules
    assert modules is not None
    script = copy.home / "mermaid" / ACCEPTS.name
    script.parent.mkdir()
    shutil.copyfile(ACCEPTS, script)
    (script.parent / "node_modules").symlink_to(modules.resolve(), target_is_directory=True)
    everything = snapshot.facts(Diagram)
    diagrams = [one for one in everything if one.type not in ONLY_RECOGNIZED]
    lines = "".join(f"{json.dumps(one.text)}\n" for one in diagrams)
    answers = [json.loads(line) for line in copy.run("node", str(script), stdin=lines, cwd=script.parent).splitlines()]
    if len(answers) != len(diagrams):
        raise ProgramError(f"Mermaid answered {len(answers)} of {len(diagrams)} diagrams")
    places = [f"{one.ref} ({one.span.file}:{one.span.start_line})" for one in diagrams]
    theirs = {place: "accepted" if one["accepted"] else "rejected" for place, one in zip(places, answers, strict=True)}
    ours = {place: "rejected" if one.has_errors else "accepted" for place, one in zip(places, diagrams, strict=True)}
    left_out = len(everything) - len(diagrams)
    yield compare_values(f"accepted diagrams ({left_out} of types without a grammar left out)", theirs, ours)
