"""The process in which statements of others run (`compiler.store.select.processes`): it opens snapshots, runs one
guarded SELECT after the other, and can be killed at any time.

The system itself ends a statement that no look at a bound ends: an alarm ends the process, and memory beyond the bound
is not given. What the process is asked comes from the process that started it.
"""

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from compiler.disk.endable_process import questions_and_answers, read_frame, write_frame
from compiler.disk.resident_memory import memory_bounded, resident_bytes
from compiler.model.facts import LinkKind
from compiler.model.reasons import words_of
from compiler.store.connection import closed_on_error, connect, connect_search
from compiler.store.select.bounds import Bounds
from compiler.store.select.check import BASE
from compiler.store.select.errors import SelectError
from compiler.store.select.guarded_select import GuardedSelect
from compiler.store.snapshot_connection import Recipe, stored_meta

GRACE_SECONDS = 1.0  # beyond the bound on time, for a look at the bounds to end the statement
MAX_KEPT = 100_000_000  # bytes that the process may hold on to after a statement; with more it is replaced
GRACE_BYTES = 64_000_000  # beyond the bound on memory, of addresses that are not used

Place = tuple[tuple[Any, ...], list[tuple[str, str]] | None, bytes | None]
"""A recipe, what the database says of itself (None: it is not looked at), and its content where it is in no file."""


class _Selects:
    """The open snapshots, by the keys that the asking process gave them."""

    def __init__(self) -> None:
        self._open: dict[int, GuardedSelect] = {}
        self.steps = 0  # of the last statement, however it ended
        self._resident = 0  # bytes before it

    def open(
        self,
        key: int,
        place: Place,
        base: Place | None,
        relations: Mapping[str, Sequence[str]],
        kinds: Sequence[tuple[Any, ...]],
    ) -> None:
        """Open a snapshot, and attach another as `base`. Raises sqlite3.Error if a file is not there any more."""
        link_kinds = tuple(LinkKind(*kind) for kind in kinds)
        with closed_on_error(_opened(*place)) as database:
            if base is not None:
                _attach(database, *base)
            self._open[key] = GuardedSelect(database, relations, lambda: link_kinds, has_base=base is not None)
        self._resident = resident_bytes()  # a large database in memory is no growth by a statement

    @property
    def taken(self) -> tuple[int, bool]:
        """The steps of the last statement, and whether the process has grown by it for good."""
        return self.steps, resident_bytes() - self._resident > MAX_KEPT

    def close(self, key: int) -> None:
        """Close a snapshot."""
        self._open.pop(key).close()

    def select(
        self, key: int, sql: str, parameters: Any, skip: int, limit: int | None, bounds: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """Return the values of a Selection. Raises SelectError."""
        if key not in self._open:
            raise SelectError("unavailable", "The process of the statement has just been replaced", "Ask again.")
        bound = Bounds(*bounds)
        self.steps, self._resident, parent = 0, resident_bytes(), os.getppid()

        def check(steps: int) -> None:
            self.steps += steps
            if os.getppid() != parent:  # nobody waits any more
                os._exit(1)

        with _alarm(bound.seconds + min(bound.seconds, GRACE_SECONDS)), memory_bounded(bound.memory + GRACE_BYTES):
            found = self._open[key].select(sql, parameters, skip=skip, limit=limit, bounds=bound, charge=check)
        return (found.columns, found.rows, found.total, list(found.relations))


def serve() -> None:
    """Answer until the standard input ends."""
    questions, answers = questions_and_answers()
    selects = _Selects()
    tasks: Mapping[str, Callable[..., Any]] = {"open": selects.open, "close": selects.close, "select": selects.select}
    while True:
        try:
            task, arguments = read_frame(questions)
            answer = _answer(tasks[task], arguments, selects)
            try:
                write_frame(answers, answer)
            except MemoryError:
                write_frame(answers, ("refused", _OUT_OF_MEMORY, selects.taken))
        except (EOFError, OSError):
            return


def _answer(
    task: Callable[..., Any], arguments: tuple[Any, ...], selects: _Selects
) -> tuple[str, Any, tuple[int, bool]]:
    kind, value = _outcome(task, arguments)
    return kind, value, selects.taken


def _outcome(task: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "value", task(*arguments)
    except SelectError as error:
        return "refused", (error.kind, error.message, error.hint, error.bound, error.unknown)
    except MemoryError:
        return "refused", _OUT_OF_MEMORY
    except sqlite3.Error as error:
        return "unopened", words_of(error)
    except Exception as error:  # the text may quote a file
        return "failed", type(error).__name__


_OUT_OF_MEMORY = ("bound", "The statement needs too much memory", "Select fewer or shorter columns.", "memory", None)


def _opened(recipe: tuple[Any, ...], meta: list[tuple[str, str]] | None, content: bytes | None) -> sqlite3.Connection:
    uri, frozen_size, statements = Recipe(*recipe)
    with closed_on_error(connect(":memory:" if content is not None else uri)) as database:
        if content is not None:
            database.deserialize(content)
        if frozen_size:
            from compiler.store.frozen.frozen_file import prepare_frozen  # it imports all languages

            prepare_frozen(database, frozen_size)
        connect_search(database)
        if statements:
            database.execute("PRAGMA temp_store = MEMORY")  # set later, it would drop the views
        for statement in statements:
            database.execute(statement)
        if content is None and meta is not None:
            _check_same(database, "main", meta)
    return database


def _attach(
    database: sqlite3.Connection, recipe: tuple[Any, ...], meta: list[tuple[str, str]] | None, content: bytes | None
) -> None:
    database.execute(f"ATTACH ? AS {BASE}", (":memory:" if content is not None else Recipe(*recipe).uri,))
    if content is not None:
        database.deserialize(content, name=BASE)
    elif meta is not None:
        _check_same(database, BASE, meta)


def _check_same(database: sqlite3.Connection, schema: str, meta: list[tuple[str, str]]) -> None:
    """Raise sqlite3.Error if another file stands at the path by now."""
    if stored_meta(database, schema) != meta:
        raise sqlite3.DatabaseError("another snapshot")


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Have the system end this process after some seconds of a processor, unless the block ends before."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
