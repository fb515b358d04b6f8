"""Turns of requests: who is begun, who waits, and who is shed. No test depends on how fast the machine is."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

import pytest

from server.transport import http
from server.transport.admission import Admission, BusyError, Turn
from server.transport.http_connection import MAX_CONNECTIONS

NEVER = 3_600.0  # seconds


def run(use: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(use())  # type: ignore[arg-type]


async def turn() -> None:
    """Give the event loop one turn."""
    came = asyncio.Event()
    asyncio.get_running_loop().call_soon(came.set)
    await came.wait()


async def until(is_so: Callable[[], bool]) -> None:
    """Give the event loop turns until something is so."""
    while not is_so():
        await turn()


def turns_of(admission: Admission, count: int, told: list[str]) -> list[Turn]:
    """Turns that write down what they are told."""

    def turn(number: int) -> Turn:
        return Turn(admission, lambda: told.append(f"admitted {number}"), lambda: told.append(f"shed {number}"))

    return [turn(number) for number in range(count)]


def test_requests_beyond_the_bound_wait_in_their_order() -> None:
    async def use() -> None:
        told: list[str] = []
        admission = Admission(begun=2, wait=NEVER, long=NEVER)
        turns = turns_of(admission, 5, told)
        assert [one.take() for one in turns] == [True, True, False, False, False]
        assert (admission.in_flight, admission.waiting) == (2, 3)
        turns[1].release()
        turns[0].release()
        assert told == ["admitted 2", "admitted 3"]
        assert (admission.in_flight, admission.waiting) == (2, 1)

    run(use)


def test_request_that_waited_too_long_is_shed() -> None:
    async def use() -> None:
        told: list[str] = []
        admission = Admission(begun=1, wait=0.01, long=NEVER)
        first, second = turns_of(admission, 2, told)
        assert (first.take(), second.take()) == (True, False)
        await until(lambda: bool(told))
        assert told == ["shed 1"]
        first.release()
        assert second.take()

    run(use)


def test_request_that_takes_long_leaves_its_place_to_the_next() -> None:
    async def use() -> None:
        told: list[str] = []
        admission = Admission(begun=1, in_flight=2, wait=NEVER, long=0.01)
        turns = turns_of(admission, 3, told)
        assert [one.take() for one in turns] == [True, False, False]
        await until(lambda: bool(told))
        assert told == ["admitted 1"]
        admission.take(turns[2])
        assert (told, admission.in_flight) == (["admitted 1"], 2)  # no more than two, however long they take

    run(use)


def test_turn_that_is_no_longer_waited_for_goes_to_the_next() -> None:
    async def use() -> None:
        told: list[str] = []
        admission = Admission(begun=1, wait=NEVER, long=NEVER)
        first, second, third = turns_of(admission, 3, told)
        assert [one.take() for one in (first, second, third)] == [True, False, False]
        second.release()
        first.release()
        assert told == ["admitted 2"]

    run(use)


def test_waiting_for_a_turn_ends_with_it_or_with_an_error() -> None:
    async def use() -> None:
        admission = Admission(begun=1, wait=0.01, long=NEVER)
        first = await admission.wait()
        with pytest.raises(BusyError):
            await admission.wait()
        cancelled = asyncio.create_task(admission.wait())
        await turn()
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
        assert (admission.in_flight, admission.waiting) == (1, 0)
        first.release()
        (await admission.wait()).release()
        assert admission.in_flight == 0

    run(use)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit of open files")
def test_server_raises_the_limit_of_open_files_as_far_as_it_may() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MAX_CONNECTIONS + http.OTHER_DESCRIPTORS
    if before[1] != resource.RLIM_INFINITY and before[1] < needed:
        pytest.skip("the system allows fewer")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed // 2, before[1]))
        assert http._connections_allowed() == MAX_CONNECTIONS
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == needed
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
