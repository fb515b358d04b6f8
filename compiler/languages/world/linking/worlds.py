"""Which worlds a source has: their entry files, and their ids."""

from collections import Counter
from collections.abc import Iterable, Mapping

from compiler.languages.world.claims import SUFFIX
from compiler.languages.world.linking.slugs import file_stem


def entries_among(imports: Mapping[str, list[str]]) -> list[str]:
    """The entries of files by what each imports: those that no other file imports, and the first of each cycle of that
    kind."""
    importers: dict[str, list[str]] = {path: [] for path in imports}
    for path, imported in imports.items():
        for one in imported:
            importers[one].append(path)
    found = [path for path in imports if not importers[path]]
    reached = _reach(found, imports)
    # What is left hangs on cycles. In decreasing order of finishing, the next file not reached stands in a cycle that
    # nothing outside imports, and all its importers stand in the same cycle.
    for path in reversed(_finishing_order([path for path in imports if path not in reached], imports)):
        if path not in reached:
            found.append(min(_reach([path], importers), key=str.encode))
            reached |= _reach([path], imports)
    return sorted(found, key=str.encode)


def _reach(starts: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for one in edges[waiting.pop()]:
            if one not in reached:
                reached.add(one)
                waiting.append(one)
    return reached


def _finishing_order(starts: Iterable[str], edges: Mapping[str, Iterable[str]]) -> list[str]:
    """The files in the order in which a depth-first search is done with them."""
    order: list[str] = []
    seen: set[str] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(edges[start]))]
        while stack:
            path, imported = stack[-1]
            following = next((one for one in imported if one not in seen), None)
            if following is None:
                order.append(path)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(edges[following])))
    return order


def world_ids(found: list[str]) -> dict[str, str]:
    """The id of the world of each entry: its file's stem, or its path where two share that."""
    stems = Counter(file_stem(entry) for entry in found)
    return {entry: file_stem(entry) if stems[file_stem(entry)] == 1 else entry.removesuffix(SUFFIX) for entry in found}
