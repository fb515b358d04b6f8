"""The prompts: questions that a person picks from a menu. Each names the tools that answer it, in order.

A prompt is offered if its pack is served. Its text contains no text of the source but the arguments, and those only
once they are known to name an object.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from mcp.server.context import ServerRequestContext
from mcp_types import (
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    PromptArgument,
    PromptMessage,
    TextContent,
)
from mcp_types import Prompt as ListedPrompt

from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.resources.core_resources import paths_of_files
from queries.resources.resource import names_of_kinds, starting
from queries.tools.packs import packs_of
from queries.tools.parameters import echoed
from queries.tools.render import unescaped, visible
from server.protocol.calls import OffLoop
from server.protocol.json_bytes import json_bytes
from server.protocol.list_pages import list_page
from server.protocol.prompt_texts import change, gaps, gates, ready, trace
from server.protocol.resources import protocol_error

Context = ServerRequestContext[Any]
Values = Callable[[Snapshot], Sequence[str]]


class Argument(NamedTuple):
    """An argument of a prompt. It takes one of the `values` of a snapshot, which are sorted."""

    name: str
    description: str
    values: Values
    required: bool = False


class Prompt(NamedTuple):
    """A prompt of a pack. `text` takes the arguments that were given, as JSON strings, and returns the message."""

    name: str
    title: str
    description: str
    pack: str
    arguments: tuple[Argument, ...]
    text: Callable[[Mapping[str, str]], str]


def _names_of(kind: str) -> Values:
    return lambda snapshot: names_of_kinds(snapshot, kind)


PROMPTS: tuple[Prompt, ...] = (
    Prompt(
        "change_source",
        "Change the source, and verify it",
        "Propose an edit, look at what it would change and break, apply it by your own means, refresh, and verify that"
        " what was promised is what came.",
        "core",
        (Argument("file", "The path of the file to edit; left out, whichever has to be.", paths_of_files),),
        change,
    ),
    Prompt(
        "explain_gates",
        "Explain this world's gates",
        "What keeps a player from going everywhere at once: each gated exit, what opens it, and where that is found.",
        "world",
        (Argument("world", "The id of a world; needed when the source holds several.", _names_of("world")),),
        gates,
    ),
    Prompt(
        "review_coverage_gaps",
        "Review coverage gaps",
        "Which assertions no test covers, which of them matter most, and what would close the gaps.",
        "requirements",
        (
            Argument(
                "req_id",
                "Only this requirement, such as REQ-p00060; all of them when left out.",
                _names_of("requirement"),
            ),
        ),
        gaps,
    ),
    Prompt(
        "trace_requirement",
        "Trace a requirement",
        "From what a requirement refines down to the code that implements it and the tests and results that verify it.",
        "requirements",
        (Argument("req_id", "The id of a requirement, such as REQ-p00060.", _names_of("requirement"), required=True),),
        trace,
    ),
    Prompt(
        "whats_ready",
        "What is ready to do",
        "Which tasks can be started now, which one first, and what holds up the others.",
        "knowledge",
        (
            Argument(
                "priority",
                "Only tasks of this priority: high, low, normal or urgent.",
                lambda _: ("high", "low", "normal", "urgent"),
            ),
        ),
        ready,
    ),
)


class Prompts:
    """The handlers of the requests about prompts."""

    def __init__(self, snapshot: Snapshot, toolsets: Collection[str] | None, off_loop: OffLoop) -> None:
        self._snapshot = snapshot
        self._off_loop = off_loop
        packs = packs_of(snapshot, toolsets)
        self.offered = {prompt.name: prompt for prompt in PROMPTS if prompt.pack in packs}

    async def on_list(self, _: Context, params: PaginatedRequestParams | None) -> ListPromptsResult:
        """Return a page of the prompts whose packs are served."""
        listed = [listed_prompt(prompt) for prompt in self.offered.values()]
        shown, next_cursor = list_page(self._snapshot, "prompts/list", listed, params)
        return ListPromptsResult(prompts=list(shown), next_cursor=next_cursor)

    async def on_get(self, _: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """Return the message of a prompt. Raises MCPError if the prompt is unknown, or an argument missing or wrong."""
        result: GetPromptResult = await self._off_loop(self._get, params)
        return result

    def _get(self, params: GetPromptRequestParams) -> GetPromptResult:
        try:
            prompt = self.find(params.name)
            given = _checked_arguments(self._snapshot, prompt, params.arguments or {})
        except QueryError as error:
            raise protocol_error(error, prompt=echoed(params.name)) from None
        text = prompt.text({name: json_bytes(visible(value)).decode() for name, value in given.items()})
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    def find(self, name: str) -> Prompt:
        """Return the prompt of a name. Raises QueryError with near names."""
        prompt = self.offered.get(name)
        if prompt is None:
            near = nearest(name, self.offered)
            raise QueryError("not_found", f"Unknown prompt: {echoed(name)}", did_you_mean=near, prompts=[*self.offered])
        return prompt

    def complete(self, name: str, argument: str, prefix: str) -> Sequence[str]:
        """Return the values of an argument that begin with a prefix. Raises QueryError for an unknown prompt or
        argument."""
        prompt = self.find(name)
        for declared in prompt.arguments:
            if declared.name == argument:
                return starting(declared.values(self._snapshot), prefix)
        known = ", ".join(declared.name for declared in prompt.arguments)
        raise QueryError("invalid_argument", f"{name} has no such argument; it has: {known}", argument=echoed(argument))


def _checked_arguments(snapshot: Snapshot, prompt: Prompt, arguments: Mapping[str, str]) -> dict[str, str]:
    """Return the arguments with the values that they name. Empty ones are left out: a form sends the fields that nobody
    filled in. Raises QueryError."""
    given = {name: value for name, value in arguments.items() if value}
    known = {argument.name: argument for argument in prompt.arguments}
    unknown = [name for name in given if name not in known]
    missing = [name for name, argument in known.items() if argument.required and name not in given]
    if unknown or missing:
        problems = [f"missing: {', '.join(missing)}"] if missing else []
        problems += [f"unknown: {', '.join(map(echoed, unknown[:5]))}"] if unknown else []
        raise QueryError("invalid_argument", f"Arguments of {prompt.name}: {'; '.join(problems)}", arguments=[*known])
    return {name: _checked_value(value, known[name], snapshot) for name, value in given.items()}


def _checked_value(value: str, argument: Argument, snapshot: Snapshot) -> str:
    """Return the value as the snapshot has it: as given, or unescaped. Raises QueryError with near values."""
    values = argument.values(snapshot)
    for spelling in (value, unescaped(value)):
        if spelling in starting(values, spelling)[:1]:
            return spelling
    near = nearest(value, values)
    problem = f"There is no such {argument.name}: {echoed(value)}"
    raise QueryError("not_found", problem, argument=argument.name, did_you_mean=near)


def listed_prompt(prompt: Prompt) -> ListedPrompt:
    """Return a prompt as an entry of `prompts/list`."""
    arguments = [
        PromptArgument(name=argument.name, description=argument.description, required=argument.required)
        for argument in prompt.arguments
    ]
    return ListedPrompt(name=prompt.name, title=prompt.title, description=prompt.description, arguments=arguments)
