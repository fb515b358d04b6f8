"""What a branch sees of a record: the version of the nearest branch in its lineage that has one of its own.

A branch that retracted the record sees none, whatever its ancestors have.
"""

from collections.abc import Collection, Iterator

from compiler.languages.memory import codes
from compiler.languages.memory.facts import OwnVersion, record_ref
from compiler.languages.memory.linking.branches import Branches
from compiler.languages.memory.linking.record_log import BRANCHED, RecordHistory, RecordLog
from compiler.model.diagnostics import Diagnostic


class BranchViews:
    """Finds the history of a record that a branch sees."""

    def __init__(self, log: RecordLog, branches: Branches) -> None:
        self._log, self._branches = log, branches

    def seen(self, record_type: str, record_id: str, branch: str) -> RecordHistory | None:
        """Return what a branch sees of a record now, None if nothing."""
        nearest = self._nearest(record_type, record_id, branch)
        return nearest if nearest and nearest.now.is_put else None

    def named(self, record_type: str, record_id: str, branch: str) -> RecordHistory | None:
        """Return what a record on a branch means by an id: what the branch sees; if the branch never had that record,
        its home, or else the first branch that has it. None if nothing has it."""
        nearest = self._nearest(record_type, record_id, branch)
        if nearest:
            return nearest if nearest.now.is_put else None
        histories = self._log.on_branches(record_type, record_id)
        if not histories:
            return None
        home = histories[self._log.home(histories)]
        return next((one for one in (home, *histories.values()) if one.now.is_put), None)

    def judged(self, record_type: str, record_id: str, branch: str) -> Collection[RecordHistory]:
        """Return the histories that a verdict on a branch judges: what the branch sees, or all if it never had the
        record."""
        nearest = self._nearest(record_type, record_id, branch)
        return (nearest,) if nearest else self._log.on_branches(record_type, record_id).values()

    def ref(self, record_type: str, record_id: str, branch: str) -> str:
        """Return the ref of what a record on a branch means by an id; a dangling one if nothing has the id."""
        found = self.named(record_type, record_id, branch)
        return found.ref if found else record_ref(record_type, record_id)

    def _nearest(self, record_type: str, record_id: str, branch: str) -> RecordHistory | None:
        histories = self._log.on_branches(record_type, record_id)
        if record_type not in BRANCHED:
            return next(iter(histories.values()), None)
        if not histories or branch not in self._branches.by_name:
            return None
        return next((histories[name] for name in self._branches.by_name[branch].lineage if name in histories), None)


def own_versions(log: RecordLog) -> Iterator[OwnVersion]:
    """Yield the own versions of the records that several branches wrote."""
    for (record_type, record_id), histories in log.by_branch.items():
        for branch, one in histories.items() if len(histories) > 1 else ():
            yield OwnVersion(
                span=one.now.span,
                record_type=record_type,
                record_id=record_id,
                branch=branch,
                ref=one.ref,
                is_retracted=not one.now.is_put,
                since=min((version.starts for version in one.versions if version.starts is not None), default=None),
            )


def vain_retractions(log: RecordLog, branches: Branches) -> Iterator[Diagnostic]:
    """Report retractions of records that their branch did not have: none of its ancestors wrote the record either."""
    for histories in log.by_branch.values():
        for branch, one in histories.items() if len(histories) > 1 else ():
            first = one.versions[0]
            ancestors = branches.by_name[branch].lineage[1:]
            if not first.is_put and not any(name in histories for name in ancestors):
                yield codes.NOTHING_TO_RETRACT.at(first.span, id=f"{one.type} {one.id}", branch=branch)
