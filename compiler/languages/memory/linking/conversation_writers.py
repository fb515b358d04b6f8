"""Which branches have a conversation of their own: those that wrote or ended its record, or a message of it, and those
that have a conversation of their own which it forks."""

from collections.abc import Iterator, Mapping

from compiler.languages.memory.linking.branches import Branches
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog

Writers = dict[str, dict[str, None]]  # by the id of a conversation: branches, in the order of their first lines


def conversation_writers(log: RecordLog, branches: Branches) -> Writers:
    """Return the branches with a conversation of their own, for each conversation."""
    writers: Writers = {}
    for history in log.histories:
        if history.type == "conversation":
            writers.setdefault(history.id, {})[history.now.branch] = None
    for (record_type, _), histories in log.by_branch.items():
        if record_type == "message":
            for branch in histories:
                for writing in _own_and_hidden(histories, branches.by_name[branch].lineage):
                    writers.setdefault(writing.now.get("conversation_id"), {})[branch] = None
    forks = [history for history in log.of("conversation") if history.now.get("parent_conversation_id")]
    while any(_inherit(log, writers, branches, fork) for fork in forks):
        pass
    return writers


def _own_and_hidden(histories: Mapping[str, RecordHistory], lineage: tuple[str, ...]) -> Iterator[RecordHistory]:
    """Yield what a branch wrote of a message, and what it would see had it not, as far as they are there."""
    on = [histories[name] for name in lineage if name in histories]
    yield from (history for history in on[:2] if history.now.is_put)


def _inherit(log: RecordLog, writers: Writers, branches: Branches, fork: RecordHistory) -> bool:
    """Add to the branches of a fork those that see its record and have its parent for themselves. Return whether any is
    new."""
    own, records = writers[fork.id], log.on_branches("conversation", fork.id)
    new = [
        branch
        for branch in writers.get(fork.now.get("parent_conversation_id"), ())
        if branch not in own
        and next((name for name in branches.by_name[branch].lineage if name in records), None) == fork.now.branch
    ]
    own.update(dict.fromkeys(new))
    return bool(new)
