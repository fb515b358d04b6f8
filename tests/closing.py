"""Snapshots that a test opens and need not close: conftest closes them when the test ends.

An unclosed connection warns from Python 3.13 on, and a warning fails a test. What is opened outside of a test, by a
module or by a fixture of wider scope, is closed at the end of the session.
"""

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, Protocol, TypeVar, cast

import compiler
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace


class Closable(Protocol):
    """A snapshot, or a database connection."""

    def close(self) -> object: ...


C = TypeVar("C", bound=Closable)
MakesSnapshot = TypeVar("MakesSnapshot", bound=Callable[..., Snapshot])

_SESSION = ExitStack()
_stacks = [_SESSION]  # the last one takes what is opened now


def compile_source(path: str | os.PathLike[str], **options: Any) -> Snapshot:
    """The snapshot of `compiler.compile_source`, closed when the test ends."""
    return closed_later(compiler.compile_source(path, **options))


def open_workspace(path: str | os.PathLike[str], **options: Any) -> Workspace:
    """The workspace of `compiler.open_workspace`, closed when the test ends."""
    return closed_later(compiler.open_workspace(path, **options))


def closed_later(opened: C) -> C:
    """What was opened, closed when the test ends."""
    _stacks[-1].callback(opened.close)
    return opened


def shared(make: MakesSnapshot) -> MakesSnapshot:
    """As `functools.cache`, of a function that opens a snapshot for several tests: closed at the end of the session."""

    @cache
    def made(*arguments: Hashable, **options: Hashable) -> Snapshot:
        with _taking(_SESSION):
            return make(*arguments, **options)

    return cast(MakesSnapshot, made)


@contextmanager
def closing_what_is_opened() -> Iterator[None]:
    """While this lasts, take what is opened; close it at the end."""
    with ExitStack() as stack, _taking(stack):
        yield


def close_all() -> None:
    """Close what is still open."""
    _SESSION.close()


@contextmanager
def _taking(stack: ExitStack) -> Iterator[None]:
    _stacks.append(stack)
    try:
        yield
    finally:
        _stacks.remove(stack)
