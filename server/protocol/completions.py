"""Completion of arguments of resource templates and prompts: the values that begin with what was typed."""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import CompleteRequestParams, CompleteResult, Completion, PromptReference

from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue
from queries.tools.render import unescaped, visible
from server.protocol.calls import OffLoop
from server.protocol.prompts import Prompts
from server.protocol.resources import protocol_error

MAX_VALUES = 100  # in one reply; the protocol's limit


class Completions:
    """The handler of `completion/complete`."""

    def __init__(self, catalogue: Catalogue, prompts: Prompts, off_loop: OffLoop) -> None:
        self._catalogue = catalogue
        self._prompts = prompts
        self._off_loop = off_loop

    async def on_complete(self, _: ServerRequestContext[Any], params: CompleteRequestParams) -> CompleteResult:
        """Return the values that begin with the prefix. Raises MCPError for an unknown template, prompt or argument."""
        return CompleteResult(completion=await self._off_loop(self._completion, params))

    def _completion(self, params: CompleteRequestParams) -> Completion:
        name, prefix = params.argument.name, unescaped(params.argument.value)
        given = (params.context.arguments if params.context is not None else None) or {}
        ref = params.ref
        try:
            if isinstance(ref, PromptReference):
                values = self._prompts.complete(ref.name, name, prefix)
            else:
                values = self._catalogue.complete(ref.uri, name, prefix, given)
        except QueryError as error:
            raise protocol_error(error) from None
        shown = [str(visible(value)) for value in values[:MAX_VALUES]]
        has_more = len(values) > MAX_VALUES
        return Completion(values=shown, total=len(values), has_more=has_more)
