"""`frieze propose`: what an edit would change, or its patch."""

from typing import Any

import queries
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.proposals.proposing import new_errors, proposed
from server.protocol.json_bytes import json_bytes

TOOL = "propose_change"


def answer(workspace: Workspace, arguments: dict[str, Any]) -> tuple[bytes, int]:
    """Return the answer of propose_change, and the exit status: 1 if it cannot be made or causes an error."""
    found = queries.answer(workspace, TOOL, arguments)
    return json_bytes(found), int("error" in found or found["new_errors"] > 0)


def patch(workspace: Workspace, arguments: dict[str, Any]) -> tuple[bytes, int]:
    """Return the whole patch, and the exit status: 1 for an edit that causes an error. Raises QueryError for one that
    cannot be made."""
    complete = queries.find_tool(TOOL).check(arguments)
    if complete["then"] is not None:
        raise QueryError("invalid_argument", "A patch answers no question: leave out 'then', or --patch")
    with proposed(workspace, complete["edits"], complete["operations"]) as proposal:
        return proposal.patch, int(new_errors(proposal) > 0)
