"""Streams of notifications over HTTP (`subscriptions/listen`): what a refresh changed is told to all who listen."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest

from server.protocol.changes import MAX_STREAMS
from server.transport.admission import MAX_BEGUN
from tests.paths import ROOT
from tests.server.web import JSON, WebServer, modern

LISTS = {"toolsListChanged": True, "resourcesListChanged": True}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "cider-mill", tmp_path / "source"))


@contextmanager
def stream(web: WebServer, notifications: dict[str, Any]) -> Iterator[HTTPResponse]:
    """A stream of the notifications that are asked for."""
    body, headers = modern("subscriptions/listen", {"notifications": notifications})
    connection = web.connection()
    try:
        connection.request("POST", "/mcp", orjson.dumps(body) if isinstance(body, dict) else body, {**JSON, **headers})
        response = connection.getresponse()
        assert (response.status, response.headers["content-type"]) == (200, "text/event-stream")
        yield response
    finally:
        connection.close()


def told(response: HTTPResponse) -> Any:
    """The next message of a stream."""
    while not (line := response.readline()).startswith(b"data:"):
        assert line, "the stream has ended"
    return orjson.loads(line.removeprefix(b"data:"))


def test_listeners_are_told_of_lists_that_changed(source: Path) -> None:
    with WebServer(source) as web, stream(web, LISTS) as one, stream(web, {"resourcesListChanged": True}) as other:
        for each in (one, other):
            assert told(each)["method"] == "notifications/subscriptions/acknowledged"
        (source / "page.mmd").write_text("flowchart TD\n  a --> b\n")
        assert web.call("refresh").status == 200
        assert told(one)["method"] == "notifications/tools/list_changed"
        assert told(one)["method"] == "notifications/resources/list_changed"
        assert told(other)["method"] == "notifications/resources/list_changed"


def test_streams_hold_up_no_other_request(source: Path) -> None:
    with WebServer(source) as web:
        streams = [stream(web, LISTS) for _ in range(MAX_BEGUN + 1)]
        opened = [one.__enter__() for one in streams]
        for each in opened:
            assert told(each)["method"] == "notifications/subscriptions/acknowledged"
        assert web.call("get_snapshot_info").status == 200
        for one in streams:
            one.__exit__(None, None, None)


def test_streams_are_bounded_and_closed_ones_make_room(source: Path) -> None:
    with WebServer(source) as web:
        streams = [stream(web, LISTS) for _ in range(MAX_STREAMS)]
        for each in [one.__enter__() for one in streams]:
            told(each)
        body, headers = modern("subscriptions/listen", {"notifications": LISTS})
        assert "error" in web.send(body, headers).json
        streams.pop().__exit__(None, None, None)
        deadline = monotonic() + 20
        while monotonic() < deadline:
            try:
                with stream(web, LISTS) as again:
                    told(again)
                    break
            except AssertionError:  # the server has not seen yet that the other one is closed
                continue
        else:
            pytest.fail("a stream that was closed still takes room")
        for one in streams:
            one.__exit__(None, None, None)


@pytest.mark.long("waits for the five seconds of a stream")
def test_sigterm_ends_the_server_while_a_client_listens(source: Path) -> None:
    with WebServer(source) as web, stream(web, LISTS) as listening:
        told(listening)
        web.process.send_signal(signal.SIGTERM)
        assert web.process.wait(20) == 0
