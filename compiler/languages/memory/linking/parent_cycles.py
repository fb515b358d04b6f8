"""Cycles among records of which each names at most one parent: branches, and forks of conversations."""

from collections.abc import Callable, Iterable, Iterator


def find_cycles(names: Iterable[str], parent_of: Callable[[str], str | None]) -> Iterator[list[str]]:
    """Yield each cycle once, as the names in it. The caller may break a cycle before it asks for the next."""
    settled: set[str] = set()
    for start in names:
        path: dict[str, None] = {}
        name: str | None = start
        while name is not None and name not in settled and name not in path:
            path[name] = None
            name = parent_of(name)
        if name is not None and name in path:
            visited = list(path)
            yield visited[visited.index(name) :]
        settled.update(path)


def cycle_text(cycle: list[str], first: str) -> str:
    """Return a cycle as text that begins and ends with `first`: `a -> b -> a`."""
    at = cycle.index(first)
    return " -> ".join([*cycle[at:], *cycle[:at], first])
