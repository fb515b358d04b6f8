"""Steps to dependents that are kept in memory between questions, where one process asks about many objects.

What depends on two objects is mostly the same: without this, each question reads the links of all that again. Answers
stay the same. A question is charged for what it takes from memory as for what it reads.
"""

from collections.abc import Iterable, Iterator, Sequence

from compiler.store.link_walk import Expand, Step, dependency_steps
from compiler.store.snapshot import Snapshot

MAX_KEPT_STEPS = 200_000  # 0.4 KB each; where there are more, keeping begins anew


class KeptSteps:
    """The steps from objects to those that depend on them, by the ref of the object that they leave."""

    def __init__(self) -> None:
        self.is_on = False
        self._by_ref: dict[str, list[Step]] = {}
        self._count = 0

    def expand(self, snapshot: Snapshot, read: Expand, refs: Sequence[str]) -> Iterator[Step]:
        """Return the steps that `read` returns for `refs`, in the same order. `read` is asked for new refs only."""
        fresh = [ref for ref in refs if ref not in self._by_ref]
        snapshot.charge(sum(len(self._by_ref[ref]) for ref in refs if ref in self._by_ref))
        found = {ref: self._by_ref[ref] for ref in refs if ref in self._by_ref}
        if fresh:
            found |= self._keep(fresh, read(fresh))
        steps = [step for ref in refs for step in found[ref]]
        steps.sort(key=_stated)
        return iter(steps)

    def _keep(self, refs: Sequence[str], steps: Iterable[Step]) -> dict[str, list[Step]]:
        """Keep and return the steps of `refs`, once all are read: reading may end with an error."""
        read: dict[str, list[Step]] = {ref: [] for ref in refs}
        count = 0
        for step in steps:
            read[step.near].append(step)
            count += 1
        if self._count + count > MAX_KEPT_STEPS:
            self._by_ref, self._count = {}, 0
        self._by_ref |= read
        self._count += count
        return read


def keep_steps(snapshot: Snapshot) -> None:
    """Keep the steps to dependents for the questions that follow."""
    _kept(snapshot).is_on = True


def steps_to_dependents(snapshot: Snapshot) -> Expand:
    """Return the steps from objects to those that depend on them, from memory where they are kept."""
    read, kept = dependency_steps(snapshot, to_dependents=True), _kept(snapshot)
    return (lambda refs: kept.expand(snapshot, read, refs)) if kept.is_on else read


def _kept(snapshot: Snapshot) -> KeptSteps:
    return snapshot.memoize("queries.kept_steps", lambda _: KeptSteps())


def _stated(step: Step) -> tuple[bool, int]:
    """The place of a step among others: those along links first, then those against them, as the links were stated."""
    return not step.forward, step.link
