"""The explorer as an application of Starlette. It answers GET only; every page is made off the event loop."""

import os
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from server.explorer.page import Page
from server.explorer.pages import PAGES
from server.explorer.site.addresses import STATIC, ServedAddresses, static_file
from server.explorer.site.asking import Check, ask_of
from server.explorer.site.entity_tags import is_known, page_tag
from server.explorer.site.rendering import STATUS, Rendered, Site, missing, render
from server.explorer.site.run import Run, Work
from server.transport.pages import MOUNT

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
KEPT = {"cache-control": "public, max-age=31536000, immutable"}  # the address of a static file has its hash
CHECKED = {"cache-control": "no-cache"}  # the source may have changed


def explorer(run: Run, site: Site | None = None) -> ASGIApp:
    """Return the application, mounted under `MOUNT`."""
    made = site or Site(ServedAddresses(MOUNT))
    pages = [Route(page.path, _endpoint(run, made, page), methods=["GET"]) for page in PAGES]
    static = Route("/static/{name}", _static, methods=["GET"])
    rest = Route("/{rest:path}", _missing(run, made), methods=["GET"])
    return _Headed(Starlette(routes=[Mount(MOUNT, routes=[static, *pages, rest])]))


def _endpoint(run: Run, site: Site, page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        parameters = {**request.query_params, **request.path_params}
        known = request.headers.get("if-none-match", "")

        def work(workspace: Workspace, check: Check) -> _Made:
            tag = page_tag(site, workspace)
            if tag and is_known(tag, known):
                return _Made(tag, None)
            return _Made(tag, render(site, ask_of(workspace, check), page, parameters))

        return await _html(run, work)

    return answer


def _missing(run: Run, site: Site) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return await _html(run, lambda workspace, check: _Made("", missing(site, ask_of(workspace, check))))

    return answer


class _Made(NamedTuple):
    """A page and its tag, "" if it has none. The page is None if the browser has it."""

    tag: str
    page: Rendered | None


async def _html(run: Run, work: Work) -> Response:
    try:
        made: _Made = await run(work)
    except QueryError as error:  # a page of it would ask again
        return PlainTextResponse(f"{error.error}\n", STATUS.get(error.code, 400), CHECKED)
    if made.page is None:
        return Response(status_code=304, headers={**CHECKED, "etag": made.tag})
    is_tagged = made.tag and made.page.status == 200
    headers = {**CHECKED, "etag": made.tag} if is_tagged else CHECKED
    return HTMLResponse(made.page.html.encode(errors="replace"), made.page.status, headers, made.page.media)


async def _static(request: Request) -> Response:
    path = STATIC / request.path_params["name"]  # one segment: a name has no slash
    # `Path.is_file` fails with a name that is too long.
    if path.suffix not in KINDS or path.parent != STATIC or not os.path.isfile(path):  # noqa: PTH113
        return PlainTextResponse("There is no such file.\n", 404)
    return Response(static_file(path.name), headers={**KEPT, "content-type": KINDS[path.suffix]})


class _Headed:
    """An application whose every answer has the headers of safety, errors too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *ENCODED]}
            await send(message)

        await self._app(scope, receive, with_headers)
