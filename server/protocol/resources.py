"""The protocol's resources: lists, templates and contents, from the declarations of `queries.resources.resource`."""

import logging
from functools import cached_property
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    EmptyResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplate,
    SubscribeRequestParams,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from mcp_types import Resource as ListedResource
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from compiler.store.snapshot import Snapshot
from queries.errors.numbers import INTERNAL_ERROR as FAILURE
from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue, Contents, Entry
from queries.resources.resource import Resource
from queries.tools.parameters import echoed
from queries.tools.render import visible
from server.protocol.calls import OffLoop
from server.protocol.json_bytes import json_bytes
from server.protocol.list_pages import list_page

Context = ServerRequestContext[Any]

log = logging.getLogger(__name__)


class Resources:
    """The handlers of the requests about resources. `off_loop` runs what reads the snapshot."""

    def __init__(self, snapshot: Snapshot, catalogue: Catalogue, off_loop: OffLoop) -> None:
        self._snapshot = snapshot
        self._catalogue = catalogue
        self._off_loop = off_loop

    @cached_property
    def _listed(self) -> list[ListedResource]:
        return [listed_resource(entry) for entry in self._catalogue.listed()]

    @cached_property
    def _templates(self) -> list[ResourceTemplate]:
        return [listed_template(resource) for resource in self._catalogue.templates()]

    async def on_list(self, _: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return a page of the concrete resources."""
        page = await self._off_loop(lambda: list_page(self._snapshot, "resources/list", self._listed, params))
        return ListResourcesResult(resources=list(page[0]), next_cursor=page[1])

    async def on_list_templates(self, _: Context, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """Return a page of the templates: families of resources, with the parameters that may follow `?`."""
        method = "resources/templates/list"
        page = await self._off_loop(lambda: list_page(self._snapshot, method, self._templates, params))
        return ListResourceTemplatesResult(resource_templates=list(page[0]), next_cursor=page[1])

    async def on_read(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return the contents of a resource. Raises MCPError if the URI names none."""
        contents, text = await self._off_loop(self._read, context, params.uri)
        return ReadResourceResult(
            contents=[TextResourceContents(uri=contents.uri, mime_type=contents.mime_type or None, text=text)]
        )

    async def on_subscribe(self, context: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Accept a subscription to an existing resource. Nothing is stored: a snapshot never changes, so there is never
        a notification."""
        await self._off_loop(self._contents, context, params.uri)
        return EmptyResult()

    async def on_unsubscribe(self, _: Context, __: UnsubscribeRequestParams) -> EmptyResult:
        """Accept the end of a subscription."""
        return EmptyResult()

    def _read(self, context: Context, uri: str) -> tuple[Contents, str]:
        contents = self._contents(context, uri)
        return contents, contents.body if isinstance(contents.body, str) else json_bytes(contents.body).decode()

    def _contents(self, context: Context, uri: str) -> Contents:
        """Return the contents of a URI. Raises MCPError, whatever the reason that it cannot be read."""
        try:
            return self._catalogue.read(uri)
        except QueryError as error:
            failure = protocol_error(error, uri=echoed(uri))
        except Exception:
            log.exception("resource %r failed", uri[:200])
            about = {"uri": echoed(uri), "error_type": FAILURE.name, "error_code": FAILURE.number}
            failure = MCPError(INTERNAL_ERROR, "Internal failure in this resource", about)
        raise with_number(failure, context.protocol_version)


def with_number(error: MCPError, protocol_version: str) -> MCPError:
    """Return an error with its number as its JSON-RPC code, where the version of the protocol leaves that to the
    server. From 2026-07-28 on, the protocol gives the codes."""
    number = (error.data or {}).get("error_code")
    if number is None or protocol_version in MODERN_PROTOCOL_VERSIONS:
        return error
    return MCPError(number, error.message, error.data)


def protocol_error(error: QueryError, **about: str) -> MCPError:
    """Return an error of a query as a JSON-RPC error. Its data has the fields of the error answer, and `about`."""
    data = visible({**about, "code": error.code, **error.fields, **about})
    return MCPError(code=INVALID_PARAMS, message=str(visible(error.error)), data=data)


def listed_resource(entry: Entry) -> ListedResource:
    """Return a concrete resource as an entry of `resources/list`."""
    return ListedResource(
        uri=entry.uri,
        name=entry.name,
        title=entry.title,
        description=entry.description,
        mime_type=entry.mime_type or None,
        size=entry.size,
    )


def listed_template(resource: Resource) -> ResourceTemplate:
    """Return a declared resource as an entry of `resources/templates/list`."""
    return ResourceTemplate(
        uri_template=resource.uri_template,
        name=resource.name,
        title=resource.title,
        description=resource.description,
        mime_type=resource.mime_type or None,
    )
