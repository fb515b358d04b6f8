"""A server whose source is still being compiled: the handshake is answered at once, other requests wait."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson
import pytest

from server.transport.stdio import SETTLE_SECONDS
from tests.closing import closed_later
from tests.server.processes import META, RawServer, request
from tests.server.results import answer
from tests.server.web import HANDSHAKE, WebServer, modern
from tests.suites import mostly_long

# A server that compiles, in its child or itself, only when the gate is open: when the named pipe has a writer.
SLOW = """
import os, sys
import compiler.workspace.compile, server.prebuild, server.__main__
gate = os.environ["GATE"]
def slow(work):
    def waits(*arguments, **options):
        os.close(os.open(gate, os.O_RDONLY))
        return work(*arguments, **options)
    return waits
server.prebuild.prebuild = slow(server.prebuild.prebuild)
compiler.workspace.compile.compile_source = slow(compiler.workspace.compile.compile_source)
server.__main__.main()
"""
HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "hall.urd.md").write_text(HALL)
    return folder


class Gate:
    """The named pipe that servers of `SLOW` wait for."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._writer = -1
        os.mkfifo(path)

    def open(self) -> None:
        """Let waiting servers go on, and later ones."""
        if self._writer < 0:
            self._writer = os.open(self.path, os.O_RDWR)

    def close(self) -> None:
        self.open()  # a child may still be waiting
        os.close(self._writer)
        os.unlink(self.path)  # noqa: PTH108  # later servers fail at once


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return closed_later(Gate(tmp_path / "gate"))


@pytest.fixture(params=mostly_long(["child compiles", "no child"], "the same where no child can be forked"))
def early(request: pytest.FixtureRequest, source: Path, gate: Gate, tmp_path: Path) -> Iterator[RawServer]:
    """A server that has not compiled its source."""
    cache = tmp_path / "cache" if request.param.startswith("child") else Path(os.devnull)
    with RawServer(source, program=SLOW, GATE=gate.path, XDG_CACHE_HOME=str(cache)) as server:
        yield server


def test_deferred_handshake_is_answered_before_calls(early: RawServer, gate: Gate) -> None:
    result = early.initialize()["result"]
    assert "still being compiled" in result["instructions"] and len(result["instructions"]) < 2_000
    assert early.ask(request("ping", request_id="alive"))["result"] == {}
    early.write(request("tools/list", request_id="tools"))
    early.write(request("tools/call", {"name": "get_snapshot_info", "arguments": {}}, "call"))
    assert early.ask(request("ping", request_id="still"))["id"] == "still"
    gate.open()
    answers = {one["id"]: one["result"] for one in (orjson.loads(early.line()) for _ in range(2))}
    assert {"get_exit_graph", "search"} <= {one["name"] for one in answers["tools"]["tools"]}
    assert "flow_paths" not in {one["name"] for one in answers["tools"]["tools"]}
    assert answer(answers["call"])["packs"] == ["core", "world"]
    assert answer(early.call("search", {"query": "yard"})["result"])["total"]
    assert early.finish()[1:] == (b"", 0)


def test_deferred_discover_is_answered_at_once(early: RawServer) -> None:
    result = early.ask(request("server/discover", {"_meta": META}))["result"]
    assert result["capabilities"]["tools"] == {"listChanged": True}
    assert result["ttlMs"] <= 60_000  # the next server of this source serves other lists


def test_deferred_end_of_input_ends_an_idle_server(early: RawServer) -> None:
    early.initialize()
    assert early.finish() == (b"", b"", 0)


def test_deferred_end_of_input_waits_for_open_requests(early: RawServer, gate: Gate) -> None:
    early.initialize()
    early.write(request("tools/call", {"name": "search", "arguments": {"query": "yard"}}, "open"))
    assert early.process.stdin
    early.process.stdin.close()
    early.process.stdin = None
    with pytest.raises(AssertionError, match="does not answer"):
        early.line(patience=SETTLE_SECONDS + 0.5)  # longer than a ready server waits
    gate.open()
    assert orjson.loads(early.line())["id"] == "open"
    assert early.process.wait(10) == 0


def test_deferred_cancelling_one_call_leaves_the_others(early: RawServer, gate: Gate) -> None:
    early.initialize()
    for name in ("first", "second"):
        early.write(request("tools/call", {"name": "search", "arguments": {"query": "yard"}}, name))
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "first"}}
    early.write(orjson.dumps(cancelled) + b"\n")
    assert early.ask(request("ping", request_id="alive"))["id"] == "alive"
    gate.open()
    assert orjson.loads(early.line())["id"] == "second"


def test_deferred_source_that_is_gone_ends_the_server_with_an_error(early: RawServer, source: Path, gate: Gate) -> None:
    early.initialize()
    (source / "hall.urd.md").unlink()
    source.rmdir()
    gate.open()
    assert early.process.wait(10) == 2
    assert early.process.stderr and early.process.stderr.read().startswith(b"Error: No such file or directory")


def test_deferred_instructions_name_chosen_toolsets(source: Path, gate: Gate, tmp_path: Path) -> None:
    program = SLOW.replace("main()", "main(sys.argv[1:] + ['--toolsets', 'world'])")
    with RawServer(source, program=program, GATE=gate.path, XDG_CACHE_HOME=str(tmp_path / "cache")) as server:
        result = server.initialize()["result"]
        assert "some of its packs only: core, world." in result["instructions"] and len(result["instructions"]) < 2_000
        assert result["capabilities"]["resources"]["subscribe"] is True
        gate.open()
        assert server.call("get_snapshot_info")["result"]["isError"] is False


@pytest.mark.parametrize("era", ["2026", "2025"])
def test_deferred_handshake_is_answered_over_http(source: Path, gate: Gate, tmp_path: Path, era: str) -> None:
    with WebServer(source, program=SLOW, GATE=gate.path, XDG_CACHE_HOME=str(tmp_path / "cache")) as server:
        hello = modern("server/discover") if era == "2026" else HANDSHAKE
        assert "still being compiled" in server.send(*hello).json["result"]["instructions"]
        with ThreadPoolExecutor() as threads:
            call = threads.submit(server.call, "search", {"query": "yard"}, era)
            assert server.send(*hello).status == 200
            assert not call.done()
            gate.open()
            assert answer(call.result(10).json["result"])["total"]
        assert server.end()[2] == 0


def test_child_finishes_when_the_client_leaves(source: Path, gate: Gate, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    with RawServer(source, program=SLOW, GATE=gate.path, XDG_CACHE_HOME=cache) as first:
        first.initialize()
        assert first.finish() == (b"", b"", 0)
    gate.open()
    with RawServer(source, XDG_CACHE_HOME=cache) as second:
        second.initialize()
        assert answer(second.call("get_snapshot_info")["result"])["packs"] == ["core", "world"]
    assert len(list((tmp_path / "cache").rglob("snapshots/*.sqlite"))) == 1
