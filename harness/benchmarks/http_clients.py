"""Many clients of one HTTP server, each with a connection of its own and one request under way.

Run as a program: `python -m harness.benchmarks.http_clients PORT CLIENTS SECONDS ERA PATIENCE` prints one JSON object.
A patient client waits as long as Retry-After says after a 503; an impatient one asks again at once.
"""

import asyncio
import re
import sys
from contextlib import suppress
from time import perf_counter
from typing import Any

import orjson

from tests.server.web import JSON, legacy, modern

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_exit_graph", {}),
    ("get_entity_details", {"entity_id": "@warden"}),
    ("search", {"query": "gate"}),
    ("find_route", {"from": "gatehouse", "to": "@warden"}),
    ("get_reachable_locations", {"from": "gatehouse"}),
)
_HEAD = re.compile(rb"HTTP/1\.1 (\d+) .*?content-length: (\d+)", re.DOTALL | re.IGNORECASE)
_RETRY_AFTER = re.compile(rb"retry-after: (\d+)", re.IGNORECASE)
_PAUSE_AFTER_ERROR = 0.2


def http_request(port: int, message: Any, headers: dict[str, str]) -> bytes:
    """Return a whole request as bytes."""
    body = orjson.dumps(message)
    fields = {"Host": f"127.0.0.1:{port}", **JSON, **headers, "Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body


class Load:
    """The clients, and what they saw: the seconds that answers took, and counts of everything else."""

    def __init__(self, port: int, era: str, *, is_patient: bool) -> None:
        make = modern if era == "2026" else legacy
        calls = [make("tools/call", {"name": name, "arguments": given}) for name, given in CALLS]
        self._port = port
        self._requests = [http_request(port, *call) for call in calls]
        self._is_patient = is_patient
        self.answered: list[float] = []
        self.shed = self.broken = 0
        self.has_retry_after = True

    async def run(self, clients: int, seconds: float) -> None:
        """Let the clients ask for so many seconds."""
        tasks = [asyncio.create_task(self._client(number)) for number in range(clients)]
        await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _client(self, number: int) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                await self._ask_on(reader, writer, number)
            except (OSError, asyncio.IncompleteReadError):
                self.broken += 1
                await _pause(_PAUSE_AFTER_ERROR)

    async def _ask_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        try:
            while True:
                number += 1
                begun = perf_counter()
                writer.write(self._requests[number % len(self._requests)])
                head = await reader.readuntil(b"\r\n\r\n")
                matched = _HEAD.match(head)
                assert matched, head
                await reader.readexactly(int(matched[2]))
                if matched[1] == b"200":
                    self.answered.append(perf_counter() - begun)
                else:
                    await self._after_refusal(head)
                if b"connection: close" in head.lower():
                    return
        finally:
            writer.close()

    async def _after_refusal(self, head: bytes) -> None:
        self.shed += 1
        wait = _RETRY_AFTER.search(head)
        self.has_retry_after &= wait is not None
        if self._is_patient and wait:
            await _pause(int(wait[1]))


async def _pause(seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.Event().wait(), seconds)


def main(port: str, clients: str, seconds: str, era: str, patience: str) -> None:
    load = Load(int(port), era, is_patient=patience == "patient")
    asyncio.run(load.run(int(clients), float(seconds)))
    answered = [round(taken, 5) for taken in load.answered]
    found = {"answered": answered, "shed": load.shed, "broken": load.broken, "retry_after": load.has_retry_after}
    sys.stdout.buffer.write(orjson.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
