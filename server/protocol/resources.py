"""The protocol's resources: lists, templates and contents, from the declarations of `queries.resource`."""

import logging
from functools import cached_property
from typing import Any

from mcp.server import ServerRequestContext
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

from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.parameters import echoed
from queries.reading import Catalogue, Contents, Entry
from queries.render import visible
from queries.resource import Resource
from server.protocol.json_bytes import json_bytes
from server.protocol.list_pages import listed_page

Context = ServerRequestContext[Any]

log = logging.getLogger(__name__)


class Resources:
    """The handlers of everything that the protocol asks about resources."""

    def __init__(self, snapshot: Snapshot, catalogue: Catalogue) -> None:
        self._snapshot = snapshot
        self._catalogue = catalogue

    @cached_property
    def _listed(self) -> list[ListedResource]:
        return [listed_resource(one) for one in self._catalogue.listed()]

    @cached_property
    def _templates(self) -> list[ResourceTemplate]:
        return [listed_template(one) for one in self._catalogue.templates()]

    async def on_list(self, _: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """The concrete resources, 100 a page."""
        shown, following = listed_page(self._snapshot, "resources/list", self._listed, params)
        return ListResourcesResult(resources=list(shown), next_cursor=following)

    async def on_list_templates(self, _: Context, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """The families of resources, and what can stand behind `?`."""
        shown, following = listed_page(self._snapshot, "resources/templates/list", self._templates, params)
        return ListResourceTemplatesResult(resource_templates=list(shown), next_cursor=following)

    async def on_read(self, _: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """The contents of a resource. Raises MCPError when there is none of this URI."""
        found = self.contents(params.uri)
        text = found.body if isinstance(found.body, str) else json_bytes(found.body).decode()
        return ReadResourceResult(
            contents=[TextResourceContents(uri=found.uri, mime_type=found.mime_type or None, text=text)]
        )

    async def on_subscribe(self, _: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Accepts a subscription to a resource that there is. Nothing is kept: no snapshot ever changes, so there is
        nothing to notify of."""
        self.contents(params.uri)
        return EmptyResult()

    async def on_unsubscribe(self, _: Context, __: UnsubscribeRequestParams) -> EmptyResult:
        """Ends what never was."""
        return EmptyResult()

    def contents(self, uri: str) -> Contents:
        """What a URI reads as. Raises MCPError for whatever it cannot be read for."""
        try:
            return self._catalogue.read(uri)
        except QueryError as error:
            raise refusal(error, uri=echoed(uri)) from None
        except Exception:
            log.exception("resource %r failed", uri[:200])
            raise MCPError(INTERNAL_ERROR, "Internal failure in this resource", {"uri": echoed(uri)}) from None


def refusal(error: QueryError, **about: str) -> MCPError:
    """An error of a query as one of the protocol: what is near and what to do are its data."""
    told = visible({**about, "code": error.code, **error.fields, **about})
    return MCPError(code=INVALID_PARAMS, message=str(visible(error.error)), data=told)


def listed_resource(entry: Entry) -> ListedResource:
    """A concrete resource as `resources/list` shows it."""
    return ListedResource(
        uri=entry.uri,
        name=entry.name,
        title=entry.title,
        description=entry.description,
        mime_type=entry.mime_type or None,
        size=entry.size,
    )


def listed_template(resource: Resource) -> ResourceTemplate:
    """A declared resource as `resources/templates/list` shows it."""
    return ResourceTemplate(
        uri_template=resource.uri_template,
        name=resource.name,
        title=resource.title,
        description=resource.description,
        mime_type=resource.mime_type or None,
    )
