"""The log: JSON lines on standard error, off unless asked for."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.server.processes import META, RawServer, request
from tests.suites import mostly_long

EXITS = {"name": "use_tool", "arguments": {"name": "get_exit_graph"}}  # logged as the tool that it means
UNKNOWN = {"name": "object_get", "arguments": {"ref": "w:mill/entity/@nobody"}}


def log_of(source: Path, *options: str, level: str = "") -> list[dict[str, Any]]:
    """The lines that a server logs while it answers a call, one with an error, and one of no tool."""
    with RawServer(source, options=options, FRIEZE_LOG_LEVEL=level) as server:
        server.initialize()
        server.ask(request("tools/call", EXITS, 1))
        server.ask(request("tools/call", UNKNOWN, 2))
        server.ask(request("tools/call", {"name": "no\nsuch_tool"}, 3))
        assert server.process.stdin
        server.process.stdin.close()
        server.process.stdin = None
        _, errors, status = server.finish()
        assert status == 0
        return [orjson.loads(line) for line in errors.splitlines()]


def test_log_is_off_by_default(mill: Path) -> None:
    assert log_of(mill) == []


def test_log_at_info_has_a_line_a_call(mill: Path) -> None:
    lines = log_of(mill, "--log-level", "info")
    assert [line["event"] for line in lines] == ["started", "call", "call", "call", "ended"]
    calls = [line for line in lines if line["event"] == "call"]
    assert [(line["tool"], line["outcome"]) for line in calls] == [
        ("get_exit_graph", "answered"),
        ("object_get", "error: not_found"),
        ("no\nsuch_tool", "refused: -32602"),
    ]
    assert all(
        line["duration_ms"] >= 0 and line["level"] == "info" and line["time"].endswith("Z") for line in lines[1:4]
    )
    assert not any("arguments" in line for line in lines)


def test_log_at_debug_has_the_arguments(mill: Path) -> None:
    lines = log_of(mill, level="debug")
    assert [line["arguments"] for line in lines if line["event"] == "call"] == [
        {},
        {"ref": "w:mill/entity/@nobody"},
        {},
    ]


@pytest.mark.parametrize("level", mostly_long(["warning", "error"], "a server for each level"))
def test_log_at_warning_has_no_calls(mill: Path, level: str) -> None:
    assert log_of(mill, "--log-level", level) == []


@pytest.mark.parametrize("level", mostly_long(["WARN", "warn"], "a server for each case"))
def test_log_level_may_have_the_name_of_another_program(mill: Path, level: str) -> None:
    assert log_of(mill, level=level) == []


def test_log_at_trace_is_that_at_debug(mill: Path) -> None:
    assert any("arguments" in line for line in log_of(mill, "--log-level", "trace"))


def test_log_level_that_is_none_is_a_usage_error(mill: Path) -> None:
    with RawServer(mill, FRIEZE_LOG_LEVEL="loud") as server:
        output, errors, status = server.finish()
    assert (output, status) == (b"", 2)
    assert b"'loud' is not one of 'off', 'error', 'warning', 'info', 'debug', 'warn', 'trace'" in errors


@pytest.mark.parametrize("level", mostly_long(["info", "off", "error"], "a server for each case"))
@pytest.mark.parametrize("era", mostly_long(["2026", "2025"], "a server for each case"))
@pytest.mark.parametrize("method", mostly_long(["cancelled", "progress", "initialized"], "a server for each case"))
def test_log_that_nobody_reads_holds_nothing_up(mill: Path, level: str, era: str, method: str) -> None:
    """The SDK warns of each broken notification: some hundreds filled standard error, and the server hung."""
    broken = b'{"jsonrpc":"2.0","method":"notifications/%s","params":{"requestId":{"a":1}}}\n' % method.encode()
    with RawServer(mill, options=("--log-level", level)) as server:
        server.initialize() if era == "2025" else server.ask(request("server/discover", {"_meta": META}, 0))
        for _ in range(4):
            assert server.ask(broken * 500 + request("ping"))["id"] == 1


def test_log_of_calls_that_nobody_reads_says_how_many_lines_are_lost(mill: Path) -> None:
    named = {"name": "no_such_tool", "arguments": {"filler": "x" * 50_000}}
    with RawServer(mill, options=("--log-level", "debug")) as server:
        server.initialize()
        for number in range(60):
            assert server.ask(request("tools/call", named, number))["id"] == number
        assert server.process.stdin
        server.process.stdin.close()
        server.process.stdin = None
        events = [orjson.loads(line)["event"] for line in server.finish()[1].splitlines()]
    lost = sum(int(one.split()[1]) for one in events if one.startswith("lost"))
    assert 0 < lost < 60
    assert events.count("call") + lost + events.count("started") + events.count("ended") == 62
