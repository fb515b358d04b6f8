"""`--workers N`: processes that share a socket, follow a frozen file as it is exchanged, and are replaced."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from click.testing import CliRunner

from compiler.store.frozen.frozen_file import write_frozen
from server.cli import frieze as frieze_group
from server.worker_processes import can_fork
from tests.closing import compile_source
from tests.server.processes import PATIENCE, frieze_process
from tests.server.results import answer
from tests.server.web import Answer, WebServer, exchange, modern

pytestmark = pytest.mark.skipif(not can_fork(), reason="workers are forked")

EXCHANGES = 10
CLIENTS = 2
INFO, INFO_HEADERS = modern("tools/call", {"name": "get_snapshot_info", "arguments": {}})


class Frozen:
    """A frozen file, and two snapshots that take turns in it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "served.frieze"
        self.states: list[tuple[str, bytes]] = []
        for text in ("# One\n", "# Two\n"):
            source = folder / text.strip("# \n")
            source.mkdir()
            (source / "page.md").write_text(text)
            snapshot = compile_source(source)
            write_frozen(snapshot, self.path)
            self.states.append((snapshot.id, self.path.read_bytes()))

    def exchange(self, number: int) -> str:
        """Put a snapshot in place of the other, and return its id."""
        snapshot_id, content = self.states[number % 2]
        draft = self.path.with_suffix(".draft")
        draft.write_bytes(content)
        draft.replace(self.path)
        return snapshot_id


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Frozen:
    return Frozen(tmp_path_factory.mktemp("frozen"))


@pytest.fixture(scope="module")
def web(frozen: Frozen) -> Iterator[WebServer]:
    with WebServer(frozen.path, "--workers", "2") as server:
        yield server


def answered_id(response: Answer) -> str:
    """The id of the snapshot that answered."""
    assert response.status == 200, response.body
    result: Any = response.json["result"]
    assert not result.get("isError"), result
    return str(answer(result)["snapshot_id"])


def ask(web: WebServer) -> str:
    return answered_id(web.send(INFO, INFO_HEADERS))


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline, pause = monotonic() + PATIENCE, Event()
    while not is_so():
        assert monotonic() < deadline
        pause.wait(0.02)


def workers(web: WebServer) -> set[int]:
    """The processes that the first one has started."""
    listed = Path(f"/proc/{web.process.pid}/task/{web.process.pid}/children")
    if not listed.exists():
        pytest.skip("the system does not list the children of a process")
    return set(map(int, listed.read_text().split()))


@pytest.mark.long("a flood of calls")
def test_no_call_fails_while_the_file_is_exchanged(frozen: Frozen, web: WebServer) -> None:
    known = {snapshot_id for snapshot_id, _ in frozen.states}
    done = Event()

    def client() -> int:
        """Ask on one connection until the exchanges are over. Return how often."""
        connection: HTTPConnection = web.connection()
        count = 0
        while not done.is_set():
            assert answered_id(exchange(connection, INFO, INFO_HEADERS)) in known
            count += 1
        connection.close()
        return count

    with ThreadPoolExecutor(CLIENTS) as pool:
        asking = [pool.submit(client) for _ in range(CLIENTS)]
        try:
            for number in range(EXCHANGES):
                expected = frozen.exchange(number)
                assert {ask(web) for _ in range(4)} == {expected}  # of whichever worker
        finally:
            done.set()
        assert min(one.result() for one in asking) >= EXCHANGES // 2


def test_a_broken_file_is_not_served(frozen: Frozen, web: WebServer) -> None:
    expected = frozen.exchange(0)
    assert ask(web) == expected
    broken = frozen.path.with_suffix(".draft")
    broken.write_bytes(frozen.states[1][1][:-50])
    broken.replace(frozen.path)
    assert {ask(web) for _ in range(4)} <= {state for state, _ in frozen.states}
    expected = frozen.exchange(1)
    assert {ask(web) for _ in range(4)} == {expected}


def test_a_dead_worker_is_replaced(web: WebServer) -> None:
    before = workers(web)
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    wait_until(lambda: len(workers(web) - {min(before)}) == 2)
    assert max(before) in workers(web)
    assert len({ask(web) for _ in range(8)}) == 1


def test_workers_end_with_the_first_process(frozen: Frozen) -> None:
    with WebServer(frozen.path, "--workers", "1") as web:
        web.process.kill()

        def is_closed() -> bool:
            try:
                web.connect().close()
            except ConnectionRefusedError:
                return True
            return False

        wait_until(is_closed)


def test_a_signal_ends_all(web: WebServer) -> None:
    """The last test of this server."""
    output, errors, status = web.end()
    assert (output, errors, status) == (b"", b"", 0)
    with pytest.raises(ConnectionRefusedError):
        web.connect()


def test_a_wrong_source_ends_the_server_with_one_error(tmp_path: Path) -> None:
    refused = frieze_process("serve", tmp_path / "nothing.frieze", "--http", "0", "--workers", "3")
    assert refused.returncode == 2
    assert refused.stderr.count(b"Error: ") == 1


@pytest.mark.parametrize("options", [("--workers", "2"), ("--http", "0", "--workers", "0")])
def test_workers_are_of_a_server_over_http(options: tuple[str, ...], tmp_path: Path) -> None:
    refused = CliRunner().invoke(frieze_group, ["serve", str(tmp_path), *options])
    assert refused.exit_code == 2
    assert "--workers" in refused.stderr
