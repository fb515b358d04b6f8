"""Which requests over HTTP are worked on, which wait for their turn, and which are shed.

The event loop has one processor. If it works on hundreds of requests at a time, each takes as long as all of them, and
none is answered before its client gives up. Few are therefore begun at a time, and the others wait, first come first
served. A request that has waited `WAIT_SECONDS` is shed: its client is told to come again, and the work is spent on
requests that are still waited for. To wait costs next to nothing: what waits is not even parsed.
"""

import asyncio
from collections.abc import Callable

MAX_BEGUN = 4  # requests that were begun less than LONG_SECONDS ago
LONG_SECONDS = 0.1  # a request that takes longer waits for a worker thread, and leaves its place to the next
MAX_IN_FLIGHT = 256  # requests that are worked on, those that take long included
WAIT_SECONDS = 1.2
SWEEP_SECONDS = 0.05  # how often requests that wait or take too long are looked for


class BusyError(Exception):
    """The request did not get its turn in time."""


class Turn:
    """The turn of one request: it is asked for, held and given back. `admitted` is called when a turn that had to be
    waited for comes, `shed` when it does not come in time."""

    def __init__(self, admission: "Admission", admitted: Callable[[], None], shed: Callable[[], None]) -> None:
        self._admission = admission
        self.admitted = admitted
        self.shed = shed
        self.is_held = False

    def take(self) -> bool:
        """Take the turn if there is room; else wait for it and return False."""
        return self.is_held or self._admission.take(self)

    def release(self) -> None:
        """Give the turn back, or wait for it no more."""
        self._admission.release(self)


class Admission:
    """Gives requests their turns. All times are in seconds."""

    def __init__(
        self,
        *,
        begun: int = MAX_BEGUN,
        in_flight: int = MAX_IN_FLIGHT,
        wait: float = WAIT_SECONDS,
        long: float = LONG_SECONDS,
    ) -> None:
        self._max_begun = begun
        self._max_in_flight = in_flight
        self._wait = wait
        self._long = long
        self._begun: dict[Turn, float] = {}  # with the times, oldest first
        self._long_running: set[Turn] = set()
        self._waiting: dict[Turn, float] = {}
        self._sweeper: asyncio.TimerHandle | None = None

    @property
    def in_flight(self) -> int:
        """How many requests are worked on."""
        return len(self._begun) + len(self._long_running)

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return len(self._waiting)

    def take(self, turn: Turn) -> bool:
        """Give a turn if there is room. Else put it behind those that wait, and return False."""
        if turn in self._waiting:
            return False
        if not self._waiting and self._has_room:
            self._begin(turn)
            return True
        self._waiting[turn] = asyncio.get_running_loop().time()
        self._sweep_later()
        return False

    async def wait(self) -> Turn:
        """Return a turn when it has come. Raises BusyError if it does not come in time."""
        came = asyncio.get_running_loop().create_future()
        turn = Turn(self, lambda: came.set_result(True), lambda: came.set_result(False))
        try:
            if turn.take() or await came:
                return turn
        except asyncio.CancelledError:
            turn.release()
            raise
        raise BusyError

    def release(self, turn: Turn) -> None:
        """Take a turn back, and give it to the next."""
        turn.is_held = False
        self._waiting.pop(turn, None)
        self._begun.pop(turn, None)
        self._long_running.discard(turn)
        self._admit()

    @property
    def _has_room(self) -> bool:
        return len(self._begun) < self._max_begun and self.in_flight < self._max_in_flight

    def _begin(self, turn: Turn) -> None:
        turn.is_held = True
        self._begun[turn] = asyncio.get_running_loop().time()

    def _admit(self) -> None:
        while self._waiting and self._has_room:
            turn = next(iter(self._waiting))
            del self._waiting[turn]
            self._begin(turn)
            turn.admitted()

    def _sweep_later(self) -> None:
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def _sweep(self) -> None:
        """Shed what has waited too long, and let what takes long leave its place."""
        self._sweeper = None
        now = asyncio.get_running_loop().time()
        for turn in _older(self._begun, now - self._long):
            del self._begun[turn]
            self._long_running.add(turn)
        self._admit()
        for turn in _older(self._waiting, now - self._wait):
            if self._waiting.pop(turn, None) is not None:
                turn.shed()
        if self._waiting:
            self._sweep_later()


def _older(turns: dict[Turn, float], time: float) -> list[Turn]:
    """Return the turns of before a time. They are listed oldest first."""
    found = []
    for turn, since in turns.items():
        if since > time:
            break
        found.append(turn)
    return found
