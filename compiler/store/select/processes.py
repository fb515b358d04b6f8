"""Processes that run statements of others, so that a statement can be ended inside of a step of SQLite's machine.

SQLite looks at no bound within a step: a comparison of a long text with a pattern, a phrase of the full-text index, a
sort. A thread cannot be ended there. So each statement runs in a process (`compiler.store.select.worker`) that is
killed when its time is over, or when nobody waits for the answer any more. The system refuses it memory beyond the
bound.

Most statements take a millisecond, and a few take seconds: the one kind must not wait for the other. So the processes
have stages. Each statement is tried in the first for a moment. One that takes longer begins anew in the last, or while
that is taken in the second, for less than a second. Processes are started when they are first needed, and kept.
"""

import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from time import monotonic
from typing import Any, NamedTuple

from compiler.disk.endable_process import POLL_SECONDS, EndableProcess, EndedError
from compiler.model.facts import LinkKind
from compiler.model.reasons import system_reason
from compiler.store.select.bounds import BOUNDS, Bounds, Parameters, Selection
from compiler.store.select.check import Relations
from compiler.store.select.errors import SelectError
from compiler.store.snapshot_connection import Recipe

MAX_OPEN = 4  # snapshots that a process keeps open
MAX_SLOW = 1_000  # statements that are remembered to be slow
LATE_SECONDS = 2.0  # of any clock, beyond the bound on time: then a process is killed that no alarm has ended
_MODULE = "compiler.store.select.worker"
_ALARMED = -getattr(signal, "SIGPROF", 1_000)  # the status of a process that its alarm has ended


class Stage(NamedTuple):
    """What a statement may take at a stage, in seconds of a processor, how many processes there are, and whether these
    leave the processors to others: who asks what takes long must not keep others waiting."""

    seconds: float
    processes: int
    is_background: bool


STAGES = (Stage(0.05, 2, False), Stage(0.5, 1, True), Stage(float("inf"), 2, True))
FIRST, SECOND, LAST = range(len(STAGES))

Charge = Callable[[int], None]
_new_key = count(1).__next__


class Database(NamedTuple):
    """A database as another process opens it: how, what it says of itself, and what gives its content where its file
    is not there (any more)."""

    recipe: Recipe
    meta: Callable[[], list[tuple[str, str]] | None]
    content: Callable[[], bytes]

    def place(self, in_memory: bool) -> tuple[Any, ...]:
        """What is sent to a process."""
        content = self.content() if in_memory or not self.recipe.uri else None
        return ((*self.recipe[:2], list(self.recipe.statements)), None if content else self.meta(), content)


class RemoteSelect:
    """Runs SELECTs over the relations of a database in a process. Threads may share it.

    `key` names the database and its base to the processes. It is forgotten when they are closed.
    """

    def __init__(
        self,
        database: Database,
        relations: Relations,
        link_kinds: Iterable[LinkKind],
        base: Database | None = None,
        key: int | None = None,
    ) -> None:
        self._database = database
        self._relations = relations
        self._link_kinds = link_kinds
        self._base = base
        self.key = new_key() if key is None else key

    def select(
        self,
        sql: str,
        parameters: Parameters = (),
        *,
        skip: int = 0,
        limit: int | None = None,
        bounds: Bounds = BOUNDS,
        charge: Charge = lambda _: None,
    ) -> Selection:
        """Run one SELECT, as `GuardedSelect.select` does. `charge` is told of its steps at the end, and of none now and
        then before. What it raises ends the statement and its process. Raises SelectError."""
        question = (self.key, sql, _plain(parameters), skip, limit)
        stages = (LAST, SECOND) if _processes.is_slow(question) else (FIRST,)
        end = monotonic() + bounds.seconds  # of the waiting for a process, at all stages together
        try:
            while (found := self._tried(stages, question, bounds, charge, end)) is None:
                stages = (LAST, SECOND) if stages == (FIRST,) else (LAST,)
        except SelectError as error:
            charge(error.steps)
            raise
        charge(found.steps)
        return found

    def _tried(
        self, stages: Sequence[int], question: tuple[Any, ...], bounds: Bounds, charge: Charge, end: float
    ) -> Selection | None:
        """Run a statement in a process of one of some stages, which is there by `end`; None if it takes longer than
        that stage gives."""
        with _processes.process(self.key, stages, end, charge) as process:
            least = bounds._replace(seconds=min(process.stage.seconds, bounds.seconds))
            started = monotonic()
            try:
                found = process.select(self, question, least, charge)
            except SelectError as error:
                if error.bound == "seconds" and least.seconds < bounds.seconds:
                    _processes.remember(question, is_slow=True)
                    return None
                raise
            if monotonic() - started < STAGES[FIRST].seconds:
                _processes.remember(question, is_slow=False)
            return found

    def close(self) -> None:
        """Have the processes close the database."""
        forget(self.key)

    def opening(self, in_memory: bool) -> tuple[Any, ...]:
        """What a process is told to open the database."""
        base = self._base.place(in_memory) if self._base else None
        relations = {name: list(columns) for name, columns in self._relations.items()}
        return (self.key, self._database.place(in_memory), base, relations, [tuple(kind) for kind in self._link_kinds])


