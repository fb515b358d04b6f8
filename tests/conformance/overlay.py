"""The product's own server with the conformance suite's fixtures laid over it.

`build_server` is the product's, and so are the dispatcher, the transport, the errors, the headers and the caching. The
overlay only adds rows: what it does not know itself goes to the handler that the product registered.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp_types import CompleteResult, Completion, EmptyResult, GetPromptResult

from server.__main__ import main as serve_product
from server.protocol import app
from tests.conformance import fixtures

Context = ServerRequestContext[Any]
Handler = Callable[[Context, Any], Awaitable[Any]]
Extension = Callable[[Handler], Handler]


def with_fixtures(server: Server[Any]) -> Server[Any]:
    """Lays the fixtures over a server and returns it."""
    for method, extend in EXTENSIONS.items():
        entry = server.get_request_handler(method)
        if entry is not None:  # what the product does not serve, and so does not declare, is not added
            server.add_request_handler(method, entry.params_type, extend(entry.handler))
    server.get_tool_input_schema = _with_fixture_schemas(server.get_tool_input_schema)
    return server


def _with_fixture_schemas(
    product: Callable[[str], Mapping[str, Any] | None] | None,
) -> Callable[[str], Mapping[str, Any] | None]:
    def schema(name: str) -> Mapping[str, Any] | None:
        if name in fixtures.TOOLS:
            return fixtures.TOOLS[name].input_schema
        return product(name) if product else None

    return schema


def _lengthened(field: str, rows: Sequence[Any]) -> Extension:
    """A list of the product's with the fixtures behind the rows of its first page."""

    def extend(product: Handler) -> Handler:
        async def listed(context: Context, params: Any) -> Any:
            result = await product(context, params)
            if params.cursor is not None:
                return result
            return result.model_copy(update={field: [*getattr(result, field), *rows]})

        return listed

    return extend


def _answered(answer: Callable[[Context, Any], Awaitable[Any]]) -> Extension:
    """A request that is answered for a fixture; for everything else, `answer` gives None and the product answers."""

    def extend(product: Handler) -> Handler:
        async def answered(context: Context, params: Any) -> Any:
            return await answer(context, params) or await product(context, params)

        return answered

    return extend


async def _call_tool(context: Context, params: Any) -> Any:
    if params.name == fixtures.PROGRESS_TOOL:
        for done in (0, 50, 100):
            await context.session.report_progress(done, 100)
    return fixtures.answer(params.name) if params.name in fixtures.TOOLS else None


async def _read_resource(_: Context, params: Any) -> Any:
    return fixtures.contents(str(params.uri))


async def _subscribe(_: Context, params: Any) -> Any:
    return EmptyResult() if str(params.uri) == fixtures.WATCHED else None


async def _get_prompt(_: Context, params: Any) -> Any:
    messages = fixtures.MESSAGES.get(params.name)
    return GetPromptResult(messages=messages(params.arguments or {})) if messages else None


async def _complete(_: Context, params: Any) -> Any:
    is_fixture = getattr(params.ref, "name", "") in fixtures.MESSAGES
    return CompleteResult(completion=Completion(values=[], total=0, has_more=False)) if is_fixture else None


EXTENSIONS: dict[str, Extension] = {
    "tools/list": _lengthened("tools", list(fixtures.TOOLS.values())),
    "tools/call": _answered(_call_tool),
    "resources/list": _lengthened("resources", fixtures.RESOURCES),
    "resources/templates/list": _lengthened("resource_templates", [fixtures.TEMPLATE]),
    "resources/read": _answered(_read_resource),
    "resources/subscribe": _answered(_subscribe),
    "resources/unsubscribe": _answered(_subscribe),
    "prompts/list": _lengthened("prompts", fixtures.PROMPTS),
    "prompts/get": _answered(_get_prompt),
    "completion/complete": _answered(_complete),
}


def main() -> None:
    """Starts the product on the arguments of the command line, all but this one step of its way being its own."""
    product = app.build_server

    def build_server(*words: Any, **options: Any) -> Server[Any]:
        return with_fixtures(product(*words, **options))

    app.build_server = build_server
    serve_product()


if __name__ == "__main__":
    main()
