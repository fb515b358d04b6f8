"""The server of the product with the fixtures of the conformance suite.

The dispatcher, the transport, the errors, the headers and the caching are those of the product. The overlay answers for
its fixtures only: other requests go to the handler that the product registered.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp_types import CompleteResult, Completion, EmptyResult, GetPromptResult

from harness.conformance import fixtures
from server import deferred
from server.__main__ import main as serve_product
from server.protocol import app, changes

Context = ServerRequestContext[Any]
Handler = Callable[[Context, Any], Awaitable[Any]]
Extension = Callable[[Handler], Handler]

BUS = InMemorySubscriptionBus()  # on which the product tells its streams what changed


def with_fixtures(server: Server[Any]) -> Server[Any]:
    """Add the fixtures to a server and return it."""
    for method, extend in EXTENSIONS.items():
        entry = server.get_request_handler(method)
        if entry is not None:  # a method that the product does not serve is not added
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


def _with_rows(field: str, rows: Sequence[Any]) -> Extension:
    """Extend a list of the product: fixtures follow the rows of its first page."""

    def extend(product: Handler) -> Handler:
        async def listed(context: Context, params: Any) -> Any:
            result = await product(context, params)
            if params.cursor is not None:
                return result
            return result.model_copy(update={field: [*getattr(result, field), *rows]})

        return listed

    return extend


def _with_answers(answer: Callable[[Context, Any], Awaitable[Any]]) -> Extension:
    """Extend a request: `answer` returns the answer for a fixture, or None to let the product answer."""

    def extend(product: Handler) -> Handler:
        async def answered(context: Context, params: Any) -> Any:
            return await answer(context, params) or await product(context, params)

        return answered

    return extend


async def _call_tool(context: Context, params: Any) -> Any:
    if params.name == fixtures.PROGRESS_TOOL:
        for done in (0, 50, 100):
            await context.session.report_progress(done, 100)
    if params.name in fixtures.CHANGES:
        await BUS.publish(fixtures.CHANGES[params.name])
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
    "tools/list": _with_rows("tools", list(fixtures.TOOLS.values())),
    "tools/call": _with_answers(_call_tool),
    "resources/list": _with_rows("resources", fixtures.RESOURCES),
    "resources/templates/list": _with_rows("resource_templates", [fixtures.TEMPLATE]),
    "resources/read": _with_answers(_read_resource),
    "resources/subscribe": _with_answers(_subscribe),
    "resources/unsubscribe": _with_answers(_subscribe),
    "prompts/list": _with_rows("prompts", fixtures.PROMPTS),
    "prompts/get": _with_answers(_get_prompt),
    "completion/complete": _with_answers(_complete),
}


def main() -> None:
    """Start the product with the arguments of the command line. Only its server is replaced by the extended one."""
    setattr(changes, InMemorySubscriptionBus.__name__, lambda: BUS)
    # The second serves a source that takes long to open.
    for module, name in ((app, "build_server"), (deferred, "build_deferred_server")):
        setattr(module, name, _extended(getattr(module, name)))
    serve_product()


def _extended(build: Callable[..., Server[Any]]) -> Callable[..., Server[Any]]:
    def extended(*words: Any, **options: Any) -> Server[Any]:
        return with_fixtures(build(*words, **options))

    return extended


if __name__ == "__main__":
    main()
