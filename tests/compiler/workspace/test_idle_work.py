"""What the process that compiles for a server does between two tasks."""

import gc
from weakref import ref

from compiler.pipeline.options import Resident
from compiler.workspace.idle_work import LOOK_AT_ALL_EVERY, IdleWork


class Ring:
    """Garbage that only the collector finds, once nobody else holds it."""

    def __init__(self) -> None:
        self.itself = self


def test_idle_work_does_what_was_put_off() -> None:
    resident = Resident()
    done: list[str] = []
    resident.ahead.later(lambda: done.append("copied"))
    IdleWork(resident).run()
    assert done == ["copied"]


def test_idle_work_puts_what_is_kept_out_of_sight_of_the_collector() -> None:
    kept = [Ring()]
    IdleWork(Resident()).run()
    assert kept and not any(one is kept for one in gc.get_objects())


def test_idle_work_finds_garbage_among_what_was_kept_before() -> None:
    idle = IdleWork(Resident())
    ring = Ring()
    found = ref(ring)
    idle.run()
    del ring
    for _ in range(LOOK_AT_ALL_EVERY):
        idle.run()
    assert found() is None
