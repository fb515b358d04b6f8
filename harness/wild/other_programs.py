"""The other programs: elspais (coverage), basic-memory (counts), and Mermaid (which diagrams it accepts)."""

import json
import os
import shutil
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.requirements.facts import RequirementCoverage
from compiler.store.snapshot import Snapshot
from harness.oracles.mermaid import SCRIPT as FACTS
from harness.wild.comparison import Comparison, compare_sets, compare_values
from harness.wild.programs import Copy, ProgramError

ONLY_RECOGNIZED = ("other",)  # types of diagrams of which Frieze reads no more than the text
# Those of a nested project have its folder in their id. elspais reads one project at a time.
ASSERTIONS = """
SELECT a.requirement, a.id, a.is_implemented_by_name, a.is_tested_by_name
FROM assertion a JOIN requirement r ON r.id = a.requirement
WHERE r.expects_implementation AND a.is_counted AND NOT r.is_example AND r.id NOT LIKE '%@%'"""
COUNTED = {"implemented": "implemented_immediate", "tested": "tested_immediate"}  # columns of the matrix of elspais


def elspais(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare the gaps as elspais lists them, and how many assertions of each requirement are covered in which way."""
    try:
        yield from _gaps(copy, snapshot)
        yield from _counts(copy, snapshot)
    finally:
        end_server(copy.folder / ".elspais" / "daemon.json")


def end_server(noted: Path) -> None:
    """End the server that elspais has started for the copy, and noted in it."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        os.kill(json.loads(noted.read_text(encoding="utf-8"))["pid"], signal.SIGTERM)


def _gaps(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Its lists count what names an assertion, and of the tests only those of assertions that are implemented so."""
    rows = snapshot.rows(ASSERTIONS)
    assertions: dict[str, list[str]] = {}
    for requirement, assertion, *_ in rows:
        assertions.setdefault(requirement, []).append(assertion)
    listed = copy.json("elspais", "uncovered", "--format", "json")["uncovered"]
    ours = (one for _, one, is_implemented, _ in rows if not is_implemented)
    yield compare_sets("assertions that nothing implements by name", _listed(listed, assertions), ours)
    listed = copy.json("elspais", "untested", "--format", "json")["untested"]
    ours = (one for _, one, is_implemented, is_tested in rows if is_implemented and not is_tested)
    what = "assertions that something implements by name and no test names"
    yield compare_sets(what, _listed(listed, assertions), ours)


def _listed(listed: list[Any], assertions: Mapping[str, list[str]]) -> Iterator[str]:
    """Give the ids of the assertions of a list: `[requirement, title, [{id, fraction}]]`.

    Without the third part no assertion of the requirement is covered. A requirement that only elspais has, such as a
    copy of a template, stands for its assertions.
    """
    for requirement, _, *parts in listed:
        if any(parts):
            yield from (one["id"] for one in chain(*parts) if not one.get("fraction"))
        else:
            yield from assertions.get(requirement, [requirement])


def _counts(copy: Copy, snapshot: Snapshot) -> Iterator[Comparison]:
    """Compare every requirement: how many assertions are named, and how many only the whole requirement covers."""
    matrix = copy.json("elspais", "trace", "--format", "json", "--preset", "full")
    covered = [coverage for coverage in snapshot.facts(RequirementCoverage) if not coverage.project]
    for measure, column in COUNTED.items():
        theirs = {
            row["id"]: f"{_count(row[f'{column}_direct'])} by name, {_count(row[f'{column}_indirect'])} by the whole"
            for row in matrix
        }
        ours = {
            coverage.requirement: f"{len(getattr(coverage, f'{measure}_by_name'))} by name, "
            f"{len(getattr(coverage, f'{measure}_by_whole'))} by the whole"
            for coverage in covered
        }
        yield compare_values(f"{measure} assertions of each requirement", theirs, ours)


def _count(cell: str) -> str:
    """Return how many a cell counts: 3 for `3/5 (60%)`, and 0 for `n/a`, of a requirement without assertions."""
    return cell.partition("/")[0] if cell[:1].isdigit() else "0"


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
    script = copy.home / "mermaid" / FACTS.name
    script.parent.mkdir()
    shutil.copyfile(FACTS, script)
    (script.parent / "node_modules").symlink_to(modules.resolve(), target_is_directory=True)
    everything = snapshot.facts(Diagram)
    diagrams = [diagram for diagram in everything if diagram.type not in ONLY_RECOGNIZED]
    lines = "".join(f"{json.dumps(diagram.text)}\n" for diagram in diagrams)
    _, *answers = map(json.loads, copy.run("node", str(script), stdin=lines, cwd=script.parent).splitlines())
    if len(answers) != len(diagrams):
        raise ProgramError(f"Mermaid answered {len(answers)} of {len(diagrams)} diagrams")
    places = [f"{diagram.ref} ({diagram.span.file}:{diagram.span.start_line})" for diagram in diagrams]
    theirs = {place: "rejected" if "error" in one else "accepted" for place, one in zip(places, answers, strict=True)}
    ours = {place: "rejected" if one.has_errors else "accepted" for place, one in zip(places, diagrams, strict=True)}
    left_out = len(everything) - len(diagrams)
    yield compare_values(f"accepted diagrams ({left_out} of types without a grammar left out)", theirs, ours)
