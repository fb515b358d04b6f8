"""Cycles among entities, and how messages show them."""

from collections.abc import Mapping, Sequence

from compiler.graphs.cycles import cycles

MAX_SHOWN = 20  # entities of a cycle that a message names


def find_cycles(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the refs on each cycle of a graph, sorted; the cycles in the order of their first refs."""
    return sorted(sorted(component) for component in cycles(graph))


def path_text(ids: Sequence[str]) -> str:
    """Return a path as messages show it: `a → b → a`. Of a long one both ends are shown."""
    if len(ids) > MAX_SHOWN:
        half = MAX_SHOWN // 2
        ids = [*ids[:half], f"… {len(ids) - 2 * half} more …", *ids[-half:]]
    return " → ".join(ids)
