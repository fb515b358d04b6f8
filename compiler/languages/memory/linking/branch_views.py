"""What a branch sees of a record: the version of the nearest branch in its lineage that has one of its own.

A branch that retracted the record sees none, whatever its ancestors have.
"""

from collections.abc import Collection, Iterator, Mapping
from operator import attrgetter

from compiler.languages.memory import codes
from compiler.languages.memory.facts import OwnVersion, record_ref
from compiler.languages.memory.linking.branches import Branches
from compiler.languages.memory.linking.record_log import BRANCHED, RecordHistory, RecordLog, RecordVersion
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
        return next((history for history in (home, *histories.values()) if history.now.is_put), None)

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
    """Yield the own versions of the records that several branches wrote. Conversations follow their messages too, and
    have theirs elsewhere."""
    for (record_type, record_id), histories in log.by_branch.items():
        if record_type == "conversation":
            continue
        for branch, history in histories.items() if len(histories) > 1 else ():
            yield OwnVersion(
                span=history.now.span,
                record_type=record_type,
                record_id=record_id,
                branch=branch,
                ref=history.ref,
                is_retracted=not history.now.is_put,
                since=min((version.starts for version in history.versions if version.starts is not None), default=None),
            )


def drop_vain_retractions(log: RecordLog, branches: Branches) -> Iterator[Diagnostic]:
    """Leave out retractions of records that their branch did not have, since neither it nor an ancestor had written the
    record before, and report them."""
    for histories in log.by_branch.values():
        if all(history.versions[0].is_put for history in histories.values()):
            continue
        for version in _vain(histories, branches):
            histories[version.branch].versions.remove(version)
            named = f"{version.entry.type} {version.entry.id}"
            yield codes.NOTHING_TO_RETRACT.at(version.span, id=named, branch=version.branch)
        for branch in [branch for branch, history in histories.items() if not history.versions]:
            del histories[branch]
    log.histories = [history for history in log.histories if history.versions]


def _vain(histories: Mapping[str, RecordHistory], branches: Branches) -> Collection[RecordVersion]:
    """Return the retractions of a record that its branch did not have by then."""
    wrote: set[str] = set()
    vain = []
    for version in sorted((version for history in histories.values() for version in history.versions), key=_number):
        if version.is_put or not wrote.isdisjoint(branches.by_name[version.branch].lineage):
            wrote.add(version.branch)
        else:
            vain.append(version)
    return vain


_number = attrgetter("number")
