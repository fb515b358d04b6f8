"""Completion of what a person types into a template or a prompt: values that begin with it, at most 100."""

from typing import Any

from mcp.server import ServerRequestContext
from mcp_types import CompleteRequestParams, CompleteResult, Completion, PromptReference

from queries.errors import QueryError
from queries.reading import Catalogue
from queries.render import unescaped, visible
from server.protocol.prompts import Prompts
from server.protocol.resources import refusal

MOST = 100  # values in one reply, by the protocol


class Completions:
    """The handler of `completion/complete`."""

    def __init__(self, catalogue: Catalogue, prompts: Prompts) -> None:
        self._catalogue = catalogue
        self._prompts = prompts

    async def on_complete(self, _: ServerRequestContext[Any], params: CompleteRequestParams) -> CompleteResult:
        """The values that fit. Raises MCPError for a template, a prompt or an argument that there is not."""
        name, prefix = params.argument.name, unescaped(params.argument.value)
        given = (params.context.arguments if params.context is not None else None) or {}
        ref = params.ref
        try:
            if isinstance(ref, PromptReference):
                values = self._prompts.complete(ref.name, name, prefix)
            else:
                values = self._catalogue.complete(ref.uri, name, prefix, given)
        except QueryError as error:
            raise refusal(error) from None
        shown = [str(visible(one)) for one in values[:MOST]]
        return CompleteResult(completion=Completion(values=shown, total=len(values), has_more=len(values) > MOST))
