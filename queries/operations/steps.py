"""Turns operations into edits: each is drafted on the source as the one before leaves it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Edit, EditError, ProposalError, Workspace
from queries.errors import QueryError
from queries.operations.draft import Draft
from queries.operations.operation import Steps
from queries.operations.table import OPERATIONS
from queries.parameters import echoed


def edits_of_operations(workspace: Workspace, given: Sequence[Mapping[str, Any]]) -> list[Edit]:
    """Return the edits of operations, in their order. Raises QueryError for one that is refused; it names its place."""
    edits: list[Edit] = []
    for at, one in enumerate(given):
        arguments = {name: value for name, value in one.items() if name != "op"}
        try:
            with _drafts(workspace, edits) as next_draft:
                _run(next_draft, one.get("op"), arguments, edits)
        except QueryError as error:
            op = echoed(str(one.get("op")))
            raise QueryError(error.code, f"operations[{at}]: {error.error}", **{"op": op} | error.fields) from None
    return edits


def _run(next_draft: "NextDraft", name: object, arguments: Mapping[str, Any], edits: list[Edit]) -> None:
    first = next_draft()
    steps = OPERATIONS.named(name).steps(first, arguments)
    for draft in (first,) if steps is None else _drafted(steps, first, next_draft):
        edits += draft.edits()


def _drafted(steps: Steps, draft: Draft, next_draft: "NextDraft") -> Iterator[Draft]:
    """Give the draft of each step when it is complete."""
    try:
        next(steps)
        while True:
            yield draft
            draft = next_draft()
            steps.send(draft)
    except StopIteration:
        yield draft


class NextDraft:
    """Makes a draft of the source as the edits so far leave it."""

    def __init__(self, workspace: Workspace, edits: Sequence[Edit], opened: ExitStack) -> None:
        self._workspace = workspace
        self._edits = edits
        self._opened = opened

    def __call__(self) -> Draft:
        """Compile what the edits lead to, if there are any. Raises QueryError."""
        snapshot = self._after() if self._edits else self._workspace.snapshot
        return Draft(snapshot, self._workspace.written_flowchart)

    def _after(self) -> Snapshot:
        assert self._workspace.propose is not None
        try:
            proposal = self._workspace.propose(self._edits, self._workspace.check)
        except (EditError, ProposalError) as error:
            raise QueryError("unavailable", f"The source cannot be read with the edits so far: {error}") from None
        self._opened.callback(proposal.base.close)
        self._opened.callback(proposal.overlay.close)
        return proposal.overlay


@contextmanager
def _drafts(workspace: Workspace, edits: Sequence[Edit]) -> Iterator[NextDraft]:
    with ExitStack() as opened:
        yield NextDraft(workspace, edits, opened)
