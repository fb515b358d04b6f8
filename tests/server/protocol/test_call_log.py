"""The log: JSON lines on standard error, off unless asked for."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.server.processes import RawServer, request

EXITS = {"name": "get_exit_graph", "arguments": {}}
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


@pytest.mark.parametrize("level", ["warning", "error"])
def test_log_at_warning_has_no_calls(mill: Path, level: str) -> None:
    assert log_of(mill, "--log-level", level) == []


@pytest.mark.parametrize("level", ["warn", "WARN"])
def test_log_level_may_have_the_name_of_another_program(mill: Path, level: str) -> None:
    assert log_of(mill, level=level) == []


def test_log_at_trace_is_that_at_debug(mill: Path) -> None:
    assert any("arguments" in line for line in log_of(mill, "--log-level", "trace"))


def test_log_level_that_is_none_is_a_usage_error(mill: Path) -> None:
    with RawServer(mill, FRIEZE_LOG_LEVEL="loud") as server:
        output, errors, status = server.finish()
    assert (output, status) == (b"", 2)
    assert b"'loud' is not one of 'off', 'error', 'warning', 'info', 'debug', 'warn', 'trace'" in errors
