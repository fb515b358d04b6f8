"""Standard input and output under load: concurrent calls, clients that read slowly, and memory."""

import os
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import orjson
import pytest

from server.transport.stdio import SETTLE_SECONDS
from tests.server.processes import META, PATIENCE, RawServer, request
from tests.suites import mostly_long

CALL = {"name": "get_exit_graph", "arguments": {}}
needs_proc = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGESIZE")


def answers(server: RawServer, lines: Iterable[bytes], count: int) -> list[Any]:
    """Write lines in a thread, and return `count` answers that are read meanwhile."""
    writer = Thread(target=lambda: server.write(b"".join(lines)), daemon=True)
    writer.start()
    found = [orjson.loads(server.line()) for _ in range(count)]
    writer.join(PATIENCE)
    return found


@pytest.mark.parametrize("era", mostly_long(["2026", "2025"], "a thousand calls"))
def test_stdio_answers_a_thousand_concurrent_calls(mill: Path, era: str) -> None:
    meta = {"_meta": META} if era == "2026" else {}
    names = ("get_exit_graph", "find_route", "search", "nothing")
    with RawServer(mill) as server:
        if not meta:
            server.initialize()
        calls = [
            request("tools/call", {"name": names[n % 4], "arguments": {}, **meta}, n).replace(b"{},", b'{"from":"a"},')
            for n in range(1_000)
        ]
        found = answers(server, calls, 1_000)
        assert sorted(one["id"] for one in found) == list(range(1_000))
        assert server.finish()[::2] == (b"", 0)


def test_stdio_duplicate_id_is_answered_for_each_request(mill_server: RawServer) -> None:
    found = answers(mill_server, [request("tools/call", CALL, "same")] * 50, 50)
    assert [one["id"] for one in found] == ["same"] * 50
    assert mill_server.ask(request("ping", request_id=1))["id"] == 1


@pytest.mark.long("a flood of calls")
@needs_proc
def test_stdio_stops_reading_for_a_client_that_reads_nothing(mill: Path) -> None:
    """Otherwise the server would hold about 120 MB of requests and answers."""
    lines = [request("tools/list", request_id=n) for n in range(800)]
    padding = b'{"jsonrpc":"2.0","id":"p","method":"ping","params":{"_meta":{"x":"' + b"x" * 500_000 + b'"}}}\n'
    with RawServer(mill) as server:
        server.initialize()
        server.call("get_exit_graph")
        server.ask(lines[0])  # which imports every tool
        before = resident(server.process.pid)
        unread = server.write_while_read(b"".join(lines) + padding * 100, patience=1.0)
        assert unread
        assert resident(server.process.pid) - before < 40_000_000
        writer = Thread(target=server.write, args=(unread,), daemon=True)
        writer.start()
        found = [orjson.loads(server.line())["id"] for _ in range(900)]
        assert Counter(found) == Counter([*range(800), *["p"] * 100])
        writer.join(PATIENCE)
        assert not writer.is_alive()


@pytest.mark.long("a flood of calls")
def test_stdio_end_of_input_waits_for_a_slow_reader(mill: Path) -> None:
    with RawServer(mill) as server:
        server.initialize()
        server.write(b"".join(request("tools/list", request_id=n) for n in range(200)))
        assert server.process.stdin
        server.process.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            server.process.wait(SETTLE_SECONDS + 0.5)  # it waits for the client to read
        found = {orjson.loads(server.line())["id"] for _ in range(200)}
        assert found == set(range(200))
        assert server.process.wait(5) == 0


@pytest.mark.long("a flood of calls")
def test_sigterm_ends_the_server_while_the_client_reads_nothing(mill: Path) -> None:
    with RawServer(mill) as server:
        server.initialize()
        server.write(b"".join(request("tools/list", request_id=n) for n in range(60)))
        assert server.process.stdout
        select.select([server.process.stdout], [], [], PATIENCE)  # until the first answer
        started = monotonic()
        server.terminate()
        assert server.process.wait(5) == 0
        assert monotonic() - started < 2


@pytest.mark.long("a flood of calls")
def test_stdio_answers_every_line_of_a_large_file(mill: Path, tmp_path: Path) -> None:
    requests = tmp_path / "requests.jsonl"
    hello = request("tools/list", {"_meta": META}, "first")
    requests.write_bytes(hello + b"".join(request("tools/call", {**CALL, "_meta": META}, n) for n in range(2_000)))
    with requests.open("rb") as stdin, RawServer(mill, stdin=stdin) as server:
        output, _, status = server.finish()
    assert Counter(orjson.loads(line)["id"] for line in output.splitlines()) == Counter(["first", *range(2_000)])
    assert status == 0


@pytest.mark.long("makes 6,000 calls")
@needs_proc
def test_stdio_memory_does_not_grow_with_calls(mill: Path) -> None:
    """A leak of a kilobyte a call would show three times over. `harness/benchmarks/endurance.py` looks longer."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("get_exit_graph", {}),
        ("search", {"query": "mill"}),
        ("search", {"query": "m.ll", "regex": True}),
        ("find_route", {"from": "yard", "to": "loft"}),
        ("get_entity_details", {"entity_id": "@nobody"}),
        ("get_diagnostics", {"limit": "wrong"}),
    ]
    lines = [
        request("tools/call", {"name": name, "arguments": arguments}, n)
        for n in range(500)
        for name, arguments in calls
    ]
    with RawServer(mill) as server:
        server.initialize()
        answers(server, lines, len(lines))  # until each thread has its memory
        before = resident(server.process.pid)
        answers(server, lines, len(lines))
        assert resident(server.process.pid) - before < 1_000 * len(lines)


HALF = """
import socket, subprocess, sys
ours, theirs = socket.socketpair()
server = subprocess.Popen([sys.executable, "-m", "server", sys.argv[1]], stdin=theirs, stdout=theirs)
theirs.close()
ours.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n' * 20)
if sys.argv[2] == "half":
    ours.shutdown(socket.SHUT_WR)
    text = b""
    while chunk := ours.recv(65536):
        text += chunk
    print(text.count(b'"id":1'))
ours.close()
print(server.wait(15))
"""


@pytest.mark.parametrize(("left", "printed"), [("half", "20\n0\n"), ("whole", "0\n")])
def test_stdio_input_and_output_may_be_one_socket(mill: Path, left: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HALF, str(mill), left], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == printed
