"""Tells clients what changed when a server moved to another snapshot: lists of tools and resources, and resources that
they subscribed to.

A client of the older protocol is told over its connection, if it has one that lasts: over standard input and output. A
client of the newer one asks for a stream (`subscriptions/listen`), over any transport.
"""

from collections import Counter
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import event_to_notification
from mcp_types import INVALID_PARAMS, SubscriptionsListenRequestParams, SubscriptionsListenResult

from server.protocol.handlers import Handlers

MAX_STREAMS = 64
MAX_SUBSCRIBED = 1_000  # resources of one connection or stream


class Changes:
    """The clients that want to be told, and what they want to be told of."""

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self._streams = ListenHandler(self._bus, max_subscriptions=MAX_STREAMS)
        self._streamed: Counter[str] = Counter()  # resources, by the streams that asked for them
        self._subscribed: set[str] = set()  # resources, by the client of the connection
        self._session: ServerSession | None = None
        self._open_streams = 0

    def note_session(self, session: ServerSession) -> None:
        """Note the connection of the one client."""
        self._session = session

    def subscribe(self, uri: str) -> None:
        """Note that the one client wants to be told of a resource."""
        if len(self._subscribed) < MAX_SUBSCRIBED:
            self._subscribed.add(uri)

    def unsubscribe(self, uri: str) -> None:
        """Note that it does not any more."""
        self._subscribed.discard(uri)

    async def on_listen(
        self, context: ServerRequestContext[Any], params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve one stream of notifications, until the client ends it."""
        uris = set(params.notifications.resource_subscriptions or ())
        if len(uris) > MAX_SUBSCRIBED:
            raise MCPError(INVALID_PARAMS, f"A stream may ask for {MAX_SUBSCRIBED} resources, this one for {len(uris)}")
        self._streamed.update(uris)
        self._open_streams += 1
        try:
            return await self._streams(context, params)
        finally:
            self._streamed -= Counter(uris)
            self._open_streams -= 1

    async def publish(self, before: Handlers, after: Handlers) -> None:
        """Tell clients how two sets of handlers differ."""
        if self._session is None and not self._open_streams:
            return
        events: list[ServerEvent] = []
        if before.packs != after.packs:
            events += [ToolsListChanged(), PromptsListChanged()]
        elif await before.tools.differ(after.tools):
            events.append(ToolsListChanged())
        if await before.resource_list() != await after.resource_list():
            events.append(ResourcesListChanged())
        uris = sorted(self._subscribed.union(self._streamed))
        events += [ResourceUpdated(uri) for uri in uris if await before.contents(uri) != await after.contents(uri)]
        for event in events:
            await self._bus.publish(event)
            if self._session is not None:
                await self._session.send_notification(event_to_notification(event, {}))
