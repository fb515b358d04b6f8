"""The operations as tools of their own names, for agents that know the writing tools of a system.

Each answers as `propose_change` answers for the operation alone. No pack has them: a server lists them with
`--proposals`, and answers calls of them in any case.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from compiler.workspace.interface import Workspace
from queries.operations.operation import Operation
from queries.operations.table import OPERATIONS
from queries.proposals.proposing import ASKED_OF_A_PROPOSAL, propose_change
from queries.tools.tool import Tool

PACK = "proposals"


@cache
def operation_tools() -> Mapping[str, Tool]:
    """Return the tool of each operation, by name."""
    return {operation.name: _tool(operation) for operation in OPERATIONS.by_name.values()}


def tools_of_packs(packs: Collection[str]) -> list[Tool]:
    """Return the tools of the operations on what the packs of a source are for. A pack has the name of its language."""
    return [
        operation_tools()[operation.name]
        for language, operations in OPERATIONS.by_language.items()
        if language in packs
        for operation in operations
    ]


def _tool(operation: Operation) -> Tool:
    return Tool(
        _proposing(operation),
        title=operation.name.removeprefix("mutate_").replace("_", " ").capitalize(),
        pack=PACK,
        parameters=(*operation.parameters, *ASKED_OF_A_PROPOSAL),
        result=propose_change.result,
        may_run_long=True,
        needs_workspace=True,
        name=operation.name,
    )


def _proposing(operation: Operation) -> Callable[..., dict[str, Any]]:
    def run(
        workspace: Workspace, *, then: dict[str, Any] | None, base_digest: str | None, limit: int, **arguments: Any
    ) -> dict[str, Any]:
        stated = {parameter.name: arguments[parameter.keyword] for parameter in operation.parameters}
        given = {name: value for name, value in stated.items() if value is not None}
        return propose_change.run(
            workspace,
            edits=None,
            operations=[{"op": operation.name, **given}],
            then=then,
            base_digest=base_digest,
            limit=limit,
        )

    run.__doc__ = f"{operation.says} Answers as propose_change does: what would change, and a patch. Writes nothing."
    return run