def new_key() -> int:
    """Return a name for a database that no other has."""
    return _new_key()


def forget(key: int) -> None:
    """Have the processes close what a name stands for."""
    _processes.forget(key)


def shared() -> "Processes":
    """Return the processes of this process."""
    return _processes


class _Process:
    """A process and the keys of what it has open, those that were asked last at the end."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._process = EndableProcess(_MODULE, is_background=stage.is_background)
        self.open_keys: OrderedDict[int, None] = OrderedDict()

    def select(self, select: RemoteSelect, question: tuple[Any, ...], bounds: Bounds, charge: Charge) -> Selection:
        """Run a statement. Raises SelectError, and what `charge` raises."""
        self.open(select)
        (columns, rows, total, relations), steps = self.ask("select", (*question, tuple(bounds)), bounds, charge)
        return Selection(columns, rows, total, steps, frozenset(relations))

    def open(self, select: RemoteSelect) -> None:
        """Open a database, unless it is open. Raises SelectError."""
        if self.pid is None:
            self.open_keys.clear()
        if select.key in self.open_keys:
            self.open_keys.move_to_end(select.key)
            return
        while len(self.open_keys) >= MAX_OPEN:
            self.close(next(iter(self.open_keys)))
        for in_memory in (False, True):
            try:
                self.ask("open", select.opening(in_memory), OPENING)
            except _UnopenedError as error:
                if in_memory:
                    raise SelectError("invalid", f"SQL error: {error}") from None
            else:
                self.open_keys[select.key] = None
                return

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it does not run."""
        return self._process.pid

    def restarted(self) -> bool:
        """Start the process again if it has ended, and do not wait until it can answer. Return whether it had."""
        if self.pid is not None:
            return False
        self.open_keys.clear()
        with suppress(OSError):  # the next statement tells
            self._process.start()
        return True

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self.open_keys.clear()

    def close(self, key: int) -> None:
        """Close a database, if the process has it open."""
        if key in self.open_keys and self.pid is not None:
            del self.open_keys[key]
            self.ask("close", (key,), OPENING)

    def ask(self, task: str, arguments: tuple[Any, ...], bounds: Bounds, charge: Charge = lambda _: None) -> Any:
        """Return what a task of the process gives, and the steps of its last statement. Raises SelectError; the process
        is ended if it is at a bound of the last resort, has become large, or if `charge` raises."""
        seconds = bounds.seconds + LATE_SECONDS
        try:
            kind, value, (steps, has_grown) = self._process.ask((task, arguments), lambda: charge(0), seconds)
        except TimeoutError:
            raise _too_long(bounds) from None
        except EndedError as ended:
            raise _too_long(bounds) if ended.status == _ALARMED else _ended(ended, bounds) from None
        except OSError as error:
            raise _not_started(system_reason(error)) from None
        except ValueError:
            raise SelectError("invalid", "The parameters do not fit the statement: a value is no JSON") from None
        if has_grown or (kind == "refused" and value[3] == "memory"):
            self.kill()
        if kind == "refused":
            reason, message, hint, bound, unknown = value
            if reason == "unavailable":  # it does not know the key
                self.kill()
            raise SelectError(reason, message, hint, bound=bound, unknown=unknown, steps=steps)
        if kind == "unopened":
            raise _UnopenedError(value)
        if kind == "failed":
            raise RuntimeError(f"the process of a statement failed: {value}")
        return value, steps


class _UnopenedError(Exception):
    """A process could not open a database."""


