"""The times of refreshes and proposals after edits, and their medians: of all edits, of those that change a file, by
kind, and by language."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from harness.benchmarks.agent_edits import KINDS, LANGUAGES, AgentEdit

CHANGES = ("a line", "a title")  # the kinds of edits that change a file, which neither comes nor goes


class _Times(NamedTuple):
    kind: str
    language: str
    refresh: float
    proposal: float
    alone: float  # of a build of the one file, 0 for a file that goes


class EditTimes:
    """Times in milliseconds."""

    def __init__(self) -> None:
        self._times: list[_Times] = []

    def add(self, edit: AgentEdit, refresh: float, proposal: float, alone: float) -> None:
        """Add the times of an edit. `alone` is what a build of a source of that one file takes."""
        self._times.append(_Times(edit.kind, edit.language, refresh, proposal, alone))

    def shown(self, unit: str) -> str:
        """Return a table of medians, a line each for all edits, for those that change a file, for each kind and
        for each language."""
        groups: dict[str, Sequence[_Times]] = {"all edits": self._times}
        groups["a changed file"] = [time for time in self._times if time.kind in CHANGES]
        groups |= {kind: [time for time in self._times if time.kind == kind] for kind in KINDS}
        groups |= {language: [time for time in self._times if time.language == language] for language in LANGUAGES}
        lines = [f"medians, {unit}: {len(self._times)} edits"]
        lines.append(f"{'':>16}  {'refresh':>8} {'one file':>8} {'beyond':>8} {'propose':>8}")
        for name, times in groups.items():
            if times:
                beyond = median(time.refresh - time.alone for time in times)
                figures = (
                    median(time.refresh for time in times),
                    median(time.alone for time in times),
                    beyond,
                    median(time.proposal for time in times),
                )
                lines.append(f"{name:>16}  " + " ".join(f"{figure:8.0f}" for figure in figures))
        return "\n".join(lines)
