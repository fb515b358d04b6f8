"""Server processes that are forked from one that has imported what they need. To import it takes three quarters of a
start, and the tests start two hundred servers.

`ForkedProcess` is what `subprocess.Popen` gives, as far as the tests use it. What a start itself does is tested with
processes of their own: of the SDK's client, of `frieze serve`, and where a test asks for a `fresh` one.
"""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import orjson

from tests.closing import closed_later, shared
from tests.paths import ROOT

NUMBER_BYTES = 4  # of a length, a process and a status on the wires


class ForkedProcess:
    """A process that runs `words` as the arguments of an interpreter: `-m server SOURCE …` or `-c PROGRAM SOURCE …`."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], stdin: int | IO[bytes]) -> None:
        given, self.stdin = _input(stdin)
        output, self.stdout = _pipe()
        errors, self.stderr = _pipe()
        self._told, tells = os.pipe()
        self.returncode: int | None = None
        theirs = [given, output, errors, tells]
        try:
            _forks().send(orjson.dumps([words, dict(environment), str(Path.cwd())]), theirs)
        finally:
            for descriptor in theirs if stdin in (subprocess.PIPE, subprocess.DEVNULL) else theirs[1:]:
                os.close(descriptor)
        self.pid = int.from_bytes(os.read(self._told, NUMBER_BYTES), "little")

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("server", timeout or 0)
            self.returncode = int.from_bytes(os.read(self._told, NUMBER_BYTES), "little", signed=True)
            os.close(self._told)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, sent: bytes = b"", timeout: float | None = None) -> tuple[bytes, bytes]:
        """Send what is left to send, close the input, and return all that is written until the process ends."""
        parts: dict[int, bytes] = {}

        def write() -> None:
            with suppress(BrokenPipeError):
                assert self.stdin
                self.stdin.write(sent)
            if self.stdin:
                self.stdin.close()

        def read(number: int, stream: IO[bytes]) -> None:
            with stream:
                parts[number] = b"".join(iter(lambda: stream.read(1 << 16), b""))

        streams = enumerate((self.stdout, self.stderr))
        threads = [Thread(target=read, args=each) for each in streams if not each[1].closed]
        threads += [Thread(target=write)] if self.stdin and not self.stdin.closed else []
        for thread in threads:
            thread.start()
        self.wait(timeout)
        for thread in threads:
            thread.join(timeout)
        return parts.get(0, b""), parts.get(1, b"")


def _input(stdin: int | IO[bytes]) -> tuple[int, IO[bytes] | None]:
    """Return the end that the process reads from, and the one to write to if there is a pipe."""
    if stdin == subprocess.PIPE:
        read_end, write_end = os.pipe()
        return read_end, os.fdopen(write_end, "wb", buffering=0)
    if stdin == subprocess.DEVNULL:
        return os.open(os.devnull, os.O_RDONLY), None
    assert not isinstance(stdin, int)
    return stdin.fileno(), None


def _pipe() -> tuple[int, IO[bytes]]:
    """Return the end of a pipe that the process writes to, and the one to read from."""
    read_end, write_end = os.pipe()
    return write_end, os.fdopen(read_end, "rb", buffering=0)


class _Forks:
    """The process that forks, and the wire to it. It ends when the wire is closed."""

    def __init__(self) -> None:
        self._wire, theirs = socket.socketpair(socket.AF_UNIX)
        with theirs:
            command = [sys.executable, "-m", "tests.server.forked", str(theirs.fileno())]
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
            )

    def send(self, message: bytes, descriptors: Sequence[int]) -> None:
        socket.send_fds(self._wire, [len(message).to_bytes(NUMBER_BYTES, "little")], [*descriptors])
        self._wire.sendall(message)

    def close(self) -> None:
        self._wire.close()
        self.process.wait()


@shared
def _forks() -> _Forks:
    """The process that forks for this one. It starts with the first server."""
    return closed_later(_Forks())


def _serve(wire: socket.socket) -> None:
    """Fork a process for each request, and tell the number of each, then its status when it has ended."""
    _prepare()
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    told: dict[int, int] = {}  # where to tell the status of a process
    while True:
        ready = select.select([wire.fileno(), woken], [], [])[0]
        if woken in ready:
            os.read(woken, 1 << 10)
            _tell_ended(told)
        if wire.fileno() in ready:
            length, descriptors, _, _ = socket.recv_fds(wire, NUMBER_BYTES, 4)
            if not length:
                return
            message = wire.recv(int.from_bytes(length, "little"), socket.MSG_WAITALL)
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _run(descriptors, *orjson.loads(message))
            os.write(descriptors[3], pid.to_bytes(NUMBER_BYTES, "little"))
            for descriptor in descriptors[:3]:
                os.close(descriptor)
            told[pid] = descriptors[3]


def _prepare() -> None:
    """Import what servers import, and what builds and answers: by doing it once. No thread may be left."""
    import anyio

    import server.__main__
    import server.transport.stdio
    from compiler import open_workspace
    from queries import answer
    from server.sdk.eras import load_eras

    server.__main__._import_what_serves(is_http=True)
    load_eras()
    anyio.run(anyio.sleep, 0)
    with open_workspace(ROOT / "worlds" / "locked-garden", jobs=1) as workspace:
        answer(workspace, "get_snapshot_info", {})


def _tell_ended(told: dict[int, int]) -> None:
    while told:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with suppress(BrokenPipeError):
            os.write(told[pid], os.waitstatus_to_exitcode(status).to_bytes(NUMBER_BYTES, "little", signed=True))
        os.close(told.pop(pid))


def _run(descriptors: Sequence[int], words: list[str], environment: dict[str, str], directory: str) -> None:
    """Become the process that was asked for: in its directory, with its environment, its streams and no other file."""
    for number, descriptor in enumerate(descriptors[:3]):
        os.dup2(descriptor, number)
    os.closerange(3, 1_024)
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    status = 1
    try:
        _interpret(words)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _interpret(words: list[str]) -> None:
    kind, code, *arguments = words
    sys.argv = [kind, *arguments]
    if kind == "-c":
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    else:
        from server.__main__ import main

        main(prog_name="python -m server")


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