class Processes:
    """The processes, which threads take in turns. Those that are idle can be looked at."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._idle = [[_Process(stage) for _ in range(stage.processes)] for stage in STAGES]
        self._slow: OrderedDict[int, None] = OrderedDict()  # hashes of statements that the first stage did not end
        self._forgotten: deque[int] = deque()
        self._is_forgetting = False

    @contextmanager
    def process(self, key: int, stages: Sequence[int], end: float, charge: Charge) -> Iterator[_Process]:
        """Give a process that nobody uses, of the first stage of some that has one, if possible one that has a database
        open. Raises SelectError if there is none by `end`, in seconds of the monotonic clock, and what `charge` raises,
        which is called now and then."""
        with self._changed:
            while not (idle := next(filter(None, (self._idle[stage] for stage in stages)), None)):
                self._changed.wait(POLL_SECONDS)
                charge(0)
                if monotonic() > end:
                    message = "Other statements have taken all processes for as long as this one may take"
                    raise SelectError("unavailable", message, "Ask again.")
            process = next((process for process in idle if key in process.open_keys), idle[0])
            idle.remove(process)
        try:
            yield process
        finally:
            # One of the first stage that was killed starts anew while another answers.
            is_late = process.stage is STAGES[FIRST] and process.restarted()
            with self._changed:
                idle.insert(len(idle) if is_late else 0, process)
                self._changed.notify_all()

    @property
    def pids(self) -> list[int]:
        """The ids of the idle processes."""
        return [pid for process in self._all_idle() if (pid := process.pid) is not None]

    def is_slow(self, question: tuple[Any, ...]) -> bool:
        """Whether a statement took longer than the first stage gives when it was last asked."""
        return _hash(question) in self._slow

    def remember(self, question: tuple[Any, ...], *, is_slow: bool) -> None:
        """Remember whether a statement takes longer than the first stage gives."""
        if is_slow == self.is_slow(question):
            return
        with self._changed:
            if not is_slow:
                self._slow.pop(_hash(question), None)
                return
            self._slow[_hash(question)] = None
            if len(self._slow) > MAX_SLOW:
                self._slow.popitem(last=False)

    def idle_count(self, stage: int) -> int:
        """How many processes of a stage are idle, or not started."""
        return len(self._idle[stage])

    @property
    def open_keys(self) -> list[int]:
        """What the idle processes have open."""
        return [key for process in self._all_idle() for key in process.open_keys]

    def close(self) -> None:
        """Kill the idle processes."""
        for process in self._all_idle():
            process.kill()

    def _all_idle(self) -> list[_Process]:
        return [process for idle in self._idle for process in idle]

    def forget(self, key: int) -> None:
        """Have what is open under a key closed, by the processes that are idle: another closes it when it needs the
        room. It may be called at any time, from inside of itself too, since snapshots that nobody holds are closed."""
        self._forgotten.append(key)
        with self._changed:
            if self._is_forgetting:
                return
            self._is_forgetting = True
            try:
                while self._forgotten:
                    forgotten = self._forgotten.popleft()
                    for process in self._all_idle():
                        with suppress(SelectError):
                            process.close(forgotten)
            finally:
                self._is_forgetting = False


def _hash(question: tuple[Any, ...]) -> int:
    key, sql, *_ = question
    return hash((key, sql))


def _plain(parameters: Parameters) -> Any:
    """Parameters as plain values."""
    return dict(parameters) if hasattr(parameters, "keys") else list(parameters)


def _too_long(bounds: Bounds) -> SelectError:
    message = f"The statement takes more than {bounds.seconds:g} seconds; its process was ended"
    hint = "Ask for less: a WHERE, shorter texts (substr), shorter patterns and phrases."
    return SelectError("bound", message, hint, bound="seconds", steps=bounds.steps)


def _ended(ended: EndedError, bounds: Bounds) -> SelectError:
    message = f"The process of the statement ended ({ended}), perhaps for lack of memory"
    return SelectError("bound", message, "Ask for less: fewer rows, shorter texts.", bound="memory", steps=bounds.steps)


def _not_started(reason: str) -> SelectError:
    message = f"No process can be started for the statement: {reason}"
    return SelectError("unavailable", message, "Other tools answer. Ask again when the system allows more processes.")


OPENING = BOUNDS._replace(seconds=60.0)
_processes = Processes()


def _forget_all() -> None:
    """Leave the processes to the one that this was forked from."""
    global _processes
    _processes = Processes()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
