"""How the pages have work done: by a worker of the server, with a workspace of its own and a deadline."""

from collections.abc import Awaitable, Callable
from typing import Any

from compiler.workspace.interface import Workspace
from server.explorer.site.asking import Check

Work = Callable[[Workspace, Check], Any]
Run = Callable[[Work], Awaitable[Any]]
"""Has the work done, and returns what it returns. Raises QueryError when it takes too long."""
