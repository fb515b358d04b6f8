"""The oracles: for each, the program it needs, the sources that it knows, and how it is compared."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from compiler.store.snapshot import Snapshot
from harness.wild.comparison import Comparison
from harness.wild.other_programs import basic_memory, elspais, mermaid
from harness.wild.programs import Copy, ProgramError, Programs, copied
from harness.wild.task_programs import backlog, beads, task_master


class Oracle(NamedTuple):
    """A program whose answers are compared. It knows a source in which `counted` finds something."""

    name: str
    program: str
    package: str  # of node, or ""
    counted: str
    compare: Callable[[Copy, Snapshot], Iterator[Comparison]]

    def missing(self, programs: Programs) -> str:
        """Return what of the program is not there; "" if all is."""
        absent = [] if programs.find(self.program) else [f"no `{self.program}` on the PATH"]
        if self.package and not programs.has_package(self.package):
            absent.append(f"no package {self.package} in --modules")
        return ", ".join(absent)


class Judgement(NamedTuple):
    """What came of an oracle: comparisons, or why there are none."""

    oracle: str
    comparisons: tuple[Comparison, ...]
    reason: str = ""


ORACLES = (
    Oracle("bd", "bd", "", "SELECT count(*) FROM task WHERE format = 'beads'", beads),
    Oracle("backlog", "backlog", "", "SELECT count(*) FROM task WHERE format = 'backlog'", backlog),
    Oracle("task-master", "task-master", "", "SELECT count(*) FROM task WHERE format = 'task-master'", task_master),
    Oracle("basic-memory", "basic-memory", "", "SELECT count(*) FROM memory_fact", basic_memory),
    Oracle("elspais", "elspais", "", "SELECT count(*) FROM requirement", elspais),
    Oracle("mermaid", "node", "mermaid", "SELECT count(*) FROM diagram", mermaid),
)


def judged(repository: Path, snapshot: Snapshot, programs: Programs) -> Iterator[Judgement]:
    """Compare a repository with all oracles. One that is not there, or knows nothing of the source, says so."""
    for oracle in ORACLES:
        if not snapshot.rows(oracle.counted)[0][0]:
            yield Judgement(oracle.name, (), "the source holds nothing that it knows")
        elif missing := oracle.missing(programs):
            yield Judgement(oracle.name, (), f"not compared: {missing}")
        else:
            yield _judgement(oracle, repository, snapshot, programs)


def _judgement(oracle: Oracle, repository: Path, snapshot: Snapshot, programs: Programs) -> Judgement:
    try:
        with copied(repository, programs) as copy:
            return Judgement(oracle.name, tuple(oracle.compare(copy, snapshot)))
    except (ProgramError, OSError, LookupError, TypeError, ValueError, AttributeError) as error:
        return Judgement(oracle.name, (), f"not compared: {type(error).__name__}: {error}")
