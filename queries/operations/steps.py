"""Turns operations into a proposal: each is drafted on the source as the one before leaves it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from compiler.workspace.interface import Edit, EditError, Proposal, ProposalError, Workspace
from queries.errors.query_error import QueryError
from queries.operations.arguments import saying_where
from queries.operations.draft import Draft
from queries.operations.operation import Steps
from queries.operations.table import OPERATIONS
from queries.tools.parameters import echoed


@contextmanager
def proposed_by_operations(workspace: Workspace, given: Sequence[Mapping[str, Any]]) -> Iterator[Proposal]:
    """With the source after operations, made in their order. Raises QueryError for one that is refused, which names its
    place: for its arguments, and for edits that cannot be made."""
    drafting = _Drafting(workspace)
    try:
        for at, operation in enumerate(given):
            with saying_where(f"operations[{at}]", op=echoed(str(operation.get("op")))):
                drafting.run(operation.get("op"), {name: value for name, value in operation.items() if name != "op"})
        yield drafting.proposal()
    finally:
        drafting.close()


class _Drafting:
    """Drafts operations one after the other. What the edits so far lead to is compiled once after each step."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._edits: list[Edit] = []
        self._compiled: list[tuple[int, Proposal]] = []  # with how many edits; the last one is the newest

    def run(self, name: object, arguments: Mapping[str, Any]) -> None:
        """Draft one operation. Raises QueryError."""
        first = self._next_draft()
        steps = OPERATIONS.named(name).steps(first, arguments)
        for draft in (first,) if steps is None else self._drafted(steps, first):
            self._edits += draft.edits()
        self._next_draft()
        self._close(self._compiled[:-1])  # the steps of an operation may compare what came before
        del self._compiled[:-1]

    def proposal(self) -> Proposal:
        """Return the source after all edits. Raises EditError and ProposalError."""
        if not self._compiled or self._compiled[-1][0] != len(self._edits):
            assert self._workspace.propose is not None
            made = self._workspace.propose(self._edits, self._workspace.check)
            self._compiled.append((len(self._edits), made))
        return self._compiled[-1][1]

    def close(self) -> None:
        """Close what was compiled."""
        self._close(self._compiled)

    def _next_draft(self) -> Draft:
        """Compile what the edits lead to, if there are any. Raises QueryError."""
        try:
            snapshot = self.proposal().overlay if self._edits else self._workspace.snapshot
        except (EditError, ProposalError) as error:
            details = error.details if isinstance(error, EditError) else {}
            problem = f"The source cannot be read with the edits so far: {error}"
            raise QueryError("unavailable", problem, **details) from None
        return Draft(snapshot, self._workspace.written_flowchart)

    def _drafted(self, steps: Steps, draft: Draft) -> Iterator[Draft]:
        """Give the draft of each step when it is complete."""
        try:
            next(steps)
            while True:
                yield draft
                draft = self._next_draft()
                steps.send(draft)
        except StopIteration:
            yield draft

    def _close(self, compiled: Sequence[tuple[int, Proposal]]) -> None:
        for _, proposal in compiled:
            proposal.base.close()
            proposal.overlay.close()
