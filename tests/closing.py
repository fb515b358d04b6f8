"""Snapshots and workspaces that conftest closes when the test ends.

An unclosed connection warns from Python 3.13 on, and a warning fails a test. Snapshots that are opened outside of a
test, by a module or by a fixture of wider scope, are closed at the end of the session.
"""

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

import compiler
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace


class Closable(Protocol):
    """A snapshot, a database connection, or a process."""

    def close(self) -> object: ...


C = TypeVar("C", bound=Closable)
Opens = TypeVar("Opens", bound=Callable[..., Closable])

MOST_SHARED = 32  # of one function, each of which takes more than a megabyte
_SESSION = ExitStack()
_stacks = [_SESSION]  # the last stack closes what is opened now


def compile_source(path: str | os.PathLike[str], **options: Any) -> Snapshot:
    """Compile as `compiler.compile_source` does. The snapshot is closed when the test ends."""
    return closed_later(compiler.compile_source(path, **options))


def open_workspace(path: str | os.PathLike[str], **options: Any) -> Workspace:
    """Open as `compiler.open_workspace` does. The workspace is closed when the test ends."""
    return closed_later(compiler.open_workspace(path, **options))


def closed_later(opened: C) -> C:
    """Close a snapshot or connection when the test ends. Return it."""
    _stacks[-1].callback(opened.close)
    return opened


def shared(opens: Opens) -> Opens:
    """Cache a function that opens something for several tests. Of those that tests open, the first of many is closed
    when another comes. All others are closed at the end of the session."""
    kept: dict[Hashable, Closable] = {}
    of_tests: list[Hashable] = []

    def cached(*arguments: Hashable, **options: Hashable) -> Closable:
        key = arguments, *options.items()
        if key not in kept:
            if len(_stacks) > 1:  # a test runs: what a module opens may be used by any of its tests
                of_tests.append(key)
            if len(of_tests) > MOST_SHARED:
                kept.pop(of_tests.pop(0)).close()
            with _taking(_SESSION):
                kept[key] = opens(*arguments, **options)
        return kept[key]

    return cast(Opens, wraps(opens)(cached))


@contextmanager
def closing_what_is_opened() -> Iterator[None]:
    """Close at the end of the context all that is opened in it."""
    with ExitStack() as stack, _taking(stack):
        yield


def close_all() -> None:
    """Close all that is still open."""
    _SESSION.close()


@contextmanager
def _taking(stack: ExitStack) -> Iterator[None]:
    _stacks.append(stack)
    try:
        yield
    finally:
        _stacks.remove(stack)
